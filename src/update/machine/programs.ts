import { chmodSync, copyFileSync } from 'node:fs';
import { syncPath } from '../../kit/folder.ts';

/** Copies a program so that it is whole on the disk when this returns. */
export function syncedCopy(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, 0o755);
  syncPath(to);
}
