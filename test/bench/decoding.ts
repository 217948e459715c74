/**
 * `npm run bench -- decoding`: uplinks whose payloads are decoded beside the same payloads of endpoints that nothing decodes. One service
 * center, both kinds in turn, over the blueprints of the catalog; what counts is the median of the ratios of neighbours.
 * Options: `--pairs 7`, `--telegrams 40000` (of each run), `--stations 4`, `--window 8`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Api, openApi } from '../../src/cli/api.ts';
import { catalogSamples, catalogText } from '../domain/blueprint/codec/catalog.ts';
import type { LoadTotals } from './rig/load.ts';
import { startCenterProcess, usageOf } from './rig/process.ts';
import { endpointEui, provision, runLoad } from './rig/rig.ts';

const { values: options } = parseArgs({
  options: {
    pairs: { type: 'string', default: '7' },
    telegrams: { type: 'string', default: '40000' },
    stations: { type: 'string', default: '4' },
    window: { type: 'string', default: '8' },
  },
});
const PAIRS = Number(options.pairs);
const TELEGRAMS = Number(options.telegrams);
const STATIONS = Number(options.stations);
/** Of each kind. */
const ENDPOINTS = 64;

/** A payload of each blueprint that an endpoint can send without a format. */
const samples = [
  ...new Map(
    catalogSamples
      .filter(({ direction, format, error }) => direction === 'uplink' && format === 0 && error === null)
      .map(sample => [sample.blueprint, sample]),
  ).values(),
];

const work = mkdtempSync(join(tmpdir(), 'waystation-bench-'));
try {
  await main();
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const dataDir = join(work, 'data');
  const center = await startCenterProcess(dataDir, { PLATFORM_PKI_KEY_TYPE: 'ec-p256' });
  const api = openApi(center.ports.gateway);
  try {
    const { ca, stations } = await provision(dataDir, api, STATIONS, 2 * ENDPOINTS);
    await decode(api, 1);
    let sent = 0;
    const run = async (first: number) => {
      const before = usageOf(center.pid).cpuSeconds;
      const totals = await runLoad({
        ...{ port: center.ports.bssci, ca, stations, heardBy: 1, packetCnt: sent },
        endpoints: Array.from({ length: ENDPOINTS }, (_, at) => endpointEui(first + at)),
        payloads: Array.from({ length: ENDPOINTS }, (_, at) => samples[at % samples.length]?.payload_hex ?? ''),
        load: { window: Number(options.window), count: TELEGRAMS },
      });
      sent += TELEGRAMS;
      return { ...totals, cpu: ((usageOf(center.pid).cpuSeconds - before) / totals.answers) * 1e6 };
    };
    await run(1);
    await run(1 + ENDPOINTS);
    const ratios: number[] = [];
    const cpuRatios: number[] = [];
    for (let pair = 1; pair <= PAIRS; pair++) {
      const decodedFirst = pair % 2 === 1;
      const one = await run(decodedFirst ? 1 : 1 + ENDPOINTS);
      const other = await run(decodedFirst ? 1 + ENDPOINTS : 1);
      const [decoded, plain] = decodedFirst ? [one, other] : [other, one];
      ratios.push(decoded.perSecond / plain.perSecond);
      cpuRatios.push(plain.cpu / decoded.cpu);
      console.log(`pair ${pair}: decoded ${line(decoded)}; plain ${line(plain)}; ratio ${ratios.at(-1)?.toFixed(3)}`);
    }
    await new Promise(resolve => setTimeout(resolve, 2000));
    console.log(`${samples.length} blueprints, ${await counts(api)}`);
    console.log(
      `median ratio ${median(ratios).toFixed(3)} of uplinks/s, ${median(cpuRatios).toFixed(3)} of CPU time, with decoding against without`,
    );
  } finally {
    api.close();
    center.kill('SIGTERM');
    await center.exited;
  }
}

/** The first endpoints get the device models of the catalog, in turn with their payloads. */
async function decode(api: Api, first: number): Promise<void> {
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
      endpoint: { ep_eui: endpointEui(first + at), device_model_id: models[at % models.length] ?? '' },
      update_mask: { paths: ['device_model_id'] },
    });
  }
}

/** How many of the newest messages came out how. */
async function counts(api: Api): Promise<string> {
  const of = async (decode_status: string) =>
    (await api.call('ListMessages', { decode_status, page_size: 1 })).total_count;
  return `stored: success ${await of('success')}, failed ${await of('failed')}, skipped ${await of('skipped')} (at least)`;
}

function line({ perSecond, p99Ms, cpu }: LoadTotals & { cpu: number }): string {
  return `${perSecond.toFixed(0)}/s, p99 ${p99Ms.toFixed(1)} ms, ${cpu.toFixed(1)} µs of CPU`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
