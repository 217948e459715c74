import type { Duplex } from 'node:stream';
import {
  status as Code,
  type handleUnaryCall,
  Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerUnaryCall,
  type ServerWritableStream,
} from '@grpc/grpc-js';
import { systemClock } from '../../kit/clock.ts';
import { fault } from '../../kit/faults.ts';
import type { Incoming, Invoker } from '../invoke.ts';
import type { BuiltinMethod } from './builtin.ts';
import type { FailureEncoder } from './failure.ts';
import { MAX_MESSAGE, SERVICE, type WireMethod } from './wire.ts';

export const MAX_METADATA = 16 << 10;
const KEEPALIVE_MS = 30_000;
const KEEPALIVE_TIMEOUT_MS = 10_000;
/** Calls of one connection at a time: more than all streams of the installation, far less than what fills the memory. */
const MAX_CALLS_PER_CONNECTION = 512;

/** Messages of one call that are on their way to the socket; no more than a client without room keeps waiting. */
const AHEAD_BYTES = 32 << 10;

export interface GrpcOptions {
  readonly methods: ReadonlyMap<string, WireMethod>;
  readonly builtin: readonly BuiltinMethod[];
  readonly invoker: Invoker;
  readonly failure: FailureEncoder;
}

/** Native gRPC over connections that somebody else accepted. */
export interface GrpcServer {
  inject(connection: Duplex): void;
  /** Ends the connections; what is still running after `graceMs` is cut. */
  stop(graceMs: number): Promise<void>;
}

type Bytes = Buffer<ArrayBufferLike>;
type Call = NodeJS.EventEmitter &
  Pick<ServerUnaryCall<Bytes, Bytes>, 'metadata' | 'cancelled' | 'getPeer' | 'getDeadline'>;
type Writable = NodeJS.EventEmitter & { write(item: Bytes): boolean; end(): void };

/** Messages pass grpc-js as bytes: what cannot be read is then answered by the invoker, with token, metric and log line. */
const asIs = (bytes: Bytes) => bytes;

export function grpcServer({ methods, builtin, invoker, failure }: GrpcOptions): GrpcServer {
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE,
    'grpc.max_send_message_length': -1,
    'grpc.keepalive_time_ms': KEEPALIVE_MS,
    'grpc.keepalive_timeout_ms': KEEPALIVE_TIMEOUT_MS,
    'grpc.max_concurrent_streams': MAX_CALLS_PER_CONNECTION,
    'grpc.enable_channelz': 0,
    interceptors: [(_method, call) => new ServerInterceptingCall(ahead(withTokens(call, failure)))],
  });
  const failed = (error: unknown) => {
    const { status, trailers, bin } = failure(error);
    const metadata = new Metadata();
    for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
    if (bin.length > 0) metadata.set('grpc-status-details-bin', Buffer.from(bin));
    return { code: status.number, details: status.message, metadata };
  };

  const unary =
    (name: string, method: WireMethod | undefined): handleUnaryCall<Bytes, Bytes> =>
    (call, callback) => {
      const codec = checked(call, method?.proto(call.request));
      invoker.unary(name, codec, incoming(call)).then(
        message => callback(null, message as Bytes),
        error => callback(failed(error)),
      );
    };
  const streaming = (method: WireMethod) => async (call: ServerWritableStream<Bytes, Bytes>) => {
    const from = incoming(call);
    try {
      const { batches, signal } = await invoker.stream(method.name, checked(call, method.proto(call.request)), from);
      // A browser client sees the stream as open by its headers.
      call.sendMetadata(new Metadata());
      await pump(batches, call, signal);
    } catch (error) {
      call.emit('error', failed(error));
    }
  };
  const builtinCall = (method: BuiltinMethod) => async (call: ServerDuplexStream<Bytes, Bytes>) => {
    const { signal } = incoming(call);
    try {
      // A handler that has read enough must not take the call down with it.
      await pump(method.handle(call.iterator({ destroyOnReturn: false }), signal), call, signal);
    } catch (error) {
      call.emit('error', failed(error));
    }
  };

  for (const method of methods.values()) {
    const path = `/${SERVICE}/${method.name}`;
    if (method.stream) server.register(path, streaming(method), asIs, asIs, 'serverStream');
    else server.register(path, unary(method.name, method), asIs, asIs, 'unary');
  }
  for (const method of builtin) server.register(method.path, builtinCall(method), asIs, asIs, 'bidi');
  answerUnknown(server, path => unary(path, undefined));

  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  const connections = new Map<Duplex, Promise<void>>();
  return {
    inject(connection) {
      const closed = new Promise<void>(resolve => connection.once('close', resolve));
      connections.set(
        connection,
        closed.then(() => void connections.delete(connection)),
      );
      injector.injectConnection(connection);
    },
    async stop(graceMs) {
      const force = systemClock.after(graceMs, () => {
        for (const connection of connections.keys()) connection.destroy();
      });
      server.tryShutdown(() => {});
      // The shutdown does not wait for injected connections: their last answers must leave before they are ended.
      injector.drain(graceMs);
      await Promise.all(connections.values());
      force.cancel();
    },
  };
}

/** Writes what comes, and asks for the next batch only when the client has room for it. */
async function pump(batches: AsyncIterable<readonly Uint8Array[]>, call: Writable, signal: AbortSignal) {
  for await (const batch of batches) {
    for (const item of batch) if (!call.write(item as Bytes)) await drained(call, signal);
  }
  call.end();
}

function drained(call: NodeJS.EventEmitter, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve();
    const done = () => {
      call.off('drain', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    call.once('drain', done);
    signal.addEventListener('abort', done, { once: true });
  });
}

function incoming(call: Call): Incoming {
  const controller = new AbortController();
  call.once('cancelled', () => controller.abort());
  if (call.cancelled) controller.abort();
  const deadline = Number(call.getDeadline());
  const peer = call.getPeer();
  return {
    transport: 'grpc',
    address: peer.slice(0, peer.lastIndexOf(':')),
    header: name => call.metadata.get(name)[0]?.toString(),
    timeoutMs: Number.isFinite(deadline) ? Math.max(0, deadline - systemClock.now()) : undefined,
    signal: controller.signal,
  };
}

/** Adds the check of the metadata size to a codec. */
function checked<C extends { decode(): unknown; encode(response: unknown): Uint8Array }>(
  call: Call,
  codec: C | undefined,
) {
  return {
    decode() {
      let size = 0;
      for (const [key, values] of Object.entries(call.metadata.toHttp2Headers())) {
        size += key.length + String(values).length;
      }
      if (size > MAX_METADATA) throw fault('RequestTooLarge', { limit: MAX_METADATA });
      return codec?.decode();
    },
    encode: (response: unknown) => codec?.encode(response) ?? new Uint8Array(),
  };
}

const REFUSALS = new Map([
  [Code.DEADLINE_EXCEEDED, 'DeadlineExceeded'],
  [Code.RESOURCE_EXHAUSTED, 'RequestTooLarge'],
  [Code.INTERNAL, 'MalformedRequest'],
  [Code.UNIMPLEMENTED, 'MalformedRequest'],
] as const);

/** grpc-js answers some mistakes itself (size, deadline, frames); this gives them our tokens. */
function withTokens(call: ServerInterceptingCallInterface, failure: FailureEncoder): ServerInterceptingCallInterface {
  const send = call.sendStatus.bind(call);
  call.sendStatus = status => {
    const name = REFUSALS.get(status.code as never);
    if (name === undefined || status.metadata?.get('x-request-id').length) return send(status);
    const {
      status: ours,
      trailers,
      bin,
    } = failure(fault(name, name === 'RequestTooLarge' ? { limit: MAX_MESSAGE } : {}));
    const metadata = new Metadata();
    for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
    metadata.set('grpc-status-details-bin', Buffer.from(bin));
    send({ code: ours.number, details: ours.message, metadata });
  };
  return call;
}

/**
 * grpc-js hands a message on only when the one before has left, so each costs a frame, a write and a turn of its own. This
 * lets a few follow at once, which then leave together.
 */
function ahead(call: ServerInterceptingCallInterface): ServerInterceptingCallInterface {
  const send = call.sendMessage.bind(call);
  let bytes = 0;
  let held: (() => void) | undefined;
  call.sendMessage = (message: Bytes, taken) => {
    bytes += message.length;
    send(message, () => {
      bytes -= message.length;
      const next = held;
      held = undefined;
      next?.();
    });
    if (bytes < AHEAD_BYTES) taken();
    else held = taken;
  };
  return call;
}

/**
 * grpc-js answers an unknown method before any hook of its own. It finds its handlers in a map, which gets a default here; a test
 * fails when a new release of it keeps them elsewhere.
 */
function answerUnknown(server: Server, handler: (path: string) => handleUnaryCall<Bytes, Bytes>): void {
  const handlers: unknown = Reflect.get(server, 'handlers');
  if (!(handlers instanceof Map)) return;
  const find = handlers.get.bind(handlers);
  handlers.get = path =>
    find(path) ?? { func: handler(String(path)), serialize: asIs, deserialize: asIs, type: 'unary', path };
}
