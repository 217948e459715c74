import type { Store } from '../domain/domain.ts';
import { type Clock, sleep } from '../kit/time/clock.ts';

/** Messages that are decoded between two writes. */
const MESSAGES = 1024;
/** The writer belongs to the stations for most of the time. */
const PAUSE_MS = 10;
/** Steps of one run: a stop of the service waits for a run. */
const STEPS = 300;

/** Adds decoded values up for charts. They are decoded and packed where lists are read; the writer only stores what comes of it. */
export async function addUpValues({
  store,
  clock,
}: {
  readonly store: Pick<Store, 'scan' | 'write'>;
  readonly clock: Clock;
}): Promise<void> {
  if (!(await store.write.values.begin(clock.now()))) return;
  for (let left = STEPS; left > 0; left--) {
    const batch = await store.scan.values.collect(MESSAGES);
    if (!batch) return;
    await store.write.values.put(batch);
    await sleep(clock, PAUSE_MS);
  }
}
