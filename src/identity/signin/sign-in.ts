import type { AccountRow } from '../../domain/account/account-columns.ts';
import type { Store } from '../../domain/domain.ts';
import { digestOf } from '../../kit/digest.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { rules } from '../../rpc/accounts/rules.ts';
import { acting } from '../../rpc/call/actor.ts';
import { type Call, type Row, rpc } from '../../rpc/call/define.ts';
import { nothing } from '../../rpc/input.ts';
import type { AuthSettingsOut } from '../../rpc/schema.gen.ts';
import { browserOf } from './browser.ts';
import type { PasswordGuard } from './guard.ts';
import { demandStrong, type PasswordRules, type PasswordWork } from './passwords.ts';
import type { Profiles } from './profile.ts';
import type { Sessions } from './sessions.ts';
import type { SignInGuard } from './sign-in-guard.ts';
import { leaving, passwordChange, refreshToken } from './sign-in-input.ts';

export interface SessionRowOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly ways: SignInGuard;
  readonly guard: PasswordGuard;
  readonly passwords: PasswordWork;
  readonly sessions: Sessions;
  readonly profiles: Profiles;
  readonly rules: PasswordRules;
  /** What every client may know of how to sign in. */
  settings(): AuthSettingsOut;
}

/** What users do with a session (identity API 2.2). */
export function sessionRows(options: SessionRowOptions): readonly Row[] {
  const { store, clock, ways, sessions, profiles, settings } = options;

  return [
    rpc('RefreshTokens', {
      ...rules.RefreshTokens,
      input: refreshToken,
      async handle({ refresh_token }, call) {
        ways.demandSecure(call);
        if (!sessions.isRepeated(refresh_token)) ways.refreshes(call.address);
        return { tokens: await sessions.refresh(refresh_token, call.address) };
      },
    }),
    rpc('GetProfile', { ...rules.GetProfile, input: nothing, handle: (_, call) => profiles.ofCaller(call) }),
    rpc('GetAuthSettings', { ...rules.GetAuthSettings, input: nothing, handle: () => settings() }),
    rpc('Logout', {
      ...rules.Logout,
      input: leaving,
      async handle({ refresh_token, all_sessions }, { principal, address }) {
        const { kind, id, userId = id, email, sessionId } = principal;
        if (kind === 'service_account') throw fault('UserPrincipalRequired');
        const by = { email, address, now: clock.now() };
        const { signIns } = store.write;
        // A key has no session of its own, and is not for ending those of its user.
        if (kind === 'user' && all_sessions) return { sessions_ended: await signIns.endEverywhere(userId, by) };
        if (refresh_token !== '')
          return { sessions_ended: await signIns.endOfToken(digestOf(refresh_token), userId, by) };
        return { sessions_ended: sessionId === undefined ? 0 : await signIns.end(sessionId, by) };
      },
    }),
    changePassword(options),
  ];
}

function changePassword({ store, clock, ways, guard, passwords, sessions, rules: demanded }: SessionRowOptions): Row {
  /** @throws fault `CurrentPasswordIncorrect`, `LoginTemporarilyBlocked`: guesses by way of a stolen token are slowed down, too */
  const demandCurrent = async (account: AccountRow, seen: string, password: string, call: Call): Promise<void> => {
    const suspect = { email: account.email, user: account.id, address: call.address, browser: browserOf(call) };
    const verdict = await guard.watch(suspect, async isKnown =>
      (await passwords.verify(password, seen, isKnown)) ? 'right' : 'password',
    );
    if (verdict !== 'right') throw fault('CurrentPasswordIncorrect');
  };

  return rpc('ChangePassword', {
    ...rules.ChangePassword,
    input: passwordChange,
    async handle({ current_password, new_password, keep_current_session }, call) {
      ways.demandSecure(call);
      const { kind, id, sessionId } = call.principal;
      if (kind !== 'user') throw fault('UserPrincipalRequired');
      const account = store.read.accounts.user(id);
      if (!account) throw fault('UserInactive');
      const seen = account.password;
      if (seen === null) throw fault('PasswordNotSet');
      await demandCurrent(account, seen, current_password, call);
      demandStrong(new_password, account.email, demanded);
      if (new_password === current_password) throw fault('PasswordUnchanged');
      const password = await passwords.hash(new_password);
      const another = keep_current_session && sessionId !== undefined ? sessions.another(sessionId) : undefined;
      const kept = another && sessionId !== undefined ? { session: sessionId, token: another.token } : undefined;
      const given = { user: id, seen, password, kept };
      const ended = await store.write.signIns.changePassword(given, acting(call, clock));
      return { sessions_ended: ended, ...(another && { tokens: await another.tokens(account) }) };
    },
  });
}
