import type { Once } from '../../domain/event/acting.ts';
import { background } from '../../kit/background.ts';
import { fault } from '../../kit/faults/faults.ts';
import { countedAddress } from '../../kit/net/address.ts';
import { Slots } from '../../kit/slots.ts';
import { systemClock } from '../../kit/time/clock.ts';
import { Turns } from '../../kit/turns.ts';
import { type Input, readInput } from '../input.ts';
import type { PageTokens } from '../page-token.ts';
import type { CoveredStream } from './access-control.ts';
import { Admitter, type AdmitterOptions } from './admitter.ts';
import { CallReport, type CallReportOptions } from './call-report.ts';
import { StreamLimits } from './caller-limits.ts';
import type { Admission, AnswerFacts, Call, Row } from './define.ts';
import type { Codec, Incoming, OpenStream } from './incoming.ts';
import { type OpenedStream, RunningCall } from './running-call.ts';
import { Cancelled, RpcFailure, statusOf } from './status.ts';
import type { Table } from './table.ts';

export interface InvokerOptions extends Omit<AdmitterOptions, 'overRate'>, CallReportOptions {
  readonly table: Table;
  readonly tokens: PageTokens;
  /** Names of a method's request fields in schema order. */
  requestFields(method: string): readonly string[];
  /** Of a call that came before under the same key (`Call.once`). */
  kept?(once: Once): { readonly digest: string } | undefined;
  /** In which long answers are written, shared with what reads requests; by itself an invoker has its own. */
  readonly turns?: Turns | undefined;
}

const UNARY_DEADLINE_MS = 30_000;
/** What a handler that waits for a peer has left after its wait (platform API section 1.12). */
const AFTER_WAIT_MS = 5000;
const STREAM_AGE_MS = 12 * 3600 * 1000;
const STARTING_RETRY_MS = 1000;
/** Pages of one address, and of all, from what is read to what is written of it: a thousand rows are a megabyte as objects. */
const PAGES_OF_CLIENT = 2;
const PAGES_OF_ALL = 8;
/** What a request for a page names its size by: here, and in the public API. */
const PAGE_SIZES = ['page_size', 'limit'];

/** Ends a stream that is open long enough; the client resumes (platform API section 1.11). */
class StreamAge extends Error {}

/**
 * The only way to an RPC, the same for every transport: admit, edition, parse, handle, then status, metric and one log line.
 * What fails leaves as `RpcFailure`; the cause of an unexpected failure goes to the log and nowhere else.
 */
export class Invoker {
  readonly #options: InvokerOptions;
  readonly #admitter: Admitter;
  readonly #report: CallReport;
  readonly #streams: StreamLimits;
  readonly #turns: Turns;
  readonly #pages = new Slots(PAGES_OF_CLIENT, PAGES_OF_ALL);
  readonly #running = new Set<RunningCall>();
  #phase: 'starting' | 'serving' | 'stopping' = 'starting';
  #idle: () => void = () => {};

  constructor(options: InvokerOptions) {
    this.#options = options;
    const turns = options.turns ?? new Turns(systemClock);
    this.#admitter = new Admitter({ ...options, overRate: address => turns.pause(address) });
    this.#report = new CallReport(options);
    this.#turns = turns;
    this.#streams = new StreamLimits(options.access.edition === 'enterprise');
  }

  /** From now on calls are served; before, they answer `ErrTokenServiceStarting`. */
  open(): void {
    if (this.#phase === 'starting') this.#phase = 'serving';
  }

  /** Refuses new calls, ends streams, lets unary calls finish for at most `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.#phase = 'stopping';
    this.#report.flush();
    const end = () => {
      for (const call of this.#running) call.abort(fault('ServiceStopping'));
    };
    for (const call of this.#running) if (call.stream) call.abort(fault('ServiceStopping'));
    if (this.#running.size === 0) return;
    const idle = new Promise<void>(resolve => {
      this.#idle = resolve;
    });
    const timer = this.#options.clock.after(graceMs, end);
    await idle;
    timer.cancel();
  }

  /** Runs a unary RPC. Throws `RpcFailure`. */
  async unary<T>(method: string, codec: Codec<T>, incoming: Incoming): Promise<T> {
    const call = this.#begin(method, incoming);
    try {
      this.mustServe();
      const { row, admission } = await this.#admitter.admit(call);
      const ready = codec.ready?.(admission);
      if (ready) await ready;
      // Nothing is begun, and no stream counted, for a client that went away while its request was read.
      call.signal.throwIfAborted();
      const { handle, input } = this.#parse(row, codec, admission);
      const waitMs = (row.waitSeconds?.(input as never) ?? 0) * 1000;
      const longestMs = Math.max(UNARY_DEADLINE_MS, waitMs + AFTER_WAIT_MS);
      const deadlineMs = Math.min(incoming.timeoutMs ?? longestMs, longestMs);
      call.expire(deadlineMs);
      const context = this.#context(call, admission, this.#options.clock.now() + deadlineMs);
      const encoded = await this.#inSlot(row, call, async () => {
        const response = await untilAborted(handle(input as never, context), call.signal);
        const steps = codec.steps?.(response);
        return steps ? await this.#inTurns(steps, call) : codec.encode(response);
      });
      this.#finish(call, undefined);
      return encoded;
    } catch (error) {
      throw this.#finish(call, error);
    }
  }

  /**
   * Opens a streaming RPC: resolves when the request is accepted, so that headers can be sent at once. The result must be iterated,
   * also when the client is gone by then. Throws `RpcFailure`, the iterator too.
   */
  async stream<T>(method: string, codec: Codec<T>, incoming: Incoming): Promise<OpenStream<T>> {
    const call = this.#begin(method, incoming);
    try {
      this.mustServe();
      const { row, admission } = await this.#admitter.admit(call);
      const ready = codec.ready?.(admission);
      if (ready) await ready;
      // Nothing is begun, and no stream counted, for a client that went away while its request was read.
      call.signal.throwIfAborted();
      const { handle, input } = this.#parse(row, codec, admission);
      this.#openStream(call, admission);
      const { timeoutMs } = incoming;
      // A longer one never comes to pass, and no timer could be set for it.
      if (timeoutMs !== undefined && timeoutMs < STREAM_AGE_MS) call.expire(timeoutMs);
      call.endAfter(STREAM_AGE_MS, () => new StreamAge('stream is old'));
      const deadline = timeoutMs === undefined ? undefined : this.#options.clock.now() + timeoutMs;
      const context = this.#context(call, admission, deadline);
      const batches = handle(input as never, context) as AsyncIterable<Iterable<unknown>>;
      this.#watch(call, { row, admission, reliesOn: context.reliesOn });
      return { batches: this.#follow(call, batches, codec), signal: call.signal };
    } catch (error) {
      throw this.#finish(call, error);
    }
  }

  /** Counts a request to the public API that is no call and shows no key. @throws fault `RateLimited` */
  countUnknown(address: string): void {
    this.#admitter.countUnknown(address);
  }

  /** Logs a request that was refused before it could become a call: one line for all requests of a client that are alike. */
  turnedAway(error: unknown, address: string): void {
    this.#report.turnedAway(error, address);
  }

  /** Ends a stream as soon as its rights are gone, or as it cannot be known whether they are. */
  #watch(call: RunningCall, stream: CoveredStream): void {
    const { access } = this.#options;
    if (!access.uncovered || call.incoming.inside) return;
    const watching = access.uncovered(stream, call.signal).then(reason => reason && call.abort(reason));
    background(watching, cause => call.abort(cause));
  }

  async *#follow<T>(
    call: RunningCall,
    batches: AsyncIterable<Iterable<unknown>>,
    codec: Codec<T>,
  ): AsyncGenerator<readonly T[], void> {
    const { signal } = call;
    // Stands when the consumer leaves before the end.
    let outcome: unknown = new Cancelled();
    let failure: RpcFailure | undefined;
    try {
      for await (const batch of batches) {
        if (signal.aborted) break;
        const encoded: T[] = [];
        for (const item of batch) encoded.push(codec.encode(item));
        yield encoded;
      }
      outcome = signal.aborted ? signal.reason : undefined;
    } catch (error) {
      // What a handler throws because its signal ended says less than why it ended.
      outcome = signal.aborted ? signal.reason : error;
    } finally {
      failure = this.#finish(call, outcome instanceof StreamAge ? undefined : outcome);
    }
    if (failure) throw failure;
  }

  #begin(method: string, incoming: Incoming): RunningCall {
    const { clock, table } = this.#options;
    const call = new RunningCall(clock, method, table.get(method), incoming);
    this.#running.add(call);
    return call;
  }

  /** @throws fault `ServiceStarting`, `ServiceStopping`: the API is not there */
  mustServe(): void {
    if (this.#phase === 'starting') throw fault('ServiceStarting', { retry_after_ms: STARTING_RETRY_MS });
    if (this.#phase === 'stopping') throw fault('ServiceStopping');
  }

  #parse(row: Row, codec: Codec<unknown>, admission: Admission) {
    const { handle, input, demands, name: method } = row;
    if (!handle || !input) throw new Error(`RPC ${method} has no handler`);
    const { tokens, clock, requestFields } = this.#options;
    // Where no organization is asked for, a page is of who asks.
    const org = admission.organizationId || admission.principal.id;
    const context = { method, org, tokens, nowMs: clock.now() };
    const request = codec.decode();
    demands?.(request as never, admission);
    const parsed = readInput(input as Input<unknown, unknown>, request, context, requestFields(method));
    return { handle, input: parsed };
  }

  /** Pages are made a few at a time: those that a client asks for together would all be held until the last one is written. */
  async #inSlot<T>({ input }: Row, { incoming, signal }: RunningCall, make: () => Promise<T>): Promise<T> {
    if (!input?.names.some(name => PAGE_SIZES.includes(name))) return make();
    const leave = await this.#pages.take(countedAddress(incoming.address), signal);
    try {
      return await make();
    } finally {
      leave();
    }
  }

  #inTurns<T>(steps: Iterator<unknown, T>, { incoming, signal }: RunningCall): Promise<T> {
    return this.#turns.steps(steps, countedAddress(incoming.address), signal);
  }

  #context(call: RunningCall, admission: Admission, deadline: number | undefined): Call {
    const { log } = this.#options;
    const { requestId, method, incoming } = call;
    const { ifMatch, told = {} } = incoming.conditions ?? {};
    return {
      ifMatch,
      once: this.#once(incoming, admission, told),
      told,
      address: incoming.address,
      secure: incoming.secure,
      headers: incoming.headers,
      source: incoming.inside?.source ?? (incoming.transport === 'rest' ? 'rest' : 'api'),
      ...admission,
      reliesOn: new Set(),
      requestId,
      deadline,
      signal: call.signal,
      get log() {
        return log.child({ method, requestId });
      },
    };
  }

  /** @throws fault `RequestIDReused` for another call under the same key */
  #once({ conditions }: Incoming, { org, principal }: Admission, told: AnswerFacts): Once | undefined {
    if (!conditions?.once) return undefined;
    const credible = this.#options.clock.credible();
    const once = { ...conditions.once, org, caller: `${principal.kind} ${principal.id}`, credible };
    const first = this.#options.kept?.(once);
    if (first && first.digest !== once.digest) throw fault('RequestIDReused');
    if (first) told.repeated = true;
    return once;
  }

  #openStream(call: RunningCall, { org }: Admission): void {
    this.#streams.open(call, org);
    call.stream = { org };
    this.#options.metrics.streams(call.method, 1);
  }

  #closeStream(call: RunningCall, { org }: OpenedStream): void {
    this.#streams.close(call, org);
    this.#options.metrics.streams(call.method, -1);
  }

  /** Ends a call; `error` is undefined when it succeeded. */
  #finish(call: RunningCall, error: undefined): undefined;
  #finish(call: RunningCall, error: unknown): RpcFailure | undefined;
  #finish(call: RunningCall, error: unknown): RpcFailure | undefined {
    this.#running.delete(call);
    call.end();
    if (call.stream) this.#closeStream(call, call.stream);
    if (this.#running.size === 0) this.#idle();
    const status = error === undefined ? undefined : statusOf(error);
    this.#report.finished(call, status, error);
    return status && new RpcFailure(status, call.requestId, { cause: error });
  }
}

/**
 * The result of the work, or the reason why the call ended before. The result of a call that ended is not wanted, but a rejection is
 * handled all the same: one without a handler would go to the last handler of the process.
 */
function untilAborted(work: unknown, signal: AbortSignal): unknown {
  if (!(work instanceof Promise)) return work;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject);
  });
}
