import type { Db } from '../../database/driver.ts';
import type { Eui } from '../../kit/eui.ts';
import { MS_NS } from '../../kit/units.ts';
import type { PayloadVerdict } from '../blueprint/decoders.ts';
import type { SampleOwner } from '../message/figures/samples.ts';
import { Tally } from '../message/figures/tally.ts';
import { unpackFlags } from '../message/flags.ts';
import { genuine, type Reception, type ReceptionCodec } from '../message/reception.ts';
import type { Progress } from '../session/progress.ts';
import type { RecentKeys } from './recent.ts';

/** What a telegram carries. */
export interface TelegramContent {
  readonly userData: Uint8Array;
  readonly format: number;
}

/** A telegram whose reception window is open. */
export interface OpenTelegram {
  readonly id: number;
  readonly org: number;
  readonly endpoint: number;
  /** Empty for a telegram of a foreign MAC. */
  readonly epEui: Eui | '';
  readonly generation: number;
  readonly packetCnt: number;
  /** First reception, ns. */
  readonly rxTime: bigint;
  readonly arrivedAt: number;
  readonly dueAt: number;
  /** Of the user data. */
  readonly bytes: number;
  /** Kept for those that are decoded; of others it stays in the table, or memory would hold half a second of all payloads. */
  content: TelegramContent | undefined;
  flags: number;
  readonly skipped: number | undefined;
  /** How far the session was that reported it first, which is not in its row yet. */
  readonly progress: Progress;
  /** In order of arrival, conflicts included. */
  receptions: Reception[];
  /** Whether its payload could be decoded, and what that says of the battery; undefined when nothing decodes it. */
  decoded?: PayloadVerdict;
  /** An operator has set the endpoint's counter since: it is not moved on by this one. */
  passed?: boolean;
}

/** The writer's memory of the newest part of the log. */
export interface Newest {
  /** What is counted of the part of the log that no block holds yet. */
  unsealed: Tally;
  lastSeq: number;
  /** By id, oldest first. */
  readonly open: Map<number, OpenTelegram>;
  lastOpen: number;
}

interface UnsealedRow {
  seq: number;
  org: number;
  endpoint: number;
  packet_cnt: number;
  flags: number;
  skipped: number | null;
  bytes: number;
  receptions: Uint8Array;
}

interface LateRow {
  seq: number;
  message: number;
  station: number;
  org: number;
  endpoint: number;
  flags: number;
  bytes: number;
  receptions: Uint8Array;
}

interface OpenRow {
  id: bigint;
  org: bigint;
  endpoint: bigint;
  eui: Eui | '';
  generation: bigint;
  packet_cnt: bigint;
  rx_time_ns: bigint;
  arrived_at: bigint;
  due_at: bigint;
  bytes: bigint;
  flags: bigint;
  skipped: bigint | null;
  receptions: Uint8Array;
  session: bigint;
  last_bs: bigint;
  done_bs: bigint;
}

/** Reads the unsealed part of the log and the open telegrams, as after a start or a write that failed half-way. */
export function newestReader(db: Db, codec: ReceptionCodec) {
  const newestSeq = db.prepare(
    `SELECT max(coalesce((SELECT max(seq) FROM message), 0), coalesce((SELECT max(seq) FROM late_reception), 0),
       coalesce((SELECT max(feed_seq) FROM downlink WHERE feed_seq IS NOT NULL), 0),
       coalesce((SELECT max(seq) FROM notice), 0), coalesce((SELECT max(seq) FROM integration_notice), 0),
       coalesce((SELECT value FROM counter WHERE org = 0 AND name = 'log_place'), 0)) AS seq`,
  );
  const unsealed = db.prepare(
    `SELECT seq, org, endpoint, packet_cnt, flags, skipped, length(user_data) AS bytes, receptions FROM message
     WHERE seq > ? AND seq <= ? ORDER BY seq`,
  );
  const unsealedLate = db.prepare(
    `SELECT l.seq, l.message, l.station, m.org, m.endpoint, m.flags, length(m.user_data) AS bytes, m.receptions
     FROM late_reception l JOIN message m ON m.seq = l.message WHERE l.seq > ? AND l.seq <= ? ORDER BY l.seq`,
  );
  const openRows = db.prepare(
    `SELECT u.id, u.org, u.endpoint, coalesce(e.eui, '') AS eui, u.generation, u.packet_cnt, u.rx_time_ns, u.arrived_at, u.due_at, length(u.user_data) AS bytes, u.flags,
       u.skipped, u.receptions, u.session, u.last_bs, u.done_bs FROM uplink u LEFT JOIN endpoint e ON e.id = u.endpoint ORDER BY u.id`,
    { bigint: true },
  );

  /** @param upTo the last place that is read; for a log that lost its blocks, whose rest does not fit into memory */
  return (sealedUpTo: number, recent: RecentKeys, upTo = Number.MAX_SAFE_INTEGER): Newest => {
    const tally = new Tally();
    const late = unsealedLate.all(sealedUpTo, upTo) as LateRow[];
    const cameLate = new Set(late.map(({ message, station }) => `${message} ${station}`));
    for (const row of unsealed.iterate(sealedUpTo, upTo) as Iterable<UnsealedRow>) {
      const all = genuine(codec.unpack(row.receptions));
      // Late copies are lines of their own, counted below.
      const receptions = all.filter(({ station }) => !cameLate.has(`${row.seq} ${station}`));
      const { seq, packet_cnt: packetCnt } = row;
      tally.add({ ...ownerOf(row, all), seq, packetCnt, skipped: row.skipped ?? undefined, receptions, all });
      recent.add(row.endpoint, row.packet_cnt, row.seq);
    }
    for (const row of late) {
      const all = genuine(codec.unpack(row.receptions));
      tally.addLate(row.seq, row.message, ownerOf(row, all), all, row.station);
    }
    const open = new Map<number, OpenTelegram>();
    let lastOpen = 0;
    for (const row of openRows.all() as OpenRow[]) {
      const telegram = toOpen(row, codec);
      open.set(telegram.id, telegram);
      recent.add(telegram.endpoint, telegram.packetCnt, -telegram.id);
      lastOpen = telegram.id;
    }
    return { unsealed: tally, open, lastOpen, lastSeq: (newestSeq.get() as { seq: number }).seq };
  };
}

function ownerOf(
  { org, endpoint, flags, bytes }: { org: number; endpoint: number; flags: number; bytes: number },
  [first]: readonly Reception[],
): SampleOwner {
  const { duplicate } = unpackFlags(flags);
  return { org, endpoint, duplicate, bytes, atMs: Number((first?.rxTime ?? 0n) / MS_NS) };
}

function toOpen(row: OpenRow, codec: ReceptionCodec): OpenTelegram {
  return {
    id: Number(row.id),
    org: Number(row.org),
    endpoint: Number(row.endpoint),
    epEui: row.eui,
    generation: Number(row.generation),
    packetCnt: Number(row.packet_cnt),
    rxTime: row.rx_time_ns,
    arrivedAt: Number(row.arrived_at),
    dueAt: Number(row.due_at),
    bytes: Number(row.bytes),
    content: undefined,
    flags: Number(row.flags),
    skipped: row.skipped === null ? undefined : Number(row.skipped),
    progress: { session: Number(row.session), lastBs: Number(row.last_bs), doneBs: Number(row.done_bs) },
    receptions: codec.unpack(row.receptions),
  };
}
