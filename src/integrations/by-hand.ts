import type { Once } from '../domain/event/acting.ts';
import {
  type DomainItem,
  type Integration,
  type ItemEvent,
  type ItemReader,
  type ItemStream,
  itemEvents,
  type Parked,
  type Replay,
} from '../domain/integration/integration-records.ts';
import type { NewReplay } from '../domain/integration/replays.ts';
import { fault } from '../kit/faults/faults.ts';
import { type Clock, sleep, turn } from '../kit/time/clock.ts';
import { SECOND_MS } from '../kit/units.ts';
import { uuid7 } from '../kit/uuid.ts';
import type { Place, RetryCounts } from './delivery/retries.ts';
import type { Engine } from './engine.ts';
import type { TestResult } from './test-run.ts';

/** What is asked for again: what was stored in [from, to), milliseconds. */
export interface ReplayWish {
  readonly from: number;
  /** Undefined: up to now. */
  readonly to: number | undefined;
  /** Empty: those of the integration. */
  readonly eventTypes: readonly string[];
  /** Of a caller who may ask again for the same. */
  readonly once?: Once | undefined;
}

/** A replay that is under way. */
export interface ShownReplay {
  readonly id: string;
  /** `waiting`: until the integration is enabled. */
  readonly state: 'running' | 'waiting';
  /** Items that are still to be sent, counted up to a limit. */
  readonly left: number;
  /** Milliseconds. */
  readonly createdAt: number;
}

/** What is parked. */
export interface ShownParked extends Parked {
  /** Undefined: what stood there is gone from the log. */
  readonly event: DomainItem['event'] | undefined;
}

/** Parked items that are looked at in one go, and those that are parked at most. */
const LOOK = 32;
const ALL = 10_000;
/** A target is waited for no longer: what it has not answered by then goes on. No call has to end before. */
const PATIENCE_MS = 20 * SECOND_MS;

/** What people have done with an integration besides changing it, by whatever way they come. */
export interface ByHand {
  /** @throws Error where nothing is delivered */
  test(row: Integration): Promise<TestResult>;
  /** @throws fault `InvalidTimeRange`, `InvalidEnumValue`, `IntegrationNotFound`, `TooManyItems` */
  replay(row: Integration, wish: ReplayWish, signal: AbortSignal): Promise<ShownReplay>;
  /** Those under way, the oldest first. */
  replays(row: Integration, signal: AbortSignal): Promise<readonly ShownReplay[]>;
  /** The oldest first. */
  parked(row: Integration, most: number): Promise<readonly ShownParked[]>;
  /**
   * Sends what is parked again, beside all else. What stands behind a place that is gone is parked no more.
   * @param places undefined: all of it
   * @param signal of who waits no longer; what is under way goes on
   * @returns what has become of it by the end, or after twenty seconds
   * @throws Error where nothing is delivered, or nothing to this one
   */
  retry(row: Integration, places: readonly number[] | undefined, signal?: AbortSignal): Promise<RetryCounts>;
}

type Places = Readonly<Record<ItemStream, number>>;

/** What is read and written for it. */
export interface ByHandStore {
  readonly read: {
    readonly integrations: {
      replays(id: number): readonly Replay[];
      parked(id: number, most: number): readonly Parked[];
      place(reader: ItemReader, stream: ItemStream, place: number): DomainItem | undefined;
    };
  };
  readonly write: {
    readonly integrations: { startReplay(replay: NewReplay, once?: Once): Promise<Replay | undefined> };
  };
  readonly scan: {
    readonly integrations: {
      queued(
        signal: AbortSignal,
        reader: ItemReader,
        cursors: Places,
        ends: Places,
      ): Promise<{ readonly count: number }>;
    };
  };
}

/** @param engine absent where nothing is delivered */
export function byHand({
  store: { read, write, scan },
  clock,
  engine,
}: {
  readonly store: ByHandStore;
  readonly clock: Clock;
  readonly engine?: Pick<Engine, 'test' | 'refresh' | 'retry'>;
}): ByHand {
  const running = () => {
    if (!engine) throw new Error('the service does not run, and only the service delivers: start it first');
    return engine;
  };
  const readerOf = ({ id, org, epEuis, deviceModels, epTags }: Integration, eventTypes: readonly ItemEvent[]) => {
    return { id, org, filter: { eventTypes, epEuis, deviceModels, epTags } };
  };
  const shown = async (row: Integration, replay: Replay, signal: AbortSignal): Promise<ShownReplay> => {
    const { uuid: id, createdAt, cursors, ends } = replay;
    const eventTypes = replay.eventTypes.length > 0 ? replay.eventTypes : row.eventTypes;
    const { count: left } = await scan.integrations.queued(signal, readerOf(row, eventTypes), cursors, ends);
    return { id, state: row.enabled ? 'running' : 'waiting', left, createdAt };
  };

  return {
    test: async row => running().test(row),

    async replay(row, { from, to, eventTypes, once }, signal) {
      const now = clock.now();
      const until = to ?? now + 1;
      if (!(from < until)) throw fault('InvalidTimeRange', { field: 'from' });
      const asked = { org: row.org, integration: row.uuid, from, to: until, eventTypes: eventTypes.map(eventType) };
      const made = await write.integrations.startReplay({ ...asked, uuid: uuid7(now), at: now }, once);
      if (!made) throw fault('IntegrationNotFound', { id: row.uuid });
      // Before it begins: what it has sent already is not counted.
      const counted = await shown(row, made, signal);
      engine?.refresh();
      return counted;
    },

    replays: (row, signal) => Promise.all(read.integrations.replays(row.id).map(replay => shown(row, replay, signal))),

    async parked(row, most) {
      const reader = readerOf(row, row.eventTypes);
      const all: ShownParked[] = [];
      for (const parked of read.integrations.parked(row.id, most)) {
        if (all.length % LOOK === LOOK - 1) await turn();
        all.push({ ...parked, event: read.integrations.place(reader, parked.stream, parked.place)?.event });
      }
      return all;
    },

    async retry(row, places, signal) {
      const parked: readonly Place[] = read.integrations.parked(row.id, ALL);
      const wanted = places && new Set(places);
      const retry = running().retry(
        row,
        parked.filter(({ place }) => wanted?.has(place) ?? true),
      );
      if (!retry) throw new Error(`nothing is delivered to ${row.name}: enable it first`);
      const over = new AbortController();
      const given = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
      await Promise.race([retry.done, sleep(clock, PATIENCE_MS, given).catch(() => undefined)]);
      over.abort();
      return retry.counts;
    },
  };
}

function eventType(word: string): ItemEvent {
  const found = itemEvents.find(event => event === word);
  if (found === undefined) throw fault('InvalidEnumValue', { field: 'event_types', allowed: itemEvents.join(', ') });
  return found;
}
