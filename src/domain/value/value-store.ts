import type { Db } from '../../database/driver.ts';
import { DAY_MS, MS_NS } from '../../kit/units.ts';
import type { History } from '../message/history.ts';
import type { DecodedAgain } from '../message/redecode.ts';
import { noDay, type ValueDay } from './day.ts';
import type { ValueReader } from './sealed.ts';
import {
  dayOf,
  endpointOf,
  includedOf,
  type PackedRows,
  type RowOfValues,
  rowOf,
  type ValueRows,
} from './value-rows.ts';

/** Blocks that are added at once, at most; fewer where a day is over. A row is written once for so many of them. */
const MOST_BLOCKS = 64;
/** Endpoints that are looked up at a time. */
const ENDPOINTS = 128;
/** Messages that are added with one write where they have to go: a few milliseconds. */
const STEP_MESSAGES = 192;
const DAY_NS = BigInt(DAY_MS) * MS_NS;

/** What is to be added. */
export interface ValueBatch {
  /** It stands for the state in which it was read. */
  readonly version: number;
  readonly packed: PackedRows;
  /** A day that is made anew; undefined: messages are added. */
  readonly again: number | undefined;
  /** The next endpoint, and up to where its messages are in it; undefined: all are. */
  readonly endpoint: number | undefined;
  readonly atSeq: number;
  readonly messages: number;
}

/**
 * Adds up decoded numbers by endpoint and day. A block has few messages of each endpoint, so some dozens of blocks are added at once, endpoint by
 * endpoint: a row is written once or twice a day. What is not added yet is read from the log.
 */
export function valueStore(
  db: Db,
  { history, rows, reader }: { history: History; rows: ValueRows; reader: ValueReader },
) {
  const decodes = db.prepare('SELECT 1 FROM decoding LIMIT 1');
  const nextAgain = db.prepare('SELECT id FROM value_again ORDER BY id LIMIT 1');
  const addAgain = db.prepare('INSERT OR IGNORE INTO value_again (id) VALUES (?)');
  const dropAgain = db.prepare('DELETE FROM value_again WHERE id = ?');
  const newestIn = db.prepare(
    `SELECT max(max_rx_ns) / ${DAY_NS} AS day FROM block WHERE sealing = 0 AND last_seq <= ?`,
  );

  const again = (): number | undefined => (nextAgain.get() as { id: number } | undefined)?.id;
  /** Takes up what was sealed since. @returns whether there is something to add */
  const takeUp = (now: number): boolean => {
    const { seq } = rows.state();
    const blocks = reader.blocksIn(seq, Number.MAX_SAFE_INTEGER).slice(0, MOST_BLOCKS);
    const upTo = blocks.at(-1)?.lastSeq;
    if (upTo === undefined) return false;
    const decoded = decodes.get() !== undefined;
    if (decoded) rows.change({ up_to: upTo, endpoint: 0, at_seq: 0, begun_at: now });
    else rows.change({ seq: history.sealedUpTo() });
    return decoded;
  };

  /** Days of an endpoint, made of the log. */
  const dayAgain = (row: number): ValueDay => {
    const endpoint = endpointOf(row);
    const upTo = includedOf(rows.state(), endpoint);
    const days = new Map<number, ValueDay>();
    reader.addSealed(days, reader.seqsIn(reader.blocksOf(dayOf(row), upTo), endpoint, 0, upTo), dayOf(row));
    return days.get(dayOf(row)) ?? noDay();
  };

  /** What is next to be added. @param limit messages that are read, about */
  const collect = (limit: number): ValueBatch | undefined => {
    const { version, seq, up_to, endpoint: from, at_seq } = rows.state();
    const row = again();
    if (row !== undefined) {
      const packed = rows.packed([{ row, day: dayAgain(row) }], true);
      return { version, again: row, packed, endpoint: 0, atSeq: 0, messages: 0 };
    }
    if (up_to === 0) return undefined;
    const blocks = reader.blocksIn(seq, up_to);
    const found: RowOfValues[] = [];
    let messages = 0;
    const batch = (endpoint: number | undefined, atSeq: number) => {
      return { version, again: undefined, packed: rows.packed(found, false), endpoint, atSeq, messages };
    };
    const endpoints = reader.endpointsIn(blocks, from, ENDPOINTS);
    for (const endpoint of endpoints) {
      const above = endpoint === from ? Math.max(at_seq, seq) : seq;
      const seqs = reader.seqsIn(blocks, endpoint, above, up_to);
      const taken = seqs.slice(0, limit - messages);
      const days = new Map<number, ValueDay>();
      reader.addSealed(days, taken);
      for (const [day, values] of days) found.push({ row: rowOf(day, endpoint), day: values });
      messages += taken.length;
      const last = taken.at(-1) ?? above;
      if (taken.length < seqs.length) return batch(endpoint, last);
      if (messages >= limit) return batch(endpoint + 1, 0);
    }
    const last = endpoints.at(-1);
    return batch(endpoints.length < ENDPOINTS || last === undefined ? undefined : last + 1, 0);
  };

  /** @returns whether there may be more */
  const put = ({ version, again: made, packed, endpoint, atSeq }: ValueBatch): boolean => {
    const state = rows.state();
    // Something was added or decoded again since it was read.
    if (state.version !== version) return true;
    rows.write(packed);
    // With their numbers, it is read again.
    if (packed.names.length > 0) return true;
    if (made !== undefined) dropAgain.run(made);
    const next = { version: version + 1 };
    if (made !== undefined) rows.change(next);
    else if (endpoint !== undefined) rows.change({ ...next, endpoint, at_seq: atSeq });
    else rows.change({ ...next, seq: state.up_to, up_to: 0, endpoint: 0, at_seq: 0 });
    return true;
  };

  return {
    /** Takes up what was sealed, if that is worth it by now. @returns whether there is something to add */
    begin(now: number): boolean {
      const { seq, up_to, begun_at } = rows.state();
      if (up_to > 0 || again() !== undefined) return true;
      const over = Math.floor(now / DAY_MS) !== Math.floor(begun_at / DAY_MS);
      if (!over && reader.blocksIn(seq, Number.MAX_SAFE_INTEGER).length < MOST_BLOCKS) return false;
      return takeUp(now);
    },

    collect,
    put,

    /** Messages up to a place are about to go. @returns false: not all of them are added; some more are now */
    mayGo(upTo: number, now: number): boolean {
      const { seq, up_to } = rows.state();
      const wanted = again() !== undefined || (seq < upTo && (up_to > 0 || takeUp(now)));
      if (!wanted) return true;
      const batch = collect(STEP_MESSAGES);
      if (batch) put(batch);
      return false;
    },

    /** They go: days that they may be of are not made anew any more. */
    messagesGo(upTo: number): void {
      const { day } = newestIn.get(upTo) as { day: number | null };
      if (day !== null && day > rows.state().gone_day) rows.change({ gone_day: day });
    },

    /** Days of which something says something else now. */
    decodedAgain(messages: readonly DecodedAgain[]): void {
      if (messages.length === 0) return;
      const state = rows.state();
      for (const { seq, endpoint, atMs } of messages) {
        const day = Math.floor(atMs / DAY_MS);
        if (seq <= includedOf(state, endpoint) && day > state.gone_day) addAgain.run(rowOf(day, endpoint));
      }
      rows.change({ version: state.version + 1 });
    },

    /** Takes the hours of days before a time. @returns of how many rows */
    condense: (until: number, limit: number): number => rows.condense(Math.floor(until / DAY_MS), limit),

    /** Days before a time go. @returns of how many rows */
    remove: (until: number, limit: number): number => rows.remove(Math.floor(until / DAY_MS), limit),

    /** When the oldest day began of which there are values. */
    oldestAt(): number | undefined {
      const day = rows.oldest();
      return day === undefined ? undefined : day * DAY_MS;
    },
  };
}
export type ValueStore = ReturnType<typeof valueStore>;
