import t from 'tap';
import { openKey } from '../../../src/rpc/endpoint-keys.ts';
import { ACTING, EP, HUMIDITY, KEY, OTHER, openDevices, plain, SEAL, SERVICE, TEMPERATURE } from './scene.ts';

const EP2 = '70b3d56770110002';
const KEY2 = 'f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff';

const configurationOf = (device: { physical_device: { configuration: unknown } | null }) =>
  plain(device.physical_device?.configuration as never);
type Scene = Awaited<ReturnType<typeof openDevices>>;
const keyOf = ({ store }: Scene, eui: string, secret: 'nwk_key' | 'nwk_sn_key' | 'app_key' = 'nwk_key') => {
  const id = store.read.endpoints.find(1, eui, 0)?.id ?? 0;
  const sealed = store.read.endpoints.sealedKeys(id)?.[secret];
  return sealed && Buffer.from(openKey(SEAL, eui, secret, sealed)).toString('hex');
};

t.test(
  'an endpoint that is registered already is linked, completed by what is given, and stays when the device goes',
  async t => {
    const api = await openDevices(t);
    await api.endpoint(EP, { ep_class: 'A', tags: '{"site":"north"}', uplink_interval_s: 5400, name: 'meter' });
    const { answer } = await api.create(api.mioty({ nwkKey: KEY, shAddr: 12, dualChan: false }));
    t.same(configurationOf(answer), {
      nwkKey: '***',
      shAddr: 12,
      epClass: 'A',
      dualChan: false,
      tags: { site: 'north' },
    });
    t.match(api.endpointOf(), { name: 'meter', ep_class: 'A', sh_addr: 12 }, 'what is not given stays');
    t.equal(keyOf(api, EP), KEY);
    t.same(api.events(), ['endpoint.created', 'endpoint.updated', 'endpoint.keys_changed']);
    t.match((await api.get(answer.id)).answer, { data_sending_interval: { unit: 'minute', value: 90 } });
    t.match(await api.remove(answer.id), { endpoint_deleted: false });
    t.ok(api.endpointOf());
    const again = await api.create(api.mioty({ nwkKey: KEY }));
    t.same(api.events().length, 3, 'the key it has is no change');
    t.match(await api.remove(again.answer.id, true), { endpoint_deleted: true });
    t.equal(api.endpointOf(), undefined);
    const own = await api.create(api.mioty({}));
    t.match(await api.remove(own.answer.id, false), { endpoint_deleted: false });
    t.ok(api.endpointOf(), 'it is asked to stay');
  },
);

t.test('an endpoint of another organization is not taken, and its devices are not found', async t => {
  const api = await openDevices(t);
  await api.endpoint(EP, {}, 2);
  t.match(await api.refusedCreate(api.mioty()), { token: 'EndPointEUIExists' });
  const { answer } = await api.create(api.mioty({}, EP2));
  const id = answer.id;
  const of = { organization_id: OTHER, id };
  t.equal(await api.other.refusal(`${SERVICE}/GetDevice`, of), 'DeviceNotFound');
  t.equal(await api.other.refusal(`${SERVICE}/DeleteDevice`, of), 'DeviceNotFound');
  t.equal(
    await api.other.refusal(`${SERVICE}/UpdateDevice`, { ...api.patchOf(id, { name: 'x' }), organization_id: OTHER }),
    'DeviceNotFound',
  );
  t.equal(
    await api.other.refusal(`${SERVICE}/AddSensors`, { ...of, sensor_template_ids: [TEMPERATURE] }),
    'DeviceNotFound',
  );
  t.equal(
    await api.other.refusal(`${SERVICE}/RemoveSensors`, { ...of, sensor_template_ids: [TEMPERATURE] }),
    'DeviceNotFound',
  );
  t.equal(
    await api.other.refusal(`${SERVICE}/ListConnectorKeys`, { ...of, connection_id: 'mioty', client_device_id: EP2 }),
    'DeviceNotFound',
  );
  t.equal(
    await api.other.refusal('rest.v1.RestService/ListDeviceSensors', { organization_id: OTHER, device_id: id }),
    'DeviceNotFound',
  );
  const mapping = { organization_id: OTHER, device_id: id, sensor_id: id, source_path: 'x' };
  t.equal(await api.other.refusal('rest.v1.RestService/SetSensorMapping', mapping), 'DeviceNotFound');
  t.match(await api.other.call(`${SERVICE}/ListDevices`, { organization_id: OTHER }), { devices: [], total: 0 });
  t.equal(await api.refusal(`${SERVICE}/GetDevice`, of), 'OrganizationContextMismatch');
  t.equal(await api.refusal(`${SERVICE}/GetDevice`, { id }), 'OrganizationIDRequired');
  const { connections } = await api.other.call('connection.ConnectionService/ListConnections', {
    organization_id: OTHER,
  });
  t.not(connections[0]?.id, answer.physical_device?.connection_id, 'each organization has its own');
  t.equal(connections[0]?.device_count, 0);
  t.ok(api.store.read.devices.find(1, id));
});

t.test('what is changed by other ways is seen, and raises the version', async t => {
  const api = await openDevices(t);
  const { answer, told } = await api.create({
    ...api.mioty({ epClass: 'Z' }),
    dataSendingInterval: { unit: 'hour', value: 24 },
  });
  const { id } = answer;
  const endpoint = api.endpointOf()?.id ?? 0;
  t.equal(api.endpointOf()?.uplink_interval_s, 86_400);
  t.match((await api.get(id)).answer.data_sending_interval, { unit: 'hour', value: 24 }, 'as it was given');
  let version = Number(told.version);
  const change = async (changes: object, shows: object, about: string) => {
    api.advance(1000);
    await api.store.write.endpoints.update({ id: endpoint, changes }, { ...ACTING, now: api.now() });
    const after = await api.get(id);
    t.equal(Number(after.told.version) > version, Object.keys(shows).length > 0, about);
    version = Number(after.told.version);
    t.match({ ...after.answer, configuration: configurationOf(after.answer) }, shows, about);
    return after.answer;
  };
  await change({ ep_class: 'A' }, { configuration: { epClass: 'A' } }, 'class');
  await change({ nwk_sn_key: Buffer.from('sealed') }, { configuration: { nwkSnKey: '***' } }, 'session key');
  await change({ nwk_sn_key: Buffer.from('other') }, { configuration: { nwkSnKey: '***' } }, 'another session key');
  api.db.exec("UPDATE endpoint SET nwk_sn_key = x'02', attach_generation = attach_generation + 1");
  t.equal(Number((await api.get(id)).told.version), version, 'attaching renews it');
  await change({ nwk_key: Buffer.from('sealed') }, { configuration: { nwkKey: '***' } }, 'key');
  const later = await change(
    { uplink_interval_s: 172_800 },
    { data_sending_interval: { unit: 'day', value: 2 } },
    'interval',
  );
  t.not(later.updated_at, answer.updated_at);
  await change({ uplink_interval_s: 0 }, { data_sending_interval: { unit: 'hour', value: 1 } }, 'no interval');
  await change(
    { uplink_interval_s: 90 },
    { data_sending_interval: { unit: 'minute', value: 2 } },
    'seconds are rounded up',
  );
  await change({ uplink_interval_s: 2_592_000 }, { data_sending_interval: { unit: 'month', value: 1 } }, 'month');
  await change({ tags: '{"a":"b"}' }, { configuration: { tags: { a: 'b' } } }, 'tags');
  await change({ name: 'another', description: 'of the endpoint alone' }, {}, 'what the device does not show');

  await api.store.write.endpoints.update(
    { id: endpoint, eui: EP, changes: {}, newEui: EP2 },
    { ...ACTING, now: api.now() },
  );
  const moved = await api.get(id);
  t.equal(moved.answer.physical_device?.client_device_id, EP2, 'another EUI follows');
  t.ok(Number(moved.told.version) > version);

  await api.call(`${SERVICE}/AddSensors`, {
    organization_id: api.organization_id,
    id,
    sensor_template_ids: [TEMPERATURE],
  });
  const [sensor] = (await api.get(id)).answer.sensors;
  const at = { organization_id: api.organization_id, device_id: id, sensor_id: sensor?.id ?? '' };
  await api.call('rest.v1.RestService/SetSensorMapping', { ...at, source_path: 'rssi' });
  await api.store.write.endpoints.remove(endpoint, { ...ACTING, now: api.now() });
  const virtual = await api.get(id);
  t.equal(virtual.answer.physical_device, null);
  t.equal(virtual.answer.sensors.length, 1, 'its sensors stay, without mappings');
  t.equal(
    await api.refusal('rest.v1.RestService/SetSensorMapping', { ...at, source_path: 'rssi' }),
    'PhysicalDeviceRequired',
  );
  t.ok(Number(virtual.told.version) > Number(moved.told.version));
  const bound = await api.patch(id, { physicalDevice: { clientDeviceId: EP2, connectionId: 'mioty' } });
  t.same(bound.answer.physical_device?.sensor_mappings, []);
  t.ok(api.endpointOf(EP2), 'and it can be bound again');
});

t.test('a configuration is merged one level deep', async t => {
  const api = await openDevices(t);
  const { answer } = await api.create(
    api.mioty({ nwkKey: KEY, appKey: KEY, repetition: false, room: { a: 1, b: 2 }, site: 'n' }),
  );
  const { id } = answer;
  const patched = async (configuration: object) =>
    configurationOf((await api.patch(id, { physicalDevice: { configuration } as never })).answer);
  t.same(await patched({ room: { c: 3 }, site: null, epClass: 'A' }), {
    nwkKey: '***',
    appKey: '***',
    epClass: 'A',
    repetition: false,
    room: { c: 3 },
  });
  t.same(await patched({ nwkKey: '***', epClass: null, repetition: null }), {
    nwkKey: '***',
    appKey: '***',
    room: { c: 3 },
  });
  t.equal(keyOf(api, EP), KEY, '*** leaves a key as it is');
  t.equal(api.endpointOf()?.ep_class, 'Z');
  const events = api.events().length;
  const before = await api.get(id);
  api.advance(1000);
  t.same(await patched({ room: { c: 3 }, nwkKey: KEY }), { nwkKey: '***', appKey: '***', room: { c: 3 } });
  t.equal(api.events().length, events, 'the key it has is no change');
  t.same(await api.get(id), before, 'nor is the rest');
  t.same(await patched({ nwkKey: KEY2, appKey: null }), { nwkKey: '***', room: { c: 3 } });
  t.equal(keyOf(api, EP), KEY2);
  t.equal(keyOf(api, EP, 'app_key'), null);
  t.same(api.events().slice(events), ['endpoint.updated', 'endpoint.keys_changed']);
  t.same(await patched({}), { nwkKey: '***', room: { c: 3 } });
});

t.test('another client device id binds another endpoint, and the old one stays', async t => {
  const api = await openDevices(t);
  const { answer } = await api.create({
    ...api.mioty({ nwkKey: KEY, epClass: 'A', room: 1 }),
    dataSendingInterval: { unit: 'day', value: 1 },
  });
  const { id } = answer;
  const other = await api.patch(id, { physicalDevice: { clientDeviceId: EP2, configuration: { nwkKey: KEY2 } } });
  t.match(other.answer.physical_device, { id: answer.physical_device?.id, client_device_id: EP2 });
  t.same(
    configurationOf(other.answer),
    { nwkKey: '***', room: 1 },
    'what was said of the old one is no word about the new one',
  );
  t.equal(keyOf(api, EP), KEY);
  t.equal(keyOf(api, EP2), KEY2);
  t.equal(api.endpointOf(EP2)?.uplink_interval_s, 86_400, 'how often the device sends is of the device');
  t.match(
    await api.create(api.mioty()),
    { answer: { physical_device: { client_device_id: EP } } },
    'the old one is free',
  );
  const taken = { clientDeviceId: EP, configuration: { preAttach: true } };
  t.match(await api.refusedPatch(id, { physicalDevice: taken }), { token: 'PhysicalDeviceAlreadyBound' });
  const unbound = await api.patch(id, { physicalDevice: null });
  t.equal(unbound.answer.physical_device, null);
  t.ok(api.endpointOf(EP2));
  t.match(await api.remove(id), { endpoint_deleted: false });
});

t.test('an unknown connection is kept as it is given, until the built-in one takes over', async t => {
  const api = await openDevices(t);
  const made = await api.create({
    name: 'pump',
    physicalDevice: {
      clientDeviceId: 'Pump/7',
      connectionId: 'plant',
      configuration: { nwkKey: KEY, epClass: 'A', room: 3 },
    },
  });
  const { id } = made.answer;
  t.equal(made.told.warning, 'unknown connection');
  t.match(made.answer.physical_device, { client_device_id: 'Pump/7', connection_id: 'plant' });
  t.same(configurationOf(made.answer), { nwkKey: '***', epClass: 'A', room: 3 });
  t.equal(
    await api.refusal(`${SERVICE}/ListConnectorKeys`, {
      organization_id: api.organization_id,
      id,
      connection_id: 'plant',
      client_device_id: 'Pump/7',
    }),
    'none',
  );
  t.match(await api.refusedCreate({ name: 'x', physicalDevice: { clientDeviceId: 'Pump/7', connectionId: 'plant' } }), {
    token: 'PhysicalDeviceAlreadyBound',
  });
  await api.create({ name: 'x', physicalDevice: { clientDeviceId: 'Pump/7', connectionId: 'plant 2' } });
  t.same((await api.list({ connection_id: 'plant' })).total, 1);
  t.same((await api.list({ client_device_id: 'Pump/7' })).total, 2);
  const row = JSON.stringify(api.db.prepare('SELECT configuration, given FROM physical_device').all());
  t.notMatch(row, KEY, 'the key is stored sealed');

  const before = await api.get(id);
  api.advance(1000);
  const same = await api.patch(id, { physicalDevice: { configuration: { nwkKey: KEY, appKey: '***' } } });
  t.same(same, before, 'nothing changes');
  t.equal(same.told.warning, undefined);
  const patched = await api.patch(id, {
    physicalDevice: { clientDeviceId: 'Pump/8', configuration: { room: null, appKey: KEY2 } },
  });
  t.same(configurationOf(patched.answer), { nwkKey: '***', appKey: '***', epClass: 'A' });
  t.match(await api.refusedPatch(id, { physicalDevice: { connectionId: 'mioty' } }), { token: 'InvalidEUIFormat' });
  const bound = await api.patch(id, { physicalDevice: { connectionId: 'mioty', clientDeviceId: EP } });
  t.same(configurationOf(bound.answer), { nwkKey: '***', appKey: '***', epClass: 'A' });
  t.equal(keyOf(api, EP), KEY, 'what was kept is what it is registered with');
  t.equal(keyOf(api, EP, 'app_key'), KEY2);
  t.equal(
    (api.db.prepare('SELECT count(*) AS n FROM physical_device WHERE secrets IS NOT NULL').get() as { n: number }).n,
    0,
  );
  const back = await api.patch(id, { physicalDevice: { connectionId: 'plant', configuration: { room: 4 } } });
  t.equal(back.told.warning, 'unknown connection');
  t.same(configurationOf(back.answer), { room: 4 });
  t.ok(api.endpointOf());
});

t.test('where connections are checked strictly, an unknown one is refused', async t => {
  const api = await openDevices(t, { strictConnections: true });
  t.match(await api.refusedCreate({ name: 'x', physicalDevice: { clientDeviceId: 'x', connectionId: 'plant' } }), {
    token: 'ConnectionNotFound',
  });
  const { answer } = await api.create(api.mioty());
  t.match(await api.refusedPatch(answer.id, { physicalDevice: { connectionId: 'plant' } }), {
    token: 'ConnectionNotFound',
  });
  const uuid = answer.physical_device?.connection_id ?? '';
  t.match(await api.patch(answer.id, { physicalDevice: { connectionId: uuid.toUpperCase() } }), {
    answer: { id: answer.id },
  });
});

t.test('an installation that is full takes no further endpoint, but further devices', async t => {
  const api = await openDevices(t, { limit: 1 });
  await api.create(api.mioty());
  t.match(await api.refusedCreate(api.mioty({}, EP2)), { token: 'EndPointLimitReached' });
  t.equal((await api.list()).total, 1, 'no device without its endpoint');
  await api.create({ name: 'virtual', sensorTemplateIds: [HUMIDITY] });
});

t.test('stations are told of an endpoint that is attached with its device', async t => {
  const api = await openDevices(t);
  const { answer } = await api.create(api.mioty({ preAttach: true, nwkKey: KEY }));
  t.equal(api.told.length, 1);
  t.match(api.endpointOf(), { attach_status: 'attached' });
  await api.patch(answer.id, { name: 'other' });
  t.equal(api.told.length, 1);
  await api.remove(answer.id);
  t.equal(api.told.length, 2);
});

t.test('creation links and never overwrites', async t => {
  const api = await openDevices(t);
  const first = await api.create(
    api.mioty({ nwkKey: KEY, shAddr: 12, epClass: 'A', preAttach: true, tags: { a: '1' } }),
  );
  await api.remove(first.answer.id, false);
  const before = api.events();
  const others: [string, Record<string, unknown>][] = [
    ['nwkKey', { nwkKey: KEY.replaceAll('0', '1') }],
    ['shAddr', { nwkKey: KEY, shAddr: 13 }],
    ['epClass', { epClass: 'Z' }],
    ['preAttach', { preAttach: false }],
    ['dualChan', { nwkKey: '***', dualChan: true }],
    ['tags', { tags: { a: '2' } }],
  ];
  for (const [key, configuration] of others) {
    const refused = await api.refusedCreate(api.mioty(configuration));
    t.match(refused, { token: 'EndPointExists' }, key);
  }
  t.equal(keyOf(api, EP), KEY);
  t.same(api.events(), before, 'nothing is changed');
  for (const configuration of [
    { nwkKey: KEY, shAddr: 12, epClass: 'A', preAttach: true },
    { nwkKey: '***' },
    {},
    { nwkKey: KEY, typeEui: '70b3d56770ff0001' },
  ]) {
    const { answer } = await api.create(api.mioty(configuration));
    await api.remove(answer.id, false);
  }
  t.match(api.endpointOf(), { type_eui: '70b3d56770ff0001', sh_addr: 12 }, 'what it had not is added');
  const answers = await Promise.all(
    ['1', '2'].map(digit => api.refusedCreate(api.mioty({ nwkKey: KEY, appKey: digit.repeat(32) }))),
  );
  t.same(answers.map(({ token }) => token).sort(), ['PhysicalDeviceAlreadyBound', 'none']);
  const { answer } = await api.create({ name: 'later' });
  t.match(await api.refusedPatch(answer.id, { physicalDevice: { clientDeviceId: EP, connectionId: 'mioty' } }), {
    token: 'PhysicalDeviceAlreadyBound',
  });
});

t.test('an endpoint that a device wraps is deleted by force only', async t => {
  const api = await openDevices(t);
  const { answer } = await api.create(api.mioty({}));
  const id = api.endpointOf()?.id ?? 0;
  const by = { ...ACTING, now: api.now() };
  const refused = await api.store.write.endpoints.remove(id, by, EP, false).then(
    () => 'none',
    error => error.fault,
  );
  t.equal(refused, 'EndPointLinkedToDevice');
  await api.store.write.endpoints.remove(id, by, EP, true);
  t.equal((await api.get(answer.id)).answer.physical_device, null);
});

t.test('what would be stored as something else is refused, and where it stands is said', async t => {
  const api = await openDevices(t);
  for (const [configuration, pointer] of [
    [{ a: 2 ** 53 }, '/a'],
    [{ a: { 'b/c': [1, -(2 ** 60)] } }, '/a/b~1c/1'],
  ] as const) {
    const refused = await api.refusedCreate(api.mioty(configuration));
    t.match(refused, { token: 'InvalidDeviceConfiguration' }, pointer);
    t.match(JSON.stringify(refused), JSON.stringify(pointer).slice(1, -1));
  }
  const fine = { a: 2 ** 53 - 1, b: 0.1, c: '😀' };
  const { answer } = await api.create(api.mioty(fine));
  t.same(configurationOf(answer), fine);
});
