import type { Store } from '../domain/domain.ts';
import { type Clock, type Moment, sleep } from '../kit/clock.ts';

/** The writer belongs to the stations for most of the time. */
const PAUSE_MS = 5;
/** Steps of one run: whoever stops the service waits for a run. */
const STEPS = 300;

/** Sets times right that a wrong clock has told, in steps between which the stations are served; a restart goes on with what is left. */
export async function correctTimes({
  store,
  clock,
}: {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly clock: Clock;
}): Promise<void> {
  if (!store.read.corrections.isPending()) return;
  for (let left = STEPS; left > 0; left--) {
    if (!(await store.write.corrections.step())) return store.write.corrections.finish();
    await sleep(clock, PAUSE_MS);
  }
}

/** Has what was given by a clock that was ahead begin now, where no correction has reached it. */
export async function beginAhead(store: Pick<Store, 'read' | 'write'>, at: Moment): Promise<void> {
  if (store.read.corrections.isAhead(at)) await store.write.corrections.beginNow(at);
}
