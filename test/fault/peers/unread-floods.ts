import { block, END_HEADERS, END_STREAM, FRAME, frame, PREFACE, reset } from '../../peers/raw-http2.ts';

/** A port of the service, as its file of ports calls it; `tls` behind it: dialled with TLS. */
export type FloodPort =
  | 'gateway'
  | 'core'
  | 'health_core'
  | 'health_gateway'
  | 'mqtt_plain'
  | 'mqtt'
  | 'bssci'
  | 'scaci';

/** Something that a client sends and never reads the answer to. */
export interface Flood {
  readonly name: string;
  readonly port: FloodPort;
  /** Undefined: in clear text. The protocols that are offered. */
  readonly alpn?: readonly string[];
  /** Everything that one connection sends. */
  readonly bytes: Buffer;
  /** Sent behind it, a byte a second. */
  readonly slow?: Buffer;
}

/** What one connection sends, about. */
const SENT = 200_000;
const RPC = '/platform.api.v1.PlatformService';
const WIDE = 2 ** 31 - 1;

/** The same again until `SENT` bytes are there. */
function repeated(bytes: Buffer, most = SENT): Buffer {
  return Buffer.concat(Array.from({ length: Math.ceil(most / bytes.length) }, () => bytes));
}

function http1(line: string, headers: Readonly<Record<string, string>> = {}, body: Buffer | string = ''): Buffer {
  const length = body.length > 0 || line.startsWith('POST') ? { 'content-length': String(body.length) } : {};
  const all = Object.entries({ host: 'localhost', ...headers, ...length });
  const head = `${line} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return repeated(Buffer.concat([Buffer.from(head), Buffer.from(body)]));
}

interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
}

/** The begin of a connection; `wide`: it takes any number of bytes of answers. */
function begin(wide: boolean): Buffer {
  const setting = Buffer.alloc(6);
  setting.writeUInt16BE(4);
  setting.writeUInt32BE(WIDE, 2);
  const more = Buffer.alloc(4);
  more.writeUInt32BE(WIDE - 65_535);
  const window = frame(FRAME.window, 0, 0, more);
  return Buffer.concat([PREFACE, frame(FRAME.settings, 0, 0, wide ? setting : undefined), ...(wide ? [window] : [])]);
}

function request(stream: number, { method, path, headers = {}, body }: Asked): Buffer {
  const head = block([
    [':method', method ?? (body ? 'POST' : 'GET')],
    [':scheme', 'http'],
    [':path', path],
    [':authority', 'localhost'],
    ...Object.entries(headers),
  ]);
  const flags = END_HEADERS | (body ? 0 : END_STREAM);
  const data = body ? [frame(FRAME.data, END_STREAM, stream, body)] : [];
  return Buffer.concat([frame(FRAME.headers, flags, stream, head), ...data]);
}

function http2(asked: Asked, { wide = false, resets = false } = {}): Buffer {
  const all = [begin(wide)];
  for (let size = 0, stream = 1; size < SENT; stream += 2) {
    const bytes = request(stream, asked);
    all.push(bytes, ...(resets ? [reset(stream)] : []));
    size += bytes.length;
  }
  return Buffer.concat(all);
}

export function framed(message: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

const grpc = (method: string, message?: Buffer): Asked => ({
  path: method.startsWith('/') ? method : `${RPC}/${method}`,
  headers: { 'content-type': 'application/grpc', te: 'trailers' },
  body: framed(message),
});
const json = (method: string, body = '{}'): Asked => ({
  path: `${RPC}/${method}`,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(body),
});
/** `page_size` 1000, field 1 or 2 of the lists that are asked. */
const LARGE = '{"pageSize":1000}';
export const SERVER_REFLECTION = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';
/** `list_services`, field 7, and `file_containing_symbol`, field 4. */
export const WHOLE_FILE = Buffer.concat([Buffer.from([0x22, 31]), Buffer.from('platform.api.v1.PlatformService')]);

function post(method: string, type: string, body: Buffer | string): Buffer {
  return http1(`POST ${RPC}/${method}`, { 'content-type': type }, body);
}

const h1 = (name: string, line: string, headers?: Readonly<Record<string, string>>, body?: string): Flood => ({
  name: `HTTP/1.1 ${name}`,
  port: 'gateway',
  bytes: http1(line, headers, body),
});
const h2 = (name: string, port: FloodPort, asked: Asked, how?: { wide?: boolean; resets?: boolean }): Flood => ({
  name: `HTTP/2 ${name}${how?.wide ? ', wide windows' : ''}${how?.resets ? ', reset at once' : ''}`,
  port,
  bytes: http2(asked, how),
});
const overTls = (flood: Flood, alpn: string): Flood => ({ ...flood, name: `TLS ${flood.name}`, alpn: [alpn] });
const ping = frame(FRAME.ping, 0, 0, Buffer.alloc(8));
const control = (name: string, one: Buffer): Flood => ({
  name: `HTTP/2 ${name}`,
  port: 'gateway',
  bytes: Buffer.concat([begin(false), repeated(one)]),
});
const OPENAPI: Asked = { path: '/api/openapi.json' };
const connectMqtt = Buffer.from([0x10, 16, 0, 4, 77, 81, 84, 84, 4, 2, 0, 60, 0, 4, 97, 98, 99, 100]);

const HTTP1: readonly Flood[] = [
  h1('openapi.json', 'GET /api/openapi.json'),
  h1('openapi.json, br', 'GET /api/openapi.json', { 'accept-encoding': 'br' }),
  h1('swagger-ui-bundle.js', 'GET /api/docs/swagger-ui-bundle.js'),
  h1('page of errors', 'GET /api/docs/errors'),
  h1('REST 401', 'GET /api/v2/devices'),
  h1('REST 404', 'GET /api/nothing'),
  h1('REST 405', 'PUT /api/openapi.json'),
  h1('REST 415', 'POST /api/v2/devices', { 'content-type': 'text/plain' }, 'x'),
  h1('REST 421', 'GET /api/v2/devices', { host: 'evil.example' }),
  h1('REST stream 401', 'GET /api/v2/streams/uplinks'),
  h1('RPC 404', 'GET /nothing'),
  h1('RPC 415', `POST ${RPC}/GetSystemStatus`, { 'content-type': 'text/plain' }, 'x'),
  h1('RPC 421', 'GET /', { host: 'evil.example' }),
  { name: 'HTTP/1.1 Connect small', port: 'gateway', bytes: post('GetSystemStatus', 'application/json', '{}') },
  { name: 'HTTP/1.1 Connect 1000 endpoints', port: 'gateway', bytes: post('ListEndPoints', 'application/json', LARGE) },
  {
    name: 'HTTP/1.1 gRPC-Web small',
    port: 'gateway',
    bytes: post('GetSystemStatus', 'application/grpc-web+proto', framed()),
  },
  {
    name: 'HTTP/1.1 gRPC-Web text 100 endpoints',
    port: 'gateway',
    bytes: post('ListEndPoints', 'application/grpc-web-text', framed().toString('base64')),
  },
  {
    name: 'HTTP/1.1 Connect stream',
    port: 'gateway',
    bytes: post('StreamMessages', 'application/connect+json', framed(Buffer.from('{"afterSeq":"0"}'))),
  },
  { name: 'HTTP/1.1 415', port: 'core', bytes: post('GetSystemStatus', 'application/json', '{}') },
];
const HTTP2: readonly Flood[] = [
  h2('openapi.json', 'gateway', OPENAPI),
  h2('openapi.json', 'gateway', OPENAPI, { wide: true }),
  h2('REST 404', 'gateway', { path: '/api/nothing' }),
  h2('REST 404', 'gateway', { path: '/api/nothing' }, { wide: true }),
  h2('REST 404', 'gateway', { path: '/api/nothing' }, { resets: true }),
  h2('openapi.json', 'gateway', OPENAPI, { resets: true }),
  h2('HEAD', 'gateway', { method: 'HEAD', path: '/api/openapi.json' }),
  h2('Connect 1000 endpoints', 'gateway', json('ListEndPoints', LARGE)),
  h2('gRPC small', 'gateway', grpc('GetSystemStatus'), { wide: true }),
  h2('gRPC 100 endpoints', 'gateway', grpc('ListEndPoints')),
  h2('gRPC stream', 'gateway', grpc('StreamMessages', Buffer.from([0x10, 0])), { wide: true }),
  h2('gRPC reflection', 'gateway', grpc(SERVER_REFLECTION, WHOLE_FILE), { wide: true }),
  control('pings', ping),
  control('settings', frame(FRAME.settings, 0, 0)),
  h2('gRPC small', 'core', grpc('GetSystemStatus'), { wide: true }),
  h2('gRPC 100 endpoints', 'core', grpc('ListEndPoints'), { wide: true }),
  h2('gRPC reflection', 'core', grpc(SERVER_REFLECTION, WHOLE_FILE)),
  h2('415', 'core', json('ListEndPoints')),
];
const HEALTH: readonly Flood[] = [
  { name: 'health', port: 'health_core', bytes: http1('GET /health') },
  { name: 'metrics', port: 'health_core', bytes: http1('GET /metrics') },
  { name: '404', port: 'health_gateway', bytes: http1('GET /nothing') },
];
const OTHERS: readonly Flood[] = [
  { name: 'MQTT without a key', port: 'mqtt_plain', bytes: repeated(connectMqtt) },
  {
    name: 'MQTT half a packet',
    port: 'mqtt_plain',
    bytes: Buffer.concat([Buffer.from([0x10, 0x80, 0x80, 4]), Buffer.alloc(60_000)]),
  },
  { name: 'MQTT half a handshake', port: 'mqtt', bytes: Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1]) },
  { name: 'BSSCI half a handshake', port: 'bssci', bytes: Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1]) },
  { name: 'SCACI half a handshake', port: 'scaci', bytes: Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1]) },
  { name: 'half a header block', port: 'gateway', bytes: Buffer.from(`GET / HTTP/1.1\r\nx: ${'x'.repeat(60_000)}`) },
  {
    name: 'half a body',
    port: 'gateway',
    bytes: Buffer.concat([
      Buffer.from(`POST ${RPC}/GetSystemStatus HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`),
      Buffer.from(`content-length: 5000000\r\n\r\n${' '.repeat(SENT)}`),
    ]),
  },
  h2('large cookies', 'gateway', { path: '/api/nothing', headers: { cookie: 'x'.repeat(15_000) } }),
];

/** Every kind of answer at every port that a client without a key can ask for. @param tls the gateway speaks it */
export function floods(tls: boolean): readonly Flood[] {
  if (!tls) return [...HTTP1, ...HTTP2, ...HEALTH, ...OTHERS];
  const [first, ...more] = HTTP1.filter(({ port }) => port === 'gateway');
  return [
    ...(first ? [overTls(first, 'http/1.1')] : []),
    ...more.map(flood => overTls(flood, 'http/1.1')),
    ...HTTP2.filter(({ port }) => port === 'gateway').map(flood => overTls(flood, 'h2')),
    h1('clear text at a TLS port', 'GET /api/openapi.json'),
  ];
}
