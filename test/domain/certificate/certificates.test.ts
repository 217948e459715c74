import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openStore } from '../../../src/compose/store.ts';
import { openDb } from '../../../src/database/driver.ts';
import type { Eui } from '../../../src/kit/eui.ts';
import { fault } from '../../../src/kit/faults/faults.ts';
import { credibleMs } from '../../../src/kit/time/clock.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { engine } from '../../database/engine.ts';

const BS = '70b3d59cd0000001' as Eui;
const OTHER = '70b3d59cd0000002' as Eui;
const WEEK = 7 * DAY_MS;
const by = (now: number) => ({ now, userId: 'user', userEmail: 'a@b.example', actor: 'test' });
const columns = { name: '', description: '', disabled: 0, latitude: null, longitude: null, altitude: null };
const empty = { ...columns, allowed_fingerprints: '[]', tags: '{}' };

const certificate = (serial: string, notBefore = 500, eui = BS) => ({
  ...{ kind: 'bs' as const, org: 1, eui, serial, fingerprint: `f${serial}`, notBefore, notAfter: 9e9, pem: 'PEM' },
});
const issued = (serial: string, more: { revokePrevious?: boolean; eui?: Eui; until?: number } = {}) => ({
  ...certificate(serial, 500, more.eui),
  uuid: `0192f000-0000-7000-8000-0000000000${serial}`,
  key: { sealed: Buffer.from([1, 2, 3]), until: more.until ?? WEEK },
  revokePrevious: more.revokePrevious ?? false,
});

const open = async (t: Test) => {
  const path = join(t.testdir(), 'store.db');
  const store = await openStore({ path, engine, synchronous: 'normal' });
  await store.write.installation.establish({}, '0192f000-0000-7000-8000-000000000001', 0);
  await store.write.baseStations.insert({ org: 1, eui: BS, columns: empty, limit: undefined }, by(1));
  const db = openDb(path, { engine, mode: 'reader' });
  t.teardown(async () => {
    db.close();
    await store.close();
  });
  const events = () =>
    (
      db
        .prepare(
          `SELECT event_type AS type, bs_eui AS bsEui, station, user_id AS user, data FROM event
             WHERE event_type LIKE 'certificate.%' ORDER BY seq`,
        )
        .all() as { type: string; bsEui: string; station: number; user: string; data: string }[]
    ).map(({ data, ...event }) => ({ ...event, data: JSON.parse(data) as Record<string, unknown> }));
  const find = (serial: string) => store.read.certificates.find(1, issued(serial).uuid);
  return { store, db, events, find };
};

t.test('an issued certificate is a row with its key, and an event', async t => {
  const { store, events, find } = await open(t);
  await store.write.certificates.insert(issued('4a'), by(1000));
  t.match(find('4a'), { kind: 'bs', eui: BS, created_at: 1000, revoked_at: null, key_until: WEEK, has_key: 1 });
  t.equal(store.read.certificates.find(2, issued('4a').uuid), undefined, 'not for another organization');
  t.same(events(), [
    {
      type: 'certificate.issued',
      ...{ bsEui: BS, station: 1, user: 'user' },
      data: { certificateId: issued('4a').uuid, fingerprint: 'f4a', notAfter: new Date(9e9).toISOString() },
    },
  ]);
  await t.rejects(
    store.write.certificates.insert(issued('4b', { eui: OTHER }), by(1000)),
    fault('BaseStationNotFound', { bs_eui: OTHER }),
    'the station may have been deleted meanwhile',
  );
  t.equal(find('4b'), undefined);
});

t.test('exactly one download takes the key, also when two come in one transaction', async t => {
  const { store, db, events, find } = await open(t);
  await store.write.certificates.insert(issued('4a'), by(1000));
  const row = find('4a');
  if (!row) throw new Error('no row');
  t.same(store.read.certificates.sealedKey(row.id), new Uint8Array([1, 2, 3]));
  const outcomes = await Promise.allSettled([
    store.write.certificates.takeKey(row, credibleMs(2000), by(2000)),
    store.write.certificates.takeKey(row, credibleMs(2000), by(2000)),
  ]);
  t.match(outcomes, [
    { status: 'fulfilled' },
    { status: 'rejected', reason: { fault: 'PrivateKeyAlreadyDownloaded' } },
  ]);
  t.equal(store.read.certificates.sealedKey(row.id), null);
  t.match(find('4a'), { has_key: 0, key_until: WEEK });
  t.match(events().slice(1), [
    { type: 'certificate.private_key_downloaded', user: 'user', data: { bsEui: BS, certificateId: row.uuid } },
  ]);
  t.equal(events().length, 2);
  t.same(db.prepare('SELECT private_key FROM certificate').all(), [{ private_key: null }]);
});

t.test('a key that is not taken in time is gone, before and after the sweep', async t => {
  const { store, find } = await open(t);
  await store.write.certificates.insert(issued('4a', { until: 5000 }), by(1000));
  await store.write.certificates.insert(issued('4b', { until: 5001 }), by(1000));
  const row = find('4a');
  if (!row) throw new Error('no row');
  await t.rejects(
    store.write.certificates.takeKey(row, credibleMs(5000), by(5000)),
    fault('PrivateKeyAlreadyDownloaded'),
  );
  await store.write.certificates.tidy(credibleMs(5000));
  t.match(find('4a'), { has_key: 0 });
  t.match(find('4b'), { has_key: 1 });
});

t.test('a certificate is recorded when it is first seen, once', async t => {
  const { store } = await open(t);
  await store.write.certificates.seen(certificate('4a'), 1000);
  await store.write.certificates.seen(certificate('4a'), 2000);
  t.ok(store.read.certificates.known('f4a'));
  t.notOk(store.read.certificates.known('f4b'));
  t.match(store.read.certificates.newest(1, 'bs', BS), { created_at: 1000, key_until: null, has_key: 0 });
  t.equal(store.read.certificates.newest(1, 'ac', BS), undefined);
});

t.test('the newest certificate of a station is by its validity, and revoked only when all are', async t => {
  const { store } = await open(t);
  const newest = () => store.read.certificates.newest(1, 'bs', BS)?.serial;
  await store.write.certificates.seen(certificate('4b', 700), 1000);
  await store.write.certificates.seen(certificate('4a', 600), 1000);
  t.equal(newest(), '4b');
  await store.write.certificates.learn({ serials: [{ serial: '4b', at: 1500, reason: 'command' }], euis: [] }, 2000);
  t.equal(newest(), '4a');
  await store.write.certificates.learn({ serials: [{ serial: '4a', at: 1500, reason: 'command' }], euis: [] }, 2000);
  t.equal(newest(), '4b');
});

t.test('one that ended long ago goes when it has a successor', async t => {
  const { store } = await open(t);
  const MONTHS = 90 * DAY_MS;
  for (const [serial, notBefore, notAfter] of [
    ['4a', 100, 1000],
    ['4b', 200, 1001],
    ['4c', 300, 900],
  ] as const) {
    await store.write.certificates.seen({ ...certificate(serial, notBefore), notAfter }, 100);
  }
  await store.write.certificates.tidy(credibleMs(1000 + MONTHS));
  const there = ['f4a', 'f4b', 'f4c'].map(fingerprint => store.read.certificates.known(fingerprint));
  t.same(there, [false, true, true]);
});

t.test('a new certificate revokes the earlier ones only when it is asked to', async t => {
  const { store, find, events } = await open(t);
  await store.write.certificates.insert(issued('4a'), by(1000));
  await store.write.certificates.insert(issued('4b'), by(1000));
  t.equal(find('4a')?.revoked_at, null);
  await store.write.certificates.insert(issued('4c', { revokePrevious: true }), by(3000));
  for (const serial of ['4a', '4b']) {
    t.match(find(serial), { revoked_at: 3000, reason: 'replaced', has_key: 0 }, 'its key is gone with it');
  }
  t.match(find('4c'), { revoked_at: null, has_key: 1 });
  t.match(store.read.certificates.revokedEui('bs', BS), { revoked_at: 3000, reason: 'replaced' });
  t.same(
    events().map(({ type }) => type),
    [
      ...['certificate.issued', 'certificate.issued', 'certificate.revoked', 'certificate.revoked'],
      'certificate.issued',
    ],
  );
});

t.test('a station that is deleted or gets another EUI loses its certificates', async t => {
  for (const act of ['remove', 'changeEui'] as const) {
    const { store, find, events } = await open(t);
    await store.write.certificates.insert(issued('4a'), by(1000));
    if (act === 'remove') await store.write.baseStations.remove(1, by(2000));
    else await store.write.baseStations.changeEui(1, OTHER, by(2000));
    const reason = act === 'remove' ? 'deleted' : 'eui_changed';
    t.match(find('4a'), { revoked_at: 2000, reason });
    t.same(events().at(-1), {
      type: 'certificate.revoked',
      ...{ bsEui: BS, station: 1, user: 'user', data: { certificateId: issued('4a').uuid, reason } },
    });
    t.match(store.read.certificates.revokedEuis(), [{ kind: 'bs', eui: BS, reason }], 'also those never seen');
  }
});

t.test('an EUI that is taken changes nothing', async t => {
  const { store, find } = await open(t);
  await store.write.baseStations.insert({ org: 1, eui: OTHER, columns: empty, limit: undefined }, by(1));
  await store.write.certificates.insert(issued('4a'), by(1000));
  await t.rejects(
    store.write.baseStations.changeEui(1, OTHER, by(2000)),
    fault('BaseStationEUIExists', { new_bs_eui: OTHER }),
  );
  t.equal(find('4a')?.revoked_at, null);
  t.same(store.read.certificates.revokedEuis(), []);
});

t.test('every mark is later than the one before, whatever the clock says', async t => {
  const { store } = await open(t);
  const marks: (number | undefined)[] = [];
  for (const now of [5000, 5000, 1000]) {
    await store.write.certificates.revokeEui('bs', BS, 'deleted', by(now));
    marks.push(store.read.certificates.revokedEui('bs', BS)?.revoked_at);
  }
  t.same(marks, [5000, 5001, 5002]);
  await store.write.certificates.seen(certificate('4a', 8000), 1000);
  await store.write.certificates.revokeEui('bs', BS, 'deleted', by(1000));
  t.equal(store.read.certificates.revokedEui('bs', BS)?.revoked_at, 8000, 'made while the clock was ahead');
});

t.test('what was revoked beside the server is taken over once, and spares what came later', async t => {
  const { store, events } = await open(t);
  for (const [serial, notBefore] of [
    ['0a', 500],
    ['4b', 500],
    ['4c', 500],
    ['4d', 3000],
  ] as const) {
    await store.write.certificates.seen(certificate(serial, notBefore), 1000);
  }
  await store.write.certificates.seen({ ...certificate('4e'), kind: 'ac' }, 1000);
  const euis = [{ kind: 'bs' as const, eui: BS, at: 2000, reason: 'command', since: ['4c'] }];
  const foreign = { serials: [{ serial: 'a', at: 1500, reason: 'command' }], euis };
  await store.write.certificates.learn(foreign, 4000);
  await store.write.certificates.learn(foreign, 5000);
  t.same(
    store.read.certificates.revoked().map(({ serial, revoked_at }) => [serial, revoked_at]),
    [
      ['0a', 1500],
      ['4b', 2000],
    ],
  );
  t.same(
    events().map(({ type, data }) => [type, data.reason]),
    Array(2).fill(['certificate.revoked', 'command']),
  );
  t.match(store.read.certificates.revokedEui('bs', BS), { revoked_at: 2000 });
});

t.test('a station shows that its certificate is revoked', async t => {
  const { store } = await open(t);
  await store.write.certificates.seen(certificate('4a'), 1000);
  await store.write.sessions.admit({
    ...{ station: 1, at: 1000 },
    certificate: { fingerprint: 'f4a', expiresAt: 9e12, named: true },
  });
  const status = () => store.read.baseStations.find(1, BS, { now: 2000, live: {} })?.certificate_status;
  t.equal(status(), 'valid');
  await store.write.certificates.learn({ serials: [{ serial: '4a', at: 1500, reason: 'command' }], euis: [] }, 2000);
  t.equal(status(), 'revoked');

  await store.write.certificates.insert(issued('4b'), by(2500));
  t.equal(status(), 'valid', 'that of the newest that was issued, also before the station shows it');
  await store.write.sessions.admit({
    ...{ station: 1, at: 3000 },
    certificate: { fingerprint: 'f4a', expiresAt: 9e12, named: true },
  });
  t.equal(status(), 'valid', 'also when it still shows the earlier one');
});

t.test('a station has a hundred certificates at most that have not ended; of two at once one is the last', async t => {
  const { store } = await open(t);
  const insert = (n: number) => {
    const serial = (0x100 + n).toString(16);
    const uuid = `0192f000-0000-7000-8000-000000000${serial}`;
    return store.write.certificates.insert({ ...issued(serial), uuid }, by(1000));
  };
  for (let n = 0; n < 99; n++) await insert(n);
  const outcomes = await Promise.allSettled([insert(100), insert(101)]);
  t.match(outcomes, [{ status: 'fulfilled' }, { reason: { fault: 'TooManyItems', about: { limit: 100 } } }]);
});
