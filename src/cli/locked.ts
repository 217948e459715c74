import { mkdirSync } from 'node:fs';
import type { Config } from '../config/load.ts';
import { lockDataDir } from '../config/lock.ts';
import { createLog } from '../kit/log.ts';
import { finishUnfinished } from '../upkeep/unfinished.ts';

/**
 * Does what needs the data directory for itself; what a killed command has left there is finished before.
 * @throws DataDirLocked while a server runs on it
 */
export async function withDataDir<T>(config: Config, act: () => T | Promise<T>): Promise<T> {
  mkdirSync(config.data_dir, { recursive: true, mode: 0o750 });
  const lock = await lockDataDir(config.data_dir);
  try {
    finishUnfinished(config, await createLog({ level: 'info', format: 'pretty' }));
    return await act();
  } finally {
    await lock.release();
  }
}
