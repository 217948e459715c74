/**
 * What REST costs: GET of one device against GetEndPoint over gRPC, alternately, over sockets that are kept open; and pages far behind
 * in a list of many devices, with a search by name. Server and client are processes of their own.
 * Usage: node test/bench/rest.ts [--calls 20000] [--devices 10000] [--executable FILE]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openApi } from '../../src/cli/api.ts';
import { frame } from '../../src/rpc/serve/frames.ts';
import { httpCalls } from '../rest/http-calls.ts';
import { encode } from '../rpc/harness.ts';
import { startCenterProcess, threadCpuMs, usageOf } from './rig/process.ts';
import { endpointEui } from './rig/rig.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '20000' },
    devices: { type: 'string', default: '10000' },
    executable: { type: 'string' },
  },
});
const CALLS = Number(values.calls);
const DEVICES = Number(values.devices);
const ROUNDS = 5;
const AT_ONCE = 16;
const CREATED_AT_ONCE = 64;
const PAGES = 300;
const LIMIT = 100;
const MB = 1e6;

const work = mkdtempSync(join(tmpdir(), 'waystation-rest-'));
process.once('exit', () => rmSync(work, { recursive: true, force: true }));
const unlimited = { PLATFORM_LIMITS_REQUESTS_PER_S: '0', PLATFORM_LIMITS_REST_REQUESTS_PER_S: '0' };
const settings = { ...unlimited, PLATFORM_PKI_KEY_TYPE: 'ec-p256', PLATFORM_LIMITS_ENDPOINTS: '20000' };
const center = await startCenterProcess(join(work, 'data'), settings, {
  executable: values.executable && resolve(values.executable),
});
process.once('exit', () => center.kill('SIGKILL'));
const resident = () => `${(usageOf(center.pid).residentBytes / MB).toFixed(0)} MB`;
console.log(`resident after the start ${resident()}`);

const port = center.ports.gateway;
const api = openApi(port);
const { organizations } = await api.call('ListOrganizations', {});
const organizationId = organizations[0]?.id ?? '';
const { raw_key } = await api.call('CreateApiKey', { api_key: { name: 'bench', scopes: ['*'] } });
const headers = { 'x-api-key': raw_key, 'x-organization-id': organizationId };
const rest = httpCalls(port, organizationId).as(headers);
const path = await provision();
console.log(`resident with what is asked for ${resident()}`);

/** Makes the devices, and says which path is one of them. */
async function provision(): Promise<string> {
  const { status } = await rest.get('/api/v2/devices');
  if (status === 404) return '/api/users/personal';
  let next = 0;
  let one = '';
  const worker = async () => {
    while (next < DEVICES) {
      const number = next++;
      const physicalDevice = {
        clientDeviceId: endpointEui(number),
        connectionId: 'mioty',
        configuration: { floor: number % 7 },
      };
      const made = await rest.post('/api/v2/devices', { name: `Pump ${number}`, physicalDevice });
      if (made.status !== 200) throw new Error(`${made.status} ${made.bytes}`);
      one = made.json.id;
    }
  };
  await Promise.all(Array.from({ length: CREATED_AT_ONCE }, worker));
  return `/api/v2/devices/${one}`;
}

/** Asks for the same again and again over connections of HTTP/1.1. */
async function byRest(target: string, calls: number): Promise<void> {
  const named = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const asked = `GET ${target}?organizationId=${organizationId} HTTP/1.1\r\n${named.join('')}\r\n`;
  let left = calls;
  const caller = async () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const answers = answersOf(socket);
    while (left-- > 0) {
      socket.write(asked);
      const answer = (await answers.next()).value;
      if (!answer?.startsWith('HTTP/1.1 200')) throw new Error(answer);
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
}

/** Whole answers, each with its length in its head. */
async function* answersOf(socket: Socket): AsyncGenerator<string, string> {
  let seen = '';
  socket.setEncoding('latin1');
  for await (const chunk of socket as AsyncIterable<string>) {
    seen += chunk;
    const head = seen.indexOf('\r\n\r\n');
    if (head < 0) continue;
    const length = Number(/content-length: (\d+)/i.exec(seen)?.[1] ?? 0);
    if (seen.length < head + 4 + length) continue;
    yield seen;
    seen = '';
  }
  return seen;
}

/** The same of an endpoint, over one connection of HTTP/2. */
async function byGrpc(session: ClientHttp2Session, request: Buffer, calls: number): Promise<void> {
  const asked = {
    ':method': 'POST',
    ':path': '/platform.api.v1.PlatformService/GetEndPoint',
    'content-type': 'application/grpc',
    te: 'trailers',
  };
  const one = () =>
    new Promise<void>((done, failed) => {
      const stream = session.request(asked);
      let bytes = 0;
      stream.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      stream.on('error', failed);
      stream.on('end', () => (bytes > 5 ? done() : failed(new Error('no endpoint'))));
      stream.end(request);
    });
  let left = calls;
  const caller = async () => {
    while (left-- > 0) await one();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
}

interface Figures {
  readonly perSecond: number;
  /** Of the server's main thread, for each call. */
  readonly cpuUs: number;
}

async function measured(run: () => Promise<void>): Promise<Figures> {
  const cpu = threadCpuMs(center.pid, 'MainThread');
  const begun = performance.now();
  await run();
  const seconds = (performance.now() - begun) / 1000;
  return { perSecond: CALLS / seconds, cpuUs: ((threadCpuMs(center.pid, 'MainThread') - cpu) * 1000) / CALLS };
}

const EUI = endpointEui(1_000_000);
await api.call('CreateEndPoint', { endpoint: { ep_eui: EUI, name: 'Pump' } });
const session = connectHttp2(`http://127.0.0.1:${port}`);
const request = frame(0, encode('GetEndPointRequest', { ep_eui: EUI }));
const found = { rest: [] as Figures[], grpc: [] as Figures[] };
for (let round = 0; round <= ROUNDS; round++) {
  const [ours, theirs] = [
    await measured(() => byRest(path, CALLS)),
    await measured(() => byGrpc(session, request, CALLS)),
  ];
  // The first one warms up.
  if (round === 0) continue;
  found.rest.push(ours);
  found.grpc.push(theirs);
}
const median = (of: readonly number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0;
const row = (name: string, of: readonly Figures[]) => {
  const perSecond = median(of.map(each => each.perSecond));
  const cpu = median(of.map(each => each.cpuUs));
  console.log(
    `${name.padEnd(34)} ${perSecond.toFixed(0).padStart(6)}/s ${cpu.toFixed(0).padStart(5)} µs of the main thread`,
  );
  return { perSecond, cpu };
};
const ours = row(`GET ${path.replace(/[0-9a-f-]{36}/, '{id}')}`, found.rest);
const theirs = row('GetEndPoint over gRPC', found.grpc);
console.log(
  `rest: ${(ours.perSecond / theirs.perSecond).toFixed(2)} of the requests a second, ${(theirs.cpu / ours.cpu).toFixed(2)} by CPU of the server`,
);

if (path.startsWith('/api/v2/devices')) {
  const lists: readonly (readonly [name: string, query: Readonly<Record<string, string | number>>])[] = [
    ['first page', { limit: LIMIT }],
    [`offset ${DEVICES - LIMIT}`, { limit: LIMIT, offset: DEVICES - LIMIT }],
    ['search of a few', { limit: LIMIT, search: 'UMP 99' }],
    ['search of all, last page', { limit: LIMIT, offset: DEVICES - LIMIT, search: 'pump' }],
    ['search of none', { limit: LIMIT, search: 'valve' }],
  ];
  for (const [name, query] of lists) {
    const times: number[] = [];
    for (let page = 0; page < PAGES; page++) {
      const begun = performance.now();
      const { status, bytes } = await rest.get('/api/v2/devices', { query });
      times.push(performance.now() - begun);
      if (status !== 200) throw new Error(`${name}: ${bytes}`);
    }
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number) => (sorted[Math.floor(share * (PAGES - 1))] ?? 0).toFixed(1);
    console.log(`rest: devices, ${name.padEnd(26)} p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
  }
}
console.log(`resident ${resident()}`);
session.destroy();
api.close();
center.kill('SIGTERM');
await center.exited;
process.exit();
