import { readdirSync, rmdirSync } from 'node:fs';
import type { Config } from '../config/load.ts';
import { lockDataDir } from '../config/lock.ts';
import { makeFolder } from '../kit/folder.ts';
import { createLog } from '../kit/log.ts';
import { present } from '../kit/present.ts';
import { finishUnfinished } from '../upkeep/unfinished.ts';
import { actAsOwner } from './as-owner.ts';

/** In one sentence; what to do about it. */
export const noData = (dir: string): string =>
  `there is no data in ${dir}: see --data-dir, or make it with waystation init`;

/**
 * Does what needs the data directory for itself, whatever state it is in.
 * @throws DataDirLocked while a server runs on it; Error where there is none
 */
export async function withLockedDir<T>(config: Config, act: () => Promise<T>): Promise<T> {
  if (!present(config.data_dir)) throw new Error(noData(config.data_dir));
  actAsOwner(config);
  const lock = await lockDataDir(config.data_dir);
  try {
    return await act();
  } finally {
    await lock.release();
  }
}

/**
 * Does what needs the data directory for itself; what a killed command has left there is finished before.
 * @param options.make the folder may be a new one
 * @throws DataDirLocked while a server runs on it
 */
export async function withDataDir<T>(
  config: Config,
  act: () => T | Promise<T>,
  options: { make: boolean } = { make: false },
): Promise<T> {
  const dir = config.data_dir;
  const made = !present(dir);
  if (made && !options.make) throw new Error(noData(dir));
  if (made) makeFolder(dir, 0o750);
  actAsOwner(config);
  const lock = await lockDataDir(dir);
  try {
    await finishUnfinished(config, await createLog({ level: 'info', format: 'pretty' }));
    return await act();
  } finally {
    await lock.release();
    // Nothing came of it: a name typed wrong leaves no folder behind.
    if (made && readdirSync(dir).length === 0) rmdirSync(dir);
  }
}
