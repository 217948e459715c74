import type { Db } from '../../database/driver.ts';
import type { Eui } from '../../kit/eui.ts';
import type { CredibleMs } from '../../kit/time/clock.ts';
import { DAY_MS } from '../../kit/units.ts';
import { Tally } from '../message/figures/tally.ts';
import { Flag } from '../message/flags.ts';
import type { History } from '../message/history.ts';
import type { ReceptionCodec } from '../message/reception.ts';
import { copyStore } from './copies.ts';
import { count, type HeardStore } from './heard.ts';
import type { KnownEndpoints } from './known-endpoints.ts';
import { type Newest, newestReader, type OpenTelegram } from './newest.ts';
import { RecentKeys } from './recent.ts';
import { SealedCounters } from './sealed-counters.ts';

/** Messages of one block. Larger blocks wear the card less, smaller ones make the unsealed rest quicker to read. */
const BLOCK_MESSAGES = 4096;
/** Lines and figures that are written at a time when a block is sealed: a few milliseconds of the writer. */
const SLICE_ROWS = 1024;
/** A block that writes no more is sealed at once, with the windows that close, unless more of them wait. */
const AT_ONCE_ROWS = 512;
/** Sealing has fallen behind when there are so many blocks' messages unsealed. */
const MOST_BLOCKS = 4;

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
    heard,
    codec,
    duplicateMs,
    blockMessages = BLOCK_MESSAGES,
    sliceRows = SLICE_ROWS,
  }: {
    history: History;
    known: KnownEndpoints;
    heard: HeardStore;
    codec: ReceptionCodec;
    /** How long a telegram stays known, so that copies are found. */
    duplicateMs: number;
    blockMessages?: number | undefined;
    sliceRows?: number | undefined;
  },
) {
  const read = newestReader(db, codec);
  const unsealedSince = db.prepare(
    'SELECT stored_at FROM message WHERE seq > ? AND stored_at <= ? ORDER BY seq LIMIT 1',
  );

  const recent = new RecentKeys(blockMessages);
  let present: Newest | undefined;
  const newest = (): Newest => {
    if (!present) {
      recent.clear();
      present = read(history.sealedUpTo(), recent);
      heard.recover();
    }
    return present;
  };
  const sealedCounters = new SealedCounters(history);
  const { hourChanged } = history;
  const copies = copyStore(db, { codec, sealedCounters, recent, duplicateMs, newest, hourChanged });

  /** Open telegrams by endpoint, as they were when an endpoint had to be read; what is opened later is of endpoints that were read. */
  let openOf: { readonly forgotten: number; readonly by: ReadonlyMap<number, readonly OpenTelegram[]> } | undefined;
  const openTelegramsOf = (endpoint: number): readonly OpenTelegram[] => {
    const { forgotten } = known;
    if (openOf?.forgotten !== forgotten) {
      openOf = { forgotten, by: Map.groupBy(newest().open.values(), telegram => telegram.endpoint) };
    }
    return openOf.by.get(endpoint) ?? [];
  };

  const endpointOf = (eui: Eui) =>
    known.find(eui, ({ id, generation, heard }) => {
      // Telegrams whose window is open have moved the counter on, but that is stored when they close.
      for (const telegram of openTelegramsOf(id)) {
        if (telegram.generation === generation && !telegram.passed) count(heard, telegram.packetCnt);
      }
    });

  /** What is being sealed, and how it goes on. */
  let sealing: { readonly tally: Tally; readonly slices: Generator<void> } | undefined;
  /** The room of the block before: each needs as much. */
  let spare: ReturnType<Tally['cleared']> | undefined;
  /** Whether what waits of several blocks is worth to be put together; undefined before the first block is sealed. */
  let waits: boolean | undefined;
  let mergedLast = false;

  const beginSealing = (state: Newest, now: number): void => {
    const tally = state.unsealed;
    sealing = { tally, slices: history.sealing(tally, now, sliceRows) };
    state.unsealed = new Tally(spare);
    spare = undefined;
    recent.sealing();
  };

  const sealSlice = (): void => {
    if (!sealing?.slices.next().done) return;
    spare = sealing.tally.cleared();
    sealing = undefined;
    recent.sealed();
    waits = history.activityWaits();
  };

  /** Begins to seal; what is small is sealed at once, unless the writer is busy. */
  const seal = (state: Newest, now: number, busy: boolean): void => {
    const small = state.unsealed.rows <= Math.min(AT_ONCE_ROWS, sliceRows);
    beginSealing(state, now);
    if (small && !busy) while (sealing) sealSlice();
  };

  return {
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

    /**
     * Begins to seal the unsealed part of the log when it is as long as a block.
     * @param busy more windows wait to be closed
     * @returns whether there is something for `derive`
     */
    sealFull(now: number, busy: boolean): boolean {
      const state = newest();
      if (state.unsealed.count >= blockMessages * MOST_BLOCKS) while (sealing) sealSlice();
      if (!sealing && state.unsealed.count >= blockMessages) seal(state, now, busy);
      return sealing !== undefined || waits === true;
    },

    /**
     * Begins to seal what is unsealed when the oldest of it was stored before a time, or goes on with it: old messages go by whole blocks.
     * @returns whether there is more to seal
     */
    sealBefore(storedBefore: CredibleMs, now: number): boolean {
      const state = newest();
      if (sealing) sealSlice();
      else {
        const oldest = unsealedSince.get(history.sealedUpTo(), now + DAY_MS) as { stored_at: number } | undefined;
        if (oldest && oldest.stored_at < storedBefore && state.unsealed.count > 0) seal(state, now, false);
      }
      return sealing !== undefined;
    },

    /**
     * Goes on with what is derived from the log, a slice at a time, so that uplinks are stored in between: the block that is being
     * sealed, and what waits to be put together, in turn.
     * @returns whether there is more
     */
    derive(): boolean {
      newest();
      waits ??= history.activityWaits();
      mergedLast = waits && !(sealing && mergedLast);
      if (mergedLast) waits = history.mergeActivity();
      else sealSlice();
      return sealing !== undefined || waits;
    },

    /** An operator has set the packet counter of an endpoint. */
    counterSet(endpoint: number): void {
      for (const telegram of newest().open.values()) if (telegram.endpoint === endpoint) telegram.passed = true;
    },

    /** A late copy is gone with its message. */
    lateGone(station: number, seq: number): void {
      present?.unsealed.drop(station, seq);
      sealing?.tally.drop(station, seq);
    },

    /** What is newest is read again. */
    forget(): void {
      present = undefined;
      sealedCounters.forget();
      sealing = undefined;
      spare = undefined;
      waits = undefined;
      heard.forget();
    },
  };
}
export type UplinkMemory = ReturnType<typeof uplinkMemory>;
