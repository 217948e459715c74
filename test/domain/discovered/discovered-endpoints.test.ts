import t, { type Test } from 'tap';
import {
  type DiscoveredQuery,
  discoveredReader,
  discoveredStore,
  MOST_DISCOVERED,
} from '../../../src/domain/discovered/discovered-endpoints.ts';
import type { Acting } from '../../../src/domain/event/acting.ts';
import { onceStore } from '../../../src/domain/once/once-store.ts';
import type { Eui } from '../../../src/kit/eui.ts';
import type { CredibleMs } from '../../../src/kit/time/clock.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { openEmpty } from '../database.ts';

const T0 = 1_770_000_000_000;
const euiOf = (n: number): Eui => `fe0000000000${n.toString(16).padStart(4, '0')}` as Eui;
const STRANGER = euiOf(1);
const BY: Acting = { now: T0, actor: 'test', userId: undefined, userEmail: undefined };

function opened(t: Test) {
  const db = openEmpty(':memory:');
  t.teardown(() => db.close());
  db.exec(`INSERT INTO organization (id, uuid, name, is_default, created_at, updated_at) VALUES (1, 'o1', 'own', 1, 1, 1), (2, 'o2', 'other', 0, 1, 1);
    INSERT INTO base_station (id, org, eui, name, created_at, updated_at) VALUES
      (1, 1, '70b3d59cd0000001', 'near', 1, 1), (2, 1, '70b3d59cd0000002', 'far', 1, 1), (3, 2, '70b3d59cd0000003', 'other', 1, 1)`);
  const reader = discoveredReader(db);
  let store = discoveredStore(db, onceStore(db));
  const hear = (packetCnt: number, at: number, more: object = {}) =>
    store.heard({ org: 1, epEui: STRANGER, packetCnt, station: 1, snr: 3, rssi: -110, at, ...more });
  const list = (more: Partial<DiscoveredQuery> = {}) =>
    reader.list({
      ...{ org: 1, search: '', ignored: false, sort: 'lastSeenAt', descending: true, limit: 100, offset: 0, now: T0 },
      ...more,
    });
  const restart = () => {
    store = discoveredStore(db, onceStore(db));
  };
  return { db, hear, list, restart, of: () => store };
}

t.test('a telegram counts once however many stations hear it, and the best one is named', async t => {
  const { hear, list } = opened(t);
  hear(7, T0);
  hear(7, T0 + 20, { station: 2, snr: 12, rssi: -99 });
  t.match(list().rows, [{ epEui: STRANGER, count: 1, stations: 2, bestBsEui: '70b3d59cd0000002', snr: 12, rssi: -99 }]);
  hear(8, T0 + 60_000);
  t.match(list().rows, [{ count: 2, firstAt: T0, lastAt: T0 + 60_000, bestBsEui: '70b3d59cd0000002' }]);
  t.equal(list({ org: 2 }).total, 0, 'what stations of another organization hear is its own');
});

t.test('a stranger that never stops is written three times a minute, and none of its telegrams is lost', async t => {
  const { db, hear, list } = opened(t);
  let written = 0;
  const changes = () => (db.prepare('SELECT total_changes() AS n').get() as { n: number }).n;
  const before = changes();
  for (let second = 0; second <= 60; second++) hear(second, T0 + second * 1000);
  written = changes() - before;
  t.equal(written, 4);
  t.equal(list().rows[0]?.count, 61);
});

t.test('what is ignored stays so after a start, is told of no more, and can be taken back', async t => {
  const { hear, list, restart, of } = opened(t);
  t.equal(hear(1, T0), false);
  t.equal(of().ignore(1, STRANGER, true, BY), true);
  t.equal(hear(2, T0 + 30_000), true);
  restart();
  t.equal(hear(3, T0 + 60_000), true);
  t.equal(list().total, 0);
  t.equal(list({ ignored: true }).rows[0]?.count, 3);
  of().ignore(1, STRANGER, false, BY);
  t.equal(hear(4, T0 + 90_000), false);
  t.equal(list().total, 1);
  t.equal(of().ignore(1, euiOf(2), true, BY), undefined, 'there is none');
  t.equal(of().ignore(2, STRANGER, true, BY), undefined, 'it is not of that organization');
});

t.test('one that is registered, or was not heard for a week, is none any more', async t => {
  const { db, hear, list, of } = opened(t);
  hear(1, T0);
  hear(1, T0, { epEui: euiOf(2) });
  db.exec(
    `INSERT INTO endpoint (org, eui, name, ep_class, created_at, updated_at) VALUES (2, '${STRANGER}', 'adopted', 'Z', 1, 1)`,
  );
  t.same(
    list().rows.map(({ epEui }) => epEui),
    [euiOf(2)],
  );
  t.equal(list({ now: T0 + 7 * DAY_MS }).total, 0);
  t.equal(of().removeOld((T0 + 7 * DAY_MS) as CredibleMs, 100), 0);
  t.equal(of().removeOld((T0 + 7 * DAY_MS + 1) as CredibleMs, 1), 1);
  t.equal(of().removeOld((T0 + 7 * DAY_MS + 1) as CredibleMs, 100), 1);
});

t.test('a flood of EUIs that are not registered fills no disk: the one heard longest ago goes', async t => {
  const { db, hear, list } = opened(t);
  db.exec('BEGIN');
  for (let n = 0; n < MOST_DISCOVERED + 5; n++) hear(1, T0 + n, { epEui: euiOf(n) });
  db.exec('COMMIT');
  t.equal(list().total, MOST_DISCOVERED);
  t.equal(list({ search: euiOf(4) }).total, 0);
  t.equal(list({ search: euiOf(5) }).total, 1);
});

t.test('lists are sorted, searched and cut into pages by the database', async t => {
  const { hear, list } = opened(t);
  for (let n = 0; n < 5; n++) hear(n, T0 + n * 1000, { epEui: euiOf(n), snr: n % 3 });
  const euis = (more: Partial<DiscoveredQuery>) => list(more).rows.map(({ epEui }) => epEui);
  t.same(euis({ sort: 'epEui', descending: false }), [0, 1, 2, 3, 4].map(euiOf));
  t.same(euis({ sort: 'snr', descending: true, limit: 1 }), [euiOf(2)]);
  t.same(euis({ sort: 'lastSeenAt', descending: true, limit: 2, offset: 1 }), [euiOf(3), euiOf(2)]);
  t.equal(list({ limit: 1 }).total, 5);
});
