/**
 * `npm run bench -- endpoints`: what thousands of endpoints cost beside fifty, in one run. Each number of endpoints, and each of them with
 * packet counters that go up and down, is measured in turn with fifty endpoints, 4 stations with 8 uplinks unanswered each.
 * Options: `--endpoints 2000,20000` (how many), `--telegrams 100000` (of each run), `--rounds 1`, `--jumping 50` (endpoints whose counters
 * jump; 0: none), `--engine node:sqlite`, `--executable dist/waystation-linux-x64`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openApi } from '../../src/cli/api.ts';
import { openDb } from '../../src/database/driver.ts';
import { startCenterProcess, type Usage, usageOf } from './rig/process.ts';
import { endpointEui, type Provisioned, provision, runLoad } from './rig/rig.ts';

const { values: options } = parseArgs({
  options: {
    endpoints: { type: 'string', default: '2000,20000' },
    telegrams: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '1' },
    jumping: { type: 'string', default: '50' },
    engine: { type: 'string', default: 'auto' },
    executable: { type: 'string' },
  },
});

const STATIONS = 4;
const WINDOW = 8;
const FEW = 50;
const TELEGRAMS = Number(options.telegrams);
const HELD_MS = 15;
const SETTLED_MS = 1000;
/** Counters between which those of one run jump. */
const JUMPED = 2 ** 17;

interface Run {
  readonly name: string;
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  readonly bytesPerUplink: number;
  readonly cpuPer10k: number;
  readonly residentMb: number;
  /** Commits whose writes held the writer longer than they may, and the end of the bucket the longest is in. */
  readonly tooLong: number;
  readonly longest: string;
  readonly lost: number;
}

const work = mkdtempSync(join(tmpdir(), 'waystation-endpoints-'));
const dataDir = join(work, 'data');
const settings = { PLATFORM_STORE_ENGINE: options.engine, PLATFORM_PKI_KEY_TYPE: 'ec-p256' };
let center: Awaited<ReturnType<typeof startCenterProcess>> | undefined;
try {
  await main();
} finally {
  center?.kill('SIGKILL');
  rmSync(work, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const many = options.endpoints.split(',').map(Number);
  const jumping = Number(options.jumping);
  const first = await startCenterProcess(dataDir, settings);
  center = first;
  const api = openApi(first.ports.gateway);
  const provisioned = await provision(dataDir, api, STATIONS, 1);
  api.close();
  first.kill('SIGTERM');
  await first.exited;
  // Endpoints of their own for each kind of run: the counters of one must not look like repetitions of another.
  const kinds = [FEW, ...many, ...(jumping > 0 ? [jumping] : [])];
  register(kinds.reduce((sum, count) => sum + count, 1));
  const running = await startCenterProcess(dataDir, settings, {
    executable: options.executable && resolve(options.executable),
  });
  center = running;
  let next = 2;
  const groups = kinds.map((count, kind) => {
    const euis = Array.from({ length: count }, (_, n) => endpointEui(next + n));
    next += count;
    const jumps = kind > many.length;
    return { name: `${count} endpoints${jumps ? ', counters jump' : ''}`, euis, jumps, packetCnt: 0 };
  });
  const runs: Run[] = [];
  for (let round = 0; round <= Number(options.rounds); round++) {
    for (const group of groups) {
      const run = await measured(running, provisioned, group);
      console.error(`${round === 0 ? 'warm-up, ' : ''}${group.name}: ${run.perSecond.toFixed(0)}/s`);
      if (round > 0) runs.push(run);
    }
  }
  report(runs);
  const { residentBytes, peakResidentBytes } = usageOf(running.pid);
  console.log(`resident at the end ${mb(residentBytes)} MB, highest ${mb(peakResidentBytes)} MB`);
  running.kill('SIGTERM');
  console.log(`stopped with ${await running.exited}`);
}

/** Attached, but without a key that stations could be told: what announcements cost is another bench. */
function register(count: number): void {
  const db = openDb(join(dataDir, 'waystation.db'), {
    engine: 'better-sqlite3',
    mode: 'writer',
    synchronous: 'normal',
  });
  const insert = db.prepare(
    `INSERT INTO endpoint (org, eui, name, ep_class, attach_status, attached_at, created_at, updated_at)
     VALUES ((SELECT id FROM organization WHERE is_default = 1), ?, ?, 'Z', 'attached', 1, 1, 1)`,
  );
  db.atomic(() => {
    for (let n = 2; n <= count; n++) insert.run(endpointEui(n), `endpoint ${n}`);
  });
  db.close();
}

async function measured(
  { pid, ports }: { pid: number; ports: { bssci: number; health_core: number } },
  { ca, stations }: Provisioned,
  group: { name: string; euis: string[]; jumps: boolean; packetCnt: number },
): Promise<Run> {
  const before = usageOf(pid);
  const heldBefore = await held(ports.health_core);
  const totals = await runLoad({
    ...{ ca, stations, port: ports.bssci, endpoints: group.euis, heardBy: 1, packetCnt: group.packetCnt },
    ...{ jumping: group.jumps, load: { window: WINDOW, count: TELEGRAMS } },
  });
  group.packetCnt += group.jumps ? JUMPED : Math.ceil(TELEGRAMS / group.euis.length) + STATIONS;
  const after = await settledUsage(pid);
  const heldAfter = await held(ports.health_core);
  const longer = [...heldAfter].flatMap(([end, count]) => {
    const more = count - (heldBefore.get(end) ?? 0);
    return more > 0 ? [{ end, count: more }] : [];
  });
  return {
    name: group.name,
    perSecond: totals.perSecond,
    p99Ms: totals.p99Ms,
    p999Ms: totals.p999Ms,
    bytesPerUplink: (after.writtenBytes - before.writtenBytes) / totals.answers,
    cpuPer10k: ((after.cpuSeconds - before.cpuSeconds) / totals.answers) * 10_000,
    residentMb: after.residentBytes / 1e6,
    tooLong: longer.reduce((sum, { end, count }) => sum + (end > HELD_MS ? count : 0), 0),
    longest: `< ${Math.max(...longer.map(({ end }) => end))}`,
    lost: totals.lost + totals.refused,
  };
}

/** When nothing more is written: what is derived from uplinks goes on for a moment. */
async function settledUsage(pid: number): Promise<Usage> {
  for (let before = usageOf(pid); ; ) {
    await new Promise(resolve => setTimeout(resolve, SETTLED_MS));
    const usage = usageOf(pid);
    if (usage.writtenBytes === before.writtenBytes) return usage;
    before = usage;
  }
}

/** How often writes held the writer for less than so many milliseconds, and longer than the number before it. */
async function held(port: number): Promise<Map<number, number>> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const found = new Map<number, number>();
  let before = 0;
  for (const [, end, count] of text.matchAll(/^waystation_write_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm)) {
    found.set(end === '+Inf' ? Number.POSITIVE_INFINITY : Number(end) * 1000, Number(count) - before);
    before = Number(count);
  }
  return found;
}

function report(runs: readonly Run[]): void {
  const names = [...new Set(runs.map(({ name }) => name))];
  const few = median(runs.filter(({ name }) => name === names[0]).map(({ perSecond }) => perSecond));
  const rows = names.map(name => {
    const of = runs.filter(run => run.name === name);
    const middle = (pick: (run: Run) => number) => median(of.map(pick));
    return {
      '': name,
      'uplinks/s': Math.round(middle(run => run.perSecond)),
      ratio: Number((middle(run => run.perSecond) / few).toFixed(2)),
      'p99 ms': Number(middle(run => run.p99Ms).toFixed(1)),
      'p999 ms': Number(middle(run => run.p999Ms).toFixed(1)),
      'bytes/uplink': Math.round(middle(run => run.bytesPerUplink)),
      'CPU s/10k': Number(middle(run => run.cpuPer10k).toFixed(2)),
      'RSS MB': Math.round(middle(run => run.residentMb)),
      [`held > ${HELD_MS} ms`]: of.reduce((sum, run) => sum + run.tooLong, 0),
      'longest ms': of.at(-1)?.longest,
      lost: of.reduce((sum, run) => sum + run.lost, 0),
    };
  });
  console.table(rows);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
