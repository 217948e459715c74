import t from 'tap';
import { START } from '../caller.ts';
import { OPERATOR } from '../harness.ts';
import { openRegistry } from '../registry.ts';

const EP = '70b3d56770110001';
const OTHER = '70b3d56770110002';
const BS = '70b3d59cd0000001';
const KEY = '000102030405060708090a0b0c0d0e0f';
const KEY2 = '101112131415161718191a1b1c1d1e1f';
const UNKNOWN_ID = '0192f000-0000-7000-8000-0000000000ff';

t.test('an endpoint is registered by its EUI alone and named after it', async t => {
  const { call, raised, stationCalls } = await openRegistry(t);
  const created = await call('CreateEndPoint', { endpoint: { ep_eui: '70-B3-D5-67-70-11-00-01' } });
  t.match(created, {
    ep_eui: EP,
    name: EP,
    status: 'registered',
    ep_class: 'Z',
    bidi: false,
    attach_status: 'detached',
    nwk_key_set: false,
    nwk_key: '',
    message_count: '0',
    pending_downlinks: 0,
    last_seen_at: null,
  });
  t.match(raised(), [{ type: 'endpoint.created', user: OPERATOR, data: { epEui: EP, origin: 'api' } }]);
  t.same(stationCalls, []);
  t.same(await call('GetEndPoint', { ep_eui: EP }), created);
});

t.test('every field an operator sets is returned, keys excepted', async t => {
  const { call } = await openRegistry(t);
  const fields = {
    ep_eui: EP,
    name: 'meter',
    ep_class: 'A',
    description: 'in the cellar',
    sh_addr: 7,
    dual_chan: true,
    repetition: true,
    wide_carr_off: true,
    long_blk_dist: true,
    attach_cnt: 16_777_215,
    last_packet_cnt: 4_294_967_295,
    type_eui: OTHER,
    uplink_interval_seconds: 60,
    tags: { floor: '-1', room: 'b' },
    latitude: 0,
    longitude: -180,
    altitude: 0,
    skip_attach_check: true,
  };
  const keys = { nwk_key: KEY, nwk_sn_key: KEY2, app_key: KEY };
  const created = await call('CreateEndPoint', { endpoint: { ...fields, ...keys } });
  t.match(created, { ...fields, nwk_key: '', nwk_sn_key: '', app_key: '', bidi: true });
  t.match(created, { nwk_key_set: true, nwk_sn_key_set: true, app_key_set: true });
});

const session = (station: number) => ({
  station,
  snBsUuid: Buffer.alloc(16, station),
  snScUuid: Buffer.alloc(16, station),
  greeting: {
    ...{ vendor: '', model: '', name: '', swVersion: '', info: undefined, position: undefined },
    ...{ bidi: true, version: '1.0.0', remoteAddress: '' },
  },
  at: START,
});

t.test('a pre-attached endpoint is attached by its registration and every station is to be told', async t => {
  const { call, raised, stationCalls, store } = await openRegistry(t);
  const endpoint = { ep_eui: EP, pre_attach: true, nwk_key: KEY };
  t.match(await call('CreateEndPoint', { endpoint }), { attach_status: 'attached' }, 'there is no station to wait for');
  t.match(raised(), [{ type: 'endpoint.created' }, { type: 'endpoint.attached', data: { origin: 'pre_attach' } }]);
  t.same(stationCalls, ['stations']);
  await call('CreateBaseStation', { base_station: { bs_eui: BS } });
  await store.write.sessions.begin(session(1));
  t.match(await call('CreateEndPoint', { endpoint: { ...endpoint, ep_eui: OTHER } }), { attach_status: 'attaching' });
  const due = store.read.propagation.due(1, START, 10).map(({ kind, epEui }) => [kind, epEui]);
  t.same(due, [['att', OTHER]]);
  const list = await store.write.announcing.group({ session: 1, station: 1, limit: 10, opIds: [], at: START });
  const told = list?.entries.map(({ endpoint, version }) => store.read.announcing.content(endpoint, version)?.epEui);
  t.same(told, [EP], 'the list leaves to the decision what it is about');
});

t.test('a wrong registration is refused with the token of its first mistake', async t => {
  const { refusal, call, raised } = await openRegistry(t);
  await call('CreateEndPoint', { endpoint: { ep_eui: OTHER } });
  raised();
  const cases: [string, object | undefined][] = [
    ['ResourceRequired', undefined],
    ['EUIRequired', {}],
    ['InvalidEUIFormat', { ep_eui: '0000000000000000' }],
    ['EndPointEUIExists', { ep_eui: OTHER }],
    ['InvalidEndPointClass', { ep_eui: EP, ep_class: 'B' }],
    ['EndPointKeyRequired', { ep_eui: EP, pre_attach: true }],
    ['InvalidKeyFormat', { ep_eui: EP, nwk_key: '00' }],
    ['InvalidKeyFormat', { ep_eui: EP, app_key: '0'.repeat(32) }],
    ['InvalidShortAddress', { ep_eui: EP, sh_addr: 65_536 }],
    ['InvalidTypeEUI', { ep_eui: EP, type_eui: 'xyz' }],
    ['DeviceModelNotFound', { ep_eui: EP, device_model_id: UNKNOWN_ID }],
    ['InvalidIDFormat', { ep_eui: EP, device_model_id: 'x' }],
    ['BlueprintNotFound', { ep_eui: EP, blueprint_id: UNKNOWN_ID }],
    ['InvalidLocation', { ep_eui: EP, latitude: 1 }],
    ['InvalidLocation', { ep_eui: EP, latitude: 91, longitude: 0 }],
    ['InvalidTags', { ep_eui: EP, tags: { 'a b': '' } }],
    ['FieldTooLong', { ep_eui: EP, name: 'x'.repeat(129) }],
    ['FieldOutOfRange', { ep_eui: EP, attach_cnt: 16_777_216 }],
    ['FieldOutOfRange', { ep_eui: EP, uplink_interval_seconds: 9 }],
  ];
  for (const [token, endpoint] of cases) {
    t.equal(await refusal('CreateEndPoint', endpoint ? { endpoint } : {}), token, JSON.stringify(endpoint));
  }
  t.same(raised(), [], 'nothing was stored');
});

t.test('registrations end at the configured limit', async t => {
  const { refusal, call } = await openRegistry(t, { maxEndpoints: 1 });
  await call('CreateEndPoint', { endpoint: { ep_eui: EP } });
  t.equal(await refusal('CreateEndPoint', { endpoint: { ep_eui: OTHER } }), 'EndPointLimitReached');
  t.equal(await refusal('CreateEndPoint', { endpoint: { ep_eui: EP } }), 'EndPointEUIExists');
});

t.test('every call about an endpoint that is not there says so', async t => {
  const { refusal } = await openRegistry(t);
  for (const method of ['GetEndPoint', 'DeleteEndPoint', 'AttachEndPoint', 'DetachEndPoint'] as const) {
    t.equal(await refusal(method, { ep_eui: EP }), 'EndPointNotFound', method);
    t.equal(await refusal(method, {}), 'EUIRequired', method);
    t.equal(await refusal(method, { ep_eui: '12' }), 'InvalidEUIFormat', method);
  }
  const update = { endpoint: { ep_eui: EP }, update_mask: { paths: ['name'] } };
  t.equal(await refusal('UpdateEndPoint', update), 'EndPointNotFound');
});

t.test('keys leave only after the audit event is stored', async t => {
  const { call, refusal, raised, faulty } = await openRegistry(t);
  await call('CreateEndPoint', { endpoint: { ep_eui: EP, nwk_key: KEY } });
  raised();
  const asked = { ep_eui: EP, reveal_keys: ['nwk_key', 'app_key'] };
  t.match(await call('GetEndPoint', asked), { nwk_key: KEY, app_key: '', nwk_sn_key: '' });
  t.match(raised(), [
    { type: 'endpoint.keys_revealed', user: OPERATOR, data: { epEui: EP, keys: ['nwk_key', 'app_key'] } },
  ]);
  t.equal(await refusal('GetEndPoint', { ep_eui: EP, reveal_keys: ['sh_addr'] }), 'InvalidEnumValue');
  faulty.write = 'events.raise';
  t.equal(await refusal('GetEndPoint', asked), 'AuditRecordFailed');
  t.match(await call('GetEndPoint', { ep_eui: EP }), { nwk_key: '' }, 'without keys nothing is written');
});

t.test('an update changes what its mask names and nothing else', async t => {
  const { call, raised, refusal, advance } = await openRegistry(t);
  const created = await call('CreateEndPoint', {
    endpoint: { ep_eui: EP, name: 'a', description: 'b', nwk_key: KEY, tags: { x: '1', y: '2' } },
  });
  raised();
  advance(1000);
  const update = (endpoint: object, ...paths: string[]) =>
    call('UpdateEndPoint', { endpoint: { ep_eui: EP, ...endpoint }, update_mask: { paths } });

  t.match(await update({ name: 'new', description: 'ignored' }, 'name'), { name: 'new', description: 'b' });
  t.match(raised(), [{ type: 'endpoint.updated', user: OPERATOR, data: { fields: ['name'] } }]);

  const before = await call('GetEndPoint', { ep_eui: EP });
  t.not(before.updated_at?.seconds, created.updated_at?.seconds);
  advance(1000);
  const same = { name: 'new', nwk_key: KEY, tags: { y: '2', x: '1' } };
  t.same(await update(same, 'name', 'nwk_key', 'tags'), before, 'equal values are no change');
  t.same(raised(), []);

  t.match(await update({}, 'description', 'tags'), { description: '', tags: {} }, 'masked and empty clears');
  t.match(raised(), [{ type: 'endpoint.updated', data: { fields: ['description', 'tags'] } }]);

  t.match(await update({ nwk_key: KEY2 }, 'nwk_key'), { nwk_key_set: true });
  t.match(raised(), [
    { type: 'endpoint.updated', data: { fields: ['nwk_key'] } },
    { type: 'endpoint.keys_changed', data: { keys: ['nwk_key'] } },
  ]);

  const all = await update({ ep_class: 'A', uplink_interval_seconds: 10 }, '*');
  t.match(all, { name: EP, ep_class: 'A', nwk_key_set: false, uplink_interval_seconds: 10 });
  const [event] = raised();
  t.same(event?.data.fields, ['name', 'ep_class', 'nwk_key', 'uplink_interval_seconds']);

  const refused = async (endpoint: object | undefined, paths: string[] | undefined) =>
    refusal('UpdateEndPoint', { ...(endpoint && { endpoint }), ...(paths && { update_mask: { paths } }) });
  t.equal(await refused(undefined, ['name']), 'ResourceRequired');
  t.equal(await refused({ ep_eui: EP }, undefined), 'UpdateMaskRequired');
  t.equal(await refused({ ep_eui: EP }, []), 'UpdateMaskRequired');
  t.equal(await refused({ ep_eui: EP }, ['nme']), 'UpdateMaskInvalid');
  t.equal(await refused({ ep_eui: EP }, ['status']), 'UpdateMaskInvalid');
  t.equal(await refused({ ep_eui: EP }, ['ep_eui']), 'ImmutableField');
  t.equal(await refused({ ep_eui: EP }, ['*', 'nope']), 'UpdateMaskInvalid');
  t.equal(await refused({ ep_eui: EP, latitude: 1, longitude: 1 }, ['latitude']), 'InvalidLocation');
  t.equal(await refused({ ep_eui: EP, pre_attach: true }, ['pre_attach']), 'EndPointKeyRequired');
  t.equal(await refused({ ep_eui: EP, sh_addr: 70_000 }, ['sh_addr']), 'InvalidShortAddress');
  t.same(raised(), []);
});

t.test('stations are told of a change of what they hold', async t => {
  const { call, stationCalls, raised, refusal, store } = await openRegistry(t);
  await call('CreateBaseStation', { base_station: { bs_eui: BS } });
  await call('CreateEndPoint', { endpoint: { ep_eui: EP, nwk_key: KEY } });
  await store.write.sessions.begin(session(1));
  const update = (endpoint: object, ...paths: string[]) => {
    stationCalls.length = 0;
    raised();
    return call('UpdateEndPoint', { endpoint: { ep_eui: EP, ...endpoint }, update_mask: { paths } });
  };
  const due = () => store.read.propagation.due(1, START, 10).map(({ kind }) => kind);
  const confirm = async () => {
    for (const { endpoint, kind, seen } of store.read.propagation.due(1, START, 10)) {
      const what = { endpoint, kind, seen, session: 1, station: 1, content: Buffer.alloc(1), at: START };
      const opId = await store.write.propagation.start(what);
      if (opId !== undefined) await store.write.propagation.taken(1, 1, opId, START);
    }
  };
  await update({ sh_addr: 5 }, 'sh_addr');
  t.same([stationCalls, due()], [[], []], 'a detached endpoint concerns no station');

  t.match(await update({ pre_attach: true }, 'pre_attach'), { attach_status: 'attaching' });
  t.same([stationCalls, due()], [['stations'], ['att']]);
  t.match(raised(), [{ type: 'endpoint.updated' }, { type: 'endpoint.attached' }]);
  await confirm();

  t.match(await update({ sh_addr: 6 }, 'sh_addr'), { attach_status: 'attached', reattach_pending: false });
  t.same([stationCalls, due()], [['stations'], ['att']]);
  await confirm();
  await update({ name: 'x', app_key: KEY }, 'name', 'app_key');
  t.same([stationCalls, due()], [[], []], 'neither name nor application key travels');
  await update({ last_packet_cnt: 3 }, 'last_packet_cnt');
  t.equal(store.read.propagation.due(1, START, 10)[0]?.lastPacketCnt, 3);
  await confirm();

  t.match(await update({ pre_attach: false, repetition: true }, 'pre_attach', 'repetition'), {
    reattach_pending: true,
  });
  t.same([stationCalls, due()], [[], []], 'without pre-attach the next attach brings it');

  t.match(await update({ suspended: true }, 'suspended'), { status: 'suspended', attach_status: 'detaching' });
  t.same([stationCalls, due()], [['stations'], ['det']]);
  t.match(raised(), [{ type: 'endpoint.updated' }, { type: 'endpoint.suspended' }, { type: 'endpoint.detached' }]);
  t.equal(await refusal('AttachEndPoint', { ep_eui: EP }), 'EndPointSuspended');
  await confirm();

  await update({ pre_attach: true }, 'suspended', 'pre_attach');
  t.match(raised(), [{ type: 'endpoint.updated' }, { type: 'endpoint.resumed' }, { type: 'endpoint.attached' }]);
  t.same(due(), ['att']);
  const keyless = { endpoint: { ep_eui: EP }, update_mask: { paths: ['nwk_key'] } };
  t.equal(
    await refusal('UpdateEndPoint', keyless),
    'EndPointKeyRequired',
    'a pre-attached endpoint keeps its last key',
  );
  await update({}, 'pre_attach', 'nwk_key');
  t.same(due(), ['det'], 'without a key no station may know the endpoint');
});

t.test('attach and detach are decided elsewhere and answered as decided', async t => {
  const { call, stationCalls, refusal } = await openRegistry(t);
  await call('CreateEndPoint', { endpoint: { ep_eui: EP } });
  t.equal(await refusal('AttachEndPoint', { ep_eui: EP }), 'EndPointSessionKeyMissing');
  t.match(await call('DetachEndPoint', { ep_eui: EP }), { attach_status: 'detached', propagations: [] });
  t.same(stationCalls, []);
  await call('UpdateEndPoint', { endpoint: { ep_eui: EP, nwk_key: KEY }, update_mask: { paths: ['nwk_key'] } });
  t.match(await call('AttachEndPoint', { ep_eui: EP }), {
    attach_status: 'attaching',
    propagations: [{ bs_eui: '70b3d59cd0000001', state: 'sent', op_id: '-3', error: '' }],
  });
  t.same(stationCalls, ['attach 1 api operator@localhost']);
});

t.test('a new EUI takes keys and history along, but not the counters of the old device', async t => {
  const { call, raised, hear, refusal, store, advance } = await openRegistry(t);
  await call('CreateBaseStation', { base_station: { bs_eui: BS } });
  await store.write.sessions.begin(session(1));
  const keys = { nwk_key: KEY, app_key: KEY2 };
  await call('CreateEndPoint', { endpoint: { ep_eui: EP, ...keys, pre_attach: true, attach_cnt: 9 } });
  await call('CreateEndPoint', { endpoint: { ep_eui: OTHER } });
  const at = Date.UTC(2026, 2, 4, 12);
  await hear({ ep: EP, station: 1, packetCnt: 40, atMs: at });
  raised();
  advance(5);

  const rekey = (new_ep_eui: string) => ({ endpoint: { ep_eui: EP }, new_ep_eui });
  t.equal(await refusal('UpdateEndPoint', rekey(OTHER)), 'EndPointEUIExists');
  t.equal(await refusal('UpdateEndPoint', rekey('1')), 'InvalidEUIFormat');
  t.same(raised(), []);
  const FRESH = '70b3d56770110003';
  const moved = await call('UpdateEndPoint', rekey(FRESH.toUpperCase()));
  t.match(moved, { ep_eui: FRESH, name: FRESH, message_count: '1', status: 'active' });
  t.equal(moved.attach_cnt, undefined);
  t.equal(moved.last_packet_cnt, undefined);
  t.match(raised(), [
    { type: 'endpoint.detached', data: { origin: 'api' } },
    { type: 'endpoint.eui_changed', data: { epEui: FRESH, oldEpEui: EP } },
    { type: 'endpoint.attached', data: { origin: 'pre_attach' } },
  ]);
  t.match(
    store.read.propagation.due(1, START + 5, 10).map(({ kind, epEui }) => [kind, epEui]),
    [
      ['det', EP],
      ['att', FRESH],
    ],
    'stations forget the old EUI, and learn the new one',
  );
  t.match(await call('GetEndPoint', { ep_eui: FRESH, reveal_keys: ['nwk_key', 'app_key'] }), keys);
  t.equal(await refusal('GetEndPoint', { ep_eui: EP }), 'EndPointNotFound');
  t.equal(store.read.messages.count({ org: 1, endpoint: 1 }), 1);
  await hear({ ep: FRESH, station: 1, packetCnt: 0, atMs: at + 1000 });
  t.notOk(
    raised().some(({ type }) => type === 'endpoint.counter_reset'),
    'the new device may begin at zero',
  );
});

t.test('an endpoint that is registered anew does not see what was heard before', async t => {
  const { call, raised, stationCalls, hear, refusal, db, store } = await openRegistry(t);
  await call('CreateBaseStation', { base_station: { bs_eui: BS } });
  await store.write.sessions.begin(session(1));
  await call('CreateEndPoint', { endpoint: { ep_eui: EP, nwk_key: KEY, pre_attach: true } });
  await hear({ ep: EP, station: 1, packetCnt: 1, atMs: Date.UTC(2026, 2, 4, 12) });
  t.match(await call('GetEndPoint', { ep_eui: EP }), { message_count: '1', status: 'active', last_snr: 10 });
  raised();
  stationCalls.length = 0;
  await call('DeleteEndPoint', { ep_eui: EP });
  t.match(raised(), [{ type: 'endpoint.detached' }, { type: 'endpoint.deleted', data: { name: EP } }]);
  t.same(stationCalls, ['stations']);
  t.match(store.read.propagation.due(1, START, 10), [{ kind: 'det', epEui: EP }]);
  t.equal(await refusal('DeleteEndPoint', { ep_eui: EP }), 'EndPointNotFound');
  const kept = db.prepare('SELECT nwk_key, nwk_sn_key, app_key FROM endpoint WHERE id = 1').get();
  t.same(kept, { nwk_key: null, nwk_sn_key: null, app_key: null }, 'its keys are gone');
  await call('CreateEndPoint', { endpoint: { ep_eui: EP } });
  t.match(await call('GetEndPoint', { ep_eui: EP }), { message_count: '0', status: 'registered', nwk_key_set: false });
});
