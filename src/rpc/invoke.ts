import type { Capability } from '../domain/account/roles.ts';
import type { Once, RequestSource } from '../domain/event/acting.ts';
import { background } from '../kit/background.ts';
import type { Clock, Timer } from '../kit/clock.ts';
import { catalog, type Fault, type FaultCode, fault } from '../kit/faults.ts';
import type { Log } from '../kit/log.ts';
import { cleaned } from '../kit/printable.ts';
import { type RateLimit, rateLimit } from '../kit/rate-limit.ts';
import { uuid7 } from '../kit/uuid.ts';
import type { Call, Principal, Row, Told } from './define.ts';
import { type Input, readInput } from './input.ts';
import type { PageTokens } from './page-token.ts';
import { Refusals } from './refusals.ts';
import { Cancelled, RpcFailure, type Status, statusOf } from './status.ts';
import type { Table } from './table.ts';

/** What a transport knows about a call. */
export interface Incoming {
  readonly transport: 'grpc' | 'grpc-web' | 'connect' | 'rest';
  /** Address of the client, without port. */
  readonly address: string;
  /** Nobody on the way can read along: TLS, or a client on this machine. */
  readonly secure: boolean;
  /** By the internal port. */
  readonly internal?: boolean;
  /** All values of a request header, by its lower-case name. */
  headers(name: string): readonly string[];
  /** What is left of the client's deadline; undefined when it set none. */
  readonly timeoutMs: number | undefined;
  /** Ends when the client gives up the call. */
  readonly signal: AbortSignal;
  /** What the caller says of versions and repetitions (`Call.ifMatch`, `Call.once`), and where it is told of them. */
  readonly conditions?: {
    readonly ifMatch?: readonly string[] | undefined;
    /** Its key, and a digest of what is asked for. */
    readonly once?: { readonly key: string; readonly digest: string } | undefined;
    readonly told: Told;
  };
  /** What is shown in place of credentials: it opens one stream. */
  readonly ticket?: string;
  /** How the caller calls this request; without it the invoker gives it an id. */
  readonly requestId?: string;
  /** Of a part of this process, which has been let in as whoever it speaks for. */
  readonly inside?: { readonly admission: Admission; readonly source: RequestSource };
}

/** How a transport reads the request and writes a response; both may throw faults. */
export interface Codec<T> {
  /** Brings in what is only read of a caller who was let in. */
  ready?(admission: Admission): Promise<void> | undefined;
  decode(): unknown;
  encode(response: unknown): T;
}

export interface OpenStream<T> {
  /** What leaves together: a step between threads of control for each message would cost as much as the message. */
  readonly batches: AsyncIterable<readonly T[]>;
  /** Ends when the stream is to end, so that a transport stops waiting for a slow reader. */
  readonly signal: AbortSignal;
}

/** Who calls, and the organization of everything the call reads and writes. */
export type Admission = Pick<Call, 'principal' | 'org' | 'organizationId' | 'onlyReads' | 'namedOrganizationId'>;

/** An open stream, as far as it depends on rights. */
export interface CoveredStream {
  readonly row: Row;
  readonly admission: Admission;
  /** What its content depends on beyond what its RPC needs. */
  readonly reliesOn: ReadonlySet<Capability>;
}

/** Who may call what: the community edition has one, the enterprise edition another (identity API sections 1 and 7). */
export interface AccessControl {
  readonly edition: 'community' | 'enterprise';
  /**
   * Throws the fault of the first header or permission rule that is broken.
   * @param known is called as soon as it is known who calls a method of the public API, whether or not it is let in then
   */
  admit(row: Row, incoming: Incoming, known?: (principal: Principal) => void): Admission | Promise<Admission>;
  /**
   * Resolves with the fault that ends an open stream when the rights it was opened with are gone, or with undefined when the signal
   * ends before. Rejects when nobody can tell any more.
   */
  uncovered?(stream: CoveredStream, signal: AbortSignal): Promise<Fault | undefined>;
}

export interface RpcMetrics {
  /** `method` is a method of the schema, or `unknown`; `seconds` what a unary call took: a stream takes as long as it is wanted. */
  finished(method: string, code: FaultCode | 'OK', seconds: number | undefined): void;
  streams(method: string, change: 1 | -1): void;
}

export interface InvokerOptions {
  readonly table: Table;
  readonly access: AccessControl;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: RpcMetrics;
  readonly tokens: PageTokens;
  /** Names of a method's request fields in schema order. */
  requestFields(method: string): readonly string[];
  /** Requests per second of one client address, or of one principal with sign-in; 0 = no limit. */
  readonly requestsPerSecond: number;
  /** Likewise, of one API key or user of the public API, or of one address that shows nothing valid. */
  readonly publicRequestsPerSecond?: number;
  /** Of a call that came before under the same key (`Call.once`). */
  kept?(once: Once): { readonly digest: string } | undefined;
  /** Somebody sends more requests than he may; told once a second for each. @param principal undefined: not known */
  rateLimited(address: string, principal: Principal | undefined): void;
}

const UNARY_DEADLINE_MS = 30_000;
/** What a handler that waits for a peer has left after its wait (platform API section 1.12). */
const AFTER_WAIT_MS = 5000;
const STREAM_AGE_MS = 12 * 3600 * 1000;
const STREAMS_PER_PRINCIPAL = 32;
const STREAMS = 256;
const BURST_SECONDS = 2;
const STARTING_RETRY_MS = 1000;
/** Faults of the service center that its operator has to look after, beside those with the code INTERNAL. */
const OPERATOR_NEEDED: ReadonlySet<string> = new Set([catalog.StorageFull.token, catalog.ReadOnlyMode.token]);
const READS = /(?:^|\/)(Get|List|Search|Export|Stream|DecodePreview|Query|Check|Simulate|Find|Read)/;

/** Ends a stream that is open long enough; the client resumes (platform API section 1.11). */
class StreamAge extends Error {}

interface Running {
  readonly method: string;
  readonly row: Row | undefined;
  readonly incoming: Incoming;
  readonly requestId: string;
  readonly startedMs: number;
  readonly controller: AbortController;
  readonly timers: Timer[];
  readonly onCancel: () => void;
  principal: Principal | undefined;
  stream: boolean;
}

/**
 * The only way to an RPC, the same for every transport: admit, edition, parse, handle, then status, metric and one log line.
 * What fails leaves as `RpcFailure`; the cause of an unexpected failure goes to the log and nowhere else.
 */
export class Invoker {
  readonly #options: InvokerOptions;
  readonly #limit: RateLimit;
  readonly #publicLimit: RateLimit;
  readonly #limitTold: ReturnType<typeof rateLimit>;
  readonly #refusals: Refusals;
  readonly #running = new Set<Running>();
  readonly #streams = new Map<string, number>();
  #streamCount = 0;
  #phase: 'starting' | 'serving' | 'stopping' = 'starting';
  #idle: () => void = () => {};

  constructor(options: InvokerOptions) {
    this.#options = options;
    this.#limit = rateLimit(options.clock, options.requestsPerSecond, BURST_SECONDS);
    this.#publicLimit = rateLimit(options.clock, options.publicRequestsPerSecond ?? 0, BURST_SECONDS);
    this.#limitTold = rateLimit(options.clock, 1, 1);
    this.#refusals = new Refusals(options.clock, (times, seconds) =>
      options.log.info({ times, seconds }, 'rpc failed for more clients'),
    );
  }

  /** From now on calls are served; before, they answer `ErrTokenServiceStarting`. */
  open(): void {
    if (this.#phase === 'starting') this.#phase = 'serving';
  }

  /** Refuses new calls, ends streams, lets unary calls finish for at most `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.#phase = 'stopping';
    this.#refusals.flush();
    const end = () => {
      for (const call of this.#running) call.controller.abort(fault('ServiceStopping'));
    };
    for (const call of this.#running) if (call.stream) call.controller.abort(fault('ServiceStopping'));
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
      const { row, admission } = await this.#admit(call);
      const ready = codec.ready?.(admission);
      if (ready) await ready;
      // Nothing is begun, and no stream counted, for a client that went away while its request was read.
      call.controller.signal.throwIfAborted();
      const { handle, input } = this.#parse(row, codec, admission);
      const waitMs = (row.waitSeconds?.(input as never) ?? 0) * 1000;
      const longestMs = Math.max(UNARY_DEADLINE_MS, waitMs + AFTER_WAIT_MS);
      const deadlineMs = Math.min(incoming.timeoutMs ?? longestMs, longestMs);
      this.#expire(call, deadlineMs);
      const context = this.#context(call, admission, this.#options.clock.now() + deadlineMs);
      const response = await untilAborted(handle(input as never, context), call.controller.signal);
      const encoded = codec.encode(response);
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
      const { row, admission } = await this.#admit(call);
      const ready = codec.ready?.(admission);
      if (ready) await ready;
      // Nothing is begun, and no stream counted, for a client that went away while its request was read.
      call.controller.signal.throwIfAborted();
      const { handle, input } = this.#parse(row, codec, admission);
      this.#openStream(call);
      const { timeoutMs } = incoming;
      // A longer one never comes to pass, and no timer could be set for it.
      if (timeoutMs !== undefined && timeoutMs < STREAM_AGE_MS) this.#expire(call, timeoutMs);
      call.timers.push(
        this.#options.clock.after(STREAM_AGE_MS, () => call.controller.abort(new StreamAge('stream is old'))),
      );
      const deadline = timeoutMs === undefined ? undefined : this.#options.clock.now() + timeoutMs;
      const context = this.#context(call, admission, deadline);
      const batches = handle(input as never, context) as AsyncIterable<Iterable<unknown>>;
      this.#watch(call, { row, admission, reliesOn: context.reliesOn });
      return { batches: this.#follow(call, batches, codec), signal: call.controller.signal };
    } catch (error) {
      throw this.#finish(call, error);
    }
  }

  /** Ends a stream as soon as its rights are gone, or as nobody can tell whether they are. */
  #watch({ controller, incoming }: Running, stream: CoveredStream): void {
    const { access } = this.#options;
    if (!access.uncovered || incoming.inside) return;
    const { signal } = controller;
    const watching = access.uncovered(stream, signal).then(reason => reason && controller.abort(reason));
    background(watching, cause => controller.abort(cause));
  }

  async *#follow<T>(
    call: Running,
    batches: AsyncIterable<Iterable<unknown>>,
    codec: Codec<T>,
  ): AsyncGenerator<readonly T[], void> {
    const { signal } = call.controller;
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

  #begin(method: string, incoming: Incoming): Running {
    const { clock, table } = this.#options;
    const controller = new AbortController();
    const onCancel = () => controller.abort(new Cancelled());
    const call: Running = {
      method,
      row: table.get(method),
      incoming,
      requestId: incoming.requestId ?? uuid7(clock.now()),
      startedMs: clock.monotonic(),
      controller,
      timers: [],
      onCancel,
      principal: undefined,
      stream: false,
    };
    if (incoming.signal.aborted) onCancel();
    else incoming.signal.addEventListener('abort', onCancel, { once: true });
    this.#running.add(call);
    return call;
  }

  async #admit(call: Running): Promise<{ row: Row; admission: Admission }> {
    if (this.#phase === 'starting') throw fault('ServiceStarting', { retry_after_ms: STARTING_RETRY_MS });
    if (this.#phase === 'stopping') throw fault('ServiceStopping');
    const { row, incoming } = call;
    const { inside, address } = incoming;
    // By address as long as nobody knows who it is, so that refused calls stay cheap.
    if (!inside && !row?.keyed) this.#limited(this.#limit, address, call);
    if (!row) throw fault('MethodUnknown');
    const admission = inside?.admission ?? (await this.#letIn(row, call));
    call.principal = admission.principal;
    const counted = this.#countedAs(call);
    if (!inside && !row.keyed && counted !== address) {
      this.#limit.giveBack(address);
      this.#limited(this.#limit, counted, call);
    }
    if (row.refuse) throw fault(row.refuse, { method: row.name });
    return { row, admission };
  }

  #letIn(row: Row, call: Running): Admission | Promise<Admission> {
    return row.keyed ? this.#letInPublic(row, call) : this.#options.access.admit(row, call.incoming);
  }

  /** To the public API: whoever shows a key is not held up by others who come from the same address and show none. */
  async #letInPublic(row: Row, call: Running): Promise<Admission> {
    const known = (principal: Principal) => {
      call.principal = principal;
      this.#limited(this.#publicLimit, this.#countedAs(call), call);
    };
    try {
      return await this.#options.access.admit(row, call.incoming, known);
    } catch (cause) {
      if (!call.principal) this.#limited(this.#publicLimit, call.incoming.address, call);
      throw cause;
    }
  }

  /** @throws fault `RateLimited` */
  #limited(limit: RateLimit, counted: string, { incoming, principal }: Running): void {
    const waitMs = limit.take(counted);
    const { told } = incoming.conditions ?? {};
    if (told && principal) this.#tellRate(told, limit, counted);
    if (waitMs === 0) return;
    if (this.#limitTold.take(counted) === 0) this.#options.rateLimited(incoming.address, principal);
    throw fault('RateLimited', { retry_after_ms: waitMs });
  }

  /** What is left of what a caller may ask at a time. */
  #tellRate(told: Told, limit: RateLimit, counted: string): void {
    const perSecond = this.#options.publicRequestsPerSecond ?? 0;
    if (perSecond === 0) return;
    const { left, fullInMs } = limit.state(counted);
    told.rate = { limit: perSecond, remaining: Math.floor(left), resetS: Math.ceil(fullInMs / 1000) };
  }

  #parse(row: Row, codec: Codec<unknown>, { organizationId }: Admission) {
    const { handle, input, name: method } = row;
    if (!handle || !input) throw new Error(`RPC ${method} has no handler`);
    const { tokens, clock, requestFields } = this.#options;
    const context = { method, org: organizationId, tokens, nowMs: clock.now() };
    const parsed = readInput(input as Input<unknown, unknown>, codec.decode(), context, requestFields(method));
    return { handle, input: parsed };
  }

  #context(call: Running, admission: Admission, deadline: number | undefined): Call {
    const { log } = this.#options;
    const { requestId, method, incoming } = call;
    const { ifMatch, told = {} } = incoming.conditions ?? {};
    return {
      ifMatch,
      once: this.#once(incoming, admission, told),
      told,
      address: incoming.address,
      secure: incoming.secure,
      source: incoming.inside?.source ?? (incoming.transport === 'rest' ? 'rest' : 'api'),
      ...admission,
      reliesOn: new Set(),
      requestId,
      deadline,
      signal: call.controller.signal,
      get log() {
        return log.child({ method, requestId });
      },
    };
  }

  /** @throws fault `RequestIDReused` for another call under the same key */
  #once({ conditions }: Incoming, { org, principal }: Admission, told: Told): Once | undefined {
    if (!conditions?.once) return undefined;
    const once = { ...conditions.once, org, caller: `${principal.kind} ${principal.id}` };
    const first = this.#options.kept?.(once);
    if (first && first.digest !== once.digest) throw fault('RequestIDReused');
    if (first) told.repeated = true;
    return once;
  }

  #expire(call: Running, afterMs: number): void {
    call.timers.push(this.#options.clock.after(afterMs, () => call.controller.abort(fault('DeadlineExceeded'))));
  }

  /**
   * Whose calls and streams are counted together: without sign-in everybody is the operator, so that one client could take all
   * (platform API 1.11), and who has not signed in is known by the address only.
   */
  #countedAs({ principal, incoming }: Running): string {
    const isKnown = principal && principal.kind !== 'anonymous' && principal.kind !== 'operator';
    return isKnown ? `${principal.kind} ${principal.id}` : incoming.address;
  }

  #openStream(call: Running): void {
    const key = this.#countedAs(call);
    const own = this.#streams.get(key) ?? 0;
    if (own >= STREAMS_PER_PRINCIPAL) throw fault('TooManyStreams', { limit: STREAMS_PER_PRINCIPAL });
    if (this.#streamCount >= STREAMS) throw fault('TooManyStreams', { limit: STREAMS });
    this.#streams.set(key, own + 1);
    this.#streamCount++;
    call.stream = true;
    this.#options.metrics.streams(call.method, 1);
  }

  #closeStream(call: Running): void {
    const key = this.#countedAs(call);
    const own = (this.#streams.get(key) ?? 1) - 1;
    if (own === 0) this.#streams.delete(key);
    else this.#streams.set(key, own);
    this.#streamCount--;
    this.#options.metrics.streams(call.method, -1);
  }

  /** Logs a request that was refused before it could become a call: one line for all requests of a client that are alike. */
  turnedAway(error: unknown, address: string): void {
    const { log, metrics } = this.#options;
    const { code, token, about } = statusOf(error);
    metrics.finished('unknown', code, undefined);
    const what = { code, errorToken: token, address };
    const again = (times: number, seconds: number) => log.info({ ...what, times, seconds }, 'request refused again');
    if (this.#refusals.first(`request ${token} ${address}`, again)) {
      const asked = Object.entries(about).map(([name, value]) => `${name} ${cleaned(String(value))}`);
      log.info({ ...what, asked: asked.join(', ') }, 'request refused');
    }
  }

  /** Ends a call; `error` is undefined when it succeeded. */
  #finish(call: Running, error: undefined): undefined;
  #finish(call: Running, error: unknown): RpcFailure | undefined;
  #finish(call: Running, error: unknown): RpcFailure | undefined {
    this.#running.delete(call);
    for (const timer of call.timers) timer.cancel();
    call.incoming.signal.removeEventListener('abort', call.onCancel);
    if (call.stream) this.#closeStream(call);
    if (this.#running.size === 0) this.#idle();
    const ms = this.#options.clock.monotonic() - call.startedMs;
    const status = error === undefined ? undefined : statusOf(error);
    this.#options.metrics.finished(
      call.row ? call.method : 'unknown',
      status?.code ?? 'OK',
      call.stream ? undefined : ms / 1000,
    );
    this.#report(call, status, error, ms);
    return status && new RpcFailure(status, call.requestId, { cause: error });
  }

  #report(call: Running, status: Status | undefined, error: unknown, ms: number): void {
    const { log } = this.#options;
    const level = levelOf(call.method, status);
    if (!log.isLevelEnabled(level)) return;
    const { method, requestId, principal, incoming } = call;
    const { transport, address } = incoming;
    const what = { method: call.row ? method : method.slice(0, 64), code: status?.code ?? 'OK' };
    const who = { principal: principal?.id, address, transport };
    const why = status?.token ? { errorToken: status.token } : {};
    const single = { ...what, ms: Math.round(ms), requestId, ...who, ...why };
    if (status === undefined || status.code === 'CANCELLED') log[level](single, 'rpc');
    // Each unexpected failure has a cause of its own, which is found by the request id.
    else if (level === 'error') log.error({ ...single, err: error }, 'rpc failed');
    else {
      const again = (times: number, seconds: number) =>
        log[level]({ ...what, ...who, ...why, times, seconds }, 'rpc failed again');
      const kind = `${call.row ? method : ''} ${status.token} ${address}`;
      if (this.#refusals.first(kind, again)) log[level](single, 'rpc failed');
    }
  }
}

/** What a client asked for and did not get is its own affair; what the service center owes is not. */
function levelOf(method: string, status: Status | undefined): 'debug' | 'info' | 'warn' | 'error' {
  if (status?.code === 'INTERNAL') return 'error';
  if (status && OPERATOR_NEEDED.has(status.token)) return 'warn';
  const failed = status !== undefined && status.code !== 'CANCELLED';
  return failed || !READS.test(method) ? 'info' : 'debug';
}

/**
 * The result of the work, or the reason why the call ended before. Nobody wants the result of a call that ended, but a rejection is
 * handled all the same: one without a handler ends the process.
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
