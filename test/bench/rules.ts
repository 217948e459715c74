/**
 * `npm run bench -- rules`: uplinks beside rules. Three service centers take the same load in turn: one without rules, one with 500 of which
 * none is ever true, one with 500 of which 1 % fire with every uplink (as often as their cooldown lets them). All endpoints are decoded by
 * blueprints of the catalog. What counts is the median of the ratios of neighbours.
 * Options: `--pairs 7`, `--telegrams 20000` (of each run), `--stations 4`, `--window 8`, `--rules 500`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Api, openApi } from '../../src/cli/api.ts';
import { catalogSamples, catalogText } from '../domain/blueprint/codec/catalog.ts';
import type { LoadTotals } from './rig/load.ts';
import { type RunningCenter, startCenterProcess, usageOf } from './rig/process.ts';
import { endpointEui, type Provisioned, provision, runLoad } from './rig/rig.ts';

const { values: options } = parseArgs({
  options: {
    pairs: { type: 'string', default: '7' },
    telegrams: { type: 'string', default: '20000' },
    stations: { type: 'string', default: '4' },
    window: { type: 'string', default: '8' },
    rules: { type: 'string', default: '500' },
  },
});
const [PAIRS, TELEGRAMS, STATIONS, RULES] = [
  ...[options.pairs, options.telegrams],
  ...[options.stations, options.rules],
].map(Number) as [number, number, number, number];
const ENDPOINTS = 64;
const FIRING = 0.01;

/** A payload of each blueprint that an endpoint can send without a format, with the names that come of it. */
const samples = [
  ...new Map(
    catalogSamples
      .filter(({ direction, format, error }) => direction === 'uplink' && format === 0 && error === null)
      .map(sample => [sample.blueprint, sample]),
  ).values(),
];
const keys = [...new Set(samples.flatMap(({ expected }) => Object.keys(expected ?? {})))];

interface Box {
  readonly name: 'none' | 'false' | 'firing';
  readonly center: RunningCenter;
  readonly api: Api;
  readonly provisioned: Provisioned;
  sent: number;
}
type Run = LoadTotals & { readonly cpu: number };

const work = mkdtempSync(join(tmpdir(), 'waystation-bench-'));
const ends: (() => unknown)[] = [];
try {
  await main();
} finally {
  for (const end of ends) await end();
  rmSync(work, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const boxes = [await box('none'), await box('false'), await box('firing')];
  for (const one of boxes) await run(one);
  const ratios = { false: [] as number[], firing: [] as number[] };
  const cpuRatios = { false: [] as number[], firing: [] as number[] };
  for (let pair = 0; pair < PAIRS; pair++) {
    const found = new Map<Box['name'], Run>();
    for (let at = 0; at < boxes.length; at++) {
      const one = boxes[(at + pair) % boxes.length] as Box;
      found.set(one.name, await run(one));
    }
    const none = found.get('none') as Run;
    for (const name of ['false', 'firing'] as const) {
      const one = found.get(name) as Run;
      ratios[name].push(one.perSecond / none.perSecond);
      cpuRatios[name].push(none.cpu / one.cpu);
    }
    const line = (name: Box['name']) => {
      const { perSecond, p99Ms, cpu } = found.get(name) as Run;
      return `${name} ${perSecond.toFixed(0)}/s, p99 ${p99Ms.toFixed(1)} ms, ${cpu.toFixed(1)} µs of CPU`;
    };
    console.log(`${(['none', 'false', 'firing'] as const).map(line).join('; ')}; load ${loadavg()[0]?.toFixed(1)}`);
  }
  for (const name of ['false', 'firing'] as const) {
    console.log(
      `${RULES} rules, ${name}: median ratio ${median(ratios[name]).toFixed(3)} of uplinks/s, ${median(cpuRatios[name]).toFixed(3)} of CPU time`,
    );
  }
  for (const { name, api } of boxes) {
    const { total_count: fired } = await api.call('ListEvents', { event_types: ['rule.triggered'], page_size: 1 });
    console.log(`${name}: fired ${fired} times`);
  }
}

async function run(one: Box): Promise<Run> {
  const { center, provisioned } = one;
  const before = usageOf(center.pid).cpuSeconds;
  const totals = await runLoad({
    ...{ port: center.ports.bssci, ca: provisioned.ca, stations: provisioned.stations, heardBy: 1 },
    packetCnt: one.sent,
    endpoints: provisioned.endpoints,
    payloads: provisioned.endpoints.map((_, at) => samples[at % samples.length]?.payload_hex ?? ''),
    load: { window: Number(options.window), count: TELEGRAMS },
  });
  one.sent += TELEGRAMS;
  return { ...totals, cpu: ((usageOf(center.pid).cpuSeconds - before) / totals.answers) * 1e6 };
}

/** A service center whose endpoints are decoded, with its rules. */
async function box(name: Box['name']): Promise<Box> {
  const dataDir = join(work, name);
  const center = await startCenterProcess(dataDir, { PLATFORM_PKI_KEY_TYPE: 'ec-p256' });
  const api = openApi(center.ports.gateway);
  ends.push(async () => {
    api.close();
    center.kill('SIGTERM');
    await center.exited;
  });
  const provisioned = await provision(dataDir, api, STATIONS, ENDPOINTS);
  await decode(api);
  if (name !== 'none') await makeRules(api, center, name === 'firing');
  return { name, center, api, provisioned, sent: 0 };
}

/** The endpoints get the device models of the catalog, in turn with their payloads. */
async function decode(api: Api): Promise<void> {
  const models: string[] = [];
  for (const { blueprint } of samples) {
    const made = await api.call('CreateDeviceModelWithBlueprint', {
      manufacturer: { name: `maker ${models.length}` },
      device_model: { name: `model ${models.length}` },
      blueprint: { spec_json: catalogText(blueprint) },
    });
    models.push(made.device_model?.id ?? '');
  }
  for (let at = 0; at < ENDPOINTS; at++) {
    await api.call('UpdateEndPoint', {
      endpoint: {
        ep_eui: endpointEui(1 + at),
        device_model_id: models[at % models.length] ?? '',
        tags: { floor: '2' },
      },
      update_mask: { paths: ['device_model_id', 'tags'] },
    });
  }
}

/** Rules about every key that there is: most for every device, some for one, for those with a tag, about radio, and about silence. */
async function makeRules(api: Api, center: RunningCenter, fires: boolean): Promise<void> {
  const { raw_key } = await api.call('CreateApiKey', { api_key: { name: 'bench', scopes: ['*'] } });
  const { organizations } = await api.call('ListOrganizations', {});
  const organizationId = organizations[0]?.id ?? '';
  const headers = {
    ...{ authorization: `Bearer ${raw_key}`, 'x-organization-id': organizationId },
    'content-type': 'application/json',
  };
  const url = `http://127.0.0.1:${center.ports.gateway}/api/v2/rules?organizationId=${organizationId}`;
  for (let n = 0; n < RULES; n++) {
    const key = keys[n % keys.length] ?? 'rssi';
    const whose =
      n % 10 === 1
        ? { deviceIds: [endpointEui(1 + (n % ENDPOINTS))] }
        : n % 10 === 2
          ? { deviceTags: { floor: '2' } }
          : {};
    const never = {
      trigger: { kind: 'telemetry', key: n % 50 === 3 ? 'rssi' : key, ...whose },
      condition: { operator: 'gt', value: 1e12 },
    };
    const silent = { trigger: { kind: 'silence' }, condition: { forSeconds: 86_400 } };
    const always = { trigger: { kind: 'telemetry', key: 'packetCnt' }, condition: { operator: 'changed' } };
    const does = fires && n < RULES * FIRING ? always : n % 50 === 4 ? silent : never;
    const rule = { name: `rule ${n}`, ...does, actions: [{ kind: 'event', severity: 'info', title: 'x' }] };
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(rule) });
    if (answer.status !== 200) throw new Error(await answer.text());
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
