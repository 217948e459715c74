import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import { OpenFolder } from '../../kit/open-folder.ts';
import { randomBytes } from '../../kit/random.ts';
import type { Kind, Left, Remains, RemainsOfBox } from './remains.ts';
import { RESET_MARK } from './unfinished-reset.ts';

/** What a reset has removed, of one kind. */
export interface Removed {
  readonly kind: Kind;
  readonly path: string;
  readonly files: number;
  readonly bytes: number;
}

export interface Reset {
  readonly removed: readonly Removed[];
  /** Files with keys that were written over before they were removed. */
  readonly overwritten: readonly string[];
  /** Files with keys that were removed only: a second name leads to what is in them. */
  readonly spared: readonly string[];
  readonly left: readonly Left[];
}

const PIECE = 64 * 1024;

/**
 * Takes everything of a box from its disk: keys are written over and removed first, then the rest. The caller has the lock of the data
 * directory. A kill at any moment leaves a folder that no start takes for a box, and the next call goes on.
 * @param step called with the name of each step before it; what it throws ends the reset there, as a kill would
 * @throws Error of the system
 */
export function reset(box: RemainsOfBox, step: (name: string) => void = () => {}): Reset {
  const { remains, left, data } = box;
  step('mark');
  mark(data);
  const [overwritten, spared]: [string[], string[]] = [[], []];
  for (const { folder, keys } of remains) {
    for (const key of keys) {
      const path = join(folder.path, key);
      step(`overwrite ${path}`);
      (overwriteBelow(folder, key.split(sep)) ? overwritten : spared).push(path);
    }
  }
  for (const { folder, name, path } of remains) {
    step(`remove ${path}`);
    remove(folder, name);
  }
  for (const folder of emptied(box)) {
    step(`remove ${join(data.path, folder)}`);
    rmdirSync(data.at(folder));
  }
  step('sync');
  box.sync();
  step('end');
  rmSync(data.at(RESET_MARK), { force: true });
  data.sync();
  return { removed: remains.map(removedOf), overwritten, spared, left };
}

const removedOf = ({ kind, path, files, bytes }: Remains): Removed => ({ kind, path, files, bytes });

/** Empty, so that it can be made on a full disk, too. */
function mark(data: OpenFolder): void {
  const path = data.at(RESET_MARK);
  if (!lstatSync(path, { throwIfNoEntry: false })) closeSync(openSync(path, 'wx', 0o600));
  data.sync();
}

/** @returns whether it was written over */
function overwriteBelow(folder: OpenFolder, [name = '', ...rest]: readonly string[]): boolean {
  if (rest.length === 0) return overwrite(folder.at(name));
  const below = folder.folder(name);
  if (!(below instanceof OpenFolder)) return false;
  using opened = below;
  return overwriteBelow(opened, rest);
}

/** Where there is no second name; through a link nothing is written. */
function overwrite(path: string): boolean {
  const { O_RDONLY, O_WRONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const found = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const { nlink, mode, ino, size } = fstatSync(found);
    if (!fstatSync(found).isFile() || nlink !== 1) return false;
    // A key may be read-only for its owner, too.
    if ((mode & 0o200) === 0) fchmodSync(found, 0o600);
    const opened = openSync(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      if (fstatSync(opened).ino !== ino) return false;
      for (let at = 0; at < size; ) {
        const noise = randomBytes(Math.min(size - at, PIECE));
        at += writeSync(opened, noise, 0, noise.length, at);
      }
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
    return true;
  } finally {
    closeSync(found);
  }
}

/** What is gone already was in something that was removed before. */
function remove(folder: OpenFolder, name: string): void {
  const path = folder.at(name);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isDirectory()) {
    unlinkSync(path);
    return;
  }
  const below = folder.folder(name);
  if (below instanceof OpenFolder) {
    using opened = below;
    for (const each of opened.names()) remove(opened, each);
    rmdirSync(path);
  } else remove(folder, name);
}

/** Folders in the data directory that the configuration names, with nothing in them any more. */
function emptied({ folders, data }: RemainsOfBox): string[] {
  return folders.flatMap(folder => {
    const name = folder.path.slice(data.path.length + 1);
    const direct = folder.path.startsWith(data.path + sep) && !name.includes(sep);
    return direct && folder.names().length === 0 ? [name] : [];
  });
}
