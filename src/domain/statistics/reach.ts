import type { Scan } from '../../database/scan.ts';
import { DAY_MS, DAY_S, HOUR_MS, HOUR_S, MS_NS } from '../../kit/units.ts';
import type { Place } from '../message/activity.ts';
import {
  type ActivityRow,
  addPacked,
  addRow,
  eachCell,
  eachSums,
  endpointRow,
  noRow,
  organizationRow,
} from '../message/activity-rows.ts';
import { type Cell, type CellSums, SumsBuffer, sumsOf } from '../message/cell.ts';
import { bucketStart, type Grain } from '../message/figures.ts';
import type { History } from '../message/history.ts';
import { NO_ENDPOINT } from '../message/identity.ts';
import type { StoredMessage } from '../message/log.ts';
import type { SampleGroup, Samples } from '../message/samples.ts';
import type { Messages } from '../message/store.ts';
import type { SampleReader } from './sample-reader.ts';

/** Messages counted one by one for an hour that a window cuts; a busier hour counts as a whole. */
const MAX_COUNTED = 50_000;
/** Whole days, so that those fit into it: so much is read in one go. */
const MONTH_MS = 30 * DAY_MS;
/** Packed rows that are read between two pauses. */
const PORTION = 128;

/** Which part of the time of an organization is read, whole hours: it may be more than was asked for. */
export interface Reach {
  readonly org: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** Messages of it that are in no block, and those of hours that the window cuts. */
  readonly samples: readonly Samples[];
  /** Messages in cut hours that could not be decoded. */
  readonly failed: number;
}

/** What is told of cells; one bucket and key may come in several. The sums hold for this call only. */
export interface SumsVisit {
  sums(startAt: number, key: number, cell: CellSums): void;
  /** Where the endpoints of a cell are put; undefined: nowhere. */
  active(startAt: number, key: number): { add(endpoint: number): unknown } | undefined;
}

/** Reads activity over any window: what was counted of sealed blocks, and the rest message by message. */
export function reachReader({
  history,
  messages,
  unsealed,
  sampled,
}: { readonly history: History; readonly messages: Messages } & SampleReader) {
  /** Messages of a time range, one by one. @param before only those that stand before this place of the log */
  const read = function* (org: number, fromMs: number, toMs: number, before?: number): Scan<StoredMessage[]> {
    const range = { fromNs: BigInt(fromMs) * MS_NS, toNs: BigInt(toMs) * MS_NS };
    const rows: StoredMessage[] = [];
    for (const { item } of messages.select({ org, ...range }, { by: 'time', descending: false })) {
      if (item && (before === undefined || item.seq < before)) rows.push(item);
      yield;
    }
    return rows;
  };

  /** When the first and the last message of an hour came, and how many. */
  const extent = (org: number, hour: number, newest: readonly Samples[]) => {
    let [firstAt, lastAt, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
    const sums = new SumsBuffer();
    for (const { cells, packedAt } of history.activityIn(HOUR_S, org, 'organization', hour, hour + HOUR_MS)) {
      eachCell(cells, (_key, found, packed) => {
        sums.read(found, packed, packedAt, false);
        firstAt = Math.min(firstAt, sums.firstAt);
        lastAt = Math.max(lastAt, sums.lastAt);
        count += found;
      });
    }
    for (const samples of newest) {
      samples.grouped((owner, _key, atMs) => {
        if (owner !== org || bucketStart(atMs, HOUR_S) !== hour) return undefined;
        firstAt = Math.min(firstAt, atMs);
        lastAt = Math.max(lastAt, atMs);
        count++;
        return undefined;
      });
    }
    return { firstAt, lastAt, count };
  };

  /** The messages of a part of an hour; undefined when the hour counts as a whole. */
  const cut = function* (
    org: number,
    fromMs: number,
    toMs: number,
    newest: readonly Samples[],
    counted: number,
  ): Scan<StoredMessage[] | undefined> {
    const { firstAt, lastAt, count } = extent(org, bucketStart(fromMs, HOUR_S), newest);
    if (counted === 0 && firstAt >= fromMs && lastAt < toMs) return undefined;
    const oldest = messages.oldestRxTime(org);
    const oldestMs = oldest === undefined ? Number.POSITIVE_INFINITY : Number(oldest / MS_NS);
    // Telegrams of long ago may have been reported lately: the oldest that is there does not tell what is gone.
    if (firstAt < Math.max(oldestMs, messages.prunedAt()) || count > MAX_COUNTED) return undefined;
    return yield* read(org, fromMs, toMs);
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

    /** Prepares a window. */
    *reach(org: number, fromMs: number, toMs: number, newest: readonly Samples[]): Scan<Reach> {
      const counted = history.activityFrom();
      const parts: (readonly [from: number, to: number])[] = [];
      let first = Math.ceil(fromMs / HOUR_MS) * HOUR_MS;
      let end = bucketStart(toMs, HOUR_S);
      if (first > end) {
        parts.push([fromMs, toMs]);
        first = bucketStart(fromMs, HOUR_S);
        end = first;
      } else parts.push([fromMs, first], [end, toMs]);
      const rows: StoredMessage[] = [];
      for (const [from, to] of parts) {
        if (from >= to) continue;
        const found = yield* cut(org, from, to, newest, counted);
        if (found) for (const message of found) rows.push(message);
        else {
          first = Math.min(first, bucketStart(from, HOUR_S));
          end = Math.max(end, bucketStart(from, HOUR_S) + HOUR_MS);
        }
      }
      const samples = newest.map(own => own.within(first, end)).filter(own => !own.empty);
      if (rows.length > 0) samples.push(sampled(rows));
      if (counted > 0 && first < end) samples.push(sampled(yield* read(org, first, end, counted), counted));
      const failed = rows.filter(({ decodeStatus }) => decodeStatus === 'failed').length;
      return { org, fromMs: first, toMs: end, samples, failed };
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
      const { org, fromMs, toMs } = reach;
      const found = new Map<number, ActivityRow>();
      const rowAt = (slot: number) => {
        const row = found.get(slot) ?? noRow();
        found.set(slot, row);
        return row;
      };
      const wanted = (key: number) => endpoint === undefined || Math.floor(key / 2) === endpoint;
      for (const [size, from, to] of pieces(fromMs, toMs, grain)) {
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
      const { org, fromMs, toMs } = reach;
      for (const [size, from, to] of pieces(fromMs, toMs, grain)) {
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
    *organizationSums(reach: Reach, grain: Grain, visit: SumsVisit): Scan<void> {
      const { org, fromMs, toMs } = reach;
      for (const [size, from, to] of pieces(fromMs, toMs, grain)) {
        for (const rows of history.activitySumsIn(size, org, 'organization', from, to)) {
          yield;
          for (const [at, { startAt, packedAt, cells }] of rows.entries()) {
            if (at % PORTION === PORTION - 1) yield;
            eachSums(
              cells,
              packedAt,
              (key, sums) => visit.sums(startAt, key, sums),
              key => visit.active(startAt, key),
            );
          }
        }
      }
      for (const [own, startAt, group] of groupsOf(
        reach,
        () => true,
        at => at,
      )) {
        const { cells, active } = organizationRow(own, group);
        for (const [key, cell] of cells) visit.sums(startAt, key, sumsOf(cell));
        for (const [key, ids] of active) {
          const into = visit.active(startAt, key);
          for (const id of ids) into?.add(id);
        }
      }
    },

    /** How many messages an organization has, bucket by bucket. */
    *counts(reach: Reach, grain: Grain, visit: (startAt: number, key: number, messages: number) => void): Scan<void> {
      const { org, fromMs, toMs } = reach;
      for (const [size, from, to] of pieces(fromMs, toMs, grain)) {
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
      yield* this.organizationSums(reach, DAY_S, {
        sums(_startAt, _key, { stations }) {
          for (const { station, receptions } of stations) visit(station, receptions);
        },
        active: () => undefined,
      });
    },

    /** How many messages each endpoint has. One may come in several. */
    *endpointCounts(reach: Reach, grain: Grain, visit: (key: number, messages: number) => void): Scan<void> {
      const { org, fromMs, toMs } = reach;
      for (const [size, from, to] of pieces(fromMs, toMs, grain)) {
        for (const rows of history.activitySumsIn(size, org, 'endpoints', from, to)) {
          yield;
          for (const [at, { cells }] of rows.entries()) {
            if (at % PORTION === PORTION - 1) yield;
            eachCell(cells, visit);
          }
        }
      }
      const known = (key: number) => Math.floor(key / 2) !== NO_ENDPOINT;
      for (const [own, , { messages: all }] of groupsOf(reach, known, () => 0)) {
        for (const [key, count] of own.countsOf(all)) visit(key, count);
      }
    },

    /**
     * The sums of endpoints.
     * @param endpoint row id of one; undefined: all
     * @param withStations by which stations as well
     */
    *endpointSums(
      reach: Reach,
      grain: Grain,
      endpoint: number | undefined,
      withStations: boolean,
      visit: SumsVisit['sums'],
    ): Scan<void> {
      const { org, fromMs, toMs } = reach;
      const wanted = (key: number) => endpoint === undefined || Math.floor(key / 2) === endpoint;
      const place: Place = endpoint ?? 'endpoints';
      const sums = new SumsBuffer();
      for (const [size, from, to] of pieces(fromMs, toMs, grain)) {
        for (const rows of history.activitySumsIn(size, org, place, from, to)) {
          yield;
          for (const [at, { startAt, packedAt, cells }] of rows.entries()) {
            if (at % PORTION === PORTION - 1) yield;
            eachCell(cells, (key, count, packed) => {
              if (!wanted(key)) return;
              sums.read(count, packed, packedAt, withStations);
              visit(startAt, key, sums);
            });
          }
        }
      }
      const known = (key: number) => Math.floor(key / 2) !== NO_ENDPOINT && wanted(key);
      for (const [own, startAt, group] of groupsOf(reach, known, at => at)) {
        for (const [key, cell] of endpointRow(own, group).cells) visit(startAt, key, sumsOf(cell));
        yield;
      }
    },
  };
}

export type ReachReader = ReturnType<typeof reachReader>;

/** Whole hours as few rows as possible, and never more than a month of them at once. */
function* pieces(fromMs: number, toMs: number, grain: Grain): Generator<readonly [Grain, number, number]> {
  const firstDay = Math.ceil(fromMs / DAY_MS) * DAY_MS;
  const lastDay = bucketStart(toMs, DAY_S);
  const hours = grain === HOUR_S || firstDay >= lastDay;
  const all: (readonly [Grain, number, number])[] = hours
    ? [[HOUR_S, fromMs, toMs]]
    : [
        [HOUR_S, fromMs, firstDay],
        [DAY_S, firstDay, lastDay],
        [HOUR_S, lastDay, toMs],
      ];
  for (const [size, start, end] of all) {
    for (let at = start; at < end; at += MONTH_MS) yield [size, at, Math.min(at + MONTH_MS, end)];
  }
}
