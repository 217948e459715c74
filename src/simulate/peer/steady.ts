import { background, impossible } from '../../kit/background.ts';
import { type MachineClock, sleep, systemClock } from '../../kit/time/clock.ts';
import { Posix, ProtocolError } from '../../protocol/errors.ts';
import { keepAlive } from '../keep-alive.ts';
import { type ConnectionEnd, ConnectionLost } from './line.ts';
import type { PeerSession } from './session.ts';

/** The session a request was made in is over: whether it was carried out is not known. */
export class SessionLost extends Error {
  constructor(operation: string) {
    super(`the session ended before ${operation} was answered`);
    this.name = 'SessionLost';
  }
}

/** One connection, as much of it as is needed to replace it by the next. */
interface Connection {
  readonly session: PeerSession;
  readonly connected: { readonly snResume: boolean } | undefined;
  readonly closed: Promise<ConnectionEnd>;
  answerTo(opId: number): Promise<object>;
  cut(): Promise<ConnectionEnd>;
  close(): Promise<ConnectionEnd>;
}

/** How a steady peer dials, and callbacks for what happens to its connections. */
export interface SteadyOptions<P> {
  /** Is called for the first connection, and after every loss for the next one, with the session to go on with. */
  readonly connect: (signal: AbortSignal) => Promise<P>;
  readonly onConnected?: ((connection: P, resumed: boolean) => void) | undefined;
  readonly onLost?: ((closed: ConnectionEnd) => void) | undefined;
  /** How long it tries without a connection; for ever when absent. */
  readonly giveUpMs?: number | undefined;
  readonly clock?: MachineClock | undefined;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5000;
/** Refusals that may be over at the next attempt. */
const TEMPORARY: ReadonlySet<number> = new Set([Posix.io, Posix.again]);

/** A simulated peer that stays connected: after a loss it dials again. */
export abstract class SteadyPeer<P extends Connection> implements AsyncDisposable {
  reconnects = 0;
  /** Reconnects that went on with the session. */
  resumed = 0;
  /** Operations that had no answer when a connection was lost, and went on with the next. */
  repeated = 0;
  /** Operations that wait for their answer. */
  unanswered = 0;
  /** Resolves when there will be no other connection: undefined when it was closed, else why. */
  readonly over: Promise<Error | undefined>;
  readonly #dialling: SteadyOptions<P>;
  readonly #clock: MachineClock;
  readonly #ending: AbortController;
  #connection: P;
  #closing = false;
  /** Between two connections, and after the last. */
  #waiting = false;
  #next = Promise.withResolvers<P>();
  /** Counts the sessions there were. */
  #sessions = 0;

  protected constructor(dialling: SteadyOptions<P>, connection: P, ending: AbortController) {
    this.#dialling = dialling;
    this.#clock = dialling.clock ?? systemClock;
    this.#connection = connection;
    this.#ending = ending;
    this.over = this.#stay();
  }

  /** The latest connection, which may be over. */
  get connection(): P {
    return this.#connection;
  }

  /** Breaks the connection; the next one follows by itself. */
  cut(): void {
    background(this.#connection.cut(), impossible);
  }

  async close(): Promise<void> {
    // A clean end for the live connection first: the signal would cut it.
    this.#closing = true;
    await this.#connection.close();
    this.#ending.abort();
    await this.over;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /**
   * The answer to an operation, over as many connections as it takes.
   * @param start starts it under the id
   * @throws what `start` rejects with; SessionLost when the service center began a new session before it answered
   * @throws ConnectionLost when there will be no other connection
   */
  protected async answer<R extends object>(
    operation: string,
    start: (connection: P, opId: number) => Promise<R>,
  ): Promise<R> {
    this.unanswered++;
    try {
      const connection = await this.#live();
      const sessions = this.#sessions;
      const opId = connection.session.nextId();
      let answer = start(connection, opId);
      for (let used = connection; ; ) {
        try {
          return await answer;
        } catch (error) {
          if (!(error instanceof ConnectionLost)) throw error;
        }
        used = await this.#live(used);
        if (this.#sessions !== sessions) throw new SessionLost(operation);
        answer = used.answerTo(opId) as Promise<R>;
      }
    } finally {
      this.unanswered--;
    }
  }

  /** A connection that is not known to be over; with `lost`, the connection that follows it. */
  #live(lost?: P): Promise<P> {
    return this.#connection === lost || this.#waiting ? this.#next.promise : Promise.resolve(this.#connection);
  }

  async #stay(): Promise<Error | undefined> {
    const { signal } = this.#ending;
    const { onConnected, onLost } = this.#dialling;
    onConnected?.(this.#connection, this.#connection.connected?.snResume === true);
    for (;;) {
      const closed = await this.#connection.closed;
      this.#waiting = true;
      if (!this.#closing) onLost?.(closed);
      try {
        this.#connection = await this.#again(signal);
      } catch (error) {
        // Those who wait know what it means; there may be none.
        this.#next.promise.catch(() => undefined);
        this.#next.reject(new ConnectionLost(error as Error));
        return signal.aborted ? undefined : (error as Error);
      }
      this.#waiting = false;
      const resumed = this.#connection.connected?.snResume === true;
      this.reconnects++;
      this.repeated += this.unanswered;
      if (resumed) this.resumed++;
      else this.#sessions++;
      this.#next.resolve(this.#connection);
      this.#next = Promise.withResolvers();
      onConnected?.(this.#connection, resumed);
    }
  }

  /** Dials until there is a connection. @throws what will not change, and the reason of `signal` */
  async #again(signal: AbortSignal): Promise<P> {
    const { connect, giveUpMs = Number.POSITIVE_INFINITY } = this.#dialling;
    const deadline = this.#clock.monotonic() + giveUpMs;
    using _alive = keepAlive();
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      await sleep(this.#clock, pauseMs, signal);
      try {
        return await connect(signal);
      } catch (error) {
        signal.throwIfAborted();
        const temporary = error instanceof ProtocolError ? TEMPORARY.has(error.code) : error instanceof ConnectionLost;
        if (!temporary || this.#clock.monotonic() > deadline) throw error;
      }
    }
  }
}
