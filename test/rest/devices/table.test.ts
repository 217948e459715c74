import t from 'tap';
import { RestBox } from '../box.ts';
import { BATTERY, EP, HUMIDITY, KEY, TEMPERATURE } from './scene.ts';

t.setTimeout(240_000);

const UNKNOWN = '0198c0de-0000-7000-8000-00000000dead';
const eui = (n: number) => `70b3d5677012${n.toString(16).padStart(4, '0')}`;
const mioty = (configuration?: object, clientDeviceId = EP) => ({
  name: 'Room 12',
  physicalDevice: { clientDeviceId, connectionId: 'mioty', ...(configuration && { configuration }) },
});
const keysOf = (json: object) => Object.keys(json).sort();

t.test('a device over HTTP, to the letter', async t => {
  await using box = await RestBox.start(t.testdir());
  const organizationId = box.organizationId;
  const made = await box.post('/api/v2/devices', mioty({ nwkKey: KEY, room: { floor: 3, wing: null } }));
  t.equal(made.status, 200, 'created is 200');
  const { id } = made.json;
  t.equal(made.headers.location, `/api/v2/devices/${id}`);
  t.same(keysOf(made.json), [
    'createdAt',
    'id',
    'images',
    'name',
    'organizationId',
    'physicalDevice',
    'sensors',
    'updatedAt',
  ]);
  t.same(keysOf(made.json.physicalDevice), [
    'clientDeviceId',
    'configuration',
    'connectionId',
    'createdAt',
    'id',
    'updatedAt',
  ]);
  t.match(made.json, { name: 'Room 12', organizationId, sensors: [], images: [] });
  t.match(made.json.createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  t.same(made.json.physicalDevice.configuration, { nwkKey: '***', room: { floor: 3, wing: null } });

  const read = await box.get(`/api/v2/devices/${id}`);
  t.equal(read.status, 200);
  t.same(read.json, {
    ...made.json,
    dataSendingInterval: { unit: 'hour', value: 1 },
    physicalDevice: { ...made.json.physicalDevice, sensorMappings: [] },
  });
  t.equal(read.headers.etag, made.headers.etag);
  t.equal(
    (await box.get(`/api/v2/devices/${id}`, { headers: { 'if-none-match': read.headers.etag ?? '' } })).status,
    304,
  );
  t.equal((await box.get(`/api/v2/devices/${id.toUpperCase()}`)).status, 200, 'uuids in either case');

  const { json: list } = await box.get('/api/v2/devices');
  const { connectionId, clientDeviceId, id: physical } = made.json.physicalDevice;
  t.same(list, {
    devices: [
      {
        ...{ id, name: 'Room 12', organizationId, sensors: [] },
        physicalDevice: { id: physical, clientDeviceId, connectionId },
        ...{ createdAt: made.json.createdAt, updatedAt: made.json.updatedAt },
      },
    ],
    total: 1,
  });

  const attached = await box.post(`/api/v2/devices/${id}/sensors`, { sensorTemplateIds: [TEMPERATURE, HUMIDITY] });
  t.equal(attached.status, 200);
  t.same(
    attached.json.sensors.map(({ sensorTemplateId }: { sensorTemplateId: string }) => sensorTemplateId),
    [TEMPERATURE, HUMIDITY],
  );
  t.same(keysOf(attached.json), [
    ...[
      'createdAt',
      'dataSendingInterval',
      'id',
      'images',
      'name',
      'organizationId',
      'physicalDevice',
      'sensors',
      'updatedAt',
    ],
  ]);
  t.same(attached.json.physicalDevice.sensorMappings, []);
  const [first] = attached.json.sensors;
  t.same(keysOf(first), ['createdAt', 'id', 'sensorTemplateId', 'updatedAt']);
  t.same((await box.get('/api/v2/devices')).json.devices[0].sensors[0], {
    id: first.id,
    sensorTemplateId: TEMPERATURE,
  });

  const sensor = await box.put(`/api/v2/devices/${id}/sensors/${first.id}/mapping`, { sourcePath: 'room.temperature' });
  t.same(sensor.json, {
    id: first.id,
    sensorTemplateId: TEMPERATURE,
    name: 'Temperature',
    unit: '°C',
    sourcePath: 'room.temperature',
  });
  t.match((await box.get(`/api/v2/devices/${id}`)).json.physicalDevice.sensorMappings, [
    { sensorId: first.id, sourcePath: 'room.temperature', id: String, createdAt: String, updatedAt: String },
  ]);
  const sensors = await box.get(`/api/v2/devices/${id}/sensors`);
  t.match(sensors.json, { sensors: [{ name: 'Relative humidity' }, { name: 'Temperature' }], total: 2 });

  const detached = await box.delete(`/api/v2/devices/${id}/sensors`, { sensorIds: [first.id] });
  t.equal(detached.status, 200);
  t.match(detached.json, { sensors: [{ sensorTemplateId: HUMIDITY }], physicalDevice: { sensorMappings: [] } });
  const byQuery = await box.delete(`/api/v2/devices/${id}/sensors`, undefined, {
    query: { sensorTemplateIds: HUMIDITY },
  });
  t.same(byQuery.json.sensors, [], 'for clients whose DELETE has no body');

  const changed = await box.patch(`/api/v2/devices/${id}`, {
    name: 'Room 13',
    physicalDevice: { configuration: { room: null, desk: 4 } },
  });
  t.match(changed.json, { name: 'Room 13', dataSendingInterval: { unit: 'hour', value: 1 } });
  t.same(changed.json.physicalDevice.configuration, { nwkKey: '***', desk: 4 });
  const same = await box.patch(`/api/v2/devices/${id}`, {});
  t.same([same.status, same.json, same.headers.etag], [200, changed.json, changed.headers.etag], 'nothing changes');
  t.equal(
    (await box.patch(`/api/v2/devices/${id}`, { name: 'x' }, { headers: { 'if-match': made.headers.etag ?? '' } }))
      .status,
    412,
  );
  const fresh = { headers: { 'if-match': changed.headers.etag ?? '' } };
  t.equal((await box.patch(`/api/v2/devices/${id}`, { name: 'Room 12' }, fresh)).status, 200);

  const gone = await box.delete(`/api/v2/devices/${id}`);
  t.same([gone.status, gone.json], [200, { id, deleted: true, endpointDeleted: true }]);
  t.equal((await box.get(`/api/v2/devices/${id}`)).token, 'DeviceNotFound');
});

t.test('what is refused, and by which token', async t => {
  await using box = await RestBox.start(t.testdir());
  const { json: bound } = await box.post('/api/v2/devices', mioty({}, eui(1)));
  const { json: virtual } = await box.post('/api/v2/devices', { name: 'virtual', sensorTemplateIds: [BATTERY] });
  const of = (device: { id: string }) => `/api/v2/devices/${device.id}`;
  const physical = (more: object) => ({
    name: 'x',
    physicalDevice: { clientDeviceId: eui(2), connectionId: 'mioty', ...more },
  });
  const configured = (configuration: object) => physical({ configuration });
  const create: readonly (readonly [about: string, body: object, status: number, token: string])[] = [
    ['no name', {}, 400, 'NameRequired'],
    ['name null', { name: null }, 400, 'NameRequired'],
    ['blank name', { name: '  ' }, 400, 'NameRequired'],
    ['long name', { name: 'x'.repeat(129) }, 400, 'FieldTooLong'],
    ['no clientDeviceId', physical({ clientDeviceId: undefined }), 400, 'ClientDeviceIDRequired'],
    ['empty clientDeviceId', physical({ clientDeviceId: '' }), 400, 'ClientDeviceIDRequired'],
    ['no EUI', physical({ clientDeviceId: 'meter-1' }), 400, 'InvalidEUIFormat'],
    ['EUI of zeros', physical({ clientDeviceId: '0'.repeat(16) }), 400, 'InvalidEUIFormat'],
    ['no connectionId', physical({ connectionId: undefined }), 400, 'ConnectionIDRequired'],
    ['EUI wrapped', physical({ clientDeviceId: eui(1) }), 409, 'PhysicalDeviceAlreadyBound'],
    ['key of another type', configured({ nwkKey: 5 }), 400, 'InvalidDeviceConfiguration'],
    ['flag of another type', configured({ preAttach: 'yes' }), 400, 'InvalidDeviceConfiguration'],
    ['part of a number', configured({ shAddr: 1.5 }), 400, 'InvalidDeviceConfiguration'],
    ['tags of another type', configured({ tags: { a: 1 } }), 400, 'InvalidDeviceConfiguration'],
    ['bad key', configured({ nwkKey: 'abc' }), 400, 'InvalidKeyFormat'],
    ['bad short address', configured({ shAddr: 70_000 }), 400, 'InvalidShortAddress'],
    ['bad class', configured({ epClass: 'B' }), 400, 'InvalidEndPointClass'],
    ['bad Type EUI', configured({ typeEui: 'x' }), 400, 'InvalidTypeEUI'],
    ['bad tags', configured({ tags: { 'a b': '' } }), 400, 'InvalidTags'],
    ['no such model', configured({ deviceModelId: UNKNOWN }), 404, 'DeviceModelNotFound'],
    ['no such blueprint', configured({ blueprintId: UNKNOWN }), 404, 'BlueprintNotFound'],
    ['pre-attach without key', configured({ preAttach: true }), 400, 'EndPointKeyRequired'],
    ['large configuration', configured({ text: 'x'.repeat(65_536) }), 400, 'FieldTooLong'],
    ['configuration no object', configured([]), 400, 'MalformedRequest'],
    ['unknown media', { name: 'x', images: [{ mediaId: UNKNOWN }] }, 404, 'MediaNotFound'],
    ['no mediaId', { name: 'x', images: [{}] }, 400, 'IDRequired'],
    ['bad mediaId', { name: 'x', images: [{ mediaId: 'x' }] }, 400, 'InvalidIDFormat'],
    [
      'the same image twice',
      { name: 'x', images: [{ mediaId: UNKNOWN }, { mediaId: UNKNOWN }] },
      400,
      'InvalidArgument',
    ],
    ['many images', { name: 'x', images: Array(21).fill({ mediaId: UNKNOWN }) }, 400, 'TooManyItems'],
    [
      'two covers',
      {
        name: 'x',
        images: [
          { mediaId: UNKNOWN, isCover: true },
          { mediaId: bound.id, isCover: true },
        ],
      },
      400,
      'MultipleCoverImages',
    ],
    ['bad unit', { name: 'x', dataSendingInterval: { unit: 'year', value: 1 } }, 400, 'InvalidEnumValue'],
    ['no value', { name: 'x', dataSendingInterval: { unit: 'day' } }, 400, 'FieldOutOfRange'],
    ['long interval', { name: 'x', dataSendingInterval: { unit: 'month', value: 13 } }, 400, 'FieldOutOfRange'],
    ['unknown template', { name: 'x', sensorTemplateIds: [UNKNOWN] }, 404, 'SensorTemplateNotFound'],
    ['template twice', { name: 'x', sensorTemplateIds: [BATTERY, BATTERY] }, 409, 'SensorAlreadyAttached'],
    ['many templates', { name: 'x', sensorTemplateIds: Array(101).fill(UNKNOWN) }, 400, 'TooManyItems'],
  ];
  for (const [about, body, status, token] of create) {
    const answer = await box.post('/api/v2/devices', body);
    t.match([answer.status, answer.token], [status, token], `POST: ${about}`);
  }
  const pointer = await box.post('/api/v2/devices', configured({ shAddr: 'x' }));
  t.match(pointer.json.error.details, { pointer: '/shAddr' });
  t.equal((await box.get('/api/v2/devices')).json.total, 2, 'nothing is stored by what is refused');
  t.same((await box.center.api.call('ListEndPoints', {})).total_count, 1);

  const patch: readonly (readonly [about: string, path: string, body: object, status: number, token: string])[] = [
    ['name null', of(bound), { name: null }, 400, 'NameRequired'],
    [
      'virtual without connection',
      of(virtual),
      { physicalDevice: { clientDeviceId: eui(5) } },
      400,
      'ConnectionIDRequired',
    ],
    [
      'virtual without client',
      of(virtual),
      { physicalDevice: { connectionId: 'mioty' } },
      400,
      'ClientDeviceIDRequired',
    ],
    ['virtual with nothing', of(virtual), { physicalDevice: {} }, 400, 'ClientDeviceIDRequired'],
    ['empty client', of(bound), { physicalDevice: { clientDeviceId: '' } }, 400, 'ClientDeviceIDRequired'],
    ['no EUI', of(bound), { physicalDevice: { clientDeviceId: 'x' } }, 400, 'InvalidEUIFormat'],
    [
      'EUI wrapped',
      of(virtual),
      { physicalDevice: { clientDeviceId: eui(1), connectionId: 'mioty' } },
      409,
      'PhysicalDeviceAlreadyBound',
    ],
    [
      'bad configuration',
      of(bound),
      { physicalDevice: { configuration: { epClass: 1 } } },
      400,
      'InvalidDeviceConfiguration',
    ],
    [
      'pre-attach without key',
      of(bound),
      { physicalDevice: { configuration: { preAttach: true } } },
      400,
      'EndPointKeyRequired',
    ],
    ['unknown media', of(bound), { images: [{ mediaId: UNKNOWN }] }, 404, 'MediaNotFound'],
    ['unknown device', `/api/v2/devices/${UNKNOWN}`, { name: 'x' }, 404, 'DeviceNotFound'],
    ['no id', '/api/v2/devices/12', { name: 'x' }, 400, 'InvalidIDFormat'],
  ];
  for (const [about, path, body, status, token] of patch) {
    const answer = await box.patch(path, body);
    t.match([answer.status, answer.token], [status, token], `PATCH: ${about}`);
  }

  const { connectionId } = bound.physicalDevice;
  const keys = (device: { id: string }, query: object) =>
    box.get(`${of(device)}/connector-keys`, { query: { connectionId, clientDeviceId: eui(1), ...query } });
  t.same((await keys(bound, {})).json, { connectorKeys: [] });
  t.same((await keys(bound, { connectionId: 'mioty', clientDeviceId: eui(1).toUpperCase() })).status, 200);
  t.equal((await keys(bound, { connectionId: undefined })).token, 'ConnectionIDRequired');
  t.equal((await keys(bound, { clientDeviceId: undefined })).token, 'ClientDeviceIDRequired');
  t.match(await keys(bound, { clientDeviceId: eui(2) }), { status: 404, token: 'ConnectionNotFound' });
  t.match(await keys(bound, { connectionId: UNKNOWN }), { status: 404, token: 'ConnectionNotFound' });
  t.match(await keys(virtual, {}), { status: 400, token: 'PhysicalDeviceRequired' });
  t.match(await keys({ id: UNKNOWN }, {}), { status: 404, token: 'DeviceNotFound' });

  const add = (device: { id: string }, body: object) => box.post(`${of(device)}/sensors`, body);
  t.match(await add(bound, {}), { status: 400, token: 'SensorTemplateIDsRequired' });
  t.match(await add(bound, { sensorTemplateIds: [] }), { status: 400, token: 'SensorTemplateIDsRequired' });
  t.match(await add(bound, { sensorTemplateIds: [TEMPERATURE, UNKNOWN] }), {
    status: 404,
    token: 'SensorTemplateNotFound',
  });
  t.match(await add(virtual, { sensorTemplateIds: [TEMPERATURE, BATTERY] }), {
    status: 409,
    token: 'SensorAlreadyAttached',
  });
  t.match(await add(virtual, { sensorTemplateIds: ['x'] }), { status: 400, token: 'InvalidIDFormat' });
  t.match(await add({ id: UNKNOWN }, { sensorTemplateIds: [BATTERY] }), { status: 404, token: 'DeviceNotFound' });
  t.match((await box.get(of(virtual))).json.sensors, [{ sensorTemplateId: BATTERY }], 'all or none');
  const [sensor] = (await box.get(of(virtual))).json.sensors;
  const drop = (device: { id: string }, body?: object) => box.delete(`${of(device)}/sensors`, body);
  t.match(await drop(virtual), { status: 400, token: 'SensorTemplateIDsRequired' });
  t.match(await drop(virtual, { sensorIds: [sensor.id, UNKNOWN] }), { status: 404, token: 'SensorNotFound' });
  t.match((await drop(virtual, { sensorTemplateIds: [UNKNOWN] })).json.error.details, { ids: [UNKNOWN] });
  t.equal((await box.get(of(virtual))).json.sensors.length, 1, 'nothing is detached');
  const map = (device: { id: string }, id: string, sourcePath: string) =>
    box.put(`${of(device)}/sensors/${id}/mapping`, { sourcePath });
  t.match(await map(virtual, sensor.id, 'x'), { status: 400, token: 'PhysicalDeviceRequired' });
  t.match(await map(bound, sensor.id, 'x'), { status: 404, token: 'SensorNotFound' });
  t.match(await map(bound, sensor.id, 'x'.repeat(257)), { status: 400, token: 'FieldTooLong' });

  const list = (query: Record<string, string | number>) => box.get('/api/v2/devices', { query });
  t.equal((await list({ limit: 0 })).token, 'InvalidLimit');
  t.equal((await list({ offset: -1 })).token, 'InvalidOffset');
  t.equal((await list({ search: 'x'.repeat(101) })).token, 'FieldTooLong');
  t.equal((await list({ sort: 'size' })).token, 'InvalidOrderBy');
  t.equal((await list({ sensorTemplateId: 'x' })).token, 'InvalidIDFormat');
  t.match((await list({ offset: 50 })).json, { devices: [], total: 2 });
  t.equal((await box.delete(of(bound), undefined, { query: { deleteEndpoint: 'maybe' } })).token, 'InvalidEnumValue');
  t.equal((await box.delete(`/api/v2/devices/${UNKNOWN}`)).token, 'DeviceNotFound');
  t.equal((await box.get('/api/v2/devices/12')).token, 'InvalidIDFormat');
});

t.test('connectors and connections', async t => {
  await using box = await RestBox.start(t.testdir());
  const { json: list } = await box.get('/api/v2/connectors');
  t.match(list, { connectors: [{ id: 'http' }, { id: 'mioty', builtIn: true }, { id: 'mqtt' }], total: 3 });
  t.match((await box.get('/api/v2/connectors/mioty')).json, {
    configurationSchema: { properties: { nwkKey: { type: 'string' } } },
  });
  t.match(await box.get('/api/v2/connectors/other'), { status: 404, token: 'ConnectorNotFound' });

  await box.post('/api/v2/devices', mioty({}));
  const { json } = await box.get('/api/v2/connections');
  t.match(json, {
    connections: [
      {
        name: 'mioty',
        connectorId: 'mioty',
        builtIn: true,
        enabled: true,
        settings: {},
        status: 'disconnected',
        deviceCount: 1,
      },
    ],
    total: 1,
  });
  const [{ id }] = json.connections;
  for (const path of ['/api/v2/connections/mioty', '/api/v2/connectors/mioty']) {
    const { etag = '' } = (await box.get(path)).headers;
    t.equal((await box.get(path, { headers: { 'if-none-match': etag } })).status, 304, path);
  }
  t.same((await box.get(`/api/v2/connections/${id}`)).json, json.connections[0]);
  t.same((await box.get('/api/v2/connections/mioty')).json, json.connections[0]);
  t.equal((await box.get('/api/v2/devices', { query: { connectionId: id } })).json.total, 1);
  t.match(await box.get(`/api/v2/connections/${UNKNOWN}`), { status: 404, token: 'ConnectionNotFound' });
  t.match(await box.get('/api/v2/connections/x'), { status: 400, token: 'InvalidIDFormat' });
  for (const connectorId of ['mqtt', 'http']) {
    t.match(await box.post('/api/v2/connections', { name: 'x', connectorId }), {
      status: 400,
      token: 'FeatureDisabled',
    });
  }
  t.equal(
    (await box.post('/api/v2/connections', { name: 'x', connectorId: 'mioty' })).token,
    'BuiltInConnectionProtected',
  );
  t.equal((await box.post('/api/v2/connections', { name: 'x', connectorId: 'lora' })).token, 'ConnectorNotFound');
  t.equal((await box.patch(`/api/v2/connections/${id}`, { name: 'x' })).token, 'BuiltInConnectionProtected');
  t.equal((await box.delete(`/api/v2/connections/${id}`)).token, 'BuiltInConnectionProtected');
  t.equal((await box.delete(`/api/v2/connections/${UNKNOWN}`)).token, 'ConnectionNotFound');
});

t.test('the same methods are posted at their gRPC path', async t => {
  await using box = await RestBox.start(t.testdir());
  const organizationId = box.organizationId;
  const call = (name: string, body: object) =>
    box.post(`/digitaldevice.v2.DigitalDeviceService/${name}`, { organizationId, ...body });
  const physicalDevice = {
    clientDeviceId: EP,
    connectionId: 'mioty',
    configuration: { nwkKey: KEY, room: { floor: 3 } },
  };
  const { json: made } = await call('CreateDevice', { device: { name: 'Room 12', physicalDevice } });
  t.match(made, {
    name: 'Room 12',
    physicalDevice: { clientDeviceId: EP, configuration: { nwkKey: '***', room: { floor: 3 } } },
  });
  const device = { id: made.id, name: 'Room 13', physicalDevice: { configuration: { room: null } } };
  const { json: changed } = await call('UpdateDevice', { device, updateMask: 'name,physicalDevice' });
  t.match(changed, { name: 'Room 13', dataSendingInterval: { unit: 'hour' } });
  t.same(changed.physicalDevice.configuration, { nwkKey: '***' });
  t.same((await call('GetDevice', { id: made.id })).json, changed);
  t.match((await call('ListDevices', {})).json, { devices: [{ id: made.id }], total: 1 });
  t.equal((await call('UpdateDevice', { device })).headers['x-error-token'], 'ErrTokenUpdateMaskRequired');
  t.equal(
    (await call('GetDevice', { id: made.id, organizationId: '' })).headers['x-error-token'],
    'ErrTokenOrganizationIDRequired',
  );
  t.equal(
    (await call('GetDevice', { id: made.id, organizationId: UNKNOWN })).headers['x-error-token'],
    'ErrTokenOrganizationContextMismatch',
  );
  t.match((await call('DeleteDevice', { id: made.id })).json, { deleted: true, endpointDeleted: true });
});
