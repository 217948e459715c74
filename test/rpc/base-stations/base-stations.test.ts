import t from 'tap';
import type { Eui } from '../../../src/kit/eui.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { START } from '../caller.ts';
import { OPERATOR } from '../harness.ts';
import { openRegistry } from '../registry.ts';

const BS = '70b3d59cd0000001';
const OTHER = '70b3d59cd0000002';
const PRINT = 'ab'.repeat(32);
const greeting = {
  vendor: 'Acme',
  model: 'Tower',
  name: 'roof',
  swVersion: '1.2',
  info: '{"slot":3}',
  bidi: true,
  position: undefined,
  version: '1.0.0',
  remoteAddress: '192.0.2.7:5123',
};
const session = (station: number) => ({
  station,
  snBsUuid: Buffer.alloc(16, 1),
  snScUuid: Buffer.alloc(16, 2),
  greeting,
  at: START,
});

t.test('a base station is registered by its EUI alone and named after it', async t => {
  const { call, raised } = await openRegistry(t);
  const created = await call('CreateBaseStation', { base_station: { bs_eui: BS.toUpperCase() } });
  t.match(created, {
    bs_eui: BS,
    name: BS,
    status: 'never_connected',
    certificate_status: 'none',
    service_center_url: 'tls://center.example:5000',
    location_source: '',
    attached_endpoints: 0,
    last_seen_at: null,
  });
  t.match(raised(), [{ type: 'basestation.registered', user: OPERATOR, data: { bsEui: BS } }]);
  t.same(await call('GetBaseStation', { bs_eui: BS }), created);
});

t.test('fingerprints are taken as people copy them', async t => {
  const { call } = await openRegistry(t);
  const written = [PRINT.toUpperCase().replace(/(..)(?!$)/g, '$1:'), PRINT, 'cd'.repeat(32)];
  const base_station = { bs_eui: BS, allowed_fingerprints: written, latitude: 0, longitude: 0, altitude: -3 };
  t.match(await call('CreateBaseStation', { base_station }), {
    allowed_fingerprints: [PRINT, 'cd'.repeat(32)],
    latitude: 0,
    longitude: 0,
    altitude: -3,
    location_source: 'manual',
  });
});

t.test('a wrong registration is refused with the token of its first mistake', async t => {
  const { refusal, call, raised } = await openRegistry(t);
  await call('CreateBaseStation', { base_station: { bs_eui: OTHER } });
  raised();
  const cases: [string, object | undefined][] = [
    ['ResourceRequired', undefined],
    ['EUIRequired', {}],
    ['InvalidEUIFormat', { bs_eui: 'station' }],
    ['BaseStationEUIExists', { bs_eui: OTHER }],
    ['InvalidLocation', { bs_eui: BS, longitude: 1 }],
    ['InvalidLocation', { bs_eui: BS, latitude: 0, longitude: 181 }],
    ['InvalidTags', { bs_eui: BS, tags: { '': 'x' } }],
    ['InvalidArgument', { bs_eui: BS, allowed_fingerprints: ['abc'] }],
    ['TooManyItems', { bs_eui: BS, allowed_fingerprints: Array.from({ length: 17 }, () => PRINT) }],
    ['FieldTooLong', { bs_eui: BS, description: 'x'.repeat(1025) }],
  ];
  for (const [token, base_station] of cases) {
    t.equal(await refusal('CreateBaseStation', base_station ? { base_station } : {}), token, JSON.stringify(token));
  }
  t.same(raised(), [], 'nothing was stored');
});

t.test('registrations end at the configured limit', async t => {
  const { refusal, call } = await openRegistry(t, { maxBaseStations: 1 });
  await call('CreateBaseStation', { base_station: { bs_eui: BS } });
  t.equal(await refusal('CreateBaseStation', { base_station: { bs_eui: OTHER } }), 'BaseStationLimitReached');
});

t.test('every call about a base station that is not there says so', async t => {
  const { refusal } = await openRegistry(t);
  for (const method of ['GetBaseStation', 'DeleteBaseStation', 'GetBaseStationStats'] as const) {
    t.equal(await refusal(method, { bs_eui: BS }), 'BaseStationNotFound', method);
    t.equal(await refusal(method, {}), 'EUIRequired', method);
    t.equal(await refusal(method, { bs_eui: '12' }), 'InvalidEUIFormat', method);
  }
  t.equal(await refusal('UpdateBaseStationEui', { bs_eui: BS, new_bs_eui: OTHER }), 'BaseStationNotFound');
  const update = { base_station: { bs_eui: BS }, update_mask: { paths: ['name'] } };
  t.equal(await refusal('UpdateBaseStation', update), 'BaseStationNotFound');
});

t.test('an update changes what its mask names and nothing else', async t => {
  const { call, raised, refusal, advance, stationCalls, store } = await openRegistry(t);
  await call('CreateBaseStation', { base_station: { bs_eui: BS, name: 'a', tags: { x: '1' } } });
  raised();
  const update = (base_station: object, ...paths: string[]) => {
    advance(1000);
    return call('UpdateBaseStation', { base_station: { bs_eui: BS, ...base_station }, update_mask: { paths } });
  };
  t.match(await update({ name: 'b', description: 'ignored' }, 'name'), { name: 'b', description: '' });
  t.match(raised(), [{ type: 'basestation.updated', user: OPERATOR, data: { fields: ['name'] } }]);
  const before = await call('GetBaseStation', { bs_eui: BS });
  t.same(await update({ name: 'b', tags: { x: '1' } }, 'name', 'tags'), before, 'equal values are no change');
  t.same(raised(), []);

  t.match(await update({ latitude: 1, longitude: 2 }, 'latitude', 'longitude'), { location_source: 'manual' });
  t.match(raised(), [
    { type: 'basestation.updated' },
    { type: 'basestation.location_changed', data: { latitude: 1, longitude: 2, altitude: 0, origin: 'manual' } },
  ]);
  const cleared = await update({}, 'latitude', 'longitude');
  t.match(raised(), [{ type: 'basestation.updated' }]);
  t.match(cleared, { location_source: '', location_updated_at: null });
  t.equal(cleared.latitude, undefined);

  await store.write.sessions.begin(session(1));
  t.match(await update({}, 'name'), { name: 'roof' }, 'an empty name gives way to the reported one');
  t.match(await update({ name: 'c', allowed_fingerprints: [PRINT] }, '*'), {
    name: 'c',
    tags: {},
    allowed_fingerprints: [PRINT],
  });
  t.same(stationCalls, []);
  t.match(await update({ disabled: true }, 'disabled'), { status: 'disabled', disabled: true });
  t.same(stationCalls, ['disconnect 1 disabled']);
  t.match(await update({ disabled: false }, 'disabled'), { status: 'offline' });
  raised();

  const refused = (base_station: object | undefined, paths: string[] | undefined) =>
    refusal('UpdateBaseStation', { ...(base_station && { base_station }), ...(paths && { update_mask: { paths } }) });
  t.equal(await refused(undefined, ['name']), 'ResourceRequired');
  t.equal(await refused({ bs_eui: BS }, []), 'UpdateMaskRequired');
  t.equal(await refused({ bs_eui: BS }, ['vendor']), 'UpdateMaskInvalid');
  t.equal(await refused({ bs_eui: BS }, ['color']), 'UpdateMaskInvalid');
  t.equal(await refused({ bs_eui: BS, latitude: 1, longitude: 2 }, ['longitude']), 'InvalidLocation');
  t.same(raised(), []);
});

t.test('the state follows the connection', async t => {
  const { call, live, store, connect } = await openRegistry(t);
  await call('CreateBaseStation', { base_station: { bs_eui: BS } });
  await store.write.sessions.begin(session(1));
  connect(1, { lastSeenAt: START + 1500, remoteAddress: '192.0.2.9:1' });
  t.match(await call('GetBaseStation', { bs_eui: BS }), {
    status: 'online',
    name: 'roof',
    vendor: 'Acme',
    model: 'Tower',
    sw_version: '1.2',
    bidi: true,
    remote_address: '192.0.2.9:1',
    info: { fields: { slot: { numberValue: 3 } } },
    last_seen_at: { nanos: 500_000_000 },
  });
  t.equal((await call('ListBaseStations', { status: 'online' })).total_count, 1);
  live.clear();
  t.match(await call('GetBaseStation', { bs_eui: BS }), { status: 'offline', remote_address: '192.0.2.7:5123' });
  t.equal((await call('ListBaseStations', { status: 'online' })).total_count, 0);
});

t.test('the certificate is judged by the newest that the station showed or was issued', async t => {
  const { call, store, advance, now } = await openRegistry(t);
  await call('CreateBaseStation', { base_station: { bs_eui: BS } });
  const day = DAY_MS;
  const expiresAt = START + 31 * day;
  const certificate = { fingerprint: PRINT, expiresAt, named: true };
  await store.write.sessions.admit({ station: 1, at: START, certificate });
  const status = async () => {
    const { certificate_status } = await call('GetBaseStation', { bs_eui: BS });
    t.equal((await call('ListBaseStations', { certificate_status })).total_count, 1);
    return certificate_status;
  };
  t.equal(await status(), 'valid');
  advance(day);
  t.equal(await status(), 'expiring');
  advance(30 * day);
  t.equal(await status(), 'expired');
  const base_station = { bs_eui: BS, allowed_fingerprints: [PRINT] };
  await call('UpdateBaseStation', { base_station, update_mask: { paths: ['allowed_fingerprints'] } });
  t.equal(await status(), 'external');
  const until = now() + 365 * day;
  await store.write.certificates.insert(
    {
      ...{ uuid: '0192f000-0000-7000-8000-0000000000c1', org: 1, kind: 'bs', eui: BS as Eui, serial: '4a' },
      ...{ fingerprint: 'issued', notBefore: now(), notAfter: until, pem: '', revokePrevious: false },
      key: undefined,
    },
    { now: now(), userId: undefined, userEmail: undefined, actor: '' },
  );
  t.equal(await status(), 'valid', 'one that waits to be installed');
  t.equal((await call('GetBaseStation', { bs_eui: BS })).certificate_expires_at?.seconds, String(until / 1000));
  await store.write.sessions.begin({ ...session(1), at: now() + 1 });
  t.equal(await status(), 'external', 'it still comes with its own');
  t.equal((await call('ListBaseStations', { certificate_status: 'revoked' })).total_count, 0);
});

t.test('a deleted station is disconnected and its session never resumed', async t => {
  const { call, raised, stationCalls, refusal, store } = await openRegistry(t);
  await call('CreateBaseStation', { base_station: { bs_eui: BS } });
  await store.write.sessions.begin(session(1));
  raised();
  await call('DeleteBaseStation', { bs_eui: BS });
  t.match(raised(), [{ type: 'basestation.deleted', station: 1 }]);
  t.same(stationCalls, ['disconnect 1 deleted']);
  t.equal(store.read.sessions.latest(1)?.state, 'retired');
  t.equal(await refusal('DeleteBaseStation', { bs_eui: BS }), 'BaseStationNotFound');
  t.match(await call('CreateBaseStation', { base_station: { bs_eui: BS } }), { status: 'never_connected', vendor: '' });
});

t.test('a station under a new EUI keeps its history, but neither session nor certificate', async t => {
  const { call, raised, stationCalls, refusal, store, hear } = await openRegistry(t);
  const ep_eui = '70b3d56770110001';
  await call('CreateBaseStation', { base_station: { bs_eui: BS } });
  await call('CreateBaseStation', { base_station: { bs_eui: '70b3d59cd0000003' } });
  await call('CreateEndPoint', { endpoint: { ep_eui } });
  const certificate = { fingerprint: PRINT, expiresAt: START * 2, named: true };
  await store.write.sessions.admit({ station: 1, at: START, certificate });
  await store.write.sessions.begin({ ...session(1), greeting: { ...greeting, name: '' } });
  await hear({ ep: ep_eui, station: 1, packetCnt: 1, atMs: START - 1 });
  raised();
  const move = (bs_eui: string, new_bs_eui: string) => ({ bs_eui, new_bs_eui });
  t.equal(await refusal('UpdateBaseStationEui', move(BS, BS.toUpperCase())), 'BaseStationEUIUnchanged');
  t.equal(await refusal('UpdateBaseStationEui', move(BS, '70b3d59cd0000003')), 'BaseStationEUIExists');
  t.equal(await refusal('UpdateBaseStationEui', move(BS, '')), 'EUIRequired');
  const moved = await call('UpdateBaseStationEui', move(BS, OTHER));
  t.match(moved, { bs_eui: OTHER, name: OTHER, certificate_status: 'none', certificate_fingerprint: '' });
  t.match(raised(), [{ type: 'basestation.eui_changed', station: 1, data: { bsEui: OTHER, oldBsEui: BS } }]);
  t.same(stationCalls, ['disconnect 1 eui_changed']);
  t.equal(store.read.sessions.latest(1)?.state, 'retired');
  t.match(await call('GetBaseStationStats', { bs_eui: OTHER }), { uplinks: '1' });
  t.match(await call('GetEndPoint', { ep_eui }), { last_bs_eui: OTHER });
  t.equal(await refusal('GetBaseStation', { bs_eui: BS }), 'BaseStationNotFound');
});

t.test('every order lists each station once, also where sort values are equal', async t => {
  const { call, store, connect, refusal } = await openRegistry(t);
  const COUNT = 250;
  const blank = { description: '', latitude: null, longitude: null, altitude: null, allowed_fingerprints: '[]' };
  const eui = (n: number) => `70b3d59cd00${n.toString(16).padStart(5, '0')}`;
  const writes = Array.from({ length: COUNT }, (_, n) => {
    const columns = {
      ...blank,
      name: `Mast ${n % 4}`,
      disabled: n % 5 ? 0 : 1,
      tags: JSON.stringify({ n: `${n % 2}` }),
    };
    const by = { now: START + Math.floor(n / 60), userId: undefined, userEmail: undefined, actor: '' };
    if (n % 3 === 0) connect(n + 1, { lastSeenAt: START + (n % 9) });
    return store.write.baseStations.insert({ org: 1, eui: eui((n * 7) % COUNT), columns, limit: undefined }, by);
  });
  await Promise.all(writes);
  for (const order_by of ['name', 'bs_eui', 'last_seen_at', 'status', 'created_at']) {
    for (const way of ['asc', 'desc']) {
      const seen: string[] = [];
      let page_token = '';
      do {
        const page = await call('ListBaseStations', { page_size: 50, page_token, order_by: `${order_by} ${way}` });
        t.equal(page.total_count, COUNT);
        seen.push(...page.base_stations.map(({ bs_eui }) => bs_eui));
        page_token = page.next_page_token;
      } while (page_token !== '');
      t.same([seen.length, new Set(seen).size], [COUNT, COUNT], `${order_by} ${way}: no repeat, no gap`);
    }
  }
  const byName = await call('ListBaseStations', { page_size: 1000 });
  const names = byName.base_stations.map(({ name }) => name);
  t.same(names, names.toSorted(), 'by name unless asked otherwise');
  t.equal((await call('ListBaseStations', { search: 'mAST 2', tags: { n: '0' } })).total_count, 62);
  t.equal((await call('ListBaseStations', { status: 'disabled' })).total_count, 50);
  t.equal(await refusal('ListBaseStations', { order_by: 'vendor' }), 'InvalidOrderBy');
  t.equal(await refusal('ListBaseStations', { status: 'up' }), 'InvalidEnumValue');
  t.equal(await refusal('ListBaseStations', { page_size: -5 }), 'InvalidPageSize');
  t.equal(await refusal('ListBaseStations', { page_token: 'AAAA' }), 'InvalidPageToken');
});
