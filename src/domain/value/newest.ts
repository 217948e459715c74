import type { Db } from '../../database/driver.ts';
import { DAY_MS, MS_NS, SECOND_MS } from '../../kit/units.ts';
import type { Decoders } from '../blueprint/decoders.ts';
import type { Block, History } from '../message/history.ts';
import type { Log } from '../message/log.ts';
import { PostingKind } from '../message/postings.ts';
import { includedOf, rowOf, type ValueRows } from './value-rows.ts';

/** What an endpoint has last said under a name. */
export interface NewestValue {
  readonly key: string;
  /** 64-bit numbers as the nearest number. */
  readonly value: number | string | boolean;
  /** Empty: none, or not known any more. */
  readonly unit: string;
  /** Radio time, milliseconds. */
  readonly at: number;
}

export interface NewestQuery {
  /** Row id. */
  readonly endpoint: number;
  /** Milliseconds. */
  readonly now: number;
  /** Only these names; undefined: all. */
  readonly keys?: ReadonlySet<string> | undefined;
  /** Names, at most. */
  readonly limit: number;
}

/** Older values are no newest ones any more. */
const WINDOW_DAYS = 30;
/** Messages that are decoded: of those that no day knows yet (mostly less than a day's), and of all. */
const NEW_MESSAGES = 1024;
const FIRST_MESSAGES = 64;
/** Messages of earlier days that are decoded for what the first ones do not say. */
const EARLIER_MESSAGES = 16;
/** Messages of one earlier day that are looked at for them. */
const LOOKED_AT = 1024;

interface Row {
  readonly seq: number;
  /** Radio time, milliseconds. */
  readonly at_ms: number;
  readonly user_data: Uint8Array;
  readonly format: number;
  readonly decoding: number;
}

/**
 * Reads what an endpoint has last measured: of its newest messages all that they say, and what only earlier ones say by the figures of
 * their days. What is no number and was last said longer ago than the newest messages reach may be missing.
 */
export function newestValues(
  db: Db,
  { history, log, decoders, rows }: { history: History; log: Log; decoders: Decoders; rows: ValueRows },
) {
  const columns = `seq, rx_time_ns / ${MS_NS} AS at_ms, user_data, format, decoding`;
  const decoded = "decode_status = 'success' AND decoding IS NOT NULL";
  const bySeq = db.prepare(`SELECT ${columns} FROM message WHERE seq = ? AND ${decoded}`);
  const timeOf = db.prepare(`SELECT rx_time_ns / ${MS_NS} AS at_ms FROM message WHERE seq = ? AND ${decoded}`);
  const unsealed = db.prepare(
    `SELECT ${columns} FROM message WHERE seq > ? AND endpoint = ? AND ${decoded} ORDER BY seq DESC LIMIT ?`,
  );
  const hasDay = db.prepare('SELECT 1 FROM value_day WHERE id = ?');

  const seqsOf = (block: Block, endpoint: number): readonly number[] =>
    history.linesIn(block, PostingKind.endpoint, endpoint).seqs;
  const read = (seq: number) => bySeq.get(seq) as Row | undefined;

  /** The newest messages, newest first: those that no day knows yet, and some of the newest day that is known. */
  function* messages(endpoint: number, blocks: readonly Block[], fromMs: number, newestDay: number): Generator<Row> {
    const inDays = includedOf(rows.state(), endpoint);
    let count = 0;
    for (const row of unsealed.all(history.sealedUpTo(), endpoint, NEW_MESSAGES) as Row[]) {
      count++;
      yield row;
    }
    for (const block of blocks) {
      const maxMs = Number(block.maxRx / MS_NS);
      if (maxMs < fromMs || (block.lastSeq <= inDays && maxMs < newestDay * DAY_MS)) continue;
      for (const seq of seqsOf(block, endpoint).toReversed()) {
        if (count >= (seq > inDays ? NEW_MESSAGES : FIRST_MESSAGES)) return;
        const row = read(seq);
        if (!row) continue;
        count++;
        yield row;
      }
    }
  }

  /** Messages of a day by the second in which they were sent: of seconds that are wanted, each once. */
  function* saidAt(endpoint: number, blocks: readonly Block[], day: number, wanted: Set<number>): Generator<Row> {
    let looked = LOOKED_AT;
    for (const block of blocks) {
      if (Number(block.maxRx / MS_NS) < day * DAY_MS || Number(block.minRx / MS_NS) >= (day + 1) * DAY_MS) continue;
      for (const seq of seqsOf(block, endpoint).toReversed()) {
        if (looked-- === 0 || wanted.size === 0) return;
        const at = (timeOf.get(seq) as { at_ms: number } | undefined)?.at_ms ?? 0;
        if (!wanted.delete(secondOf(at))) continue;
        const row = read(seq);
        if (row) yield row;
      }
    }
  }

  return {
    /** By name, ascending; all in one state of the database. */
    newest: ({ endpoint, now, keys, limit }: NewestQuery): readonly NewestValue[] =>
      log.consistent(() => {
        const today = Math.floor(now / DAY_MS);
        const fromMs = now - WINDOW_DAYS * DAY_MS;
        const found = new Map<string, NewestValue>();
        /** Of which only the figures of a day are known: neither the millisecond nor the unit. */
        const figured = new Set<string>();
        const note = (key: string, value: unknown, unit: string, at: number): boolean => {
          if (keys?.has(key) === false || at < fromMs) return false;
          const before = found.get(key);
          const older = before && (before.at > at || (before.at === at && !figured.has(key)));
          if (older || (!before && found.size >= limit)) return false;
          const plain = typeof value === 'bigint' ? Number(value) : value;
          if (typeof plain !== 'number' && typeof plain !== 'string' && typeof plain !== 'boolean') return false;
          found.set(key, { key, value: plain, unit, at });
          figured.delete(key);
          return true;
        };
        const say = ({ decoding, format, user_data, at_ms }: Row): void => {
          const said = decoders.decode(decoding, format, user_data);
          if (!said.ok) return;
          let place = 0;
          for (const [key, value] of said.values) note(key, value, said.shown[place++]?.unit ?? '', at_ms);
        };

        const known: number[] = [];
        for (let day = today; day >= today - WINDOW_DAYS; day--) if (hasDay.get(rowOf(day, endpoint))) known.push(day);
        const blocks = history.blocks();
        for (const row of messages(endpoint, blocks, fromMs, known[0] ?? today + 1)) say(row);

        let earlier = EARLIER_MESSAGES;
        for (const day of known) {
          const wanted = new Set<number>();
          const values = rows.daysOf(endpoint, day, day + 1).get(day);
          for (const [key, hours] of values?.values ?? []) {
            const last = [...hours].at(-1);
            if (!values || !last) continue;
            const [hour, { last: value, lastAt }] = last;
            const at = day * DAY_MS + (hour * values.span + lastAt) * SECOND_MS;
            if (secondOf(found.get(key)?.at ?? 0) >= at || !note(key, value, '', at)) continue;
            figured.add(key);
            wanted.add(at);
          }
          if (wanted.size === 0) continue;
          for (const row of saidAt(endpoint, blocks, day, wanted)) {
            if (earlier-- === 0) break;
            say(row);
          }
          earlier = Math.max(earlier, 0);
        }
        return [...found.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
      }),
  };
}

/** Milliseconds in which a second begins: days know no more. */
function secondOf(ms: number): number {
  return Math.floor(ms / SECOND_MS) * SECOND_MS;
}
