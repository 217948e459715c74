import type { Store } from '../../domain/domain.ts';
import type { Acting } from '../../domain/event/acting.ts';
import { Fault, fault } from '../../kit/faults.ts';
import type { Row } from '../../rpc/define.ts';
import type { Incoming } from '../../rpc/invoke.ts';
import { json, type Page, type PageAnswer, type PageRequest } from '../../rpc/serve/pages.ts';
import { Asked } from '../access/asked.ts';
import type { Gate } from '../access/sources.ts';
import {
  accountIsActive,
  areBearers,
  credentialsHold,
  credentialsSent,
  userIdIsOwn,
  userIdIsUuid,
} from '../access/who.ts';
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
  /** Milliseconds. */
  now(): number;
}

/** Whoever asks is judged as the caller of this RPC is. */
const LIKE: Row = { name: 'GetProfile', access: 'exempt', needs: 'user', scope: 'no key' };
const RULES = [credentialsSent, areBearers, credentialsHold, accountIsActive, userIdIsUuid, userIdIsOwn];

interface Signed {
  readonly id: number;
  readonly uuid: string;
  readonly email: string;
  readonly password: string | null;
}

/** Where users switch their second factor on and off (clarification I1c): each time with the token and the password. */
export function factorPages({ store, gate, guard, passwords, factor, now }: FactorPagesOptions): readonly Page[] {
  /** @throws fault of the rule that refuses, `UserPrincipalRequired` */
  const signedIn = async (request: PageRequest): Promise<Signed> => {
    if (!request.secure) throw fault('SecureTransportRequired');
    const incoming: Incoming = {
      ...{ transport: 'connect', internal: false, address: request.address, secure: request.secure },
      ...{ headers: request.headers, timeoutMs: undefined, signal: new AbortController().signal },
    };
    const asked = new Asked(LIKE, incoming);
    for (const rule of RULES) await rule(asked, gate);
    if (asked.caller?.kind !== 'user') throw fault('UserPrincipalRequired');
    const account = store.read.accounts.user(asked.caller.account.uuid);
    if (!account) throw fault('UserInactive');
    return account;
  };

  /** @throws fault `PasswordRequired`, `PasswordNotSet`, `CurrentPasswordIncorrect`, `LoginTemporarilyBlocked` */
  const demandPassword = async ({ id, email, password }: Signed, { fields, address }: PageRequest): Promise<void> => {
    const shown = fields.get('password') ?? '';
    if (shown === '') throw fault('PasswordRequired');
    if (password === null) throw fault('PasswordNotSet');
    const verdict = await guard.watch({ email, user: id, address }, async isKnown =>
      (await passwords.verify(shown, password, isKnown)) ? 'right' : 'password',
    );
    if (verdict !== 'right') throw fault('CurrentPasswordIncorrect');
  };

  const acting = ({ uuid, email }: Signed, { address }: PageRequest): Acting => {
    return { now: now(), userId: uuid, userEmail: email, actor: email, address };
  };

  const page = (name: string, act: (user: Signed, request: PageRequest) => Promise<PageAnswer>): Page => {
    return {
      ...{ method: 'POST', path: `/auth/totp/${name}` },
      async handle(request) {
        const user = await signedIn(request);
        await demandPassword(user, request);
        return act(user, request);
      },
    };
  };

  return [
    page('enroll', async user => json(await factor.enrol(user, now()))),
    page('confirm', async (user, request) => {
      const { fields, address } = request;
      const { email, id } = user;
      // Six digits are guessed sooner than a password.
      const verdict = await guard.watch({ email, user: id, address }, async () => {
        try {
          await factor.confirm(user, fields.get('code') ?? '', acting(user, request));
          return 'right';
        } catch (cause) {
          if (cause instanceof Fault && cause.fault === 'InvalidCredentials') return 'second_factor';
          throw cause;
        }
      });
      if (verdict !== 'right') throw fault('InvalidCredentials');
      return json({ second_factor_enabled: true });
    }),
    page('disable', async (user, request) => {
      await store.write.secondFactors.remove(user.id, acting(user, request));
      return json({ second_factor_enabled: false });
    }),
  ];
}
