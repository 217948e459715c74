import { join } from 'node:path';
import { type Config, masterKeyPlace } from '../../config/load.ts';
import { readRelease } from '../../config/release.ts';
import { makeFolder } from '../../kit/folder.ts';
import { createLog } from '../../kit/log.ts';
import { present } from '../../kit/present.ts';
import { systemClock } from '../../kit/time/clock.ts';
import { masterSealer } from '../../pki/master-key.ts';
import { openPki, type Pki } from '../../pki/pki.ts';
import { timeBeside } from '../../upkeep/time-beside.ts';
import { refuseUnfinished } from '../../upkeep/unfinished.ts';
import { actAsOwner } from '../as-owner.ts';
import { noData } from '../locked.ts';

/** The PKI folder of a configuration, as commands use it beside a running server or not. @throws Error where there is none */
export async function openConfiguredPki(config: Config, logLevel: 'warn' | 'error' = 'warn'): Promise<Pki> {
  actAsOwner(config);
  refuseUnfinished(config.data_dir);
  const files = ['ca.crt', 'ca.key', 'server.crt', 'server.key', 'next'].map(name =>
    join(config.data_dir, 'pki', name),
  );
  if (!files.some(present)) throw new Error(noData(config.data_dir));
  return openPkiIn(config, logLevel);
}

/** As `openConfiguredPki`, also before the first start: what is missing is made. */
export async function makeConfiguredPki(config: Config): Promise<Pki> {
  makeFolder(config.data_dir, 0o750);
  actAsOwner(config);
  refuseUnfinished(config.data_dir);
  return openPkiIn(config);
}

async function openPkiIn(config: Config, logLevel: 'warn' | 'error' = 'warn'): Promise<Pki> {
  const dir = join(config.data_dir, 'pki');
  const sealedBefore = present(join(dir, 'ca.key')) || present(config.store.path);
  const sealer = masterSealer(config.data_dir, { ...masterKeyPlace(config), mayCreate: !sealedBefore });
  const log = await createLog({ level: logLevel, format: 'pretty' });
  const { floor, confirmed, finding } = timeBeside(config, systemClock.now(), readRelease().builtAt);
  return openPki({
    dir,
    sealer,
    clock: { now: () => Math.max(systemClock.now(), floor) },
    confirmed: () => confirmed,
    plausible: () => finding === undefined,
    settings: config.pki,
    log,
  });
}
