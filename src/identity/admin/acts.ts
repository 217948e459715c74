import type { ListedAdministrator } from '../../domain/account/administrators.ts';
import type { Store } from '../../domain/domain.ts';
import type { Acting } from '../../domain/event/acting.ts';
import { fault } from '../../kit/faults/faults.ts';
import { randomBytes } from '../../kit/random.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Enrolled, TotpFactor } from '../second-factor/factor.ts';
import { accountAddress, demandStrong, type Passwords } from './passwords.ts';

/** 120 bits, with a letter and a digit in each. */
const RANDOM_BYTES = 15;

/** An account that its user can sign in to now. */
export interface AccountCredentials {
  readonly email: string;
  /** Made here, and to be changed at the first sign-in; null: it was given. */
  readonly password: string | null;
}

/** What who has the box may do about those who administer it, whether sign-in is on or not (identity API 2.5). */
export interface AdministratorActs {
  /** @param password null: one is made. @throws fault `InvalidEmailFormat`, `WeakPassword`, `EmailExists` */
  create(email: string, password: string | null): Promise<AccountCredentials>;
  /** Of any account; its sessions end. @throws fault `UserNotFound`, `WeakPassword` */
  resetPassword(email: string, password: string | null): Promise<AccountCredentials>;
  /** @returns whether there was a second factor. @throws fault `UserNotFound` */
  resetTotp(email: string): Promise<boolean>;
  /** Begins a second factor, or begins it anew. @throws fault `UserNotFound`, `PasswordNotSet`, `ConcurrentModification` when one is in force */
  enrolTotp(email: string): Promise<Enrolled>;
  /** @returns whether it was the right code, and the second factor is in force. @throws fault `UserNotFound`, `ConcurrentModification` */
  confirmTotp(email: string, code: string): Promise<boolean>;
  list(): readonly ListedAdministrator[];
}

export function administratorActs({
  store,
  passwords,
  factor,
  clock,
}: {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly passwords: Passwords;
  readonly factor: Pick<TotpFactor, 'enrol' | 'confirm'>;
  readonly clock: Pick<Clock, 'now' | 'credible'>;
}): AdministratorActs {
  /** No signed-in user: who can open the socket, or the folder. */
  const acting = (): Acting => ({
    ...{ now: clock.now(), userId: undefined, userEmail: undefined, actor: 'command line', address: 'local' },
  });
  const chosen = (password: string | null, email: string) => {
    if (password === null) return { password: randomPassword(), isMade: true };
    demandStrong(passwords, password, email);
    return { password, isMade: false };
  };
  const existing = (typed: string) => {
    const account = store.read.accounts.userByEmail(accountAddress(typed));
    if (!account) throw fault('UserNotFound');
    return account;
  };

  return {
    async create(typed, given) {
      const email = accountAddress(typed);
      const { password, isMade } = chosen(given, email);
      const hash = await passwords.hash(password);
      const administrator = { email, password: hash, requireChange: isMade, onlyFirst: false };
      await store.write.administrators.create(administrator, acting());
      return { email, password: isMade ? password : null };
    },

    async resetPassword(typed, given) {
      const { uuid: user, email } = existing(typed);
      const { password, isMade } = chosen(given, email);
      const hash = await passwords.hash(password);
      const reset = { user, password: hash, requireChange: isMade, by: 'administrator' } as const;
      await store.write.accounts.setPassword(reset, acting());
      return { email, password: isMade ? password : null };
    },

    async enrolTotp(typed) {
      const account = existing(typed);
      // Who signs in elsewhere is asked for a second factor there.
      if (account.password === null) throw fault('PasswordNotSet');
      return factor.enrol(account, clock.now());
    },

    confirmTotp: (typed, code) => factor.confirm(existing(typed), code, clock.credible(), acting()),

    resetTotp: async typed => store.write.secondFactors.remove(existing(typed).id, acting()),

    list: () => store.read.administrators.list(),
  };
}

function randomPassword(): string {
  for (;;) {
    const password = randomBytes(RANDOM_BYTES).toString('base64url');
    if (/[A-Za-z]/.test(password) && /\d/.test(password)) return password;
  }
}
