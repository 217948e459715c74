import type { Db } from '../../database/driver.ts';
import { DAY_MS, DAY_S, MS_NS, SECOND_MS } from '../../kit/units.ts';
import type { Decoders } from '../blueprint/decoders.ts';
import type { Block, History } from '../message/history.ts';
import { PostingKind } from '../message/postings.ts';
import { addValue, noDay, type ValueDay } from './day.ts';

interface Row {
  readonly seq: number;
  /** Radio time, milliseconds. */
  readonly at_ms: number;
  readonly user_data: Uint8Array;
  readonly format: number;
  readonly decoding: number;
}

const DAY_NS = BigInt(DAY_MS) * MS_NS;

/** Decoded numbers of messages by day, counted from 1970 on. */
export type ValueDays = Map<number, ValueDay>;

/** Reads the values of an endpoint in the log. */
export function valueReader(db: Db, { history, decoders }: { history: History; decoders: Decoders }) {
  const columns = `seq, rx_time_ns / ${MS_NS} AS at_ms, user_data, format, decoding`;
  const decoded = "decode_status = 'success' AND decoding IS NOT NULL";
  const bySeq = db.prepare(`SELECT ${columns} FROM message WHERE seq = ? AND ${decoded}`);
  const unsealed = db.prepare(
    `SELECT ${columns} FROM message WHERE seq > ? AND endpoint = ? AND ${decoded} ORDER BY seq`,
  );
  const keysIn = db.prepare(
    `SELECT key FROM posting WHERE block = ? AND kind = ${PostingKind.endpoint} AND key >= ? ORDER BY key LIMIT ?`,
  );

  const add = (days: ValueDays, { at_ms, user_data, format, decoding }: Row, only?: number): void => {
    const day = Math.floor(at_ms / DAY_MS);
    if (only !== undefined && day !== only) return;
    const found = decoders.decode(decoding, format, user_data);
    if (!found.ok) return;
    let values = days.get(day);
    for (const [name, value] of found.values) {
      if (typeof value !== 'number' && typeof value !== 'bigint') continue;
      if (!values) {
        values = noDay();
        days.set(day, values);
      }
      addValue(values, name, Math.floor(at_ms / SECOND_MS) - day * DAY_S, Number(value));
    }
  };

  return {
    /** Blocks in the order of the log, of messages in (above, upTo]. */
    blocksIn: (above: number, upTo: number): Block[] =>
      history
        .blocks()
        .filter(({ firstSeq, lastSeq }) => lastSeq > above && firstSeq <= upTo)
        .reverse(),

    /** Blocks that may have messages of a day up to a place, in the order of the log. */
    blocksOf(day: number, upTo: number): Block[] {
      const from = BigInt(day) * DAY_NS;
      return this.blocksIn(0, upTo).filter(({ minRx, maxRx }) => maxRx >= from && minRx < from + DAY_NS);
    },

    /** Row ids of endpoints in blocks, lowest first. @param from the first */
    endpointsIn(blocks: readonly Block[], from: number, limit: number): number[] {
      const found = new Set<number>();
      for (const { firstSeq } of blocks) {
        for (const { key } of keysIn.all(firstSeq, from, limit) as { key: number }[]) found.add(key);
      }
      return [...found].sort((a, b) => a - b).slice(0, limit);
    },

    /** Places of messages of an endpoint in (above, upTo] of blocks, in order. */
    seqsIn: (blocks: readonly Block[], endpoint: number, above: number, upTo: number): number[] =>
      blocks
        .flatMap(block => history.linesIn(block, PostingKind.endpoint, endpoint).seqs)
        .filter(seq => seq > above && seq <= upTo),

    /** Adds messages, oldest first. @param only of one day */
    addSealed(days: ValueDays, seqs: readonly number[], only?: number): void {
      for (const seq of seqs) {
        const row = bySeq.get(seq) as Row | undefined;
        if (row) add(days, row, only);
      }
    },

    /** Adds what no block holds yet. */
    addUnsealed(days: ValueDays, endpoint: number, above: number): void {
      for (const row of unsealed.all(above, endpoint) as Row[]) add(days, row);
    },
  };
}
export type ValueReader = ReturnType<typeof valueReader>;
