import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Test } from 'tap';
import { openDb } from '../../../src/database/driver.ts';
import { sealer } from '../../../src/kit/seal.ts';
import type { Principal } from '../../../src/rpc/call/define.ts';
import { blueprints } from '../../../src/rpc/catalog/blueprints.ts';
import { deviceModels } from '../../../src/rpc/catalog/device-models.ts';
import { manufacturers } from '../../../src/rpc/catalog/manufacturers.ts';
import { modelWithBlueprint } from '../../../src/rpc/catalog/model-with-blueprint.ts';
import { decodePreview } from '../../../src/rpc/catalog/preview.ts';
import { registry } from '../../../src/rpc/catalog/registry.ts';
import { downlinks } from '../../../src/rpc/downlinks/downlinks.ts';
import { endpoints } from '../../../src/rpc/endpoints/endpoints.ts';
import { ACTIVITY_WINDOW_MS, DOWNLINKS, openCaller, START } from '../caller.ts';
import { ORGANIZATION } from '../harness.ts';
import { attachControl, eventsOf } from '../registry.ts';

export const OTHER_ORGANIZATION = '0192f000-0000-7000-8000-0000000000b0';
export const UNKNOWN_ID = '0192f000-0000-7000-8000-0000000000ff';
const USER: Principal = {
  ...{ kind: 'user', id: '0192f000-0000-7000-8000-0000000000a1', email: 'user@example.com' },
  capabilities: ['R', 'E'],
};

/** The RPCs of the catalog, of endpoints and of downlinks over a real store: for the operator, for a user of the same organization, and for one of another. */
export async function openCatalog(t: Test) {
  const path = join(t.testdir(), 'waystation.db');
  const seals = sealer(randomBytes(32));
  const caller = await openCaller(t, path, ({ store, clock, stations, stationCalls }) => [
    manufacturers({ store, clock }),
    deviceModels({ store, clock }),
    blueprints({ store, clock }),
    modelWithBlueprint({ store, clock }),
    registry({ store }),
    decodePreview({ store }),
    downlinks({ store, clock, stations, settings: DOWNLINKS }),
    endpoints({
      store,
      clock,
      sealer: seals,
      attach: attachControl(stationCalls),
      stations,
      activityWindowMs: ACTIVITY_WINDOW_MS,
      limit: undefined,
    }),
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
type Caller = Pick<Catalog, 'call'>;

export const TYPE = '70b3d56770ff0001';
export const OTHER_TYPE = '70b3d56770ff0002';

/** A document with one value, a temperature in tenths. */
export function spec(more: object = {}): string {
  const payload = [{ name: 'temperature', size: 16, type: 'int', func: '$/10', unit: '°C' }];
  return JSON.stringify({ version: '1.0', typeEui: TYPE, uplink: [{ id: 0, payload }], ...more });
}

/** @returns its id */
export async function aManufacturer({ call }: Caller, name = 'Maker', is_system = false): Promise<string> {
  return (await call('CreateManufacturer', { manufacturer: { name, is_system } })).id ?? '';
}

/** A model of a manufacturer of its own. @returns its id */
export async function aModel(caller: Caller, name = 'Sensor', more: object = {}): Promise<string> {
  const manufacturer_id = await aManufacturer(caller, `Maker of ${name}`);
  return (await caller.call('CreateDeviceModel', { device_model: { manufacturer_id, name, ...more } })).id ?? '';
}

/** @returns its id */
export async function aBlueprint({ call }: Caller, device_model_id: string, more: object = {}): Promise<string> {
  const blueprint = { device_model_id, version: '1', spec_json: spec(), ...more };
  return (await call('CreateBlueprint', { blueprint })).id ?? '';
}
