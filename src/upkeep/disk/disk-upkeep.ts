import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../../config/load.ts';
import type { Store } from '../../domain/domain.ts';
import type { Log } from '../../kit/log.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { giveWay } from '../backup/snapshots.ts';
import { DiskGuard } from './disk-guard.ts';
import { type DiskSpace, diskSpaceAt, mostDatabaseMb } from './disk-space.ts';
import { Retention } from './retention.ts';

export interface DiskUpkeepOptions {
  readonly config: Pick<Config, 'store' | 'retention' | 'uplink' | 'backup'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Store;
  readonly metrics: { diskFree(bytes: number): void; size(databaseBytes: number, walBytes: number): void };
  /** For tests; default: the disk of the database. */
  readonly diskSpace?: (() => Promise<DiskSpace>) | undefined;
}

/** What keeps the disk from filling up. */
export interface DiskUpkeep {
  readonly retention: Retention;
  readonly guard: DiskGuard;
  stop(): Promise<void>;
}

/** Measures the disk for the first time; its jobs do so again and again. */
export async function startDiskUpkeep({
  config,
  clock,
  log,
  store,
  metrics,
  diskSpace,
}: DiskUpkeepOptions): Promise<DiskUpkeep> {
  const { path, low_free_mb, min_free_mb } = config.store;
  const folder = dirname(path);
  const logBytes = () => sizeOf(`${path}-wal`);
  const space = diskSpace ?? (() => diskSpaceAt(folder));
  const { total } = await space();
  const retention = new Retention({
    clock,
    log,
    store,
    logBytes,
    settings: { ...config.retention, max_database_mb: mostDatabaseMb(total, config.retention.max_database_mb) },
    duplicateWindowMs: config.uplink.duplicate_window_s * 1000,
  });
  const guard = new DiskGuard({
    clock,
    log,
    store,
    settings: { lowFreeMb: low_free_mb, minFreeMb: min_free_mb },
    space,
    reserve: join(folder, 'reserve'),
    async relieve(enough) {
      await giveWay(config.backup.dir, path, enough);
      if (!(await enough())) await retention.relieve(enough);
    },
    measured(free) {
      metrics.diskFree(free);
      metrics.size(store.read.retention.size().file, logBytes());
    },
  });
  await guard.check();
  return {
    retention,
    guard,
    async stop() {
      await retention.stop();
      await guard.stop();
    },
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
