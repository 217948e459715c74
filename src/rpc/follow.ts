import { fault } from '../kit/faults/faults.ts';
import type { Notifier } from '../kit/notifier.ts';
import { type Clock, sleep } from '../kit/time/clock.ts';
import { DAY_MS } from '../kit/units.ts';
import { seq, time } from './checks.ts';
import { type Check, fields, refine } from './input.ts';

/** Items read at one time (platform API section 1.11). */
export const BATCH = 100;
/** Between two batches: stations go first, and the writer works on their reports while the next batch is read. */
const BETWEEN_MS = 1;
const MAX_BEHIND = 100_000;
const MAX_BEHIND_MS = 7 * DAY_MS;

/** Where the log begins and ends, and when what was stored. */
export interface LogEdges {
  /** Runs several reads on one state of the log. */
  consistent<T>(fn: () => T): T;
  edges(): { oldest: number; newest: number };
  firstAt(seq: number): { seq: number; storedAt: number } | undefined;
  seqBefore(storedAtMs: number): number;
  hasMoreAfter(seq: number, lines: number): boolean;
  /** Where so many of the last lines begin; 0 when there are fewer. */
  lastOf(lines: number): number;
}

/** One read behind a cursor. */
export interface Batch<T> {
  /** May be made one by one: each is encoded before the next is asked for. */
  readonly items: Iterable<T>;
  /** The cursor after it, whether items were found or not. */
  readonly upTo: number;
  /** Whether it ended at its limit rather than at the end of the log. */
  readonly more: boolean;
}

/** What a stream follows, and by what it waits. */
export interface Followed {
  readonly log: LogEdges;
  readonly news: Pick<Notifier, 'version' | 'wait'>;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

export interface StreamStart {
  readonly afterSeq: bigint | undefined;
  readonly startNs: bigint | undefined;
}

/** `after_seq` and `start_time`: at most one of them. */
export const streamStart = refine(
  fields({ after_seq: seqText(), start_time: time }),
  ({ after_seq, start_time }, at) => {
    if (after_seq !== undefined && start_time !== undefined) {
      at.in('after_seq').refuse('presence', 'MutuallyExclusiveFields', { fields: 'after_seq, start_time' });
    }
    return { start: { afterSeq: after_seq, startNs: start_time } satisfies StreamStart };
  },
);

/** An int64 comes as text; the declared type allows a number too. */
function seqText(): Check<string | number | null | undefined, bigint | undefined> {
  return (wire, at) => seq(wire === null || wire === undefined ? undefined : String(wire), at);
}

/** The cursor a stream begins at; a fault when so much or so old a backlog is not served. */
export function openCursor(log: LogEdges, { afterSeq, startNs }: StreamStart, nowMs: number): number {
  const { newest } = log.edges();
  if (afterSeq === undefined && startNs === undefined) return newest;
  const cursor = afterSeq === undefined ? log.seqBefore(Math.ceil(Number(startNs) / 1e6)) : Number(afterSeq);
  const first = log.firstAt(cursor + 1);
  const tooMany = newest - cursor > MAX_BEHIND && log.hasMoreAfter(cursor, MAX_BEHIND);
  const tooOld = first !== undefined && first.storedAt < nowMs - MAX_BEHIND_MS;
  if (tooMany || tooOld || isGone(log, cursor)) throw tooOldCursor(log, nowMs);
  return cursor;
}

/** Everything behind a place is still there. @throws fault `StreamCursorTooOld` */
export function notGone(log: LogEdges, cursor: number, clock: Pick<Clock, 'now'>): void {
  if (isGone(log, cursor)) throw tooOldCursor(log, clock.now());
}

function isGone(log: LogEdges, cursor: number): boolean {
  return cursor + 1 < log.edges().oldest;
}

function tooOldCursor(log: LogEdges, nowMs: number): Error {
  const { oldest } = log.edges();
  const young = log.seqBefore(nowMs - MAX_BEHIND_MS) + 1;
  return fault('StreamCursorTooOld', { oldest_seq: String(Math.max(oldest, log.lastOf(MAX_BEHIND), young)) });
}

/**
 * Everything behind a cursor, for ever: reads when there is something new, keeps nothing but the cursor, and waits while its reader
 * does not ask. Ends when the signal does.
 */
export async function* follow<T>(
  {
    log,
    news,
    signal,
    clock,
    betweenMs = BETWEEN_MS,
  }: Followed & {
    /** Pause before each batch: what comes meanwhile is in it. */
    readonly betweenMs?: number;
  },
  from: number,
  read: (after: number, limit: number) => Batch<T>,
): AsyncGenerator<Iterable<T>, void> {
  let cursor = from;
  while (!signal.aborted) {
    const { version } = news;
    const { items, upTo, more } = log.consistent(() => {
      notGone(log, cursor, clock);
      return read(cursor, BATCH);
    });
    yield items;
    if (!more) await news.wait(version, signal);
    // When the signal ends meanwhile, the loop ends.
    await sleep(clock, betweenMs, signal).catch(() => undefined);
    cursor = upTo;
  }
}
