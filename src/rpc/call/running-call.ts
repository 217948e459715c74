import { fault } from '../../kit/faults/faults.ts';
import type { Clock, Timer } from '../../kit/time/clock.ts';
import { uuid7 } from '../../kit/uuid.ts';
import type { Principal, Row } from './define.ts';
import type { Incoming } from './incoming.ts';
import { Cancelled } from './status.ts';

/** As what a stream is counted. */
export interface OpenedStream {
  /** Row id of its organization. */
  readonly org: number;
}

/** A call from its arrival to its end, and what ends it before its handler does. */
export class RunningCall {
  readonly method: string;
  /** Undefined for an unknown method. */
  readonly row: Row | undefined;
  readonly incoming: Incoming;
  readonly requestId: string;
  /** Ends when the call is over for its client, for its deadline, or for the service; its reason says which. */
  readonly signal: AbortSignal;
  /** Who calls, as soon as it is known. */
  principal: Principal | undefined;
  /** It is an open stream, and counted as one. */
  stream: OpenedStream | undefined;
  readonly #clock: Clock;
  readonly #startedMs: number;
  readonly #controller = new AbortController();
  readonly #timers: Timer[] = [];
  readonly #onCancel = () => this.abort(new Cancelled());

  constructor(clock: Clock, method: string, row: Row | undefined, incoming: Incoming) {
    this.#clock = clock;
    this.#startedMs = clock.monotonic();
    this.method = method;
    this.row = row;
    this.incoming = incoming;
    this.requestId = incoming.requestId ?? uuid7(clock.now());
    this.signal = this.#controller.signal;
    if (incoming.signal.aborted) this.#onCancel();
    else incoming.signal.addEventListener('abort', this.#onCancel, { once: true });
  }

  /** Milliseconds since it came. */
  get ms(): number {
    return this.#clock.monotonic() - this.#startedMs;
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason);
  }

  /** Ends it with `DeadlineExceeded`. */
  expire(afterMs: number): void {
    this.endAfter(afterMs, () => fault('DeadlineExceeded'));
  }

  /** Ends it, unless it is over before. */
  endAfter(afterMs: number, reason: () => Error): void {
    this.#timers.push(this.#clock.after(afterMs, () => this.abort(reason())));
  }

  /** It is over: nothing is left that could end it. */
  end(): void {
    for (const timer of this.#timers) timer.cancel();
    this.incoming.signal.removeEventListener('abort', this.#onCancel);
  }
}
