import { type Finding, warn } from '../../kit/faults/finding.ts';

const MB = 1_048_576;

/** Key of `meta` under which it stands that the database is larger than it may be and cannot be made smaller, as JSON. */
export const NO_ROOM = 'no_room';

/** Why the database is above `retention.max_database_mb`, and stays so. */
export interface NoRoom {
  /** `other`: what is not messages has it all. `waiting`: what is left has not been delivered yet, or is of today. */
  readonly why: 'other' | 'waiting';
  readonly mostMb: number;
}

/**
 * What is to be said of it.
 * @param stored the value of `NO_ROOM`; undefined or empty: nothing
 * @param used bytes of the database
 */
export function noRoomFinding(stored: string | undefined, used: number): Finding | undefined {
  if (!stored) return undefined;
  const { why, mostMb } = JSON.parse(stored) as NoRoom;
  const text = `the database takes ${Math.ceil(used / MB)} MB, more than retention.max_database_mb (${mostMb})`;
  const because = {
    other: 'what is not messages has nearly all of it, so no messages are removed for it',
    waiting: 'what is left has not been delivered yet, or is of today',
  }[why];
  const todo = {
    other: 'raise retention.max_database_mb, or keep less: shorter retention.audit_days, fewer images and blueprints',
    waiting: 'raise retention.max_database_mb, or look for the application center or integration that is away',
  }[why];
  return { check: 'database', ...warn(`${text}: ${because}`, todo) };
}
