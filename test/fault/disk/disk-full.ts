/**
 * Lets the disk of a service center run full under load, again and again, and shows that nothing acknowledged is lost, that stations are
 * answered above its floor and not below, and that it is back by itself when there is room. Needs root: it mounts a small file system, and takes it away in the end.
 * Usage: node test/fault/disk/disk-full.ts [--rounds 5] [--engine better-sqlite3|node:sqlite] [--fs tmpfs|ext4] [--size 192] [--floor 16]
 *   [--hold SECONDS] [--kill]
 * --hold keeps it full for so long; --kill ends the process with SIGKILL while it is full and starts it on what is left.
 * With --floor 0 SQLite itself meets the end of the disk, with another one in every second round; without --engine and --floor all of them run in turn.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Engine } from '../../../src/database/driver.ts';
import { type RunningCenter, startCenterProcess } from '../../bench/rig/process.ts';
import type { Fleet } from '../../load/fleet.ts';
import { fleetComparison, fleetsOf, progressOf, provisionFleets } from '../harness/fleets.ts';

const MB = 1_048_576;
/** Between two looks at what is going on. */
const POLL_MS = 20;
/** Without an answer for so long, the stations count as held off. */
const QUIET_MS = 700;
const PATIENCE_MS = 60_000;
/** Longer than the center takes between two looks at its disk. */
const LOOK_MS = 8000;
/** So many times the floor is enough room to be answered. */
const ABOVE_FLOOR = 2;
/** And so many times it is too little, with enough of it for what comes between two looks at the disk. */
const BELOW_FLOOR = 0.75;
const GIVE_UP_MS = 600_000;
/** Health pages may be ten seconds old. */
const HEALTH_MS = 15_000;
/** A piece that does not fit is cut in halves down to this: the last block of the disk goes, too. */
const PIECE = { most: MB, least: 512 };
/** With less than that left SQLite has met the end of the disk: the floor is looked at now and then, and would have come before. */
const SPENT_BYTES = 1.25 * MB;
const LOADS = [{ window: 8 }, { rate: 150 }] as const;

interface Scene {
  readonly engine: Engine;
  readonly fs: string;
  readonly sizeMb: number;
  readonly floorMb: number;
  readonly rounds: number;
  readonly holdS: number;
  readonly kill: boolean;
}

interface Round {
  /** What was left free for the center. */
  readonly leftBytes: number;
  /** From the first refusal of the file system to the last answer of the center. */
  readonly quietAfterMs: number;
  readonly freeBytes: number;
  readonly health: number;
  /** A process that was killed could start while the disk was full. */
  readonly started: boolean;
  /** From the first free byte to the first answer of every fleet. */
  readonly backAfterMs: number;
}

/** A small file system below a folder. @returns how to take it away */
function mount({ fs, sizeMb }: Scene, dir: string): { disk: string; end(): void } {
  const disk = join(dir, 'disk');
  const image = join(dir, 'image');
  mkdirSync(disk);
  if (fs === 'tmpfs') execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', disk]);
  else {
    execFileSync('truncate', ['-s', `${sizeMb}M`, image]);
    execFileSync('mkfs.ext4', ['-q', '-F', '-m', '0', image]);
    execFileSync('mount', ['-o', 'loop', image, disk]);
  }
  return {
    disk,
    end() {
      execFileSync('umount', ['-l', disk]);
      rmSync(image, { force: true });
    },
  };
}

/** Somebody else's file, which takes whatever there is until it is removed. */
class Filler {
  readonly #path: string;
  #file: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Takes what is left, but for so many bytes. */
  take(leave: number): void {
    this.#file ??= openSync(this.#path, 'a');
    const bytes = Buffer.alloc(PIECE.most, 0x5a);
    for (let size: number = PIECE.most; size >= PIECE.least; ) {
      if (leave > 0 && freeBytesOf(this.#path) < leave + size) {
        size /= 2;
        continue;
      }
      try {
        // A write that fits in part takes that part.
        if (writeSync(this.#file, bytes, 0, size) < size) size /= 2;
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code !== 'ENOSPC') throw cause;
        size /= 2;
      }
    }
  }

  remove(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    rmSync(this.#path, { force: true });
  }
}

function freeBytesOf(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

const acknowledged = (fleets: readonly Fleet[]) => fleets.reduce((sum, fleet) => sum + fleet.totals().acknowledged, 0);

async function healthOf(center: RunningCenter): Promise<number> {
  return (await fetch(`http://127.0.0.1:${center.ports.health_core}/health`)).status;
}

/** @returns what it is in the end */
async function healthIs(center: RunningCenter, wanted: number, meanwhile = () => {}): Promise<number> {
  const deadline = performance.now() + HEALTH_MS;
  for (;;) {
    meanwhile();
    const health = await healthOf(center);
    if (health === wanted || performance.now() > deadline) return health;
    await sleep(POLL_MS * 10);
  }
}

/** What is running. */
interface Running {
  center: RunningCenter;
  readonly fleets: readonly Fleet[];
  readonly disk: string;
  start(): Promise<RunningCenter>;
}

/** Ends it and starts it again, perhaps in vain: then it is started when there is room. @returns whether it could start */
async function killed(running: Running): Promise<boolean> {
  running.center.kill('SIGKILL');
  await running.center.exited;
  try {
    running.center = await running.start();
    return true;
  } catch {
    return false;
  }
}

/** Whether stations are answered while there is a little more room than the floor. */
async function answersAbove({ fleets, disk }: Running, floorBytes: number): Promise<boolean> {
  const filler = new Filler(join(disk, 'filler'));
  try {
    filler.take(floorBytes * ABOVE_FLOOR);
    await sleep(LOOK_MS);
    await progressOf(fleets);
    return true;
  } catch {
    return false;
  } finally {
    filler.remove();
  }
}

async function round(running: Running, { holdS, kill }: Scene, leave: number): Promise<Round> {
  const { fleets, disk } = running;
  const filler = new Filler(join(disk, 'filler'));
  try {
    filler.take(leave);
    const full = performance.now();
    let last = acknowledged(fleets);
    let lastAt = full;
    // What the center gives up by itself is taken as well.
    while (performance.now() - lastAt < QUIET_MS) {
      if (performance.now() - full > PATIENCE_MS) {
        throw new Error(`${leave} bytes are free, which is too little, and stations are still answered`);
      }
      filler.take(leave);
      const now = acknowledged(fleets);
      if (now > last) [last, lastAt] = [now, performance.now()];
      await sleep(POLL_MS);
    }
    const freeBytes = freeBytesOf(disk);
    const health = await healthIs(running.center, 503, () => filler.take(leave));
    for (const until = performance.now() + holdS * 1000; performance.now() < until; ) {
      filler.take(leave);
      await sleep(POLL_MS * 5);
    }
    const started = kill ? await killed(running) : true;
    filler.remove();
    const room = performance.now();
    if (!started) running.center = await running.start();
    await progressOf(fleets);
    return {
      ...{ leftBytes: leave, quietAfterMs: lastAt - full, freeBytes, health, started },
      backAfterMs: performance.now() - room,
    };
  } finally {
    filler.remove();
  }
}

/** @returns what must not be */
async function run(scene: Scene): Promise<string[]> {
  const { engine, floorMb, rounds, kill } = scene;
  const dir = mkdtempSync(join(tmpdir(), 'waystation-full-'));
  const { disk, end } = mount(scene, dir);
  const dataDir = join(disk, 'data');
  const ending = new AbortController();
  const start = () =>
    startCenterProcess(dataDir, {
      PLATFORM_STORE_ENGINE: engine,
      PLATFORM_PKI_KEY_TYPE: 'ec-p256',
      PLATFORM_LIMITS_REQUESTS_PER_S: '0',
      PLATFORM_STORE_MIN_FREE_MB: String(floorMb),
      PLATFORM_STORE_LOW_FREE_MB: '0',
      PLATFORM_BACKUP_KEEP: '0',
    });
  let running: Running | undefined;
  let fleets: Fleet[] = [];
  const failures: string[] = [];
  try {
    const center = await start();
    const now: Running = { center, fleets, disk, start };
    running = now;
    fleets = fleetsOf(await provisionFleets(dataDir, center), () => now.center.ports.bssci, undefined, GIVE_UP_MS);
    running = Object.assign(now, { fleets });
    await Promise.all(fleets.map(fleet => fleet.connect()));
    const loads = fleets.map((fleet, index) =>
      fleet.run({ ...(LOADS[index] ?? { window: 1 }), signal: ending.signal }),
    );
    const floor = floorMb * MB;
    if (floor > 0 && !(await answersAbove(now, floor))) failures.push('not answered above the floor');
    for (let n = 1; n <= rounds; n++) {
      await progressOf(fleets);
      await sleep(500 + Math.random() * 1500);
      // In every second round SQLite could still write: what stops it then is the floor alone.
      const left = n % 2 === 1 ? Math.floor(floor * BELOW_FLOOR) : 0;
      const { leftBytes, quietAfterMs, freeBytes, health, started, backAfterMs } = await round(now, scene, left);
      if (health !== 503) failures.push(`health ${health} while the disk was full`);
      if (leftBytes > 0 && freeBytes < SPENT_BYTES)
        failures.push(`${freeBytes} bytes free: not the floor has stopped it`);
      console.log(
        `  round ${n}: ${acknowledged(fleets)} acknowledged; ${leftBytes} bytes left, ${freeBytes} free, answers ended after ${quietAfterMs.toFixed(0)} ms, ` +
          `health ${health}${kill ? `, killed and ${started ? '' : 'not '}started` : ''}; back ${backAfterMs.toFixed(0)} ms after there was room`,
      );
    }
    ending.abort();
    const totals = await Promise.all(loads);
    const health = await healthIs(now.center, 200);
    // The last windows close.
    await sleep(1500);
    await Promise.all(fleets.map(fleet => fleet.close()));
    now.center.kill('SIGTERM');
    const exit = await now.center.exited;
    const { integrity, gaps: _, ...found } = fleetComparison(join(dataDir, 'waystation.db'), engine, fleets);
    const sum = (name: 'sent' | 'acknowledged' | 'refused' | 'reconnects' | 'resumed') =>
      totals.reduce((all, one) => all + one[name], 0);
    console.log(
      `  ${sum('acknowledged')} acknowledged of ${sum('sent')}, ${JSON.stringify(found)}, ${sum('resumed')} of ${sum('reconnects')} resumed`,
    );
    // A telegram that was refused for want of room comes again after younger ones of its endpoint that were not: until then it
    // counts as lost on the air.
    const { found: _found, countedLost: _countedLost, ...bad } = found;
    return [
      ...failures,
      ...Object.entries(bad).flatMap(([name, value]) => (value === 0 ? [] : [`${name}: ${value}`])),
      ...(sum('acknowledged') === sum('sent') ? [] : [`${sum('sent') - sum('acknowledged')} never answered`]),
      ...(sum('refused') === 0 ? [] : [`${sum('refused')} refused`]),
      ...(sum('resumed') === sum('reconnects') ? [] : ['a station had to begin a new session']),
      ...(integrity === 'ok' ? [] : [integrity]),
      ...(health === 200 ? [] : [`health ${health} in the end`]),
      ...(exit === 0 ? [] : [`stopped with ${exit}`]),
    ];
  } catch (cause) {
    return [`${cause instanceof Error ? cause.stack : cause}\n${running?.center.log() ?? ''}`];
  } finally {
    ending.abort();
    running?.center.kill('SIGKILL');
    await running?.center.exited;
    await Promise.all(fleets.map(fleet => fleet.close()));
    end();
    rmSync(dir, { recursive: true, force: true });
  }
}

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    engine: { type: 'string' },
    fs: { type: 'string', default: 'ext4' },
    size: { type: 'string', default: '192' },
    floor: { type: 'string' },
    hold: { type: 'string', default: '0' },
    kill: { type: 'boolean', default: false },
  },
});
const engines = options.engine ? [options.engine as Engine] : (['better-sqlite3', 'node:sqlite'] as const);
const floors = options.floor ? [Number(options.floor)] : [0, 16];
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
for (const engine of engines) {
  for (const floorMb of floors) {
    const scene = {
      ...{ engine, floorMb, fs: options.fs },
      ...{ sizeMb: Number(options.size), rounds: Number(options.rounds) },
      ...{ holdS: Number(options.hold), kill: options.kill },
    };
    console.log(`${engine}, ${options.size} MB of ${options.fs}, nothing accepted below ${floorMb} MB`);
    const failures = await run(scene);
    for (const failure of failures) console.error(`  FAILED: ${failure}`);
    if (failures.length > 0) process.exitCode = 1;
  }
}
