/**
 * `npm run bench -- downlinks`: how fast downlinks are taken in, handed over and listed while many are pending, in a service
 * center of its own process with stations over TLS.
 * Options: `--pending 100000`, `--samples 1000`, `--calls 8000`, `--engine node:sqlite`, `--quick` (a tenth of everything).
 */

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Api, openApi } from '../../src/cli/api.ts';
import { type Engine, openDb } from '../../src/database/driver.ts';
import { domain } from '../../src/domain/domain.ts';
import { parseEui } from '../../src/kit/eui.ts';
import { systemClock } from '../../src/kit/time/clock.ts';
import { DAY_MS } from '../../src/kit/units.ts';
import { SimulatedStation } from '../../src/simulate/base-station.ts';
import { type RunningCenter, startCenterProcess, usageOf } from './rig/process.ts';
import { type Provisioned, provision } from './rig/rig.ts';

const { values: options } = parseArgs({
  options: {
    pending: { type: 'string', default: '100000' },
    samples: { type: 'string', default: '1000' },
    calls: { type: 'string', default: '8000' },
    engine: { type: 'string', default: 'better-sqlite3' },
    quick: { type: 'boolean', default: false },
  },
});
const scale = options.quick ? 0.1 : 1;
const PENDING = Math.round(Number(options.pending) * scale);
const SAMPLES = Math.round(Number(options.samples) * scale);
const CALLS = Math.round(Number(options.calls) * scale);
const ENGINE = options.engine as Engine;
const STATIONS = 4;
/** As the configuration has it; one place is left for a downlink that is measured. */
const MAX_PENDING = 100;
const WAITING_EACH = MAX_PENDING - 1;
/** Endpoints with as many pending ones as they may have; then those of the measured hand-overs; then those of the calls. */
const CROWDED = Math.ceil(PENDING / WAITING_EACH);
const QUIET = 50;
const CALLED = Math.ceil((2 * CALLS) / MAX_PENDING);
const BATCH = 2000;
const PAYLOAD = Buffer.from('1020a0ff00112233', 'hex');
const PAGE = 100;
const LIST_CALLS = 20;
const CALLERS = 16;
const POLL_MS = 5;
/** Longer than a reception window. */
const CLOSING_MS = 2000;
/** Of the first column. */
const WIDTH = 40;
const SETTINGS = {
  PLATFORM_STORE_ENGINE: ENGINE,
  PLATFORM_PKI_KEY_TYPE: 'ec-p256',
  PLATFORM_LIMITS_REQUESTS_PER_S: '0',
};

const work = mkdtempSync(join(tmpdir(), 'waystation-downlinks-'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => {
  running?.kill('SIGKILL');
  rmSync(work, { recursive: true, force: true });
});
/** Packet counters of the endpoints. */
const counters = new Map<string, number>();
/** The process that must not outlive this one. */
let running: RunningCenter | undefined;

async function main(): Promise<void> {
  const dataDir = join(work, 'data');
  const provisioned = await provisionedAt(dataDir);
  const { endpoints } = provisioned;
  const crowded = endpoints.slice(0, QUIET);
  const quiet = endpoints.slice(CROWDED, CROWDED + QUIET);
  const called = endpoints.slice(CROWDED + QUIET);

  await serving(dataDir, provisioned, {}, async ({ api, field }) => {
    await handOvers('nothing pending', api, field, quiet);
  });
  build(dataDir, endpoints.slice(0, CROWDED));
  await serving(dataDir, provisioned, {}, async ({ center, api, field }) => {
    const { residentBytes } = usageOf(center.pid);
    console.log(`started on ${PENDING} pending in ${center.readyMs.toFixed(0)} ms, resident ${mb(residentBytes)} MB`);
    await handOvers(`${PENDING} pending, none of the endpoint`, api, field, quiet);
    await handOvers(`${PENDING} pending, ${WAITING_EACH} of the endpoint`, api, field, crowded);
    await lists(api);
    await calls(center, api, called, 1, Math.round(CALLS / 4));
    await calls(center, api, called, CALLERS, CALLS);
    console.log(`resident at the end ${mb(usageOf(center.pid).residentBytes)} MB`);
  });
  await serving(dataDir, provisioned, { PLATFORM_DOWNLINK_HAND_OVER: 'early' }, async ({ api, field }) => {
    await earlyHandOvers(api, field, quiet);
  });
}

/** A first start that makes keys and gets its stations and endpoints. */
async function provisionedAt(dataDir: string): Promise<Provisioned> {
  const center = await start(dataDir, {});
  const api = openApi(center.ports.gateway);
  const provisioned = await provision(dataDir, api, STATIONS, CROWDED + QUIET + CALLED, 'A');
  api.close();
  await stop(center);
  return provisioned;
}

/** Runs against a service center whose stations know every endpoint. */
async function serving(
  dataDir: string,
  provisioned: Provisioned,
  settings: Readonly<Record<string, string>>,
  run: (parts: { center: RunningCenter; api: Api; field: Field }) => Promise<void>,
): Promise<void> {
  const center = await start(dataDir, settings);
  const api = openApi(center.ports.gateway);
  const field = await Field.connect(provisioned, center.ports.bssci);
  await run({ center, api, field });
  await field.close();
  api.close();
  await stop(center);
}

async function start(dataDir: string, settings: Readonly<Record<string, string>>): Promise<RunningCenter> {
  running = await startCenterProcess(dataDir, { ...SETTINGS, ...settings });
  return running;
}

async function stop(center: RunningCenter): Promise<void> {
  center.kill('SIGTERM');
  await center.exited;
  running = undefined;
}

/** Stations, and what they are given. */
class Field {
  readonly #stations: SimulatedStation[] = [];
  readonly #takenAt = new Map<string, number>();

  static async connect({ ca, stations, endpoints }: Provisioned, port: number): Promise<Field> {
    const field = new Field();
    for (const station of stations) {
      const connected = await SimulatedStation.connect({
        ...{ ...station, host: '127.0.0.1', port, ca, loggedFrames: 0 },
        onDownlink: ({ what, queId }) => {
          if (what === 'taken') field.#takenAt.set(String(queId), performance.now());
        },
      });
      field.#stations.push(connected);
    }
    while (field.#stations.some(({ session }) => session.endpoints.size < endpoints.length)) await pause(POLL_MS);
    return field;
  }

  /** When `dlDataQue` with this queue id came, on the clock of this process. */
  async takenAt(queId: string): Promise<number> {
    for (;;) {
      const at = this.#takenAt.get(queId);
      if (at !== undefined) return at;
      await pause(POLL_MS);
    }
  }

  /** An uplink that opens a window; a downlink that fits is sent in it, and reported. @returns when it was written */
  async hear(epEui: string): Promise<number> {
    const packetCnt = (counters.get(epEui) ?? 0) + 1;
    counters.set(epEui, packetCnt);
    const station = this.#stations[Number.parseInt(epEui.slice(-4), 16) % this.#stations.length];
    const eui = parseEui(epEui);
    if (!station || !eui) throw new Error(`no station hears ${epEui}`);
    const at = performance.now();
    await station.hear({
      ...{ epEui: eui, rxTime: systemClock.nowNs(), packetCnt, snr: 10, rssi: -90, userData: Uint8Array.of(1, 2, 3) },
      ...{ dlOpen: true, responseExp: false, dlAck: false },
    });
    await station.reported();
    return at;
  }

  async close(): Promise<void> {
    for (const station of this.#stations) await station.close();
  }
}

/** Downlinks through the store's own writes, as many for each endpoint as it may have but one. */
function build(dataDir: string, endpoints: readonly string[]): void {
  const begun = performance.now();
  const path = join(dataDir, 'waystation.db');
  const before = statSync(path).size;
  const db = openDb(path, { engine: ENGINE, mode: 'writer', synchronous: 'normal' });
  const { downlinks } = domain(db);
  const idOf = db.prepare('SELECT id, org FROM endpoint WHERE eui = ?');
  const rows = endpoints.map(eui => idOf.get(eui) as { id: number; org: number });
  const now = systemClock.now();
  const queue = (nth: number) => {
    const { id: endpoint, org } = rows[nth % rows.length] as (typeof rows)[number];
    downlinks.queue({
      ...{ org, endpoint, expiresAt: now + DAY_MS + nth, ref: `bench ${nth}`, source: 'api', createdBy: 'bench' },
      ...{ requestId: undefined, limit: MAX_PENDING, handTo: undefined, at: now - PENDING + nth },
      content: {
        ...{ userData: [PAYLOAD], packetCnts: undefined, format: 0, prio: 0, responseExp: false, responsePrio: false },
        ...{ dlWindReq: false, expOnly: false, dlRxStatQry: false },
      },
    });
  };
  for (let next = 0; next < PENDING; next += BATCH) {
    db.atomic(() => {
      for (let nth = next; nth < Math.min(next + BATCH, PENDING); nth++) queue(nth);
    });
  }
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  const each = (statSync(path).size - before) / PENDING;
  const seconds = (performance.now() - begun) / 1000;
  console.log(`${PENDING} pending built in ${seconds.toFixed(0)} s, ${each.toFixed(0)} bytes each in the database`);
}

/** The next uplink comes as soon as the call is answered. */
async function handOvers(what: string, api: Api, field: Field, endpoints: readonly string[]): Promise<void> {
  const answered: number[] = [];
  const taken: number[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    const epEui = endpoints[i % endpoints.length] ?? '';
    const { queId, tookMs } = await send(api, epEui, 9);
    answered.push(tookMs);
    const at = await field.hear(epEui);
    taken.push((await field.takenAt(queId)) - at);
  }
  console.log(`\n${what}, ${SAMPLES} samples`);
  print('SendDownlink until it is answered', answered);
  print('uplink written until dlDataQue is read', taken);
}

/** The station has it before the endpoint listens. */
async function earlyHandOvers(api: Api, field: Field, endpoints: readonly string[]): Promise<void> {
  for (const epEui of endpoints) await field.hear(epEui);
  // What is heard counts when its reception window has closed.
  await pause(CLOSING_MS);
  const taken: number[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    const epEui = endpoints[i % endpoints.length] ?? '';
    const called = performance.now();
    const { queId } = await send(api, epEui, 0);
    taken.push((await field.takenAt(queId)) - called);
    await field.hear(epEui);
  }
  console.log(`\nhanded over early, ${PENDING} and more pending, ${SAMPLES} samples`);
  print('SendDownlink until dlDataQue is read', taken);
}

async function calls(center: RunningCenter, api: Api, endpoints: readonly string[], callers: number, count: number) {
  const took: number[] = [];
  const before = usageOf(center.pid);
  const begun = performance.now();
  let next = 0;
  const caller = async () => {
    while (next < count) {
      const { tookMs } = await send(api, endpoints[next++ % endpoints.length] ?? '', 0);
      took.push(tookMs);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const perSecond = (took.length / (performance.now() - begun)) * 1000;
  const after = usageOf(center.pid);
  const bytes = (after.writtenBytes - before.writtenBytes) / took.length;
  const cpu = ((after.cpuSeconds - before.cpuSeconds) / took.length) * 10_000;
  console.log(`\nSendDownlink by ${callers} at a time, ${took.length} calls: ${perSecond.toFixed(0)} per second`);
  print('until it is answered', took);
  console.log(
    `${bytes.toFixed(0)} bytes to disk each, ${cpu.toFixed(2)} CPU s per 10,000, resident ${mb(after.residentBytes)} MB`,
  );
}

async function lists(api: Api): Promise<void> {
  const list = (page_token: string) => api.call('ListDownlinkQueue', { page_size: PAGE, page_token });
  const tokens = [''];
  let listed = 0;
  const begun = performance.now();
  for (;;) {
    const { downlinks, next_page_token, total_count } = await list(tokens.at(-1) ?? '');
    listed += downlinks.length;
    if (Number(total_count) !== PENDING) throw new Error(`${total_count} of ${PENDING} are counted`);
    if (next_page_token === '') break;
    tokens.push(next_page_token);
  }
  if (listed !== PENDING) throw new Error(`${listed} of ${PENDING} are listed`);
  const each = (performance.now() - begun) / tokens.length;
  console.log(`\nListDownlinkQueue, ${PAGE} of ${PENDING} each, ${LIST_CALLS} samples`);
  await timed('first page', () => list(''));
  await timed(`page ${Math.ceil(tokens.length / 2)}`, () => list(tokens[Math.floor(tokens.length / 2)] ?? ''));
  await timed(`page ${tokens.length}, the last`, () => list(tokens.at(-1) ?? ''));
  console.log(`${'all pages, one after another'.padEnd(WIDTH)} ${ms(each)} each`);
}

async function timed(what: string, call: () => Promise<unknown>): Promise<void> {
  const took: number[] = [];
  for (let i = 0; i < LIST_CALLS; i++) {
    const begun = performance.now();
    await call();
    took.push(performance.now() - begun);
  }
  console.log(`${what.padEnd(WIDTH)} p50 ${ms(percentile(took, 0.5))}   slowest ${ms(Math.max(...took))}`);
}

async function send(api: Api, ep_eui: string, prio: number): Promise<{ queId: string; tookMs: number }> {
  const begun = performance.now();
  const { downlink } = await api.call('SendDownlink', { ep_eui, user_data: [PAYLOAD], prio });
  if (!downlink) throw new Error('no downlink in the answer');
  return { queId: String(downlink.que_id), tookMs: performance.now() - begun };
}

function print(what: string, values: readonly number[]): void {
  console.log(`${what.padEnd(WIDTH)} p50 ${ms(percentile(values, 0.5))}   p99 ${ms(percentile(values, 0.99))}`);
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? Number.NaN;
}

function pause(ofMs: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ofMs));
}

const ms = (value: number) => `${value.toFixed(2)} ms`;
const mb = (bytes: number) => (bytes / 1e6).toFixed(0);

await main();
