import type { Db } from '../../database/driver.ts';
import type { ListenedMs } from '../../kit/time/listened.ts';
import { MS_NS } from '../../kit/units.ts';
import type { Decoders } from '../blueprint/decoders.ts';
import type { Events } from '../event/event-store.ts';
import { Flag, unpackFlags } from '../message/flags.ts';
import { NO_ENDPOINT } from '../message/identity.ts';
import { genuine, type Reception } from '../message/reception.ts';
import type { Progress } from '../session/progress.ts';
import type { Arrivals } from './arrivals.ts';
import type { UplinkEvents } from './events.ts';
import { type HeardStore, hear } from './heard.ts';
import type { KnownEndpoint } from './known-endpoints.ts';
import type { UplinkMemory } from './memory.ts';
import type { OpenTelegram } from './newest.ts';
import { olderTelegrams } from './older.ts';
import { publisher } from './publish.ts';
import type { Silence } from './silence.ts';
import { type ClosedWindows, LONGEST_WINDOW_MS, MOST_CLOSED } from './window.ts';

/** What commit 2 works with, and what it tells. */
export interface CloseOptions {
  readonly events: Events;
  readonly heard: HeardStore;
  readonly arrivals: Arrivals;
  readonly silence: Silence;
  readonly memory: UplinkMemory;
  readonly decoders: Decoders;
  /** What the next message of an endpoint is decoded with. */
  decodingOf(endpoint: number): number | undefined;
  /** Advances the session in the same transaction. */
  advance(progress: Progress): void;
  /** Telegrams behind this place of the log have become visible. */
  closed(after: number): void;
  /** So many messages of an organization have become visible. */
  messagesStored(org: number, messages: number, now: number): void;
  /** A telegram has become visible, and what is known of its endpoint says so. */
  endpointHeard(endpoint: KnownEndpoint, telegram: OpenTelegram): void;
}

/** Commit 2 of telegrams: they become visible when their window is over, and their endpoint is heard. */
export function windowCloser(
  db: Db,
  {
    events,
    heard: heardStore,
    arrivals,
    silence,
    memory,
    decoders,
    decodingOf,
    advance,
    closed,
    messagesStored,
    endpointHeard,
    raise,
  }: CloseOptions & { readonly raise: Pick<UplinkEvents, 'reporter' | 'decodeFailed'> },
) {
  const { recent, newest, endpointOf } = memory;
  /** As of now, whenever it was heard. */
  const decodingOfTelegram = (telegram: OpenTelegram): number | undefined => {
    const { endpoint } = telegram;
    if (endpoint === NO_ENDPOINT) return undefined;
    const known = endpointOfTelegram(telegram);
    if (!known) return decodingOf(endpoint);
    if (known.decoding === null) known.decoding = decodingOf(endpoint);
    return known.decoding;
  };
  /** Undefined: it has another EUI by now, or is gone. */
  const endpointOfTelegram = ({ epEui, endpoint }: OpenTelegram): KnownEndpoint | undefined => {
    const known = epEui === '' ? undefined : endpointOf(epEui);
    return known?.id === endpoint ? known : undefined;
  };
  const markOlder = olderTelegrams(db, endpointOfTelegram);
  const { publish } = publisher(db, { decoders, decodingOf: decodingOfTelegram, failed: raise.decodeFailed });
  const nextDue = db.prepare(
    `SELECT due_at FROM uplink WHERE id = (SELECT min(id) FROM uplink)
     UNION ALL SELECT 0 FROM counter WHERE org = 0 AND name = 'heard_stored' LIMIT 1`,
  );
  const addCount = db.prepare(
    `INSERT INTO counter (org, name, value) VALUES (?, 'messages', ?)
     ON CONFLICT (org, name) DO UPDATE SET value = value + excluded.value`,
  );

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
    const endpoint = endpointOfTelegram(telegram);
    if (!endpoint) return;
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
    const listened = arrivals.time.now;
    const older = (telegram.flags & Flag.older) !== 0;
    const isDecoded = decoded && decoded.code === '';
    const message = { seq, rxTime, arrivedAt, listened, skipped, older, present, decoded: isDecoded };
    const isNewest = hear(endpoint.heard, message, receptions);
    heardStore.changed(endpoint.id, endpoint.heard);
    if (!older) {
      arrivals.note(endpoint.id, listened);
      silence.heard(endpoint, now);
    }
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

  /** Stores how far sessions had come with these telegrams. */
  const advanceWith = (telegrams: Iterable<OpenTelegram>): void => {
    const perSession = new Map<number, Progress>();
    for (const { progress } of telegrams) perSession.set(progress.session, progress);
    for (const progress of perSession.values()) advance(progress);
  };

  return {
    /** When the next open window closes (milliseconds), at once when something was left to be stored; undefined when there is nothing. */
    nextDue(): number | undefined {
      return (nextDue.get() as { due_at: number } | undefined)?.due_at;
    },

    /**
     * Commit 2: telegrams whose window is over become messages with a sequence number, all at once.
     * @returns how many, when the next window ends or there is something to be stored, whether there is something for `derive`, and what
     * could not be decoded by a mistake of ours
     */
    close(now: number, listened: ListenedMs): ClosedWindows {
      arrivals.time.looked(listened);
      const state = newest();
      const telegrams = due(now);
      if (telegrams.length > 0) {
        arrivals.time.passed(now, listened, state.lastSeq);
        markOlder(telegrams, listened);
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
        const atMs = Number(rxTime / MS_NS);
        state.unsealed.add({ seq, org, endpoint, packetCnt, atMs, bytes, duplicate, skipped, receptions });
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
  };
}
