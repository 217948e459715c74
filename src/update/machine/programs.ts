import { chmodSync, closeSync, copyFileSync, fsyncSync, openSync } from 'node:fs';

/** Copies a program so that it is whole on the disk when this returns. */
export function syncedCopy(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, 0o755);
  syncFile(to);
}

/** What was written to a file is there after a power cut. */
export function syncFile(path: string): void {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
