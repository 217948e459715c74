import t from 'tap';
import { METER, uplink } from '../../peers/telegrams.ts';
import { RestBox } from '../box.ts';

t.setTimeout(120_000);

const PATH = '/api/v2/rules';
const NEAR = '70b3d59cd0000001';
const UNKNOWN = '0198c0de-0000-7000-8000-0000000000e1';
const high = {
  name: 'high',
  trigger: { kind: 'telemetry', key: 'snr' },
  condition: { operator: 'gt', value: 10 },
  actions: [{ kind: 'event', severity: 'warning', title: '{device}: {value}' }],
};

t.test('rules are made, read, changed and deleted', async t => {
  await using box = await RestBox.start(t.testdir());
  const made = await box.post(PATH, high);
  t.equal(made.status, 200);
  const { id } = made.json;
  t.match(made.headers, { location: `${PATH}/${id}`, etag: 'W/"1"' });
  const shown = {
    ...{ id, name: 'high', description: '', enabled: true, version: 1 },
    trigger: { kind: 'telemetry', deviceIds: [], deviceTags: {}, key: 'snr', eventTypes: [] },
    condition: { operator: 'gt', value: 10, forSeconds: 0, hysteresis: 0 },
    actions: high.actions,
    cooldownSeconds: 1,
  };
  const { createdAt, updatedAt, ...own } = made.json;
  t.same(own, shown);
  t.match(createdAt, /^\d{4}-.*\.\d{3}Z$/);
  t.equal(updatedAt, createdAt);
  t.same((await box.get(`${PATH}/${id}`)).json, made.json);
  t.equal((await box.get(`${PATH}/${id}`, { headers: { 'if-none-match': 'W/"1"' } })).status, 304);
  await box.post(PATH, { ...high, name: 'Another' });
  t.match((await box.get(PATH)).json, { total: 2, rules: [{ name: 'Another' }, { name: 'high' }] });
  t.match((await box.get(PATH, { query: { search: 'HIG' } })).json, { total: 1, rules: [{ id }] });
  t.match((await box.get(PATH, { query: { limit: 1, offset: 1 } })).json, { total: 2, rules: [{ id }] });
  const patched = await box.patch(`${PATH}/${id}`, { condition: { value: 12, hysteresis: 2 }, cooldownSeconds: null });
  t.match(patched, { status: 200, headers: { etag: 'W/"2"' } });
  t.match(patched.json, { version: 2, condition: { operator: 'gt', value: 12, hysteresis: 2 }, cooldownSeconds: 1 });
  t.equal((await box.patch(`${PATH}/${id}`, { name: 'high', version: 9 })).json.version, 2, 'nothing is another one');
  t.match((await box.patch(`${PATH}/${id}`, { condition: { hysteresis: null } })).json, {
    version: 3,
    condition: { hysteresis: 0 },
  });
  const put = await box.put(`${PATH}/${id}`, { ...high, name: 'put', enabled: false });
  t.match(put.json, { name: 'put', enabled: false, version: 4, condition: { value: 10 } });
  t.equal((await box.put(`${PATH}/${id}`, { ...high, name: 'put', enabled: false })).json.version, 4);
  const old = { headers: { 'if-match': 'W/"3"' } };
  for (const answer of [
    await box.put(`${PATH}/${id}`, high, old),
    await box.patch(`${PATH}/${id}`, { name: 'x' }, old),
    await box.delete(`${PATH}/${id}`, undefined, old),
  ]) {
    t.match(answer, { status: 412, token: 'ConcurrentModification' });
  }
  const gone = await box.delete(`${PATH}/${id}`, undefined, { headers: { 'if-match': '"4"' } });
  t.match(gone, { status: 200, json: { id, deleted: true } });
  t.match(await box.get(`${PATH}/${id}`), { status: 404, token: 'RuleNotFound' });
});

t.test('what is wrong is said with its place', async t => {
  await using box = await RestBox.start(t.testdir());
  const pointerOf = async (rule: object) => {
    const { status, token, json } = await box.post(PATH, { ...high, ...rule });
    return [status, token, json.error?.details?.pointer];
  };
  t.same(await pointerOf({ name: '' }), [400, 'RuleInvalid', '/name']);
  t.same(await pointerOf({ trigger: null }), [400, 'RuleInvalid', '/trigger/kind']);
  t.same(await pointerOf({ condition: { operator: 'gt', value: 'warm' } }), [400, 'RuleInvalid', '/condition/value']);
  t.same(await pointerOf({ actions: [{ kind: 'event', severity: 'info' }] }), [400, 'RuleInvalid', '/actions/0/title']);
  t.same(await pointerOf({ trigger: { ...high.trigger, deviceIds: [UNKNOWN] } }), [
    400,
    'RuleInvalid',
    '/trigger/deviceIds/0',
  ]);
  t.same(await pointerOf({ actions: [{ kind: 'integration', integrationId: UNKNOWN }] }), [
    400,
    'RuleInvalid',
    '/actions/0/integrationId',
  ]);
  t.match(await box.post(PATH, { ...high, actions: 'none' }), { status: 400 });
  t.match((await box.get(PATH)).json, { rules: [], total: 0 });
  for (const answer of [
    await box.get(`${PATH}/${UNKNOWN}`),
    await box.put(`${PATH}/${UNKNOWN}`, high),
    await box.patch(`${PATH}/${UNKNOWN}`, {}),
    await box.delete(`${PATH}/${UNKNOWN}`),
    await box.post(`${PATH}/${UNKNOWN}/simulate`, {}),
    await box.get(`${PATH}/${UNKNOWN}/executions`),
  ]) {
    t.match(answer, { status: 404, token: 'RuleNotFound' });
  }
  t.match(await box.get(`${PATH}/x`), { status: 400, token: 'InvalidIDFormat' });
  t.match(await box.get(PATH, { query: { limit: 0 } }), { status: 400, token: 'InvalidLimit' });
  const { id } = (await box.post(PATH, high)).json;
  t.match(await box.get(`${PATH}/${id}/executions`, { query: { offset: -1 } }), {
    status: 400,
    token: 'InvalidOffset',
  });
  const simulated = await box.post(`${PATH}/${id}/simulate`, { deviceId: UNKNOWN, values: {} });
  t.match(simulated, { status: 404, token: 'DeviceNotFound' });
});

t.test('a simulation says what would be done', async t => {
  await using box = await RestBox.start(t.testdir());
  await box.center.endpoint({ ep_eui: METER, name: 'meter' });
  const simulate = async (rule: object, body: object) => {
    const { id } = (await box.post(PATH, { ...high, ...rule })).json;
    return (await box.post(`${PATH}/${id}/simulate`, body)).json;
  };
  const values = { snr: 11 };
  t.same(await simulate({}, { deviceId: METER, values }), {
    fires: true,
    actions: [{ kind: 'event', severity: 'warning', title: 'meter: 11' }],
  });
  t.same(await simulate({}, { values: { snr: 9 } }), { fires: false, actions: [] });
  t.same(await simulate({}, { values: { rssi: 11 } }), { fires: false, actions: [] });
  t.match(await simulate({}, { values, previous: { snr: 12 } }), { fires: false }, 'it held before');
  t.match(await simulate({}, { values, previous: { snr: 1 } }), { fires: true });
  const deep = { trigger: { kind: 'telemetry', key: 'air.temperature' } };
  t.match(await simulate(deep, { values: { air: { temperature: 20 } } }), { fires: true });
  t.match(await simulate(deep, { values: { air: { temperature: 20 }, 'air.temperature': 1 } }), { fires: false });
  const changed = { condition: { operator: 'changed' } };
  t.match(await simulate(changed, { values, previous: { snr: 12 } }), { fires: true });
  t.match(await simulate(changed, { values, previous: values }), { fires: false });
  const silence = { trigger: { kind: 'silence' }, condition: { forSeconds: 60 } };
  t.match(await simulate(silence, { values: { silentSeconds: 59 } }), { fires: false });
  t.match(await simulate(silence, {}), { fires: true });
  const event = { trigger: { kind: 'event', eventTypes: ['endpoint.*'] }, condition: null };
  t.match(await simulate(event, { values: { eventType: 'endpoint.attached' } }), { fires: true });
  t.match(await simulate(event, { values: { eventType: 'downlink.sent' } }), { fires: false });
  const command = { actions: [{ kind: 'command', command: 'open' }] };
  t.match(await simulate(command, { deviceId: METER, values }), {
    actions: [{ kind: 'command', command: 'open', error: /^ErrTokenActuatorCommandNotFound/ }],
  });
  const { queue } = { queue: await box.center.api.call('ListDownlinkQueue', {}) };
  t.equal(queue.total_count, 0, 'nothing is done');
  t.notOk(box.center.events().includes('rule.triggered'));
});

t.test('a rule fires while the service runs, and its executions are told', async t => {
  const dir = t.testdir();
  await using box = await RestBox.start(dir);
  const { center } = box;
  await using station = await center.baseStation({ bsEui: NEAR });
  await center.endpoint({ ep_eui: METER, name: 'meter' });
  const actions = [...high.actions, { kind: 'alert', severity: 'error', title: 'loud' }];
  const { id } = (await box.post(PATH, { ...high, actions })).json;
  const say = async (packetCnt: number, snr: number) => {
    await station.start('ulData', uplink({ packetCnt, snr }));
    for (let n = 0; n < 10; n++) await center.clock.advance(100);
  };
  await say(1, 9);
  await say(2, 11);
  // What follows the log waits by the clock that is wound here.
  while (!center.events().includes('rule.triggered')) await center.clock.advance(100);
  const { executions, total } = (await box.get(`${PATH}/${id}/executions`)).json;
  t.equal(total, 1);
  t.match(executions, [
    {
      ...{ ruleId: id, version: 1, clientDeviceId: METER, values: { snr: 11 } },
      actions: [
        { kind: 'event', ok: true },
        { kind: 'alert', ok: true },
      ],
    },
  ]);
  t.match((await box.get(`${PATH}/${id}`)).json, { lastTriggeredAt: executions[0].firedAt, version: 1 });
  const { alerts } = await center.api.call('ListAlerts', { rules: [`rule:${id}`] });
  t.match(alerts, [{ severity: 'error', title: 'loud', source_id: METER, status: 'new' }]);
  await box.delete(`${PATH}/${id}`);
  const { alerts: left } = await center.api.call('ListAlerts', { rules: [`rule:${id}`], statuses: ['resolved'] });
  t.match(left, [{ resolution: 'rule_disabled' }]);
});

for (const edition of ['community', 'enterprise'] as const) {
  t.test(`who may do what (${edition})`, async t => {
    await using box = await RestBox.start(t.testdir(), { edition });
    const { id } = (await box.post(PATH, high)).json;
    const reader = box.as((await box.key(['rules:read'])).key);
    t.equal((await reader.get(`${PATH}/${id}`)).status, 200);
    t.equal((await reader.post(`${PATH}/${id}/simulate`, { values: { snr: 11 } })).status, 200);
    for (const answer of [
      await reader.post(PATH, high),
      await reader.put(`${PATH}/${id}`, high),
      await reader.patch(`${PATH}/${id}`, { name: 'x' }),
      await reader.delete(`${PATH}/${id}`),
    ]) {
      t.match(answer, { status: 403, token: 'ScopeRequired' });
    }
    const other = box.as((await box.key(['devices:read'])).key);
    t.equal((await other.get(PATH)).status, 403);
  });
}

t.test('a rule that is sent twice under one key is made once', async t => {
  await using box = await RestBox.start(t.testdir());
  const options = { headers: { 'idempotency-key': '0198c0de-0000-4000-8000-0000000000e1' } };
  const [first, second] = await Promise.all([box.post(PATH, high, options), box.post(PATH, high, options)]);
  const third = await box.post(PATH, high, options);
  t.ok([first.status, second.status].includes(200));
  t.equal(third.status, 200);
  t.equal((await box.get(PATH)).json.total, 1);
  t.match(await box.post(PATH, { ...high, name: 'other' }, options), { status: 409, token: 'RequestIDReused' });
});

t.test('two at once: one of two changes of the same version is refused', async t => {
  await using box = await RestBox.start(t.testdir());
  const { id } = (await box.post(PATH, high)).json;
  const options = { headers: { 'if-match': 'W/"1"' } };
  const answers = await Promise.all(['one', 'two'].map(name => box.patch(`${PATH}/${id}`, { name }, options)));
  t.same(answers.map(({ status }) => status).sort(), [200, 412]);
  const made = await Promise.all([1, 2, 3].map(n => box.post(PATH, { ...high, name: `at once ${n}` })));
  t.same(
    made.map(({ status }) => status),
    [200, 200, 200],
  );
  t.equal((await box.get(PATH)).json.total, 4);
});
