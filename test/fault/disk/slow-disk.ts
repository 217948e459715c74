/**
 * Slows every sync of the disk and measures what does not need the disk while 16 stations send: GetSystemStatus and the ping of
 * a station. Nothing may be lost or refused, and they must take less than half a sync on average: whoever waits for the disk waits longer.
 * Usage: node test/fault/disk/slow-disk.ts [--sync-ms 50] [--seconds 20] [--engine better-sqlite3|node:sqlite]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openApi } from '../../../src/cli/api.ts';
import { systemClock } from '../../../src/kit/time/clock.ts';
import { SimulatedStation } from '../../../src/simulate/base-station.ts';
import { startCenterProcess } from '../../bench/rig/process.ts';
import { type Provisioned, provision, runLoad } from '../../bench/rig/rig.ts';

const { values: options } = parseArgs({
  options: {
    'sync-ms': { type: 'string', default: '50' },
    seconds: { type: 'string', default: '20' },
    engine: { type: 'string', default: 'better-sqlite3' },
  },
});
const STATIONS = 16;
const ENDPOINTS = STATIONS * 4;
const WINDOW = 8;
const EVERY_MS = 20;
const seconds = Number(options.seconds);

if (spawnSync('strace', ['-V']).status !== 0)
  throw new Error('strace is needed to slow the syncs: install the package strace');
let provisioned: Provisioned | undefined;
const dir = mkdtempSync(join(tmpdir(), 'waystation-slow-'));
const dataDir = join(dir, 'data');
const settings = { PLATFORM_STORE_ENGINE: options.engine, PLATFORM_PKI_KEY_TYPE: 'ec-p256' };
try {
  for (const ms of [0, Number(options['sync-ms'])]) await measured(ms);
} finally {
  rmSync(dir, { recursive: true, force: true });
}

async function measured(syncMs: number): Promise<void> {
  const slow = `inject=fsync,fdatasync:delay_enter=${syncMs * 1000}`;
  const tracer = [
    'strace',
    '-D',
    '-f',
    '--seccomp-bpf',
    '-qq',
    '-o',
    '/dev/null',
    '-e',
    'trace=fsync,fdatasync',
    '-e',
    slow,
  ];
  const center = await startCenterProcess(dataDir, settings, { runner: syncMs > 0 ? tracer : [] });
  const api = openApi(center.ports.gateway);
  try {
    provisioned ??= await provision(dataDir, api, STATIONS + 1, ENDPOINTS);
    const [mine, ...others] = provisioned.stations;
    const station = await SimulatedStation.connect({
      ...{ host: '127.0.0.1', port: center.ports.bssci, clock: systemClock, loggedFrames: 0, ca: provisioned.ca },
      ...{ bsEui: mine?.bsEui ?? '', cert: mine?.cert ?? '', key: mine?.key ?? '' },
    });
    let over = false;
    const load = runLoad({
      ...{
        port: center.ports.bssci,
        ca: provisioned.ca,
        stations: others,
        endpoints: provisioned.endpoints,
        heardBy: 1,
      },
      load: { window: WINDOW, durationMs: seconds * 1000 },
    }).finally(() => {
      over = true;
    });
    const status = repeated(
      () => api.call('GetSystemStatus', {}),
      () => over,
    );
    const ping = repeated(
      () => station.start('ping', {}),
      () => over,
    );
    const [totals, statusMs, pingMs] = await Promise.all([load, status, ping]);
    console.log(
      `${options.engine}, syncs slowed by ${syncMs} ms, ${STATIONS} stations, window ${WINDOW}: ${totals.perSecond.toFixed(0)} uplinks/s, ` +
        `lost ${totals.lost + totals.refused}; GetSystemStatus ${figures(statusMs)}; ping ${figures(pingMs)}`,
    );
    await station.close();
    const missing = totals.lost + totals.refused;
    if (missing > 0) fail(`${missing} uplinks lost or refused`);
    if (totals.acknowledged === 0) fail('no uplink was acknowledged');
    for (const [what, took] of Object.entries({ GetSystemStatus: statusMs, ping: pingMs })) {
      if (took.length === 0) fail(`${what} was never answered`);
      const mean = took.reduce((sum, ms) => sum + ms, 0) / took.length;
      if (syncMs > 0 && mean > syncMs / 2) fail(`${what} waits for the disk: ${mean.toFixed(1)} ms on average`);
    }
  } finally {
    api.close();
    center.kill('SIGTERM');
    const exit = await center.exited;
    console.log(`stopped with ${exit}`);
    if (exit !== 0) fail(`stopped with ${exit}`);
  }
}

function fail(why: string): void {
  console.error(`FAILED: ${why}`);
  process.exitCode = 1;
}

async function repeated(act: () => Promise<unknown>, over: () => boolean): Promise<number[]> {
  const took: number[] = [];
  while (!over()) {
    const begun = performance.now();
    await act();
    took.push(performance.now() - begun);
    await sleep(EVERY_MS);
  }
  return took.sort((a, b) => a - b);
}

function figures(sorted: readonly number[]): string {
  const at = (place: number) => part(sorted, place).toFixed(1);
  return `p50 ${at(0.5)} p99 ${at(0.99)} max ${at(1)} ms (${sorted.length})`;
}

/** The value at this place, 0 to 1. */
function part(sorted: readonly number[], place: number): number {
  return sorted[Math.floor((sorted.length - 1) * place)] ?? 0;
}
