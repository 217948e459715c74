import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/load.ts';
import { engineOf, withReader } from '../database/driver.ts';
import { isUsable, latestOf, type Migration, NewerSchema, readableFrom, schemaVersion } from '../database/migrate.ts';
import { writeSnapshot } from '../database/snapshot/snapshot.ts';
import { listSnapshots } from '../database/snapshot/snapshot-files.ts';
import { upgrade } from '../database/upgrade.ts';
import { freeBytes, makeFolder } from '../kit/folder.ts';
import type { Clock } from '../kit/time/clock.ts';

/** What an upgrade of the database of now would be, as far as can be known beside the service that has it. */
export interface Rehearsed {
  /** Milliseconds that it took; 0: nothing was to be done. */
  readonly upgradeMs: number;
  /** The oldest schema whose program may run on the result. */
  readonly readableFrom: number;
}

/** In the folder `update` of the data directory. */
const FOLDER = 'rehearsal';
/** The copy, and the copy that the upgrade makes of it; the service beside it goes on writing. */
const COPIES = 2.1;
const SPARE_BYTES = 64 * 1024 * 1024;

/**
 * Brings a copy of the newest snapshot to the schema of this program; the database itself is only read. The service may run.
 * @param folder is made, and gone in the end
 * @throws NewerSchema, UpgradeRefused, or Error with one sentence
 */
export async function rehearseUpgrade(
  { store, backup }: Pick<Config, 'store' | 'backup'>,
  { folder: parent, migrations, clock }: { folder: string; migrations: readonly Migration[]; clock: Clock },
): Promise<Rehearsed> {
  const { path } = store;
  const engine = engineOf(store.engine);
  const to = latestOf(migrations);
  if (!existsSync(path) || statSync(path).size === 0) return { upgradeMs: 0, readableFrom: to };
  const live = withReader(path, engine, db => ({
    schema: schemaVersion(db),
    readable: readableFrom(db),
    usable: isUsable(db, to),
  }));
  if (live.schema > to && !live.usable) throw new NewerSchema(live.schema, to);
  if (live.schema >= to) return { upgradeMs: 0, readableFrom: live.readable };

  const folder = join(parent, FOLDER);
  rmSync(folder, { recursive: true, force: true });
  demandRoom(parent, statSync(path).size);
  makeFolder(folder, 0o700);
  try {
    const copy = join(folder, 'waystation.db');
    const [snapshot] = listSnapshots(backup.dir).filter(({ schema }) => schema === live.schema);
    // Beside a service that has made none yet.
    if (snapshot) copyFileSync(snapshot.path, copy);
    else await writeSnapshot({ source: path, target: copy, engine });
    const begun = clock.monotonic();
    await upgrade({ path: copy, engine, migrations, snapshots: join(folder, 'backups'), now: clock.now() });
    const upgradeMs = Math.ceil(clock.monotonic() - begun);
    return { upgradeMs, readableFrom: withReader(copy, engine, readableFrom) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @throws Error with one sentence */
function demandRoom(folder: string, bytes: number): void {
  makeFolder(folder, 0o700);
  const needed = Math.ceil(bytes * COPIES) + SPARE_BYTES;
  const free = freeBytes(folder);
  if (free >= needed) return;
  const [has, wants] = [free, needed].map(each => Math.ceil(each / 1e6));
  throw new Error(
    `the disk of ${folder} has ${has} MB of free space, and a rehearsal with two copies of the database needs ${wants}: make room first`,
  );
}
