import { chmodSync, copyFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncPath } from '../../kit/folder.ts';

/** Copies a program so that it is whole on the disk when this returns. */
export function syncedCopy(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, 0o755);
  syncPath(to);
}

/** Likewise in the place of another one, which is there until then. May be done again after a cut. */
export function putInPlace(from: string, to: string): void {
  syncedCopy(from, `${to}.part`);
  renameSync(`${to}.part`, to);
  syncPath(dirname(to));
}
