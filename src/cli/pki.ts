import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, masterKeyPlace } from '../config/load.ts';
import { readRelease } from '../config/release.ts';
import { systemClock } from '../kit/clock.ts';
import { createLog } from '../kit/log.ts';
import { masterSealer } from '../pki/master-key.ts';
import { openPki, type Pki } from '../pki/pki.ts';
import { refuseUnfinished } from '../upkeep/unfinished.ts';

/** The PKI folder of a configuration, as commands use it, beside a running server or before the first one. */
export async function openConfiguredPki(config: Config): Promise<Pki> {
  mkdirSync(config.data_dir, { recursive: true, mode: 0o750 });
  refuseUnfinished(config.data_dir);
  const dir = join(config.data_dir, 'pki');
  const sealedBefore = existsSync(join(dir, 'ca.key')) || existsSync(config.store.path);
  const sealer = masterSealer(config.data_dir, { ...masterKeyPlace(config), mayCreate: !sealedBefore });
  const log = await createLog({ level: 'warn', format: 'pretty' });
  const { builtAt } = readRelease();
  return openPki({
    dir,
    sealer,
    // a clock that is behind this program is not set
    clock: { now: () => Math.max(systemClock.now(), builtAt) },
    plausible: () => systemClock.now() >= builtAt,
    settings: config.pki,
    log,
  });
}
