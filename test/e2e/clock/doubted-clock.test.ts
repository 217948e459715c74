// Long: for CI and `npm test -- --long`.
import t from 'tap';
import { openDb } from '../../../src/database/driver.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/kit/units.ts';
import { SimulatedApplicationCenter } from '../../../src/simulate/application-center.ts';
import { SimulatedStation } from '../../../src/simulate/base-station.ts';
import { image } from '../../domain/media/images.ts';
import { Center, until } from '../../peers/center.ts';
import { ManualClock } from '../../peers/manual-clock.ts';
import { euiOf, METER, uplink } from '../../peers/telegrams.ts';
import { RestBox } from '../../rest/box.ts';

t.setTimeout(240_000);

const NEAR = '70b3d59cd0000001';
const APP = 'acde480000000a01';
/** Certificates, keys and sessions have ended by then. */
const AHEAD_MS = 25 * 365 * DAY_MS;

t.test('a clock that jumps ahead ends nothing that callers have', async t => {
  await using box = await RestBox.start(t.testdir());
  const { clock } = box.center;
  const expires_at = { seconds: Math.floor((clock.now() + DAY_MS) / 1000), nanos: 0 };
  const { id } = await box.key(['devices:read'], { expires_at });
  const sent = await box.send('POST', '/api/v2/media', {
    raw: image('rgb.png'),
    headers: { 'content-type': 'image/png' },
  });
  const { url } = sent.json as { url: string };
  await box.platform('CreateBaseStation', { base_station: { bs_eui: NEAR } });
  const { certificate } = (await box.platform('GenerateCertificate', { bs_eui: NEAR, key_type: 'ec-p256' })) as {
    certificate: { id: string };
  };
  const once = { headers: { 'idempotency-key': '0198c0de-0000-7000-8000-00000000cafe' } };
  const device = { name: 'Pump' };
  await box.post('/api/v2/devices', device, once);

  clock.jump(AHEAD_MS);
  t.match((await box.get(`/api/v2/api-keys/${id}`)).json, { isActive: true });
  const { api_keys } = (await box.platform('ListApiKeys', { page_size: 10 })) as { api_keys: object[] };
  t.match(
    api_keys.find(key => (key as { id: string }).id === id),
    { is_active: true },
  );
  t.equal((await box.as({}).get(url, { query: { organizationId: undefined } })).status, 200);
  t.match(await box.post('/api/v2/devices', device, once), { headers: { 'idempotency-replayed': 'true' } });
  const key = { id: certificate.id, cert_type: 'key', format: 'pem' };
  t.ok(await box.platform('DownloadCertificate', key));
});

t.test('a clock that jumps ahead ends neither certificates nor sessions of peers', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  const truth = new ManualClock(center.clock.now());
  const near = await center.baseStation({ bsEui: NEAR, clock: truth });
  const app = await center.applicationCenter({ acEui: APP, clock: truth });
  const sessions = { near: near.session, app: app.session };
  await near.close();
  await app.close();
  const { ports } = center;
  const own = async (kind: 'base-station' | 'application-center', eui: string) => {
    const { certPem, keyPem, caPem } = await center.app.pki.issue({ kind, eui: euiOf(eui) });
    return { host: '127.0.0.1', clock: truth, ca: caPem, cert: certPem, key: keyPem };
  };
  const [ofNear, ofApp] = [await own('base-station', NEAR), await own('application-center', APP)];
  center.clock.jump(AHEAD_MS);
  await using again = await SimulatedStation.connect({
    ...{ ...ofNear, port: ports.bssci, bsEui: NEAR, session: sessions.near },
  });
  await using there = await SimulatedApplicationCenter.connect({
    ...{ ...ofApp, port: ports.scaci ?? 0, acEui: APP, session: sessions.app },
  });
  t.equal(again.connected?.snResume, true);
  t.equal(there.connected?.snResume, true);
});

t.test(
  'a new box whose clock was ahead in its first run has no time of the future once a station is there',
  async t => {
    // As old as a box that is sold.
    const release = {
      version: '0.0.0',
      commit: 'unknown',
      builtAt: new ManualClock().now() - 60 * DAY_MS,
      supplier: null,
      supportUntil: null,
    };
    await using center = await Center.start({ dir: t.testdir(), release });
    await center.endpoint({ ep_eui: METER, name: 'meter', pre_attach: true, ep_class: 'A' });
    await center.clock.advance(MINUTE_MS);
    const wrong = center.clock.now();
    await center.stop();
    center.clock.jump(-40 * DAY_MS);
    await center.begin();
    const db = openDb(center.database, { engine: 'better-sqlite3', mode: 'reader' });
    t.teardown(() => db.close());
    const late = db.prepare(
      `SELECT (SELECT count(*) FROM event WHERE max(stored_at, timestamp_at) > ?) AS events,
       (SELECT count(*) FROM endpoint WHERE max(created_at, updated_at) > ?) AS endpoints`,
    );
    const lateNow = () => late.get(center.clock.now(), center.clock.now()) as { events: number; endpoints: number };
    await center.clock.advance(2 * MINUTE_MS);
    t.match(lateNow(), { endpoints: 1 }, 'while nothing confirms the clock of now');
    const station = await center.baseStation({ bsEui: NEAR });
    await station.start('ulData', uplink({ epEui: euiOf(METER), rxTime: BigInt(center.clock.now()) * 1_000_000n }));
    await until(async () => {
      await center.clock.advance(10_000);
      const { events, endpoints } = lateNow();
      return (events === 0 && endpoints === 0) || center.clock.now() >= wrong - 39 * DAY_MS;
    });
    t.same(lateNow(), { events: 0, endpoints: 0 });
    t.ok(center.clock.now() < wrong - 39 * DAY_MS);
  },
);

t.test('the time listened begins by credible time where nothing is known of it', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  const right = center.clock.now();
  await center.stop();
  center.clock.jump(40 * DAY_MS);
  await center.begin();
  await center.clock.advance(MINUTE_MS);
  await center.stop();
  // As an older release leaves it.
  center.sabotage('DELETE FROM listened');
  await center.begin();
  const near = await center.baseStation({ bsEui: NEAR });
  const session = { pre_attach: true, nwk_sn_key: '01'.repeat(16), sh_addr: 1 };
  await center.api.call('CreateEndPoint', {
    endpoint: { ep_eui: METER, name: 'meter', ep_class: 'A', ...session },
  });
  await near.start('ulData', uplink({ rxTime: BigInt(center.clock.now()) * 1_000_000n }));
  await center.clock.advance(1000);
  await until(async () => (await center.visible()) > 0);
  await near.close();
  await center.stop();
  const [first] = center.rows('SELECT from_ms FROM listened ORDER BY id LIMIT 1');
  t.ok(Math.abs(Number(first?.from_ms) - right) < DAY_MS, String(first?.from_ms));
});

t.test('events of a clock that was ahead, which no correction reaches, stand where their numbers say', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await center.stop();
  const ahead = 400 * DAY_MS;
  center.sabotage(
    `UPDATE event SET timestamp_at = timestamp_at + ${ahead}, stored_at = stored_at + ${ahead} WHERE seq <= 2`,
  );
  await center.clock.advance(MINUTE_MS);
  await center.begin();
  const listed = async () => {
    const { events } = await center.api.call('ListEvents', { page_size: 100 });
    return events.map(({ id }) => id);
  };
  const inOrder = () => center.rows('SELECT uuid FROM event ORDER BY seq DESC').map(({ uuid }) => String(uuid));
  t.same((await listed()).slice(0, 2), inOrder().slice(-2), 'they lead, as long as nothing says what time it is');
  await using near = await center.baseStation({ bsEui: NEAR });
  await center.api.call('RequestBaseStationStatus', { bs_eui: NEAR });
  await near.settled();
  await center.clock.advance(2 * MINUTE_MS);
  await until(() => center.rows('SELECT 1 FROM event WHERE moved_ms <> 0').length === 2);
  t.same(await listed(), inOrder());
});
