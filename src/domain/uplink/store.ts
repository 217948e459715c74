import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import type { SalvagedTables } from '../../database/salvaged-tables.ts';
import { MS_NS } from '../../kit/units.ts';
import type { Decoders } from '../blueprint/decoders.ts';
import type { Events } from '../event/store.ts';
import { Flag, unpackFlags } from '../message/flags.ts';
import { NO_ENDPOINT } from '../message/identity.ts';
import { genuine, type Reception, type ReceptionCodec } from '../message/reception.ts';
import { sampleMessage } from '../message/sampling.ts';
import type { Progress } from '../session/progress.ts';
import type { Candidate } from './copies.ts';
import { dated } from './dated.ts';
import { uplinkEvents } from './events.ts';
import { count, type HeardStore, hear, heardLate } from './heard.ts';
import type { KnownEndpoint, KnownEndpoints } from './known-endpoints.ts';
import { macTelegrams } from './mac-telegrams.ts';
import type { UplinkMemory } from './memory.ts';
import type { OpenTelegram } from './newest.ts';
import { publisher } from './publish.ts';
import { type MacReport, type PackedUplink, type UplinkOutcome, type UplinkReport, unpackUplink } from './receive.ts';
import type { Silence } from './silence.ts';
import { type Closed, LONGEST_WINDOW_MS, MOST_CLOSED } from './window.ts';

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
  tables: ['message', 'late_reception', 'uplink', 'counter'],
};

/** The two commits of an uplink. The writer remembers what is newest, so that neither has to read it. */
export function uplinkStore(
  db: Db,
  {
    events,
    known,
    heard: heardStore,
    silence,
    codec,
    memory,
    decoders,
    decodingOf,
    receptionMs,
    advance,
    window,
    acknowledged,
    closed,
    stationHeard,
    messagesStored,
    endpointHeard,
  }: {
    events: Events;
    known: KnownEndpoints;
    heard: HeardStore;
    silence: Silence;
    codec: ReceptionCodec;
    memory: UplinkMemory;
    decoders: Decoders;
    /** What the next message of an endpoint is decoded with. */
    decodingOf(endpoint: number): number | undefined;
    /** How long receptions of one telegram are collected. */
    receptionMs: number;
    /** Advances the session in the same transaction. */
    advance(progress: Progress): void;
    /** A telegram has opened a downlink window. @returns whether it is taken */
    window(opened: OpenedWindow): boolean;
    /** A telegram acknowledges the window before it. */
    acknowledged(endpoint: number, packetCnt: number, generation: number, at: number): void;
    /** Telegrams behind this place of the log have become visible. */
    closed(after: number): void;
    /** A station has received something. @param at milliseconds */
    stationHeard(station: number, at: number): void;
    /** So many messages of an organization have become visible. */
    messagesStored(org: number, messages: number, now: number): void;
    /** A telegram has become visible, and what is known of its endpoint says so. */
    endpointHeard(endpoint: KnownEndpoint, telegram: OpenTelegram): void;
  },
) {
  const { recent, newest, endpointOf } = memory;
  const { original, heardBefore, addReception, late } = memory.copies;
  const raise = uplinkEvents(db, { events, decoders, endpointOf });
  /** As of now, whenever it was heard. */
  const decodingOfTelegram = ({ endpoint, epEui }: OpenTelegram): number | undefined => {
    if (endpoint === NO_ENDPOINT) return undefined;
    const known = epEui === '' ? undefined : endpointOf(epEui);
    // Its endpoint has another EUI by now, or is gone.
    if (known?.id !== endpoint) return decodingOf(endpoint);
    if (known.decoding === null) known.decoding = decodingOf(endpoint);
    return known.decoding;
  };
  const { publish } = publisher(db, { decoders, decodingOf: decodingOfTelegram, failed: raise.decodeFailed });
  const insertOpen = db.prepare(
    `INSERT INTO uplink (id, org, endpoint, generation, packet_cnt, rx_time_ns, arrived_at, due_at, user_data, format, flags,
       receptions, skipped, vm_mac_type, vm_crc, ac_eui, session, last_bs, done_bs)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const setFlags = db.prepare('UPDATE uplink SET flags = ? WHERE id = ?');
  const nextDue = db.prepare(
    `SELECT due_at FROM uplink WHERE id = (SELECT min(id) FROM uplink)
     UNION ALL SELECT 0 FROM counter WHERE org = 0 AND name = 'heard_stored' LIMIT 1`,
  );
  const addCount = db.prepare(
    `INSERT INTO counter (org, name, value) VALUES (?, 'messages', ?)
     ON CONFLICT (org, name) DO UPDATE SET value = value + excluded.value`,
  );

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

  /** The telegrams whose window is over, oldest first. */
  const due = (now: number): OpenTelegram[] => {
    const result: OpenTelegram[] = [];
    for (const telegram of newest().open.values()) {
      // A window that seems to end far ahead was opened before the clock was set back.
      if (telegram.dueAt > now && telegram.dueAt <= now + LONGEST_WINDOW_MS) break;
      result.push(telegram);
      if (result.length === MOST_CLOSED) break;
    }
    return result;
  };

  /** What a telegram that became visible means for its endpoint. */
  const heard = (telegram: OpenTelegram, seq: number, receptions: readonly Reception[], now: number): void => {
    const endpoint = telegram.epEui === '' ? undefined : endpointOf(telegram.epEui);
    if (endpoint?.id !== telegram.endpoint) return;
    const { rxTime, arrivedAt, skipped, generation, decoded } = telegram;
    const present = generation === endpoint.generation;
    const event = {
      org: endpoint.org,
      endpoint: endpoint.id,
      epEui: telegram.epEui,
      sourceName: endpoint.name,
      at: telegram.arrivedAt,
      storedAt: now,
    };
    const message = { seq, rxTime, arrivedAt, skipped, present, decoded: decoded && decoded.code === '' };
    const isNewest = hear(endpoint.heard, message, receptions);
    heardStore.changed(endpoint.id, endpoint.heard);
    silence.heard(endpoint, endpoint.heard.lastSeen, now);
    endpointHeard(endpoint, telegram);
    const { top, messages } = endpoint.heard;
    if (messages === 1 && top) {
      const { station } = top;
      const { bsEui } = raise.reporter(station);
      events.raise({ ...event, type: 'endpoint.first_seen', station, bsEui, data: { bsEui } });
    }
    if (telegram.skipped === undefined && isNewest) {
      const data = { lastPacketCnt: endpoint.heard.lastPacketCnt, packetCnt: telegram.packetCnt };
      events.raise({ ...event, type: 'endpoint.counter_reset', data });
    }
  };

  /** Decides, where all waiting neighbours are seen, whether a telegram is a copy (BSSCI 10.3, 10.4). */
  const take = (reported: UplinkReport): UplinkOutcome => {
    const uplink = datedBy(reported);
    const endpoint = endpointOf(uplink.epEui);
    if (!endpoint) {
      const { snr, rssi } = uplink.reception;
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
    if (endpoint.attachStatus === 'detached') raise.ofEndpoint('endpoint.heard_detached', endpoint, uplink);
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

  /** Stores how far sessions had come with these telegrams. */
  const advanceWith = (telegrams: Iterable<OpenTelegram>): void => {
    const perSession = new Map<number, Progress>();
    for (const { progress } of telegrams) perSession.set(progress.session, progress);
    for (const progress of perSession.values()) advance(progress);
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

    /** When the next open window closes (milliseconds), at once when something was left to be stored; undefined when there is nothing. */
    nextDue(): number | undefined {
      return (nextDue.get() as { due_at: number } | undefined)?.due_at;
    },

    /**
     * Commit 2: telegrams whose window is over become messages with a sequence number, all at once.
     * @returns how many, when the next window ends or there is something to be stored, whether there is something for `derive`, and what
     * could not be decoded by a mistake of ours
     */
    close(now: number): Closed {
      const state = newest();
      const telegrams = due(now);
      if (telegrams.length > 0) {
        publish(telegrams, state.lastSeq, now);
        closed(state.lastSeq);
      }
      const before = state.lastSeq;
      const perOrg = new Map<number, number>();
      for (const telegram of telegrams) {
        const { id, org, endpoint, packetCnt, rxTime, bytes, skipped } = telegram;
        const receptions = genuine(telegram.receptions);
        const seq = ++state.lastSeq;
        const { duplicate } = unpackFlags(telegram.flags);
        state.unsealed.add({
          seq,
          org,
          endpoint,
          packetCnt,
          rxTime,
          bytes,
          duplicate,
          skipped,
          receptions,
        });
        const atMs = Number(rxTime / MS_NS);
        sampleMessage(state.unsealed.samples, { org, endpoint, duplicate, atMs, bytes }, receptions, skipped);
        if (endpoint !== NO_ENDPOINT) recent.moved(endpoint, packetCnt, id, seq);
        perOrg.set(org, (perOrg.get(org) ?? 0) + 1);
        // While it counts as open: an endpoint that has to be read first learns its counter from that.
        heard(telegram, seq, receptions, now);
        state.open.delete(id);
      }
      advanceWith(telegrams);
      const storing = heardStore.store(before, state.lastSeq);
      for (const [org, messages] of perOrg) {
        addCount.run(org, messages);
        messagesStored(org, messages, now);
      }
      const derive = memory.sealFull(now, telegrams.length === MOST_CLOSED);
      const [next] = state.open.values();
      const failures = decoders.takeFailures();
      const nextDue = storing ? now : next?.dueAt;
      return { closed: telegrams.length, nextDue, derive, ...(failures.length > 0 && { decoderFailures: failures }) };
    },

    /** After a start, before any station connects: how far their sessions had come is in the open telegrams. */
    storeProgress: (): void => advanceWith(newest().open.values()),
    derive: memory.derive,

    /** Says which endpoints have fallen silent by now. @returns whether there may be more */
    searchSilent(now: number): boolean {
      newest();
      return silence.search(now);
    },
    takePlace: memory.takePlace,
    newestSeq: memory.newestSeq,
    sealBefore: memory.sealBefore,

    /** A write failed after it had changed the memory: what is newest is read again before the next one. */
    forget(): void {
      memory.forget();
      known.forget();
      decoders.forget();
      silence.forget();
    },
  };
}
