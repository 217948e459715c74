import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { availableParallelism, freemem, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fail, ok, type Verdict, warn } from '../../kit/faults/finding.ts';
import { roomText } from '../../kit/room-text.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { diskFinding, diskLimits, diskSpaceAt } from '../../upkeep/disk/disk-space.ts';
import { timeBeside } from '../../upkeep/time-beside.ts';
import { SET_CLOCK } from '../../upkeep/time-floor.ts';
import type { Check, Scene } from './examine.ts';

const MB = 1_048_576;

/** File systems by the number that statfs gives, as far as they matter here. */
const FILE_SYSTEMS: ReadonlyMap<number, { name: string; level: 'ok' | 'warn' | 'fail'; why?: string }> = new Map([
  [0x0102_1994, { name: 'tmpfs', level: 'fail', why: 'everything is lost when the machine stops' }],
  [0x8584_58f6, { name: 'ramfs', level: 'fail', why: 'everything is lost when the machine stops' }],
  [
    0x794c_7630,
    {
      name: 'overlay',
      level: 'fail',
      why: 'what is written may be gone after a restart of the machine or the container',
    },
  ],
  [0x4d44, { name: 'FAT', level: 'warn', why: 'it knows neither owners nor power cuts' }],
  [0x2011_bab0, { name: 'exFAT', level: 'warn', why: 'it knows neither owners nor power cuts' }],
  [0x6969, { name: 'NFS', level: 'warn', why: 'a database needs a local disk' }],
  [0xff53_4d42, { name: 'CIFS', level: 'warn', why: 'a database needs a local disk' }],
  [0xfe53_4d42, { name: 'SMB', level: 'warn', why: 'a database needs a local disk' }],
  [0xef53, { name: 'ext4', level: 'ok' }],
  [0xf2f5_2010, { name: 'f2fs', level: 'ok' }],
  [0x5846_5342, { name: 'xfs', level: 'ok' }],
  [0x9123_683e, { name: 'btrfs', level: 'ok' }],
]);

/** Samples of the disk, and how long to take them at most. */
const WRITES = 64;
const WRITES_MS = 3000;
/** As much as a small commit writes. */
const WRITE_BYTES = 4096;
/** A commit may take longer than this now and then, but then uplinks wait for it. */
const SLOW_P99_MS = 250;
const HANGING_P50_MS = 250;

/** 64 MB of the program, the database's caches and a reserve for a busy minute. */
const LEAST_MEMORY_MB = 192;
const ENOUGH_FREE_MB = 64;

/** This release is not run any more then: a clock that says so was set wrong. */
const LAST_YEAR = 2100;

export const machineChecks: readonly Check[] = [
  {
    name: 'disk space',
    async run({ config }) {
      const space = await diskSpaceAt(folderOf(config.data_dir));
      const { low_free_mb: lowFreeMb, min_free_mb: minFreeMb } = config.store;
      const limits = diskLimits(space.total, { lowFreeMb, minFreeMb });
      const level = space.free < limits.full ? 'full' : space.free < limits.low ? 'low' : 'enough';
      return diskFinding(level, space, limits);
    },
  },
  { name: 'file system', run: async ({ config }) => fileSystem((await statfs(folderOf(config.data_dir))).type) },
  { name: 'write speed', run: scene => writeSpeed(folderOf(scene.config.data_dir), scene.clock) },
  {
    name: 'memory',
    run() {
      // Inside of a service or a container less may be allowed than there is; 0 or more than all of it is no limit.
      const limit = process.constrainedMemory();
      const total = limit > 0 && limit < totalmem() ? limit : totalmem();
      const [all, free] = [Math.floor(total / MB), Math.floor(freemem() / MB)];
      const text = `${roomText(freemem(), total)} free, ${availableParallelism()} processors`;
      if (all < LEAST_MEMORY_MB) return warn(text, `give it at least ${LEAST_MEMORY_MB} MB`);
      return free < ENOUGH_FREE_MB ? warn(text, 'end what else needs memory here') : ok(text);
    },
  },
  { name: 'clock', run: clockOf },
];

/** The folder, or the nearest that is there. */
function folderOf(dir: string): string {
  let folder = dir;
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}

/** What a file system means for data that must not be lost. @param type as statfs gives it */
export function fileSystem(type: number): Verdict {
  const known = FILE_SYSTEMS.get(type);
  if (!known) return ok(`type 0x${type.toString(16)}`);
  if (known.level === 'ok') return ok(known.name);
  const text = `the data directory is on ${known.name}: ${known.why}`;
  return known.level === 'fail'
    ? fail(text, 'move it to a disk of its own, such as ext4 or f2fs')
    : warn(text, 'move it to a local disk with ext4 or f2fs');
}

/** How long a small write takes to be on the disk, which is what every acknowledgement waits for. */
function writeSpeed(folder: string, clock: Clock): Verdict {
  const path = join(folder, `.doctor-${process.pid}.tmp`);
  const took: number[] = [];
  const begun = clock.monotonic();
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    return cannotWrite(folder, error);
  }
  try {
    const bytes = Buffer.alloc(WRITE_BYTES, 0xa5);
    while (took.length < WRITES && clock.monotonic() - begun < WRITES_MS) {
      const from = clock.monotonic();
      writeSync(file, bytes);
      fsyncSync(file);
      took.push(clock.monotonic() - from);
    }
  } catch (error) {
    return cannotWrite(folder, error);
  } finally {
    closeSync(file);
    rmSync(path, { force: true });
  }
  return judgeWrites(took);
}

function cannotWrite(folder: string, error: unknown): Verdict {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return fail(`${folder} takes nothing more`, 'make room on the disk');
  // A user who may only read still gets every other finding.
  if (code === 'EACCES' || code === 'EPERM')
    return warn(`not measured, ${folder} cannot be written by this user`, 'run this as the user of the service');
  return fail(`${folder} cannot be written (${code})`, 'look at the disk and how it is mounted');
}

/** What the times of synced writes (milliseconds) mean. Two of them are in the way of each uplink. */
export function judgeWrites(took: readonly number[]): Verdict {
  const sorted = [...took].sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
  const [p50, p99] = [at(0.5), at(0.99)];
  const alone = Math.max(1, Math.floor(500 / Math.max(p50, 0.01)));
  const text = `a synced write takes ${ms(p50)} (p50), ${ms(p99)} (p99): ${alone} uplinks/s one by one, many more at once, as they share a write`;
  if (p50 > HANGING_P50_MS || p99 > SLOW_P99_MS)
    return warn(text, 'look for what else writes to this disk; a worn memory card is slow, too');
  return ok(text);
}

const ms = (time: number) => `${time.toFixed(time < 10 ? 1 : 0)} ms`;

function clockOf({ config, clock, builtAt, server }: Scene): Verdict {
  const now = clock.now();
  const time = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
  const { finding, committed, isConfirmed } = timeBeside(config, now, builtAt);
  if (finding) return finding;
  // A running service has seen the clock set back, and a station that says the same shows which of the two was wrong.
  if (now < committed && server === undefined && !isConfirmed) {
    return warn(`${time(now)} is before what was stored last (${time(committed)})`, 'look whether the clock is right');
  }
  if (new Date(now).getUTCFullYear() >= LAST_YEAR) return fail(`${time(now)} cannot be`, SET_CLOCK);
  return ok(`${time(now)} UTC`);
}
