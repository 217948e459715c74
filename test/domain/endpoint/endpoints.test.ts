import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openStore } from '../../../src/compose/store.ts';
import { type EndpointColumns, unsaid } from '../../../src/domain/endpoint/endpoint-columns.ts';
import { packUplink } from '../../../src/domain/uplink/receive.ts';
import type { Eui } from '../../../src/kit/eui.ts';
import { fault } from '../../../src/kit/faults/faults.ts';
import { listenedMs } from '../../../src/kit/time/listened.ts';
import { engine } from '../../database/engine.ts';

const EP = '70b3d56770110001';
const NEXT = '70b3d56770110002';
const by = { now: 1000, userId: undefined, userEmail: undefined, actor: 'test' };
const key = (n: number) => new Uint8Array([1, n]);
const columns: EndpointColumns = { ...unsaid, name: EP, nwk_key: key(1) };
const endpoint = (eui: string, more: Partial<EndpointColumns> = {}, limit?: number) => ({
  org: 1,
  eui,
  columns: { ...columns, name: eui, ...more },
  limit,
});

const open = async (t: Test) => {
  const windowLengths = { receptionMs: 0, duplicateMs: 1000 };
  const store = await openStore(
    { path: join(t.testdir(), 'store.db'), engine, synchronous: 'normal' },
    { windowLengths },
  );
  await store.write.installation.establish({}, '0192f000-0000-7000-8000-000000000001', 0);
  t.teardown(() => store.close());
  return store;
};

t.test('an EUI is registered once, also among writes of one transaction', async t => {
  const store = await open(t);
  const outcomes = await Promise.allSettled([
    store.write.endpoints.insert(endpoint(EP), by),
    store.write.endpoints.insert(endpoint(EP), by),
    store.write.endpoints.insert(endpoint(NEXT, {}, 1), by),
  ]);
  t.match(outcomes, [
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: { fault: 'EndPointEUIExists' } },
    { status: 'rejected', reason: { fault: 'EndPointLimitReached' } },
  ]);
  t.equal(store.read.endpoints.taken(EP), true);
  t.equal(store.read.endpoints.taken(NEXT), false);
});

t.test('a change worked out from other keys than the stored ones is refused', async t => {
  const store = await open(t);
  const id = await store.write.endpoints.insert(endpoint(EP), by);
  const seen = store.read.endpoints.sealedKeys(id);
  t.same(seen?.nwk_key, key(1));
  await store.write.endpoints.update({ id, changes: { nwk_key: key(2) }, seen }, by);
  await t.rejects(
    store.write.endpoints.update({ id, changes: { nwk_key: key(3) }, seen }, by),
    fault('ConcurrentModification'),
  );
  t.same(store.read.endpoints.sealedKeys(id)?.nwk_key, key(2));
});

t.test('a refused re-key leaves everything as it was', async t => {
  const store = await open(t);
  const id = await store.write.endpoints.insert(endpoint(EP, { pre_attach: 1 }), by);
  await store.write.endpoints.insert(endpoint(NEXT), by);
  await t.rejects(store.write.endpoints.update({ id, changes: {}, newEui: NEXT }, by), fault('EndPointEUIExists'));
  t.match(store.read.endpoints.find(1, EP, 0), { id, attach_status: 'attached' });
});

t.test('the state follows the time of the last telegram', async t => {
  const store = await open(t);
  await store.write.endpoints.insert(endpoint(EP), by);
  const state = (activeSince: number) => store.read.endpoints.find(1, EP, activeSince)?.status;
  t.equal(state(0), 'registered');
  await store.write.uplinks.receive(
    packUplink({
      ...{
        epEui: EP as Eui,
        packetCnt: 1,
        userData: key(1),
        format: 0,
        flags: 0,
      },
      ...{ reception: { station: 1, opId: 1, rxTime: 5_000_000_001n, snr: 1, rssi: -90 }, arrivedAt: 5000 },
      progress: { session: 0, lastBs: 0, doneBs: 0 },
    }),
  );
  await store.write.uplinks.close(5000, listenedMs(5000));
  t.equal(state(5000), 'active');
  t.equal(state(5001), 'inactive');
  t.equal(store.read.endpoints.find(1, EP, 0)?.seen_ns, '5000000001', 'to the nanosecond');
});

t.test('what was heard before it was registered is heard from the moment it is', async t => {
  const store = await open(t);
  let packetCnt = 0;
  const hear = (epEui: string) => {
    const arrivedAt = Date.UTC(2026, 2, 4) + ++packetCnt;
    const reception = { station: 1, opId: packetCnt, rxTime: BigInt(arrivedAt) * 1_000_000n, snr: 10, rssi: -90 };
    const progress = { session: 0, lastBs: 0, doneBs: 0 };
    const uplink = { epEui: epEui as Eui, packetCnt, userData: Buffer.of(1), format: 0, flags: 0 };
    return store.write.uplinks.receive(packUplink({ ...uplink, reception, progress, arrivedAt }));
  };
  t.equal(await hear(EP), 'unknown');
  t.equal(await hear(EP), 'unknown');
  // Also in the transaction of its registration, and under another EUI.
  const [id, heard] = await Promise.all([store.write.endpoints.insert(endpoint(EP), by), hear(EP)]);
  t.equal(heard, 'new');
  t.equal(await hear(NEXT), 'unknown');
  await store.write.endpoints.update({ id, newEui: NEXT, changes: {} }, by);
  t.equal(await hear(NEXT), 'new');
  t.equal(await hear(EP), 'unknown');
});
