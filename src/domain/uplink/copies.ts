import type { Db } from '../../database/driver.ts';
import { MS_NS } from '../../kit/units.ts';
import { unpackFlags } from '../message/flags.ts';
import { best, genuine, type Reception, type ReceptionCodec } from '../message/reception.ts';
import type { KnownEndpoint } from './known-endpoints.ts';
import type { Newest, OpenTelegram } from './newest.ts';
import type { UplinkReport } from './receive.ts';
import type { RecentKeys } from './recent.ts';
import type { SealedCounters } from './sealed-counters.ts';
import { apart, LONGEST_WINDOW_MS, sameTelegram } from './window.ts';

/** By clocks that are right, all stations receive a telegram within this time. */
const AT_ONCE_NS = 2_000_000_000n;
/** Sealed telegrams with one counter that are looked at, however old they are: there are devices that never move it. */
const MOST_OLD = 16;

/** A stored telegram that gets another reception: open, or a message under its seq. */
export interface StoredTelegram {
  readonly open?: OpenTelegram;
  readonly seq?: number;
  readonly flags: number;
  readonly receptions: readonly Reception[];
}

/** A stored telegram that a report may be a copy of. */
export interface Candidate extends StoredTelegram {
  readonly generation: number;
  readonly arrivedAt: number;
  readonly userData: Uint8Array;
}

interface MessageRow {
  generation: number;
  arrived_at: number;
  user_data: Uint8Array;
  flags: number;
  receptions: Uint8Array;
}

/** Finds the stored telegrams that a report may be a copy of, and adds receptions to them. */
export function copyStore(
  db: Db,
  {
    codec,
    sealedCounters,
    recent,
    duplicateMs,
    newest,
    hourChanged,
  }: {
    readonly codec: ReceptionCodec;
    readonly sealedCounters: SealedCounters;
    readonly recent: RecentKeys;
    readonly duplicateMs: number;
    newest(): Newest;
    /** A message of an hour that is sealed has got a better copy, at a place of the log. */
    hourChanged(org: number, atMs: number, lateSeq: number): void;
  },
) {
  const getMessage = db.prepare(
    'SELECT generation, arrived_at, user_data, flags, receptions FROM message WHERE seq = ? AND endpoint = ?',
  );
  const openData = db.prepare('SELECT user_data FROM uplink WHERE id = ?');
  const setOpen = db.prepare('UPDATE uplink SET receptions = ? WHERE id = ?');
  const setMessage = db.prepare('UPDATE message SET receptions = ? WHERE seq = ?');
  const insertLate = db.prepare('INSERT INTO late_reception (seq, message, station) VALUES (?, ?, ?)');

  const message = (seq: number, endpoint: number): Candidate | undefined => {
    const row = getMessage.get(seq, endpoint) as MessageRow | undefined;
    if (!row) return undefined;
    const { generation, arrived_at: arrivedAt, user_data: userData, flags } = row;
    return { seq, generation, arrivedAt, userData, flags, receptions: codec.unpack(row.receptions) };
  };

  const inWindow = (open: OpenTelegram): Candidate => {
    const { user_data: userData } = openData.get(open.id) as { user_data: Uint8Array };
    const { generation, arrivedAt, flags, receptions } = open;
    return { open, generation, arrivedAt, userData, flags, receptions };
  };

  const remembered = (endpoint: KnownEndpoint, packetCnt: number): readonly Candidate[] =>
    recent.find(endpoint.id, packetCnt).flatMap(at => {
      const open = newest().open.get(-at);
      return (open ? inWindow(open) : message(at, endpoint.id)) ?? [];
    });

  /** From the sealed blocks: late or reused counters only. */
  function* sealed(endpoint: KnownEndpoint, packetCnt: number, generation: number): Generator<Candidate> {
    if (isNewest(endpoint, packetCnt, generation)) return;
    const known = new Set(recent.find(endpoint.id, packetCnt));
    for (const seq of sealedCounters.with(endpoint.id, packetCnt)) {
      const found = known.has(seq) ? undefined : message(seq, endpoint.id);
      if (found) yield found;
    }
  }

  return {
    /** Telegrams with this counter, those first that are in memory. @param generation the wanted one */
    *candidates(endpoint: KnownEndpoint, packetCnt: number, generation: number): Generator<Candidate> {
      yield* remembered(endpoint, packetCnt);
      yield* sealed(endpoint, packetCnt, generation);
    },

    /**
     * The telegram that a report is a copy of: of several that were nearest to it on the air (BSSCI 10.4).
     * @param generation a report from before the newest attach may be of any before it
     * @returns else whether the counter has been used before in this generation
     */
    original(endpoint: KnownEndpoint, uplink: UplinkReport, generation: number): Candidate | 'reused' | undefined {
      const { packetCnt, reception } = uplink;
      const known = remembered(endpoint, packetCnt);
      if (known.length === 0 && isNewest(endpoint, packetCnt, generation)) return undefined;
      const fits = (candidate: Candidate) =>
        (candidate.generation === generation || Math.max(candidate.generation, generation) < endpoint.generation) &&
        sameTelegram(uplink, duplicateMs, candidate.arrivedAt, candidate.receptions);
      const distance = (candidate: Candidate) => apart(reception, candidate.receptions);
      let found: Candidate | undefined;
      let reused = false;
      const consider = (candidate: Candidate) => {
        reused ||= candidate.generation === generation;
        if (fits(candidate) && (!found || distance(candidate) < distance(found))) found = candidate;
      };
      known.forEach(consider);
      // Another payload is a conflict, unless the report is a copy of an older telegram.
      const certain = () => found !== undefined && Buffer.compare(found.userData, uplink.userData) === 0;
      if (!certain()) {
        const since = Math.min(uplink.arrivedAt, Number(reception.rxTime / MS_NS)) - duplicateMs;
        let considered = 0;
        for (const candidate of sealed(endpoint, packetCnt, generation)) {
          consider(candidate);
          if (certain()) break;
          // By both times it is another telegram, unless the clock of a station is wrong.
          const old = candidate.arrivedAt < since - LONGEST_WINDOW_MS;
          if (++considered >= MOST_OLD && old && (reused || candidate.generation < generation)) break;
        }
      }
      if (found) return found;
      return reused ? 'reused' : undefined;
    },

    /** Whether a telegram like this was on the air at that time, before the newest attach. */
    heardBefore(endpoint: KnownEndpoint, { packetCnt, reception, userData }: UplinkReport): boolean {
      return remembered(endpoint, packetCnt).some(
        ({ generation, receptions, userData: stored }) =>
          generation < endpoint.generation &&
          apart(reception, receptions) <= AT_ONCE_NS &&
          Buffer.compare(stored, userData) === 0,
      );
    },

    /** Adds a reception to a stored telegram. @returns whether there was one of this station already */
    addReception({ open, seq, receptions }: StoredTelegram, reception: Reception): boolean {
      const stored = [...receptions];
      const conflict = reception.conflict !== undefined;
      // A conflicting copy never takes the place of a genuine one, nor the other way round.
      const own = stored.findIndex(
        other => other.station === reception.station && (other.conflict !== undefined) === conflict,
      );
      const before = stored[own];
      if (!before) stored.push(reception);
      // The first reception gives the message its place in time: pages and postings rely on it.
      else {
        const { rxTime, statedRxTime } = before;
        stored[own] = open === undefined || own === 0 ? { ...reception, rxTime, statedRxTime } : reception;
      }
      const blob = Buffer.concat(stored.map(copy => codec.pack(copy)));
      if (open) {
        open.receptions = stored;
        setOpen.run(blob, open.id);
      } else setMessage.run(blob, seq ?? 0);
      return before !== undefined;
    },

    /** Makes a reception of a message that is visible already a line of its own. */
    late(
      { seq, flags, receptions }: StoredTelegram,
      { org, id: endpoint }: { readonly org: number; readonly id: number },
      reception: Reception,
      bytes: number,
    ): void {
      const state = newest();
      const { duplicate } = unpackFlags(flags);
      const all = [...genuine(receptions), reception];
      const atMs = Number((all[0] ?? reception).rxTime / MS_NS);
      insertLate.run(++state.lastSeq, seq ?? 0, reception.station);
      const owner = { org, endpoint, duplicate, atMs, bytes };
      const isCounted = state.unsealed.addLate(state.lastSeq, seq ?? 0, owner, all, reception.station);
      if (!isCounted && best(all) === reception) hourChanged(org, atMs, state.lastSeq);
    },
  };
}

/** Whether no telegram can have had this counter. */
function isNewest({ generation: present, heard }: KnownEndpoint, packetCnt: number, generation: number): boolean {
  return generation === present && packetCnt > heard.lastPacketCnt;
}
