import type { Scan } from '../../database/scan.ts';
import { DAY_S, HOUR_MS, HOUR_S, MS_NS } from '../../kit/units.ts';
import type { Place } from '../message/figures/activity.ts';
import {
  type ActivityRow,
  addPacked,
  addRow,
  eachCell,
  eachSums,
  endpointRow,
  type IdList,
  noRow,
  ORGANIZATION,
  organizationRow,
} from '../message/figures/activity-rows.ts';
import type { Cell } from '../message/figures/cell.ts';
import { type CellSums, SumsBuffer, type SumsDetail } from '../message/figures/cell-sums.ts';
import type { CountedRows } from '../message/figures/counted-rows.ts';
import { bucketStart, type Grain } from '../message/figures/grain.ts';
import { eachAsked } from '../message/figures/kept-sums.ts';
import { sumsOfGroup } from '../message/figures/sample-sums.ts';
import { type SampleGroup, Samples, STATIONS } from '../message/figures/samples.ts';
import type { History } from '../message/history.ts';
import { NO_ENDPOINT } from '../message/identity.ts';
import type { Messages } from '../message/message-store.ts';
import { pieces, spans } from './counted-time.ts';
import type { CutHours, PartHour } from './cut-hours.ts';
import type { SampleReader } from './sample-reader.ts';

/** Messages counted one by one for an hour that a window cuts; a busier hour counts as a whole. */
const MAX_COUNTED = 50_000;
/** Packed rows that are read between two pauses. */
const PORTION = 128;

/** A window of an organization, or of the stations (`STATIONS`), [fromMs, toMs). */
export interface ReachQuery {
  readonly org: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** What no block holds yet. */
  readonly newest: readonly Samples[];
  /** Row id of the only one that will be asked for; of stations, one always is. */
  readonly endpoint?: number | undefined;
}

/** Which part of the time of an organization is read, whole hours: it may be more than was asked for. */
export interface Reach {
  readonly org: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** Messages of it that are in no block, and those of hours that the window cuts. */
  readonly samples: readonly Samples[];
  /** The parts of hours that are read message by message: outside of that time, or hours that are left out of it. */
  readonly parts: readonly PartHour[];
  /** Hours of that time of which not what is counted is read, but their messages. */
  readonly leftOut: readonly number[];
}

/** What is told of cells; one bucket and key may come in several. The sums hold for this call only. */
export type SumsVisit = (startAt: number, key: number, cell: CellSums) => void;
/** Row ids of whose sums are asked for; undefined: all. What a visit is told of may be more than what the stations have heard. */
export interface SumsOf {
  readonly endpoints?: ReadonlySet<number> | undefined;
  readonly stations?: ReadonlySet<number> | undefined;
}

/** Likewise, with the endpoints that sent its messages. */
export type OrganizationVisit = (startAt: number, key: number, cell: CellSums, active: IdList) => void;

/** Reads activity over any window: what was counted of sealed blocks, and the rest message by message. */
export function reachReader({
  history,
  messages,
  counted,
  unsealed,
  unsealedOf,
  addSamples,
  cutHours,
}: {
  readonly history: History;
  readonly messages: Messages;
  readonly counted: CountedRows;
  readonly cutHours: CutHours;
} & SampleReader) {
  /** Counts messages of a time range one by one, those that stand before a place of the log. */
  const readBefore = function* (
    { org, endpoint }: Pick<ReachQuery, 'org' | 'endpoint'>,
    fromMs: number,
    toMs: number,
    before: number,
  ): Scan<Samples> {
    const found = new Samples();
    for (const rows of counted.between(org, fromMs, toMs, endpoint)) {
      const old = rows.filter(({ seq }) => seq < before);
      addSamples(found, old, before);
      yield;
    }
    return found;
  };

  /** When the first and the last message of an hour came, and how many. */
  const extent = ({ org, endpoint, newest }: ReachQuery, hour: number) => {
    let [firstAt, lastAt, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
    const sums = new SumsBuffer();
    const isOf = (key: number) => endpoint === undefined || Math.floor(key / 2) === endpoint;
    for (const { cells, packedAt } of history.activityIn(
      HOUR_S,
      org,
      endpoint ?? 'organization',
      hour,
      hour + HOUR_MS,
    )) {
      eachCell(cells, (key, found, packed) => {
        if (!isOf(key)) return;
        sums.read(found, packed, packedAt, 'cell');
        firstAt = Math.min(firstAt, sums.firstAt);
        lastAt = Math.max(lastAt, sums.lastAt);
        count += found;
      });
    }
    for (const samples of newest) {
      samples.grouped((owner, key, atMs) => {
        if (owner !== org || !isOf(key) || bucketStart(atMs, HOUR_S) !== hour) return undefined;
        firstAt = Math.min(firstAt, atMs);
        lastAt = Math.max(lastAt, atMs);
        count++;
        return undefined;
      });
    }
    return { firstAt, lastAt, count };
  };

  /** Likewise of an hour that has changed since it was counted. */
  const changedPart = (org: number, hour: number, fromMs: number, toMs: number): PartHour | undefined => {
    if (hour < messages.prunedAt()) return undefined;
    const count = counted.countUpTo(org, hour, hour + HOUR_MS, MAX_COUNTED + 1);
    return count <= MAX_COUNTED ? { fromMs, toMs, ofHour: count } : undefined;
  };

  /** A part of an hour that is counted message by message; undefined: it counts as the whole hour. */
  const partOf = (query: ReachQuery, fromMs: number, toMs: number, uncounted: number): PartHour | undefined => {
    const [changed] = history.changedHours(query.org, bucketStart(fromMs, HOUR_S), toMs);
    if (changed !== undefined) return changedPart(query.org, changed, fromMs, toMs);
    const { firstAt, lastAt, count } = extent(query, bucketStart(fromMs, HOUR_S));
    if (uncounted === 0 && firstAt >= fromMs && lastAt < toMs) return undefined;
    const oldest = messages.oldestRxTime(query.org === STATIONS ? undefined : query.org);
    const oldestMs = oldest === undefined ? Number.POSITIVE_INFINITY : Number(oldest / MS_NS);
    // Telegrams of long ago may have been reported lately: the oldest that is there does not tell what is gone.
    const isThere = firstAt >= Math.max(oldestMs, messages.prunedAt());
    return isThere && count <= MAX_COUNTED ? { fromMs, toMs, ofHour: count } : undefined;
  };

  /** The whole hours of a window, and the parts of others. */
  const cutUp = (query: ReachQuery, uncounted: number) => {
    const { fromMs, toMs } = query;
    const asked: (readonly [from: number, to: number])[] = [];
    let first = Math.ceil(fromMs / HOUR_MS) * HOUR_MS;
    let end = bucketStart(toMs, HOUR_S);
    if (first > end) {
      asked.push([fromMs, toMs]);
      first = bucketStart(fromMs, HOUR_S);
      end = first;
    } else asked.push([fromMs, first], [end, toMs]);
    const parts: PartHour[] = [];
    for (const [from, to] of asked) {
      if (from >= to) continue;
      const part = partOf(query, from, to, uncounted);
      if (part) parts.push(part);
      else {
        first = Math.min(first, bucketStart(from, HOUR_S));
        end = Math.max(end, bucketStart(from, HOUR_S) + HOUR_MS);
      }
    }
    const leftOut: number[] = [];
    for (const hour of history.changedHours(query.org, first, end)) {
      const part = changedPart(query.org, hour, hour, hour + HOUR_MS);
      if (!part) continue;
      parts.push(part);
      leftOut.push(hour);
    }
    return { first, end, parts, leftOut };
  };

  /** Groups of samples by bucket. */
  const groupsOf = function* (
    { org, samples }: Reach,
    wanted: (key: number) => boolean,
    slotOf: (startAt: number) => number,
  ): Generator<readonly [own: Samples, slot: number, group: SampleGroup]> {
    for (const own of samples) {
      const groups = own.grouped((owner, key, atMs) =>
        owner === org && wanted(key) ? slotOf(bucketStart(atMs, HOUR_S)) : undefined,
      );
      for (const [slot, group] of groups) yield [own, slot, group];
    }
  };

  return {
    /** What no block holds yet, for several windows of one answer. */
    unsealed,
    unsealedOf,

    /** Prepares a window. */
    *reach(query: ReachQuery): Scan<Reach> {
      const { org, newest, endpoint } = query;
      // What stations received has been counted by every release.
      const uncounted = org === STATIONS ? 0 : history.activityFrom();
      const { first, end, parts, leftOut } = cutUp(query, uncounted);
      const whole = spans({ fromMs: first, toMs: end, leftOut });
      const samples = whole.flatMap(([from, to]) => newest.map(own => own.within(from, to)));
      for (const part of parts) {
        if (org !== STATIONS) samples.push(yield* cutHours.within(org, part, endpoint));
        else samples.push(...(yield* cutHours.received(endpoint ?? 0, part, newest)));
      }
      if (uncounted > 0) for (const [from, to] of whole) samples.push(yield* readBefore(query, from, to, uncounted));
      return { org, fromMs: first, toMs: end, samples: samples.filter(own => !own.empty), parts, leftOut };
    },

    /** How many messages a window has, and how many of them used a counter again. */
    *messageCount(query: Omit<ReachQuery, 'endpoint'>): Scan<{ readonly count: number; readonly duplicates: number }> {
      const { org, newest } = query;
      const uncounted = history.activityFrom();
      const { first, end, parts, leftOut } = cutUp(query, uncounted);
      const whole = spans({ fromMs: first, toMs: end, leftOut });
      const samples = whole.flatMap(([from, to]) => newest.map(own => own.within(from, to))).filter(own => !own.empty);
      const found = { count: 0, duplicates: 0 };
      yield* this.counts(
        { org, fromMs: first, toMs: end, samples, parts, leftOut },
        DAY_S,
        (_startAt, key, messages) => {
          found.count += messages;
          if (key % 2 === 1) found.duplicates += messages;
        },
      );
      const read = parts.map(part => counted.countBetween(org, part.fromMs, part.toMs));
      if (uncounted > 0) for (const [from, to] of whole) read.push(counted.countBetween(org, from, to, uncounted));
      for (const { count, duplicates } of read) {
        found.count += count;
        found.duplicates += duplicates;
      }
      return found;
    },

    /**
     * Whole cells, put together by bucket.
     * @param endpoint row id of one; undefined: those of the organization
     * @param slotOf the bucket that an hour or day belongs to
     */
    *rows(
      reach: Reach,
      grain: Grain,
      endpoint: number | undefined,
      slotOf: (startAt: number) => number,
    ): Scan<Map<number, ActivityRow>> {
      const { org } = reach;
      const found = new Map<number, ActivityRow>();
      const rowAt = (slot: number) => {
        const row = found.get(slot) ?? noRow();
        found.set(slot, row);
        return row;
      };
      const wanted = (key: number) => endpoint === undefined || Math.floor(key / 2) === endpoint;
      for (const [size, from, to] of pieces(reach, grain)) {
        const rows = history.activityIn(size, org, endpoint ?? 'organization', from, to);
        for (const [at, { startAt, packedAt, cells }] of rows.entries()) {
          if (at % PORTION === 0) yield;
          addPacked(rowAt(slotOf(startAt)), cells, packedAt, wanted);
        }
      }
      for (const [own, slot, group] of groupsOf(reach, wanted, slotOf)) {
        addRow(rowAt(slot), endpoint === undefined ? organizationRow(own, group) : endpointRow(own, group));
      }
      return found;
    },

    /** Whole cells of all endpoints; those of one key come in several. */
    *endpointCells(reach: Reach, grain: Grain, visit: (key: number, cell: Cell) => void): Scan<void> {
      const { org } = reach;
      for (const [size, from, to] of pieces(reach, grain)) {
        for (const { packedAt, cells } of history.activityIn(size, org, 'endpoints', from, to)) {
          const row = noRow();
          addPacked(row, cells, packedAt);
          for (const [key, cell] of row.cells) visit(key, cell);
          yield;
        }
      }
      for (const [own, , group] of groupsOf(
        reach,
        key => Math.floor(key / 2) !== NO_ENDPOINT,
        () => 0,
      )) {
        for (const [key, cell] of endpointRow(own, group).cells) visit(key, cell);
        yield;
      }
    },

    /** The sums of an organization, bucket by bucket. */
    *organizationSums(reach: Reach, grain: Grain, detail: SumsDetail, visit: OrganizationVisit): Scan<void> {
      const { org } = reach;
      const sums = new SumsBuffer();
      for (const [size, from, to] of pieces(reach, grain)) {
        for (const rows of history.activitySumsIn(size, org, 'organization', from, to)) {
          yield;
          for (const [at, { startAt, packedAt, cells }] of rows.entries()) {
            if (at % PORTION === PORTION - 1) yield;
            eachSums(cells, packedAt, sums, detail, (key, cell, active) => visit(startAt, key, cell, active));
          }
        }
      }
      for (const [own, startAt, group] of groupsOf(
        reach,
        () => true,
        at => at,
      )) {
        const endpoints = own.endpointsOf(group);
        for (const [key, cell] of sumsOfGroup(own, group, each => ORGANIZATION + (each % 2))) {
          const ids = endpoints.get(key % 2) ?? new Set<number>();
          const addTo = (into: { add(id: number): unknown }) => {
            for (const id of ids) into.add(id);
          };
          visit(startAt, key, cell, { count: ids.size, addTo });
        }
      }
    },

    /** How many messages an organization has, bucket by bucket. */
    *counts(reach: Reach, grain: Grain, visit: (startAt: number, key: number, messages: number) => void): Scan<void> {
      const { org } = reach;
      for (const [size, from, to] of pieces(reach, grain)) {
        for (const rows of history.activitySumsIn(size, org, 'organization', from, to)) {
          yield;
          for (const { startAt, cells } of rows) eachCell(cells, (key, found) => visit(startAt, key, found));
        }
      }
      for (const [own, startAt, { messages: all }] of groupsOf(
        reach,
        () => true,
        at => at,
      )) {
        for (const [key, count] of own.countsOf(all)) visit(startAt, key, count);
      }
    },

    /** How many messages of an organization each station received. One may come in several. */
    *stationReceptions(reach: Reach, visit: (station: number, receptions: number) => void): Scan<void> {
      yield* this.organizationSums(reach, DAY_S, 'counts', (_startAt, _key, { stations }) => {
        for (const { station, receptions } of stations) visit(station, receptions);
      });
    },

    /** How many messages each endpoint has. One may come in several. */
    *endpointCounts(reach: Reach, grain: Grain, visit: (key: number, messages: number) => void): Scan<void> {
      const { org } = reach;
      for (const [size, from, to] of pieces(reach, grain)) {
        for (const rows of history.activitySumsIn(size, org, 'endpoints', from, to)) {
          yield;
          for (const [at, { cells, kept }] of rows.entries()) {
            if (at % PORTION === PORTION - 1) yield;
            eachCell(kept?.counts ?? cells, visit);
          }
        }
      }
      const known = (key: number) => Math.floor(key / 2) !== NO_ENDPOINT;
      for (const [own, , { messages: all }] of groupsOf(reach, known, () => 0)) {
        for (const [key, count] of own.countsOf(all)) visit(key, count);
      }
    },

    /** The sums of endpoints. */
    *endpointSums(reach: Reach, grain: Grain, of: SumsOf, detail: SumsDetail, visit: SumsVisit): Scan<void> {
      const { org } = reach;
      const { endpoints, stations } = of;
      const wanted = (key: number) => endpoints === undefined || endpoints.has(Math.floor(key / 2));
      const [only] = endpoints ?? [];
      const place: Place = endpoints?.size === 1 && only !== undefined ? only : 'endpoints';
      const asked = { detail, wanted, stations };
      const sums = new SumsBuffer();
      for (const [size, from, to] of pieces(reach, grain)) {
        for (const rows of history.activitySumsIn(size, org, place, from, to)) {
          yield;
          for (const [at, row] of rows.entries()) {
            if (at % PORTION === PORTION - 1) yield;
            // Read once: it is a number of a size that takes an object of its own each time.
            const { startAt } = row;
            eachAsked(row, asked, sums, key => visit(startAt, key, sums));
          }
        }
      }
      const known = (key: number) => Math.floor(key / 2) !== NO_ENDPOINT && wanted(key);
      for (const [own, startAt, group] of groupsOf(reach, known, at => at)) {
        for (const [key, sums] of sumsOfGroup(own, group)) visit(startAt, key, sums);
        yield;
      }
    },
  };
}

export type ReachReader = ReturnType<typeof reachReader>;
