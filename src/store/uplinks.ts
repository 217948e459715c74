import type { Progress } from '../domain/station/progress.ts';
import { Flag, unpackFlags } from '../domain/uplink/flags.ts';
import type { NewUplink, UplinkOutcome } from '../domain/uplink/receive.ts';
import { RecentKeys } from '../domain/uplink/recent.ts';
import { best, genuine, type Reception, ReceptionCodec } from '../domain/uplink/reception.ts';
import { Tail } from '../domain/uplink/tail.ts';
import { LONGEST_WINDOW_MS, sameTelegram } from '../domain/uplink/window.ts';
import type { Db } from './driver.ts';
import type { Events } from './events.ts';
import type { History } from './history.ts';

/** Messages of one block. Larger blocks wear the card less, smaller ones make the unsealed rest quicker to read. */
const BLOCK_MESSAGES = 4096;
/** Windows closed by one write: bounds the longest transaction. */
const MAX_CLOSED = 2048;

interface Known {
  id: number;
  org: number;
  name: string;
  suspended: bigint;
  attach_status: string;
  attach_generation: bigint;
  attach_rx_time_ns: bigint | null;
  last_packet_cnt: bigint | null;
}

interface Stored {
  generation: number;
  packet_cnt: number;
  arrived_at: number;
  user_data: Uint8Array;
  flags: number;
  receptions: Uint8Array;
}

interface OpenRow extends Stored {
  id: number;
  org: number;
  endpoint: number;
  due_at: number;
  format: number;
}

export interface UplinkParts {
  events: Events;
  history: History;
  /** Advances the session in the same transaction. */
  advance(progress: Progress): void;
  blockMessages?: number;
}

export function uplinkStore(db: Db, { events, history, advance, blockMessages = BLOCK_MESSAGES }: UplinkParts) {
  const codec = new ReceptionCodec();
  const findEndpoint = db.prepare(
    `SELECT e.id, e.org, e.name, e.suspended, e.attach_status, e.attach_generation, e.attach_rx_time_ns, h.last_packet_cnt
     FROM endpoint e LEFT JOIN endpoint_heard h ON h.endpoint = e.id WHERE e.eui = ? AND e.deleted_at IS NULL`,
    { bigint: true },
  );
  const orgOfStation = db.prepare('SELECT org FROM base_station WHERE id = ?');
  const insertOpen = db.prepare(
    `INSERT INTO uplink (id, org, endpoint, generation, packet_cnt, arrived_at, due_at, user_data, format, flags, receptions)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const STORED = 'generation, packet_cnt, arrived_at, user_data, flags, receptions';
  const getOpen = db.prepare(`SELECT ${STORED} FROM uplink WHERE id = ? AND endpoint = ?`);
  const getMessage = db.prepare(`SELECT ${STORED} FROM message WHERE seq = ? AND endpoint = ?`);
  const setOpen = db.prepare('UPDATE uplink SET receptions = ? WHERE id = ?');
  const setMessage = db.prepare('UPDATE message SET receptions = ? WHERE seq = ?');
  const oldestOpen = db.prepare(
    `SELECT id, org, endpoint, generation, packet_cnt, arrived_at, due_at, user_data, format, flags, receptions
     FROM uplink ORDER BY id LIMIT ${MAX_CLOSED}`,
  );
  const deleteOpen = db.prepare('DELETE FROM uplink WHERE id = ?');
  const nextDue = db.prepare('SELECT due_at FROM uplink ORDER BY id LIMIT 1');
  const openRows = db.prepare('SELECT id, endpoint, packet_cnt FROM uplink ORDER BY id');
  const insertMessage = db.prepare(
    `INSERT INTO message (seq, org, endpoint, generation, packet_cnt, rx_time_ns, arrived_at, stored_at, user_data, format, flags,
       receptions, skipped, decode_status, decode_error) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertLate = db.prepare('INSERT INTO late_reception (seq, message, station) VALUES (?, ?, ?)');
  const newestSeq = db.prepare(
    'SELECT max(coalesce((SELECT max(seq) FROM message), 0), coalesce((SELECT max(seq) FROM late_reception), 0)) AS seq',
  );
  const unsealed = db.prepare(
    `SELECT seq, org, endpoint, packet_cnt, flags, skipped, length(user_data) AS bytes, receptions FROM message WHERE seq > ? ORDER BY seq`,
  );
  const unsealedLate = db.prepare(
    `SELECT l.seq, l.message, l.station, m.endpoint, m.flags, length(m.user_data) AS bytes, m.receptions
     FROM late_reception l JOIN message m ON m.seq = l.message WHERE l.seq > ? ORDER BY l.seq`,
  );
  const heardOf = db.prepare(
    'SELECT last_packet_cnt, last_seen_ns, message_count FROM endpoint_heard WHERE endpoint = ?',
    {
      bigint: true,
    },
  );
  const setHeard = db.prepare(
    `INSERT OR REPLACE INTO endpoint_heard (endpoint, last_packet_cnt, last_seen_ns, last_rssi, last_snr, last_eq_snr, last_profile,
       last_mode, last_station, message_count) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const addCount = db.prepare(
    `INSERT INTO counter (org, name, value) VALUES (?, 'messages', ?)
     ON CONFLICT (org, name) DO UPDATE SET value = value + excluded.value`,
  );
  const euiOf = db.prepare('SELECT eui FROM endpoint WHERE id = ?');

  const recent = new RecentKeys(blockMessages);
  let tail = new Tail();
  let lastSeq = 0;
  let lastOpen = 0;
  let begun = false;

  /** The writer's memory of the newest part of the log, built once before its first write. */
  const begin = () => {
    if (begun) return;
    begun = true;
    lastSeq = (newestSeq.get() as { seq: number }).seq;
    const from = history.sealedUpTo();
    const late = new Set((unsealedLate.all(from) as LateRow[]).map(({ message, station }) => `${message} ${station}`));
    for (const row of unsealed.iterate(from) as Iterable<UnsealedRow>) {
      const message = counted(row, codec);
      // Late copies are lines of their own, counted below.
      tail.add({ ...message, receptions: message.receptions.filter(r => !late.has(`${row.seq} ${r.station}`)) });
      recent.add(row.endpoint, row.packet_cnt, row.seq);
    }
    for (const row of unsealedLate.iterate(from) as Iterable<LateRow>) countLate(tail, row, codec);
    for (const { id, endpoint, packet_cnt } of openRows.all() as {
      id: number;
      endpoint: number;
      packet_cnt: number;
    }[]) {
      recent.add(endpoint, packet_cnt, -id);
      lastOpen = Math.max(lastOpen, id);
    }
  };

  /** Finds the telegram this report may be a copy of: in memory, else in the sealed blocks (late or reused counters only). */
  const candidates = function* (known: Known, uplink: NewUplink): IterableIterator<{ at: number; row: Stored }> {
    const remembered = recent.find(known.id, uplink.packetCnt);
    if (remembered !== undefined) {
      const row = (remembered < 0 ? getOpen.get(-remembered, known.id) : getMessage.get(remembered, known.id)) as
        | Stored
        | undefined;
      if (row) yield { at: remembered, row };
    }
    if (known.last_packet_cnt === null || uplink.packetCnt > known.last_packet_cnt) return;
    for (const seq of history.sealedWith(known.id, uplink.packetCnt)) {
      if (seq === remembered) continue;
      const row = getMessage.get(seq, known.id) as Stored | undefined;
      if (row) yield { at: seq, row };
    }
  };

  const raise = (
    type: 'message.conflict' | 'endpoint.counter_reused' | 'endpoint.counter_reset' | 'endpoint.heard_detached',
    known: Known,
    uplink: NewUplink,
    data: Record<string, string | number> = {},
  ) =>
    events.raise({
      type,
      org: Number(known.org),
      endpoint: Number(known.id),
      epEui: uplink.epEui,
      bsEui: uplink.bsEui,
      station: uplink.station,
      sourceName: known.name,
      at: uplink.arrivedAt,
      storedAt: uplink.arrivedAt,
      data: { packetCnt: uplink.packetCnt, bsEui: uplink.bsEui, ...data },
    });

  const raiseAtStation = (type: 'endpoint.unknown_heard' | 'message.rejected', uplink: NewUplink, data: object) =>
    events.raise({
      type,
      org: (orgOfStation.get(uplink.station) as { org: number } | undefined)?.org ?? null,
      station: uplink.station,
      bsEui: uplink.bsEui,
      epEui: uplink.epEui,
      at: uplink.arrivedAt,
      storedAt: uplink.arrivedAt,
      data: { epEui: uplink.epEui, bsEui: uplink.bsEui, ...data },
    });

  /** Adds this report to the telegram it is a copy of. */
  const merge = (at: number, row: Stored, known: Known, uplink: NewUplink): UplinkOutcome => {
    const stored = codec.unpack(row.receptions);
    const conflict = !equalBytes(row.user_data, uplink.userData);
    const reception = conflict ? { ...uplink.reception, conflict: uplink.userData } : uplink.reception;
    // A conflicting copy never takes the place of a genuine one, nor the other way round.
    const mine = stored.findIndex(
      other => other.station === uplink.station && (other.conflict !== undefined) === conflict,
    );
    const before = stored[mine];
    // A visible message keeps its place in time: pages and postings rely on it.
    if (before) stored[mine] = at > 0 ? { ...reception, rxTime: before.rxTime } : reception;
    const blob = mine >= 0 ? concat(stored.map(r => codec.pack(r))) : concat([row.receptions, codec.pack(reception)]);
    if (at < 0) setOpen.run(blob, -at);
    else setMessage.run(blob, at);
    if (conflict) {
      raise('message.conflict', known, uplink);
      return 'conflict';
    }
    if (mine >= 0) return 'repeated';
    if (at < 0) return 'merged';
    insertLate.run(++lastSeq, at, uplink.station);
    const { duplicate } = unpackFlags(row.flags);
    tail.addReception(lastSeq, known.id, reception, false, uplink.userData.length, duplicate);
    tail.extend(lastSeq);
    return 'late';
  };

  const seal = (now: number) => {
    history.seal(tail, now);
    tail = new Tail();
    recent.sealed();
  };

  return {
    /**
     * Commit 1: the telegram is stored with this reception. Its station may forget it once the promise of this write has
     * resolved. Decides here, where all waiting neighbours are seen, whether it is a copy (BSSCI 10.3, 10.4).
     */
    receive(uplink: NewUplink): UplinkOutcome {
      begin();
      advance(uplink.progress);
      const found = findEndpoint.get(uplink.epEui) as Known | undefined;
      if (!found) {
        const { snr, rssi } = uplink.reception;
        raiseAtStation('endpoint.unknown_heard', uplink, { snr, rssi });
        return 'unknown';
      }
      const known: Known = { ...found, id: Number(found.id), org: Number(found.org) };
      if (known.suspended !== 0n) {
        raiseAtStation('message.rejected', uplink, { reason: 'suspended', opId: String(uplink.reception.opId) });
        return 'suspended';
      }
      // A report from before the last attach belongs to the counters of that time.
      const before = known.attach_rx_time_ns !== null && uplink.reception.rxTime < known.attach_rx_time_ns;
      const generation = Number(known.attach_generation) - (before ? 1 : 0);
      let reused = false;
      for (const { at, row } of candidates(known, uplink)) {
        if (row.generation !== generation) continue;
        if (sameTelegram(uplink, row.arrived_at, codec.unpack(row.receptions))) return merge(at, row, known, uplink);
        reused = true;
      }
      if (reused) raise('endpoint.counter_reused', known, uplink);
      if (known.attach_status === 'detached') raise('endpoint.heard_detached', known, uplink);
      const id = ++lastOpen;
      const flags = uplink.flags | (reused ? Flag.duplicate : 0);
      insertOpen.run(
        id,
        known.org,
        known.id,
        generation,
        uplink.packetCnt,
        uplink.arrivedAt,
        uplink.arrivedAt + uplink.windowMs,
        uplink.userData,
        uplink.format,
        flags,
        codec.pack(uplink.reception),
      );
      recent.add(known.id, uplink.packetCnt, -id);
      return 'new';
    },

    /** When the next open window closes (milliseconds), or undefined when none is open. */
    nextDue(): number | undefined {
      return (nextDue.get() as { due_at: number } | undefined)?.due_at;
    },

    /**
     * Commit 2: telegrams whose window is over become messages with a sequence number, all at once.
     * @returns how many, and when the next window ends
     */
    close(now: number): { closed: number; nextDue: number | undefined } {
      begin();
      const rows: OpenRow[] = [];
      for (const row of oldestOpen.iterate() as Iterable<OpenRow>) {
        // A window that seems to end far ahead was opened before the clock was set back.
        if (row.due_at > now && row.due_at <= now + LONGEST_WINDOW_MS) break;
        rows.push(row);
      }
      const heard = new Map<number, Heard>();
      const perOrg = new Map<number, number>();
      for (const row of rows) {
        const receptions = genuine(codec.unpack(row.receptions));
        const first = receptions[0];
        if (!first) throw new Error('an open telegram without a reception');
        const top = best(receptions);
        let state = heard.get(row.endpoint);
        if (!state) {
          state = heardFrom(heardOf.get(row.endpoint) as HeardRow | undefined);
          heard.set(row.endpoint, state);
        }
        const skipped = hear(state, row.packet_cnt, first.rxTime, top);
        const seq = ++lastSeq;
        insertMessage.run(
          seq,
          row.org,
          row.endpoint,
          row.generation,
          row.packet_cnt,
          first.rxTime,
          row.arrived_at,
          now,
          row.user_data,
          row.format,
          row.flags,
          row.receptions,
          skipped ?? null,
          'skipped',
          'no_blueprint',
        );
        deleteOpen.run(row.id);
        recent.add(row.endpoint, row.packet_cnt, seq);
        tail.add({
          seq,
          org: row.org,
          endpoint: row.endpoint,
          packetCnt: row.packet_cnt,
          rxTime: first.rxTime,
          bytes: row.user_data.length,
          duplicate: unpackFlags(row.flags).duplicate,
          skipped,
          receptions,
        });
        perOrg.set(row.org, (perOrg.get(row.org) ?? 0) + 1);
        if (state.messages === 1) raiseHeard('endpoint.first_seen', row, now, {});
        if (skipped === undefined && first.rxTime >= state.previousSeen) {
          raiseHeard('endpoint.counter_reset', row, now, {
            lastPacketCnt: state.lastPacketCnt,
            packetCnt: row.packet_cnt,
          });
        }
      }
      for (const [endpoint, state] of heard) {
        const { top } = state;
        setHeard.run(
          endpoint,
          state.lastPacketCnt,
          state.lastSeen,
          top?.rssi ?? null,
          top?.snr ?? null,
          top?.eqSnr ?? null,
          top?.profile ?? null,
          top?.mode ?? null,
          top?.station ?? null,
          state.messages,
        );
      }
      for (const [org, count] of perOrg) addCount.run(org, count);
      if (tail.count >= blockMessages) seal(now);
      return { closed: rows.length, nextDue: (nextDue.get() as { due_at: number } | undefined)?.due_at };
    },
  };

  function raiseHeard(
    type: 'endpoint.first_seen' | 'endpoint.counter_reset',
    row: OpenRow,
    now: number,
    data: Record<string, number>,
  ) {
    const { eui } = euiOf.get(row.endpoint) as { eui: string };
    events.raise({ type, org: row.org, endpoint: row.endpoint, epEui: eui, at: row.arrived_at, storedAt: now, data });
  }
}
export type UplinkStore = ReturnType<typeof uplinkStore>;

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
  endpoint: number;
  flags: number;
  bytes: number;
  receptions: Uint8Array;
}

function counted(row: UnsealedRow, codec: ReceptionCodec) {
  const receptions = genuine(codec.unpack(row.receptions));
  return {
    seq: row.seq,
    org: row.org,
    endpoint: row.endpoint,
    packetCnt: row.packet_cnt,
    rxTime: receptions[0]?.rxTime ?? 0n,
    bytes: row.bytes,
    duplicate: unpackFlags(row.flags).duplicate,
    skipped: row.skipped ?? undefined,
    receptions,
  };
}

function countLate(tail: Tail, row: LateRow, codec: ReceptionCodec): void {
  const reception = genuine(codec.unpack(row.receptions)).find(r => r.station === row.station);
  const { duplicate } = unpackFlags(row.flags);
  if (reception) tail.addReception(row.seq, row.endpoint, reception, false, row.bytes, duplicate);
  tail.extend(row.seq);
}

interface HeardRow {
  last_packet_cnt: bigint | null;
  last_seen_ns: bigint | null;
  message_count: bigint;
}

interface Heard {
  lastPacketCnt: number;
  lastSeen: bigint;
  /** `lastSeen` before the telegram at hand. */
  previousSeen: bigint;
  messages: number;
  top: Reception | undefined;
}

function heardFrom(row: HeardRow | undefined): Heard {
  return {
    lastPacketCnt: row?.last_packet_cnt === null || row === undefined ? -1 : Number(row.last_packet_cnt),
    lastSeen: row?.last_seen_ns ?? 0n,
    previousSeen: 0n,
    messages: Number(row?.message_count ?? 0n),
    top: undefined,
  };
}

/**
 * The endpoint's newest state after one more telegram (BSSCI 10.3, step 6).
 * @returns counters skipped since the last telegram, undefined when the counter went backwards
 */
function hear(state: Heard, packetCnt: number, rxTime: bigint, top: Reception): number | undefined {
  const backwards = packetCnt < state.lastPacketCnt;
  const skipped = state.lastPacketCnt < 0 ? 0 : Math.max(packetCnt - state.lastPacketCnt - 1, 0);
  state.messages++;
  state.previousSeen = state.lastSeen;
  if (!backwards) state.lastPacketCnt = packetCnt;
  if (rxTime >= state.lastSeen) {
    state.lastSeen = rxTime;
    state.top = top;
  }
  return backwards ? undefined : skipped;
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}
