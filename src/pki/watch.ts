import { type FSWatcher, statSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock, Timer } from '../kit/time/clock.ts';

export interface WatchOptions {
  /** Files, which need not exist, and folders whose list of files counts. */
  readonly files: readonly string[];
  readonly clock: Clock;
  /** Reads what changed. @returns false when it is not whole yet, to be called again at the next check */
  readonly changed: () => boolean;
}

/** Who writes several files is given so long to write the last one. */
const SETTLE_MS = 250;
/** Not every file system reports changes: the files are also checked at this interval. */
const CHECK_MS = 5000;

/** Calls `changed` soon after one of the files was replaced, made or removed. */
export function watchFiles({ files, clock, changed }: WatchOptions): { stop(): void } {
  let seen = signatureOf(files);
  let whole = true;
  let settling: Timer | undefined;
  const check = () => {
    // taken before the files are read: what changes meanwhile is found by the next check
    const now = signatureOf(files);
    if (now === seen && whole) return;
    seen = now;
    whole = changed();
  };
  const checkSoon = () => {
    settling?.cancel();
    settling = clock.after(SETTLE_MS, check);
  };
  const folders = new Set(files.map(dirname));
  const watchers = [...folders].flatMap(folder => watchFolder(folder, checkSoon));
  const checks = clock.every(CHECK_MS, check);
  return {
    stop() {
      checks.cancel();
      settling?.cancel();
      for (const watcher of watchers) watcher.close();
    },
  };
}

/** None where the system cannot watch, or the folder is not there yet: the regular checks remain. */
function watchFolder(folder: string, changed: () => void): FSWatcher[] {
  try {
    const watcher = watch(folder, { persistent: false }, changed);
    watcher.on('error', () => watcher.close());
    return [watcher];
  } catch {
    return [];
  }
}

function signatureOf(files: readonly string[]): string {
  return files
    .map(file => {
      const found = statSync(file, { throwIfNoEntry: false, bigint: true });
      return found ? `${found.ino}:${found.size}:${found.mtimeNs}` : '';
    })
    .join('|');
}
