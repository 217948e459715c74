import t from 'tap';
import { ACTING, EP, KEY, OTHER, openDevices, plain, SERVICE, TEMPERATURE } from './scene.ts';

const eui = (n: number) => `70b3d5677012${n.toString(16).padStart(4, '0')}`;
type Scene = Awaited<ReturnType<typeof openDevices>>;

/** The tokens of what is done at the same time, sorted. */
const tokens = async (calls: readonly Promise<{ token: string }>[]) =>
  (await Promise.all(calls)).map(({ token }) => token).sort();
const rowsOf = ({ db }: Scene, sql: string) =>
  (db.prepare(`SELECT count(*) AS n FROM ${sql}`).get() as { n: number }).n;

t.test('of two devices with one EUI one is made', async t => {
  const api = await openDevices(t);
  for (let round = 0; round < 10; round++) {
    const given = api.mioty({ nwkKey: KEY }, eui(round));
    t.same(await tokens([api.refusedCreate(given), api.refusedCreate(given)]), ['PhysicalDeviceAlreadyBound', 'none']);
  }
  t.same([rowsOf(api, 'device'), rowsOf(api, 'endpoint'), rowsOf(api, 'physical_device')], [10, 10, 10]);
});

t.test('a device beside a registration of its endpoint by gRPC is made, whichever comes first', async t => {
  const api = await openDevices(t);
  for (let round = 0; round < 10; round++) {
    const device = () => api.refusedCreate(api.mioty({ nwkKey: KEY, epClass: 'A' }, eui(round)));
    const endpoint = () =>
      api.endpoint(eui(round), { ep_class: 'A' }).then(
        () => 'none',
        error => error.fault as string,
      );
    const [made, registered] = await (round % 2 === 0
      ? Promise.all([device(), endpoint()])
      : Promise.all([endpoint(), device()]).then(([a, b]) => [b, a] as const));
    t.equal(made.token, 'none');
    t.ok(['none', 'EndPointEUIExists'].includes(registered));
    t.match(api.endpointOf(eui(round)), { ep_class: 'A', nwk_key_set: 1 });
  }
  t.same([rowsOf(api, 'device'), rowsOf(api, 'endpoint')], [10, 10]);
});

t.test('a device that is deleted while it is changed is gone, and leaves nothing', async t => {
  const api = await openDevices(t);
  for (let round = 0; round < 10; round++) {
    const { answer } = await api.create(api.mioty({}, eui(round)));
    const patch = { physicalDevice: { clientDeviceId: eui(round + 100), configuration: { nwkKey: KEY } } };
    const change = () => api.refusedPatch(answer.id, patch);
    const gone = () => api.refused(`${SERVICE}/DeleteDevice`, { organization_id: api.organization_id, id: answer.id });
    const [deleted, changed] =
      round % 2 === 0
        ? await Promise.all([gone(), change()])
        : await Promise.all([change(), gone()]).then(([a, b]) => [b, a] as const);
    t.equal(deleted.token, 'none');
    t.ok(['none', 'DeviceNotFound'].includes(changed.token), changed.token);
  }
  t.same([rowsOf(api, 'device'), rowsOf(api, 'physical_device')], [0, 0]);
});

t.test('of changes at the same time none is lost, and none with an old version is made', async t => {
  const api = await openDevices(t);
  const { answer } = await api.create(api.mioty());
  const { id } = answer;
  const keys = Array.from({ length: 100 }, (_, n) => `key${n}`);
  const one = (key: string) => api.refusedPatch(id, { physicalDevice: { configuration: { [key]: 1 } } });
  t.same(
    await tokens(keys.map(one)),
    keys.map(() => 'none'),
  );
  const row = api.db.prepare('SELECT configuration FROM physical_device').get() as { configuration: string };
  t.same(Object.keys(JSON.parse(row.configuration)).sort(), keys.toSorted());

  const { told } = await api.get(id);
  const version = [String(told.version)];
  const named = (name: string) => api.refusedPatch(id, { name }, { ifMatch: version });
  t.same(await tokens([named('a'), named('b'), named('c')]), [
    'ConcurrentModification',
    'ConcurrentModification',
    'none',
  ]);
  const fresh = [String((await api.get(id)).told.version)];
  // The endpoint is changed by other ways meanwhile.
  const changes = api.store.write.endpoints.update(
    { id: api.endpointOf()?.id ?? 0, changes: { ep_class: 'A' } },
    { ...ACTING, now: api.now() },
  );
  t.match(await api.refusedPatch(id, { name: 'd' }, { ifMatch: fresh }), { token: 'ConcurrentModification' });
  await changes;
});

t.test('an endpoint that is deleted while its device is configured leaves a virtual device', async t => {
  const api = await openDevices(t);
  for (let round = 0; round < 10; round++) {
    const { answer } = await api.create(api.mioty({}, eui(round)));
    const endpoint = api.endpointOf(eui(round))?.id ?? 0;
    const change = () => api.refusedPatch(answer.id, { physicalDevice: { configuration: { nwkKey: KEY } } });
    const gone = () => api.store.write.endpoints.remove(endpoint, { ...ACTING, now: api.now() });
    const [changed] =
      round % 2 === 0 ? await Promise.all([change(), gone()]) : (await Promise.all([gone(), change()])).toReversed();
    t.ok(['none', 'ClientDeviceIDRequired'].includes((changed as { token: string }).token));
    t.equal((await api.get(answer.id)).answer.physical_device, null);
  }
});

t.test('a template is attached once', async t => {
  const api = await openDevices(t);
  const { answer } = await api.create({ name: 'virtual' });
  const request = { organization_id: api.organization_id, id: answer.id, sensor_template_ids: [TEMPERATURE] };
  const add = () => api.refused(`${SERVICE}/AddSensors`, request);
  t.same(await tokens([add(), add()]), ['SensorAlreadyAttached', 'none']);
  const drop = () => api.refused(`${SERVICE}/RemoveSensors`, request);
  t.same(await tokens([drop(), drop()]), ['SensorNotFound', 'none']);
  t.equal(rowsOf(api, 'device_sensor'), 0);
});

t.test('two bind one endpoint: one does', async t => {
  const api = await openDevices(t);
  await api.endpoint(EP);
  const made = await Promise.all(['a', 'b'].map(name => api.create({ name })));
  const to = { physicalDevice: { clientDeviceId: EP, connectionId: 'mioty' } };
  t.same(await tokens(made.map(({ answer }) => api.refusedPatch(answer.id, to))), [
    'PhysicalDeviceAlreadyBound',
    'none',
  ]);
});

t.test('a call that is repeated has its effect once', async t => {
  const api = await openDevices(t);
  const once = (key: string, digest = 'same') => ({ once: { key, digest } });
  const given = api.mioty({ nwkKey: KEY });
  const [first, second] = await Promise.all([api.create(given, once('a')), api.create(given, once('a'))]);
  t.same(second, first);
  t.same([rowsOf(api, 'device'), rowsOf(api, 'endpoint')], [1, 1]);
  t.equal(await api.refusal(`${SERVICE}/CreateDevice`, api.requestOf(given), once('a', 'other')), 'RequestIDReused');
  t.equal(await api.refusal(`${SERVICE}/CreateDevice`, api.requestOf(given), once('b')), 'PhysicalDeviceAlreadyBound');
  const request = {
    organization_id: api.organization_id,
    id: first?.answer.id ?? '',
    sensor_template_ids: [TEMPERATURE],
  };
  const added = await api.call(`${SERVICE}/AddSensors`, request, once('c'));
  t.same(await api.call(`${SERVICE}/AddSensors`, request, once('c')), added);
  t.equal(added.sensors.length, 1);
  const row = JSON.stringify(api.db.prepare('SELECT result FROM once').all());
  t.notMatch(row, KEY, 'no key is kept with what was answered');
  t.equal(
    await api.other.refusal(`${SERVICE}/AddSensors`, { ...request, organization_id: OTHER }, once('c')),
    'DeviceNotFound',
  );
});

t.test('who names no version never fails because others write', async t => {
  const api = await openDevices(t);
  const { answer } = await api.create(api.mioty());
  const plan = (await api.create({ name: 'pump', physicalDevice: { clientDeviceId: 'p', connectionId: 'plant' } }))
    .answer;
  const turns = Array.from({ length: 40 }, (_, n) => n);
  const key = (n: number) => (n + 1).toString(16).padStart(32, '0');
  const patches = turns.flatMap(n => [
    api.refusedPatch(answer.id, { physicalDevice: { configuration: { nwkKey: key(n), tags: { n: `${n}` } } } }),
    api.refusedPatch(answer.id, { dataSendingInterval: { unit: 'minute', value: n + 1 } }),
    api.refusedPatch(plan.id, { physicalDevice: { configuration: { [`k${n}`]: n, nwkKey: 'secret' } } }),
  ]);
  t.same(new Set(await tokens(patches)), new Set(['none']));
  const { answer: pump } = await api.get(plan.id);
  t.equal(Object.keys(plain(pump.physical_device?.configuration)).length, 41);
  t.equal(api.endpointOf()?.tags, '{"n":"39"}');
});

t.test('a key that every caller sets to its present value is not changed', async t => {
  const api = await openDevices(t);
  const { answer } = await api.create(api.mioty({ nwkKey: KEY }));
  const { told } = await api.get(answer.id);
  const same = () => api.refusedPatch(answer.id, { physicalDevice: { configuration: { nwkKey: KEY } } });
  t.same(new Set(await tokens(Array.from({ length: 20 }, same))), new Set(['none']));
  t.same((await api.get(answer.id)).told.version, told.version);
  t.same(api.events(), ['endpoint.created']);
});
