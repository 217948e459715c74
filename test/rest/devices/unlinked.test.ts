import t from 'tap';
import { BATTERY, OTHER, openDevices, TEMPERATURE } from './scene.ts';

const LINK_ALL = 'rest.v1.RestService/LinkAllDevices';
const eui = (n: number) => `70b3d5677012${n.toString(16).padStart(4, '0')}`;

t.test('endpoints that no device wraps are listed like devices, by what devices are listed by', async t => {
  const api = await openDevices(t);
  await api.create(api.mioty({}, eui(0)));
  for (const [n, name] of ['', 'Ärmel', 'tank 2', 'tank 1'].entries()) {
    api.advance(1000);
    await api.endpoint(eui(n + 1), { name });
  }
  await api.endpoint(eui(9), { name: 'theirs' }, 2);
  api.db
    .prepare(`INSERT INTO endpoint_heard (endpoint, last_seen_ns) SELECT id, 5000000000 FROM endpoint WHERE eui = ?`)
    .run(eui(4));
  const list = async (query: object = {}) => {
    const { devices, total, next_cursor } = await api.list({ unlinked: true, ...query });
    return { names: devices.map(({ name }) => name), total, next_cursor, devices };
  };
  const all = await list();
  t.same([all.names, all.total], [[eui(1), 'tank 1', 'tank 2', 'Ärmel'], 4]);
  t.match(all.devices[1], {
    organization_id: api.organization_id,
    last_seen: { seconds: '5' },
    physical_device: { client_device_id: eui(4), connection_id: /^[0-9a-f-]{36}$/ },
    sensors: [],
  });
  t.notOk(
    all.devices.some(device => device.id || device.physical_device?.id),
    'without ids',
  );
  t.same((await list({ search: 'TANK' })).names, ['tank 1', 'tank 2']);
  t.same((await list({ search: 'ärm' })).names, ['Ärmel']);
  t.same((await list({ sort: '-createdAt' })).names, ['tank 1', 'tank 2', 'Ärmel', eui(1)]);
  t.same((await list({ sort: 'lastSeen' })).names[0], 'tank 1');
  t.same((await list({ client_device_id: eui(2).toUpperCase() })).names, ['Ärmel']);
  t.same((await list({ connection_id: 'mioty' })).total, 4);
  t.same((await list({ connection_id: 'plant' })).total, 0);
  t.same((await list({ sensor_template_id: TEMPERATURE })).total, 0);
  t.same((await list({ limit: 2, offset: 1 })).names, ['tank 1', 'tank 2']);
  const first = await list({ limit: 3 });
  const rest = await list({ limit: 3, cursor: first.next_cursor });
  t.same([first.names, rest.names, rest.total, rest.next_cursor], [all.names.slice(0, 3), ['Ärmel'], 4, undefined]);
  t.same((await api.list()).total, 1, 'devices as before');
});

t.test('all of them get a device at once, each with the sensors that are named', async t => {
  const api = await openDevices(t);
  await api.create(api.mioty({}, eui(0)));
  for (let n = 1; n <= 3; n++) await api.endpoint(eui(n), { name: n === 1 ? '' : `tank ${n}` });
  await api.endpoint(eui(9), {}, 2);
  const unknown = '0192f000-0000-7000-8000-0000000000ab';
  const link = (templates: string[], asked: object = { organization_id: api.organization_id }) => ({
    ...asked,
    sensor_template_ids: templates,
  });
  t.equal(await api.refusal(LINK_ALL, link([unknown])), 'SensorTemplateNotFound');
  t.equal(await api.refusal(LINK_ALL, link([TEMPERATURE, TEMPERATURE])), 'SensorAlreadyAttached');
  t.same((await api.list({ unlinked: true })).total, 3, 'nothing was done');
  t.same(await api.call(LINK_ALL, link([TEMPERATURE, BATTERY])), { created: 3, total: 4 });
  const { devices } = await api.list();
  t.same(
    devices.map(({ name, sensors }) => [name, sensors?.length]),
    [
      [eui(1), 2],
      ['Room 12', 0],
      ['tank 2', 2],
      ['tank 3', 2],
    ],
  );
  t.same(await api.call(LINK_ALL, link([])), { created: 0, total: 4 });
  t.same((await api.list({ unlinked: true })).total, 0);
  t.same(await api.other.call(LINK_ALL, link([], { organization_id: OTHER })), { created: 1, total: 1 }, 'their own');
  t.ok(api.endpointOf(eui(1)), 'the endpoint is as it was');
  await api.remove(devices[0]?.id ?? '');
  t.ok(api.endpointOf(eui(1)), 'and stays when the device goes');
});

t.test('5,000 endpoints, two at once: each gets one device', async t => {
  const api = await openDevices(t);
  const insert = api.db.prepare(
    `INSERT INTO endpoint (org, eui, name, ep_class, created_at, updated_at) VALUES (1, ?, ?, 'Z', 0, 0)`,
  );
  api.db.atomic(() => {
    for (let n = 0; n < 5000; n++) insert.run(eui(n), `meter ${n}`);
  });
  const link = () => api.call(LINK_ALL, { organization_id: api.organization_id, sensor_template_ids: [BATTERY] });
  const both = await Promise.all([link(), link()]);
  t.equal(both[0].created + both[1].created, 5000);
  t.ok(both.some(({ total }) => total === 5000));
  const count = (sql: string) => (api.db.prepare(`SELECT count(*) AS n FROM ${sql}`).get() as { n: number }).n;
  t.same([count('device'), count('physical_device'), count('device_sensor')], [5000, 5000, 5000]);
  t.same((await api.list({ unlinked: true, limit: 1000 })).total, 0);
});
