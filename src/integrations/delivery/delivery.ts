import type {
  Integration,
  ItemReader,
  Progress as StoredProgress,
} from '../../domain/integration/integration-records.ts';
import { background } from '../../kit/background.ts';
import { reasonOf } from '../../kit/faults/reason.ts';
import type { Log } from '../../kit/log.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Connection } from '../connection.ts';
import type { Item, Outcome, ResumePlaces, Stream } from '../driver.ts';
import type { Failure } from '../failure.ts';
import { DeliveryItem, type Recipient } from '../item.ts';
import { Lane, type Mark } from './lane.ts';
import { Latencies } from './latencies.ts';
import { Progress } from './progress.ts';
import { Replays } from './replays.ts';
import { type Place, Retries, type Retry } from './retries.ts';
import type { Share } from './share.ts';
import type { Source } from './source.ts';
import { type Batch, Turns } from './turns.ts';
import { Window } from './window.ts';

/** Until what failed by itself is sent once more. */
const AGAIN_MS = 50;
/** So many failures in a row, of one send or of any, are no longer single ones. */
const IN_A_ROW = 3;

const STREAMS = ['log', 'events'] as const;

export interface DeliveryOptions {
  readonly row: Integration;
  readonly installation: string;
  readonly source: Source;
  /** Sends under way at a time. */
  readonly window: number;
  /** Items that may be sent beyond the stored cursors. */
  readonly ahead: number;
  readonly share: Share;
  readonly clock: Clock;
  readonly log: Log;
  /** The target has taken items, or has refused one of them. */
  answered(accepted: boolean): void;
}

/** Items that were given out together, and what of them is still to be sent. */
interface UnderWay {
  readonly lane: Lane;
  readonly keys: ReadonlySet<string>;
  /** The next one is the last. */
  readonly parts: (readonly Item[])[];
  /** Of the last part, in a row. */
  failures: number;
}

/** Brings what is behind the cursors of one integration to its connection, whenever there is one. */
export class Delivery {
  readonly #options: DeliveryOptions;
  readonly #recipient: Recipient;
  readonly #main: readonly Lane[];
  readonly #replays: Replays;
  readonly #retries: Retries<DeliveryItem>;
  readonly #progress: Progress<Lane>;
  readonly #window: Window;
  readonly #turns: Turns;
  readonly #latencies = new Latencies();
  readonly #stopping = new AbortController();
  #connection: Connection | undefined;
  /** Since this connection has accepted something; undefined: it has not yet. */
  #failuresInRow: number | undefined;
  #pumping = false;
  #pumpAgain = false;
  #idle: (() => void) | undefined;

  constructor(options: DeliveryOptions) {
    this.#options = options;
    const { row, installation, source, clock, window, ahead, share, log } = options;
    const { uuid: integrationId, organizationId, includeSubpackets, maxPerSecond } = row;
    this.#recipient = { installation, integrationId, organizationId, includeSubpackets };
    this.#main = STREAMS.map(stream => this.#lane(stream, row.cursors[stream], this.reader()));
    this.#replays = new Replays({
      stored: () => source.replays(row.id),
      lanesOf: ({ eventTypes, cursors, ends }) => {
        const reader = this.reader(eventTypes.length > 0 ? eventTypes : undefined);
        return STREAMS.map(stream => this.#lane(stream, cursors[stream], reader, ends[stream]));
      },
      end: async id => {
        await this.#progress.store();
        await source.endReplay(id);
      },
      ended: () => this.#pump(),
      failed: cause => log.error({ err: cause, integration: integrationId }, 'replay not ended'),
    });
    this.#retries = new Retries({
      laneOf: (stream, end, read) => new Lane({ stream, cursor: 0, end, news: source.news[stream], read }),
      itemAt: ({ stream, place }) => {
        const item = source.place(this.reader(), stream, place);
        return item && new DeliveryItem(item, this.#recipient, true, false);
      },
      unpark: places => source.unpark({ id: row.id, items: places }),
      store: () => this.#progress.store(),
      ended: () => this.#pump(),
      failed: cause => log.error({ err: cause, integration: integrationId }, 'retry not ended'),
    });
    this.#window = new Window(window, share);
    this.#progress = new Progress({
      ...{ clock, ahead },
      lanes: () => this.#lanes,
      store: (lane, mark) => this.#store(lane, mark),
      stored: () => this.#pump(),
      failed: cause => log.error({ err: cause, integration: integrationId }, 'cursors not stored'),
    });
    this.#turns = new Turns({
      ...{ clock, maxPerSecond, main: this.#main, progress: this.#progress, window: this.#window },
      lanes: () => this.#lanes,
      more: () => this.#pump(),
      failed: cause => this.#failed(cause),
    });
  }

  get #lanes(): readonly Lane[] {
    const retries = this.#retries.lanes;
    const lanes = retries.length === 0 ? this.#replays.lanes : [...this.#replays.lanes, ...retries];
    return lanes.length === 0 ? this.#main : [...this.#main, ...lanes];
  }

  reader(eventTypes = this.#options.row.eventTypes): ItemReader {
    const { id, org, epEuis, deviceModels, epTags } = this.#options.row;
    return { id, org, filter: { eventTypes, epEuis, deviceModels, epTags } };
  }

  #lane(stream: Stream, cursor: number, reader: ItemReader, end?: number): Lane {
    const { source } = this.#options;
    return new Lane({
      ...{ stream, cursor, end, news: source.news[stream] },
      read: (after, limit) => {
        const { items, upTo, more } = source.after(reader, stream, after, limit);
        return { items: items.map(item => new DeliveryItem(item, this.#recipient, end !== undefined)), upTo, more };
      },
    });
  }

  async #store(lane: Lane, { cursor, delivered }: Mark): Promise<void> {
    const { source, row, clock } = this.#options;
    const replay = this.#replays.idOf(lane);
    // A retry has no cursor on the disk: only what was accepted is counted.
    const upTo = this.#retries.has(lane) ? 0 : cursor;
    const to = { id: replay ?? row.id, stream: lane.stream, cursor: upTo, delivered, at: clock.now() };
    await (replay !== undefined ? source.advanceReplay(to) : source.advance(to));
  }

  /** From now on new items are noticed. */
  start(): void {
    this.replaysChanged();
    for (const stream of STREAMS) background(this.#follow(stream), cause => this.#failed(cause));
  }

  async #follow(stream: Stream): Promise<void> {
    const { signal } = this.#stopping;
    const news = this.#options.source.news[stream];
    while (!signal.aborted) {
      const { version } = news;
      this.#pump();
      await news.wait(version, signal);
    }
  }

  /** There may be other replays than before. */
  replaysChanged(): void {
    this.#replays.refresh();
    this.#pump();
  }

  /** Sends these parked items again, beside all else. What is under way when the delivery is stopped stays parked. */
  retry(places: readonly Place[]): Retry {
    const retry = this.#retries.begin(places);
    this.#pump();
    return retry;
  }

  /** There is a connection: what is sent and not settled when it ends is sent again by the next one. */
  begin(connection: Connection, batch: Batch, { resumeAt = {} }: ResumePlaces): void {
    const { source } = this.#options;
    for (const lane of this.#main) {
      const from = resumeAt[lane.stream];
      // What is behind the cursor is done here, whatever the target still knows of it: some of it may have been parked, or not for it.
      if (from !== undefined) lane.skipTo(Math.min(from - 1, source.newest(lane.stream)));
    }
    this.#turns.begin(batch);
    this.#window.reset();
    this.#connection = connection;
    this.#failuresInRow = undefined;
    this.#progress.moved();
    this.#pump();
  }

  /** The connection is over. */
  end(): void {
    this.#connection = undefined;
    this.#turns.end();
    this.#window.reset();
    for (const lane of this.#lanes) lane.rewind();
    this.#idle?.();
    this.#pump();
  }

  get cursors(): StoredProgress['cursors'] {
    const [log, events] = this.#main;
    return { log: log?.cursor ?? 0, events: events?.cursor ?? 0 };
  }

  /** Whether something is under way or waits. */
  get busy(): boolean {
    return this.#window.underWay > 0 || this.#lanes.some(lane => !lane.idle);
  }

  /** When the oldest item that waits was stored, milliseconds. */
  get oldestWaitingAt(): number | undefined {
    const known = this.#main.flatMap(({ oldestAt }) => oldestAt ?? []);
    return known.length > 0 ? Math.min(...known) : undefined;
  }

  /** Accepted since the cursors were stored. */
  get delivered(): number {
    return this.#main.reduce((sum, lane) => sum + (lane.mark()?.delivered ?? 0), 0);
  }

  /** How long the last sends took, milliseconds. */
  get latencies(): Latencies {
    return this.#latencies;
  }

  #failed(cause: unknown): void {
    const { log, row } = this.#options;
    log.error({ err: cause, integration: row.uuid }, 'items not read');
    this.#connection?.end({ reason: 'the items cannot be read' });
  }

  /** Sends all that may be sent now. Never throws, and never runs inside of itself. */
  #pump(): void {
    if (this.#pumping) {
      this.#pumpAgain = true;
      return;
    }
    this.#pumping = true;
    try {
      do {
        this.#pumpAgain = false;
        if (this.#stopping.signal.aborted || this.#connection?.isOver) break;
        if (this.#connection) this.#sendAll(this.#connection);
        else this.#turns.peek();
      } while (this.#pumpAgain);
      this.#replays.endFinished();
      this.#retries.endFinished();
    } catch (cause) {
      this.#failed(cause);
    } finally {
      this.#pumping = false;
    }
  }

  #sendAll(connection: Connection): void {
    while (this.#window.hasRoom && !connection.isOver) {
      const taken = this.#turns.next();
      if (!taken) return;
      const { lane, items, keys } = taken;
      this.#window.begin(keys);
      this.#sendParts(connection, { lane, keys, parts: [items], failures: 0 });
    }
  }

  /** Sends one part after the other; together they are one send. */
  #sendParts(connection: Connection, send: UnderWay): void {
    const part = send.parts.pop();
    if (part) {
      const { clock } = this.#options;
      const began = clock.monotonic();
      connection.send(part, outcome => {
        this.#latencies.add(clock.monotonic() - began);
        this.#settled(connection, send, part, outcome);
      });
      return;
    }
    this.#window.end(send.keys);
    this.#progress.moved();
    if (this.#window.underWay === 0) this.#idle?.();
    this.#pump();
  }

  #settled(connection: Connection, send: UnderWay, part: readonly Item[], outcome: Outcome): void {
    if (outcome.kind === 'failed') {
      if (this.#isSingle(send, outcome.failure)) this.#sendAgain(connection, send, part);
      else connection.end(outcome.failure);
      return;
    }
    this.#failuresInRow = 0;
    send.failures = 0;
    // Who has an opinion on single items works.
    this.#options.answered(outcome.kind === 'accepted');
    if (outcome.kind === 'accepted' && this.#retries.has(send.lane)) {
      const stored = this.#unpark(connection, send, part);
      background(stored, cause => connection.end({ reason: `what was accepted is not stored: ${reasonOf(cause)}` }));
    } else if (outcome.kind === 'accepted') {
      send.lane.settle(part, true);
      this.#sendParts(connection, send);
    } else if (part.length > 1) {
      const half = Math.ceil(part.length / 2);
      send.parts.push(part.slice(half), part.slice(0, half));
      this.#sendParts(connection, send);
    } else {
      const parked = this.#park(connection, send, part, outcome.reason);
      background(parked, cause => connection.end({ reason: `what was refused is not stored: ${reasonOf(cause)}` }));
    }
  }

  /** One failure among successes is no reason to leave the target alone: back-off is for failures in a row. */
  #isSingle(send: UnderWay, { passing }: Failure): boolean {
    if (this.#failuresInRow === undefined || !passing) return false;
    return ++this.#failuresInRow < IN_A_ROW && ++send.failures < IN_A_ROW;
  }

  #sendAgain(connection: Connection, send: UnderWay, part: readonly Item[]): void {
    send.parts.push(part);
    this.#options.clock.after(AGAIN_MS, () => {
      if (connection.isOver) return;
      send.lane.again(part);
      this.#sendParts(connection, send);
    });
  }

  /** The cursor passes an item that was refused when that is stored, and not before. */
  async #park(connection: Connection, send: UnderWay, part: readonly Item[], reason: string): Promise<void> {
    const { source, row, clock } = this.#options;
    const items = part.map(({ stream, place }) => ({ stream, place, reason }));
    await source.park({ id: row.id, items, at: clock.now() });
    this.#retries.refused(send.lane, part);
    if (connection.isOver) return;
    send.lane.settle(part, false);
    this.#sendParts(connection, send);
  }

  /** As what was parked before is accepted: until that is stored, it is still under way. */
  async #unpark(connection: Connection, send: UnderWay, part: readonly Item[]): Promise<void> {
    await this.#retries.accepted(send.lane, part);
    if (connection.isOver) return;
    send.lane.settle(part, true);
    this.#sendParts(connection, send);
  }

  /** Nothing is sent any more. Resolves when nothing is under way. */
  finish(): Promise<void> {
    this.#stopping.abort();
    this.#turns.stop();
    if (!this.#connection || this.#window.underWay === 0) return Promise.resolve();
    return new Promise(resolve => {
      this.#idle = resolve;
    });
  }

  /** Stores how far it has come. @throws what the store throws */
  store(): Promise<void> {
    return this.#progress.store();
  }

  /** Nothing is stored any more. */
  stop(): void {
    this.#retries.stop();
    this.#progress.stop();
  }
}
