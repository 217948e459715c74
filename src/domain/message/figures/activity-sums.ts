import { DAY_MS, DAY_S, HOUR_S } from '../../../kit/units.ts';
import type { Activity, PackedRow, Place } from './activity.ts';
import { withoutDistributions } from './activity-rows.ts';
import type { ChangedHours } from './changed-hours.ts';
import { bucketStart, type Grain } from './grain.ts';
import { bytesOf, keptSums } from './kept-sums.ts';

/** About what 1,000 endpoints and 16 stations need for 90 days of 100 messages a day each, hour by hour. */
const MOST_BYTES = 16 * 1024 * 1024;
/** What a row takes beside its cells, about. */
const ROW_BYTES = 256;
/** What is read in one go. */
const MONTH_MS = 30 * DAY_MS;

/** A day that nobody has asked for so many times may go when there is no room left. */
const IDLE_TURNS = 64;

/** Times, [fromMs, toMs). */
export type Span = readonly [fromMs: number, toMs: number];

interface Day {
  readonly startAt: number;
  readonly rows: PackedRow[];
  readonly bytes: number;
  /** When it was asked for last. */
  turn: number;
}

/**
 * Rows of activity without their distributions, whole days of which stay in memory: a page of analytics asks for the same days a dozen
 * times, and reading them is most of the work. When more is sealed, only the days that have more in them are read again.
 */
export function activitySums({
  activityIn,
  activityFrom,
  sealedUpTo,
  changedSince,
  hoursRevision,
  mostBytes = MOST_BYTES,
}: Pick<Activity, 'activityIn' | 'activityFrom'> &
  Pick<ChangedHours, 'hoursRevision'> & {
    sealedUpTo(): number;
    /** The time of what was sealed behind a place of the log; undefined: any. */
    changedSince(place: number): readonly Span[] | undefined;
    readonly mostBytes?: number;
  }) {
  /** By what they are of, and day. */
  const days = new Map<string, Day>();
  let bytes = 0;
  let turn = 0;
  /** What the days hold is as it was, at least, when the log was sealed and counted so far. */
  let [sealed, counted, again] = [0, 0, 0];

  const forget = (gone: (day: Day) => boolean): void => {
    for (const [name, day] of days) {
      if (!gone(day)) continue;
      days.delete(name);
      bytes -= day.bytes;
    }
  };

  /** Forgets what is not as it was. */
  const refresh = (): void => {
    const [sealedNow, countedNow, againNow] = [sealedUpTo(), activityFrom(), hoursRevision().recounted];
    if (sealedNow === sealed && countedNow === counted && againNow === again) return;
    const changed = countedNow === counted && againNow === again ? changedSince(sealed) : undefined;
    const isChanged = ({ startAt }: Day) => changed?.some(([from, to]) => startAt < to && startAt + DAY_MS > from);
    // That rows are put together changes no sum, but makes them fewer.
    forget(day => day.rows.some(({ pending }) => pending) || (isChanged(day) ?? true));
    [sealed, counted, again] = [sealedNow, countedNow, againNow];
  };

  /** Reads days and keeps them, as many as there is room for. */
  const load = (grain: Grain, org: number, place: Place, fromMs: number, toMs: number): PackedRow[] => {
    // Before they are read: what is sealed meanwhile is in them, and read again.
    refresh();
    const rows = activityIn(grain, org, place, fromMs, toMs).map(row => ({
      ...row,
      cells: withoutDistributions(row.cells),
      // Those of an organization are few.
      ...(place === 'endpoints' ? { kept: keptSums(row.cells) } : {}),
    }));
    const found = new Map<number, PackedRow[]>();
    for (let day = fromMs; day < toMs; day += DAY_MS) found.set(day, []);
    for (const row of rows) found.get(bucketStart(row.startAt, DAY_S))?.push(row);
    for (const [startAt, ofDay] of found) {
      const size = ofDay.reduce((sum, row) => sum + sizeOf(row), ROW_BYTES);
      if (bytes + size > mostBytes) forget(day => day.turn < turn - IDLE_TURNS);
      if (bytes + size > mostBytes) break;
      bytes += size;
      days.set(nameOf(grain, org, place, startAt), { startAt, rows: ofDay, bytes: size, turn });
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
      refresh();
      turn++;
      for (let day = firstDay; day < lastDay; ) {
        const known = days.get(nameOf(grain, org, place, day));
        if (known) {
          known.turn = turn;
          yield known.rows;
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

const sizeOf = ({ cells, kept }: PackedRow): number => cells.length + (kept ? bytesOf(kept) : 0) + ROW_BYTES;

const nameOf = (grain: Grain, org: number, place: Place, day: number) => `${grain} ${org} ${place} ${day}`;
