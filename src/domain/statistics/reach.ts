import type { Scan } from '../../database/scan.ts';
import { DAY_MS, DAY_S, HOUR_MS, HOUR_S, MS_NS } from '../../kit/units.ts';
import { endpointRow, organizationRow, type Place } from '../message/activity.ts';
import { type ActivityRow, addPacked, addRow, eachCell, noRow } from '../message/activity-rows.ts';
import { type CellSums, sumsOf, unpackSums } from '../message/cell.ts';
import { bucketStart, type Grain } from '../message/figures.ts';
import { unpackFlags } from '../message/flags.ts';
import type { History } from '../message/history.ts';
import { NO_ENDPOINT } from '../message/identity.ts';
import type { StoredMessage } from '../message/log.ts';
import { type SampleOwner, Samples } from '../message/samples.ts';
import { sampleLate, sampleMessage } from '../message/sampling.ts';
import type { Messages } from '../message/store.ts';

/** Messages counted one by one for an hour that a window cuts; a busier hour counts as a whole. */
const MAX_COUNTED = 50_000;
/** Whole days, so that those fit into it: so much is read in one go. */
const MONTH_MS = 30 * DAY_MS;
/** Packed rows that are read between two pauses. */
const PORTION = 256;

/** A window over the activity of an organization: whole hours, which may be more than was asked for, and messages one by one. */
export interface Reach {
  readonly org: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** Of the unsealed part of the log, where they are in whole hours, and of hours that the window cuts. */
  readonly samples: readonly Samples[];
  /** Messages in cut hours that could not be decoded. */
  readonly failed: number;
}

/** What is asked of a window, cell by cell; one bucket and key may come in several. */
export type CellVisit = (startAt: number, key: number, cell: CellSums) => void;

/** Reads activity over any window: what was counted of sealed blocks, and the rest message by message. */
export function reachReader({ history, messages }: { readonly history: History; readonly messages: Messages }) {
  const unsealed = function* (): Scan<Samples> {
    const { lines, lateLines } = messages.consistent(() => ({
      lines: messages.unsealed(),
      lateLines: messages.unsealedLateLines(),
    }));
    const rows: StoredMessage[] = [];
    for (const message of lines) {
      if (message) rows.push(message);
      else yield;
    }
    const samples = new Samples();
    sampleAll(samples, rows, 0);
    for (const { message, station } of lateLines) sampleLate(samples, ownerOf(message), message.receptions, station);
    return samples;
  };

  /** @param counted what came of late before this place of the log is counted */
  const sampleAll = (samples: Samples, rows: readonly StoredMessage[], counted: number): void => {
    const first = rows.reduce((low, { seq }) => Math.min(low, seq), Number.MAX_SAFE_INTEGER);
    const last = rows.reduce((high, { seq }) => Math.max(high, seq), 0);
    if (last === 0) return;
    const late = messages.lateStations(first, last);
    const later = counted > 0 ? messages.lateStations(first, last, counted) : undefined;
    for (const message of rows) {
      const { seq, receptions, skipped } = message;
      const lateHere = late.get(seq);
      const laterHere = later?.get(seq);
      const visible = lateHere ? receptions.filter(({ station }) => !lateHere.has(station)) : receptions;
      const here = laterHere ? receptions.filter(({ station }) => !laterHere.has(station)) : receptions;
      sampleMessage(samples, ownerOf(message), here, skipped, visible);
    }
  };

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
  const extent = (org: number, hour: number, newest: Samples) => {
    const row = noRow();
    const sealed = history.activityIn(HOUR_S, org, 'organization', hour, hour + HOUR_MS);
    for (const { cells, packedAt } of sealed) addPacked(row, cells, packedAt);
    const groups = newest.grouped((owner, _key, atMs) =>
      owner === org && bucketStart(atMs, HOUR_S) === hour ? hour : undefined,
    );
    for (const group of groups.values()) addRow(row, organizationRow(newest, group));
    let [firstAt, lastAt, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
    for (const cell of row.cells.values()) {
      firstAt = Math.min(firstAt, cell.firstAt);
      lastAt = Math.max(lastAt, cell.lastAt);
      count += cell.messages;
    }
    return { firstAt, lastAt, count };
  };

  /** The messages of a part of an hour; undefined when the hour counts as a whole. */
  const cut = function* (
    org: number,
    fromMs: number,
    toMs: number,
    newest: Samples,
    counted: number,
  ): Scan<StoredMessage[] | undefined> {
    const hour = bucketStart(fromMs, HOUR_S);
    const { firstAt, lastAt, count } = extent(org, hour, newest);
    if (counted === 0 && firstAt >= fromMs && lastAt < toMs) return undefined;
    const oldest = messages.oldestRxTime(org);
    const oldestMs = oldest === undefined ? Number.POSITIVE_INFINITY : Number(oldest / MS_NS);
    // Telegrams of long ago may have been reported lately: the oldest that is there does not tell what is gone.
    if (firstAt < Math.max(oldestMs, messages.prunedAt()) || count > MAX_COUNTED) return undefined;
    return yield* read(org, fromMs, toMs);
  };

  return {
    /** Prepares a window; several figures of one answer are read from the same. */
    *reach(org: number, fromMs: number, toMs: number): Scan<Reach> {
      const counted = history.activityFrom();
      const newest = yield* unsealed();
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
      const edges = new Samples();
      sampleAll(edges, rows, 0);
      const samples = [edges, newest.within(first, end)];
      if (counted > 0 && first < end) {
        const uncounted = new Samples();
        sampleAll(uncounted, yield* read(org, first, end, counted), counted);
        samples.push(uncounted);
      }
      const failed = rows.filter(({ decodeStatus }) => decodeStatus === 'failed').length;
      return { org, fromMs: first, toMs: end, samples, failed };
    },

    /** The cells of the organization, put together by bucket. @param slotOf the bucket that an hour or day belongs to */
    *organizationRows(
      { org, fromMs, toMs, samples }: Reach,
      grain: Grain,
      slotOf: (startAt: number) => number,
    ): Scan<Map<number, ActivityRow>> {
      const found = new Map<number, ActivityRow>();
      const rowAt = (slot: number) => {
        const row = found.get(slot) ?? noRow();
        found.set(slot, row);
        return row;
      };
      for (const [size, from, to] of pieces(fromMs, toMs, grain)) {
        const rows = history.activityIn(size, org, 'organization', from, to);
        for (const [at, { startAt, packedAt, cells }] of rows.entries()) {
          if (at % PORTION === 0) yield;
          addPacked(rowAt(slotOf(startAt)), cells, packedAt);
        }
      }
      for (const own of samples) {
        const groups = own.grouped((owner, _key, atMs) =>
          owner === org ? slotOf(bucketStart(atMs, HOUR_S)) : undefined,
        );
        for (const [slot, group] of groups) addRow(rowAt(slot), organizationRow(own, group));
      }
      return found;
    },

    /**
     * The cells of endpoints.
     * @param endpoint row id of one; undefined: all
     * @param withStations by which stations as well
     */
    *endpointCells(
      { org, fromMs, toMs, samples }: Reach,
      grain: Grain,
      endpoint: number | undefined,
      withStations: boolean,
      visit: CellVisit,
    ): Scan<void> {
      const wanted = (key: number) => endpoint === undefined || Math.floor(key / 2) === endpoint;
      const place: Place = endpoint ?? 'endpoints';
      for (const [size, from, to] of pieces(fromMs, toMs, grain)) {
        for (const [at, { startAt, packedAt, cells }] of history.activityIn(size, org, place, from, to).entries()) {
          if (at % PORTION === 0) yield;
          eachCell(cells, (key, count, packed) => {
            if (wanted(key)) visit(startAt, key, unpackSums(count, packed, packedAt, withStations));
            return false;
          });
        }
      }
      for (const own of samples) {
        const groups = own.grouped((owner, key, atMs) => {
          const counts = owner === org && Math.floor(key / 2) !== NO_ENDPOINT && wanted(key);
          return counts ? bucketStart(atMs, HOUR_S) : undefined;
        });
        for (const [startAt, group] of groups) {
          for (const [key, cell] of endpointRow(own, group).cells) visit(startAt, key, sumsOf(cell));
          yield;
        }
      }
    },

    /** The whole cells of one endpoint, put together by bucket. */
    *endpointRows(
      { org, fromMs, toMs, samples }: Reach,
      grain: Grain,
      endpoint: number,
      slotOf: (startAt: number) => number,
    ): Scan<Map<number, ActivityRow>> {
      const found = new Map<number, ActivityRow>();
      const rowAt = (slot: number) => {
        const row = found.get(slot) ?? noRow();
        found.set(slot, row);
        return row;
      };
      const wanted = (key: number) => Math.floor(key / 2) === endpoint;
      for (const [size, from, to] of pieces(fromMs, toMs, grain)) {
        const rows = history.activityIn(size, org, endpoint, from, to);
        for (const [at, { startAt, packedAt, cells }] of rows.entries()) {
          if (at % PORTION === 0) yield;
          addPacked(rowAt(slotOf(startAt)), cells, packedAt, wanted);
        }
      }
      for (const own of samples) {
        const groups = own.grouped((owner, key, atMs) =>
          owner === org && wanted(key) ? slotOf(bucketStart(atMs, HOUR_S)) : undefined,
        );
        for (const [slot, group] of groups) addRow(rowAt(slot), endpointRow(own, group));
      }
      return found;
    },
  };
}
export type ReachReader = ReturnType<typeof reachReader>;

function ownerOf({ org, endpoint, flags, rxTime, userData }: StoredMessage): SampleOwner {
  const { duplicate } = unpackFlags(flags);
  return { org, endpoint, duplicate, atMs: Number(rxTime / MS_NS), bytes: userData.length };
}

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
