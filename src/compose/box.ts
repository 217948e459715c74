import type { Config } from '../config/load.ts';
import { engineOf } from '../database/driver.ts';
import { mustExist } from '../database/files.ts';
import { byHand } from '../integrations/by-hand.ts';
import { systemClock } from '../kit/clock.ts';
import { createLog } from '../kit/log.ts';
import { type Box, boxActs } from '../upkeep/box/acts.ts';
import { administrationOf } from './administration.ts';
import { stoppedCalls } from './calls.ts';
import { channelsOf } from './notices.ts';
import { openStore } from './store.ts';

/**
 * Has something done by a data folder on which no server runs. The caller has its lock.
 * @throws one sentence when there is no database yet
 */
export async function onStoppedBox<T>(config: Config, run: (box: Box) => Promise<T>): Promise<T> {
  const { path, engine, synchronous } = config.store;
  mustExist(path);
  const settings = { path, engine: engineOf(engine), synchronous, snapshots: config.backup.dir };
  const store = await openStore({ ...settings, now: systemClock.now() });
  try {
    const acts = boxActs({
      store,
      clock: systemClock,
      log: await createLog({ level: 'warn', format: 'pretty' }),
      channels: channelsOf(config, systemClock),
      calls: stoppedCalls({ config, clock: systemClock, store }),
      byHand: byHand({ store, clock: systemClock }),
      administration: () => administrationOf({ config, store, now: () => systemClock.now() }),
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
