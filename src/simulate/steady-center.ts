import { background, impossible } from '../kit/background.ts';
import { type Clock, sleep, systemClock } from '../kit/clock.ts';
import { Posix, ProtocolError } from '../protocol/errors.ts';
import { type ApplicationOptions, SimulatedApplicationCenter } from './application-center.ts';
import { ApplicationSession } from './application-session.ts';
import type { ApplicationStarts, Request, Response } from './application-table.ts';
import { type Closed, ConnectionLost } from './peer/line.ts';

/** The session a request was made in is over: whether it was carried out is not known. */
export class SessionLost extends Error {
  constructor(operation: string) {
    super(`the session ended before ${operation} was answered`);
    this.name = 'SessionLost';
  }
}

export interface SteadyParts {
  /** Asked before every connect: a service center may come back elsewhere. */
  options(): Omit<ApplicationOptions, 'session' | 'signal'>;
  readonly onConnected?: (connection: SimulatedApplicationCenter, resumed: boolean) => void;
  readonly onLost?: (closed: Closed) => void;
  readonly session?: ApplicationSession;
  readonly clock?: Clock;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5000;
const KEEP_ALIVE_MS = 60_000;
/** Refusals that may be over when it tries again. */
const TEMPORARY: ReadonlySet<number> = new Set([Posix.io, Posix.again]);

/** An application center that stays connected: after a loss it dials again and goes on with its session. */
export class SteadyApplicationCenter implements AsyncDisposable {
  readonly session: ApplicationSession;
  reconnects = 0;
  /** Resolves when it will not come back: undefined when it was closed, else why. */
  readonly over: Promise<Error | undefined>;
  readonly #parts: SteadyParts;
  readonly #clock: Clock;
  readonly #ending = new AbortController();
  #connection: SimulatedApplicationCenter;
  /** Between two connections, and after the last. */
  #waiting = false;
  #next = Promise.withResolvers<SimulatedApplicationCenter>();
  /** Counts the sessions there were. */
  #sessions = 0;

  private constructor(parts: SteadyParts, connection: SimulatedApplicationCenter) {
    this.#parts = parts;
    this.#clock = parts.clock ?? systemClock;
    this.session = connection.session;
    this.#connection = connection;
    this.over = this.#stay();
  }

  /** @throws what `SimulatedApplicationCenter.connect` throws */
  static async start(parts: SteadyParts): Promise<SteadyApplicationCenter> {
    const session = parts.session ?? new ApplicationSession();
    return new SteadyApplicationCenter(
      parts,
      await SimulatedApplicationCenter.connect({ ...parts.options(), session }),
    );
  }

  /** The latest connection, which may be over. */
  get connection(): SimulatedApplicationCenter {
    return this.#connection;
  }

  /**
   * Request, response, completion, over as many connections as it takes.
   * @throws ProtocolError when the service center answers with `error`; SessionLost when it began a new session before
   * @throws ConnectionLost when there will be no other connection
   */
  async request<K extends ApplicationStarts>(operation: K, message: Request<K>): Promise<Response<K>> {
    const connection = await this.#live();
    const sessions = this.#sessions;
    const opId = this.session.nextId();
    let answer = connection.start(operation, message, opId);
    for (let used = connection; ; ) {
      try {
        return await answer;
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error;
      }
      used = await this.#live(used);
      if (this.#sessions !== sessions) throw new SessionLost(operation);
      answer = used.answerTo(opId) as Promise<Response<K>>;
    }
  }

  /** Breaks the connection; it comes back by itself. */
  cut(): void {
    background(this.#connection.cut(), impossible);
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#connection.close();
    await this.over;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** A connection that is not over as far as we know; the one after `lost` when that is given. */
  #live(lost?: SimulatedApplicationCenter): Promise<SimulatedApplicationCenter> {
    return this.#connection === lost || this.#waiting ? this.#next.promise : Promise.resolve(this.#connection);
  }

  async #stay(): Promise<Error | undefined> {
    const { signal } = this.#ending;
    this.#parts.onConnected?.(this.#connection, this.#connection.connected?.snResume === true);
    for (;;) {
      const closed = await this.#connection.closed;
      this.#waiting = true;
      if (!signal.aborted) this.#parts.onLost?.(closed);
      try {
        this.#connection = await this.#again(signal);
      } catch (error) {
        // Those who wait know what it means; nobody may be waiting.
        this.#next.promise.catch(() => undefined);
        this.#next.reject(new ConnectionLost(error as Error));
        return signal.aborted ? undefined : (error as Error);
      }
      this.#waiting = false;
      this.reconnects++;
      const resumed = this.#connection.connected?.snResume === true;
      if (!resumed) this.#sessions++;
      this.#next.resolve(this.#connection);
      this.#next = Promise.withResolvers();
      this.#parts.onConnected?.(this.#connection, resumed);
    }
  }

  /** Dials until it is connected. @throws what will not change, and the reason of `signal` */
  async #again(signal: AbortSignal): Promise<SimulatedApplicationCenter> {
    // The clock's timers keep no process alive, and between two connections nothing else does.
    const alive = setInterval(() => undefined, KEEP_ALIVE_MS);
    try {
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
        await sleep(this.#clock, pauseMs, signal);
        try {
          return await SimulatedApplicationCenter.connect({ ...this.#parts.options(), session: this.session, signal });
        } catch (error) {
          signal.throwIfAborted();
          const temporary =
            error instanceof ProtocolError ? TEMPORARY.has(error.code) : error instanceof ConnectionLost;
          if (!temporary) throw error;
        }
      }
    } finally {
      clearInterval(alive);
    }
  }
}
