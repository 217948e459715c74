import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, openDb } from '../../src/database/driver.ts';
import { nextSnapshot } from '../../src/database/snapshot/snapshot-files.ts';
import { freeBytes } from '../../src/kit/folder.ts';
import { frozen, thaw } from './frozen.ts';

/** Payloads longer than real ones: fewer rows fill a file. */
const LONG_BYTES = 1500;
const PAGE = 4096;

/** A small file system of its own, until it is taken away. */
export interface SmallDisk {
  readonly dir: string;
  readonly bytes: number;
  end(): void;
}

/** @returns undefined where nothing may be mounted */
export function smallDisk(megabytes: number, kind: 'tmpfs' | 'ext4' = 'tmpfs'): SmallDisk | undefined {
  const place = mkdtempSync(join(tmpdir(), 'waystation-disk-'));
  const [dir, image] = [join(place, 'disk'), join(place, 'image')];
  mkdirSync(dir);
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'ignore' });
  try {
    if (kind === 'tmpfs') run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dir);
    else {
      run('truncate', '-s', `${megabytes}M`, image);
      run('mkfs.ext4', '-q', '-F', image);
      run('mount', '-o', 'loop', image, dir);
    }
  } catch {
    rmSync(place, { recursive: true });
    return undefined;
  }
  const { blocks, bsize } = statfsSync(dir);
  return {
    dir,
    bytes: blocks * bsize,
    end() {
      run('umount', '-l', dir);
      rmSync(place, { recursive: true });
    },
  };
}

/** Makes the oldest frozen database in a folder, with messages until its file has this size. @returns its path */
export function filledTo(dir: string, bytes: number, engine: Engine): string {
  const path = thaw(frozen()[0] ?? '', dir, engine);
  const db = openDb(path, { engine, mode: 'writer', synchronous: 'normal' });
  const others = 'org, endpoint, generation, arrived_at, stored_at, format, flags, receptions, decode_status';
  // Their numbers go on, as they do at an endpoint.
  const more = db.prepare(
    `INSERT INTO message (packet_cnt, rx_time_ns, user_data, ${others})
      SELECT packet_cnt + ?, rx_time_ns + ?, randomblob(${LONG_BYTES}), ${others} FROM message WHERE seq = (SELECT min(seq) FROM message)`,
  );
  const file = db.prepare('PRAGMA page_count');
  const pages = () => (file.get() as { page_count: number }).page_count;
  for (let n = 1; pages() * PAGE < bytes; ) {
    // So many fit at least; in one transaction it is quicker.
    const fit = Math.max(1, Math.floor((bytes - pages() * PAGE) / (LONG_BYTES + PAGE)));
    db.atomic(() => {
      for (const end = n + fit; n < end; n++) more.run(n, n * 1_000_000);
    });
  }
  db.close();
  return path;
}

/** Writes copies of the database beside it, as jobs do: `dailies`, and copies from before upgrades, while so much is left free. */
export function leaveBehind(
  path: string,
  {
    dailies = 0,
    preUpgrade = 0,
    schema = 6,
    leave,
  }: { dailies?: number; preUpgrade?: number; schema?: number; leave: number },
): string[] {
  const backups = join(path, '..', 'backups');
  const { size } = statSync(path);
  const made: string[] = [];
  const begin = Date.UTC(2026, 0, 1);
  const one = (day: number, before: boolean) => {
    if (freeBytes(join(path, '..')) - size < leave) return;
    const target = nextSnapshot(backups, begin + day * 86_400_000, schema, before);
    copyFileSync(path, target);
    made.push(target);
  };
  for (let n = 0; n < preUpgrade; n++) one(n, true);
  for (let n = 0; n < dailies; n++) one(10 + n, false);
  return made;
}

/** A file of so many bytes that no file system makes smaller. */
export function filler(path: string, bytes: number): void {
  writeFileSync(path, Buffer.alloc(bytes, 0x5a));
}
