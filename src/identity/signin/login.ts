import type { Store } from '../../domain/domain.ts';
import { Fault, fault } from '../../kit/faults/faults.ts';
import { type Clock, momentOf } from '../../kit/time/clock.ts';
import { rules } from '../../rpc/accounts/rules.ts';
import { type Row, rpc } from '../../rpc/call/define.ts';
import { browserOf, placeOf } from './browser.ts';
import type { PasswordGuard, Suspect, Verdict } from './guard.ts';
import { hashPassword, isOutdated, type PasswordWork } from './passwords.ts';
import type { Profiles } from './profile.ts';
import type { SecondFactor } from './second-factor.ts';
import type { Sessions } from './sessions.ts';
import type { SignInGuard } from './sign-in-guard.ts';
import { credentials } from './sign-in-input.ts';

export interface LoginOptions {
  readonly store: Store;
  readonly ways: SignInGuard;
  readonly guard: PasswordGuard;
  readonly passwords: PasswordWork;
  readonly sessions: Sessions;
  readonly profiles: Profiles;
  readonly secondFactor: SecondFactor;
  readonly clock: Pick<Clock, 'now' | 'credible'>;
}

/** Signs in with a password (identity API 2.2). Neither the answer nor its time tells whether there is such an account. */
export function login({ store, ways, guard, passwords, sessions, profiles, secondFactor, clock }: LoginOptions): Row {
  const { accounts } = store.read;
  return rpc('Login', {
    ...rules.Login,
    input: credentials,
    async handle({ email, password, otp }, call) {
      ways.demandSecure(call);
      ways.logins(call.address);
      const account = accounts.userByEmail(email);
      const suspect: Suspect = { email, user: account?.id, address: call.address, browser: browserOf(call) };
      const seen = account?.password ?? undefined;
      const { place, cookie } = placeOf(call);
      const fresh = sessions.fresh(place);
      let isCodeMissing = false;

      const look = async (isKnown: boolean): Promise<Verdict> => {
        const isRight = await passwords.verify(password, seen, isKnown);
        if (!isRight || !account || seen === undefined) return account ? 'password' : 'unknown_user';
        if (secondFactor.isOn(account.id)) {
          isCodeMissing = otp === '';
          if (isCodeMissing) return 'open';
          if (!(await secondFactor.check(account.id, otp, momentOf(clock)))) return 'second_factor';
        }
        const rehashed = isOutdated(seen) ? await hashPassword(password) : undefined;
        const { refresh: _, ...beginning } = fresh;
        await store.write.signIns.begin({ ...beginning, user: account.uuid, password: seen, rehashed });
        return 'right';
      };

      const verdict = await guard.watch(suspect, look).catch((cause: unknown) => {
        const name = cause instanceof Fault ? cause.fault : undefined;
        if (name === 'UserInactive') guard.refused(suspect, 'user_inactive');
        if (name === 'MembershipRequired') guard.refused(suspect, 'membership');
        throw cause;
      });
      if (isCodeMissing) throw fault('SecondFactorRequired');
      const signedIn = verdict === 'right' ? accounts.userByEmail(email) : undefined;
      if (!signedIn) throw fault('InvalidCredentials');
      if (cookie !== undefined) call.told.cookie = cookie;
      return { tokens: await sessions.begun(signedIn, fresh), user: profiles.ofAccount(signedIn) };
    },
  });
}
