import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { AccountRow } from '../account/account-columns.ts';
import type { Acting } from '../event/acting.ts';
import { auditTrail } from '../event/audit.ts';
import type { Events } from '../event/event-store.ts';

/** What a user has enrolled. */
export interface Enrolment {
  /** Sealed. */
  readonly secret: Uint8Array;
  /** It is asked for at sign-in. */
  readonly isOn: boolean;
  /** Of time: codes up to it are used. */
  readonly lastStep: number;
}

/** Second factors of local accounts (identity API 2.5). Users by their row ids. */
export function secondFactorStore(
  db: Db,
  { events, userOf }: { events: Events; userOf(id: number): AccountRow | undefined },
) {
  const find = db.prepare('SELECT secret, confirmed_at, last_step FROM second_factor WHERE user = ?');
  const drop = db.prepare('DELETE FROM second_factor WHERE user = ?');
  const insert = db.prepare('INSERT INTO second_factor (user, secret, enrolled_at, last_step) VALUES (?, ?, ?, ?)');
  const insertCode = db.prepare('INSERT INTO recovery_code (user, hash) VALUES (?, ?)');
  const setOn = db.prepare('UPDATE second_factor SET confirmed_at = ?, last_step = ? WHERE user = ?');
  const setStep = db.prepare('UPDATE second_factor SET last_step = ? WHERE user = ?');
  const dropCodes = db.prepare('DELETE FROM recovery_code WHERE user = ?');
  const useCode = db.prepare('DELETE FROM recovery_code WHERE user = ? AND hash = ?');
  const countCodes = db.prepare('SELECT count(*) AS count FROM recovery_code WHERE user = ?');
  const audit = auditTrail(events);

  const enrolment = (user: number): Enrolment | undefined => {
    const row = find.get(user) as { secret: Uint8Array; confirmed_at: number | null; last_step: number } | undefined;
    return row && { secret: row.secret, isOn: row.confirmed_at !== null, lastStep: row.last_step };
  };

  const tell = (user: number, acting: Acting): void => {
    const { uuid, email } = userOf(user) ?? { uuid: '', email: '' };
    audit('user.updated', null, acting, { userId: uuid, email, fields: ['second_factor_enabled'] });
  };

  return {
    enrolment,

    isOn: (user: number): boolean => enrolment(user)?.isOn ?? false,

    /** Recovery codes that are left. */
    codesLeft: (user: number): number => (countCodes.get(user) as { count: number }).count,

    /**
     * Begins, or begins anew what is not in force yet.
     * @param codes SHA-256 of each recovery code
     * @throws fault `UserNotFound`, `ConcurrentModification` when one is in force
     */
    enrol: intake((user: number, secret: Uint8Array, codes: readonly Uint8Array[], now: number): void => {
      if (!userOf(user)) throw fault('UserNotFound');
      if (enrolment(user)?.isOn) throw fault('ConcurrentModification');
      drop.run(user);
      dropCodes.run(user);
      insert.run(user, secret, now, 0);
      for (const code of codes) insertCode.run(user, code);
    }),

    /**
     * From now on it is asked for.
     * @param secret sealed, as it was when the code was looked at. @param step whose code was shown
     * @throws fault `ConcurrentModification` when it is another one by now, or in force already
     */
    confirm(user: number, secret: Uint8Array, step: number, acting: Acting): void {
      const found = enrolment(user);
      if (!found || found.isOn || Buffer.compare(found.secret, secret) !== 0) throw fault('ConcurrentModification');
      setOn.run(acting.now, step, user);
      tell(user, acting);
    },

    /** Uses up the code of a step, and of those before it. @returns whether it was good: of two who show it, the first's is */
    useStep(user: number, secret: Uint8Array, step: number): boolean {
      const found = enrolment(user);
      if (!found?.isOn || step <= found.lastStep || Buffer.compare(found.secret, secret) !== 0) return false;
      setStep.run(step, user);
      return true;
    },

    /** Uses up a recovery code. @param hash SHA-256. @returns whether there was such a one */
    useRecovery(user: number, hash: Uint8Array): boolean {
      return (enrolment(user)?.isOn ?? false) && useCode.run(user, hash).changes > 0;
    },

    /** From now on the password is enough. @returns whether there was something to remove */
    remove(user: number, acting: Acting): boolean {
      const found = enrolment(user);
      if (!found) return false;
      dropCodes.run(user);
      drop.run(user);
      if (found.isOn) tell(user, acting);
      return true;
    },
  };
}
export type SecondFactors = ReturnType<typeof secondFactorStore>;
