import { closeSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openStore } from '../../src/compose/store.ts';
import { openDb } from '../../src/database/driver.ts';
import { migrate } from '../../src/database/migrate.ts';
import { MAX_SCANS } from '../../src/database/scan-line.ts';
import { migrations } from '../../src/domain/migrations/all.ts';
import type { Order } from '../../src/domain/session/order.ts';
import { packUplink } from '../../src/domain/uplink/receive.ts';
import type { Fault } from '../../src/kit/faults/faults.ts';
import { listenedMs } from '../../src/kit/time/listened.ts';
import { HOUR_MS, MS_NS } from '../../src/kit/units.ts';
import { epEui, openLog, populate, T0 } from '../domain/message/log-store.ts';
import { engine } from './engine.ts';

const PAGE = 4096;
/** Calls that may wait for the writer. */
const MAX_WAITING = 65_536;

/** What the database refuses, and where: within a call, after it has changed half of what it should, or in the commit. */
const SABOTAGE = `
  CREATE TABLE broken (place TEXT);
  CREATE TABLE never (org INTEGER REFERENCES organization (id) DEFERRABLE INITIALLY DEFERRED);
  CREATE TRIGGER break_call BEFORE INSERT ON endpoint_heard WHEN EXISTS (SELECT 1 FROM broken WHERE place = 'call')
    BEGIN SELECT raise(ABORT, 'made to fail'); END;
  CREATE TRIGGER break_close BEFORE DELETE ON uplink WHEN EXISTS (SELECT 1 FROM broken WHERE place = 'commit')
    BEGIN INSERT INTO never VALUES (999); END;
  CREATE TRIGGER break_order BEFORE INSERT ON operation WHEN EXISTS (SELECT 1 FROM broken WHERE place = 'commit')
    BEGIN INSERT INTO never VALUES (999); END;`;

/** A store with a real writer over a database that can be made to fail. */
async function opened(t: Test) {
  const path = join(t.testdir(), 'waystation.db');
  const db = openDb(path, { engine, mode: 'writer', synchronous: 'normal' });
  t.teardown(() => db.close());
  migrate(db, migrations);
  populate({ db }, 2, 2);
  db.exec(`UPDATE endpoint SET ep_class = 'A'; UPDATE base_station SET bidi = 1; ${SABOTAGE}`);
  const store = await openStore({ path, engine, synchronous: 'normal' });
  const orders: Order[] = [];
  store.ordersTo(given => orders.push(...given));
  return {
    ...{ path, db, store, orders },
    break: (place: 'call' | 'commit') => db.exec(`INSERT INTO broken VALUES ('${place}')`),
    mend: () => db.exec('DELETE FROM broken'),
    receive: (packetCnt: number, endpoint = 1) =>
      store.write.uplinks.receive(
        packUplink({
          ...{ epEui: epEui(endpoint), packetCnt, userData: Uint8Array.of(packetCnt), format: 0, flags: 0 },
          reception: { station: 1, opId: packetCnt, rxTime: BigInt(T0 + packetCnt) * MS_NS, snr: 1, rssi: -90 },
          progress: { session: 0, lastBs: 0, doneBs: 0 },
          arrivedAt: T0,
        }),
      ),
    close: () => store.write.uplinks.close(T0 + 500, listenedMs(T0 + 500)),
    counters: () => store.read.messages.after(0, 100).map(({ seq, packetCnt }) => [seq, packetCnt]),
  };
}

for (const place of ['call', 'commit'] as const) {
  t.test(`telegrams whose close fails in the ${place}, twice, become messages once, in their places`, async t => {
    const scene = await opened(t);
    t.teardown(() => scene.store.close());
    t.same(await Promise.all([scene.receive(1), scene.receive(2)]), ['new', 'new']);
    scene.break(place);
    await t.rejects(scene.close());
    await t.rejects(scene.close());
    t.same(scene.counters(), [], 'nothing is visible');
    t.equal(await scene.receive(1), 'repeated', 'it is known what is open');
    scene.mend();
    t.match(await scene.close(), { closed: 2 });
    await scene.receive(3);
    await scene.close();
    t.same(scene.counters(), [
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    t.equal(await scene.receive(3), 'repeated');
    t.equal(scene.store.failure, undefined);
  });
}

t.test('what a transaction ordered is not done when its commit fails', async t => {
  const { store, orders, ...scene } = await opened(t);
  t.teardown(() => store.close());
  const session = {
    ...{ station: 1, snBsUuid: Buffer.alloc(16, 1), snScUuid: Buffer.alloc(16, 2), at: T0 },
    greeting: {
      ...{ vendor: '', model: '', name: '', swVersion: '', info: undefined, position: undefined },
      ...{ bidi: true, version: '1.0.0', remoteAddress: '' },
    },
  };
  await store.write.sessions.begin(session);
  const queue = () =>
    store.write.downlinks.queue({
      ...{ org: 1, endpoint: 1, ref: '', source: 'api', createdBy: '', requestId: undefined, limit: 100, at: T0 },
      content: {
        ...{ userData: [Uint8Array.of(1)], packetCnts: undefined, format: 0, prio: 0 },
        ...{ responseExp: false, responsePrio: false, dlWindReq: false, expOnly: false, dlRxStatQry: false },
      },
      ...{ expiresAt: T0 + HOUR_MS, handTo: 1 },
    });
  scene.break('commit');
  await t.rejects(queue());
  t.ok(store.failure, 'nothing of the last transaction was stored');
  await t.rejects(queue());
  t.same(orders, []);
  scene.mend();
  await queue();
  t.equal(orders.length, 1);
  t.match(orders, [{ command: 'dlDataQue', station: 1 }]);
});

t.test('a write that fails while the store ends is told so, and the store ends', async t => {
  const scene = await opened(t);
  await scene.receive(1);
  scene.break('commit');
  const failing = t.rejects(scene.close());
  await scene.store.close();
  await failing;
  await t.rejects(scene.close(), { message: 'the store has ended' });
  scene.mend();
  t.equal((scene.db.prepare('SELECT count(*) AS count FROM uplink').get() as { count: number }).count, 1, 'it is kept');
});

t.test('what SQLite does only outside of a transaction is done beside the writes of the same turn', async t => {
  const { store } = await opened(t);
  const { installation, retention } = store.write;
  const [, emptied] = await Promise.all([
    installation.setValue('before', '1'),
    retention.truncateLog(),
    installation.setValue('after', '2'),
  ]);
  t.equal(emptied, true);
  t.same(
    ['before', 'after'].map(key => store.read.installation.value(key)),
    ['1', '2'],
  );
  await store.close();
});

t.test('no more writes wait than there is room for', async t => {
  const { store } = await opened(t);
  t.teardown(() => store.close());
  const waiting = Array.from({ length: MAX_WAITING }, () => store.write.orders.given());
  t.equal(store.waiting, MAX_WAITING);
  await t.rejects(store.write.orders.given(), { message: 'too many writes are waiting' });
  await Promise.all(waiting);
  t.equal(store.waiting, 0);
  await store.write.orders.given();
});

t.test('no more scans run than there is room for, and one that is given up makes room', async t => {
  const { store } = await opened(t);
  t.teardown(() => store.close());
  await store.scan.statistics.activeEndpoints(T0);
  const scan = (signal = new AbortController().signal) =>
    store.scan.messages.list(signal, { org: 1, format: 3 }, { by: 'time', descending: true }, 10, undefined, T0);
  const cancel = new AbortController();
  const given = t.rejects(scan(cancel.signal), { message: 'given up' });
  const others = Array.from({ length: MAX_SCANS - 1 }, () => scan());
  // All of them reach the line before any is answered.
  const refused = await scan().catch((cause: Fault) => cause);
  t.match(refused, { fault: 'RateLimited' });
  cancel.abort(new Error('given up'));
  await given;
  t.match(await Promise.all(others), Array(MAX_SCANS - 1).fill({ rows: [] }));
  t.match(await scan(), { rows: [], total: { count: 0, isMinimum: false } });
  await t.rejects(scan(AbortSignal.abort(new Error('too late'))), { message: 'too late' });
});

t.test('a reader that could not open the database is made again', async t => {
  const { store, path } = await opened(t);
  t.teardown(() => store.close());
  renameSync(path, `${path}.away`);
  await t.rejects(store.scan.statistics.activeEndpoints(T0));
  renameSync(`${path}.away`, path);
  t.equal(await store.scan.statistics.activeEndpoints(T0), 0);
});

t.test('damage that a walk over rows meets is told like any other', async t => {
  const { store, db, path } = await opened(t);
  t.teardown(() => store.close());
  const told: string[] = [];
  store.lostTo(({ trouble }) => told.push(trouble));
  const { rootpage } = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'endpoint'").get() as {
    rootpage: number;
  };
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(PAGE, 0xff), 0, PAGE, (rootpage - 1) * PAGE);
  closeSync(file);
  const search = { search: 'meter', tags: {}, euis: [], orderBy: 'ep_eui', descending: false, size: 10 } as const;
  t.throws(() => store.read.endpoints.list({ org: 1, activeSince: 0, ...search }));
  t.same(told, ['damaged']);
});

t.test('a late copy of a telegram in a sealed block is found, also after a restart', async t => {
  const log = openLog(t, undefined, { blockMessages: 4 });
  populate(log, 1, 2);
  for (let packetCnt = 1; packetCnt <= 8; packetCnt++) {
    log.write([{ endpoint: 1, packetCnt, rxNs: BigInt(T0 + packetCnt) * MS_NS }]);
  }
  t.equal(log.stores.history.blocks().length, 2);
  log.reopen();
  t.equal(log.receive({ endpoint: 1, packetCnt: 2, station: 2, rxNs: BigInt(T0 + 2) * MS_NS + 5n }), 'late');
  const [message] = log.stores.messages.after(1, 1);
  t.same(
    message?.receptions.map(({ station }) => station),
    [1, 2],
  );
});
