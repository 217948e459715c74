import { type Walk, walks } from '../../../src/domain/retention/retention-rows.ts';
import { credibleMs } from '../../../src/kit/time/clock.ts';
import { momentAt } from '../../peers/time.ts';
import type { TestLog } from '../message/log-store.ts';

const STEPS = 100_000;
const maybe = (ms: number | undefined) => (ms === undefined ? undefined : credibleMs(ms));

/** Everything that is old goes, as the job does it. @returns messages that are gone */
export function pruneLog(
  log: TestLog,
  aim: { until?: number; deliveredUntil?: number; floor?: number; now: number },
  seen?: () => void,
): number {
  const { floor = 0, until, deliveredUntil, now } = aim;
  const given = { until: maybe(until), deliveredUntil: maybe(deliveredUntil), floor, at: momentAt(now) };
  let messages = 0;
  for (let steps = 0; steps < STEPS; steps++) {
    const step = log.db.atomic(() => log.stores.retention.messages(given));
    messages += step.messages;
    seen?.();
    if (!step.more) return messages;
  }
  throw new Error('it never ends');
}

/** @returns rows that are gone */
export function pruneRows(
  log: TestLog,
  until: number,
  more: {
    auditUntil?: number;
    presenceUntil?: number;
    hoursUntil?: number;
    valueHoursUntil?: number;
    roomNeeded?: true;
    now?: number;
    only?: Walk;
  } = {},
): number {
  const { auditUntil = 0, presenceUntil = until, hoursUntil, valueHoursUntil, roomNeeded, now = until, only } = more;
  const ages = { trafficUntil: credibleMs(until), eventsUntil: credibleMs(until), auditUntil: credibleMs(auditUntil) };
  const others = { presenceUntil: maybe(presenceUntil), hoursUntil: maybe(hoursUntil) };
  const limits = { ...ages, ...others, valueHoursUntil: maybe(valueHoursUntil), roomNeeded, at: momentAt(now) };
  let removed = 0;
  for (const walk of only ? [only] : walks) {
    let after = 0;
    for (let steps = 0; ; steps++) {
      const step = log.db.atomic(() => log.stores.retention.rows(walk, after, limits));
      removed += step.removed;
      after = step.after;
      if (!step.more) break;
      if (steps > STEPS) throw new Error('it never ends');
    }
  }
  return removed;
}

/** Lists of messages and stations, each with what counts it; `whole` compares both with the rows themselves. */
export function disagreements(log: TestLog, endpoints: number, stations: number, whole: boolean): string[] {
  const { messages } = log.stores;
  const wrong: string[] = [];
  const rows = messages.after(0, 1_000_000).filter(({ org }) => org === 1);
  const by = { by: 'time', descending: true } as const;
  const compare = (what: string, count: number, listed: number, plain: number | undefined) => {
    if (count !== listed) wrong.push(`${what}: ${count} counted, ${listed} listed`);
    if (plain !== undefined && listed !== plain) wrong.push(`${what}: ${listed} listed, ${plain} there`);
  };
  compare('all', messages.count({ org: 1 }), messages.page({ org: 1 }, by, 1_000_000).rows.length, rows.length);
  for (let endpoint = 1; endpoint <= endpoints; endpoint++) {
    const query = { org: 1, endpoint };
    const plain = rows.filter(row => row.endpoint === endpoint).length;
    const listed = messages.page(query, by, 1_000_000).rows.length;
    compare(`endpoint ${endpoint}`, messages.count(query), listed, whole ? plain : undefined);
  }
  for (let station = 1; station <= stations; station++) {
    const query = { org: 1, station };
    const plain = rows.filter(row => row.receptions.some(copy => copy.station === station)).length;
    const listed = messages.stationPage(query, true, 1_000_000).rows.length;
    compare(`station ${station}`, messages.stationCount(query), listed, whole ? plain : undefined);
    compare(
      `messages of station ${station}`,
      messages.count(query),
      messages.page(query, by, 1_000_000).rows.length,
      whole ? plain : undefined,
    );
  }
  return wrong;
}
