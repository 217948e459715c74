/**
 * What heavy reads cost, and what they cost others: a station with 500,000 lines among 1,000,000 messages, first pages of every
 * list of messages, full ones and such that nothing matches, and short calls while five searches run and are given up.
 * Usage: node test/bench/reads.ts [--messages 1000000] [--calls 25] [--engine better-sqlite3|node:sqlite] [--dir DIR]
 * With --dir the database is kept there, and used again when it is there already.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Api, openApi, tokenOf } from '../../src/cli/api.ts';
import type { Engine } from '../../src/database/driver.ts';
import { buildHistory } from './rig/build-history.ts';
import { type RunningCenter, startCenterProcess, usageOf } from './rig/process.ts';
import { endpointEui, stationEui } from './rig/rig.ts';

const { values: options } = parseArgs({
  options: {
    messages: { type: 'string', default: '1000000' },
    calls: { type: 'string', default: '25' },
    engine: { type: 'string', default: 'better-sqlite3' },
    dir: { type: 'string' },
  },
});
const MESSAGES = Number(options.messages);
const ENGINE = options.engine as Engine;
/** Two, so that each hears every other telegram. */
const STATIONS = 2;
const ENDPOINTS = 1000;
/** Device models, and how many of the endpoints are of each; the last ones never send. */
const MODELS = { wide: 600, narrow: 10, failing: 3, silent: 600 };
const DAYS = 6;
const CALLS = Number(options.calls);
const SEARCHES = 5;
const GIVEN_UP_MS = 1000;
const ROUNDS = 5;
const SETTINGS = { PLATFORM_STORE_ENGINE: ENGINE, PLATFORM_LIMITS_REQUESTS_PER_S: '0' };
const NOWHERE = '0192f000-0000-7000-8000-0000000000aa';
const MB = 1e6;

const work = options.dir ?? mkdtempSync(join(tmpdir(), 'waystation-reads-'));
let running: RunningCenter | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => {
  running?.kill('SIGKILL');
  if (options.dir === undefined) rmSync(work, { recursive: true, force: true });
});

await main();

async function main(): Promise<void> {
  const dataDir = join(work, 'data');
  mkdirSync(work, { recursive: true });
  if (!existsSync(dataDir)) await build(dataDir);
  const center = await startCenterProcess(dataDir, SETTINGS);
  running = center;
  const api = openApi(center.ports.gateway);
  const resident = () => `${(usageOf(center.pid).residentBytes / MB).toFixed(0)} MB`;
  console.log(`memory at the start ${resident()}`);
  await firstPages(api);
  console.log(`memory after the pages ${resident()}`);
  await besideSearches(api, resident);
  api.close();
  center.kill('SIGTERM');
  await center.exited;
}

async function build(dataDir: string): Promise<void> {
  const begun = performance.now();
  running = await startCenterProcess(dataDir, SETTINGS);
  const api = openApi(running.ports.gateway);
  for (let i = 1; i <= STATIONS; i++) {
    await api.call('CreateBaseStation', { base_station: { bs_eui: stationEui(i), name: `station ${i}` } });
  }
  const models: string[] = [];
  for (const [name, endpoints] of Object.entries(MODELS)) {
    const size = name === 'failing' ? 64 : 16;
    const made = await api.call('CreateDeviceModelWithBlueprint', {
      manufacturer: { name: `maker of ${name}` },
      device_model: { name },
      blueprint: {
        spec_json: `{"version":"1","typeEui":"70b3d56770ff${String(models.length).padStart(4, '0')}","uplink":[{"payload":[{"name":"t","size":${size},"type":"int"}]}]}`,
      },
    });
    while (name === 'silent' && models.length < ENDPOINTS) models.push('');
    for (let n = 0; n < endpoints; n++) models.push(made.device_model?.id ?? '');
  }
  for (const [i, device_model_id] of models.entries()) {
    const endpoint = {
      ep_eui: endpointEui(i + 1),
      name: `endpoint ${i + 1}`,
      nwk_key: '01'.repeat(16),
      pre_attach: true,
    };
    await api.call('CreateEndPoint', { endpoint: { ...endpoint, device_model_id } });
  }
  api.close();
  running.kill('SIGTERM');
  await running.exited;
  buildHistory(join(dataDir, 'waystation.db'), ENGINE, {
    ...{ messages: MESSAGES, stations: STATIONS, endpoints: ENDPOINTS, days: DAYS, heardTwiceEvery: MESSAGES + 1 },
  });
  console.error(`built in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
}

/** What lists answer; figures of other calls are not shown. */
interface Answer {
  readonly messages?: readonly unknown[] | string;
  readonly total_count?: number;
  readonly total_is_minimum?: boolean;
  readonly next_page_token?: string;
}

async function firstPages(api: Api): Promise<void> {
  const bs_eui = stationEui(1);
  const ep_eui = endpointEui(7);
  const list = (more: object) => () => api.call('ListMessages', more);
  const search = (query: string) => () => api.call('SearchBaseStationMessages', { bs_eui, query });
  const { device_models } = await api.call('ListDeviceModels', { page_size: 100 });
  const ofModel = (name: keyof typeof MODELS, more: object = {}) =>
    list({ device_model_id: device_models.find(model => model.name === name)?.id ?? '', ...more });
  const hour = { seconds: Math.floor(Date.now() / 1000) - 3600 };
  const calls: [string, () => Promise<object>][] = [
    ['ListMessages', list({})],
    ['ListMessages, ep_eui', list({ ep_eui })],
    ['ListMessages, bs_eui', list({ bs_eui })],
    ['ListMessages, bs_eui and ep_eui', list({ bs_eui, ep_eui })],
    ['ListMessages, start_time', list({ start_time: hour })],
    ['ListMessages, format', list({ format: 0 })],
    ['ListMessages, format that never came', list({ format: 9 })],
    ['ListMessages, decode_status', list({ decode_status: 'skipped' })],
    ['ListMessages, decode_status, failed', list({ decode_status: 'failed' })],
    ['ListMessages, failed, by place', list({ decode_status: 'failed', order_by: 'seq desc' })],
    ['ListMessages, failed of a wide model, never', ofModel('wide', { decode_status: 'failed' })],
    ['ListMessages, device_model_id, wide', ofModel('wide')],
    ['ListMessages, device_model_id, wide, silent', ofModel('silent')],
    ['ListMessages, device_model_id, narrow', ofModel('narrow')],
    ['ListMessages, device_model_id, failing', ofModel('failing')],
    ['ListMessages, by place', list({ order_by: 'seq desc' })],
    ['ListMessages, duplicate', list({ duplicate: false })],
    ['ListMessages, duplicate, never', list({ duplicate: true })],
    ['ListMessages, dl_open, never', list({ dl_open: true })],
    ['ListMessages, profile', list({ profile: 'EU1' })],
    ['ListMessages, mode', list({ mode: 'uplink' })],
    ['ListMessages, mode that never came', list({ mode: 'none' })],
    ['ListMessages, bs_eui and mode, never', list({ bs_eui, mode: 'none' })],
    ['ListMessages, device_model_id, never', list({ device_model_id: NOWHERE })],
    ['ListMessages, mode, oldest first', list({ mode: 'uplink', order_by: 'received_at asc' })],
    ['ListBaseStationMessages', () => api.call('ListBaseStationMessages', { bs_eui })],
    [
      'ListBaseStationMessages, oldest first',
      () => api.call('ListBaseStationMessages', { bs_eui, order_by: 'occurred_at asc' }),
    ],
    ['ListBaseStationMessages, ep_eui', () => api.call('ListBaseStationMessages', { bs_eui, ep_eui })],
    [
      'ListBaseStationMessages, duplicate, never',
      () => api.call('ListBaseStationMessages', { bs_eui, duplicate: true }),
    ],
    ['SearchBaseStationMessages, name', search('endpoint')],
    ['SearchBaseStationMessages, one endpoint', search(ep_eui.slice(-6))],
    ['SearchBaseStationMessages, no match', search('nobody')],
    ['ListBaseStationActivity', () => api.call('ListBaseStationActivity', { bs_eui })],
    ['ExportBaseStationMessages', () => api.call('ExportBaseStationMessages', { bs_eui })],
    ['GetBaseStationMessageStats', () => api.call('GetBaseStationMessageStats', { bs_eui })],
    ['GetBaseStationStats', () => api.call('GetBaseStationStats', { bs_eui })],
    ['GetEndPointStats', () => api.call('GetEndPointStats', { ep_eui })],
    ['GetStatistics', () => api.call('GetStatistics', {})],
  ];
  console.log(`${'first page'.padEnd(44)} median     p99  rows    total`);
  for (const [name, call] of calls) {
    const took: number[] = [];
    let last: Answer = {};
    for (let i = 0; i < CALLS; i++) {
      const begun = performance.now();
      last = await call();
      took.push(performance.now() - begun);
    }
    const { messages, total_count, total_is_minimum, next_page_token } = last;
    const total = total_count === undefined ? '' : `${total_is_minimum ? '>=' : ''}${total_count}`;
    const more = next_page_token ? ' and a token' : '';
    console.log(
      `${name.padEnd(44)} ${ms(took, 0.5)} ${ms(took, 0.99)} ${String(Array.isArray(messages) ? messages.length : '').padStart(5)} ${total.padStart(9)}${more}`,
    );
  }
}

/** Short calls while searches run, each given up after a second, as often as there are rounds. */
async function besideSearches(api: Api, resident: () => string): Promise<void> {
  const quick = { GetSystemStatus: {}, ListEndPoints: {}, GetEndPoint: { ep_eui: endpointEui(7) } };
  const took = new Map<string, number[]>();
  let peak = '';
  for (let round = 0; round < ROUNDS; round++) {
    let over = false;
    const searches = Array.from({ length: SEARCHES }, (_, i) => ({
      bs_eui: stationEui(1 + (i % 2)),
      query: `none ${round}`,
    }));
    const given = searches.map(async search => {
      try {
        for (let page_token = ''; ; ) {
          const answer = await api.call('SearchBaseStationMessages', { ...search, page_token }, GIVEN_UP_MS);
          page_token = answer.next_page_token;
          if (page_token === '') return;
        }
      } catch (error) {
        if (tokenOf(error) === 'ErrTokenInternal') throw error;
      }
    });
    const all = Promise.all(given).then(() => {
      over = true;
    });
    // A little longer than they run: what was given up must not go on.
    for (let after = 0; after < 20; after += over ? 1 : 0) {
      for (const [method, request] of Object.entries(quick)) {
        const begun = performance.now();
        await api.call(method as keyof typeof quick, request);
        took.set(method, [...(took.get(method) ?? []), performance.now() - begun]);
      }
    }
    peak = resident();
    await all;
  }
  console.log(`${'beside five searches'.padEnd(44)} median     p99 calls`);
  for (const [method, times] of took) {
    console.log(`${method.padEnd(44)} ${ms(times, 0.5)} ${ms(times, 0.99)} ${String(times.length).padStart(5)}`);
  }
  console.log(`memory then ${peak}`);
}

function ms(values: readonly number[], part: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = Math.min(Math.ceil(sorted.length * part), sorted.length) - 1;
  return `${(sorted[at] ?? Number.NaN).toFixed(0)} ms`.padStart(7);
}
