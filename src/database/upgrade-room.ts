import { existsSync, lstatSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { freeBytes, syncPath } from '../kit/folder.ts';
import { setAsides } from './recovery/set-aside.ts';
import { listSnapshots, unfinishedIn } from './snapshot/snapshot-files.ts';

/** What an upgrade needs of a disk it writes to, and what may go there to make room for it. */
export interface UpgradeDisk {
  readonly folder: string;
  readonly needed: number;
  readonly free: number;
  /** Files that go first, in this order. */
  readonly first: readonly Removable[];
  /** Files that go only when the database itself was found whole: until it is swapped, nothing writes to it. */
  readonly last: readonly Removable[];
}

interface Removable {
  readonly path: string;
  readonly bytes: number;
}

export interface RoomOptions {
  /** Path of the database. */
  readonly path: string;
  /** Folder of the snapshots; need not exist. */
  readonly snapshots: string;
  /** Whether the database from before is kept by a second name; else a copy of it is made in the folder of the snapshots. */
  readonly linked: boolean;
  /** The daily snapshot that stays as long as possible, default: the newest. */
  readonly keep?: string | undefined;
}

/** The copy that is migrated, by the size of the database: rows hardly grow, indexes do. */
export const COPY_FACTOR = 1.05;
/** New tables and indexes without rows take a page or two each. */
export const COPY_EXTRA_BYTES = 1_048_576;

/** Whether both folders are on one disk, where a file can have a name in each. */
export function onOneDisk(path: string, snapshots: string): boolean {
  return statSync(dirname(path)).dev === statSync(existing(snapshots)).dev;
}

/** What an upgrade of this database would need, and could have. */
export function upgradeRoom(options: RoomOptions): readonly UpgradeDisk[] {
  const { path, snapshots, linked } = options;
  const size = sizeOf(path) + sizeOf(`${path}-wal`);
  const copy = Math.ceil(size * COPY_FACTOR) + COPY_EXTRA_BYTES;
  const kept = linked ? 0 : size;
  const needs = onOneDisk(path, snapshots)
    ? [[dirname(path), copy + kept] as const]
    : [[dirname(path), copy] as const, [existing(snapshots), size] as const];
  const { first, last } = removable(options);
  return needs.map(([folder, needed]) => {
    const { dev } = statSync(folder);
    const here = (files: readonly string[]) =>
      files.flatMap(file => {
        const found = lstatSync(file, { throwIfNoEntry: false });
        return found?.dev === dev ? [{ path: file, bytes: found.blocks * 512 }] : [];
      });
    return { folder, needed, free: freeBytes(folder), first: here(first), last: here(last) };
  });
}

/** What can be had on a disk: what is free and what would go. */
export function obtainable({ free, first, last }: UpgradeDisk): number {
  return [...first, ...last].reduce((sum, { bytes }) => sum + bytes, free);
}

/** Says which disk is too small; undefined when none is. */
export function lacking(disks: readonly UpgradeDisk[]): string | undefined {
  const small = disks.find(disk => obtainable(disk) < disk.needed);
  if (!small) return undefined;
  return `needs ${Math.ceil(small.needed / 1e6)} MB in ${small.folder}, ${Math.floor(obtainable(small) / 1e6)} MB are free or can be made free`;
}

/** Removes files of one kind until there is enough room, or none of them is left. */
export function makeRoom(disks: readonly UpgradeDisk[], kind: 'first' | 'last'): void {
  for (const { folder, needed, [kind]: files } of disks) {
    for (const { path } of files) {
      if (freeBytes(folder) >= needed) break;
      for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
      // Some file systems count what was removed only when that is on the disk.
      syncPath(dirname(path));
    }
  }
}

/**
 * What the jobs of a service leave behind, in the order in which it goes: what is of no use, old snapshots, older damaged
 * files; in the end the newest snapshots, of which the database is a newer one.
 */
function removable({ path, snapshots, keep }: RoomOptions): { first: string[]; last: string[] } {
  const oldestFirst = listSnapshots(snapshots).reverse();
  const dailies = oldestFirst.filter(({ preUpgrade }) => !preUpgrade).map(each => each.path);
  const before = oldestFirst.filter(({ preUpgrade }) => preUpgrade).map(each => each.path);
  const daily = keep ?? dailies.at(-1);
  const newestBefore = before.at(-1);
  const [, ...asides] = setAsides(path);
  return {
    first: [
      ...unfinishedIn(snapshots),
      ...leftBeside(path),
      ...dailies.filter(each => each !== daily),
      ...before.slice(0, -1),
      ...asides.reverse(),
    ],
    last: [newestBefore, daily].filter(each => each !== undefined),
  };
}

/** Copies that an end in the middle has left, and the file that only holds room. */
function leftBeside(path: string): string[] {
  const folder = dirname(path);
  const begins = [`${basename(path)}.upgrade`, `${basename(path)}.recovery`];
  const names = readdirSync(folder).filter(
    name => name === 'reserve' || begins.some(begin => name === begin || name.startsWith(`${begin}-w`)),
  );
  return names.map(name => join(folder, name));
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** The folder, or the nearest that is there. */
function existing(folder: string): string {
  let found = folder;
  while (!existsSync(found)) found = dirname(found);
  return found;
}
