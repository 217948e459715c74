import type { Db } from '../../../database/driver.ts';
import { systemClock } from '../../../kit/time/clock.ts';
import { DAY_S, HOUR_MS, MS_NS } from '../../../kit/units.ts';
import type { History } from '../history.ts';
import { PLACES } from './activity.ts';
import type { CountBack } from './count-back.ts';
import { bucketStart } from './grain.ts';

/** Rows of a day that are made anew in one step. */
const DAYS_OF_STEP = 8;
/** An hour with more messages stays as it was counted: to count it again would take the writer too long. */
const MOST_MESSAGES = 50_000;
const STEPS = 'recount_steps';

/**
 * Counts hours again whose messages got a better copy, and makes their days of them. What is counted of such an hour is read by nobody
 * meanwhile, so that a crash, or a write that fails, is no more than a beginning anew.
 */
export function recountStore(
  db: Db,
  { history, samplesOf }: { readonly history: History } & Pick<CountBack, 'samplesOf'>,
) {
  const steps = db.prepare(`SELECT value FROM counter WHERE org = 0 AND name = '${STEPS}'`);
  const stepped = db.prepare(
    `INSERT INTO counter (org, name, value) VALUES (0, '${STEPS}', 1) ON CONFLICT (org, name) DO UPDATE SET value = value + 1`,
  );
  const prunedAt = db.prepare("SELECT value FROM counter WHERE org = 0 AND name = 'log_pruned_at'");
  const countOf = db.prepare(
    `SELECT count(*) AS count FROM (SELECT 1 FROM message WHERE org = ? AND rx_time_ns >= ? AND rx_time_ns < ? LIMIT ?)`,
  );
  const stepsDone = (): number => (steps.get() as { value: number } | undefined)?.value ?? 0;

  function* recount(): Generator<void> {
    while (history.isPuttingTogether()) {
      history.mergeActivity();
      yield;
    }
    const upTo = history.sealedUpTo();
    const due = history.dueHours(upTo);
    const [first] = due;
    if (!first) return;
    const { org } = first;
    const day = bucketStart(first.startAt, DAY_S);
    const there = (prunedAt.get() as { value: number } | undefined)?.value ?? 0;
    const hours = due.filter(({ startAt }) => {
      const span = [BigInt(startAt) * MS_NS, BigInt(startAt + HOUR_MS) * MS_NS] as const;
      const { count } = countOf.get(org, ...span, MOST_MESSAGES + 1) as { count: number };
      // Its day is the sum of its hours, so all messages of the day must be there.
      return day >= there && count <= MOST_MESSAGES;
    });
    for (const { startAt } of hours) history.takeOutHour(org, startAt);
    for (const { startAt } of hours) {
      for (const samples of samplesOf(org, startAt, upTo)) {
        for (const _ of history.putActivity(upTo, samples));
        yield;
      }
    }
    while (hours.length > 0 && history.mergeSomeActivity(upTo)) yield;
    for (let place: number | undefined = org * PLACES - 1, rows = 0; hours.length > 0; ) {
      place = history.sumDayAgain(org, day, place);
      if (place === undefined) break;
      if (++rows % DAYS_OF_STEP === 0) yield;
    }
    for (const hour of due) history.hourIsRight(hour);
  }

  let present: { readonly going: Generator<void>; steps: number } | undefined;

  return {
    /** Whether hours are to be counted again whose copies are sealed. */
    isDue: (): boolean => history.activityFrom() === 0 && history.dueHours(history.sealedUpTo()).length > 0,

    /** One step. @returns whether there is more to do */
    step(): { readonly more: boolean; readonly tookMs: number } {
      const begun = systemClock.monotonic();
      // What is remembered of the step before holds only if that was stored.
      if (present?.steps !== stepsDone()) present = undefined;
      present ??= { going: recount(), steps: 0 };
      const { going } = present;
      try {
        const isOver = going.next().done === true;
        stepped.run();
        present = isOver ? undefined : { going, steps: stepsDone() };
      } catch (error) {
        present = undefined;
        throw error;
      }
      return { more: present !== undefined || this.isDue(), tookMs: systemClock.monotonic() - begun };
    },
  };
}
export type Recount = ReturnType<typeof recountStore>;
