import t from 'tap';
import { complete } from '../../../src/database/scan.ts';
import { uuid7 } from '../../../src/kit/uuid.ts';
import { judgedAt, momentAt } from '../../peers/time.ts';
import { bsEui, epEui, T0 } from '../message/log-store.ts';
import { acting, integrationScene, readerOf, told } from './scene.ts';

const ALL = [
  ...(['attach', 'detach', 'downlink_queued', 'downlink_rejected', 'downlink_result'] as const),
  ...(['basestation_online', 'basestation_offline', 'basestation_status', 'alert'] as const),
];

t.test('nothing is written that no integration wants', async t => {
  const scene = integrationScene(t);
  const count = () => scene.rows('SELECT * FROM integration_notice').length;
  const status = {
    ...{ code: 0, message: '', systemTimeNs: 1n, clockOffsetMs: undefined, dutyCycle: undefined, uptimeS: undefined },
    ...{ temperature: undefined, cpuLoad: undefined, memLoad: undefined, position: undefined },
  };
  const others = (at: number) => {
    scene.stores.sessions.status({ session: 1, opId: 1, station: 1, status, askedBy: undefined, at });
    const source = { type: 'endpoint' as const, id: 2, org: 1 };
    const rule = 'endpoint_attach_failing' as const;
    for (let n = 0; n < 5; n++) scene.stores.alerts.observe({ rule, source, at, happened: true });
  };
  scene.attach(1, T0 + 1);
  t.equal(count(), 0, 'there is no integration');
  const made = scene.create({ eventTypes: ['up', 'detach'] });
  scene.create({ org: 2 });
  scene.attach(1, T0 + 2, { attachCnt: 8 });
  others(T0 + 2);
  t.equal(count(), 0, 'there is none that wants it');
  const wants = scene.update(made, { eventTypes: [] });
  scene.attach(1, T0 + 3, { attachCnt: 9 });
  t.equal(count(), 1, 'as soon as one does');
  const { newest } = scene.stores.messages.edges();
  t.match(scene.rows('SELECT * FROM integration_notice'), [{ seq: newest, org: 1, endpoint: 1, integration: null }]);
  if (wants) scene.update(wants, { enabled: false });
  scene.attach(1, T0 + 4, { attachCnt: 10 });
  t.equal(count(), 1, 'and no longer');
});

t.test('a write that failed leaves nothing behind in memory', async t => {
  const scene = integrationScene(t);
  const made = scene.create();
  t.throws(() =>
    scene.db.atomic(() => {
      scene.integrations.update(
        { org: 1, uuid: made.uuid, expectedRevision: 1, fields: [], values: { eventTypes: ['up'] } },
        acting,
      );
      scene.attach(1, T0 + 1);
      throw new Error('the disk is full');
    }),
  );
  scene.stores.uplinks.forget();
  scene.stores.events.forget();
  scene.integrations.forget();
  scene.attach(1, T0 + 2);
  t.match(told(scene.behind(made).items), [['attach', {}]]);
});

t.test('what an endpoint does is told as it happened', async t => {
  const scene = integrationScene(t);
  for (const station of [1, 2]) scene.session(station);
  const made = scene.create({ eventTypes: ALL });
  scene.attach(1, T0 + 1);
  scene.detach(2, T0 + 2);
  scene.db.exec("UPDATE endpoint SET nwk_key = x'00'");
  const { attach } = scene.stores;
  attach.attach({ endpoint: 1, origin: 'api', operationId: uuid7(T0), actor: '', at: T0 + 3 });
  const { items } = scene.behind(made);
  t.same(told(items), [
    [
      'attach',
      {
        ...{ epEui: epEui(1), origin: 'over_the_air', bsEui: bsEui(1) },
        ...{ attachCnt: 7, shAddr: 0x2468, snr: 14.5, rssi: -97.25 },
      },
    ],
    ['detach', { epEui: epEui(1), origin: 'over_the_air', bsEui: bsEui(2), packetCnt: 9 }],
    ['attach', { epEui: epEui(1), origin: 'api' }],
  ]);
  t.match(items[0], { stream: 'log', place: 1, at: T0 + 1, storedAt: T0 + 1, epEui: epEui(1), bsEui: bsEui(1) });
  t.match(items[0], { device: { epEui: epEui(1), name: 'meter 1', tags: {} } });
});

t.test('each downlink is told when it is queued, whatever its source, and what became of it', async t => {
  const scene = integrationScene(t);
  scene.session(1);
  const made = scene.create({ eventTypes: ALL });
  const queId = scene.queue(undefined, T0, { source: 'rest', ref: 'order-17', expiresAt: T0 + 60_000 });
  scene.window(1, T0 + 1);
  scene.result(queId, 'sent', 1, T0 + 2);
  const epEui_ = { epEui: epEui(1) };
  const ours = told(scene.behind(made).items);
  t.same(ours[0], [
    'downlink_queued',
    { ...epEui_, queId, ref: 'order-17', expiresAt: new Date(T0 + 60_000).toISOString() },
  ]);
  const window = { bsEui: bsEui(1), txTime: '1767225600123456789', packetCnt: 4_294_967_295 };
  t.same(ours[1], ['downlink_result', { ...epEui_, queId, ref: 'order-17', result: 'sent', ...window }]);
  const after = scene.stores.messages.edges().newest;
  const invalid = scene.queue(undefined, T0 + 3);
  scene.window(1, T0 + 4);
  scene.result(invalid, 'invalid', 1, T0 + 5);
  const late = scene.queue(undefined, T0 + 6, { expiresAt: T0 + 7 });
  scene.stores.downlinks.expire(momentAt(T0 + 8));
  const unwanted = scene.queue(undefined, T0 + 9);
  scene.stores.downlinks.revoke({ org: 1, endpoint: 1, queId: unwanted }, { ...acting, origin: 'api' }, T0 + 10);
  t.same(
    told(scene.behind(made, { log: after }).items).filter(([event]) => event === 'downlink_result'),
    [
      ['downlink_result', { ...epEui_, queId: invalid, result: 'invalid' }],
      ['downlink_result', { ...epEui_, queId: late, result: 'expired' }],
      ['downlink_result', { ...epEui_, queId: unwanted, result: 'revoked' }],
    ],
  );
});

t.test('base stations are told when they come, go and say how they are', async t => {
  const scene = integrationScene(t);
  const made = scene.create({ eventTypes: ALL.filter(event => event !== 'alert') });
  const session = scene.session(1);
  t.match(told(scene.behind(made).items), [
    ['basestation_online', { bsEui: bsEui(1), name: 'station 1', resumed: false }],
  ]);
  const at = T0 + 1;
  const status = {
    ...{ code: 0, message: 'ok', systemTimeNs: 1n, clockOffsetMs: undefined, dutyCycle: 0.25, uptimeS: 77n },
    ...{ temperature: 21.5, cpuLoad: undefined, memLoad: 0.5, position: { latitude: 1, longitude: 2, altitude: 3 } },
  };
  scene.stores.sessions.status({ session, opId: 1, station: 1, status, askedBy: undefined, at });
  const data = { reason: 'connection_lost', onlineSeconds: 9 };
  const about = { org: 1, station: 1, bsEui: bsEui(1), sourceName: 'station 1' };
  scene.stores.events.raise({ type: 'basestation.disconnected', ...about, at: T0 + 2, storedAt: T0 + 2, data });
  const [, said, gone] = told(scene.behind(made).items);
  t.same(said, [
    'basestation_status',
    {
      ...{ bsEui: bsEui(1), code: 0, message: 'ok', dutyCycle: 0.25, temp: 21.5, memLoad: 0.5, uptime: 77 },
      ...{ latitude: 1, longitude: 2, altitude: 3 },
    },
  ]);
  t.same(gone, ['basestation_offline', { bsEui: bsEui(1), name: 'station 1', reason: 'connection_lost' }]);
  const [item] = scene.behind(made).items;
  t.match(item, { bsEui: bsEui(1), epEui: undefined, device: undefined });
});

t.test('alerts are told as they change', async t => {
  const scene = integrationScene(t);
  const made = scene.create({ eventTypes: ['alert'] });
  const other = scene.create({ eventTypes: ['alert'], org: 2 });
  const { alerts } = scene.stores;
  const source = { type: 'endpoint' as const, id: 1, org: 1 };
  for (let n = 0; n < 5; n++) alerts.observe({ rule: 'endpoint_attach_failing', source, at: T0 + n, happened: true });
  const [opened] = scene.behind(made).items;
  t.match(opened, {
    event: 'alert',
    epEui: epEui(1),
    device: { name: 'meter 1' },
    content: { rule: 'endpoint_attach_failing', severity: 'warning', status: 'new', change: 'opened' },
  });
  const content = opened?.event === 'alert' ? opened.content : {};
  t.same(Object.keys(content).sort(), [
    ...['alertId', 'change', 'description', 'epEui', 'rule', 'severity', 'status', 'title'],
  ]);
  const alertId = String(content.alertId);
  alerts.acknowledge(alertId, 'seen', { org: 1, installation: true }, { ...acting, now: T0 + 10 });
  alerts.resolve(alertId, '', { org: 1, installation: true }, { ...acting, now: T0 + 20 });
  t.match(told(scene.behind(made).items).slice(1), [
    ['alert', { alertId, change: 'acknowledged', status: 'acknowledged' }],
    ['alert', { alertId, change: 'resolved', status: 'resolved' }],
  ]);
  t.same(scene.behind(other).items, []);
  const machine = { type: 'service_center' as const, id: 'own', org: null };
  alerts.observe({ rule: 'storage', source: machine, at: T0, level: 1, limits: [100, 50, 10] });
  alerts.tick(...judgedAt(T0 + 3_600_000));
  const last = scene.behind(made).items.at(-1);
  t.match(last, { content: { rule: 'storage', change: 'opened' }, epEui: undefined, bsEui: undefined });
  t.same(scene.behind(other).items, [], 'what is of the installation goes to the default organization');
});

t.test('alerts of the whole installation go to no integration where people sign in', async t => {
  const scene = integrationScene(t, { signIn: true });
  const { alerts } = scene.stores;
  const made = scene.create();
  const machine = { type: 'service_center' as const, id: 'own', org: null };
  alerts.observe({ rule: 'storage', source: machine, at: T0, level: 1, limits: [100, 50, 10] });
  alerts.tick(...judgedAt(T0 + 3_600_000));
  t.same(told(scene.behind(made).items), []);
});

t.test('a command is answered to the integration that it came from', async t => {
  const scene = integrationScene(t);
  const asker = scene.create();
  const deaf = scene.create({ eventTypes: ['up'] });
  const elsewhere = scene.create({ epEuis: [epEui(2)] });
  const answer = { epEui: epEui(1), origin: 'mqtt', again: false, at: T0 } as const;
  const rejection = { token: 'ErrTokenDownlinkQueueFull', message: 'full', ref: 'a' };
  const rejected = { ...answer, event: 'downlink_rejected', content: rejection } as const;
  scene.integrations.answer({ ...rejected, integration: asker.id });
  t.same(told(scene.behind(asker).items), [['downlink_rejected', { epEui: epEui(1), ...rejection }]], 'once');
  t.same(told(scene.behind(deaf).items), []);
  t.same(told(scene.behind(elsewhere).items), []);
  const [event] = scene.rows("SELECT * FROM event WHERE event_type = 'downlink.rejected'");
  t.match(event, { ep_eui: epEui(1), endpoint: 1, source_name: 'meter 1' });
  t.same(JSON.parse(String(event?.data)), { ...rejection, origin: 'mqtt' });
  for (const { id } of [deaf, elsewhere]) scene.integrations.answer({ ...rejected, integration: id });
  t.same(told(scene.behind(deaf).items), [], 'where it asks for such answers');
  t.match(
    told(scene.behind(elsewhere).items),
    [['downlink_rejected', rejection]],
    'of whichever endpoint it asks to hear',
  );
  t.equal(told(scene.behind(asker).items).length, 3);
  const queued = { ...answer, event: 'downlink_queued', content: { queId: 7, ref: 'b' } } as const;
  scene.integrations.answer({ ...queued, integration: asker.id });
  t.equal(told(scene.behind(asker).items).length, 3, 'it hears of what is queued as all do');
  scene.integrations.answer({ ...queued, integration: asker.id, again: true });
  t.same(told(scene.behind(asker).items).at(-1), ['downlink_queued', { epEui: epEui(1), queId: 7, ref: 'b' }]);
  scene.integrations.answer({ ...queued, integration: elsewhere.id });
  t.same(told(scene.behind(elsewhere).items).at(-1), ['downlink_queued', { epEui: epEui(1), queId: 7, ref: 'b' }]);
  const strange = { ...rejected, epEui: epEui(99) };
  scene.integrations.answer({ ...strange, integration: asker.id });
  t.match(scene.behind(asker).items.at(-1), { epEui: epEui(99), device: undefined });
  t.equal(scene.integrations.place(readerOf(deaf), 'log', 1)?.event, 'downlink_rejected');
  const own = scene.behind(elsewhere).items.at(-1)?.place ?? 0;
  t.match(scene.integrations.place(readerOf(elsewhere), 'log', own), { event: 'downlink_queued' });
  t.equal(scene.integrations.place(readerOf(asker), 'log', own), undefined, 'not that of another one');
  const { log } = asker.cursors;
  const { count } = complete(scene.integrations.queued(readerOf(asker), { log, events: Number.MAX_SAFE_INTEGER }));
  t.equal(count, scene.behind(asker).items.length, 'and as many are counted');
  const toAsker = () => scene.rows(`SELECT 1 FROM integration_notice WHERE integration = ${asker.id}`).length;
  const before = toAsker();
  scene.update(asker, { enabled: false });
  scene.integrations.answer({ ...rejected, integration: asker.id });
  t.equal(toAsker(), before + 1, 'one that is off is answered by itself');
  scene.integrations.remove(1, asker.uuid, acting);
  scene.integrations.answer({ ...queued, integration: asker.id, again: true });
  t.equal(toAsker(), before + 1, 'none when it is gone');
});

t.test('a rejection that is about no endpoint is not told', async t => {
  const scene = integrationScene(t);
  const made = scene.create();
  const data = { token: 'ErrTokenMalformedRequest', message: '', ref: '', origin: 'mqtt' };
  scene.stores.events.raise({ type: 'downlink.rejected', org: 1, at: T0, storedAt: T0, data });
  t.same(scene.behind(made).items, []);
});
