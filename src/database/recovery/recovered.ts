import { basename } from 'node:path';
import type { Salvage } from './salvage.ts';

/** What was done about a damaged database. */
export interface Recovered {
  readonly why: string;
  /** Where the damaged file is; undefined when there was none. */
  readonly aside: string | undefined;
  /** Name of the snapshot that was taken; undefined when there was none. */
  readonly snapshot: string | undefined;
  /** Names of snapshots that were found damaged as well. */
  readonly rejected: readonly string[];
  /** Of the damaged file; undefined when nothing of it can be read. */
  readonly salvage: Salvage | undefined;
}

/** One sentence for the log and the health page. */
export function recoveryText({ why, aside, snapshot, salvage: saved }: Recovered): string {
  const source = snapshot === undefined ? 'no snapshot was there' : `restored from ${snapshot}`;
  const counts = saved && (saved.whole.length > 0 || saved.partial.length > 0);
  const read = counts
    ? `; read out of the damaged file: ${saved.whole.length} tables whole, ${saved.partial.length} in part`
    : '; nothing could be read out of the damaged file';
  const where = aside === undefined ? '' : `${read}; it is kept as ${basename(aside)}`;
  return `the database was damaged (${why}): ${source}${where}`;
}
