import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openStore } from '../../../src/compose/store.ts';
import { fault } from '../../../src/kit/faults/faults.ts';
import { engine } from '../../database/engine.ts';

const BS = '70b3d59cd0000001';
const NEXT = '70b3d59cd0000002';
const by = { now: 1000, userId: undefined, userEmail: undefined, actor: 'test' };
const columns = {
  name: '',
  description: '',
  disabled: 0,
  latitude: null,
  longitude: null,
  altitude: null,
  allowed_fingerprints: '[]',
  tags: '{}',
};
const station = (eui: string, limit?: number) => ({ org: 1, eui, columns, limit });
const NOW = { now: 2000, live: {} };

const open = async (t: Test) => {
  const store = await openStore({ path: join(t.testdir(), 'store.db'), engine, synchronous: 'normal' });
  await store.write.installation.establish({}, '0192f000-0000-7000-8000-000000000001', 0);
  t.teardown(() => store.close());
  return store;
};

t.test('an EUI is registered once, also among writes of one transaction', async t => {
  const store = await open(t);
  const outcomes = await Promise.allSettled([
    store.write.baseStations.insert(station(BS), by),
    store.write.baseStations.insert(station(BS), by),
    store.write.baseStations.insert(station(NEXT, 1), by),
  ]);
  t.match(outcomes, [
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: { fault: 'BaseStationEUIExists' } },
    { status: 'rejected', reason: { fault: 'BaseStationLimitReached' } },
  ]);
});

t.test('a deleted EUI is free again, under a row of its own', async t => {
  const store = await open(t);
  const id = await store.write.baseStations.insert(station(BS), by);
  await store.write.baseStations.remove(id, by);
  t.equal(store.read.baseStations.find(1, BS, NOW), undefined);
  const again = await store.write.baseStations.insert(station(BS), by);
  t.not(again, id);
  await t.rejects(store.write.baseStations.remove(id, by), fault('BaseStationNotFound'));
  t.match(store.read.baseStations.find(1, BS, NOW), { id: again });
});

t.test('live stations are online, and as old as their last frame', async t => {
  const store = await open(t);
  const id = await store.write.baseStations.insert(station(BS), by);
  t.match(store.read.baseStations.find(1, BS, NOW), { status: 'never_connected', last_seen_at: null });
  t.match(store.read.baseStations.find(1, BS, { now: 2000, live: { [id]: 1999 } }), {
    status: 'online',
    last_seen_at: 1999,
  });
});
