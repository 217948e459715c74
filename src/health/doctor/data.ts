import { existsSync, statSync } from 'node:fs';
import { engineOf } from '../../database/driver.ts';
import { latestOf, NewerSchema } from '../../database/migrate.ts';
import { recoveryRoom, roomLacking } from '../../database/recovery/recovery.ts';
import { listSnapshots } from '../../database/snapshot/snapshot-files.ts';
import { lacking, onOneDisk, upgradeRoom } from '../../database/upgrade-room.ts';
import { migrations } from '../../domain/migrations/all.ts';
import { fail, ok, type Verdict, warn } from '../../kit/faults/finding.ts';
import { DAY_MS } from '../../kit/units.ts';
import { begunAt, noRoomIn, quickCheck, schemaOf } from '../../upkeep/database-file.ts';
import type { Check, Scene } from './examine.ts';

/** As long as a person waits for a line; what does not fit is left to `database check`. */
const QUICK_MS = 4000;
/** Daily, with a day of grace. */
const OLD_SNAPSHOT_MS = 2 * DAY_MS;

export const dataChecks: readonly Check[] = [
  {
    name: 'database',
    run({ config, clock }) {
      const { path } = config.store;
      if (!existsSync(path)) return ok(`${path} is made at the first start`);
      const engine = engineOf(config.store.engine);
      const latest = latestOf(migrations);
      const { schema, readable_from: readable } = schemaOf(path, engine);
      if (readable > latest) return fail(new NewerSchema(schema, latest).message, 'install that release');
      const { problem, checked, of } = quickCheck(path, engine, clock, QUICK_MS);
      if (problem !== undefined) {
        return fail(
          `${path} is damaged: ${problem}`,
          'stop and start the service, which goes on with the newest snapshot',
        );
      }
      const noRoom = noRoomIn(path, engine);
      if (noRoom) return noRoom;
      const size = `${Math.ceil(statSync(path).size / 1e6)} MB, schema ${schema}`;
      return checked === of
        ? ok(`whole, ${size}`)
        : ok(`${checked} of ${of} tables looked at, ${size}; database check reads all`);
    },
  },
  { name: 'snapshots', run: snapshots },
  { name: 'upgrade', run: roomForUpgrade },
  { name: 'recovery', run: roomForRecovery },
];

/** Whether a database that turns out to be damaged could be put together: the damaged one, its snapshot and the new one are three. */
function roomForRecovery({ config }: Scene): Verdict {
  const { path } = config.store;
  const room = existsSync(path) ? recoveryRoom(path, config.backup.dir) : undefined;
  if (!room) return ok('there is no snapshot to go back to yet');
  if (room.obtainable >= room.needed) return ok('there is room to put the database together from a snapshot');
  return warn(
    `no room to put the database together from a snapshot, should it be damaged: that ${roomLacking(room)}`,
    'make room, or lower retention.max_database_mb',
  );
}

/** Whether a release with another schema could bring the database to it: to be known before the old program is gone. */
function roomForUpgrade({ config }: Scene): Verdict {
  const { path } = config.store;
  if (!existsSync(path)) return ok('there is nothing to bring up to date yet');
  const { dir: snapshots } = config.backup;
  const linked = onOneDisk(path, snapshots);
  const disks = upgradeRoom({ path, snapshots, linked });
  const why = lacking(disks);
  if (why !== undefined) {
    return warn(`no room for one: it ${why}`, 'make room, or lower retention.max_database_mb, before you install one');
  }
  const goes = disks.some(({ free, needed }) => free < needed);
  return ok(goes ? 'there is room for one once old snapshots are removed, which it does' : 'there is room for one');
}

function snapshots({ config, clock }: Scene): Verdict {
  const { dir, keep } = config.backup;
  if (keep === 0) return warn('daily snapshots are switched off', 'set backup.keep, or make backups yourself');
  if (!existsSync(config.store.path)) return ok(`daily, ${keep} are kept in ${dir}`);
  const [newest] = listSnapshots(dir);
  const engine = engineOf(config.store.engine);
  if (!newest && clock.now() - (begunAt(config.store.path, engine) ?? clock.now()) < DAY_MS)
    return ok(`daily, ${keep} are kept in ${dir}; the first is taken within a day`);
  if (!newest) return warn(`none in ${dir} yet`, 'let the service run for a day, or make one with waystation backup');
  const age = clock.now() - newest.takenAt;
  const text = `the newest is ${newest.name}, ${Math.max(0, Math.floor(age / DAY_MS))} days old`;
  if (age > OLD_SNAPSHOT_MS) return warn(text, 'let the service run; its log says why there is none of today');
  const { problem } = quickCheck(newest.path, engine, clock, QUICK_MS);
  return problem === undefined
    ? ok(text)
    : fail(`${newest.name} is damaged: ${problem}`, 'make a backup now, and look at the disk');
}
