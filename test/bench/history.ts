/**
 * How a long history reads: builds a database with many messages through the store's own writes, then measures a service
 * center on it: start to ready, pages at the front, in the middle and at the end, and figures over the whole time.
 * Usage: node test/bench/history.ts [--messages 1000000] [--engine better-sqlite3|node:sqlite] [--dir DIR]
 * With --dir the database is kept there, and used again when it is there already.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Api, openApi } from '../../src/cli/api.ts';
import type { Engine } from '../../src/database/driver.ts';
import { buildHistory } from './rig/build-history.ts';
import { type RunningCenter, startCenterProcess } from './rig/process.ts';
import { endpointEui, stationEui } from './rig/rig.ts';

const { values: options } = parseArgs({
  options: {
    messages: { type: 'string', default: '1000000' },
    engine: { type: 'string', default: 'better-sqlite3' },
    dir: { type: 'string' },
  },
});
const MESSAGES = Number(options.messages);
const ENGINE = options.engine as Engine;
const STATIONS = 16;
const ENDPOINTS = 1000;
const DAYS = 90;
/** One telegram in so many is heard by a second station. */
const HEARD_TWICE_EVERY = 3;
const STARTS = 5;
const CALLS = 20;
const PAGE = 100;
const MIDDLE_PAGE = 5000;
const SETTINGS = { PLATFORM_STORE_ENGINE: ENGINE, PLATFORM_LIMITS_REQUESTS_PER_S: '0' };

const work = options.dir ?? mkdtempSync(join(tmpdir(), 'waystation-history-'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => {
  running?.kill('SIGKILL');
  if (options.dir === undefined) rmSync(work, { recursive: true, force: true });
});
/** The process that must not outlive this one. */
let running: RunningCenter | undefined;

await main();

async function main(): Promise<void> {
  mkdirSync(work, { recursive: true });
  const dataDir = join(work, 'data');
  const first = [];
  for (let i = 0; i < STARTS; i++) {
    const dir = mkdtempSync(join(work, 'first-'));
    first.push(await readyMs(join(dir, 'data')));
    rmSync(dir, { recursive: true });
  }
  if (!existsSync(dataDir)) await build(dataDir);
  const { size } = statSync(join(dataDir, 'waystation.db'));
  console.log(`database ${(size / 1e6).toFixed(0)} MB, ${(size / MESSAGES).toFixed(0)} bytes per message`);
  const again = [];
  for (let i = 0; i < STARTS; i++) again.push(await readyMs(dataDir));
  console.log(`first start, makes keys (RSA-2048)   ${ms(median(first))} (${first.map(ms).join(', ')})`);
  console.log(`start with ${MESSAGES} messages       ${ms(median(again))} (${again.map(ms).join(', ')})`);

  const center = await start(dataDir);
  const api = openApi(center.ports.gateway);
  await pages(api);
  await figures(api);
  api.close();
  await stop(center);
}

/** From the start of the process until it says its ports. */
async function readyMs(dataDir: string): Promise<number> {
  const center = await start(dataDir);
  await stop(center);
  return center.readyMs;
}

async function start(dataDir: string): Promise<RunningCenter> {
  mkdirSync(join(dataDir, '..'), { recursive: true });
  running = await startCenterProcess(dataDir, SETTINGS);
  return running;
}

async function stop(center: RunningCenter): Promise<void> {
  center.kill('SIGTERM');
  await center.exited;
  running = undefined;
}

async function build(dataDir: string): Promise<void> {
  const begun = performance.now();
  const center = await start(dataDir);
  const api = openApi(center.ports.gateway);
  for (let i = 1; i <= STATIONS; i++) {
    await api.call('CreateBaseStation', { base_station: { bs_eui: stationEui(i), name: `station ${i}` } });
  }
  for (let i = 1; i <= ENDPOINTS; i++) {
    const endpoint = { ep_eui: endpointEui(i), name: `endpoint ${i}`, nwk_key: '01'.repeat(16), pre_attach: true };
    await api.call('CreateEndPoint', { endpoint });
  }
  api.close();
  await stop(center);

  buildHistory(join(dataDir, 'waystation.db'), ENGINE, {
    ...{ messages: MESSAGES, stations: STATIONS, endpoints: ENDPOINTS, days: DAYS, heardTwiceEvery: HEARD_TWICE_EVERY },
  });
  console.error(`built in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
}

async function pages(api: Api): Promise<void> {
  const list = (page_token: string) =>
    api.call('ListMessages', { page_size: PAGE, page_token, order_by: 'received_at desc' });
  const pagesInAll = Math.ceil(MESSAGES / PAGE);
  const middlePage = Math.min(MIDDLE_PAGE, Math.ceil(pagesInAll / 2));
  let token = '';
  let middle = '';
  let last = '';
  let walked = 0;
  const begun = performance.now();
  for (let page = 1; page <= pagesInAll; page++) {
    if (page === middlePage) middle = token;
    last = token;
    const { messages, total_count, next_page_token } = await list(token);
    if (Number(total_count) !== MESSAGES) throw new Error(`page ${page} counts ${total_count}`);
    walked += messages.length;
    token = next_page_token;
    if (token === '') break;
  }
  const perPage = (performance.now() - begun) / pagesInAll;
  if (walked !== MESSAGES) throw new Error(`${walked} messages in all pages`);
  console.log(`walk over all ${pagesInAll} pages            ${ms(perPage)} per page`);
  const front = await timed('ListMessages, first page', () => list(''));
  const deep = await timed(`ListMessages, page ${middlePage}`, () => list(middle));
  const end = await timed('ListMessages, last page', () => list(last));
  console.log(`  ratios to the first: ${(deep / front).toFixed(2)} and ${(end / front).toFixed(2)}`);

  const ep_eui = endpointEui(7);
  const ofEndpoint = (page_token: string) => api.call('ListEndpointMessages', { ep_eui, page_size: PAGE, page_token });
  let lastOfEndpoint = '';
  for (let answer = await ofEndpoint(''); answer.next_page_token !== ''; answer = await ofEndpoint(lastOfEndpoint)) {
    lastOfEndpoint = answer.next_page_token;
  }
  const near = await timed('ListEndpointMessages, first page', () => ofEndpoint(''));
  const far = await timed('ListEndpointMessages, last page', () => ofEndpoint(lastOfEndpoint));
  console.log(`  ratio to the first: ${(far / near).toFixed(2)}`);
}

async function figures(api: Api): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const window = { start_time: { seconds: now - DAYS * 86_400 }, end_time: { seconds: now } };
  await timed('GetBaseStationStats, 90 days by day', () =>
    api.call('GetBaseStationStats', { bs_eui: stationEui(3), ...window, granularity: 'day' }),
  );
  await timed('GetStatistics, 90 days by day', () => api.call('GetStatistics', { ...window, granularity: 'day' }));
  await timed('GetStatistics, as called without a window', () => api.call('GetStatistics', {}));
}

/** Median of several calls, printed. */
async function timed(what: string, call: () => Promise<unknown>): Promise<number> {
  await call();
  const took = [];
  for (let i = 0; i < CALLS; i++) {
    const begun = performance.now();
    await call();
    took.push(performance.now() - begun);
  }
  const middle = median(took);
  console.log(`${what.padEnd(42)} ${ms(middle)}   slowest ${ms(Math.max(...took))}`);
  return middle;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function ms(value: number): string {
  return `${value.toFixed(value < 100 ? 2 : 0)} ms`;
}
