import { basename, dirname, join } from 'node:path';
import { type Config, masterKeyPlace } from '../../config/load.ts';
import { type Engine, engineOf } from '../../database/driver.ts';
import { suspectMark } from '../../database/prepare.ts';
import { isSnapshotName } from '../../database/snapshot/snapshot-files.ts';
import { NEXT_MASTER_KEY } from '../../pki/master-key.ts';
import { PKI } from './archive.ts';

/** Where a restore puts what is in a backup. */
export interface RestoreTargets {
  readonly dataDir: string;
  readonly database: string;
  readonly engine: Engine;
  readonly pki: string;
  readonly key: string;
  readonly configuration: string;
}

/** The configuration of the backup, for the administrator to compare: the one in use is not replaced. */
export const RESTORED_CONFIGURATION = 'waystation.yaml.restored';

export function restoreTargets(config: Config): RestoreTargets {
  const { file, credentialsDirectory } = masterKeyPlace(config);
  return {
    dataDir: config.data_dir,
    database: config.store.path,
    engine: engineOf(config.store.engine),
    pki: join(config.data_dir, PKI),
    // A credential belongs to the service manager and is not changed here.
    key: credentialsDirectory === undefined ? file : join(config.data_dir, 'master.key'),
    configuration: join(config.data_dir, RESTORED_CONFIGURATION),
  };
}

/** What else goes when a database is replaced, though nothing comes in its place. */
export function besideDatabase(database: string): string[] {
  return [...['-wal', '-shm', '-journal'].map(suffix => database + suffix), suspectMark(database)];
}

/** Whether a restore with this configuration may exchange what is at this place. */
export function mayBeExchanged(place: string, config: Config): boolean {
  const { dataDir, database, pki, key, configuration } = restoreTargets(config);
  const fixed = [database, ...besideDatabase(database), pki, key, configuration, join(dataDir, NEXT_MASTER_KEY)];
  // The key lies here after a start that had it as a credential, or had not.
  if ([...fixed, join(dataDir, 'master.key')].includes(place)) return true;
  return dirname(place) === config.backup.dir && isSnapshotName(basename(place));
}
