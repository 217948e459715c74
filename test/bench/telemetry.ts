/**
 * What telemetry over REST takes: a year of one key in at most 1,000 points, a day as it was sent, the newest values and a page of uplinks
 * far behind, by themselves and beside uplinks. Usage: node test/bench/telemetry.ts [--messages 100000] [--calls 200]
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openApi } from '../../src/cli/api.ts';
import { openDb } from '../../src/database/driver.ts';
import { domain } from '../../src/domain/domain.ts';
import { DAY_MS } from '../../src/kit/units.ts';
import { buildHistory } from './rig/build-history.ts';
import { startCenterProcess } from './rig/process.ts';
import { endpointEui, provision, runLoad } from './rig/rig.ts';

const { values: options } = parseArgs({
  options: { messages: { type: 'string', default: '100000' }, calls: { type: 'string', default: '200' } },
});
const MESSAGES = Number(options.messages);
const CALLS = Number(options.calls);
const [STATIONS, ENDPOINTS, DAYS] = [2, 25, 365];
const ENGINE = 'better-sqlite3';
const SETTINGS = {
  PLATFORM_LIMITS_REQUESTS_PER_S: '0',
  PLATFORM_LIMITS_REST_REQUESTS_PER_S: '0',
  PLATFORM_RETENTION_MESSAGES_DAYS: '400',
};
const SPEC = JSON.stringify({
  version: '1',
  typeEui: '70b3d56770ff0001',
  uplink: [
    {
      payload: [
        { name: 'temperature', size: 16, type: 'int', func: '$*0.01', unit: '°C' },
        { name: 'humidity', size: 8, type: 'uint', unit: '%' },
      ],
    },
  ],
});

const work = mkdtempSync(join(tmpdir(), 'waystation-telemetry-'));
const dataDir = join(work, 'data');
mkdirSync(dataDir);
let center = await startCenterProcess(dataDir, SETTINGS);
process.once('exit', () => {
  center.kill('SIGKILL');
  rmSync(work, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const api = openApi(center.ports.gateway);
const provisioned = await provision(dataDir, api, STATIONS, ENDPOINTS);
const made = await api.call('CreateDeviceModelWithBlueprint', {
  manufacturer: { name: 'Maker' },
  device_model: { name: 'Climate' },
  blueprint: { version: '1', spec_json: SPEC },
});
for (let n = 1; n <= ENDPOINTS; n++) {
  await api.call('UpdateEndPoint', {
    endpoint: { ep_eui: endpointEui(n), device_model_id: made.device_model?.id ?? '' },
    update_mask: { paths: ['device_model_id'] },
  });
}
const { raw_key, api_key } = await api.call('CreateApiKey', { api_key: { name: 'bench', scopes: ['*'] } });
const organizationId = api_key?.organization_id ?? '';
const headers = { 'x-api-key': raw_key, 'x-organization-id': organizationId };
const id = await device();
api.close();
center.kill('SIGTERM');
await center.exited;
buildHistory(join(dataDir, 'waystation.db'), ENGINE, {
  ...{ messages: MESSAGES, stations: STATIONS, endpoints: ENDPOINTS, days: DAYS, heardTwiceEvery: 10 },
});
addUp(join(dataDir, 'waystation.db'));
center = await startCenterProcess(dataDir, SETTINGS);
const agent = new Agent({ keepAlive: true });

/** The digital device of the first endpoint. */
async function device(): Promise<string> {
  const physicalDevice = { clientDeviceId: endpointEui(1), connectionId: 'mioty' };
  const answer = await fetch(
    `http://127.0.0.1:${center.ports.gateway}/api/v2/devices?organizationId=${organizationId}`,
    {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Bench', physicalDevice }),
    },
  );
  return ((await answer.json()) as { id: string }).id;
}

/** As the service center does by and by. */
function addUp(path: string): void {
  const db = openDb(path, { engine: ENGINE, mode: 'writer', synchronous: 'normal' });
  const { values } = domain(db);
  while (db.atomic(() => values.begin(Date.now()))) {
    const batch = values.collect(5000);
    if (!batch || !db.atomic(() => values.put(batch))) break;
  }
  db.close();
}

function asked(path: string): Promise<{ ms: number; text: string }> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const whole = `/api/v2/devices/${id}/${path}organizationId=${organizationId}`;
    get({ host: '127.0.0.1', port: center.ports.gateway, path: whole, headers, agent }, response => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ ms: performance.now() - begun, text }));
    }).on('error', reject);
  });
}

const now = Date.now();
const year = `from=${now - DAYS * DAY_MS}&to=${now}`;
const REQUESTS = {
  'a year of one key, 730 points': `telemetry?${year}&keys=temperature&aggregation=avg&interval=43200&`,
  'a year of two keys by the day': `telemetry?${year}&aggregation=max&interval=86400&`,
  'a month as it was sent': `telemetry?from=${now - 30 * DAY_MS}&keys=temperature&limit=1000&`,
  'the newest values': 'telemetry/latest?',
  '100 uplinks behind 3,000': 'messages?limit=100&offset=3000&',
};

async function measure(about: string): Promise<void> {
  for (const [name, path] of Object.entries(REQUESTS)) {
    for (let n = 0; n < 20; n++) await asked(path);
    const times: number[] = [];
    let bytes = 0;
    for (let n = 0; n < CALLS; n++) {
      const { ms, text } = await asked(path);
      times.push(ms);
      bytes = text.length;
    }
    times.sort((a, b) => a - b);
    const at = (part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(1);
    console.log(`${about}: ${name}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${bytes} bytes`);
  }
}

await measure('alone');
let isOver = false;
const load = runLoad({
  ...{ port: center.ports.bssci, ca: provisioned.ca, stations: provisioned.stations },
  ...{ endpoints: provisioned.endpoints, heardBy: 1, packetCnt: 1_000_000 },
  load: { rate: 50, count: 100_000 },
});
load.then(
  () => {
    isOver = true;
  },
  () => {
    isOver = true;
  },
);
await measure('beside 50 uplinks/s');
if (isOver) console.log('the uplinks had ended before');
process.exit(0);
