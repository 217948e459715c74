import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../../config/load.ts';
import type { Store } from '../../domain/domain.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { giveWay } from '../backup/snapshots.ts';
import { type Room, roomAt, Space } from './disk-guard.ts';
import { Retention } from './retention.ts';

export interface RoomKeeperParts {
  readonly config: Pick<Config, 'store' | 'retention' | 'uplink' | 'backup'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Store;
  /** When something was stored last before this start (milliseconds). */
  readonly lastTime: number;
  readonly metrics: { diskFree(bytes: number): void; size(databaseBytes: number, walBytes: number): void };
  /** For tests; default: the disk of the database. */
  readonly room?: (() => Promise<Room>) | undefined;
}

/** What keeps the disk from filling up. */
export interface RoomKeeper {
  readonly retention: Retention;
  readonly space: Space;
  stop(): Promise<void>;
}

/** Looks at the disk for the first time; its jobs do so again and again. */
export async function keepRoom({ config, clock, log, store, lastTime, ...rest }: RoomKeeperParts): Promise<RoomKeeper> {
  const { path, low_free_mb, min_free_mb } = config.store;
  const folder = dirname(path);
  const logBytes = () => sizeOf(`${path}-wal`);
  const retention = new Retention({
    ...{ clock, log, store, lastTime, logBytes },
    settings: config.retention,
    duplicateWindowMs: config.uplink.duplicate_window_s * 1000,
  });
  const space = new Space({
    ...{ clock, log, store },
    lowFreeMb: low_free_mb,
    minFreeMb: min_free_mb,
    room: rest.room ?? (() => roomAt(folder)),
    reserve: join(folder, 'reserve'),
    async relieve(enough) {
      await giveWay(config.backup.dir, path, enough);
      if (!(await enough())) await retention.relieve(enough);
    },
    measured(free) {
      rest.metrics.diskFree(free);
      rest.metrics.size(store.read.retention.size().file, logBytes());
    },
  });
  await space.look();
  return {
    ...{ retention, space },
    async stop() {
      await retention.stop();
      await space.stop();
    },
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
