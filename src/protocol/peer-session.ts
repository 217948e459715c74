import { background } from '../kit/background.ts';
import { Fault } from '../kit/faults/faults.ts';
import type { Log } from '../kit/log.ts';
import { type Clock, sleep } from '../kit/time/clock.ts';
import type { CloseReason, Connection } from './connection.ts';
import {
  Engine,
  type EngineHooks,
  type EngineOptions,
  type Reactions,
  type Rules,
  type SessionState,
} from './engine.ts';
import type { Outgoing } from './frames.ts';
import type { FromUs, OperationTable, RequestOf, ResponseOf } from './operations.ts';
import type { IssuedGroup, Outcome, StartedOperation } from './own-operations.ts';

/** Deadlines of a session are checked so often (milliseconds). */
const TICK_MS = 1000;
/** While the store refuses (disk full) it is asked so often (milliseconds). */
const STORE_AGAIN_MS = 1000;

export interface PeerMetrics {
  frame(command: string, direction: 'in' | 'out', count?: number): void;
  protocolError(code: number): void;
}

export interface PeerSessionOptions<T extends OperationTable> {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: PeerMetrics;
  readonly connection: Connection;
  readonly rules: Rules<T>;
  readonly state: SessionState;
}

/** What a protocol does with a connected peer. */
export interface Conduct<T extends OperationTable, Connecting extends string>
  extends Reactions<T, Connecting>,
    Pick<EngineOptions<T, Connecting>, 'recall' | 'taken' | 'turnedDown'> {
  readonly hooks: Omit<EngineHooks, 'frame' | 'failed' | 'ignored'>;
  /** The session can be found from now on. @returns what ends that; may be called twice */
  online(): () => void;
  /** Sends again what an earlier connection has left open, then has messages taken by `pump`. */
  begin(pump: () => void): void;
  tick(): void;
  /** The connection is gone: resolves when that is stored. */
  ended(reason: CloseReason): Promise<void>;
}

/**
 * A peer that is connected, from the end of its connect until its connection is gone and that is stored.
 * `Connecting` are the operations of the connect stage, which is over.
 */
export class PeerSession<T extends OperationTable, Connecting extends string> {
  readonly log: Log;
  readonly connectedAt: number;
  /** The same by the clock that never jumps. */
  readonly begunAt: number;
  readonly #clock: Clock;
  readonly #connection: Connection;
  readonly #options: PeerSessionOptions<T>;
  /** Undefined until `run`: before that nothing is sent or taken. */
  #engine: Engine<T, Connecting> | undefined;
  #heardAt: number;

  constructor(options: PeerSessionOptions<T>) {
    const { clock, log, connection } = options;
    this.log = log;
    this.connectedAt = clock.now();
    this.#clock = clock;
    this.#connection = connection;
    this.#options = options;
    this.begunAt = clock.monotonic();
    this.#heardAt = this.begunAt;
  }

  /** True once nothing is read or sent any more. */
  get over(): boolean {
    return this.#connection.over;
  }

  /** Highest id the peer has used. */
  get last(): number {
    return (this.#engine ?? this.#options.state).last;
  }

  /** Every operation of the peer up to this id is closed. */
  get done(): number {
    return (this.#engine ?? this.#options.state).done;
  }

  /** Operations of ours that wait for an answer. */
  get waiting(): number {
    return this.#engine?.waiting ?? 0;
  }

  /** When the last message came, monotonic milliseconds. */
  get heardAt(): number {
    return this.#heardAt;
  }

  /** The same by the wall clock. */
  get lastSeenAt(): number {
    return Math.round(this.#clock.now() - (this.#clock.monotonic() - this.#heardAt));
  }

  /** What was wrong with the bytes of the peer, when the connection ended for that. */
  get fault(): string | undefined {
    return this.#connection.fault;
  }

  close(reason: CloseReason): void {
    this.#connection.close(reason);
  }

  /** Resolves when the connection can take more. */
  drained(): Promise<void> {
    return this.#connection.drained();
  }

  /**
   * Starts an operation; undefined when the session ended meanwhile.
   * @param issue stores it and returns its id, or undefined when it has lost its sense meanwhile
   */
  startWith<K extends FromUs<T>>(
    command: K,
    message: RequestOf<T[K]>,
    issue: () => Promise<number | undefined>,
  ): Promise<StartedOperation<ResponseOf<T[K]>> | undefined> {
    return this.over || !this.#engine ? Promise.resolve(undefined) : this.#engine.start(command, message, issue);
  }

  /** Sends an operation that the store has given an id. Resolves when it is over. */
  send<K extends FromUs<T>>(command: K, opId: number, message: RequestOf<T[K]>): Promise<Outcome<unknown>> {
    return this.#engine?.order(command, opId, message) ?? Promise.resolve({ kind: 'lost' });
  }

  /** The same for an operation that an earlier connection has sent before. */
  repeat(command: string, opId: number, message: unknown): Promise<Outcome<unknown>> {
    return this.#engine?.repeat(command, opId, message) ?? Promise.resolve({ kind: 'lost' });
  }

  /** Starts operations that are stored together, and leave together. @param settled called whenever fewer of them wait */
  startGroups<I extends { readonly groups: readonly IssuedGroup[] }>(
    settled: () => void,
    issue: () => Promise<I | undefined>,
  ): Promise<I | undefined> {
    if (this.over || !this.#engine) return Promise.resolve(undefined);
    return this.#engine.startGroups(settled, issue);
  }

  /** Operations of groups that have no answer yet. */
  get waitingInGroups(): number {
    return this.#engine?.waitingInGroups ?? 0;
  }

  /** Sends operations whose ids the store has given, falling by one. @param settled called whenever fewer of them wait */
  sendGroup(first: number, messages: readonly Outgoing[], settled: () => void): void {
    this.#engine?.orderGroup(first, messages, settled);
  }

  /** The same for operations that an earlier connection has sent before. */
  repeatGroup(first: number, messages: readonly Outgoing[], settled: () => void): void {
    this.#engine?.repeatGroup(first, messages, settled);
  }

  /** Ends the waiting for answers that are overdue. */
  giveUpAfter(answerMs: number): void {
    this.#engine?.tick(answerMs);
  }

  /** Watches a write that is not waited for. */
  background(write: Promise<unknown>, what: string): void {
    background(write, cause => this.log.error({ err: cause, what }, 'not stored'));
  }

  async run(conduct: Conduct<T, Connecting>): Promise<void> {
    const engine = this.#engineFor(conduct);
    this.#engine = engine;
    const offline = conduct.online();
    const ticks = this.#clock.every(TICK_MS, () => conduct.tick());
    try {
      try {
        conduct.begin(() => this.#connection.pump(message => engine.receive(message)));
      } catch (cause) {
        // It has become a session all the same: its end is stored and announced like any other.
        this.log.error({ err: cause }, 'session not begun');
        this.close('storage_error');
      }
      const reason = await this.#connection.closed;
      ticks.cancel();
      offline();
      engine.lost();
      await conduct.ended(reason);
    } finally {
      ticks.cancel();
      offline();
    }
  }

  /** Tries to store that the connection is gone until it is stored; when the service stops, once more. */
  async untilStored(store: () => Promise<void>, stopping: AbortSignal): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await store();
      } catch (cause) {
        if (stopping.aborted) throw cause;
        if (tries === 1) this.log.error({ err: cause }, 'disconnect not stored, tried again until it is');
      }
      try {
        await sleep(this.#clock, STORE_AGAIN_MS, stopping);
      } catch {
        // The service stops: once more, now.
      }
    }
  }

  #engineFor(conduct: Conduct<T, Connecting>): Engine<T, Connecting> {
    const { rules, connection, state, metrics } = this.#options;
    const { log } = this;
    const clock = this.#clock;
    return new Engine({
      ...conduct,
      rules,
      connection,
      state,
      hooks: {
        ...conduct.hooks,
        frame: (command, direction, count) => {
          if (direction === 'in') this.#heardAt = clock.monotonic();
          metrics.frame(command, direction, count);
        },
        failed: (cause, command, opId) => {
          // A fault says that something is as it may be, such as a full disk, which the log reports once.
          log[cause instanceof Fault ? 'debug' : 'error']({ err: cause, command, opId }, 'operation failed');
        },
        ignored: (command, opId) => log.debug({ command, opId }, 'message without effect'),
      },
      monotonic: () => clock.monotonic(),
    });
  }
}
