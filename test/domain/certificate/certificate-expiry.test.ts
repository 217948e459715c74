import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openStore } from '../../../src/compose/store.ts';
import { openDb } from '../../../src/database/driver.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { engine } from '../../database/engine.ts';

const NEAR = '70b3d59cd0000001';
const FAR = '70b3d59cd0000002';
const SC = 'fe00000000000b51';
const NOW = 1_767_225_600_000;
const by = { now: NOW, userId: undefined, userEmail: undefined, actor: 'test' };
const columns = {
  ...{ name: 'Roof', description: '', disabled: 0, latitude: null, longitude: null, altitude: null },
  ...{ allowed_fingerprints: '[]', tags: '{}' },
};

const open = async (t: Test) => {
  const path = join(t.testdir(), 'store.db');
  const store = await openStore({ path, engine, synchronous: 'normal' });
  t.teardown(() => store.close());
  await store.write.installation.establish({}, '0192f000-0000-7000-8000-000000000001', 0);
  const db = openDb(path, { engine, mode: 'writer' });
  t.teardown(() => db.close());
  return {
    store,
    db,
    tell: (notAfter: number, now: number) =>
      store.write.certificateExpiry.tell([{ fingerprint: 'aa', subject: 'CN=server', notAfter }], SC, now),
    events: () =>
      db
        .prepare(
          `SELECT event_type AS type, severity, source_type AS source, source_id AS id, data FROM event
             WHERE category = 'certificate' ORDER BY seq`,
        )
        .all()
        .map(row => {
          const { data, ...rest } = row as { data: string };
          return { ...rest, ...(JSON.parse(data) as object) };
        }),
  };
};

t.test('each stage is told once, whenever it is looked', async t => {
  const { tell, events } = await open(t);
  const end = NOW + 40 * DAY_MS;
  t.equal(await tell(end, NOW), 0);
  t.equal(await tell(end, end - 30 * DAY_MS - 1), 0);
  t.equal(await tell(end, end - 30 * DAY_MS), 1);
  t.equal(await tell(end, end - 8 * DAY_MS), 0);
  t.equal(await tell(end, end - 7 * DAY_MS), 1);
  t.equal(await tell(end, end - 1), 0);
  t.equal(await tell(end, end), 1);
  t.equal(await tell(end, end + DAY_MS), 0);
  const of = { source: 'service_center', id: SC, subject: 'CN=server', notAfter: new Date(end).toISOString() };
  t.match(events(), [
    { ...of, type: 'certificate.expiring', severity: 'warning', daysLeft: 30 },
    { ...of, type: 'certificate.expiring', severity: 'warning', daysLeft: 7 },
    { ...of, type: 'certificate.expired', severity: 'critical', daysLeft: 0 },
  ]);
  t.equal(await tell(end + 400 * DAY_MS, end + DAY_MS), 0, 'renewed');
  t.equal(await tell(end, end + DAY_MS), 1, 'one that comes back is told again');
});

t.test('a clock that goes back tells nothing twice', async t => {
  const { tell } = await open(t);
  const end = NOW + 6 * DAY_MS;
  t.equal(await tell(end, NOW), 1);
  t.equal(await tell(end, NOW - 10 * DAY_MS), 0);
  t.equal(await tell(end, NOW), 0);
});

t.test('a certificate that a station has shown is told of for that station', async t => {
  const { store, db, tell, events } = await open(t);
  for (const [eui, days] of [
    [NEAR, 20],
    [FAR, 31],
  ] as const) {
    await store.write.baseStations.insert({ org: 1, eui, columns, limit: undefined }, by);
    db.prepare('UPDATE base_station SET certificate_fingerprint = ?, certificate_expires_at = ? WHERE eui = ?').run(
      'bb',
      NOW + days * DAY_MS,
      eui,
    );
  }
  const far = NOW + 1000 * DAY_MS;
  t.equal(await tell(far, NOW), 1);
  t.match(events(), [
    { type: 'certificate.expiring', source: 'base_station', id: NEAR, subject: `CN=${NEAR}`, daysLeft: 20 },
  ]);
  t.equal(await tell(far, NOW + DAY_MS), 1, 'the same certificate at another station is another matter');
  t.match(events()[1], { id: FAR });
  db.prepare('UPDATE base_station SET deleted_at = ? WHERE eui = ?').run(NOW, NEAR);
  t.equal(await tell(far, NOW + 40 * DAY_MS), 1, 'one that is deleted is no longer told of');
  t.match(events()[2], { id: FAR, type: 'certificate.expired', daysLeft: -9 });
});
