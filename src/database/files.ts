import { closeSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncPath } from '../kit/folder.ts';
import { present } from '../kit/present.ts';

/** Gives a file that is complete its name; a power cut leaves what had the name before, or this. */
export function replaceFile(from: string, to: string): void {
  syncPath(from);
  renameSync(from, to);
  syncPath(dirname(to));
}

/** @throws Error with one sentence where there is no database: opening would make one, or fail with words of SQLite */
export function mustExist(database: string): void {
  if (present(database)) return;
  throw new Error(`there is no database ${database}: correct --data-dir or store.path, or start the service once`);
}

/** Makes the file as one that only its owner reads; SQLite would let every user, and the files beside take over its mode. */
export function touch(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
}
