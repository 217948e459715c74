import { createHash } from 'node:crypto';
import { background } from '../../kit/background.ts';
import { Fault, fault } from '../../kit/faults/faults.ts';
import type { Log } from '../../kit/log.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { uuid7 } from '../../kit/uuid.ts';
import type { Admission, AnswerFacts } from '../../rpc/call/define.ts';
import type { Codec, Incoming } from '../../rpc/call/incoming.ts';
import type { Invoker } from '../../rpc/call/invoke.ts';
import { Cancelled, RpcFailure, type Status, statusOf } from '../../rpc/call/status.ts';
import { BadInput } from '../../rpc/input.ts';
import { compressed, encodingFor } from '../../rpc/serve/compress.ts';
import { cors } from '../../rpc/serve/cors.ts';
import { valuesOf, type WebRequest, type WebResponse } from '../../rpc/serve/http.ts';
import { jsonName, stepsOf } from '../../rpc/serve/json-writer.ts';
import { endWith } from '../../rpc/serve/send.ts';
import { bounded, boundedSteps } from '../../rpc/serve/service.ts';
import type { ConnectionContext, PathOwner } from '../../rpc/serve/web.ts';
import { isTaken, limitOf, parsed, tooLarge } from './accepted.ts';
import { bodyOf, bringsBody } from './body.ts';
import { entityTag, givenRequestId, headerText, idempotencyKey, isKnown, tagsOf, unknownFields } from './conditions.ts';
import { corsHeaders, requestHeaders } from './headers.ts';
import { type Problem, problemOf } from './problem.ts';
import { type Query, queryOf } from './query.ts';
import { Reading } from './read.ts';
import type { Route, Routes } from './routes.ts';
import { Frames, type StreamedMessage, serveEvents } from './sse.ts';

export interface RestOptions {
  /** Made at the first request. */
  readonly routes: () => Routes;
  readonly invoker: Invoker;
  readonly clock: Clock;
  readonly log: Log;
  /** Browser origins beside the service center's own; `*` for any. */
  readonly corsOrigins: readonly string[];
}

const ROOT = '/api';
const JSON_TYPE = 'application/json; charset=utf-8';
const PROBLEM_TYPE = 'application/problem+json';
const MAX_URL = 8 << 10;
const URI_TOO_LONG = 414;
const HEADERS_TOO_LARGE = 431;
const RETRY_MS = 1000;
/** As long as a connection of HTTP/1.1 has for that. */
const DISCARD_MS = 15_000;
/** What holds for every answer; a cache between two callers does not know their keys. */
const ALWAYS = {
  vary: 'Origin, Accept-Encoding',
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
};

/** Everything below `/api` (REST section 1). */
export function restPaths(options: RestOptions): PathOwner {
  const shared = {
    ...options,
    allow: cors(options.corsOrigins, corsHeaders),
    running: new Set<string>(),
    written: new WeakMap<object, string>(),
    frames: new Frames(),
  };
  let routes: Routes | undefined;
  return {
    owns: path => path === ROOT || path.startsWith(`${ROOT}/`),
    serve(request, response, between) {
      routes ??= options.routes();
      return new Exchange(request, response, shared, between).serve(routes);
    },
    refuse(request, response, error) {
      new Exchange(request, response, shared, undefined).refuse(error, HEADERS_TOO_LARGE);
    },
    malformed(error, status) {
      const requestId = uuid7(options.clock.now());
      const refused = { requestId, bodyPrefix: '', hasIfMatch: false, status };
      const { body } = problemOf(statusOf(error), refused);
      return { status, headers: { ...ALWAYS, 'content-type': PROBLEM_TYPE, 'x-request-id': requestId }, body };
    },
  };
}

interface Shared extends RestOptions {
  readonly allow: ReturnType<typeof cors>;
  /** Calls under a key that are not answered yet. */
  readonly running: Set<string>;
  /** The JSON of items of streams: many readers may be given the same one. */
  readonly written: WeakMap<object, string>;
  readonly frames: Frames;
}

interface Answer {
  readonly body: Buffer;
  readonly type: string;
  readonly status: number;
}

function* asAnswer(steps: Generator<unknown, Buffer>): Generator<unknown, Answer> {
  return { status: 200, body: yield* steps, type: JSON_TYPE };
}

/** One request and its answer. */
class Exchange {
  readonly #request: WebRequest;
  readonly #response: WebResponse;
  readonly #shared: Shared;
  readonly #between: ConnectionContext | undefined;
  readonly #requestId: string;
  readonly #told: AnswerFacts = {};
  #route: Route | undefined;
  #allow: string | undefined;
  #unknown = '';

  constructor(request: WebRequest, response: WebResponse, shared: Shared, between: ConnectionContext | undefined) {
    this.#request = request;
    this.#response = response;
    this.#shared = shared;
    this.#between = between;
    this.#requestId = givenRequestId(valuesOf(request, 'x-request-id')) ?? uuid7(shared.clock.now());
  }

  async serve(routes: Routes): Promise<void> {
    try {
      const asked = this.#find(routes);
      if (asked) await this.#call(asked.route, asked.query, asked.parameters);
    } catch (error) {
      this.refuse(error);
    }
  }

  /** What needs no credentials (clarification R8). @returns undefined: it is answered */
  #find(routes: Routes): { route: Route; query: Query; parameters: readonly string[] } | undefined {
    const request = this.#request;
    const { url = '', method = '' } = request;
    if (url.length > MAX_URL) throw fault('RequestTooLarge', { limit: MAX_URL });
    if (this.#shared.allow(request, this.#response)) return undefined;
    const mark = url.indexOf('?');
    const found = routes.find(mark < 0 ? url : url.slice(0, mark));
    if (!found) throw fault('PathNotFound');
    const route = found.items.get(method === 'HEAD' ? 'GET' : method);
    if (!route) {
      this.#allow = allowed(found.items);
      if (method !== 'OPTIONS') throw fault('MethodNotAllowed');
      this.#send({ status: 204, headers: {}, body: undefined });
      return undefined;
    }
    this.#route = route;
    const query = queryOf(mark < 0 ? '' : url.slice(mark + 1));
    if (route.hasBody && bringsBody(request)) this.#checkBody(route);
    // Whoever follows such an address may send a key with every request it makes.
    const asKnown = this.#hasCredentials() && query.first.has('organizationId');
    const open = route.open && query.first.has(route.open.key) && !asKnown ? route.open : undefined;
    return { route: open?.route ?? route, query, parameters: found.parameters };
  }

  #hasCredentials(): boolean {
    const { headers } = this.#request;
    return Boolean(headers['x-api-key'] || headers.authorization);
  }

  /** @throws fault `UnsupportedMediaType`, or of a length that is too large */
  #checkBody({ operation }: Route): void {
    const { headers } = this.#request;
    const type = headers['content-type'] ?? '';
    if (!isTaken(operation, type)) throw fault('UnsupportedMediaType', { type: type.slice(0, 64) });
    const encoding = headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') throw fault('UnsupportedMediaType', { encoding: encoding.slice(0, 32) });
    if (Number(headers['content-length'] ?? 0) > limitOf(operation)) throw tooLarge(operation);
  }

  async #call(route: Route, query: Query, parameters: readonly string[]): Promise<void> {
    const { invoker, clock } = this.#shared;
    const controller = new AbortController();
    const response = this.#response;
    response.once('close', () => {
      if (!response.writableFinished) controller.abort();
    });
    const headers = (name: string) => valuesOf(this.#request, name);
    const ticket = route.streams && !this.#hasCredentials() ? query.first.get('ticket') : undefined;
    const conditions: Mutable<NonNullable<Incoming['conditions']>> = {
      ifMatch: requestHeaders['If-Match'].of(route.operation) ? tagsOf(headers('if-match')) : undefined,
      told: this.#told,
    };
    const incoming: Incoming = {
      transport: 'rest',
      ...(this.#between?.peer ?? NOBODY),
      headers,
      timeoutMs: undefined,
      signal: controller.signal,
      requestId: this.#requestId,
      conditions,
      ...(ticket !== undefined && { ticket }),
    };
    const isOnce = requestHeaders['Idempotency-Key'].of(route.operation);
    const key = isOnce ? idempotencyKey(headers('idempotency-key')) : undefined;
    let body: Buffer | undefined;
    let claim: string | undefined;
    const { running } = this.#shared;
    let asked = query;
    const decode = () => this.#requestOf(route, asked, parameters, body);
    const read = async (admission: Admission) => {
      if (route.hasBody && bringsBody(this.#request)) body = await this.#body(route);
      if (!key) return;
      const digest = createHash('sha256')
        .update(`${this.#request.url?.split('?', 1)[0]}\n`)
        .update(body ?? '');
      conditions.once = { key, digest: digest.digest('base64url') };
      const wanted = `${admission.organizationId} ${admission.principal.kind} ${admission.principal.id} ${key}`;
      if (running.has(wanted)) throw fault('RequestIDReused', { retry_after_ms: RETRY_MS });
      running.add(wanted);
      claim = wanted;
    };
    const needsReading = key !== undefined || route.hasBody;
    const ready = needsReading ? read : undefined;
    try {
      this.#between?.unsent.mustHaveRoom(this.#between.connection);
      if (route.streams) {
        const from = (admission: Admission): undefined => {
          asked = resumed(query, headers('last-event-id'), ticket === undefined ? undefined : admission);
        };
        const codec: Codec<StreamedMessage> = {
          ready: from,
          decode,
          encode: message => ({ message, json: written(this.#shared.written, route, message) }),
        };
        const stream = await invoker.stream(route.method, codec, incoming);
        return await serveEvents(clock, {
          stream,
          event: route.operation.event ?? 'message',
          response,
          headers: this.#headers(),
          told: this.#told,
          frames: this.#shared.frames,
          isHead: this.#request.method === 'HEAD',
          problem: error => this.#problem(error).body,
        });
      }
      const codec: Codec<Answer> = {
        ...(ready && { ready }),
        decode,
        encode: message => this.#answerOf(route, message),
        steps: message => this.#stepsOf(route, message),
      };
      await this.#answer(await invoker.unary(route.method, codec, incoming));
    } finally {
      if (claim !== undefined) running.delete(claim);
    }
  }

  #body({ operation }: Route): Promise<Buffer> {
    const { clock } = this.#shared;
    const reading = this.#between?.reading ?? { bytes: 0 };
    const most = limitOf(operation);
    return bodyOf(this.#request, { clock, reading, most, tooLarge: () => tooLarge(operation) });
  }

  /** @throws BadInput, fault `MalformedRequest` */
  #requestOf(route: Route, query: Query, parameters: readonly string[], body: Buffer | undefined): unknown {
    const { headers } = this.#request;
    const reading = new Reading();
    const file = route.operation.upload && {
      bytes: body ?? NO_BYTES,
      type: headers['content-type'] ?? '',
      disposition: headers['content-disposition'] ?? '',
    };
    const json = !file && body && body.length > 0 ? parsed(body) : undefined;
    const request = route.request({ parameters, query, json, ...(file && { file }) }, reading);
    const { bodyPrefix } = route;
    if (reading.unknown.length > 0) this.#unknown = unknownFields(reading.unknown, jsonName);
    const violations = reading.violations.map(({ field, fault: name, about }) => {
      const named = `${bodyPrefix}${field}`;
      return { field: named, fault: name, about: { ...about, ...(field !== '' && { field: named }) } };
    });
    const [first] = violations;
    if (first) throw new BadInput(first, violations);
    return request;
  }

  /** The caller has what it would be given. */
  #isUnchanged({ operation }: Route): boolean {
    const given = () => tagsOf(valuesOf(this.#request, 'if-none-match'));
    return requestHeaders['If-None-Match'].of(operation) && isKnown(given(), this.#told.version);
  }

  #answerOf(route: Route, message: unknown): Answer {
    const { operation } = route;
    const { download } = operation;
    if (this.#isUnchanged(route)) return { status: 304, body: NO_BYTES, type: '' };
    const { [download?.bytes ?? '']: bytes, [download?.type ?? '']: type } = message as Record<string, unknown>;
    if (!download || (download.orJson && bytes === undefined))
      return { status: 200, body: bounded(Buffer.from(route.write(message))), type: JSON_TYPE };
    const body = bytes instanceof Uint8Array ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) : NO_BYTES;
    return { status: 200, body, type: String(type || 'application/octet-stream') };
  }

  #stepsOf(route: Route, message: unknown): Iterator<unknown, Answer> | undefined {
    const steps = this.#isUnchanged(route) ? undefined : boundedSteps(stepsOf(route.write, message));
    return steps && asAnswer(steps);
  }

  async #answer({ status, body, type }: Answer): Promise<void> {
    if (status === 304) return this.#send({ status, headers: {}, body: undefined });
    const encoding =
      type === JSON_TYPE ? encodingFor(this.#request.headers['accept-encoding']?.toString(), body.length) : undefined;
    const sent = encoding ? await compressed(body, encoding) : body;
    const response = this.#response;
    this.#between?.unsent.hold(this.#between.connection, response, sent.length);
    this.#send({
      status,
      headers: { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) },
      body: sent,
    });
  }

  /** @param http of a request that no call may become, in place of 413 */
  refuse(error: unknown, http?: number): void {
    if (error instanceof Cancelled || (error instanceof RpcFailure && error.status.code === 'CANCELLED')) {
      this.#response.destroy();
      return;
    }
    const { invoker, log } = this.#shared;
    if (!(error instanceof RpcFailure)) {
      invoker.turnedAway(error, this.#between?.peer.address ?? '');
      if (!(error instanceof Fault)) log.error({ err: error, requestId: this.#requestId }, 'request failed');
    }
    const { status, headers, body } = this.#problem(error, http);
    this.#send({
      status,
      headers: { 'content-type': PROBLEM_TYPE, ...headers },
      body: Buffer.from(body),
    });
  }

  #problem(error: unknown, http?: number): Problem {
    const failure: Status = error instanceof RpcFailure ? error.status : statusOf(error);
    const isLong = (this.#request.url ?? '').length > MAX_URL;
    const isTooLarge = failure.token === 'ErrTokenRequestTooLarge';
    return problemOf(failure, {
      requestId: this.#requestId,
      bodyPrefix: this.#route?.bodyPrefix ?? '',
      hasIfMatch: this.#request.headers['if-match'] !== undefined,
      status: isTooLarge ? (isLong ? URI_TOO_LONG : http) : undefined,
    });
  }

  /** Of every answer, with what was told beside it. */
  #headers(): Record<string, string> {
    const { version, location, warning, repeated, rate, headers } = this.#told;
    const all: Record<string, string> = { ...ALWAYS, 'x-request-id': this.#requestId };
    if (version !== undefined) all.etag = entityTag(version);
    if (location !== undefined) all.location = headerText(location);
    if (warning !== undefined) all['x-warning'] = headerText(warning);
    if (repeated) all['idempotency-replayed'] = 'true';
    if (this.#unknown !== '') all['x-unknown-fields'] = this.#unknown;
    if (this.#allow !== undefined) all.allow = this.#allow;
    if (rate) {
      all['ratelimit-limit'] = String(rate.limit);
      all['ratelimit-remaining'] = String(rate.remaining);
      all['ratelimit-reset'] = String(rate.resetS);
    }
    return headers ? Object.assign(all, headers) : all;
  }

  #send(answer: { status: number; headers: Readonly<Record<string, string>>; body: Buffer | undefined }): void {
    const { status, headers, body } = answer;
    const response = this.#response;
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    const all = Object.assign(this.#headers(), headers);
    if (body) all['content-length'] = String(body.length);
    response.writeHead(status, all);
    background(endWith(response, this.#request.method === 'HEAD' ? undefined : body), cause =>
      response.destroy(cause as Error),
    );
    if (this.#request.httpVersionMajor >= 2 && !this.#request.complete) this.#discard();
  }

  /** What still comes of a body that nobody wants: without a reader its stream of HTTP/2 would stay open. */
  #discard(): void {
    const request = this.#request;
    const late = this.#shared.clock.after(DISCARD_MS, () => request.destroy());
    request.once('close', () => late.cancel());
    request.resume();
  }
}

function written(known: WeakMap<object, string>, route: Route, message: unknown): string {
  const item = message as object;
  const before = known.get(item);
  if (before !== undefined) return before;
  const json = route.write(item);
  known.set(item, json);
  return json;
}

/**
 * Where a stream goes on, and of which organization it is.
 * @param admitted by a ticket, which stands in place of the query's organization, too
 */
function resumed(query: Query, lastEventId: readonly string[], admitted: Admission | undefined): Query {
  const first = new Map(query.first);
  const last = lastEventId.find(id => id !== '');
  if (last !== undefined) first.set('afterSeq', last);
  if (admitted) first.set('organizationId', admitted.organizationId);
  return { ...query, first };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const NO_BYTES = Buffer.alloc(0);
const NOBODY = { address: '', secure: false };

function allowed(items: ReadonlyMap<string, unknown>): string {
  const methods = [...items.keys()];
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}
