import { DAY_MS, DAY_S, HOUR_S } from '../../kit/units.ts';
import type { Activity, PackedRow, Place } from './activity.ts';
import { withoutDistributions } from './activity-rows.ts';
import { bucketStart, type Grain } from './figures.ts';

/** About what 1,000 endpoints and 16 stations need for 90 days. */
const MOST_BYTES = 8 * 1024 * 1024;
/** What a row takes beside its cells, about. */
const ROW_BYTES = 256;
/** What is read in one go. */
const MONTH_MS = 30 * DAY_MS;

interface Kept {
  /** What the rows are of: as long as nothing more is counted, they hold. That pending rows are put together changes no sum. */
  readonly sealedUpTo: number;
  readonly activityFrom: number;
  /** By what they are of, and day. */
  readonly days: Map<string, PackedRow[]>;
  bytes: number;
}

/**
 * Rows of activity without their distributions, whole days of which stay in memory until more is sealed: a page of analytics asks for the
 * same days a dozen times, and reading them is most of the work.
 */
export function activitySums({
  activityIn,
  activityFrom,
  sealedUpTo,
  mostBytes = MOST_BYTES,
}: Pick<Activity, 'activityIn' | 'activityFrom'> & { sealedUpTo(): number; readonly mostBytes?: number }) {
  let kept: Kept = { sealedUpTo: 0, activityFrom: 0, days: new Map(), bytes: 0 };

  const present = (): Kept => {
    const now = { sealedUpTo: sealedUpTo(), activityFrom: activityFrom() };
    if (kept.sealedUpTo !== now.sealedUpTo || kept.activityFrom !== now.activityFrom) {
      kept = { ...now, days: new Map(), bytes: 0 };
    }
    return kept;
  };

  /** Reads days and keeps them, as many as there is room for. */
  const load = (grain: Grain, org: number, place: Place, fromMs: number, toMs: number): PackedRow[] => {
    const into = present();
    const rows = activityIn(grain, org, place, fromMs, toMs).map(({ startAt, packedAt, cells }) => ({
      startAt,
      packedAt,
      cells: withoutDistributions(cells, packedAt),
    }));
    const days = new Map<number, PackedRow[]>();
    for (let day = fromMs; day < toMs; day += DAY_MS) days.set(day, []);
    for (const row of rows) days.get(bucketStart(row.startAt, DAY_S))?.push(row);
    for (const [day, ofDay] of days) {
      const bytes = ofDay.reduce((sum, { cells }) => sum + cells.length + ROW_BYTES, ROW_BYTES);
      if (into.bytes + bytes > mostBytes) break;
      into.bytes += bytes;
      into.days.set(nameOf(grain, org, place, day), ofDay);
    }
    return rows;
  };

  return {
    /** What `activityIn` reads, a part of it at a time; of its cells only sums and counts can be read. */
    *activitySumsIn(grain: Grain, org: number, place: Place, fromMs: number, toMs: number): Generator<PackedRow[]> {
      const firstDay = Math.ceil(fromMs / DAY_MS) * DAY_MS;
      const lastDay = bucketStart(toMs, DAY_S);
      // Hours of all endpoints are three times as much as there is room for, and one endpoint is read in no time.
      const kind = grain === HOUR_S ? place === 'organization' : typeof place !== 'number';
      if (!kind || firstDay >= lastDay) {
        for (let at = fromMs; at < toMs; at += MONTH_MS) {
          yield activityIn(grain, org, place, at, Math.min(at + MONTH_MS, toMs));
        }
        return;
      }
      if (fromMs < firstDay) yield activityIn(grain, org, place, fromMs, firstDay);
      const { days } = present();
      for (let day = firstDay; day < lastDay; ) {
        const known = days.get(nameOf(grain, org, place, day));
        if (known) {
          yield known;
          day += DAY_MS;
          continue;
        }
        let end = day + DAY_MS;
        while (end < lastDay && end - day < MONTH_MS && !days.has(nameOf(grain, org, place, end))) end += DAY_MS;
        yield load(grain, org, place, day, end);
        day = end;
      }
      if (lastDay < toMs) yield activityIn(grain, org, place, lastDay, toMs);
    },
  };
}

const nameOf = (grain: Grain, org: number, place: Place, day: number) => `${grain} ${org} ${place} ${day}`;
