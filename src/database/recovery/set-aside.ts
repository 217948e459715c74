import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** In the name of a damaged file that was set aside, before the time. */
export const ASIDE = '.damaged-';

/** Files that were set aside, newest first. */
export function setAsides(path: string): string[] {
  const folder = dirname(path);
  const begin = basename(path) + ASIDE;
  return readdirSync(folder)
    .filter(name => name.startsWith(begin) && !/-(wal|shm|journal)$/.test(name))
    .sort()
    .reverse()
    .map(name => join(folder, name));
}
