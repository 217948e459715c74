import { credibleMs } from '../../src/kit/time/clock.ts';
import { momentAt } from '../peers/time.ts';
/**
 * What removing costs: builds a database with many old messages, removes them step by step in this process, and then beneath a
 * service center whose stations go on reporting; tells how long steps take, what uplinks notice, and what goes to the disk.
 * Usage: node test/bench/retention.ts [--messages 1000000] [--engine better-sqlite3|node:sqlite] [--rate 300]
 */

import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openApi } from '../../src/cli/api.ts';
import { type Engine, openDb } from '../../src/database/driver.ts';
import { domain } from '../../src/domain/domain.ts';
import { DAY_MS } from '../../src/kit/units.ts';
import { SimulatedEndpoint } from '../../src/simulate/endpoint.ts';
import type { Totals } from '../../src/simulate/traffic.ts';
import { Fleet } from '../load/fleet.ts';
import { buildHistory } from './rig/build-history.ts';
import { type RunningCenter, startCenterProcess, usageOf } from './rig/process.ts';
import { type Provisioned, provision } from './rig/rig.ts';

const { values: options } = parseArgs({
  options: {
    messages: { type: 'string', default: '1000000' },
    engine: { type: 'string', default: 'better-sqlite3' },
    rate: { type: 'string', default: '300' },
  },
});
const MESSAGES = Number(options.messages);
const RATE = Number(options.rate);
const ENGINE = options.engine as Engine;
const SHAPE = { stations: 4, endpoints: 400, days: 90, heardTwiceEvery: 3 };
const PIECE_MS = 5000;
const SETTINGS = {
  ...{ PLATFORM_STORE_ENGINE: ENGINE, PLATFORM_LIMITS_REQUESTS_PER_S: '0', PLATFORM_PKI_KEY_TYPE: 'ec-p256' },
  ...{ PLATFORM_BACKUP_KEEP: '0', PLATFORM_RETENTION_MAX_DATABASE_MB: '0' },
};
const MB = 1e6;

const work = mkdtempSync(join(tmpdir(), 'waystation-retention-'));
let running: RunningCenter | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => {
  running?.kill('SIGKILL');
  rmSync(work, { recursive: true, force: true });
});

const dataDir = join(work, 'data');
const path = join(dataDir, 'waystation.db');
mkdirSync(work, { recursive: true });
const provisioned = await build();
console.log(`${ENGINE}: ${MESSAGES} messages, ${(statSync(path).size / MB).toFixed(0)} MB`);
alone();
await beneath(provisioned);

async function build(): Promise<Provisioned> {
  running = await startCenterProcess(dataDir, { ...SETTINGS, PLATFORM_RETENTION_MESSAGES_DAYS: '0' });
  const api = openApi(running.ports.gateway);
  const result = await provision(dataDir, api, SHAPE.stations, SHAPE.endpoints);
  api.close();
  await stop();
  buildHistory(path, ENGINE, { ...SHAPE, messages: MESSAGES });
  return result;
}

async function stop(): Promise<void> {
  running?.kill('SIGTERM');
  await running?.exited;
  running = undefined;
}

/** Every step with its own commit and its own sync, one after the other. */
function alone(): void {
  const copy = join(work, 'copy.db');
  copyFileSync(path, copy);
  const db = openDb(copy, { engine: ENGINE, mode: 'writer', synchronous: 'full' });
  const { retention } = domain(db);
  const now = Date.now();
  const aim = { until: credibleMs(now - DAY_MS), floor: 0, at: momentAt(now) };
  const [inside, whole]: number[][] = [[], []];
  const before = usageOf(process.pid).writtenBytes;
  let removed = 0;
  let messages = 0;
  for (let more = true; more; ) {
    const begun = performance.now();
    const step = db.atomic(() => retention.messages(aim));
    whole?.push(performance.now() - begun);
    inside?.push(step.tookMs);
    removed += step.removed;
    messages += step.messages;
    more = step.more;
  }
  const written = usageOf(process.pid).writtenBytes - before;
  console.log(`alone: ${messages} messages, ${removed} rows in ${inside?.length} steps, ${seconds(sum(whole))} s`);
  console.log(`  step ${figures(inside)}; with its commit ${figures(whole)}`);
  console.log(`  ${(written / MB).toFixed(0)} MB to disk, ${(written / messages).toFixed(0)} bytes a message`);
  const shrinking: number[] = [];
  const sizes = [retention.size().file];
  for (let more = true; more; ) {
    const begun = performance.now();
    more = db.atomic(() => retention.shrink(0)).more;
    shrinking.push(performance.now() - begun);
  }
  retention.truncateLog();
  sizes.push(statSync(copy).size);
  console.log(
    `  ${sizes.map(size => (size / MB).toFixed(0)).join(' -> ')} MB in ${shrinking.length} steps, ${seconds(sum(shrinking))} s, ${figures(shrinking)}`,
  );
  db.close();
  rmSync(copy);
}

/** The same beneath a service center: uplinks before it begins, and while it goes on. */
async function beneath(provisioned: Provisioned): Promise<void> {
  running = await startCenterProcess(dataDir, { ...SETTINGS, PLATFORM_RETENTION_MESSAGES_DAYS: '1' });
  const { pid, ports } = running;
  const api = openApi(ports.gateway);
  const count = async () => Number((await api.call('ListMessages', { page_size: 1 })).total_count);
  const { ca, stations, endpoints } = provisioned;
  // One fleet for all of it: counters that began anew would be copies.
  await using fleet = new Fleet({
    stations: stations.map(station => ({ ...station, ca, host: '127.0.0.1', port: ports.bssci, loggedFrames: 0 })),
    endpoints: endpoints.map(epEui => new SimulatedEndpoint({ epEui, nwkKey: new Uint8Array(16).fill(1) })),
  });
  await fleet.connect();
  const load = () => fleet.run({ rate: RATE, durationMs: PIECE_MS });
  const quiet: Totals[] = [];
  const busy: Totals[] = [];
  let begunAt: number | undefined;
  let writtenBefore = 0;
  let left = await count();
  for (;;) {
    const written = usageOf(pid).writtenBytes;
    const totals = await load();
    const now = await count();
    const gone = left - now;
    left = now;
    if (gone > 0) {
      if (begunAt === undefined) writtenBefore = written;
      begunAt ??= performance.now() - PIECE_MS;
      busy.push(totals);
    } else if (begunAt === undefined) quiet.push(totals);
    else break;
    await sleep(100);
  }
  const took = performance.now() - (begunAt ?? 0);
  const written = usageOf(pid).writtenBytes - writtenBefore;
  const p99 = (all: readonly Totals[]) => all.map(({ p99Ms }) => p99Ms.toFixed(0)).join(' ');
  const longest = (all: readonly Totals[]) => Math.max(...all.map(({ maxMs }) => maxMs)).toFixed(0);
  console.log(
    `beneath ${RATE} uplinks/s: about ${seconds(took)} s, ${(written / MB).toFixed(0)} MB to disk with the uplinks`,
  );
  console.log(`  p99 of ${PIECE_MS / 1000} s each, ms: without ${p99(quiet)}; with ${p99(busy)}`);
  console.log(`  longest, ms: without ${longest(quiet)}; with ${longest(busy)}`);
  const { size } = statSync(path);
  console.log(
    `  database ${(size / MB).toFixed(0)} MB, ${(usageOf(pid).peakResidentBytes / MB).toFixed(0)} MB resident at most`,
  );
  api.close();
  await stop();
}

function sum(values: readonly number[] = []): number {
  return values.reduce((total, value) => total + value, 0);
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

function figures(values: readonly number[] = []): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number) => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1);
  return `p50 ${at(0.5)} p99 ${at(0.99)} longest ${at(1)} ms`;
}
