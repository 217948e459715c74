import type { Release } from '../config/release.ts';
import type { Store } from '../domain/domain.ts';
import { CLOCK_DOUBT, TIME_FLOOR } from '../domain/installation/stored-times.ts';
import { background } from '../kit/background.ts';
import type { Log } from '../kit/log.ts';
import { momentOf } from '../kit/time/clock.ts';
import type { CredibleClock } from '../kit/time/credible-clock.ts';
import { TimeFloor } from '../upkeep/time-floor.ts';

export interface TimeOptions {
  readonly clock: CredibleClock;
  readonly log: Log;
  readonly store: Store;
  readonly release: Release;
}

/** Tells the clock what the database knows of the time, before anything else is stored, and has it remembered what becomes of it. */
export function openTime({ clock, log, store, release }: TimeOptions): TimeFloor {
  const { read, write } = store;
  const { times } = read.installation;
  const known = times();
  const time = new TimeFloor({
    clock,
    log,
    committed: known.committed,
    builtAt: release.builtAt,
    witnessed: () => times().witnessed,
    remember: floor => write.installation.setValue(TIME_FLOOR, String(Math.round(floor))),
    rememberDoubt: doubt => write.installation.setValue(CLOCK_DOUBT, doubt ? JSON.stringify(doubt) : ''),
    ahead: until => write.corrections.wereAhead(until),
    correct: correction => write.corrections.begin(correction),
    async jumped(offsetMs) {
      await write.clock.wasSet(momentOf(clock));
      const at = clock.now();
      const sourceId = read.installation.value('sc_eui') ?? '';
      const event = { org: null, sourceId, at, storedAt: at, data: { offsetMs: Math.round(offsetMs) } };
      await write.events.raise({ type: 'system.clock_jump', ...event });
    },
  });
  clock.learn(known, () => times().witnessed);
  background(write.clock.wasSet(momentOf(clock)), cause => log.error({ err: cause }, 'the clock is not looked at'));
  return time;
}
