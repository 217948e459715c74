import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../config/load.ts';
import { latestOf } from '../database/migrate.ts';
import { recoveryText } from '../database/recovered.ts';
import type { Store } from '../domain/domain.ts';
import { RECOVERED } from '../domain/installation/store.ts';
import { migrations } from '../domain/migrations/all.ts';
import type { Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import { Snapshots } from './backup/snapshots.ts';
import { diskLimits, diskSpaceAt } from './disk/disk-space.ts';

const DAY_MS = 86_400_000;

export interface DatabaseParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Store;
  /** EUI of the service center. */
  readonly scEui: string;
}

/** The daily snapshots of this service center. */
export function dailySnapshots({ config, clock, log, store, scEui }: DatabaseParts): Snapshots {
  const { dir, keep } = config.backup;
  return new Snapshots({
    ...{ clock, log, store, dir, keep, scEui },
    raise: store.write.events.raise,
    database: config.store.path,
    schema: latestOf(migrations),
    async spare() {
      const { free, total } = await diskSpaceAt(existing(dir));
      const { low_free_mb: lowFreeMb, min_free_mb: minFreeMb } = config.store;
      return free - diskLimits(total, { lowFreeMb, minFreeMb }).low;
    },
  });
}

/** Tells what had to be done to the database at start. A recovery has its event from when it was made. */
export async function tellPrepared({ clock, log, store, scEui }: DatabaseParts): Promise<void> {
  const { recovered, upgraded } = store.prepared;
  if (recovered) log.error({ ...recovered }, recoveryText(recovered));
  if (!upgraded) return;
  const { from, to, snapshot } = upgraded;
  log.info({ from, to, snapshot }, 'database schema brought up to date');
  const at = clock.now();
  const life = { org: null, sourceId: scEui, at, storedAt: at };
  await store.write.events.raise({ ...life, type: 'system.migration_applied', data: { from, to } });
}

/** What someone should look at, for the health page: a recovery for a day, a missing snapshot for as long as it is missing. */
export function databaseTroubles(store: Store, snapshots: Snapshots, now: number): string[] {
  const { failure } = snapshots;
  const text = store.read.installation.value(RECOVERED);
  const recovered = text === undefined ? undefined : (JSON.parse(text) as { at: number; detail: string });
  return [
    ...(recovered && Math.abs(now - recovered.at) < DAY_MS ? [recovered.detail] : []),
    ...(failure === undefined ? [] : [`no snapshot: ${failure}`]),
  ];
}

function existing(folder: string): string {
  let found = folder;
  while (!existsSync(found)) found = dirname(found);
  return found;
}
