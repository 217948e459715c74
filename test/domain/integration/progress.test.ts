import t from 'tap';
import { errorOf } from '../../../src/domain/integration/integration-records.ts';
import { fault } from '../../../src/kit/faults/faults.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { T0 } from '../message/log-store.ts';
import { pruneRows } from '../retention/retention-scene.ts';
import { acting, integrationScene } from './scene.ts';

t.test('a cursor goes forward only, and counts what was delivered', async t => {
  const scene = integrationScene(t);
  const made = scene.create();
  const { id } = made;
  const advance = (stream: 'log' | 'events', cursor: number, delivered: number, at: number) =>
    scene.integrations.advance({ id, stream, cursor, delivered, at });
  advance('log', 10, 3, T0 + 1);
  advance('events', 20, 2, T0 + 2);
  advance('log', 7, 1, T0 + 3);
  t.match(scene.again(made), { cursors: { log: 10, events: 20 }, delivered: 6, lastSuccessAt: T0 + 3 });
  advance('log', 11, 0, T0 + 9);
  t.match(
    scene.again(made),
    { cursors: { log: 11 }, lastSuccessAt: T0 + 3 },
    'what is for no integration is no success',
  );
  scene.integrations.failed({ id, error: 'no route', at: T0 + 4 });
  t.match(scene.again(made), { lastError: 'no route', lastErrorAt: T0 + 4, lastSuccessAt: T0 + 3 });
  t.same(errorOf(scene.again(made)), { lastError: 'no route', lastErrorAt: T0 + 4 });
  advance('log', 12, 1, T0 + 5);
  t.same(errorOf(scene.again(made)), { lastError: '', lastErrorAt: undefined }, 'it was delivered since');
});

t.test('what comes for one that is gone, or was moved, changes nothing', async t => {
  const scene = integrationScene(t);
  const made = scene.create();
  const { id } = made;
  const item = { stream: 'log', place: 1, reason: 'bad' } as const;
  for (let n = 0; n < 3; n++) scene.uplink();
  scene.db.atomic(() => {
    scene.integrations.update(
      { org: 1, uuid: made.uuid, expectedRevision: 1, fields: [], values: { enabled: false } },
      acting,
    );
    scene.integrations.update(
      { org: 1, uuid: made.uuid, expectedRevision: 2, fields: [], values: { enabled: true } },
      acting,
    );
    scene.integrations.advance({ id, stream: 'log', cursor: 1, delivered: 1, at: T0 });
  });
  t.match(scene.again(made), { cursors: { log: 3 } }, 'an acknowledgement of before does not take it back');
  scene.db.atomic(() => {
    scene.integrations.remove(1, made.uuid, acting);
    scene.integrations.advance({ id, stream: 'log', cursor: 9, delivered: 1, at: T0 });
    scene.integrations.park({ id, items: [item], at: T0 });
    scene.integrations.failed({ id, error: 'x', at: T0 });
    scene.integrations.disabled({ id, reason: 'x', at: T0 });
    scene.integrations.told({ id, type: 'failing', data: {}, at: T0 });
    scene.integrations.advanceReplay({ id: 1, stream: 'log', cursor: 1, delivered: 1, at: T0 });
    scene.integrations.endReplay(1);
  });
  for (const table of ['integration', 'integration_progress', 'integration_parked']) {
    t.same(scene.rows(`SELECT * FROM ${table}`), [], table);
  }
});

t.test('what is parked is kept with its reason, ten thousand of them and for thirty days', async t => {
  const scene = integrationScene(t);
  const made = scene.create();
  const other = scene.create();
  const { id } = made;
  const item = (place: number, reason = 'bad') => ({ stream: 'log', place, reason }) as const;
  scene.integrations.park({ id, items: [item(3), item(5)], at: T0 });
  scene.integrations.park({ id, items: [item(3, 'worse'), { ...item(3), stream: 'events' }], at: T0 + 1 });
  scene.integrations.park({ id: other.id, items: [item(3)], at: T0 });
  t.same(scene.integrations.parked(id, 10), [
    { ...item(5), parkedAt: T0 },
    { ...item(3), stream: 'events', parkedAt: T0 + 1 },
    { ...item(3, 'worse'), parkedAt: T0 + 1 },
  ]);
  t.equal(scene.integrations.parked(id, 1).length, 1);
  t.equal(scene.again(made).parked, 3);
  t.equal(scene.integrations.unpark(id, [item(5), item(99)]), 1);
  t.equal(scene.again(made).parked, 2);
  const many = Array.from({ length: 10_000 }, (_, n) => item(100 + n));
  scene.integrations.park({ id, items: many, at: T0 + 2 });
  t.equal(scene.again(made).parked, 10_000);
  t.match(scene.integrations.parked(id, 1), [item(100)], 'the oldest have gone');
  t.equal(scene.again(other).parked, 1);
  t.equal(pruneRows(scene.log, 0, { only: 'parked', now: T0 + 30 * DAY_MS + 1 }), 1);
  t.equal(scene.again(other).parked, 0);
  t.equal(scene.again(made).parked, 10_000);
  t.equal(pruneRows(scene.log, 0, { only: 'parked', now: T0 + 30 * DAY_MS + 3 }), 10_000);
});

t.test('an integration tells of itself', async t => {
  const scene = integrationScene(t);
  const { id, uuid, name } = scene.create();
  const tell = (type: 'connected' | 'disconnected' | 'failing' | 'recovered', data = {}) =>
    scene.integrations.told({ id, type, data, at: T0 + 5 });
  tell('connected');
  tell('failing', { error: 'no route', attempts: 3, queued: 7 });
  tell('recovered');
  tell('disconnected', { reason: 'closed' });
  const rows = scene.rows("SELECT * FROM event WHERE category = 'integration' ORDER BY seq");
  t.match(rows, [
    { event_type: 'integration.connected', severity: 'info', data: '{}' },
    { event_type: 'integration.failing', severity: 'error', data: '{"error":"no route","attempts":3,"queued":7}' },
    { event_type: 'integration.recovered', severity: 'info' },
    { event_type: 'integration.disconnected', severity: 'warning', data: '{"reason":"closed"}' },
  ]);
  const about = { source_type: 'integration', source_id: uuid, source_name: name, org: 1, timestamp_at: T0 + 5 };
  for (const row of rows) t.match(row, about);
});

t.test('replays go beside it, four at a time', async t => {
  const scene = integrationScene(t);
  for (let n = 0; n < 6; n++) scene.uplink(1, { arrivedAt: T0 + n * 1000 }, T0 + n * 1000 + 500);
  const made = scene.create();
  const replay = {
    org: 1,
    integration: made.uuid,
    from: T0 + 2000,
    to: T0 + 4000,
    eventTypes: ['up'] as const,
    at: T0,
  };
  const started = scene.integrations.startReplay({ uuid: 'r1', ...replay });
  t.match(started, {
    ...{ uuid: 'r1', integration: made.id, eventTypes: ['up'], createdAt: T0 },
    ...{ cursors: { log: 2 }, ends: { log: 4 } },
  });
  for (const uuid of ['r2', 'r3', 'r4']) scene.integrations.startReplay({ uuid, ...replay, to: T0 * 2 });
  t.throws(
    () => scene.integrations.startReplay({ uuid: 'r5', ...replay }),
    fault('TooManyItems', { field: 'replays', max: '4' }),
  );
  t.throws(
    () => scene.integrations.startReplay({ uuid: 'r5', ...replay, integration: 'x' }),
    fault('IntegrationNotFound'),
  );
  const id = started?.id ?? 0;
  scene.integrations.advanceReplay({ id, stream: 'log', cursor: 4, delivered: 2, at: T0 + 9 });
  scene.integrations.advanceReplay({ id, stream: 'log', cursor: 3, delivered: 0, at: T0 + 10 });
  const [first, ...rest] = scene.integrations.replays(made.id);
  t.match(first, { cursors: { log: 4 } });
  t.match(rest, [{ cursors: { log: 2 }, ends: { log: 6 } }, {}, {}]);
  t.match(scene.again(made), { delivered: 2, lastSuccessAt: T0 + 9, cursors: { log: 6 } });
  scene.integrations.endReplay(id);
  t.equal(scene.integrations.replays(made.id).length, 3);
  t.ok(scene.integrations.startReplay({ uuid: 'r5', ...replay }));
});
