import { join } from 'node:path';
import type { Test } from 'tap';
import { openDb } from '../../../src/database/driver.ts';
import { deviceModels } from '../../../src/rpc/catalog/device-models.ts';
import { manufacturers } from '../../../src/rpc/catalog/manufacturers.ts';
import type { Principal } from '../../../src/rpc/define.ts';
import { openCaller, START } from '../caller.ts';
import { ORGANIZATION } from '../harness.ts';
import { eventsOf } from '../registry.ts';

export const OTHER_ORGANIZATION = '0192f000-0000-7000-8000-0000000000b0';
export const UNKNOWN_ID = '0192f000-0000-7000-8000-0000000000ff';
const USER: Principal = { kind: 'user', id: '0192f000-0000-7000-8000-0000000000a1', email: 'user@example.com' };

/** The RPCs of the catalog over a real store: for the operator, for a user of the same organization, and for one of another. */
export async function openCatalog(t: Test) {
  const path = join(t.testdir(), 'waystation.db');
  const caller = await openCaller(t, path, ({ store, clock }) => [
    manufacturers({ store, clock }),
    deviceModels({ store, clock }),
  ]);
  await caller.store.write.installation.establish({}, ORGANIZATION, START);
  const db = openDb(path, { engine: 'better-sqlite3', mode: 'writer', synchronous: 'normal' });
  t.teardown(() => db.close());
  db.prepare("INSERT INTO organization (uuid, name, created_at, updated_at) VALUES (?, 'Other', 0, 0)").run(
    OTHER_ORGANIZATION,
  );
  return {
    ...caller,
    db,
    raised: eventsOf(db),
    user: caller.as({ principal: USER, org: 1, organizationId: ORGANIZATION }),
    stranger: caller.as({ principal: USER, org: 2, organizationId: OTHER_ORGANIZATION }),
  };
}
export type Catalog = Awaited<ReturnType<typeof openCatalog>>;
