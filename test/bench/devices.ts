/**
 * `npm run bench -- devices`: how long lists of 10,000 devices take over HTTP, page by page and with searches, one call after another, and the
 * processor time of the service center for each, which a busy machine does not change.
 * Options: `--devices 10000`, `--calls 300` (of each kind), `--engine node:sqlite`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openApi } from '../../src/cli/api.ts';
import { openDb } from '../../src/database/driver.ts';
import { nameKey } from '../../src/kit/name-key.ts';
import { uuid7 } from '../../src/kit/uuid.ts';
import { startCenterProcess, usageOf } from './rig/process.ts';
import { endpointEui } from './rig/rig.ts';

const { values: options } = parseArgs({
  options: {
    devices: { type: 'string', default: '10000' },
    calls: { type: 'string', default: '300' },
    engine: { type: 'string', default: 'auto' },
  },
});

const DEVICES = Number(options.devices);
const CALLS = Number(options.calls);
const LAST_PAGE = DEVICES - 100;
const TEMPERATURE = '0fc88009-8014-819b-a463-4cd3afc2c631';

/** What is asked for; `n` is the number of the call. */
const KINDS: Readonly<Record<string, (n: number) => string>> = {
  'first 20': () => '',
  'last 100': () => `limit=100&offset=${LAST_PAGE}`,
  'last 100 by -createdAt': () => `limit=100&offset=${LAST_PAGE}&sort=-createdAt`,
  'last 100 by lastSeen': () => `limit=100&offset=${LAST_PAGE}&sort=lastSeen`,
  'search, one found': n => `search=${encodeURIComponent(`ROOM ${n} `)}`,
  'search, all found, last 100': () => `search=room&limit=100&offset=${LAST_PAGE}`,
  'search, none found': () => 'search=nowhere',
  'by EUI': n => `clientDeviceId=${endpointEui(n + 1)}`,
  'by template, last 100': () => `sensorTemplateId=${TEMPERATURE}&limit=100&offset=${LAST_PAGE}`,
  '1000 at once': () => 'limit=1000',
};

const work = mkdtempSync(join(tmpdir(), 'waystation-devices-'));
const dataDir = join(work, 'data');
const settings = {
  PLATFORM_STORE_ENGINE: options.engine,
  PLATFORM_PKI_KEY_TYPE: 'ec-p256',
  PLATFORM_LIMITS_REST_REQUESTS_PER_S: '0',
};
let center: Awaited<ReturnType<typeof startCenterProcess>> | undefined;
try {
  await main();
} finally {
  center?.kill('SIGKILL');
  rmSync(work, { recursive: true, force: true });
}

async function main(): Promise<void> {
  center = await startCenterProcess(dataDir, settings);
  const api = openApi(center.ports.gateway);
  const { raw_key } = await api.call('CreateApiKey', { api_key: { name: 'bench', scopes: ['*'] } });
  const { organizations } = await api.call('ListOrganizations', {});
  const organization = organizations[0]?.id ?? '';
  api.close();
  center.kill('SIGTERM');
  await center.exited;
  fill();
  center = await startCenterProcess(dataDir, settings);
  const { gateway } = center.ports;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const get = (query: string) =>
    new Promise<number>((resolve, reject) => {
      const path = `/api/v2/devices?organizationId=${organization}&${query}`;
      const headers = { 'x-api-key': raw_key, 'x-organization-id': organization };
      request({ host: '127.0.0.1', port: gateway, path, headers, agent }, response => {
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
        });
        response.on('end', () => {
          if (response.statusCode === 200) resolve(size);
          else reject(new Error(`status ${response.statusCode}`));
        });
      })
        .on('error', reject)
        .end();
    });
  const rows: Record<string, string | number>[] = [];
  for (const [kind, query] of Object.entries(KINDS)) {
    for (let n = 0; n < CALLS / 5; n++) await get(query(n));
    const took: number[] = [];
    let bytes = 0;
    const { cpuSeconds } = usageOf(center.pid);
    for (let n = 0; n < CALLS; n++) {
      const begun = performance.now();
      bytes = await get(query(n));
      took.push(performance.now() - begun);
    }
    const cpu = (usageOf(center.pid).cpuSeconds - cpuSeconds) / CALLS;
    took.sort((a, b) => a - b);
    const at = (share: number) => Number((took[Math.floor(took.length * share)] ?? Number.NaN).toFixed(1));
    rows.push({
      '': kind,
      'CPU ms': Number((cpu * 1000).toFixed(1)),
      'p50 ms': at(0.5),
      'p99 ms': at(0.99),
      'longest ms': at(0.9999),
      bytes,
    });
  }
  agent.destroy();
  console.table(rows);
  center.kill('SIGTERM');
  await center.exited;
}

/** Devices with an endpoint and a sensor each; three of four were heard. */
function fill(): void {
  const path = join(dataDir, 'waystation.db');
  const db = openDb(path, { engine: 'better-sqlite3', mode: 'writer', synchronous: 'normal' });
  const endpoint = db.prepare(
    "INSERT INTO endpoint (org, eui, name, ep_class, created_at, updated_at) VALUES (1, ?, ?, 'Z', 1, 1)",
  );
  const heard = db.prepare('INSERT INTO endpoint_heard (endpoint, last_seen_ns) VALUES (?, ?)');
  const device = db.prepare(
    'INSERT INTO device (uuid, org, name, name_key, version, created_at, updated_at) VALUES (?, 1, ?, ?, 1, ?, ?)',
  );
  const physical = db.prepare(
    `INSERT INTO physical_device (device, uuid, org, endpoint, configuration, given, created_by_api, created_at, updated_at)
     VALUES (?, ?, 1, ?, '{}', '[]', 1, ?, ?)`,
  );
  const sensor = db.prepare(
    'INSERT INTO device_sensor (uuid, device, template, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
  );
  db.atomic(() => {
    const now = Date.now() - DEVICES * 1000;
    for (let n = 1; n <= DEVICES; n++) {
      const at = now + n * 1000;
      const name = `Room ${(n * 7919) % DEVICES} north wing`;
      const { lastInsertRowid: wrapped } = endpoint.run(endpointEui(n), name);
      if (n % 4 > 0) heard.run(wrapped, BigInt(at) * 1_000_000n);
      const { lastInsertRowid: id } = device.run(uuid7(at), name, nameKey(name), at, at);
      physical.run(id, uuid7(at), wrapped, at, at);
      sensor.run(uuid7(at), id, TEMPERATURE, at, at);
    }
  });
  db.close();
}
