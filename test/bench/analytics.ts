/**
 * What statistics and analytics cost: 1,000,000 messages of 1,000 endpoints in 90 days, every RPC that counts over a window of an hour, a day,
 * a week and 90 days, aligned to hours and not, with filters and without. First what callers wait, then what the thread that reads works.
 * Usage: node test/bench/analytics.ts [--messages 1000000] [--endpoints 1000] [--days 90] [--calls 20] [--engine better-sqlite3|node:sqlite]
 *   [--dir DIR]
 * With --dir the database is kept there, and used again when it is there already.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Api, openApi } from '../../src/cli/api.ts';
import type { Engine } from '../../src/database/driver.ts';
import { buildHistory } from './rig/build-history.ts';
import { type RunningCenter, startCenterProcess, threadCpuMs } from './rig/process.ts';
import { endpointEui, stationEui } from './rig/rig.ts';

const { values: options } = parseArgs({
  options: {
    messages: { type: 'string', default: '1000000' },
    endpoints: { type: 'string', default: '1000' },
    days: { type: 'string', default: '90' },
    calls: { type: 'string', default: '20' },
    engine: { type: 'string', default: 'better-sqlite3' },
    dir: { type: 'string' },
  },
});
const MESSAGES = Number(options.messages);
const CALLS = Number(options.calls);
const ENGINE = options.engine as Engine;
const [ENDPOINTS, DAYS] = [Number(options.endpoints), Number(options.days)];
const [STATIONS, HEARD_TWICE_EVERY] = [16, 3];
const SETTINGS = { PLATFORM_STORE_ENGINE: ENGINE, PLATFORM_LIMITS_REQUESTS_PER_S: '0' };
const HOUR_S = 3600;
const WINDOWS = { hour: HOUR_S, day: 24 * HOUR_S, week: 7 * 24 * HOUR_S, [`${DAYS} days`]: DAYS * 24 * HOUR_S };

const work = options.dir ?? mkdtempSync(join(tmpdir(), 'waystation-analytics-'));
let running: RunningCenter | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => {
  running?.kill('SIGKILL');
  if (options.dir === undefined) rmSync(work, { recursive: true, force: true });
});

await main();

async function main(): Promise<void> {
  mkdirSync(work, { recursive: true });
  const dataDir = join(work, 'data');
  if (!existsSync(dataDir)) await build(dataDir);
  running = await startCenterProcess(dataDir, SETTINGS);
  const api = openApi(running.ports.gateway);
  await measure(api, running.pid);
  api.close();
  running.kill('SIGTERM');
  await running.exited;
}

async function build(dataDir: string): Promise<void> {
  running = await startCenterProcess(dataDir, SETTINGS);
  const api = openApi(running.ports.gateway);
  for (let i = 1; i <= STATIONS; i++) {
    await api.call('CreateBaseStation', { base_station: { bs_eui: stationEui(i), name: `station ${i}` } });
  }
  const made = await api.call('CreateDeviceModelWithBlueprint', {
    manufacturer: { name: 'maker' },
    device_model: { name: 'meter' },
    blueprint: {
      spec_json: `{"version":"1","typeEui":"70b3d56770ff0001","uplink":[{"payload":[{"name":"t","size":16,"type":"int"}]}]}`,
    },
  });
  for (let i = 1; i <= ENDPOINTS; i++) {
    const endpoint = { ep_eui: endpointEui(i), name: `endpoint ${i}`, nwk_key: '01'.repeat(16), pre_attach: true };
    const device_model_id = i % 2 === 0 ? (made.device_model?.id ?? '') : '';
    await api.call('CreateEndPoint', { endpoint: { ...endpoint, device_model_id } });
  }
  api.close();
  running.kill('SIGTERM');
  await running.exited;
  const shape = { messages: MESSAGES, stations: STATIONS, endpoints: ENDPOINTS, days: DAYS };
  buildHistory(join(dataDir, 'waystation.db'), ENGINE, { ...shape, heardTwiceEvery: HEARD_TWICE_EVERY });
}

async function measure(api: Api, pid: number): Promise<void> {
  const ep_eui = endpointEui(7);
  const bs_eui = stationEui(3);
  const { device_models } = await api.call('ListDeviceModels', { page_size: 1, scope: 'custom' });
  const device_model_id = device_models[0]?.id ?? '';
  type Window = { start_time: { seconds: number }; end_time: { seconds: number } };
  const calls: [string, (window: Window) => Promise<unknown>][] = [
    ['GetAnalyticsOverview', window => api.call('GetAnalyticsOverview', window)],
    ['GetActivityAnalytics', window => api.call('GetActivityAnalytics', window)],
    ['  by hour', window => api.call('GetActivityAnalytics', { ...window, granularity: 'hour' })],
    ['  ep_eui', window => api.call('GetActivityAnalytics', { ...window, ep_eui })],
    ['  bs_eui', window => api.call('GetActivityAnalytics', { ...window, bs_eui })],
    ['  device_model_id', window => api.call('GetActivityAnalytics', { ...window, device_model_id })],
    ['GetSignalQualityAnalytics', window => api.call('GetSignalQualityAnalytics', window)],
    ['  by hour', window => api.call('GetSignalQualityAnalytics', { ...window, granularity: 'hour' })],
    ['  ep_eui', window => api.call('GetSignalQualityAnalytics', { ...window, ep_eui })],
    ['  bs_eui', window => api.call('GetSignalQualityAnalytics', { ...window, bs_eui })],
    ['GetStatistics', window => api.call('GetStatistics', window)],
    ['GetBaseStationStats', window => api.call('GetBaseStationStats', { ...window, bs_eui })],
    ['GetBaseStationMessageStats', window => api.call('GetBaseStationMessageStats', { ...window, bs_eui })],
    ['GetEndPointStats', window => api.call('GetEndPointStats', { ...window, ep_eui })],
  ];
  const spans = Object.entries(WINDOWS).flatMap(([name, seconds]) => [
    [name, seconds, true] as const,
    [name, seconds, false] as const,
  ]);
  const head = (what: string) =>
    `${what.padEnd(26)}${spans.map(([name, , aligned]) => `${name}${aligned ? '' : ', cut'}`.padStart(13)).join('')}`;
  const worked: string[] = [];
  console.log(head('median / p99, ms'));
  for (const [name, call] of calls) {
    const cells: string[] = [];
    const cpuCells: string[] = [];
    for (const [, seconds, aligned] of spans) {
      const took: number[] = [];
      const cpu: number[] = [];
      for (let i = 0; i < CALLS; i++) {
        const now = Math.floor(Date.now() / 1000);
        // Cut by a window, an hour differs from call to call.
        const end = aligned ? Math.floor(now / HOUR_S) * HOUR_S : now - 1000 - i * 7;
        const before = threadCpuMs(pid, 'reader');
        const begun = performance.now();
        await call({ start_time: { seconds: end - seconds }, end_time: { seconds: end } });
        took.push(performance.now() - begun);
        cpu.push(threadCpuMs(pid, 'reader') - before);
      }
      cells.push(cellOf(took));
      cpuCells.push(cellOf(cpu));
    }
    console.log(`${name.padEnd(26)}${cells.join('')}`);
    worked.push(`${name.padEnd(26)}${cpuCells.join('')}`);
  }
  console.log(`\n${head('cpu of the reader, ms')}`);
  for (const line of worked) console.log(line);
}

/** Median and p99. */
function cellOf(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const part = (p: number) =>
    (sorted[Math.min(Math.ceil(sorted.length * p), sorted.length) - 1] ?? Number.NaN).toFixed(0);
  return `${part(0.5)} / ${part(0.99)}`.padStart(13);
}
