import t from 'tap';
import { secretsAbout } from '../../../src/domain/integration/integration-records.ts';
import { MAX_INTEGRATIONS } from '../../../src/domain/integration/integration-store.ts';
import { fault } from '../../../src/kit/faults/faults.ts';
import { T0 } from '../message/log-store.ts';
import { acting, asked, integrationScene } from './scene.ts';

t.test('what was given is read again', async t => {
  const scene = integrationScene(t);
  const given = asked({
    ...{ name: 'broker', description: 'south', kind: 'nats', enabled: false, eventTypes: ['up', 'event'] },
    ...{ epEuis: ['fe00000000000001' as never], deviceModels: ['m-1'], epTags: { floor: '2' } },
    ...{
      includeSubpackets: true,
      maxPerSecond: 7,
      settings: { servers: ['nats://a'] },
      secrets: Buffer.from('sealed'),
    },
  });
  const made = scene.create(given);
  const { secrets, startAt: _, ...rest } = given;
  t.match(made, rest);
  t.same(made.secrets && Buffer.from(made.secrets), secrets);
  t.match(made, {
    revision: 1,
    ended: '',
    createdAt: T0,
    updatedAt: T0,
    delivered: 0,
    dropped: 0,
    parked: 0,
    lastError: '',
  });
  t.match(made, { organizationName: 'own', organizationId: '0192f000-0000-7000-8000-000000000001' });
  t.same(scene.integrations.find(1, given.uuid), made);
  t.same(scene.integrations.byId(made.id), made);
  t.equal(scene.integrations.find(2, given.uuid), undefined, 'not for another organization');
  t.same(scene.integrations.all(), [], 'it is not enabled');
  const other = scene.create({ name: 'another' });
  t.same(
    scene.integrations.list(1).map(({ name }) => name),
    ['another', 'broker'],
  );
  t.same(scene.integrations.all(), [other]);
  t.equal(secretsAbout('u'), 'integration:u:secrets');
});

t.test('a name is taken once in an organization, and there are fifty at most', async t => {
  const scene = integrationScene(t);
  const create = (more: Parameters<typeof asked>[0]) => scene.stores.integrations.create(asked(more), acting);
  create({ name: 'one' });
  t.throws(() => create({ name: 'one' }), fault('IntegrationNameExists', { name: 'one' }));
  create({ name: 'one', org: 2 });
  for (let n = 2; n <= MAX_INTEGRATIONS; n++) create({ name: `${n}` });
  t.throws(() => create({ name: 'too many' }), fault('IntegrationLimitReached', { max: '50' }));
  create({ name: 'of the other', org: 2 });
});

t.test('who changes what is an event, with names and nothing else', async t => {
  const scene = integrationScene(t);
  const made = scene.create({ name: 'broker', secrets: Buffer.from('hush') });
  scene.update(made, { name: 'target' }, { fields: ['name', 'mqtt.password'], secrets: Buffer.from('other') });
  scene.integrations.remove(1, made.uuid, acting);
  const rows = scene.rows("SELECT * FROM event WHERE event_type LIKE 'integration.%' ORDER BY seq");
  t.match(rows, [
    { event_type: 'integration.created' },
    { event_type: 'integration.updated' },
    { event_type: 'integration.deleted' },
  ]);
  for (const row of rows) {
    t.match(row, {
      category: 'audit',
      source_type: 'integration',
      source_id: made.uuid,
      user_email: 'ann@example.org',
      org: 1,
    });
  }
  const about = { integrationId: made.uuid, kind: 'mqtt' };
  t.same(
    rows.map(({ data }) => JSON.parse(String(data))),
    [
      { ...about, name: 'broker' },
      { ...about, name: 'target', fields: ['name', 'mqtt.password'] },
      { ...about, name: 'target' },
    ],
  );
});

t.test('a change that was made from an older state is refused, and only one of two is stored', async t => {
  const scene = integrationScene(t);
  const made = scene.create({ secrets: Buffer.from('first') });
  const one = scene.update(made, { maxPerSecond: 5 });
  t.match(one, { maxPerSecond: 5, revision: 2 });
  t.equal(scene.update(made, { maxPerSecond: 6 }, { secrets: Buffer.from('lost') }), undefined);
  t.match(scene.again(made), { maxPerSecond: 5, revision: 2, secrets: Buffer.from('first') });
  const { length } = scene.rows("SELECT 1 FROM event WHERE event_type = 'integration.updated'");
  t.equal(length, 1, 'what is refused is no event');
  t.match(
    scene.update(scene.again(made), { description: 'words' }),
    { revision: 2 },
    'words are no reason to connect anew',
  );
  t.match(scene.update(scene.again(made), {}, { secrets: null }), { revision: 3, secrets: undefined });
  t.match(scene.update(scene.again(made), {}), { revision: 3 }, 'nothing changed');
  scene.uplink();
  t.match(
    scene.update(scene.again(made), { settings: { brokerUrl: 'mqtt://b' } }),
    { cursors: { log: 0 } },
    'its cursor stays',
  );
  const other = scene.create({ name: 'other' });
  t.throws(() => scene.update(other, { name: made.name }), fault('IntegrationNameExists', { name: made.name }));
  t.throws(() => scene.update({ ...other, uuid: 'x' }, {}), fault('IntegrationNotFound'));
  t.throws(() => scene.update({ ...other, org: 2 }, {}), fault('IntegrationNotFound'));
});

t.test('a new one begins at the end, or at a time', async t => {
  const scene = integrationScene(t);
  scene.uplink(1, {}, T0 + 1000);
  scene.uplink(1, { arrivedAt: T0 + 5000 }, T0 + 6000);
  const { newest } = scene.stores.messages.edges();
  const events = scene.stores.eventLog.edges().newest;
  t.equal(newest, 2);
  t.same(scene.create().cursors, { log: newest, events: events + 1 }, 'its own beginning is nothing that it is told');
  t.match(scene.create({ startAt: T0 }).cursors, { log: 0 });
  t.match(scene.create({ startAt: T0 + 5500 }).cursors, { log: 1 });
  t.match(scene.create({ startAt: T0 + 60_000 }).cursors, { log: 2 });
});

t.test('one that is enabled again begins at the end, or at a time, and its replays are over', async t => {
  const scene = integrationScene(t);
  const made = scene.create();
  const { id, uuid } = made;
  for (const station of [1, 2]) scene.session(station);
  const before = { uuid: 'r', org: 1, integration: uuid, from: 0, to: T0 * 2, eventTypes: [], at: T0 };
  scene.integrations.startReplay(before);
  scene.attach(1, T0, { attachCnt: 1 });
  scene.db.exec('DELETE FROM integration_notice');
  scene.integrations.disabled({ id, reason: '410', at: T0 + 1 });
  t.match(scene.again(made), { enabled: false, ended: '410', revision: 2 });
  t.same(scene.integrations.replays(id), []);
  scene.attach();
  t.same(scene.rows('SELECT * FROM integration_notice'), [], 'no integration is left that wants it');
  scene.integrations.disabled({ id, reason: 'twice', at: T0 + 1 });
  t.match(scene.again(made), { ended: '410', revision: 2 });
  scene.uplink();
  t.match(scene.update(scene.again(made), { description: 'of old' }), { cursors: { log: 0 }, ended: '410' });
  const enabled = scene.update(scene.again(made), { enabled: true });
  t.match(enabled, { enabled: true, ended: '', cursors: { log: 2 } });
  t.equal(enabled?.cursors.events, scene.stores.eventLog.edges().newest);
  scene.integrations.startReplay(before);
  scene.update(scene.again(made), { enabled: false });
  t.same(scene.integrations.replays(id), []);
  t.match(scene.update(scene.again(made), { enabled: true }, { startAt: 0 }), { cursors: { log: 1, events: 0 } });
});

t.test('what is removed is gone with all that hangs on it, and its number is not given again', async t => {
  const scene = integrationScene(t);
  const made = scene.create();
  const { id, uuid, name } = made;
  scene.integrations.park({ id, items: [{ stream: 'log', place: 1, reason: 'bad' }], at: T0 });
  scene.integrations.startReplay({ uuid: 'r', org: 1, integration: uuid, from: 0, to: T0, eventTypes: [], at: T0 });
  scene.integrations.remove(1, uuid, acting);
  t.throws(() => scene.integrations.remove(1, uuid, acting), fault('IntegrationNotFound'));
  for (const table of ['integration', 'integration_progress', 'integration_parked', 'integration_replay']) {
    t.same(scene.rows(`SELECT * FROM ${table}`), [], table);
  }
  t.ok(scene.create({ name }).id > id);
});
