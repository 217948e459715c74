import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and those it lies in, as `mkdir -p` does. The one of Node.js never ends where a file system refuses with
 * ENOENT, such as /proc. What is made stays when the power fails.
 * @returns whether it was missing
 */
export function makeFolder(path: string, mode: number): boolean {
  const missing: string[] = [];
  for (let folder = resolve(path); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  if (missing.length === 0 && !statSync(path).isDirectory()) mkdirSync(path);
  for (const folder of missing) {
    try {
      mkdirSync(folder, { mode });
      syncPath(dirname(folder));
    } catch (error) {
      // Another process may have been first.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(folder)) throw error;
    }
  }
  return missing.length > 0;
}

/** What lies on the disk of a file, or of the names in a folder, is there after a power cut. */
export function syncPath(path: string): void {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** What an ordinary user can still write to the disk of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
