import type { Store } from '../../domain/domain.ts';
import type { Acting } from '../../domain/event/acting.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Row } from '../../rpc/call/define.ts';
import type { Incoming } from '../../rpc/call/incoming.ts';
import { json, type Page, type PageRequest } from '../../rpc/serve/pages.ts';
import {
  accountIsActive,
  areBearers,
  credentialsHold,
  credentialsSent,
  userIdIsOwn,
  userIdIsUuid,
} from '../access/authentication.ts';
import { AuthorizationRequest } from '../access/authorization-request.ts';
import type { Gate } from '../access/sources.ts';
import { browserOf } from '../signin/browser.ts';
import type { PasswordGuard } from '../signin/guard.ts';
import type { TotpFactor } from './factor.ts';

export interface FactorPagesOptions {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly gate: Gate;
  readonly guard: Pick<PasswordGuard, 'watch'>;
  readonly passwords: {
    verify(password: string, phc: string | undefined, isKnown?: boolean): Promise<boolean>;
  };
  readonly factor: TotpFactor;
  readonly clock: Pick<Clock, 'now' | 'credible'>;
}

/** Requests are judged as calls of this RPC are. */
const LIKE: Row = { name: 'GetProfile', access: 'exempt', needs: 'user', scope: 'no key' };
const RULES = [credentialsSent, areBearers, credentialsHold, accountIsActive, userIdIsUuid, userIdIsOwn];

interface Signed {
  readonly id: number;
  readonly uuid: string;
  readonly email: string;
  readonly password: string | null;
}

/** Where users switch their second factor on and off (clarification I1c): each time with the token and the password. */
export function factorPages({ store, gate, guard, passwords, factor, clock }: FactorPagesOptions): readonly Page[] {
  /** @throws fault of the rule that refuses, `UserPrincipalRequired` */
  const signedIn = async (request: PageRequest): Promise<Signed> => {
    if (!request.secure) throw fault('SecureTransportRequired');
    const incoming: Incoming = {
      ...{ transport: 'connect', internal: false, address: request.address, secure: request.secure },
      ...{ headers: request.headers, timeoutMs: undefined, signal: new AbortController().signal },
    };
    const asked = new AuthorizationRequest(LIKE, incoming);
    for (const rule of RULES) await rule(asked, gate);
    if (asked.caller?.kind !== 'user') throw fault('UserPrincipalRequired');
    const account = store.read.accounts.user(asked.caller.account.uuid);
    if (!account) throw fault('UserInactive');
    return account;
  };

  const acting = ({ uuid, email }: Signed, { address }: PageRequest): Acting => {
    return { now: clock.now(), userId: uuid, userEmail: email, actor: email, address };
  };

  /** @param act gives undefined for a wrong code, which is guessed as slowly as a password */
  const page = (name: string, act: (user: Signed, request: PageRequest) => Promise<object | undefined>): Page => {
    return {
      ...{ method: 'POST', path: `/auth/totp/${name}` },
      /** @throws fault `PasswordRequired`, `PasswordNotSet`, `CurrentPasswordIncorrect`, `InvalidCredentials`, `LoginTemporarilyBlocked` */
      async handle(request) {
        const user = await signedIn(request);
        const shown = request.fields.get('password') ?? '';
        const { id, email, password } = user;
        if (shown === '') throw fault('PasswordRequired');
        if (password === null) throw fault('PasswordNotSet');
        let answer: object | undefined;
        const suspect = { email, user: id, address: request.address, browser: browserOf(request) };
        const verdict = await guard.watch(suspect, async isKnown => {
          if (!(await passwords.verify(shown, password, isKnown))) return 'password';
          answer = await act(user, request);
          return answer ? 'right' : 'second_factor';
        });
        if (!answer) throw fault(verdict === 'password' ? 'CurrentPasswordIncorrect' : 'InvalidCredentials');
        return json(answer);
      },
    };
  };

  return [
    page('enroll', user => factor.enrol(user, clock.now())),
    page('confirm', async (user, request) => {
      const code = request.fields.get('code') ?? '';
      const isRight = await factor.confirm(user, code, clock.credible(), acting(user, request));
      return isRight ? { second_factor_enabled: true } : undefined;
    }),
    page('disable', async (user, request) => {
      await store.write.secondFactors.remove(user.id, acting(user, request));
      return { second_factor_enabled: false };
    }),
  ];
}
