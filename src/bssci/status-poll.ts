import type { Requester } from '../domain/event/acting.ts';
import { stationStatus } from '../domain/session/status.ts';
import type { StartedOperation } from '../protocol/own-operations.ts';
import type { StatusRspMessage } from './operations.ts';
import type { BssciOptions } from './options.ts';

/** How a status request ended. */
export type StatusEnd =
  | { readonly kind: 'answered'; readonly latencyMs: number }
  | { readonly kind: 'refused'; readonly code: number; readonly text: string }
  | { readonly kind: 'lost' };

/** The session of the station that is asked. */
interface AskedSession {
  readonly session: number;
  readonly station: number;
  start(command: 'status', message: object): Promise<StartedOperation<StatusRspMessage> | undefined>;
  background(write: Promise<unknown>, what: string): void;
}

type StatusOptions = Pick<BssciOptions, 'clock' | 'store' | 'times' | 'clockIsWrong'>;

/** A status request that was sent. */
export interface SentStatus {
  readonly opId: number;
  readonly end: Promise<StatusEnd>;
}

interface Open {
  opId: Promise<number | undefined>;
  readonly end: Promise<StatusEnd>;
  readonly settle: (end: StatusEnd) => void;
  /** Who asked first; undefined for a request that was only due. */
  askedBy: Requester | undefined;
  sentAt: number;
}

/** Asks one station for its status, now and then and on request: never twice at a time (BSSCI 15). */
export class StatusPoll {
  readonly #session: AskedSession;
  readonly #options: StatusOptions;
  #open: Open | undefined;
  #due: number | undefined;

  constructor(session: AskedSession, options: StatusOptions) {
    this.#session = session;
    this.#options = options;
    this.#due = options.clock.monotonic() + options.times.status_first_s * 1000;
  }

  /** Asks now, or joins the request that has no answer yet. Undefined when the session ended meanwhile. */
  async ask(askedBy: Requester): Promise<SentStatus | undefined> {
    const open = this.#open ?? this.#start();
    open.askedBy ??= askedBy;
    const opId = await open.opId;
    return opId === undefined ? undefined : { opId, end: open.end };
  }

  /** Asks when it is time. */
  tick(): void {
    if (this.#open || this.#due === undefined || this.#options.clock.monotonic() < this.#due) return;
    this.#session.background(this.#start().opId, 'status');
  }

  /** A request of the time before the resume was sent again. */
  repeated(opId: number): void {
    this.#open = this.#opened(opId);
  }

  async reported(response: StatusRspMessage, opId: number): Promise<void> {
    const { clock, store, clockIsWrong } = this.#options;
    const { session, station } = this.#session;
    const open = this.#open;
    const latencyMs = open ? clock.monotonic() - open.sentAt : 0;
    const status = stationStatus(response, clock.nowNs(), clockIsWrong);
    await store.write.sessions.status({ session, station, opId, status, askedBy: open?.askedBy, at: clock.now() });
    this.#ended({ kind: 'answered', latencyMs });
  }

  async refused({ code, text }: { code: number; text: string }, opId: number): Promise<void> {
    await this.#options.store.write.sessions.finish(this.#session.session, opId);
    this.#ended({ kind: 'refused', code, text });
  }

  /** The connection is gone: no answer comes any more. */
  lost(): void {
    this.#ended({ kind: 'lost' });
  }

  #start(): Open {
    const open = this.#opened();
    this.#open = open;
    open.opId = this.#send(open);
    return open;
  }

  async #send(open: Open): Promise<number | undefined> {
    let opId: number | undefined;
    try {
      const started = await this.#session.start('status', {});
      open.sentAt = this.#options.clock.monotonic();
      opId = started?.opId;
    } finally {
      // Nothing is on its way: the next one need not wait for it.
      if (opId === undefined) this.#ended({ kind: 'lost' });
    }
    return opId;
  }

  #opened(opId?: number): Open {
    const { promise: end, resolve: settle } = Promise.withResolvers<StatusEnd>();
    const sentAt = this.#options.clock.monotonic();
    return { opId: Promise.resolve(opId), end, settle, askedBy: undefined, sentAt };
  }

  #ended(end: StatusEnd): void {
    const { clock, times } = this.#options;
    this.#open?.settle(end);
    this.#open = undefined;
    this.#due = times.status_s === 0 ? undefined : clock.monotonic() + times.status_s * 1000;
  }
}
