import type { IncomingMessage, ServerResponse } from 'node:http';
import { fault } from '../../kit/faults.ts';
import type { Incoming, Invoker } from '../invoke.ts';
import type { BuiltinMethod } from './builtin.ts';
import { cors } from './cors.ts';
import { connectError, type Dialect, dialectOf } from './dialects.ts';
import type { FailureEncoder, WireFailure } from './failure.ts';
import { decompress, unframe } from './frames.ts';
import { MAX_MESSAGE, SERVICE, type WireMethod } from './wire.ts';

/** Requests and responses of `node:http`; those of `node:http2` are made to look like them. */
export type WebRequest = IncomingMessage;
export type WebResponse = ServerResponse;
/** Serves what is no RPC path: REST, the console. */
export type WebFallback = (request: WebRequest, response: WebResponse) => void;

export interface WebOptions {
  readonly methods: ReadonlyMap<string, WireMethod>;
  readonly builtin: readonly BuiltinMethod[];
  readonly invoker: Invoker;
  readonly failure: FailureEncoder;
  /** Browser origins beside our own; `*` for any. */
  readonly corsOrigins: readonly string[];
  readonly fallback?: WebFallback | undefined;
}

const RPC_PATH = /^\/([a-z0-9_.]+\.[A-Za-z0-9]+)\/([A-Za-z0-9]+)$/;
/** A message in base64 with its frame head, and room for a trailing frame. */
const MAX_BODY = Math.ceil(((MAX_MESSAGE + 1024) * 4) / 3);

/** gRPC-Web, Connect and, where HTTP/2 reaches it, gRPC: one listener for `node:http` and `node:http2` requests. */
export function webListener(options: WebOptions): (request: WebRequest, response: WebResponse) => void {
  const allow = cors(options.corsOrigins);
  const builtin = new Map(options.builtin.map(method => [method.path, method]));
  return (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (allow(request, response)) return;
    const [, service, name] = RPC_PATH.exec(path) ?? [];
    if (!service && options.fallback) return options.fallback(request, response);
    serve(options, builtin.get(path), service === SERVICE && name ? name : path, request, response).catch(error => {
      // Only a transport that broke while it was written to ends here: there is nobody left to tell.
      response.destroy(error as Error);
    });
  };
}

async function serve(
  options: WebOptions,
  builtin: BuiltinMethod | undefined,
  name: string,
  request: WebRequest,
  response: WebResponse,
): Promise<void> {
  const { failure, methods, invoker } = options;
  const method = methods.get(name);
  const dialect = dialectOf(String(request.headers['content-type'] ?? ''), request.httpVersionMajor);
  if (!dialect) {
    const known = method || builtin;
    if (!known) return refuse(response, failure(fault('MethodUnknown')), 404);
    if (request.method !== 'POST') {
      response.setHeader('allow', 'POST');
      return refuse(response, failure(fault('MethodNotAllowed')), 405);
    }
    return refuse(response, failure(fault('UnsupportedMediaType')), 415);
  }
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST');
    return refuse(response, failure(fault('MethodNotAllowed')), 405);
  }
  const from = incoming(dialect, request, response);
  try {
    const bytes = await message(dialect, request);
    if (dialect.unary && method?.stream) throw fault('UnsupportedMediaType');
    // The built-in services have no JSON form here: their clients speak gRPC or gRPC-Web.
    if (builtin && dialect.transport === 'connect') throw fault('UnsupportedMediaType');
    if (builtin) {
      response.writeHead(200, dialect.headers);
      await pump(builtin.handle(once(bytes), from.signal), dialect, response, from.signal);
    } else if (method?.stream) {
      const { batches, signal } = await invoker.stream(name, await codecOf(dialect, method, bytes), from);
      response.writeHead(200, dialect.headers);
      response.flushHeaders();
      await pump(batches, dialect, response, signal);
    } else {
      const answer = await invoker.unary(name, await codecOf(dialect, method, bytes), from);
      response.writeHead(200, dialect.headers);
      await write(response, dialect.message(answer), from.signal);
    }
    dialect.end(response);
  } catch (error) {
    const wire = failure(error);
    if (!method && !builtin && dialect.unary) return refuse(response, wire, 404);
    dialect.fail(response, wire);
  }
}

/** A method nobody knows reaches the invoker too, for its metric and its log line; it never gets as far as the message. */
async function codecOf(dialect: Dialect, method: WireMethod | undefined, bytes: Uint8Array) {
  if (method) return dialect.json ? method.json(bytes) : method.proto(bytes);
  return { decode: () => undefined, encode: () => new Uint8Array() };
}

async function* once<T>(item: T): AsyncGenerator<T> {
  yield item;
}

/** The one message of the request, uncompressed. */
async function message(dialect: Dialect, request: WebRequest): Promise<Uint8Array> {
  const raw = await body(request);
  const bytes = dialect.base64 ? Buffer.from(raw.toString('latin1'), 'base64') : raw;
  const encoding = request.headers[dialect.encodingHeader];
  if (dialect.unary) return limited(await decompress(bytes, encoding?.toString()));
  const [first, ...more] = await unframe(bytes, encoding?.toString());
  if (!first || more.length > 0) throw fault('MalformedRequest');
  return limited(first);
}

function limited(bytes: Uint8Array): Uint8Array {
  if (bytes.length > MAX_MESSAGE) throw fault('RequestTooLarge', { limit: MAX_MESSAGE });
  return bytes;
}

async function body(request: WebRequest): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY) chunks.push(chunk);
    else chunks.length = 0;
    // What is too long is read to its end, within reason, so that the client can read the answer.
    if (size > 4 * MAX_BODY) break;
  }
  if (size > MAX_BODY) throw fault('RequestTooLarge', { limit: MAX_MESSAGE });
  return Buffer.concat(chunks);
}

function incoming(dialect: Dialect, request: WebRequest, response: WebResponse): Incoming {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return {
    transport: dialect.transport,
    address: request.socket.remoteAddress ?? '',
    header: name => request.headers[name]?.toString(),
    timeoutMs: dialect.timeoutMs(request.headers),
    signal: controller.signal,
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

/** Resolves when there is room for more, or when the call is to end. */
function write(response: WebResponse, chunk: Buffer, signal: AbortSignal): Promise<void> | undefined {
  if (response.write(chunk) || signal.aborted) return;
  return new Promise(resolve => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
    signal.addEventListener('abort', done, { once: true });
  });
}

/** An answer for a request that did not get as far as an RPC dialect: the Connect error body. */
export function refuse(response: WebResponse, failure: WireFailure, http = failure.status.http): void {
  if (response.headersSent) return void response.end();
  response.writeHead(http, { 'content-type': 'application/json', ...failure.trailers });
  response.end(connectError(failure));
}
