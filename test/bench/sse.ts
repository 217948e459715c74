/**
 * What readers of Server-Sent Events cost that have stopped reading: uplinks a second beside 50 of them, of two keys, against none,
 * alternately against one service center, and its resident memory. Usage: node test/bench/sse.ts [--rounds 5] [--uplinks 8000]
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openApi } from '../../src/cli/api.ts';
import { startCenterProcess, usageOf } from './rig/process.ts';
import { provision, runLoad } from './rig/rig.ts';

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, uplinks: { type: 'string', default: '8000' } },
});
const ROUNDS = Number(options.rounds);
const UPLINKS = Number(options.uplinks);
const [STATIONS, ENDPOINTS, KEYS, READERS] = [8, 400, 2, 50];
const SETTINGS = { PLATFORM_LIMITS_REQUESTS_PER_S: '0', PLATFORM_LIMITS_REST_REQUESTS_PER_S: '0' };
const STREAMS = ['messages', 'telemetry', 'events'];
/** More than the system keeps for a reader that does not read, and less than a stream goes back. */
const BACKLOG = 16_000;
const QUIET_S = 0.2;
const MB = 1e6;

const work = mkdtempSync(join(tmpdir(), 'waystation-sse-'));
const dataDir = join(work, 'data');
mkdirSync(dataDir);
const center = await startCenterProcess(dataDir, SETTINGS);
process.once('exit', () => {
  center.kill('SIGKILL');
  rmSync(work, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const api = openApi(center.ports.gateway);
const provisioned = await provision(dataDir, api, STATIONS, ENDPOINTS);
const keys: string[] = [];
let organization = '';
/** How many uplinks were sent. */
let packetCnt = 0;
for (let n = 0; n < KEYS; n++) {
  const scopes = STREAMS.map(name => `${name}:read`);
  const { raw_key, api_key } = await api.call('CreateApiKey', { api_key: { name: `reader ${n}`, scopes } });
  keys.push(raw_key);
  organization = api_key?.organization_id ?? '';
}

/** Opens a stream and reads the beginning of its head, and then nothing. */
function reader(n: number): Promise<Socket> {
  const path = `/api/v2/streams/${n % 5 === 0 ? 'telemetry' : 'messages'}?organizationId=${organization}&afterSeq=${packetCnt - BACKLOG}`;
  const headers = `host: localhost\r\nx-api-key: ${keys[n % KEYS]}\r\nx-organization-id: ${organization}\r\n`;
  return new Promise((resolve, reject) => {
    const socket = connect(center.ports.gateway, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\n${headers}\r\n`),
    );
    socket.once('error', reject);
    socket.once('readable', () => {
      const head = String(socket.read(64));
      socket.pause();
      if (head.startsWith('HTTP/1.1 200')) resolve(socket);
      else reject(new Error(head));
    });
  });
}

async function load(): Promise<number> {
  const totals = await runLoad({
    ...{ port: center.ports.bssci, ca: provisioned.ca, stations: provisioned.stations },
    ...{ endpoints: provisioned.endpoints, heardBy: 1, packetCnt },
    load: { window: 16, count: UPLINKS },
  });
  packetCnt += UPLINKS;
  return totals.perSecond;
}

/** Until all that the system keeps for the readers is full. */
async function settled(): Promise<void> {
  for (let before = usageOf(center.pid).cpuSeconds; ; ) {
    await new Promise(resolve => setTimeout(resolve, 1000));
    const now = usageOf(center.pid).cpuSeconds;
    if (now - before < QUIET_S) return;
    before = now;
  }
}

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
const rates = { none: [] as number[], stalled: [] as number[] };
const memory = { none: [] as number[], stalled: [] as number[] };
for (let sent = 0; sent < BACKLOG; sent += UPLINKS) await load();
for (let round = 0; round < ROUNDS; round++) {
  rates.none.push(await load());
  memory.none.push(usageOf(center.pid).residentBytes);
  const sockets = await Promise.all(Array.from({ length: READERS }, (_, n) => reader(n)));
  await settled();
  rates.stalled.push(await load());
  memory.stalled.push(usageOf(center.pid).residentBytes);
  for (const socket of sockets) socket.destroy();
  const last = (of: readonly number[]) => of.at(-1) ?? 0;
  console.log(
    `round ${round + 1}: ${last(rates.none).toFixed(0)} uplinks/s, with readers ${last(rates.stalled).toFixed(0)}; ` +
      `${(last(memory.none) / MB).toFixed(0)} MB, with readers ${(last(memory.stalled) / MB).toFixed(0)} MB`,
  );
}
const ratios = rates.stalled.map((rate, n) => rate / (rates.none[n] ?? 1));
const more = memory.stalled.map((bytes, n) => (bytes - (memory.none[n] ?? 0)) / MB);
console.log(
  `${READERS} readers of ${KEYS} keys that stop reading: uplinks ${median(ratios).toFixed(2)} of those without, resident memory ${median(more).toFixed(1)} MB more`,
);
api.close();
process.exit(0);
