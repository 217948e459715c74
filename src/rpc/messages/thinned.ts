import { sleep } from '../../kit/time/clock.ts';
import { BATCH, type Batch, type Followed, notGone } from '../follow.ts';
import { endOfSecond } from './counts.ts';

/** Between two reads: stations go first. */
const BETWEEN_MS = 1;

/** What one look at the log finds where messages are only counted. */
export interface Counted<T> {
  /** Undefined: none of them is for this stream. */
  readonly item: T | undefined;
  readonly messages: number;
  /** The cursor behind them. */
  readonly upTo: number;
  readonly more: boolean;
}

/**
 * Everything behind a cursor as `follow` has it, while no second has more than `most`. Of a second that has more the others are counted, and
 * so are all of the next ones until a second has no more than `most`: neither read nor written message by message, so that following costs
 * the same whatever comes.
 */
export async function* thinned<T>(
  { log, news, signal, clock }: Followed,
  from: number,
  most: number,
  {
    read,
    count,
  }: { readonly read: (after: number, limit: number) => Batch<T>; readonly count: (after: number) => Counted<T> },
): AsyncGenerator<Iterable<T>, void> {
  // What a wait throws because the signal ended, the loop says by ending.
  const wait = (ms: number) => sleep(clock, ms, signal).catch(() => undefined);
  let cursor = from;
  let endMs = endOfSecond(clock);
  let inWindow = 0;
  let isCounting = false;
  while (!signal.aborted) {
    const leftMs = endMs - clock.monotonic();
    if (isCounting) {
      // Timers know whole milliseconds, and one that is early would end the next second as it begins.
      if (leftMs > 0) await wait(Math.ceil(leftMs) + 1);
      for (let more = true; more && !signal.aborted; ) {
        const found = log.consistent(() => {
          notGone(log, cursor, clock);
          return count(cursor);
        });
        inWindow += found.messages;
        ({ more, upTo: cursor } = found);
        if (found.item) yield [found.item];
        if (more) await wait(BETWEEN_MS);
      }
      isCounting = inWindow > most;
      [endMs, inWindow] = [endOfSecond(clock), 0];
      continue;
    }
    if (leftMs <= 0) [endMs, inWindow] = [endOfSecond(clock), 0];
    const { version } = news;
    const { items, upTo, more } = log.consistent(() => {
      notGone(log, cursor, clock);
      const batch = read(cursor, Math.min(BATCH, most - inWindow));
      return { ...batch, items: [...batch.items] };
    });
    inWindow += items.length;
    yield items;
    cursor = upTo;
    isCounting = inWindow >= most;
    if (isCounting) continue;
    if (!more) await news.wait(version, signal);
    await wait(BETWEEN_MS);
  }
}
