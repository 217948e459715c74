import type { SqlValue } from './driver.ts';

/**
 * A place in a list or a walk, as it is behind the last line of a page: the value that the lines are sorted by and, for equal values,
 * a number that breaks the tie.
 */
export type Position<V extends SqlValue = bigint> = readonly [value: V, id: number];

/** Work that is done bit by bit: it pauses after each bit, and gets the milliseconds that it has been under way. */
export type Scan<R> = Generator<void, R, number>;

/** Does all of it without a pause. */
export function complete<R>(scan: Scan<R>): R {
  for (;;) {
    const step = scan.next(0);
    if (step.done) return step.value;
  }
}

/** How many lines a filter leaves. */
export interface Total {
  readonly count: number;
  /** Counting was given up: there are so many at least. */
  readonly isMinimum: boolean;
}

export interface Page<T> {
  readonly rows: T[];
  /** Where the next page begins. A page that took too long ends there, with whatever it has found by then. */
  readonly next?: Position;
}

/** A page of so many lines, however long that takes: it ends early only where the lines end. */
export interface Section {
  /** Lines that are left out before the first. */
  readonly offset: number;
  /** The position the page before ended at; then no line is left out. */
  readonly from: Position | undefined;
  readonly size: number;
}

/** What a section and a count, which may be older or was given up, say together of how many lines there are. */
export function totalWith(known: Total, { offset, from }: Section, { rows, next }: Page<unknown>): Total {
  const isPast = !from && offset > 0 && rows.length === 0;
  if (isPast) return known;
  const seen = (from ? 0 : offset) + rows.length;
  if (!from && !next) return { count: seen, isMinimum: false };
  return { ...known, count: Math.max(known.count, next ? seen + 1 : seen) };
}

/** For how long a page is filled, and for how long one more line is searched behind a full page. */
export const PAGE_MS = 1000;
export const FULL_PAGE_MS = 100;
/** For how long, page included, lines are counted that no index counts (platform API section 1.5). */
export const COUNT_MS = 200;
