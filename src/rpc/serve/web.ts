import type { Socket } from 'node:net';
import { catalog, type Fault, fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { StreamLimits } from '../call/caller-limits.ts';
import type { AnswerFacts } from '../call/define.ts';
import type { Incoming } from '../call/incoming.ts';
import type { Invoker } from '../call/invoke.ts';
import type { BuiltinMethod } from './builtin.ts';
import type { BuiltinJson } from './builtin-json.ts';
import { cors } from './cors.ts';
import { type Dialect, dialectOf } from './dialects.ts';
import { connectError, type FailureEncoder, type WireFailure } from './failure.ts';
import type { Addressed } from './hosts.ts';
import { valuesOf, type WebListener, type WebRequest, type WebResponse } from './http.ts';
import type { RawAnswer } from './malformed.ts';
import { type FilePage, type Page, pageListener } from './pages.ts';
import type { Peer } from './peer.ts';
import { messageOf, questionsOf } from './request-body.ts';
import { type Unsent, write } from './send.ts';
import { methodName } from './service.ts';
import type { WireMethod } from './wire.ts';

/** Serves what is no RPC path: the console. */
export interface Site {
  /** Resolves with false when there is nothing of it at this path. */
  serve(request: WebRequest, response: WebResponse, between: ConnectionContext): Promise<boolean>;
  /** A request came under a name that is not ours. @returns false: it is no browser's that shows a page */
  refuse(request: WebRequest, response: WebResponse, host: string): boolean;
}

/** Who answers everything below some paths, refusals included. */
export interface PathOwner {
  owns(path: string): boolean;
  serve(request: WebRequest, response: WebResponse, between: ConnectionContext): void | Promise<void>;
  /** Answers a request that no call may become. */
  refuse(request: WebRequest, response: WebResponse, error: unknown): void;
  /** The answer to one that cannot be read. */
  malformed(error: Fault, status: RawAnswer['status']): RawAnswer;
}

/** What the answers of one listener share with each other. */
export interface ConnectionContext {
  readonly peer: Peer;
  /** Bytes of bodies that are still being read. */
  readonly reading: { bytes: number };
  /** Answers that are not taken yet. */
  readonly unsent: Unsent;
  /** The one that the request came by. */
  readonly connection: Socket;
}

export interface WebOptions {
  readonly methods: ReadonlyMap<string, WireMethod>;
  readonly builtin: readonly BuiltinMethod[];
  readonly invoker: Invoker;
  readonly failure: FailureEncoder;
  /** Browser origins beside the service center's own; `*` for any. */
  readonly corsOrigins: readonly string[];
  /** What is served beside RPCs, by exact paths. */
  readonly pages?: readonly (Page | FilePage)[] | undefined;
  readonly site?: Site | undefined;
  readonly rest?: PathOwner | undefined;
  /** The internal port: native gRPC and nothing else. */
  readonly internal: boolean;
  /** Shared by all listeners of the process. */
  readonly unsent: Unsent;
  /** Likewise: bytes of bodies that are still being read. */
  readonly reading: { bytes: number };
  readonly clock: Clock;
  /** Who sends a request. */
  peerOf(request: Pick<WebRequest, 'headers'>, connection: Socket): Peer;
  /** Throws for a request that is not meant for this service center. */
  admit(request: Addressed): void;
}

/** What the answers of one listener share. */
interface Serving extends WebOptions {
  /** Conversations with built-in services. */
  readonly streams: StreamLimits;
  json(): Promise<BuiltinJson>;
}

/** A service may be without a package; its name begins with a capital letter. */
const RPC_PATH = /^\/((?:[a-z0-9_.]+\.)?[A-Z][A-Za-z0-9]*|[a-z0-9_.]+\.[A-Za-z0-9]+)\/([A-Za-z0-9]+)$/;
/** Headers of one call (platform API section 1.12). */
const MAX_METADATA = 16 << 10;
const TOO_LARGE_HEADERS = 431;
const AWAY = 502;
/** Of a conversation with a built-in service, as of any stream (platform API section 1.11). */
const AGE_MS = 12 * 3600 * 1000;

/** gRPC, gRPC-Web and Connect: one listener for `node:http` and `node:http2` requests, which looks at the content type of each. */
export function webListener(options: WebOptions): WebListener {
  const allow = cors(options.corsOrigins);
  const builtin = new Map(options.builtin.map(method => [method.path, method]));
  // Loaded at its first use: few installations are ever asked.
  let loaded: Promise<BuiltinJson> | undefined;
  const json = () => {
    loaded ??= import('./builtin-json.ts').then(({ builtinJson }) => builtinJson());
    return loaded;
  };
  const { pages = [], failure, clock } = options;
  const pageOf = pageListener({ pages, failure, clock, valuesOf, refuse });
  const { unsent, reading } = options;
  const serving: Serving = { ...options, json, streams: new StreamLimits(false) };
  const answer = async (request: WebRequest, response: WebResponse, connection: Socket) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const dialect = dialectOf(String(request.headers['content-type'] ?? ''), request.httpVersionMajor);
    const rest = options.rest?.owns(path) ? options.rest : undefined;
    response.setHeader('vary', 'Origin');
    try {
      admit(options, request, connection);
    } catch (error) {
      options.invoker.turnedAway(error, options.peerOf(request, connection).address);
      if (rest) return rest.refuse(request, response, error);
      const wire = options.failure(error);
      if (dialect?.transport === 'grpc') return dialect.fail(response, wire);
      const { host } = wire.status.about;
      if (host !== undefined && options.site?.refuse(request, response, String(host))) return;
      return refuse(response, wire, refusedAs(wire));
    }
    if (!rest && allow(request, response)) return;
    const peer = options.peerOf(request, connection);
    const page = pageOf(request, response, peer);
    if (page) return page;
    const between = { peer, reading, unsent, connection };
    if (rest) return rest.serve(request, response, between);
    const [, service, name] = RPC_PATH.exec(path) ?? [];
    if (!service && dialect?.transport !== 'grpc' && (await shown(options, request, response, between))) return;
    await serve(
      serving,
      dialect,
      builtin.get(path),
      service && name ? methodName(service, name) : path,
      request,
      response,
      connection,
    );
  };
  return (request, response, connection) => {
    // Only a transport that broke while it was written to ends here: nobody is left to answer.
    answer(request, response, connection).catch(error => response.destroy(error));
  };
}

/** @returns false: there is nothing for people at this path */
async function shown(
  { site, failure, invoker }: WebOptions,
  request: WebRequest,
  response: WebResponse,
  between: ConnectionContext,
): Promise<boolean> {
  if (!site) return false;
  try {
    return await site.serve(request, response, between);
  } catch (error) {
    invoker.turnedAway(error, between.peer.address);
    refuse(response, failure(error));
    return true;
  }
}

/** A page from elsewhere is told that it may not, and not that it came to the wrong place (clarification T25). */
function refusedAs({ status: { http, about } }: WireFailure): number {
  if (http === 413) return TOO_LARGE_HEADERS;
  return 'origin' in about ? 403 : http;
}

/** What no request may be without, whatever it asks for. */
function admit(options: WebOptions, request: WebRequest, { localAddress }: Socket): void {
  const { headers, rawHeaders } = request;
  const lacksHost = request.httpVersion === '1.1' && headers.host === undefined;
  if (lacksHost || valuesOf(request, 'host').length > 1) throw fault('MalformedRequest', { field: 'Host' });
  if (rawHeaders.reduce((size, text) => size + text.length, 0) > MAX_METADATA) {
    throw fault('RequestTooLarge', { limit: MAX_METADATA });
  }
  const named = [headers[':authority'], headers.host].flatMap(value => value ?? []);
  // An empty one names nobody: gRPC clients over unusual transports send it.
  const authorities = named.filter(value => value !== '');
  options.admit({ authorities, origin: headers.origin?.toString(), localAddress });
}

async function serve(
  options: Serving,
  dialect: Dialect | undefined,
  builtin: BuiltinMethod | undefined,
  name: string,
  request: WebRequest,
  response: WebResponse,
  connection: Socket,
): Promise<void> {
  const { failure, methods, invoker, internal, unsent } = options;
  const method = methods.get(name);
  if (!dialect && !method && !builtin) return refuse(response, failure(fault('MethodUnknown')), 404);
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST');
    return refuse(response, failure(fault('MethodNotAllowed')), 405);
  }
  if (!dialect || (internal && dialect.transport !== 'grpc')) {
    return refuse(response, failure(fault('UnsupportedMediaType')), 415);
  }
  const told: AnswerFacts = {};
  const from = incoming(options, dialect, request, response, connection, told);
  try {
    unsent.mustHaveRoom(connection);
    if (builtin) return await converse(options, dialect, builtin, request, response, connection, from);
    const bytes = await messageOf(options, dialect, request, response);
    if (dialect.unary && method?.stream) throw fault('UnsupportedMediaType');
    if (method?.stream) {
      const { batches, signal } = await invoker.stream(name, await codecOf(dialect, method, bytes), from);
      if (response.headersSent) return await begunOnly(batches);
      response.writeHead(200, dialect.headers);
      response.flushHeaders();
      await pump(batches, dialect, response, signal);
    } else {
      // What is not served at this port has no row for it, though another port may serve it.
      const answer = await invoker.unary(method ? name : `/${name}`, await codecOf(dialect, method, bytes), from);
      unsent.hold(connection, response, answer.length);
      if (told.cookie !== undefined) response.setHeader('set-cookie', told.cookie);
      response.writeHead(200, dialect.headers);
      await write(response, dialect.message(answer), from.signal);
    }
    dialect.end(response);
  } catch (error) {
    const wire = failure(error);
    if (isAway(wire, dialect, request) && !response.headersSent) return refuseAway(response, wire);
    // The path of no service and method stands as it is (clarification R31).
    if (!method && !builtin && dialect.unary) return refuse(response, wire, name.startsWith('/') ? 404 : 501);
    dialect.fail(response, wire);
  }
}

/** A page waits for the service to come back, as it does behind any gateway; programs are told what has happened to it. */
export function isAway(
  { status: { token } }: WireFailure,
  dialect: Dialect | undefined,
  { headers }: WebRequest,
): boolean {
  const isStarting = token === catalog.ServiceStarting.token || token === catalog.ServiceStopping.token;
  return isStarting && dialect?.transport !== 'grpc' && headers['sec-fetch-site'] !== undefined;
}

function refuseAway(response: WebResponse, wire: WireFailure): void {
  response.setHeader('retry-after', '1');
  refuse(response, wire, AWAY);
}

/** What came behind the request was answered in its place: its stream is begun, so that it can be ended. */
async function begunOnly(batches: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of batches) break;
}

/** A call of a built-in service. Where the transport can, answers leave while questions still come (reflection). */
async function converse(
  options: Serving,
  dialect: Dialect,
  builtin: BuiltinMethod,
  request: WebRequest,
  response: WebResponse,
  connection: Socket,
  from: Incoming,
): Promise<void> {
  if (dialect.unary && !builtin.unary) throw fault('UnsupportedMediaType');
  const caller = { incoming: from, principal: undefined };
  options.streams.open(caller, 0);
  const old = new AbortController();
  const age = options.clock.after(AGE_MS, () => old.abort());
  const signal = AbortSignal.any([from.signal, old.signal]);
  try {
    await answers(options, dialect, builtin, request, response, connection, signal);
  } finally {
    age.cancel();
    options.streams.close(caller, 0);
  }
}

async function answers(
  options: Serving,
  dialect: Dialect,
  builtin: BuiltinMethod,
  request: WebRequest,
  response: WebResponse,
  connection: Socket,
  signal: AbortSignal,
): Promise<void> {
  const json = dialect.json ? await options.json() : undefined;
  const questions = questionsOf(options, dialect, request, response);
  const made = builtin.handle(json ? translated(questions, builtin, json) : questions, signal);
  const bytes = json ? (answer: Uint8Array) => json.write(builtin.path, answer) : (answer: Uint8Array) => answer;
  if (dialect.unary) {
    // The head of the response says whether the call succeeds, so the answer must be there before.
    for await (const [answer = new Uint8Array()] of made) {
      response.writeHead(200, dialect.headers);
      response.write(dialect.message(bytes(answer)));
    }
  } else {
    response.writeHead(200, dialect.headers);
    response.flushHeaders();
    for await (const batch of made) {
      for (const answer of batch) {
        const message = dialect.message(bytes(answer));
        const release = options.unsent.hold(connection, response, message.length);
        await write(response, message, signal);
        release();
      }
    }
  }
  dialect.end(response);
}

async function* translated(questions: AsyncIterable<Uint8Array>, { path }: BuiltinMethod, json: BuiltinJson) {
  for await (const question of questions) yield json.read(path, question);
}

/** The invoker sees also a method that nobody knows, for metric and log line; the message of such a call is never decoded. */
async function codecOf(dialect: Dialect, method: WireMethod | undefined, bytes: Uint8Array) {
  if (method) return dialect.json ? method.json(bytes) : method.proto(bytes);
  return { decode: () => undefined, encode: () => new Uint8Array() };
}

function incoming(
  { internal, peerOf }: Serving,
  dialect: Dialect,
  request: WebRequest,
  response: WebResponse,
  connection: Socket,
  told: AnswerFacts,
): Incoming {
  const controller = new AbortController();
  response.once('close', () => {
    // A stream of HTTP/2 that the client resets counts as finished, though its response was not ended.
    if (!response.writableEnded) controller.abort();
  });
  return {
    transport: dialect.transport,
    internal,
    ...peerOf(request, connection),
    headers: name => valuesOf(request, name),
    timeoutMs: dialect.timeoutMs(request.headers),
    signal: controller.signal,
    // What has no place for them is told nothing of rates and versions.
    conditions: { told },
  };
}

async function pump(
  batches: AsyncIterable<readonly Uint8Array[]>,
  dialect: Dialect,
  response: WebResponse,
  signal: AbortSignal,
) {
  for await (const batch of batches) for (const item of batch) await write(response, dialect.message(item), signal);
}

/** An answer for a request that did not get as far as an RPC dialect: the Connect error body. */
export function refuse(response: WebResponse, failure: WireFailure, http = failure.status.http): void {
  if (response.headersSent) {
    response.end();
    return;
  }
  response.writeHead(http, { 'content-type': 'application/json', ...failure.trailers });
  response.end(connectError(failure));
}
