import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openDb } from '../../src/database/driver.ts';
import type { Acting } from '../../src/domain/event/acting.ts';
import { type Clock, systemClock } from '../../src/kit/time/clock.ts';
import { listenedMs } from '../../src/kit/time/listened.ts';
import { removeRemains, tidyRemains } from '../../src/upkeep/organization-remains.ts';
import { type Center, until } from '../peers/center.ts';
import { RawCenter } from '../peers/raw-center.ts';
import { euiOf } from '../peers/telegrams.ts';
import { ORGANIZATION } from '../rpc/harness.ts';
import { BS, openTraffic } from '../rpc/traffic.ts';
import { AC, conOf, BS as STATION, scene } from '../scaci/scene.ts';

t.setTimeout(120_000);
const OTHER = '0192f000-0000-7000-8000-0000000000ff';
const BOX = { kind: 'box', userId: undefined, keyOrganizationId: undefined } as const;
const ACTING: Acting = { now: 1, userId: undefined, userEmail: undefined, actor: 'test' };
const MANY = 150;
/** More than go at a time. */
const IMAGES = 40;

/** Organization 2 with an endpoint that is heard, and many more, a station, keys and an integration. */
async function opened(t: Test) {
  const crowd = Array.from(
    { length: MANY },
    (_, nth) => `INSERT INTO endpoint (org, eui, name, ep_class, created_at, updated_at)
      VALUES (2, 'fe00000000f0${String(nth).padStart(4, '0')}', 'n', 'Z', 0, 0);`,
  );
  const traffic = await openTraffic(
    t,
    `${crowd.join('\n')}
     INSERT INTO api_key (uuid, org, name, key_type, prefix, hash, scopes, created_at, created_by)
       VALUES ('k', 2, 'k', 'service_account', 'p', zeroblob(32), '[]', 0, '');
     INSERT INTO integration (uuid, org, name, kind, enabled, settings, revision, created_at, updated_at)
       VALUES ('i', 2, 'i', 'http', 1, '{}', 1, 0, 0);
     INSERT INTO integration_progress (integration, log_cursor, event_cursor) VALUES (1, 0, 0);
     INSERT INTO device (uuid, org, name, name_key, version, created_at, updated_at) VALUES ('d', 2, 'd', 'd', 1, 0, 0);
     INSERT INTO physical_device (device, uuid, org, endpoint, configuration, given, created_by_api, created_at, updated_at)
       SELECT 1, 'p', 2, id, '{}', '[]', 1, 0, 0 FROM endpoint WHERE org = 2 LIMIT 1;
     INSERT INTO device_sensor (uuid, device, template, created_at, updated_at) VALUES ('s', 1, 't', 0, 0);
     INSERT INTO sensor_mapping (sensor, uuid, source_path, created_at, updated_at) VALUES (1, 'm', 'x', 0, 0);
     INSERT INTO sensor_template (uuid, org, name, name_key, description, kind, unit, value_type, default_key, version, created_at, updated_at)
       VALUES ('t', 2, 't', 't', '', 'custom', '', 'number', '', 1, 0, 0);
     INSERT INTO media (uuid, org, filename, content_type, size, created_at)
       WITH RECURSIVE nth (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM nth WHERE n < ${IMAGES})
       SELECT 'm' || n, 1 + (n > 0), 'm', 'image/png', 1, 0 FROM nth;
     INSERT INTO media_content (media, content) SELECT id, x'00' FROM media;`,
  );
  await traffic.hear({ ep: 1, packetCnt: 1 }, { ep: 3, packetCnt: 1, station: 3 }, { ep: 3, packetCnt: 2, station: 1 });
  const done: string[] = [];
  // The pause between two steps passes by itself.
  const pausing: Clock = {
    ...systemClock,
    after(_, fn) {
      const id = setImmediate(fn);
      return { cancel: () => clearImmediate(id) };
    },
  };
  const options = {
    store: traffic.store,
    clock: pausing,
    disconnect: async (id: number) => void done.push(`disconnect ${id}`),
    enforce: (kind: string, eui: string) => void done.push(`enforce ${kind} ${eui}`),
    tellStations: () => void done.push('tell'),
    endCenter: (id: number) => void done.push(`center ${id}`),
  };
  const db = openDb(join(t.testdirName, 'waystation.db'), { engine: 'better-sqlite3', mode: 'reader' });
  t.teardown(() => db.close());
  const rows = (sql: string) => db.prepare(sql).all() as Record<string, unknown>[];
  const erase = () => traffic.store.write.accounts.deleteOrganization(OTHER, true, BOX, ACTING);
  return { ...traffic, options, done, rows, erase };
}

t.test('from the answer on nothing of a deleted organization is there, and nothing of another is touched', async t => {
  const { store, options, done, rows, erase, call, hear } = await opened(t);
  await erase();
  t.same(
    rows('SELECT name FROM api_key UNION ALL SELECT name FROM integration UNION ALL SELECT name FROM sensor_template'),
    [],
    'keys, integrations and sensor templates at once',
  );
  t.equal(store.read.accounts.organization(OTHER), undefined);
  t.equal(store.read.centers.organization(OTHER), undefined, 'no application center of it connects');
  await removeRemains(options);
  t.same(rows('SELECT count(*) AS n FROM endpoint WHERE org = 2 AND deleted_at IS NULL'), [{ n: 0 }]);
  t.same(rows('SELECT count(*) AS n FROM base_station WHERE org = 2 AND deleted_at IS NULL'), [{ n: 0 }]);
  for (const table of ['device', 'physical_device', 'device_sensor', 'sensor_mapping']) {
    t.same(rows(`SELECT count(*) AS n FROM ${table}`), [{ n: 0 }], `and no ${table}`);
  }
  t.same(rows('SELECT uuid FROM media JOIN media_content ON media = id'), [{ uuid: 'm0' }]);
  t.same(done, ['disconnect 3', `enforce bs ${BS[3]}`, 'tell', 'tell', 'tell'], `${MANY + 1} endpoints in steps`);
  t.equal((await call('ListMessages', {})).total_count, 1);
  t.equal((await call('ListBaseStations', {})).total_count, 2);
  await call('CreateBaseStation', { base_station: { bs_eui: BS[3] } });
  await hear({ ep: 3, packetCnt: 3 });
  t.same(rows('SELECT count(*) AS n FROM message WHERE org = 2'), [{ n: 2 }], 'its endpoints are unknown now');
});

t.test('the content of its messages goes afterwards, and what is derived of the log stays right', async t => {
  const { options, rows, erase, call } = await opened(t);
  const before = rows('SELECT seq, org, packet_cnt, length(user_data) AS bytes FROM message ORDER BY seq');
  t.match(before, [{ bytes: 1 }, { bytes: 1 }, { bytes: 1 }]);
  await tidyRemains(options);
  t.same(rows('SELECT seq, org, packet_cnt, length(user_data) AS bytes FROM message ORDER BY seq'), before);
  await erase();
  await tidyRemains(options);
  t.same(
    rows('SELECT seq, org, packet_cnt, length(user_data) AS bytes FROM message ORDER BY seq'),
    before.map(row => (row.org === 2 ? { ...row, bytes: 0 } : row)),
  );
  t.match(await call('ListMessages', {}), { messages: [{ user_data: Buffer.of(1) }], total_count: 1 });
});

t.test('a telegram that was on its way into the log is emptied as well', async t => {
  const { store, options, rows, erase, receive, now } = await opened(t);
  await receive({ ep: 3, packetCnt: 3, station: 3, rxTime: 1n });
  await erase();
  await tidyRemains(options);
  t.same(rows('SELECT sum(length(user_data)) AS n FROM message WHERE org = 2'), [{ n: 2 }], 'not before it is there');
  while ((await store.write.uplinks.close(now(), listenedMs(now()))).closed > 0);
  await tidyRemains(options);
  t.same(rows('SELECT count(*) AS n, sum(length(user_data)) AS bytes FROM message WHERE org = 2'), [
    { n: 3, bytes: 0 },
  ]);
});

t.test('what a crash has left undone goes on after it, also in several steps', async t => {
  const { store, options, rows, erase } = await opened(t);
  await erase();
  const first = await store.write.organizationRemains.removeRemains(64, ACTING);
  t.match(first, { endpoints: 64, more: true });
  t.equal(await store.write.organizationRemains.emptyMessages(1), true);
  // The next run knows nothing of it.
  await Promise.all([tidyRemains(options), removeRemains(options)]);
  t.same(rows('SELECT count(*) AS n FROM endpoint WHERE org = 2 AND deleted_at IS NULL'), [{ n: 0 }]);
  t.same(rows('SELECT sum(length(user_data)) AS n FROM message WHERE org = 2'), [{ n: 0 }]);
  t.match(await store.write.organizationRemains.removeRemains(64, ACTING), { endpoints: 0, stations: [], more: false });
  t.equal(await store.write.organizationRemains.emptyMessages(256), false);
  t.ok(store.read.accounts.organization(ORGANIZATION));
});

t.test('what a caller who was let in before makes in a deleted organization goes with it', async t => {
  const { store, options, rows, erase } = await opened(t);
  const asked = { org: 2, name: 'late', user: undefined, scopes: ['*'], expiresAt: null };
  await Promise.all([
    erase(),
    store.write.apiKeys.insert({ ...asked, prefix: 'wslate00', hash: Buffer.alloc(32) }, ACTING),
    erase().catch(() => undefined),
  ]);
  t.match(rows('SELECT name FROM api_key'), [{ name: 'late' }]);
  await removeRemains(options);
  t.same(rows('SELECT name FROM api_key'), []);
});

t.test('stations and application centers of a deleted organization are disconnected', async t => {
  await using center: Center = await scene(t);
  await using station = await center.baseStation({ bsEui: STATION });
  center.sabotage(`INSERT INTO organization (id, uuid, name, is_default, created_at, updated_at)
    VALUES (77, '${OTHER}', 'other', 0, 0, 0); UPDATE base_station SET org = 77`);
  const certificate = await center.app.pki.issue({
    kind: 'application-center',
    eui: euiOf(AC),
    organization: OTHER,
  });
  const { caPem, certPem: cert, keyPem: key } = certificate;
  const theirs = await RawCenter.open(center.ports.scaci ?? 0, caPem, { cert, key });
  theirs.send(conOf(AC));
  t.match(await theirs.next(), { command: 'conRsp' });
  theirs.send({ command: 'conCmp', opId: 0 });
  await until(() => center.rows("SELECT 1 FROM center_session WHERE status = 'active'").length === 1);
  center.sabotage('UPDATE organization SET deleted_at = 1 WHERE id = 77');
  await center.clock.advance(10_000);
  await Promise.all([station.closed, theirs.closed]);
  t.match(center.rows('SELECT status, close_reason FROM center_session'), [
    { status: 'terminated', close_reason: 'organization_deleted' },
  ]);
});
