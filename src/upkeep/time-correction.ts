import type { Store } from '../domain/domain.ts';
import { type Clock, momentOf, sleep } from '../kit/time/clock.ts';
import { AGREE_MS } from '../kit/time/credible-clock.ts';
import { HOUR_MS } from '../kit/units.ts';
import { synchronizedAt } from './host-time.ts';

/** The writer belongs to the stations for most of the time. */
const PAUSE_MS = 5;
/** Steps of one run: a stop of the service waits for a run. */
const STEPS = 300;

/** Events that one write moves. */
const EVENTS = 512;
/** What base stations, or the machine, said so long ago still shows that the clock is not behind by more. */
const CONFIRMED_MS = HOUR_MS;

export interface CorrectionOptions {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly clock: Clock;
}

export interface SettlingOptions extends CorrectionOptions {
  /** When the clock of this machine was synchronized last, by that clock; milliseconds. */
  readonly synchronized?: () => number | undefined;
}

/** Sets times right that a wrong clock has told, in steps between which the stations are served; a restart goes on with what is left. */
export async function correctTimes({ store, clock }: CorrectionOptions): Promise<void> {
  if (!store.read.corrections.isPending()) return;
  for (let left = STEPS; left > 0; left--) {
    if (!(await store.write.corrections.step())) return store.write.corrections.finish();
    await sleep(clock, PAUSE_MS);
  }
}

/**
 * What a clock that was ahead has told where no correction has reached it: what was given for a time begins now; as soon as a base station or the
 * machine confirms what time it is, events go to their places, and no other time is later.
 */
export async function settleAhead({ store, clock, synchronized = synchronizedAt }: SettlingOptions): Promise<void> {
  const { read, write } = store;
  if (read.corrections.isPending()) return;
  const at = momentOf(clock);
  if (read.corrections.isAhead(at)) await write.corrections.beginNow(at);
  if (at.credible < at.now) return;
  // By a clock that was set back by hand since then it was later than now.
  const known = [read.installation.times().witnessed, synchronized() ?? 0].filter(each => each <= at.now + AGREE_MS);
  const isConfirmed = Math.max(0, ...known) > at.now - CONFIRMED_MS;
  for (let left = STEPS; left > 0 && isConfirmed && read.corrections.areEventsAhead(at.now); left--) {
    await write.corrections.placeEvents(at.now, EVENTS);
    await sleep(clock, PAUSE_MS);
  }
  if (isConfirmed && read.corrections.isUnsettled() && !read.corrections.areEventsAhead(at.now)) {
    await write.corrections.settle(at.now);
  }
}
