import protobuf from 'protobufjs';
import { block, END_HEADERS, END_STREAM, FRAME, frame, PREFACE, reset, SETTINGS } from '../../peers/raw-http2.ts';

/** Random choices that come again with the same seed. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** At least 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  often(part: number): boolean {
    return this.next() < part;
  }

  pick<T>(from: readonly T[]): T {
    const found = from[this.below(from.length)];
    if (found === undefined) throw new Error('nothing to choose from');
    return found;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)));
  }

  /** Nothing, or one to four bytes changed, cut out or put in. */
  mutated(bytes: Buffer): Buffer {
    let changed = Buffer.from(bytes);
    for (let times = this.below(5); times > 0 && changed.length > 0; times--) {
      const at = this.below(changed.length);
      const how = this.below(4);
      if (how === 0) changed[at] = this.below(256);
      else if (how === 1) changed = Buffer.concat([changed.subarray(0, at), changed.subarray(at + 1 + this.below(8))]);
      else if (how === 2)
        changed = Buffer.concat([changed.subarray(0, at), this.bytes(1 + this.below(8)), changed.subarray(at)]);
      else changed = changed.subarray(0, at);
    }
    return changed;
  }
}

export const EUIS = [
  '70b3d59cd0000001',
  '70b3d59cd0000002',
  '70-B3-D5-9C-D0-00-00-03',
  'ffffffffffffffff',
  '0',
  'x',
  '',
];
const TEXTS = [
  ...EUIS,
  'name',
  'ep_eui',
  '*',
  'eui desc',
  '\u0000',
  '\u202e',
  '💧',
  '%',
  "'; --",
  '../..',
  'x'.repeat(2000),
];
const NUMBERS = [0, 1, -1, 2, 20, 100, 1000, 65_535, 2 ** 31 - 1, -(2 ** 31)];
const LONGS = ['0', '1', '-1', '1700000000000000000', '9223372036854775807', '-9223372036854775808'];

/** The methods to call. @param leaveOut those that cost seconds by what they are for */
export function methodsOf(schema: protobuf.INamespace, leaveOut: RegExp) {
  const root = protobuf.Root.fromJSON(schema).resolveAll();
  const service = root.lookupService('platform.api.v1.PlatformService');
  return service.methodsArray
    .filter(({ name }) => !leaveOut.test(name))
    .map(({ name, requestType }) => ({ name, type: service.lookupType(requestType) }));
}

/** Random requests, in binary and as JSON. */
export class Requests {
  readonly #chance: Chance;
  readonly #methods: ReturnType<typeof methodsOf>;

  constructor(chance: Chance, methods: ReturnType<typeof methodsOf>) {
    this.#chance = chance;
    this.#methods = methods;
  }

  any(): { readonly path: string; readonly proto: Buffer; readonly json: Buffer } {
    const { name, type } = this.#chance.pick(this.#methods);
    const path = `/platform.api.v1.PlatformService/${name}`;
    const value = this.#message(type, 3);
    const message = type.fromObject(value);
    return {
      path,
      proto: Buffer.from(type.encode(message).finish()),
      json: Buffer.from(JSON.stringify(type.toObject(message))),
    };
  }

  #message(type: protobuf.Type, depth: number): Record<string, unknown> {
    const value: Record<string, unknown> = {};
    for (const field of type.fieldsArray) {
      if (this.#chance.often(0.6)) continue;
      const one = () => this.#field(field, depth);
      if (field.map) value[field.name] = { [this.#chance.pick(TEXTS)]: one() };
      else if (field.repeated) value[field.name] = Array.from({ length: this.#chance.below(4) }, one);
      else value[field.name] = one();
    }
    return value;
  }

  #field({ type, resolvedType }: protobuf.Field, depth: number): unknown {
    const chance = this.#chance;
    if (resolvedType instanceof protobuf.Type) return depth > 0 ? this.#message(resolvedType, depth - 1) : {};
    if (type === 'string') return chance.pick(TEXTS);
    if (type === 'bytes') return chance.bytes(chance.below(40));
    if (type === 'bool') return chance.often(0.5);
    if (type === 'double' || type === 'float')
      return chance.pick([0, -1, 1e308, Number.NaN, Number.POSITIVE_INFINITY, 52.5]);
    return type.endsWith('64') ? chance.pick(LONGS) : chance.pick(NUMBERS);
  }
}

const TYPES = [
  ...[
    'application/grpc',
    'application/grpc+proto',
    'application/grpc-web',
    'application/grpc-web-text',
    'application/json',
  ],
  ...['application/proto', 'application/connect+json', 'application/connect+proto'],
];
const OTHER_TYPES = ['text/plain', 'application/grpc+json', 'application/grpc-web+json', ''];
const PATHS = [
  ...[
    '/',
    '*',
    '//',
    '/health',
    '/metrics',
    '/health/ready',
    '/grpc.health.v1.Health/Check',
    '/grpc.health.v1.Health/Watch',
  ],
  ...[
    '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo',
    '/platform.api.v1.PlatformService/Nonsense',
    '/x.Y/Z',
  ],
];
const HEADERS: readonly (readonly [string, readonly string[]])[] = [
  ['grpc-timeout', ['1n', '0S', '99999999H', '1x', '']],
  ['connect-timeout-ms', ['0', '1', 'x', '9999999999']],
  ['grpc-encoding', ['gzip', 'deflate', 'identity', 'br']],
  ['content-encoding', ['gzip', 'identity', 'br']],
  ['connect-content-encoding', ['gzip', 'x']],
  ['expect', ['100-continue', 'nonsense']],
  ['origin', ['http://localhost', 'http://evil.example', 'null', '']],
  ['access-control-request-method', ['POST']],
  ['x-large', ['x'.repeat(20_000)]],
  ['te', ['trailers']],
  ['upgrade', ['h2c', 'websocket']],
];
const METHODS = ['GET', 'OPTIONS', 'HEAD', 'CONNECT', 'PUT', 'TRACE'];

/** One request in pieces that each transport writes in its own way. */
function someRequest(chance: Chance, requests: Requests) {
  const { path, proto, json } = requests.any();
  const type = chance.pick(chance.often(0.95) ? TYPES : OTHER_TYPES);
  const good = type.includes('json') ? json : proto;
  const bare = chance.often(0.7) ? good : chance.mutated(good);
  const head = Buffer.alloc(5);
  head.writeUInt8(chance.often(0.03) ? chance.below(256) : 0, 0);
  head.writeUInt32BE(chance.often(0.03) ? chance.below(2 ** 32) : bare.length, 1);
  const framed = /grpc|connect/.test(type) ? Buffer.concat([head, bare]) : bare;
  const body = type.endsWith('-text') ? Buffer.from(framed.toString('base64'), 'latin1') : framed;
  const more = HEADERS.filter(() => chance.often(0.02)).map(([name, values]): [string, string] => [
    name,
    chance.pick(values),
  ]);
  const host = chance.often(0.98) ? 'localhost' : chance.pick(['evil.example', '', '[::1', 'localhost:1:2']);
  return {
    method: chance.often(0.95) ? 'POST' : chance.pick(METHODS),
    path: chance.often(0.9) ? path : chance.pick(PATHS),
    type,
    body,
    more,
    host,
  };
}

/** HTTP/1.1 requests of one connection; the last asks for its end. */
export function http1(chance: Chance, requests: Requests, count: number): Buffer {
  const all = Array.from({ length: count }, (_, at) => {
    const { method, path, type, body, more, host } = someRequest(chance, requests);
    const length = chance.often(0.99) ? body.length : chance.below(10_000);
    const chunked = chance.often(0.1);
    const headers = [
      ['host', host],
      ['content-type', type],
      ...(chunked ? [['transfer-encoding', 'chunked']] : [['content-length', String(length)]]),
      ...(at === count - 1 ? [['connection', 'close']] : []),
      ...more,
    ];
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const sent = chunked
      ? Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')])
      : body;
    return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines}\r\n`, 'latin1'), sent]);
  });
  const bytes = Buffer.concat(all);
  return chance.often(0.3) ? chance.mutated(bytes) : bytes;
}

/** Frames of one HTTP/2 connection behind its preface; the last asks for its end. */
export function http2(chance: Chance, requests: Requests, count: number): Buffer {
  const frames: Buffer[] = [PREFACE, SETTINGS];
  const illegal = chance.often(0.2) ? 0.1 : 0;
  const resets = chance.pick([0, 0, 0.2, 0.5]);
  let stream = 1;
  for (let made = 0; made < count; ) {
    if (chance.often(0.15)) {
      frames.push(anyFrame(chance, stream, illegal));
      made++;
      continue;
    }
    const { method, path, type, body, more, host } = someRequest(chance, requests);
    const pseudo: [string, string][] = [
      [':method', method],
      [':scheme', 'http'],
      [':path', path],
      [':authority', host],
    ];
    const all: [string, string][] = [...pseudo.filter(() => chance.often(0.999)), ['content-type', type], ...more];
    const flags = END_HEADERS | (chance.often(0.05) ? END_STREAM : 0);
    frames.push(frame(FRAME.headers, flags, stream, block(all)));
    if (chance.often(resets)) frames.push(reset(stream, chance.below(14)));
    if (chance.often(0.95)) {
      // A frame is no longer than 16 KiB unless the peer allows it.
      frames.push(frame(FRAME.data, chance.often(0.98) ? END_STREAM : 0, stream, body.subarray(0, 16_384)));
      made++;
    }
    if (chance.often(resets)) frames.push(reset(stream, chance.below(14)));
    made += 2;
    stream += 2;
  }
  frames.push(frame(FRAME.goaway, 0, 0, Buffer.alloc(8)));
  const bytes = Buffer.concat(frames);
  if (!chance.often(0.1)) return bytes;
  return Buffer.concat([PREFACE, SETTINGS, chance.mutated(bytes.subarray(PREFACE.length + SETTINGS.length))]);
}

function anyFrame(chance: Chance, stream: number, illegal: number): Buffer {
  const legal = [
    frame(FRAME.ping, 0, 0, chance.bytes(8)),
    frame(FRAME.window, 0, 0, Buffer.from([0, 0, 1 + chance.below(100), 0])),
    frame(FRAME.settings, 0, 0, Buffer.from([0, 4, 0, 0, chance.below(256), chance.below(256)])),
    frame(FRAME.settings, 1, 0),
    ...(stream > 1 ? [reset(stream - 2)] : []),
    frame(16 + chance.below(240), chance.below(256), stream, chance.bytes(chance.below(32))),
  ];
  if (!chance.often(illegal)) return chance.pick(legal);
  return frame(chance.below(12), chance.below(256), chance.below(2 * stream + 3), chance.bytes(chance.below(64)));
}
