import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import type { SalvagedTables } from '../../database/recovery/salvaged-tables.ts';
import type { ListenedMs } from '../../kit/time/listened.ts';
import { Flag } from '../message/flags.ts';
import type { ReceptionCodec } from '../message/reception.ts';
import { type CloseOptions, windowCloser } from './close.ts';
import type { Candidate } from './copies.ts';
import { dated } from './dated.ts';
import { uplinkEvents } from './events.ts';
import { count, heardLate } from './heard.ts';
import type { KnownEndpoint, KnownEndpoints } from './known-endpoints.ts';
import { macTelegrams } from './mac-telegrams.ts';
import type { OpenTelegram } from './newest.ts';
import { type MacReport, type PackedUplink, type UplinkOutcome, type UplinkReport, unpackUplink } from './receive.ts';

/** A downlink window, as the station that can use it has it (BSSCI 11.4). */
export interface OpenedWindow {
  readonly endpoint: number;
  readonly station: number;
  readonly packetCnt: number;
  readonly responseExp: boolean;
  readonly at: number;
}

export const salvagedUplinks: SalvagedTables = {
  group: 'log',
  tables: ['message', 'late_reception', 'uplink', 'counter', 'listened'],
};

interface UplinkOptions extends CloseOptions {
  /** An endpoint was heard that is not registered, by a station of an organization. @returns whether that is ignored */
  strangerHeard(uplink: UplinkReport, org: number | null): boolean;
  readonly known: KnownEndpoints;
  readonly codec: ReceptionCodec;
  /** How long receptions of one telegram are collected. */
  readonly receptionMs: number;
  /** A telegram has opened a downlink window. @returns whether it is taken */
  window(opened: OpenedWindow): boolean;
  /** A telegram acknowledges the window before it. */
  acknowledged(endpoint: number, packetCnt: number, generation: number, at: number): void;
  /** A station has received something. @param at milliseconds */
  stationHeard(station: number, at: number): void;
}

/** The two commits of an uplink. The writer remembers what is newest, so that neither has to read it. */
export function uplinkStore(db: Db, options: UplinkOptions) {
  const { events, known, heard: heardStore, arrivals, silence, codec, memory, decoders, receptionMs } = options;
  const { advance, window, acknowledged, stationHeard, strangerHeard } = options;
  const { recent, newest, endpointOf } = memory;
  const { original, heardBefore, addReception, late } = memory.copies;
  const raise = uplinkEvents(db, { events, decoders, endpointOf });
  const { nextDue, close, storeProgress } = windowCloser(db, { ...options, raise });
  const insertOpen = db.prepare(
    `INSERT INTO uplink (id, org, endpoint, generation, packet_cnt, rx_time_ns, arrived_at, due_at, user_data, format, flags,
       receptions, skipped, vm_mac_type, vm_crc, ac_eui, session, last_bs, done_bs)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const setFlags = db.prepare('UPDATE uplink SET flags = ? WHERE id = ?');

  /** A report from before the last attach belongs to the counters of that time (BSSCI 10.4). */
  const generationOf = (endpoint: KnownEndpoint, uplink: UplinkReport): number => {
    const { generation, attachRxTime, attachArrived } = endpoint;
    const { rxTime } = uplink.reception;
    if (attachRxTime === undefined || rxTime >= attachRxTime) return generation;
    // Received after the attach had arrived: a clock is wrong, and what was stored by then tells which.
    if (rxTime >= attachArrived && !heardBefore(endpoint, uplink)) return generation;
    return generation - 1;
  };

  /** A radio time that cannot be is worth nothing but an event. */
  const datedBy = (uplink: UplinkReport): UplinkReport => {
    const reception = dated(uplink.reception, uplink.arrivedAt);
    if (reception === uplink.reception) return uplink;
    raise.clockOffset(uplink, Math.round(Number(uplink.reception.rxTime - reception.rxTime) / 1e6));
    return { ...uplink, reception };
  };

  /** Adds this report to the telegram it is a copy of. */
  const merge = (telegram: Candidate, endpoint: KnownEndpoint, uplink: UplinkReport): UplinkOutcome => {
    const { open } = telegram;
    const conflict = Buffer.compare(telegram.userData, uplink.userData) !== 0;
    const before = addReception(
      telegram,
      conflict ? { ...uplink.reception, conflict: uplink.userData } : uplink.reception,
    );
    if (conflict) {
      raise.ofEndpoint('message.conflict', endpoint, uplink);
      return 'conflict';
    }
    if (before) return 'repeated';
    if (open) {
      if (claims(open.flags, endpoint, uplink, open.generation)) {
        open.flags |= Flag.claimed;
        setFlags.run(open.flags, open.id);
      }
      return 'merged';
    }
    late(telegram, endpoint, uplink.reception, uplink.userData.length);
    if (heardLate(endpoint.heard, uplink.reception.station, uplink.arrivedAt)) {
      heardStore.changed(endpoint.id, endpoint.heard);
      heardStore.storeOf(endpoint.id);
    }
    return 'late';
  };

  /** Whether this report gets the downlink window of its telegram: the first one by a station that can send (BSSCI 11.4). */
  const claims = (flags: number, endpoint: KnownEndpoint, uplink: UplinkReport, generation: number): boolean => {
    if ((flags & (Flag.dlOpen | Flag.claimed)) !== Flag.dlOpen || generation !== endpoint.generation) return false;
    const { lastPacketCnt, lastSeen } = endpoint.heard;
    // Delivered after a newer one: its station was away, and its window is over.
    if (uplink.packetCnt < lastPacketCnt && uplink.reception.rxTime < lastSeen) return false;
    return window({
      endpoint: endpoint.id,
      station: uplink.reception.station,
      packetCnt: uplink.packetCnt,
      responseExp: (flags & Flag.responseExp) !== 0,
      at: uplink.arrivedAt,
    });
  };

  /** Opens the reception window of a telegram. @param owedTo decided here, whatever becomes of the endpoint (SCACI 7.5) */
  const begin = (
    telegram: OpenTelegram,
    report: UplinkReport | MacReport,
    owedTo: KnownEndpoint['owedTo'] = null,
  ): void => {
    const { format = 0, macType, crc }: Partial<UplinkReport & MacReport> = report;
    insertOpen.run(
      telegram.id,
      telegram.org,
      telegram.endpoint,
      telegram.generation,
      telegram.packetCnt,
      telegram.rxTime,
      telegram.arrivedAt,
      telegram.dueAt,
      report.userData,
      format,
      telegram.flags,
      codec.pack(report.reception),
      telegram.skipped ?? null,
      macType ?? null,
      crc ?? null,
      owedTo,
      report.progress.session,
      report.progress.lastBs,
      report.progress.doneBs,
    );
    newest().open.set(telegram.id, telegram);
  };

  const open = (endpoint: KnownEndpoint, uplink: UplinkReport, generation: number, reused: boolean): void => {
    const { reception, packetCnt, userData, arrivedAt } = uplink;
    const id = ++newest().lastOpen;
    const taken = claims(uplink.flags, endpoint, uplink, generation);
    const flags = uplink.flags | (reused ? Flag.duplicate : 0) | (taken ? Flag.claimed : 0);
    if ((flags & Flag.dlAck) !== 0) acknowledged(endpoint.id, packetCnt, generation, arrivedAt);
    // Counters of an older session key say nothing about those of now.
    const skipped = generation === endpoint.generation ? count(endpoint.heard, packetCnt) : 0;
    const telegram: OpenTelegram = {
      id,
      org: endpoint.org,
      endpoint: endpoint.id,
      epEui: uplink.epEui,
      generation,
      packetCnt,
      rxTime: reception.rxTime,
      arrivedAt,
      dueAt: arrivedAt + receptionMs,
      bytes: userData.length,
      content: endpoint.decoding === undefined ? undefined : uplink,
      flags,
      skipped,
      progress: uplink.progress,
      receptions: [reception],
    };
    begin(telegram, uplink, endpoint.owedTo);
    recent.add(endpoint.id, packetCnt, -id);
  };

  /** Decides, where all waiting neighbours are seen, whether a telegram is a copy (BSSCI 10.3, 10.4). */
  const take = (reported: UplinkReport): UplinkOutcome => {
    const uplink = datedBy(reported);
    const endpoint = endpointOf(uplink.epEui);
    if (!endpoint) {
      const { snr, rssi } = uplink.reception;
      if (!strangerHeard(uplink, raise.reporter(uplink.reception.station).org))
        raise.atStation('endpoint.unknown_heard', uplink, { snr, rssi });
      return 'unknown';
    }
    if (endpoint.suspended) {
      raise.atStation('message.rejected', uplink, { reason: 'suspended', opId: String(uplink.reception.opId) });
      return 'suspended';
    }
    const generation = generationOf(endpoint, uplink);
    const found = original(endpoint, uplink, generation);
    if (typeof found === 'object') return merge(found, endpoint, uplink);
    const reused = found === 'reused';
    if (reused) raise.ofEndpoint('endpoint.counter_reused', endpoint, uplink);
    // A detach counts from the decision, not from when the last station has confirmed it.
    if (endpoint.attachStatus === 'detached' || endpoint.attachStatus === 'detaching')
      raise.ofEndpoint('endpoint.heard_detached', endpoint, uplink);
    open(endpoint, uplink, generation, reused);
    return 'new';
  };

  const takeMac = macTelegrams(db, {
    codec,
    receptionMs,
    newest,
    begin,
    addReception,
    late,
    organizationOf: station => raise.reporter(station).org,
  });

  /**
   * The session of the station goes on with the effect of its operation. A new telegram has that in its own row until its window closes:
   * the row of the session would be one more page for nearly each commit.
   */
  const advanced = (outcome: UplinkOutcome, { progress }: UplinkReport | MacReport): UplinkOutcome => {
    if (outcome !== 'new') advance(progress);
    return outcome;
  };

  return {
    /**
     * Commit 1: the telegram is stored with this reception. Its station may forget it once the promise of this write has
     * resolved.
     */
    receive: intake((packed: PackedUplink): UplinkOutcome => {
      const report = unpackUplink(packed);
      newest();
      stationHeard(report.reception.station, report.arrivedAt);
      return advanced(take(report), report);
    }),

    /** Commit 1 of a telegram of a foreign MAC. */
    receiveMac: intake((report: MacReport): UplinkOutcome => advanced(takeMac(report), report)),

    nextDue,
    close,
    storeProgress,
    derive: memory.derive,

    /** Says which endpoints have fallen silent by now. @returns whether there may be more */
    searchSilent(now: number, listened: ListenedMs): boolean {
      arrivals.time.looked(listened);
      arrivals.time.passed(now, listened, newest().lastSeq);
      return silence.search(now, listened);
    },

    /** Up to where it was listened before this start. */
    listenedBefore: arrivals.time.before.bind(arrivals.time),
    /** The next start goes on from here. */
    keepListened: arrivals.time.keep.bind(arrivals.time),

    takePlace: memory.takePlace,
    newestSeq: memory.newestSeq,
    sealBefore: memory.sealBefore,

    /** A write failed after it had changed the memory: what is newest is read again before the next one. */
    forget(): void {
      memory.forget();
      known.forget();
      decoders.forget();
      silence.forget();
      arrivals.forget();
    },
  };
}
