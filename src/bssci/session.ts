import type { EventType } from '../domain/event/catalog.ts';
import type { Order } from '../domain/session/order.ts';
import type { Progress } from '../domain/session/progress.ts';
import type { Disconnection, HeldRecord } from '../domain/session/records.ts';
import type { Requester } from '../domain/transmission/records.ts';
import { background, impossible } from '../kit/background.ts';
import { sleep, type Timer } from '../kit/clock.ts';
import type { Eui } from '../kit/eui.ts';
import { Fault } from '../kit/faults.ts';
import type { Log } from '../kit/log.ts';
import type { CloseReason, Connection } from '../protocol/connection.ts';
import { Engine, type EngineHooks } from '../protocol/engine.ts';
import { Posix } from '../protocol/errors.ts';
import type { Claim, LivePeers } from '../protocol/live-peers.ts';
import type { FromUs, RequestOf, ResponseOf } from '../protocol/operations.ts';
import type { Started } from '../protocol/own-operations.ts';
import type { PeerCall } from '../protocol/peer-operations.ts';
import { peerText } from '../protocol/peer-text.ts';
import { type Accepted, connect } from './connect.ts';
import { stationHandlers } from './handlers.ts';
import { readHeld } from './held.ts';
import { type Bssci, bssci } from './operations.ts';
import type { SharedParts, StationCertificate } from './parts.ts';
import { Propagator } from './propagator.ts';
import { rejectedUplink } from './rejected-uplink.ts';
import { StatusPoll } from './status-poll.ts';

/** Deadlines of a session are looked at so often (milliseconds). */
const TICK_MS = 1000;
/** While the store refuses (disk full) it is asked so often (milliseconds). */
const STORE_AGAIN_MS = 1000;

/** Serves one connection from its first byte to the last write about it. Never rejects. */
export async function serveStation(
  shared: SharedParts,
  connection: Connection,
  certificate: StationCertificate | undefined,
  remoteAddress: string,
): Promise<void> {
  let bsEui: Eui | undefined;
  const work = async (claim: Claim<number>) => {
    const accepted = await connect(shared, {
      connection,
      certificate,
      remoteAddress,
      claim(station) {
        bsEui = station.eui;
        return claim(station.id);
      },
    });
    if (accepted) await new StationSession(shared, connection, accepted).run();
    else await connection.closed;
  };
  await shared.live.serve(connection, certificate, work, cause => {
    shared.log.error({ err: cause, bsEui }, 'session failed');
  });
}

/** The connected stations, by row id. */
export type LiveStations = LivePeers<number, StationSession>;

/** A station that is connected: from `conCmp` until its connection is gone and that is stored. */
export class StationSession {
  readonly station: number;
  readonly org: number;
  readonly bsEui: Eui;
  readonly session: number;
  readonly remoteAddress: string;
  readonly connectedAt: number;
  readonly bidi: boolean;
  readonly log: Log;
  readonly status: StatusPoll;
  readonly #shared: SharedParts;
  readonly #connection: Connection;
  readonly #accepted: Accepted;
  readonly #engine: Engine<Bssci, 'con'>;
  readonly #propagator: Propagator;
  readonly #held: readonly HeldRecord[];
  #heardAt: number;
  #pingAt: number | undefined;
  readonly #raising = new Set<EventType>();
  #stored: { last: number; done: number };

  constructor(shared: SharedParts, connection: Connection, accepted: Accepted) {
    const { clock, rules } = shared;
    const { station, session, greeting, resumed } = accepted;
    // Read where the session becomes able to send: what is ordered from now on comes to it.
    const { lastSc, held } = shared.store.read.orders.ours(session.id);
    this.station = station.id;
    this.org = station.org;
    this.bsEui = station.eui;
    this.session = session.id;
    this.remoteAddress = greeting.remoteAddress;
    this.bidi = greeting.bidi;
    this.connectedAt = clock.now();
    this.log = shared.log.child({ bsEui: station.eui, session: session.id });
    this.#shared = shared;
    this.#connection = connection;
    this.#accepted = accepted;
    this.#heardAt = clock.monotonic();
    this.#stored = { last: session.lastBs, done: session.doneBs };
    this.status = new StatusPoll(this, shared);
    this.#engine = new Engine({
      rules,
      connection,
      state: { last: session.lastBs, done: session.doneBs, lastOwn: lastSc },
      ...stationHandlers(this, shared),
      hooks: this.#hooks(resumed),
      monotonic: () => clock.monotonic(),
    });
    this.#propagator = new Propagator(this, shared);
    this.#held = held;
  }

  get lastSeenAt(): number {
    const { clock } = this.#shared;
    return Math.round(clock.now() - (clock.monotonic() - this.#heardAt));
  }

  /** Operations of ours that wait for an answer. */
  get waiting(): number {
    return this.#engine.waiting;
  }

  get over(): boolean {
    return this.#connection.over;
  }

  /** The progress that goes into the same transaction as the effect of an operation. */
  progress({ last, done }: PeerCall): Progress {
    return { session: this.session, lastBs: last, doneBs: done };
  }

  /** Starts an operation: stores it under the next id, then writes it. Undefined when the session ended meanwhile. */
  start<K extends FromUs<Bssci>>(
    command: K,
    message: RequestOf<Bssci[K]>,
  ): Promise<Started<ResponseOf<Bssci[K]>> | undefined> {
    const { store, clock } = this.#shared;
    if (this.over) return Promise.resolve(undefined);
    const content = bssci[command].held ? this.seal(command, message) : null;
    const operation = { session: this.session, command, content, at: clock.now() };
    return this.#engine.start(command, message, () => store.write.sessions.issue(operation));
  }

  /** Like `start`, with a write of its own that takes the id. */
  startWith<K extends FromUs<Bssci>>(
    command: K,
    message: RequestOf<Bssci[K]>,
    issue: () => Promise<number | undefined>,
  ): Promise<Started<ResponseOf<Bssci[K]>> | undefined> {
    return this.over ? Promise.resolve(undefined) : this.#engine.start(command, message, issue);
  }

  /** Writes an operation that the store has started. */
  order({ command, opId, message }: Order): void {
    background(this.#engine.order(command, opId, message as never), impossible);
  }

  /** A request as it is stored: it may hold a key. */
  seal<K extends FromUs<Bssci>>(command: K, message: RequestOf<Bssci[K]>): Uint8Array {
    const { sealer, rules } = this.#shared;
    return sealer.seal(rules.frames.content(bssci[command].req as never, message as never), 'operation');
  }

  close(reason: CloseReason): void {
    this.#connection.close(reason);
  }

  /** Endpoints this station must be told of changed. Resolves when what can be sent at once has been sent. */
  propagate(): Promise<void> {
    return this.#propagator.run();
  }

  retryPropagationAt(at: number): void {
    this.#propagator.retryAt(at);
  }

  async run(): Promise<void> {
    const { clock, live, log } = this.#shared;
    const connection = this.#connection;
    const offline = live.online(this.station, this);
    log.info({ bsEui: this.bsEui, session: this.session, resumed: this.#accepted.resumed }, 'base station connected');
    const ticks = clock.every(TICK_MS, () => this.#tick());
    try {
      this.#begin();
      const reason = await connection.closed;
      offline();
      await this.#leave(ticks, reason);
    } finally {
      ticks.cancel();
      offline();
    }
  }

  /** What fails here has become a session all the same: its end is stored and told like any other. */
  #begin(): void {
    try {
      this.#repeatHeld();
      this.#connection.pump(message => this.#engine.receive(message));
      this.background(this.#shared.variableMac.activate(this), 'types of variable MAC');
      background(this.propagate(), impossible);
    } catch (cause) {
      this.log.error({ err: cause }, 'session not begun');
      this.close('storage_error');
    }
  }

  /** What changed since it was stored last: ids of pings, the time of the last sign of life. */
  unsaved(): { station: number; progress: Progress; lastSeenAt: number } | undefined {
    const { last, done } = this.#engine;
    if (last === this.#stored.last && done === this.#stored.done) return undefined;
    this.#stored = { last, done };
    return { station: this.station, progress: this.progress({ opId: 0, last, done }), lastSeenAt: this.lastSeenAt };
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
    const storedAt = this.#shared.clock.now();
    const { at = storedAt } = more;
    const { name: sourceName } = this.#accepted.station;
    const { userId, userEmail } = more.by ?? {};
    const about = { org: this.org, station: this.station, bsEui: this.bsEui, epEui: more.epEui, sourceName };
    const write = this.#shared.store.write.events.raise({ type, ...about, userId, userEmail, at, storedAt, data });
    this.background(more.stored ? write.finally(more.stored) : write, type);
  }

  /** A peer that only sends nonsense must not fill the store's queue: one at a time, the rest is in the metric. */
  #raiseOnce(type: EventType, data: Readonly<Record<string, string | number>>, epEui?: Eui): void {
    if (this.#raising.has(type)) return;
    this.#raising.add(type);
    const stored = () => {
      this.#raising.delete(type);
    };
    this.raise(type, data, { stored, epEui });
  }

  /** What came could not be read, so that there is no command and no operation to name. */
  #unreadable(fault: string): void {
    this.#shared.metrics.protocolError(Posix.protocol);
    this.raise('basestation.protocol_error', { code: Posix.protocol, message: fault });
  }

  /** Watches a write nobody waits for. */
  background(write: Promise<unknown>, what: string): void {
    background(write, cause => this.log.error({ err: cause, what }, 'not stored'));
  }

  /** A station that wanted 1.1 may refuse the layout of 1.0 (BSSCI appendix B). */
  propagationRefused(code: number): void {
    if (code !== Posix.invalid || this.#accepted.wantedVersion.startsWith('1.0.')) return;
    this.raise('basestation.protocol_error', { code, command: 'attPrp', message: 'station needs BSSCI 1.1' });
  }

  /** Everything the station has not answered, with its old id and content, before anything new (BSSCI 6.5). */
  #repeatHeld(): void {
    const { operations, unreadable } = readHeld(this.#held, this.#shared.sealer);
    // That they can be read was seen before the resume was promised.
    if (unreadable.length > 0) throw new Error('operations of the session cannot be read');
    for (const { opId, command, message } of operations) {
      if (command === 'status') this.status.repeated(opId);
      background(this.#engine.repeat(command, opId, message), impossible);
    }
  }

  async #leave(ticks: Timer, reason: CloseReason): Promise<void> {
    const { clock, absences } = this.#shared;
    ticks.cancel();
    this.#engine.lost();
    this.status.lost();
    const at = clock.now();
    const onlineSeconds = Math.round((at - this.connectedAt) / 1000);
    const { fault } = this.#connection;
    this.log.info({ reason, fault }, 'base station disconnected');
    if (fault) this.#unreadable(fault);
    const { last, done } = this.#engine;
    const progress = this.progress({ opId: 0, last, done });
    await this.#storeGone({ station: this.station, progress, reason, at, lastSeenAt: this.lastSeenAt });
    absences.announceLater(this.station, () =>
      this.raise('basestation.disconnected', { reason, onlineSeconds }, { at }),
    );
    this.#shared.attach.stationLeft(this.station);
  }

  /**
   * Tries until it is stored: ids of pings are stored here only, and a station that knows of one that we do not would have to
   * begin a new session (BSSCI 6.4). It is let in again when this has ended.
   */
  async #storeGone(gone: Disconnection): Promise<void> {
    const { clock, live, store } = this.#shared;
    for (let tries = 1; ; tries++) {
      try {
        return await store.write.sessions.disconnect(gone);
      } catch (cause) {
        if (live.stopping.aborted) throw cause;
        if (tries === 1) this.log.error({ err: cause }, 'disconnect not stored, tried again until it is');
      }
      try {
        await sleep(clock, STORE_AGAIN_MS, live.stopping);
      } catch {
        // The service stops: once more, now.
      }
    }
  }

  #tick(): void {
    const { clock, times } = this.#shared;
    const now = clock.monotonic();
    const silent = now - this.#heardAt;
    if (silent >= times.dead_s * 1000) {
      this.close('timeout');
      return;
    }
    if (this.#pingAt === undefined) {
      if (silent >= times.ping_s * 1000) this.#ping(now);
    } else if (this.#heardAt >= this.#pingAt) this.#pingAt = undefined;
    else if (now - this.#pingAt >= times.ping_answer_s * 1000) {
      this.close('timeout');
      return;
    }
    this.status.tick();
    this.#engine.tick(times.answer_s * 1000);
    this.#propagator.tick();
  }

  #ping(now: number): void {
    this.#pingAt = now;
    this.background(this.start('ping', {}), 'ping');
  }

  #hooks(resumed: boolean): EngineHooks {
    const { clock, metrics, store } = this.#shared;
    const { log } = this;
    return {
      frame: (command, direction) => {
        if (direction === 'in') this.#heardAt = clock.monotonic();
        metrics.frame(command, direction);
      },
      refused: (code, command, opId, text) => {
        metrics.protocolError(code);
        log.debug({ code, command: peerText(command), opId, text }, 'error sent');
        const about = { opId: String(opId), command: peerText(command), code, message: text };
        this.#raiseOnce('basestation.protocol_error', about);
      },
      malformed: (command, opId, fields) => {
        if (command !== 'ulData' && command !== 'vm.ulData') return;
        const { reason, epEui } = rejectedUplink(fields);
        const { bsEui } = this;
        this.#raiseOnce('message.rejected', { reason, opId: String(opId), bsEui, ...(epEui && { epEui }) }, epEui);
      },
      complained: (code, text, command, opId) => {
        log.debug({ code, command, opId, text: peerText(text) }, 'error received');
      },
      sequenceError: first => {
        // It lost its memory but kept its name: offering the same session again would go round for ever (BSSCI 6.5).
        if (first && resumed) this.background(store.write.sessions.retire(this.session), 'retire');
      },
      late: (command, opId) => {
        const { session, station } = this;
        this.background(store.write.sessions.late(session, opId), 'late');
        if (command === 'ulDataTx') {
          this.background(store.write.ulTransmits.late({ session, station, opId, at: clock.now() }), 'late');
        }
        this.raise('basestation.operation_timeout', { opId: String(opId), command });
      },
      failed: (cause, command, opId) => {
        // A fault says that something is as it may be, such as a full disk, of which the log tells once.
        log[cause instanceof Fault ? 'debug' : 'error']({ err: cause, command, opId }, 'operation failed');
      },
      ignored: (command, opId) => log.debug({ command, opId }, 'message without effect'),
    };
  }
}
