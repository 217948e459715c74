import type { Moment } from '../../kit/time/clock.ts';

/** What a user has beside the password (identity API 2.5). Users by their row ids. */
export interface SecondFactor {
  isOn(user: number): boolean;
  /** A code counts once. @param code six digits, or a recovery code */
  check(user: number, code: string, at: Moment): Promise<boolean>;
}

export const noSecondFactor: SecondFactor = { isOn: () => false, check: async () => false };
