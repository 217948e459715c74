import type { Db } from '../../database/driver.ts';
import type { Eui } from '../../kit/eui.ts';
import { Flag } from '../message/flags.ts';
import type { History } from '../message/history.ts';
import { ReceptionCodec } from '../message/reception.ts';
import { Tally } from '../message/tally.ts';
import { copyStore } from './copies.ts';
import { count, type KnownEndpoints } from './known-endpoints.ts';
import { type Newest, newestReader } from './newest.ts';
import { RecentKeys } from './recent.ts';
import { SealedCounters } from './sealed-counters.ts';

/** Messages of one block. Larger blocks wear the card less, smaller ones make the unsealed rest quicker to read. */
const BLOCK_MESSAGES = 4096;

/** A telegram that may acknowledge a downlink. */
export interface Acknowledging {
  readonly epEui: Eui;
  readonly packetCnt: number;
  readonly generation: number;
  /** It arrived no earlier than this (milliseconds). */
  readonly since: number;
}

/** What the writer remembers of the newest part of the log, so that no uplink has to look it up. */
export function uplinkMemory(
  db: Db,
  {
    history,
    known,
    duplicateMs,
    blockMessages = BLOCK_MESSAGES,
  }: {
    history: History;
    known: KnownEndpoints;
    /** How long a telegram stays known, so that copies are found. */
    duplicateMs: number;
    blockMessages?: number | undefined;
  },
) {
  const codec = new ReceptionCodec();
  const read = newestReader(db, codec);
  const unsealedSince = db.prepare('SELECT stored_at FROM message WHERE seq > ? ORDER BY seq LIMIT 1');

  const recent = new RecentKeys(blockMessages);
  let present: Newest | undefined;
  const newest = (): Newest => {
    if (!present) {
      recent.clear();
      present = read(history.sealedUpTo(), recent);
    }
    return present;
  };
  const sealedCounters = new SealedCounters(history);
  const copies = copyStore(db, { codec, sealedCounters, recent, duplicateMs, newest });

  const endpointOf = (eui: Eui) =>
    known.find(eui, ({ id, generation, heard }) => {
      // Telegrams whose window is open have moved the counter on, but that is stored when they close.
      for (const telegram of newest().open.values()) {
        const counts = telegram.endpoint === id && telegram.generation === generation && !telegram.passed;
        if (counts) count(heard, telegram.packetCnt);
      }
    });

  const seal = (state: Newest, now: number): void => {
    history.seal(state.unsealed, now);
    state.unsealed = new Tally();
    recent.sealed();
  };

  return {
    codec,
    recent,
    newest,
    copies,
    /** A registered endpoint, with the counters of its open telegrams. */
    endpointOf,

    /** Whether such a telegram is stored and acknowledges the window before it. */
    acknowledges({ epEui, packetCnt, generation, since }: Acknowledging): boolean {
      newest();
      const endpoint = endpointOf(epEui);
      if (!endpoint) return false;
      for (const telegram of copies.candidates(endpoint, packetCnt, generation)) {
        const fits = telegram.generation === generation && telegram.arrivedAt >= since;
        if (fits && (telegram.flags & Flag.dlAck) !== 0) return true;
      }
      return false;
    },

    /** Takes the next place in the log for a line that is no message. */
    takePlace(): number {
      const state = newest();
      state.unsealed.extend(++state.lastSeq);
      return state.lastSeq;
    },

    /** The last place that was taken in the log; undefined while the writer has not looked it up. */
    newestSeq: (): number | undefined => present?.lastSeq,

    /** Seals the unsealed part of the log when it is as long as a block. */
    sealFull(now: number): void {
      const state = newest();
      if (state.unsealed.count >= blockMessages) seal(state, now);
    },

    /** Seals what is unsealed when the oldest of it was stored before a time: old messages go by whole blocks. */
    sealBefore(storedBefore: number, now: number): void {
      const state = newest();
      const oldest = unsealedSince.get(history.sealedUpTo()) as { stored_at: number } | undefined;
      if (oldest && oldest.stored_at < storedBefore && state.unsealed.count > 0) seal(state, now);
    },

    /** An operator has set the packet counter of an endpoint. */
    counterSet(endpoint: number): void {
      for (const telegram of newest().open.values()) if (telegram.endpoint === endpoint) telegram.passed = true;
    },

    /** A late copy is gone with its message. */
    lateGone(station: number, seq: number): void {
      present?.unsealed.drop(station, seq);
    },

    /** What is newest is read again. */
    forget(): void {
      present = undefined;
      sealedCounters.forget();
    },
  };
}
export type UplinkMemory = ReturnType<typeof uplinkMemory>;
