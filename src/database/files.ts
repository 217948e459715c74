import { closeSync, existsSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/** What lies on the disk of a file, or of the names in a folder, is there after a power cut. */
export function syncPath(path: string): void {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** Gives a file that is complete its name; a power cut leaves what had the name before, or this. */
export function replaceFile(from: string, to: string): void {
  syncPath(from);
  renameSync(from, to);
  syncPath(dirname(to));
}

/** @throws Error with one sentence where there is no database: opening would make one, or fail with words of SQLite */
export function mustExist(database: string): void {
  if (existsSync(database)) return;
  throw new Error(`there is no database ${database}: correct --data-dir or store.path, or start the service once`);
}
