import t from 'tap';
import { credibleMs } from '../../../src/kit/time/clock.ts';
import { DAY_MS, SECOND_MS } from '../../../src/kit/units.ts';
import { momentAt } from '../../peers/time.ts';
import { addModel, assign } from '../blueprint/log-catalog.ts';
import { epEui, T0 } from '../message/log-store.ts';
import { HIGH, ruleScene } from './scene.ts';

const at = (seconds: number) => T0 + seconds * SECOND_MS;

t.test('a rule fires once while its condition holds, and again when that was over', async t => {
  const scene = ruleScene(t);
  scene.say(1, 20, at(1));
  const { uuid, org } = scene.rule();
  scene.follow(at(2));
  t.same(scene.done(), [], 'what was received before it is not looked at');
  for (const [seconds, snr] of [
    [10, 9],
    [11, 11],
    [12, 12],
    [13, 10],
    [14, 30],
  ] as const)
    scene.say(1, snr, at(seconds));
  scene.say(3, 30, at(15));
  scene.follow(at(20));
  t.same(scene.done(), ['rule 1 1 11', 'rule 1 1 14']);
  t.match(scene.told('rule.triggered'), [
    {
      ...{ severity: 'warning', title: 'meter 1: snr is 11', ep_eui: epEui(1) },
      data: { ruleId: uuid, name: 'rule 1', key: 'snr', value: 11 },
    },
    { title: 'meter 1: snr is 30' },
  ]);
  t.match(scene.rules.find(org, uuid), { lastTriggeredAt: at(14), lastError: '' });
  t.match(scene.rules.executions(1, 1, 0), {
    total: 2,
    rows: [
      {
        version: 1,
        epEui: epEui(1),
        device: '',
        firedAt: at(14),
        values: { snr: 30 },
        actions: [{ kind: 'event', ok: true }],
      },
    ],
  });
});

t.test('a rule that is made while there is a backlog begins behind it', async t => {
  const scene = ruleScene(t);
  scene.rule();
  scene.say(1, 11, at(1));
  scene.rule();
  scene.say(1, 9, at(2));
  scene.say(1, 12, at(3));
  scene.follow(at(4));
  t.same(scene.done(), ['rule 1 1 1', 'rule 1 1 3', 'rule 2 1 3']);
});

t.test('a condition has to hold by the time of arrival, or until its time is there', async t => {
  const scene = ruleScene(t);
  scene.rule({ condition: { operator: 'gt', value: 10, forSeconds: 60 } });
  scene.say(1, 11, at(0));
  scene.say(1, 12, at(59));
  scene.follow(at(59));
  t.same(scene.done(), []);
  t.equal(scene.plan(at(59))?.nextDue, at(60));
  scene.follow(at(59.999));
  t.same(scene.done(), []);
  scene.restart();
  scene.follow(at(60));
  t.same(scene.done(), ['rule 1 1 60'], 'nothing came, and it held before');
  scene.say(1, 9, at(70));
  scene.say(1, 11, at(100));
  scene.say(1, 11, at(170));
  scene.follow(at(170));
  t.same(scene.done(), ['rule 1 1 170'], 'by the times of arrival');
  scene.say(1, 9, at(200));
  scene.say(1, 11, at(900), { late: 600 * SECOND_MS });
  scene.say(1, 9, at(901), { late: 590 * SECOND_MS });
  scene.follow(at(902));
  t.same(scene.done(), [], 'a station was away: what came first is not the newest');
  scene.say(1, 11, at(2000), { late: 600 * SECOND_MS });
  scene.follow(at(2001));
  t.same(scene.done(), [], 'more may be on its way');
  scene.say(1, 12, at(2002), { late: 500 * SECOND_MS });
  scene.follow(at(2059));
  t.same(scene.done(), [], 'it holds since it arrived');
  scene.follow(at(2060));
  t.same(scene.done(), ['rule 1 1 2060']);
});

t.test('what was sent before the newest message says nothing', async t => {
  const scene = ruleScene(t);
  scene.rule();
  scene.say(1, 5, at(100));
  scene.say(1, 20, at(101), { late: 50 * SECOND_MS, older: true });
  scene.follow(at(102));
  t.same(scene.done(), []);
  scene.restart();
  scene.say(1, 20, at(103), { late: 40 * SECOND_MS, older: true });
  scene.follow(at(103));
  t.same(scene.done(), [], 'nor after a restart');
  scene.say(1, 20, at(104));
  scene.say(1, 5, at(105), { late: 60 * SECOND_MS, older: true });
  scene.say(1, 21, at(106));
  scene.follow(at(107));
  t.same(scene.done(), ['rule 1 1 104']);
});

t.test('a rule fires at most once in its cooldown, and at its end when the condition still holds', async t => {
  const scene = ruleScene(t);
  scene.rule({ cooldownSeconds: 60 });
  for (const [seconds, snr] of [
    [0, 11],
    [1, 9],
    [2, 11],
    [3, 9],
    [4, 11],
  ] as const)
    scene.say(1, snr, at(seconds));
  scene.say(2, 11, at(5));
  scene.follow(at(6));
  t.same(scene.done(), ['rule 1 1 0', 'rule 1 2 5'], 'for each device by itself');
  scene.follow(at(59));
  t.same(scene.done(), []);
  scene.follow(at(61));
  t.same(scene.done(), ['rule 1 1 61']);
});

t.test('hysteresis, changes and ranges', async t => {
  const scene = ruleScene(t);
  const telemetry = (condition: NonNullable<typeof HIGH.condition>) => scene.rule({ condition });
  telemetry({ operator: 'gt', value: 10, hysteresis: 3 });
  telemetry({ operator: 'between', value: 5, value2: 8 });
  telemetry({ operator: 'changed', hysteresis: 2 });
  for (const [n, snr] of [11, 8, 12, 7, 11, 12.5].entries()) scene.say(1, snr, at(10 * n));
  scene.follow(at(100));
  t.same(scene.done(), [
    ...['rule 1 1 0', 'rule 2 1 10', 'rule 3 1 10'],
    ...['rule 3 1 20', 'rule 2 1 30', 'rule 3 1 30', 'rule 1 1 40', 'rule 3 1 40'],
  ]);
});

t.test('an alert is open for as long as the condition holds', async t => {
  const scene = ruleScene(t);
  const actions = [{ kind: 'alert', severity: 'error', title: 'Loud: {value}', description: '{device} at {epEui}' }];
  const loud = scene.rule({ actions });
  const rule = `rule:${loud.uuid}`;
  scene.say(1, 11, at(0));
  scene.say(2, 12, at(1));
  scene.follow(at(2));
  t.same(scene.alerts(), [
    { rule, source_id: epEui(1), status: 'new', severity: 'error', title: 'Loud: 11', resolution: '' },
    { rule, source_id: epEui(2), status: 'new', severity: 'error', title: 'Loud: 12', resolution: '' },
  ]);
  scene.restart();
  scene.say(1, 9, at(3));
  scene.follow(at(4));
  t.match(scene.alerts(), [{ status: 'resolved', resolution: 'cleared' }, { status: 'new' }]);
  scene.patch(loud, { condition: { value: 30 } }, ['condition', 'condition.value'], at(5));
  t.match(scene.alerts(), [{ status: 'resolved' }, { status: 'resolved', resolution: 'rule_disabled' }]);
  t.same(scene.states(), []);
  scene.say(2, 31, at(6));
  scene.follow(at(7));
  t.match(scene.alerts().at(-1), { status: 'new', source_id: epEui(2) });
  scene.db.atomic(() =>
    scene.stores.endpoints.remove(2, { now: at(8), userId: undefined, userEmail: undefined, actor: '' }),
  );
  t.match(scene.alerts().at(-1), { status: 'resolved', resolution: 'source_deleted' });
  scene.follow(at(9));
  t.same(scene.states(), []);
});

t.test('commands, and items for one integration', async t => {
  const scene = ruleScene(t);
  const to = scene.create({ eventTypes: ['attach'] });
  scene.rule({
    actions: [
      { kind: 'command', payloadHex: '01ff', format: 7 },
      { kind: 'command', deviceId: epEui(2), payloadHex: '' },
      { kind: 'integration', integrationId: to.uuid, note: '{rule} {value}' },
      { kind: 'command', command: 'open', parameters: {} },
      { kind: 'event', severity: 'info', title: 'goes on' },
    ],
  });
  scene.say(1, 11, at(0));
  scene.follow(at(1));
  t.same(scene.done(), ['rule 1 1 0 command failed']);
  t.match(scene.rows('SELECT endpoint, format, entries, source, created_by, state FROM downlink ORDER BY que_id'), [
    {
      endpoint: 1,
      format: 7,
      entries: Buffer.from('0201ff', 'hex'),
      source: 'rule',
      created_by: 'rule 1',
      state: 'pending',
    },
    { endpoint: 2, format: 0, entries: Buffer.from('00', 'hex') },
  ]);
  t.match(scene.behind(to).items, [
    {
      event: 'rule',
      epEui: epEui(1),
      content: { name: 'rule 1', note: 'rule 1 11', key: 'snr', value: 11, version: 1 },
    },
  ]);
  t.match(scene.told('rule.action_failed'), [
    { severity: 'warning', data: { action: 'command', token: 'ErrTokenActuatorCommandNotFound' } },
  ]);
  t.match(scene.rules.page({ org: 1, limit: 10, offset: 0 }).rows, [
    { lastError: /^ErrTokenActuatorCommandNotFound: / },
  ]);
  t.match(scene.told('rule.triggered'), [{ title: 'goes on', severity: 'info' }]);
});

t.test('a rule whose command makes the device say what fires it has an end', async t => {
  const scene = ruleScene(t);
  scene.rule({ condition: { operator: 'changed' }, actions: [{ kind: 'command', payloadHex: '00' }] });
  for (let n = 0; n < 100; n++) scene.say(1, n % 2, at(10 * n));
  scene.follow(at(1000));
  const outcomes = scene.done();
  t.equal(outcomes.length, 99);
  t.equal(outcomes.filter(one => one.endsWith('failed')).length, 39);
  t.match(scene.told('rule.action_failed'), [{ data: { token: 'ErrTokenRateLimited' } }]);
  scene.say(1, 5, at(3700));
  scene.follow(at(4700));
  t.same(scene.done(), ['rule 1 1 3700'], 'an hour later it may again');
});

t.test('events fire rules, and rules do not', async t => {
  const scene = ruleScene(t);
  const actions = [{ kind: 'event', severity: 'info', title: '{device}: {eventType}' }];
  const event = { condition: {}, actions };
  scene.rule({ ...event, trigger: { kind: 'event', eventTypes: ['endpoint.*'] } });
  scene.rule({ ...event, trigger: { kind: 'event', eventTypes: ['endpoint.attached'], deviceIds: [epEui(2)] } });
  scene.rule({ ...event, trigger: { kind: 'event', eventTypes: ['*'] } });
  scene.attach(1, at(1));
  scene.follow(at(2));
  scene.follow(at(3));
  const done = scene.done();
  t.same(
    done.filter(one => one.startsWith('rule 1')),
    ['rule 1 1 1'],
  );
  t.same(
    done.filter(one => one.startsWith('rule 2')),
    [],
  );
  const titles = scene.told('rule.triggered').map(row => (row as { title?: unknown }).title);
  t.ok(titles.includes('meter 1: endpoint.attached'));
  t.ok(titles.includes('{device}: basestation.connected'), 'of no device: what is not known stays');
  t.ok(done.length < 6, 'it ends');
});

/** A level, and from 100 on whether a door is open. */
const LAYOUT = JSON.stringify({
  version: '1',
  typeEui: '70b3d56770ff0001',
  uplink: [
    {
      payload: [
        { name: 'level', size: 8, type: 'uint' },
        { name: 'open', size: 8, type: 'bool', condition: '$level >= 100' },
      ],
    },
  ],
});

t.test('rules look at what payloads are decoded to', async t => {
  const scene = ruleScene(t);
  const { model } = addModel(scene.log, 'Tank', LAYOUT);
  assign(scene.log, 1, { model });
  scene.log.stores.uplinks.forget();
  scene.rule({ trigger: { kind: 'telemetry', key: 'level' }, condition: { operator: 'gt', value: 8 } });
  scene.rule({ trigger: { kind: 'telemetry', key: 'open' }, condition: { operator: 'eq', value: true } });
  scene.rule();
  for (const [seconds, endpoint, bytes] of [
    [1, 1, [8]],
    [2, 1, [9]],
    [3, 1, []],
    [4, 1, [10]],
    [5, 1, [8]],
    [6, 1, [100, 0]],
    [7, 1, [99]],
    [8, 1, [100, 1]],
    [9, 2, [200, 1]],
  ] as const)
    scene.say(endpoint, 0, at(seconds), { userData: Buffer.from(bytes) });
  scene.say(1, 11, at(10), { userData: Buffer.from([7]) });
  scene.follow(at(20));
  t.same(scene.done(), ['rule 1 1 2', 'rule 1 1 6', 'rule 2 1 8', 'rule 3 1 10']);
  t.match(scene.told('rule.triggered'), [
    { title: 'meter 1: level is 9', data: { key: 'level', value: 9 } },
    { title: 'meter 1: level is 100' },
    { title: 'meter 1: open is true', data: { key: 'open', value: true } },
    { title: 'meter 1: snr is 11' },
  ]);
});

t.test('silence fires once, and is over with the next message', async t => {
  const scene = ruleScene(t);
  const actions = [{ kind: 'alert', severity: 'warning', title: 'Silent for {silentSeconds} s' }];
  const silence = { trigger: { kind: 'silence' }, actions };
  scene.rule({ ...silence, trigger: { kind: 'silence', deviceIds: [epEui(1)] }, condition: { forSeconds: 60 } });
  scene.rule({ ...silence, condition: { forSeconds: 600 } });
  scene.say(1, 0, at(0));
  scene.say(2, 0, at(0));
  scene.follow(at(1));
  t.equal(scene.plan(at(1))?.nextDue, at(60));
  scene.follow(at(59));
  t.same(scene.done(), []);
  scene.follow(at(60));
  t.same(scene.done(), ['rule 1 1 60']);
  scene.say(2, 0, at(300));
  for (const seconds of [301, 302, 599, 600]) scene.follow(at(seconds));
  t.same(scene.done(), ['rule 2 1 600']);
  scene.restart();
  scene.follow(at(601));
  t.same(scene.done(), [], 'it is known what was said');
  t.match(scene.alerts(), [
    { title: 'Silent for 60 s', status: 'new' },
    { title: 'Silent for 600 s', status: 'new' },
  ]);
  scene.say(1, 0, at(602));
  scene.follow(at(603));
  t.match(scene.alerts(), [{ status: 'resolved' }, { status: 'resolved' }]);
  scene.follow(at(662));
  t.same(scene.done(), ['rule 1 1 662']);
  scene.say(1, 0, at(700), { late: 99 * SECOND_MS, older: true });
  scene.follow(at(701));
  t.match(scene.alerts()[0], { status: 'new' }, 'what came late says nothing about now');
  scene.say(1, 0, at(702), { late: 90 * SECOND_MS });
  scene.follow(at(703));
  t.match(scene.alerts().at(-1), { status: 'resolved' }, 'what a station held back ends it: it has arrived');
  scene.follow(at(761));
  t.same(scene.done(), []);
  scene.follow(at(762));
  t.same(scene.done(), ['rule 1 1 762'], 'and silence begins anew');
});

t.test('a rule that is shorter than those before it is not late', async t => {
  const scene = ruleScene(t);
  const silence = { trigger: { kind: 'silence' }, actions: HIGH.actions };
  scene.rule({ ...silence, condition: { forSeconds: 600 } });
  scene.say(1, 0, at(0));
  scene.say(2, 0, at(0));
  scene.follow(at(1));
  t.equal(scene.plan(at(1))?.nextDue, at(600));
  const short = scene.rule({ ...silence, condition: { forSeconds: 60 } }, { now: at(2) });
  scene.follow(at(2));
  t.equal(scene.plan(at(2))?.nextDue, at(60));
  scene.follow(at(60));
  t.same(scene.done(), ['rule 2 1 60', 'rule 2 2 60']);
  scene.patch(short, { enabled: false }, ['enabled'], at(61));
  scene.follow(at(61));
  t.equal(scene.plan(at(61))?.nextDue, at(600));
});

t.test('an endpoint that was never heard is silent, too, and one that is on its way is not', async t => {
  const scene = ruleScene(t);
  scene.rule({ trigger: { kind: 'silence' }, condition: { forSeconds: 7200 }, actions: HIGH.actions });
  scene.follow(at(0));
  t.same(scene.done(), []);
  scene.log.receive({ endpoint: 1, packetCnt: 1, rxNs: BigInt(at(3600)) * 1_000_000n, arrivedAt: at(3600) });
  scene.follow(at(3600));
  t.same(scene.done(), ['rule 1 2 3600'], 'made an hour before');
});

t.test('rules are for whom they name, by device, by tag, and by organization', async t => {
  const scene = ruleScene(t);
  scene.db.exec(`UPDATE endpoint SET tags = '{"floor":"2","side":"north"}' WHERE id = 1`);
  const trigger = { kind: 'telemetry', key: 'snr' };
  scene.rule({ trigger: { ...trigger, deviceIds: [epEui(2)] } });
  scene.rule({ trigger: { ...trigger, deviceTags: { floor: '2' } } });
  scene.rule({ trigger: { ...trigger, deviceTags: { floor: '2', side: 'south' } } });
  scene.rule({ trigger: { ...trigger, deviceIds: [epEui(1), epEui(2)], deviceTags: { side: 'north' } } });
  scene.rule({}, { org: 2 });
  for (const endpoint of [1, 2, 3]) scene.say(endpoint, 11, at(endpoint));
  scene.follow(at(5));
  t.same(scene.done().sort(), ['rule 1 2 2', 'rule 2 1 1', 'rule 4 1 1', 'rule 5 3 3']);
  scene.db.exec(`UPDATE endpoint SET tags = '{}' WHERE id = 1`);
  scene.db.atomic(() => scene.rules.endpointChanged(1));
  scene.follow(at(6));
  t.same(
    scene.states().map(({ endpoint, rule }) => [endpoint, rule]),
    [
      [2, 1],
      [3, 5],
    ],
    'nothing is known of whom it is not for any more',
  );
  scene.db.exec("UPDATE organization SET state = 'suspended' WHERE id = 2");
  scene.say(3, 9, at(7));
  scene.say(3, 11, at(8));
  scene.follow(at(9));
  t.same(scene.done(), [], 'nothing is done for an organization that is off');
  scene.db.exec("UPDATE organization SET state = 'active' WHERE id = 2");
  scene.say(3, 9, at(10));
  scene.say(3, 11, at(11));
  scene.follow(at(12));
  t.same(scene.done(), ['rule 5 3 11']);
});

t.test('a rule for a device is for the endpoint that it wraps now', async t => {
  const scene = ruleScene(t);
  const [one, two] = ['0198c0de-0000-7000-8000-0000000000d1', '0198c0de-0000-7000-8000-0000000000d2'];
  for (const [id, uuid] of [one, two].entries()) {
    scene.db.exec(`INSERT INTO device (id, uuid, org, name, name_key, version, created_at, updated_at)
      VALUES (${id + 1}, '${uuid}', 1, 'd', 'd', 1, 0, 0)`);
  }
  const bind = (device: number, endpoint: number) =>
    scene.db.exec(`INSERT INTO physical_device (device, uuid, org, endpoint, configuration, given, created_by_api, created_at, updated_at)
      VALUES (${device}, 'p${device}', 1, ${endpoint}, '{}', '[]', 0, 0, 0)`);
  bind(1, 1);
  scene.rule({ trigger: { kind: 'telemetry', key: 'snr', deviceIds: [one, two] } });
  const sayAll = (second: number) => {
    for (const [n, endpoint] of [1, 2].entries()) {
      scene.say(endpoint, 9, at(second + n));
      scene.say(endpoint, 11, at(second + 2 + n));
    }
    scene.follow(at(second + 5));
  };
  sayAll(1);
  t.same(scene.done(), ['rule 1 1 3']);
  bind(2, 2);
  sayAll(11);
  t.same(scene.done().sort(), ['rule 1 1 13', 'rule 1 2 14'], 'another endpoint became one of its devices');
  scene.db.exec('DELETE FROM device WHERE id = 1');
  sayAll(21);
  t.same(scene.done(), ['rule 1 2 24'], 'a device that is gone has no endpoint');
  scene.db.exec('UPDATE physical_device SET endpoint = 1 WHERE device = 2');
  sayAll(31);
  t.same(scene.done(), ['rule 1 1 33'], 'the device is another endpoint now');
});

t.test('a plan holds only for the rules it was made by', async t => {
  const scene = ruleScene(t);
  const rule = scene.rule();
  scene.say(1, 11, at(0));
  const plan = scene.plan(at(1));
  if (!plan) throw new Error('nothing to do');
  t.equal(plan.steps.length, 1);
  scene.patch(rule, { enabled: false }, ['enabled'], at(1));
  t.notOk(scene.carryOut(plan, at(1)), 'it was switched off meanwhile');
  scene.follow(at(2));
  t.same(scene.done(), []);
  scene.patch(rule, { enabled: true }, ['enabled'], at(2));
  scene.follow(at(3));
  t.same(scene.done(), [], 'it begins with what comes then');
  scene.say(1, 12, at(4));
  const again = scene.plan(at(5));
  if (!again) throw new Error('nothing to do');
  t.ok(scene.carryOut(again, at(5)));
  t.notOk(scene.carryOut(again, at(5)), 'nor is it carried out twice');
  t.same(scene.done(), ['rule 1 1 4']);
});

t.test('rules go with their organization, and what they did with its age', async t => {
  const scene = ruleScene(t);
  scene.rule({ actions: [{ kind: 'alert', severity: 'info', title: 'x' }] }, { org: 2 });
  scene.rule();
  scene.say(3, 11, at(0));
  scene.say(1, 11, at(0));
  scene.say(2, 11, at(0));
  scene.follow(at(1));
  scene.db.atomic(() => scene.rules.removeAll(2, { now: at(2), userId: undefined, userEmail: undefined, actor: '' }));
  t.equal(scene.rules.page({ org: 2, limit: 10, offset: 0 }).total, 0);
  t.match(scene.alerts(), [{ status: 'resolved', resolution: 'rule_disabled' }]);
  t.equal(scene.told('rule.deleted').length, 1);
  const limits = { eventsUntil: credibleMs(T0 + DAY_MS), at: momentAt(T0 + DAY_MS) };
  scene.db.atomic(() => scene.stores.retention.rows('executions', 0, limits));
  t.equal(scene.rows('SELECT id FROM rule_execution').length, 1, 'the newest keeps the number');
});

t.test('many fire in parts', async t => {
  const scene = ruleScene(t);
  for (let n = 0; n < 30; n++) scene.rule({ condition: { operator: 'changed' } });
  for (let n = 0; n < 30; n++) scene.say(1, n, at(n * 10));
  t.ok(scene.follow(at(1000)) > 5);
  t.equal(scene.done().length, 29 * 30);
});

t.test(
  'a rule that fires with every message keeps its newest executions, and an organization so many events an hour',
  async t => {
    const scene = ruleScene(t);
    const { uuid, org, id } = scene.rule();
    scene.rule({ condition: { operator: 'gt', value: 100 } });
    scene.say(1, 11, at(1));
    const plan = scene.plan(at(2));
    const [step] = plan?.steps ?? [];
    if (!plan || step?.kind !== 'fired') throw new Error('it has not fired');
    const many = (count: number, from: number, now: number) => {
      const steps = Array.from({ length: count }, (_, n) => ({ ...step, at: at(from + n) }));
      t.ok(scene.carryOut({ ...plan, from: scene.rules.progress() ?? plan.from, steps, states: [] }, now));
    };
    many(1200, 0, at(2000));
    t.equal(scene.rules.executions(id, 1, 0).total, 1000);
    t.match(scene.rules.executions(id, 1, 0).rows, [{ firedAt: at(1199) }], 'the newest');
    t.match(scene.rules.find(org, uuid), { lastTriggeredAt: at(1199) });
    const told = scene.told('rule.triggered');
    t.equal(told.length, 1001);
    t.match(told.at(-1), { data: { reason: 'too_many' } });
    many(10, 5000, at(5000));
    t.equal(scene.rules.executions(id, 1, 0).total, 1000);
    t.equal(scene.told('rule.triggered').length, 1001, 'within the hour they are counted');
    many(10, 6000, at(6000));
    t.equal(scene.told('rule.triggered').length, 1011, 'in the next one there is room');
  },
);
