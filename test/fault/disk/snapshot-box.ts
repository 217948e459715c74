import { openStore } from '../../../src/compose/store.ts';
import type { Engine } from '../../../src/database/driver.ts';
import { createLog } from '../../../src/kit/log.ts';
import { Snapshots } from '../../../src/upkeep/backup/snapshots.ts';
import { ManualClock } from '../../peers/manual-clock.ts';

/** As few as leave the newest one alone while the other becomes the next. */
const KEEP = 2;
const SCHEMA = 1;
/** Of a day, each about a page of the database. */
const EVENTS = 60;

/** A database with its daily snapshots, as the service takes them. */
export async function openBoxOfSnapshots(path: string, dir: string, engine: string, now = Date.UTC(2026, 0, 1)) {
  const clock = new ManualClock(now);
  const store = await openStore({ path, engine: engine as Engine, synchronous: 'full', snapshots: dir });
  const log = await createLog({ level: 'silent', format: 'json' });
  const snapshots = new Snapshots({
    ...{ clock, log, store, database: path, dir, keep: KEEP, schema: SCHEMA, scEui: '0011223344556677' },
    raise: async () => true,
    spare: async () => Number.MAX_SAFE_INTEGER,
  });
  return {
    clock,
    snapshots,
    /** What a day leaves behind, in new rows and in old ones. */
    async work(day: number): Promise<void> {
      const at = clock.now();
      for (let n = 0; n < EVENTS; n++) {
        const data = { text: `${day} ${n} `.repeat(200) };
        const event = { org: null, sourceId: `${day} ${n}`, at: at + n, storedAt: at + n, data };
        await store.write.events.raise({ type: 'system.started', ...event });
      }
      await store.write.installation.setValue('filler', `${day} `.repeat(2000));
    },
    async [Symbol.asyncDispose]() {
      await store.close();
    },
  };
}
