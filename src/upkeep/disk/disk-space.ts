import { statfs } from 'node:fs/promises';
import { type Finding, fail, ok, warn } from '../../kit/faults/finding.ts';
import { roomText } from '../../kit/room-text.ts';

const MB = 1_048_576;
/** As the configuration says them where it gives no number: a part of the disk, but not more than so many MB. */
const LOW = { part: 0.1, mostMb: 1024 };
const FULL = { part: 0.05, mostMb: 256 };
/** The database, two snapshots of it and what stays free fit on a disk then, and an upgrade finds room there without taking the last snapshot. */
const DATABASE = { part: 0.25, mostMb: 2048 };
/** Here the disk is full whatever the configuration says: a write that just fits says nothing about the next one. */
const NOTHING_MB = 1;

/** Bytes of the disk that a folder is on. */
export interface DiskSpace {
  readonly free: number;
  readonly total: number;
}

/** Bytes that must be free: below `low` old messages go, below `full` nothing is accepted. */
export interface DiskLimits {
  readonly low: number;
  readonly full: number;
}

/** With less than so many times the room below which old messages go, it is time to look. */
const SOON = 2;

/** Room on the disk, and below which of it something is to be said, worse and worse: MB. */
export interface DiskRoom {
  readonly freeMb: number;
  readonly limitsMb: readonly number[];
}

export function diskRoom({ free }: DiskSpace, { low, full }: DiskLimits): DiskRoom {
  return { freeMb: free / MB, limitsMb: [SOON * low, low, full].map(limit => limit / MB) };
}

/** `low`: the oldest delivered messages go. `full`: nothing is accepted. */
export type DiskLevel = 'enough' | 'low' | 'full';

/** `store.low_free_mb`, with 0 nothing is removed to make space; `store.min_free_mb`, with 0 the disk may become full. */
export interface DiskSettings {
  readonly lowFreeMb: number | undefined;
  readonly minFreeMb: number | undefined;
}

export async function diskSpaceAt(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** The limits of a disk of this size. */
export function diskLimits(total: number, { lowFreeMb, minFreeMb }: DiskSettings): DiskLimits {
  const floor = minFreeMb === undefined ? Math.min(FULL.part * total, FULL.mostMb * MB) : minFreeMb * MB;
  const full = Math.max(floor, NOTHING_MB * MB);
  const low = lowFreeMb === undefined ? Math.min(LOW.part * total, LOW.mostMb * MB) : lowFreeMb * MB;
  return { low: Math.max(low, full), full };
}

/** `retention.max_database_mb` for a disk of this size. */
export function mostDatabaseMb(total: number, setting: number | undefined): number {
  // None of it would mean that there is no bound.
  return setting ?? Math.max(1, Math.floor(Math.min(DATABASE.part * total, DATABASE.mostMb * MB) / MB));
}

/** What is to be said of a disk at this level. */
export function diskFinding(level: DiskLevel, { free, total }: DiskSpace, { low, full }: DiskLimits): Finding {
  const check = 'storage';
  const have = `${roomText(free, total)} free`;
  if (level === 'enough') {
    if (free >= SOON * low) return { check, ...ok(have) };
    return { check, ...warn(`disk getting full: ${have}`, 'make room, or keep messages for a shorter time') };
  }
  if (level === 'low') {
    const text = `disk almost full: ${have}, old messages go below ${Math.ceil(low / MB)} MB`;
    return { check, ...warn(text, 'make room, or lower store.low_free_mb') };
  }
  const text = `disk full: ${have}, nothing is accepted below ${Math.ceil(full / MB)} MB`;
  return { check, ...fail(text, 'make room, or lower store.min_free_mb') };
}
