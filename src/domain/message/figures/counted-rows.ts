import type { Db } from '../../../database/driver.ts';
import { MS_NS } from '../../../kit/units.ts';
import { Flag, unpackFlags } from '../flags.ts';
import type { History } from '../history.ts';
import type { PostingKindId } from '../postings.ts';
import { type CountedCopy, countedCopies } from './counted-copies.ts';

/** Rows that are read in one go. */
const MOST_ROWS = 512;

/** What is counted of a message: without what it says, and without its names. */
export interface CountedRow {
  readonly seq: number;
  readonly org: number;
  readonly endpoint: number;
  /** First reception, milliseconds. */
  readonly atMs: number;
  readonly bytes: number;
  readonly duplicate: boolean;
  readonly skipped: number | undefined;
  /** In order of arrival. */
  readonly receptions: readonly CountedCopy[];
}

interface Row {
  seq: number;
  org: number;
  endpoint: number;
  rx_s: number;
  rx_ns: number;
  bytes: number;
  flags: number;
  skipped: number | null;
  receptions: Uint8Array;
}

const COLUMNS = `m.seq, m.org, m.endpoint, m.rx_time_ns / 1000000000 AS rx_s, m.rx_time_ns % 1000000000 AS rx_ns,
  length(m.user_data) AS bytes, m.flags, m.skipped, m.receptions`;

/** Reads messages to count them, which is a fraction of the work of reading them to show them. */
export function countedRowReader(db: Db, { history }: { readonly history: History }) {
  const inOrder = (condition: string) =>
    db.prepare(
      `SELECT ${COLUMNS} FROM message m WHERE m.org = ? AND (m.rx_time_ns, m.seq) > (?, ?) AND m.rx_time_ns < ? ${condition}
       ORDER BY m.rx_time_ns, m.seq LIMIT ${MOST_ROWS}`,
    );
  const byTime = inOrder('AND m.seq > ?');
  const byTimeOf = inOrder('AND m.seq > ? AND m.endpoint = ?');
  const countBetween = db.prepare(
    `SELECT count(*) AS count, count(*) FILTER (WHERE flags & ${Flag.duplicate}) AS duplicates FROM message
     WHERE org = ? AND rx_time_ns >= ? AND rx_time_ns < ? AND seq < ?`,
  );
  const countUpTo = db.prepare(
    `SELECT count(*) AS count FROM (SELECT 1 FROM message WHERE org = ? AND rx_time_ns >= ? AND rx_time_ns < ? LIMIT ?)`,
  );
  const byPlace = db.prepare(
    `SELECT ${COLUMNS} FROM message m WHERE m.seq > ? AND m.seq <= ? ORDER BY m.seq LIMIT ${MOST_ROWS}`,
  );
  const atPlaces = db.prepare(
    `SELECT ${COLUMNS} FROM json_each(?) p CROSS JOIN message m ON m.seq = p.value
     UNION ALL SELECT ${COLUMNS} FROM json_each(?) p CROSS JOIN late_reception l ON l.seq = p.value CROSS JOIN message m ON m.seq = l.message`,
  );
  const latePlaces = db.prepare(
    `SELECT l.seq FROM block b CROSS JOIN late_reception l ON l.seq BETWEEN b.first_seq AND b.last_seq
       CROSS JOIN message m ON m.seq = l.message
     WHERE b.sealing = 0 AND b.max_rx_ns >= ? AND b.min_rx_ns < ? AND m.endpoint = ?
     UNION ALL
     SELECT l.seq FROM late_reception l CROSS JOIN message m ON m.seq = l.message WHERE l.seq > ? AND m.endpoint = ?`,
  );
  const blocksIn = db.prepare(
    'SELECT first_seq FROM block WHERE sealing = 0 AND max_rx_ns >= ? AND min_rx_ns < ? ORDER BY first_seq',
  );

  const counted = (rows: readonly unknown[]): CountedRow[] => (rows as Row[]).map(toCounted);

  return {
    /**
     * Messages of an organization, by radio time in [fromMs, toMs); a part of them at a time.
     * @param endpoint row id of the one that is meant; undefined: all
     * @param above only those behind this place of the log
     */
    *between(org: number, fromMs: number, toMs: number, endpoint?: number, above = 0): Generator<CountedRow[]> {
      let [at, seq] = [BigInt(fromMs) * MS_NS, 0];
      for (;;) {
        const asked = [org, at, seq, BigInt(toMs) * MS_NS, above] as const;
        const rows = (endpoint === undefined ? byTime.all(...asked) : byTimeOf.all(...asked, endpoint)) as Row[];
        yield counted(rows);
        const last = rows.at(-1);
        if (!last || rows.length < MOST_ROWS) return;
        at = BigInt(last.rx_s) * 1_000_000_000n + BigInt(last.rx_ns);
        seq = last.seq;
      }
    },

    /** How many messages an organization has by radio time in [fromMs, toMs), and how many of them used a counter again. */
    countBetween: (org: number, fromMs: number, toMs: number, before = Number.MAX_SAFE_INTEGER) =>
      countBetween.get(org, BigInt(fromMs) * MS_NS, BigInt(toMs) * MS_NS, before) as {
        count: number;
        duplicates: number;
      },

    /** How many messages an organization has by radio time in [fromMs, toMs), so many at most. */
    countUpTo: (org: number, fromMs: number, toMs: number, most: number): number =>
      (countUpTo.get(org, BigInt(fromMs) * MS_NS, BigInt(toMs) * MS_NS, most) as { count: number }).count,

    /** Messages at places in (above, upTo]; a part of them at a time. */
    *placed(above: number, upTo: number): Generator<CountedRow[]> {
      for (let from = above; ; ) {
        const rows = byPlace.all(from, upTo) as Row[];
        yield counted(rows);
        const last = rows.at(-1);
        if (!last || rows.length < MOST_ROWS) return;
        from = last.seq;
      }
    },

    /** The messages at these places, and those of which a late copy has such a place; in no order, perhaps twice. */
    *at(seqs: readonly number[]): Generator<CountedRow[]> {
      for (let at = 0; at < seqs.length; at += MOST_ROWS) {
        const places = JSON.stringify(seqs.slice(at, at + MOST_ROWS));
        yield counted(atPlaces.all(places, places));
      }
    },

    /** Places of what is sealed of endpoints or stations, in blocks that have something in [fromMs, toMs). */
    sealedPlaces(kind: PostingKindId, keys: readonly number[], fromMs: number, toMs: number): number[] {
      const blocks = blocksIn.all(BigInt(fromMs) * MS_NS, BigInt(toMs) * MS_NS) as { first_seq: number }[];
      return blocks.flatMap(({ first_seq }) =>
        keys.flatMap(key => history.linesIn({ firstSeq: first_seq }, kind, key).seqs),
      );
    },

    /** Places of late copies of an endpoint's messages: in such blocks, and all that no block holds. */
    latePlaces(endpoint: number, fromMs: number, toMs: number): number[] {
      const [from, to] = [BigInt(fromMs) * MS_NS, BigInt(toMs) * MS_NS];
      const found = latePlaces.all(from, to, endpoint, history.sealedUpTo(), endpoint) as { seq: number }[];
      return found.map(({ seq }) => seq);
    },
  };
}
export type CountedRows = ReturnType<typeof countedRowReader>;

function toCounted({ seq, org, endpoint, rx_s, rx_ns, bytes, flags, skipped, receptions }: Row): CountedRow {
  return {
    ...{ seq, org, endpoint, bytes },
    atMs: rx_s * 1000 + Math.floor(rx_ns / Number(MS_NS)),
    duplicate: unpackFlags(flags).duplicate,
    skipped: skipped ?? undefined,
    receptions: countedCopies(receptions),
  };
}
