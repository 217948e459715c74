/**
 * `npm run bench`: how fast, how small, how safe, in one run beside a bare yardstick (a TLS answerer that decodes the frame,
 * inserts one row with a synchronous commit shared by everything that came in the same turn, and answers; none of our logic).
 * A box runs for months, so both are warmed up first, with the same load: until then a third of our time is V8 compiling.
 * Options: `--quick` (a tenth of the telegrams), `--engine node:sqlite`, `--shape 2` (only the second one), `--cold`,
 * `--executable dist/waystation-linux-x64` (what is shipped in place of the source).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openApi } from '../../src/cli/api.ts';
import type { Load, Totals } from '../../src/simulate/traffic.ts';
import { grpcClient } from '../rpc/harness.ts';
import type { LoadRequest } from './rig/load.ts';
import { startCenterProcess, type Usage, usageOf } from './rig/process.ts';
import { endpointEui, type Provisioned, provision, runLoad } from './rig/rig.ts';
import { startYardstick } from './rig/yardstick-process.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    engine: { type: 'string', default: 'auto' },
    executable: { type: 'string' },
    shape: { type: 'string' },
    cold: { type: 'boolean', default: false },
  },
});

interface Shape {
  name: string;
  stations: number;
  heardBy?: number;
  chunkBytes?: number;
  load: Load;
}

const product = { executable: options.executable && resolve(options.executable) };
const scale = options.quick ? 0.1 : 1;
const count = (telegrams: number) => Math.round(telegrams * scale);
const SHAPES: Shape[] = [
  { name: '1 station, window 1', stations: 1, load: { window: 1, count: count(5_000) } },
  { name: '4 stations, window 8', stations: 4, load: { window: 8, count: count(100_000) } },
  { name: '16 stations, window 64', stations: 16, load: { window: 64, count: count(80_000) } },
  { name: '4 × 8, each heard by all 4', stations: 4, heardBy: 4, load: { window: 8, count: count(20_000) } },
  { name: '1 × 1 in 100-byte writes', stations: 1, chunkBytes: 100, load: { window: 1, count: count(5_000) } },
  { name: 'open loop, 300/s', stations: 4, load: { rate: 300, count: count(6_000) } },
];
const WARM_UP: Shape = { name: 'warm-up', stations: 16, load: { window: 8, count: count(100_000) } };
const STATIONS = 16;
const ENDPOINTS_PER_STATION = 4;

interface Figures {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  cpuPer10k: number;
  bytesPerUplink: number;
  residentMb: number;
  lost: number;
}

const work = mkdtempSync(join(tmpdir(), 'waystation-bench-'));
/** Processes to end, whatever happens. */
const ending: (() => void)[] = [];
try {
  await main();
} finally {
  for (const end of ending) end();
  rmSync(work, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const dataDir = join(work, 'data');
  const settings = { PLATFORM_STORE_ENGINE: options.engine, PLATFORM_PKI_KEY_TYPE: 'ec-p256' };
  const provisioned = await provisionedAt(dataDir, settings);
  // A box makes its keys once and then runs for months: what is measured is a start on what is there.
  const center = await startCenterProcess(dataDir, settings, product);
  ending.push(() => center.kill('SIGKILL'));
  const api = openApi(center.ports.gateway);
  console.log(
    `ready ${center.readyMs.toFixed(0)} ms after its start, resident ${mb(usageOf(center.pid).residentBytes)} MB`,
  );
  // Counted, not decoded: what a client does with its messages is its own affair, and these two cores are shared.
  const raw = grpcClient(center.ports.gateway);
  const stream = raw.stream('StreamMessages', Buffer.alloc(0));
  let streamed = 0;
  stream.on('data', () => {
    streamed++;
  });
  stream.on('error', () => undefined);
  const yardstick = await startYardstick(join(work, 'yardstick'), provisioned);
  ending.push(yardstick.stop);

  const load = async (shape: Shape, index: number) => {
    const request = requestOf(shape, index, provisioned);
    const bare = await measured(yardstick.pid, { ...request, port: yardstick.port });
    const ours = await measured(center.pid, { ...request, port: center.ports.bssci });
    acknowledged += ours.totals.acknowledged;
    console.error(`${shape.name}: done`);
    return { shape, ours: ours.figures, bare: bare.figures };
  };
  const rows: { shape: Shape; ours: Figures; bare: Figures }[] = [];
  let acknowledged = 0;
  if (!options.cold) await load(WARM_UP, SHAPES.length);
  for (const [index, shape] of SHAPES.entries()) {
    if (options.shape !== undefined && Number(options.shape) !== index + 1) continue;
    rows.push(await load(shape, index));
  }
  // The last reception window closes, the stream catches up, and what the load has left behind is collected.
  await new Promise(resolve => setTimeout(resolve, 10_000));
  const { residentBytes, peakResidentBytes } = usageOf(center.pid);
  const { total_count } = await api.call('ListMessages', { page_size: 1 });
  report(rows);
  console.log(`\nacknowledged ${acknowledged}, stored ${total_count}, streamed ${streamed}`);
  console.log(`resident 10 s later ${mb(residentBytes)} MB, highest ${mb(peakResidentBytes)} MB`);
  stream.cancel();
  raw.client.close();
  api.close();
  center.kill('SIGTERM');
  console.log(`stopped with ${await center.exited}`);
  if (total_count !== acknowledged || streamed !== acknowledged) process.exitCode = 1;
}

/** A first start that makes keys and gets its stations and endpoints. */
async function provisionedAt(dataDir: string, settings: Readonly<Record<string, string>>): Promise<Provisioned> {
  const center = await startCenterProcess(dataDir, settings);
  ending.push(() => center.kill('SIGKILL'));
  const api = openApi(center.ports.gateway);
  const provisioned = await provision(dataDir, api, STATIONS, (SHAPES.length + 1) * STATIONS * ENDPOINTS_PER_STATION);
  api.close();
  center.kill('SIGTERM');
  await center.exited;
  return provisioned;
}

function requestOf(shape: Shape, index: number, { ca, stations }: Provisioned): Omit<LoadRequest, 'port'> {
  // Endpoints of their own for each shape: counters begin at one, and nothing looks like a repetition.
  const first = index * STATIONS * ENDPOINTS_PER_STATION + 1;
  return {
    ca,
    stations: stations.slice(0, shape.stations),
    endpoints: Array.from({ length: shape.stations * ENDPOINTS_PER_STATION }, (_, i) => endpointEui(first + i)),
    heardBy: shape.heardBy ?? 1,
    load: shape.load,
    ...(shape.chunkBytes !== undefined && { chunkBytes: shape.chunkBytes }),
  };
}

async function measured(pid: number, request: LoadRequest): Promise<{ figures: Figures; totals: Totals }> {
  const before = usageOf(pid);
  const totals = await runLoad(request);
  return { figures: figuresOf(before, usageOf(pid), totals), totals };
}

function figuresOf(before: Usage, after: Usage, totals: Totals): Figures {
  return {
    perSecond: totals.perSecond,
    p50Ms: totals.p50Ms,
    p99Ms: totals.p99Ms,
    cpuPer10k: ((after.cpuSeconds - before.cpuSeconds) / totals.answers) * 10_000,
    bytesPerUplink: (after.writtenBytes - before.writtenBytes) / totals.answers,
    residentMb: after.residentBytes / 1e6,
    lost: totals.lost + totals.refused,
  };
}

function report(rows: { shape: Shape; ours: Figures; bare: Figures }[]): void {
  const head = ['shape', '', 'uplinks/s', 'p50 ms', 'p99 ms', 'CPU s/10k', 'bytes/uplink', 'RSS MB', 'lost', 'ratio'];
  const line = (who: string, f: Figures) => [
    who,
    f.perSecond.toFixed(0),
    f.p50Ms.toFixed(2),
    f.p99Ms.toFixed(2),
    f.cpuPer10k.toFixed(2),
    f.bytesPerUplink.toFixed(0),
    f.residentMb.toFixed(0),
    String(f.lost),
  ];
  const table = [head];
  for (const { shape, ours, bare } of rows) {
    table.push([shape.name, ...line('ours', ours), (ours.perSecond / bare.perSecond).toFixed(2)]);
    table.push(['', ...line('yardstick', bare), '']);
  }
  const widths = head.map((_, column) => Math.max(...table.map(row => row[column]?.length ?? 0)));
  for (const row of table) {
    console.log(
      row
        .map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    );
  }
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
