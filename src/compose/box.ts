import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../config/load.ts';
import { masterKeyPlace } from '../config/load.ts';
import { engineOf } from '../database/driver.ts';
import { mustExist } from '../database/files.ts';
import { byHand } from '../integrations/by-hand.ts';
import { makeFolder } from '../kit/folder.ts';
import { createLog } from '../kit/log.ts';
import type { Sealer } from '../kit/seal.ts';
import { systemClock } from '../kit/time/clock.ts';
import { masterSealer } from '../pki/master-key.ts';
import { type Box, boxActs } from '../upkeep/box/acts.ts';
import { administrationOf } from './administration.ts';
import { stoppedCalls, storedSealer } from './api/calls.ts';
import { makeInstallation } from './installation.ts';
import { channelsOf } from './notices.ts';
import { openStore } from './store.ts';

/**
 * Has something done by a data folder on which no server runs. The caller has its lock.
 * @param options.make a database is made where there is none
 * @throws one sentence when there is no database yet
 */
export async function onStoppedBox<T>(
  config: Config,
  run: (box: Box) => Promise<T>,
  { make }: { readonly make: boolean } = { make: false },
): Promise<T> {
  const { path, engine, synchronous } = config.store;
  const isNew = make && !existsSync(path);
  if (isNew) makeFolder(dirname(path), 0o700);
  else mustExist(path);
  const settings = { path, engine: engineOf(engine), synchronous, snapshots: config.backup.dir };
  const store = await openStore({ ...settings, now: systemClock.now() });
  try {
    if (isNew) await makeInstallation(store, firstSealer(config), systemClock.now());
    const acts = boxActs({
      store,
      clock: systemClock,
      log: await createLog({ level: 'warn', format: 'pretty' }),
      channels: channelsOf(config, systemClock),
      calls: stoppedCalls({ config, clock: systemClock, store }),
      byHand: byHand({ store, clock: systemClock }),
      administration: () => administrationOf({ config, store, sealer: storedSealer(config), clock: systemClock }),
    });
    const forever = new AbortController().signal;
    return await run({
      async act(name, input, { progress = () => {}, say = () => {}, item = () => {}, signal = forever } = {}) {
        // A command is held to the same beside a server and without one.
        const { check, run: act } = acts[name];
        return (await act(check(input) as never, { progress, say, item, signal })) as never;
      },
    });
  } finally {
    await store.close();
  }
}

/** Of a database that is made now: under a key that is new, unless there are certificates under one already. */
function firstSealer(config: Config): Sealer {
  const mayCreate = !existsSync(join(config.data_dir, 'pki', 'ca.key'));
  return masterSealer(config.data_dir, { ...masterKeyPlace(config), mayCreate });
}
