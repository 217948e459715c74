import type { Requester } from '../domain/event/acting.ts';
import type { EventType } from '../domain/event/catalog.ts';
import type { Order } from '../domain/session/order.ts';
import type { Progress } from '../domain/session/progress.ts';
import type { HeldRecord } from '../domain/session/session-records.ts';
import { background, impossible } from '../kit/background.ts';
import type { Eui } from '../kit/eui.ts';
import type { Connection } from '../protocol/connection.ts';
import type { Rules } from '../protocol/engine.ts';
import { Posix } from '../protocol/errors.ts';
import type { LivePeers } from '../protocol/live-peers.ts';
import type { FromUs, RequestOf, ResponseOf } from '../protocol/operations.ts';
import type { StartedOperation } from '../protocol/own-operations.ts';
import type { PeerCall } from '../protocol/peer-operations.ts';
import { PeerSession } from '../protocol/peer-session.ts';
import type { Announcements } from './announcements.ts';
import type { AcceptedStation } from './connect.ts';
import { readHeld } from './held.ts';
import { type Bssci, bssci } from './operations.ts';
import type { BssciOptions } from './options.ts';
import { Propagator } from './propagator.ts';
import { StatusPoll } from './status-poll.ts';

/** What the sessions of the listener share. */
export type SessionOptions = Pick<
  BssciOptions,
  'clock' | 'log' | 'store' | 'sealer' | 'metrics' | 'times' | 'clockIsWrong'
> & { readonly rules: Rules<Bssci>; readonly announcements: Announcements };

/** The connected stations, by row id. */
export type LiveStations = LivePeers<number, StationSession>;

/** The session of a station that is connected: who it is, and what can be started at it. */
export class StationSession extends PeerSession<Bssci, 'con'> {
  readonly station: number;
  readonly org: number;
  readonly bsEui: Eui;
  /** Row id of the session. */
  readonly session: number;
  readonly resumed: boolean;
  readonly remoteAddress: string;
  readonly bidi: boolean;
  readonly status: StatusPoll;
  readonly propagator: Propagator;
  /** What is sent again when the session begins, in the order in which it was started. */
  readonly held: readonly HeldRecord[];
  readonly #options: SessionOptions;
  readonly #accepted: AcceptedStation;
  readonly #raising = new Set<EventType>();
  #stored: { last: number; done: number };

  constructor(options: SessionOptions, connection: Connection, accepted: AcceptedStation) {
    const { clock, store, metrics, rules } = options;
    const { station, session, greeting } = accepted;
    // Read where the session becomes able to send: what is ordered from now on comes to it.
    const { lastSc, held } = store.read.orders.own(session.id);
    super({
      clock,
      metrics,
      connection,
      rules,
      log: options.log.child({ bsEui: station.eui, session: session.id }),
      state: { last: session.lastBs, done: session.doneBs, lastOwn: lastSc },
    });
    this.station = station.id;
    this.org = station.org;
    this.bsEui = station.eui;
    this.session = session.id;
    this.resumed = accepted.resumed;
    this.remoteAddress = greeting.remoteAddress;
    this.bidi = greeting.bidi;
    this.held = held;
    this.#options = options;
    this.#accepted = accepted;
    this.#stored = { last: session.lastBs, done: session.doneBs };
    this.status = new StatusPoll(this, options);
    this.propagator = new Propagator(this, options);
  }

  /** The progress that goes into the same transaction as the effect of an operation. */
  progress({ last, done }: Pick<PeerCall, 'last' | 'done'>): Progress {
    return { session: this.session, lastBs: last, doneBs: done };
  }

  /** Starts an operation: stores it under the next id, then writes it. Undefined when the session ended meanwhile. */
  start<K extends FromUs<Bssci>>(
    command: K,
    message: RequestOf<Bssci[K]>,
  ): Promise<StartedOperation<ResponseOf<Bssci[K]>> | undefined> {
    const { store, clock } = this.#options;
    if (this.over) return Promise.resolve(undefined);
    const content = bssci[command].held ? this.seal(command, message) : null;
    const operation = { session: this.session, command, content, at: clock.now() };
    return this.startWith(command, message, () => store.write.sessions.issue(operation));
  }

  /** Writes an operation that the store has started. */
  order({ command, opId, message }: Order): void {
    background(this.send(command, opId, message as never), impossible);
  }

  /** A request as it is stored: it may hold a key. */
  seal<K extends FromUs<Bssci>>(command: K, message: RequestOf<Bssci[K]>): Uint8Array {
    const { sealer, rules } = this.#options;
    return sealer.seal(rules.frames.content(bssci[command].req as never, message as never), 'operation');
  }

  /** An announcement has no answer in time. One of the list is stored as an operation by itself (BSSCI 15). */
  async late(opId: number): Promise<void> {
    const { store, sealer, clock } = this.#options;
    const held = store.read.announcing.held(this.session).filter(record => record.opId === opId);
    const [operation] = readHeld(held, sealer).operations;
    if (!operation) return store.write.sessions.late(this.session, opId);
    const content = this.seal('attPrp', operation.message as RequestOf<Bssci['attPrp']>);
    const { session, station } = this;
    return store.write.announcing.late({ session, station, opId, content, at: clock.now() });
  }

  /** The station may have to know or forget endpoints. Resolves when what can be sent at once has been sent. */
  propagate(): Promise<void> {
    return this.propagator.run();
  }

  /** What changed since it was stored last: ids of pings, the time of the last sign of life. */
  unsaved(): { station: number; progress: Progress; lastSeenAt: number } | undefined {
    const { last, done } = this;
    if (last === this.#stored.last && done === this.#stored.done) return undefined;
    this.#stored = { last, done };
    return { station: this.station, progress: this.progress(this.#stored), lastSeenAt: this.lastSeenAt };
  }

  /** Raises an event about this station; a failure to store it is logged, never thrown. */
  raise(
    type: EventType,
    data: Readonly<Record<string, string | number | boolean>>,
    more: {
      readonly stored?: () => void;
      readonly by?: Requester;
      readonly epEui?: Eui | undefined;
      /** When it happened, if not now (milliseconds). */
      readonly at?: number;
    } = {},
  ): void {
    const storedAt = this.#options.clock.now();
    const { at = storedAt } = more;
    const { name: sourceName } = this.#accepted.station;
    const { userId, userEmail } = more.by ?? {};
    const about = { org: this.org, station: this.station, bsEui: this.bsEui, epEui: more.epEui, sourceName };
    const write = this.#options.store.write.events.raise({ type, ...about, userId, userEmail, at, storedAt, data });
    this.background(more.stored ? write.finally(more.stored) : write, type);
  }

  /** A peer that only sends nonsense must not fill the store's queue: one at a time, the rest is in the metric. */
  raiseOnce(type: EventType, data: Readonly<Record<string, string | number>>, epEui?: Eui): void {
    if (this.#raising.has(type)) return;
    this.#raising.add(type);
    const stored = () => {
      this.#raising.delete(type);
    };
    this.raise(type, data, { stored, epEui });
  }

  /** A station that wanted 1.1 may refuse the layout of 1.0 (BSSCI appendix B). */
  propagationRefused(code: number): void {
    if (code !== Posix.invalid || this.#accepted.wantedVersion.startsWith('1.0.')) return;
    this.raise('basestation.protocol_error', { code, command: 'attPrp', message: 'station needs BSSCI 1.1' });
  }
}
