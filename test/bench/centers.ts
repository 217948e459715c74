/**
 * `npm run bench -- centers`: what application centers get, how soon, and what that costs the service center: with none, with
 * one, with ten, and with one that reads nothing. With `--behind N` instead: one center that is N uplinks behind.
 * `uplinks/s` counts telegrams, from the first reception until every center has had all of them, without the reception window:
 * ten centers get ten deliveries of each, so 6,000 uplinks/s at ten centers are 60,000 deliveries/s. Stations send in a closed
 * loop (`4 × 8`: so many stations with so many unanswered telegrams each), so they go as fast as the service center answers.
 * CPU is that of the service center for 10,000 uplinks with all their deliveries; that of centers and stations stands beside it,
 * for they share the machine.
 * Options: `--quick` (a tenth of the telegrams), `--engine node:sqlite`, `--shape 5` (only that one, counted from 0; again to
 * choose several), `--endpoints 5000` (of each shape).
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { openApi } from '../../src/cli/api.ts';
import type { Engine } from '../../src/database/driver.ts';
import type { Load } from '../../src/simulate/traffic.ts';
import { LeanCenter } from '../peers/lean-center.ts';
import { buildHistory } from './rig/build-history.ts';
import type { CentersRequest, CentersTotals } from './rig/centers-process.ts';
import { type RunningCenter, startCenterProcess, usageOf } from './rig/process.ts';
import { type CenterIdentity, endpointEui, type Provisioned, provision, provisionCenters, runLoad } from './rig/rig.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    engine: { type: 'string', default: 'better-sqlite3' },
    behind: { type: 'string' },
    shape: { type: 'string', multiple: true },
    endpoints: { type: 'string', default: '16' },
  },
});
interface Shape {
  readonly centers: number;
  readonly stalled?: boolean;
  readonly load: Load & { readonly count: number };
}

const WINDOW_MS = 500;
const STATIONS = 4;
const ENDPOINTS = Number(options.endpoints);
const MOST_CENTERS = 11;
const count = (telegrams: number) => Math.round(telegrams * (options.quick ? 0.1 : 1));
const steady = { rate: 300, count: count(6000) };
const busy = { window: 8, count: count(20_000) };
const ALL_SHAPES: readonly Shape[] = [
  { centers: 0, load: steady },
  { centers: 1, load: steady },
  { centers: 10, load: steady },
  { centers: 0, load: busy },
  { centers: 1, load: busy },
  { centers: 10, load: busy },
  { centers: 2, stalled: true, load: busy },
];
const SHAPES = ALL_SHAPES.filter((_, index) => !options.shape || options.shape.includes(String(index)));
const HISTORY = { stations: STATIONS, endpoints: ENDPOINTS * SHAPES.length, days: 20, heardTwiceEvery: 3 };
const SAMPLE_MS = 50;
const SETTINGS = {
  PLATFORM_STORE_ENGINE: options.engine,
  PLATFORM_PKI_KEY_TYPE: 'ec-p256',
  PLATFORM_LIMITS_REQUESTS_PER_S: '0',
  PLATFORM_UPLINK_RECEPTION_WINDOW_MS: String(WINDOW_MS),
};

const work = mkdtempSync(join(tmpdir(), 'waystation-centers-'));
/** Processes to end, whatever happens. */
const ending: (() => void)[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => {
  for (const end of ending) end();
  rmSync(work, { recursive: true, force: true });
});

const dataDir = join(work, 'data');
mkdirSync(work, { recursive: true });
if (options.behind === undefined) await main();
else await behind(Number(options.behind));

async function main(): Promise<void> {
  const first = await started();
  const provisioned = await provisionedAt(first);
  const identities = await provisionCenters(dataDir, MOST_CENTERS);
  await stopped(first);
  const service = await started();
  const head = [
    ...[
      'centers',
      'load',
      'uplinks/s',
      'deliveries/s',
      'p50 ms',
      'p99 ms',
      'answer p50 ms',
      'p99 ms',
      'bytes/delivery',
    ],
    ...['CPU s/10k uplinks', 'of centers', 'of stations', 'RSS MB'],
  ];
  const table = [head];
  for (const [index, shape] of SHAPES.entries()) {
    table.push(await measured(service, shape, index, provisioned, identities));
  }
  const widths = head.map((_, column) => Math.max(...table.map(row => row[column]?.length ?? 0)));
  for (const row of table) console.log(row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '));
  console.log(
    `latency: from the telegram's reception to its arrival at a center, without the ${WINDOW_MS} ms of the window; bytes: all that ` +
      'is written, telegrams too, by deliveries (without a center by uplinks)',
  );
  console.log(`highest resident ${mb(usageOf(service.pid).peakResidentBytes)} MB`);
  await stopped(service);
}

async function measured(
  service: RunningCenter,
  { centers, stalled = false, load }: Shape,
  index: number,
  { ca, stations }: Provisioned,
  identities: readonly CenterIdentity[],
): Promise<string[]> {
  const { ports, pid } = service;
  const receiving =
    centers === 0
      ? undefined
      : await startCenters({
          ...{ port: ports.scaci ?? 0, uplinks: load.count, windowMs: WINDOW_MS, stalled },
          centers: identities.slice(0, centers),
        });
  let before = usageOf(pid);
  // Endpoints of their own for each shape: counters begin at one, and nothing looks like a repetition.
  const endpoints = Array.from({ length: ENDPOINTS }, (_, i) => endpointEui(index * ENDPOINTS + i + 1));
  const sent = await runLoad({ port: ports.bssci, ca, stations, endpoints, heardBy: 1, load }, () => {
    before = usageOf(pid);
  });
  if (sent.acknowledged !== load.count) throw new Error(`${sent.acknowledged} acknowledged of ${load.count}`);
  const totals = await receiving?.totals;
  if (!totals) await new Promise(resolve => setTimeout(resolve, 2 * WINDOW_MS));
  const after = usageOf(pid);
  const what = 'rate' in load ? `${load.rate}/s` : `${STATIONS} × ${load.window}`;
  const perSecond = totals ? (load.count * 1000) / totals.elapsedMs : sent.perSecond;
  if (stalled && totals) {
    console.log(
      `the center that read nothing: ${totals.caughtUp} uplinks afterwards in ${totals.catchUpMs.toFixed(0)} ms`,
    );
  }
  console.error(`${centers} centers, ${what}: done`);
  const per10k = (seconds: number) => ((seconds / load.count) * 10_000).toFixed(2);
  const written = after.writtenBytes - before.writtenBytes;
  return [
    ...[`${centers}${stalled ? ', 1 stalled' : ''}`, what, perSecond.toFixed(0), (perSecond * centers).toFixed(0)],
    ...[totals?.p50Ms.toFixed(1) ?? '', totals?.p99Ms.toFixed(1) ?? '', sent.p50Ms.toFixed(1), sent.p99Ms.toFixed(1)],
    (written / (load.count * Math.max(centers, 1))).toFixed(0),
    ...[per10k(after.cpuSeconds - before.cpuSeconds), totals ? per10k(totals.cpuSeconds) : '', per10k(sent.cpuSeconds)],
    mb(after.residentBytes),
  ];
}

/** A center with a session of the time before the messages, and none of them. */
async function behind(messages: number): Promise<void> {
  const first = await started();
  await provisionedAt(first);
  const [identity] = (await provisionCenters(dataDir, 1)) as [CenterIdentity];
  const memory = { snAcUuid: Buffer.alloc(16, 1), snScUuid: undefined, lastSc: 0 };
  const seen = await LeanCenter.connect({ ...identity, port: first.ports.scaci ?? 0, memory });
  await seen.close();
  await stopped(first);
  const begunBuilding = performance.now();
  buildHistory(join(dataDir, 'waystation.db'), options.engine as Engine, { ...HISTORY, messages });
  console.error(`built in ${((performance.now() - begunBuilding) / 1000).toFixed(0)} s`);

  const service = await started();
  const atStart = usageOf(service.pid);
  const { promise: complete, resolve } = Promise.withResolvers<void>();
  let received = 0;
  let resumed = false;
  let highest = 0;
  const sampling = setInterval(() => {
    highest = Math.max(highest, usageOf(service.pid).residentBytes);
  }, SAMPLE_MS);
  const begun = performance.now();
  const center = await LeanCenter.connect({
    ...{ ...identity, port: service.ports.scaci ?? 0, memory },
    begun: again => {
      resumed = again;
    },
    take(operations) {
      received += operations.filter(({ command }) => command === 'ulData').length;
      if (received >= messages) resolve();
    },
  });
  const lost = center.closed.then(() => {
    throw new Error(`connection lost after ${received} uplinks:\n${service.log()}`);
  });
  await Promise.race([complete, lost]);
  const seconds = (performance.now() - begun) / 1000;
  clearInterval(sampling);
  lost.catch(() => undefined);
  const after = usageOf(service.pid);
  console.log(`${received} uplinks behind, resumed: ${resumed}; caught up in ${seconds.toFixed(1)} s`);
  console.log(`uplinks/s            ${(received / seconds).toFixed(0)}`);
  console.log(`CPU s/10k            ${(((after.cpuSeconds - atStart.cpuSeconds) / received) * 10_000).toFixed(2)}`);
  console.log(`bytes written/uplink ${((after.writtenBytes - atStart.writtenBytes) / received).toFixed(0)}`);
  console.log(`resident at start    ${mb(atStart.residentBytes)} MB, highest meanwhile ${mb(highest)} MB`);
  console.log(`highest of all       ${mb(after.peakResidentBytes)} MB`);
  await center.close();
  await stopped(service);
}

async function started(): Promise<RunningCenter> {
  const service = await startCenterProcess(dataDir, SETTINGS);
  ending.push(() => service.kill('SIGKILL'));
  return service;
}

async function stopped(service: RunningCenter): Promise<void> {
  service.kill('SIGTERM');
  await service.exited;
}

async function provisionedAt(service: RunningCenter): Promise<Provisioned> {
  const api = openApi(service.ports.gateway);
  try {
    return await provision(dataDir, api, STATIONS, HISTORY.endpoints);
  } finally {
    api.close();
  }
}

/** Resolves when the centers are connected; `totals` when they have everything. */
async function startCenters(request: CentersRequest): Promise<{ readonly totals: Promise<CentersTotals> }> {
  const script = new URL('./rig/centers-process.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  ending.push(() => void child.kill('SIGKILL'));
  child.stdin.write(`${JSON.stringify(request)}\n`);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const line = await lines.next();
    if (line.done) throw new Error('the application centers have ended');
    return line.value;
  };
  await next();
  return { totals: next().then(line => JSON.parse(line) as CentersTotals) };
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
