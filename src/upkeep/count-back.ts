import type { Store } from '../domain/domain.ts';
import type { Log } from '../kit/log.ts';
import { type Clock, sleep } from '../kit/time/clock.ts';

/** After a step the writer belongs to the stations for so many times as long as the step took, and never less. */
const PAUSE_FACTOR = 3;
const LEAST_PAUSE_MS = 5;
/** Steps of one run: a stop of the service waits for a run. */
const STEPS = 100;

/** Counts messages that were sealed by a release that did not, a part of them. */
export async function countBack({
  store,
  clock,
  log,
}: {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info'>;
}): Promise<void> {
  if (store.read.history.activityFrom() === 0) return;
  let messages = 0;
  for (let left = STEPS; left > 0; left--) {
    const { counted, more, tookMs } = await store.write.countBack.step();
    messages += counted;
    if (!more) {
      log.info({ messages }, 'all older messages are counted for analytics');
      return;
    }
    await sleep(clock, Math.max(tookMs * PAUSE_FACTOR, LEAST_PAUSE_MS));
  }
  log.info({ messages, before: store.read.history.activityFrom() }, 'older messages are being counted for analytics');
}

/** Counts hours again whose messages have got a better copy since, a part of them. */
export async function countAgain({
  store,
  clock,
}: {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly clock: Clock;
}): Promise<void> {
  if (!store.read.recount.isDue()) return;
  for (let left = STEPS; left > 0; left--) {
    const { more, tookMs } = await store.write.recount.step();
    if (!more) return;
    await sleep(clock, Math.max(tookMs * PAUSE_FACTOR, LEAST_PAUSE_MS));
  }
}
