import t from 'tap';
import type { Integration } from '../../../src/domain/integration/integration-records.ts';
import { DAY_MS, HOUR_MS } from '../../../src/kit/units.ts';
import { bsEui, epEui, T0 } from '../message/log-store.ts';
import { pruneLog, pruneRows } from '../retention/retention-scene.ts';
import { type IntegrationScene, integrationScene } from './scene.ts';

const BLOCK = 256;

/** Whole blocks of the log, one after the other so many hours apart; every second message is of the second endpoint. */
function blocks(scene: IntegrationScene, count: number, hoursApart = 0): void {
  for (let block = 0; block < count; block++) {
    for (let n = 0; n < BLOCK; n++) {
      const at = T0 + block * hoursApart * HOUR_MS;
      scene.uplink(1 + (n % 2), { arrivedAt: at }, at + 500);
    }
  }
}
const left = ({ db }: IntegrationScene): number =>
  (db.prepare('SELECT count(*) AS n FROM message').get() as { n: number }).n;
const overflows = (scene: IntegrationScene) =>
  scene
    .rows("SELECT source_id, severity, data FROM event WHERE event_type = 'integration.overflow' ORDER BY seq")
    .map(({ source_id, severity, data }) => [source_id, severity, JSON.parse(String(data))]);

t.test('room is made of what every integration has got', async t => {
  const scene = integrationScene(t, { integrationAgeMs: 7 * DAY_MS });
  const [made, other] = [scene.create(), scene.create({ epEuis: [epEui(77)] })];
  const off = scene.create({ enabled: false });
  const ofNobody = { uuid: 'off', org: 1, integration: off.uuid, from: 0, to: T0 * 2, eventTypes: [], at: T0 };
  blocks(scene, 4);
  scene.integrations.startReplay(ofNobody);
  const aim = { deliveredUntil: T0 + DAY_MS, now: T0 + DAY_MS };
  const all = left(scene);
  t.equal(pruneLog(scene.log, aim), 0);
  const advance = ({ id }: Integration, cursor: number) =>
    scene.integrations.advance({ id, stream: 'log', cursor, delivered: 0, at: T0 });
  advance(made, 2 * BLOCK);
  t.equal(pruneLog(scene.log, aim), 0, 'the other one may still find something');
  advance(other, 2 * BLOCK);
  t.equal(pruneLog(scene.log, aim), 2 * BLOCK);
  advance(other, 9 * BLOCK);
  const replay = { uuid: 'r', org: 1, integration: made.uuid, from: 0, to: T0 * 2, eventTypes: [], at: T0 };
  const { id } = scene.integrations.startReplay(replay) ?? { id: 0 };
  advance(made, 9 * BLOCK);
  t.equal(pruneLog(scene.log, aim), 0, 'what is asked for again is kept as well');
  scene.integrations.advanceReplay({ id, stream: 'log', cursor: 4 * BLOCK, delivered: 0, at: T0 });
  t.equal(pruneLog(scene.log, aim), all - 2 * BLOCK - left(scene));
  t.same(overflows(scene), []);
  t.match(scene.again(off), { dropped: 0, cursors: { log: 0 } });
});

t.test('for longer than may be nothing is kept for an integration when room is needed', async t => {
  const scene = integrationScene(t, { integrationAgeMs: DAY_MS });
  const made = scene.create();
  const picky = scene.create({ epEuis: [epEui(2)] });
  blocks(scene, 3, 12);
  const now = T0 + 30 * HOUR_MS;
  t.equal(pruneLog(scene.log, { deliveredUntil: now, now }), BLOCK, 'the second one is 18 hours old');
  t.match(scene.again(made), { dropped: BLOCK, cursors: { log: BLOCK } });
  t.match(scene.again(picky), { dropped: BLOCK / 2, cursors: { log: BLOCK } }, 'what is for it');
  t.same(overflows(scene), [
    [made.uuid, 'error', { dropped: BLOCK }],
    [picky.uuid, 'error', { dropped: BLOCK / 2 }],
  ]);
  t.equal(scene.behind(scene.again(made)).items[0]?.place, BLOCK + 1, 'the rest is delivered');
});

t.test('age is a reason whichever integration waits: what it does not get is counted once', async t => {
  const scene = integrationScene(t);
  const made = scene.create();
  const done = scene.create();
  const deaf = scene.create({ epEuis: [epEui(77)] });
  blocks(scene, 2);
  scene.integrations.advance({ id: made.id, stream: 'log', cursor: 100, delivered: 100, at: T0 });
  scene.integrations.advance({ id: done.id, stream: 'log', cursor: 2 * BLOCK, delivered: 2 * BLOCK, at: T0 });
  const replay = { uuid: 'r', org: 1, integration: done.uuid, from: 0, to: T0 * 2, at: T0 };
  scene.integrations.startReplay({ ...replay, eventTypes: ['up'] });
  scene.integrations.startReplay({ ...replay, uuid: 's', eventTypes: ['attach'] });
  t.equal(pruneLog(scene.log, { until: T0 + HOUR_MS, now: T0 + 2 * HOUR_MS }), 2 * BLOCK);
  t.match(scene.again(deaf), { dropped: 0, cursors: { log: 2 * BLOCK } });
  t.match(scene.again(made), { dropped: 2 * BLOCK - 100, cursors: { log: 2 * BLOCK } });
  t.match(scene.again(done), { dropped: 2 * BLOCK, cursors: { log: 2 * BLOCK } });
  t.match(scene.integrations.replays(done.id), [{ cursors: { log: 2 * BLOCK } }, { cursors: { log: 2 * BLOCK } }]);
  t.notOk(
    overflows(scene).some(([source]) => source === deaf.uuid),
    'it has lost nothing',
  );
  const counted = overflows(scene).map(([source, , { dropped }]) => [source, dropped]);
  t.same(
    counted.filter(([source]) => source === made.uuid),
    [
      [made.uuid, BLOCK - 100],
      [made.uuid, BLOCK],
    ],
  );
});

t.test('notices go with the messages around them, and alone when there are none', async t => {
  const scene = integrationScene(t);
  for (const station of [1, 2]) scene.session(station);
  const made = scene.create();
  scene.attach(1, T0 + 1);
  blocks(scene, 1);
  scene.attach(1, T0 + 2 * HOUR_MS, { attachCnt: 8 });
  const { newest } = scene.stores.messages.edges();
  const count = () => scene.rows('SELECT * FROM integration_notice').length;
  t.equal(count(), 2);
  pruneLog(scene.log, { until: T0 + HOUR_MS, now: T0 + 2 * HOUR_MS });
  t.equal(left(scene), newest - 2 - BLOCK);
  t.equal(count(), 1);
  pruneLog(scene.log, { until: T0 + 3 * HOUR_MS, now: T0 + 4 * HOUR_MS });
  t.equal(count(), 0);
  t.match(scene.again(made), { dropped: BLOCK + 2 });
  t.match(scene.stores.messages.edges(), { newest, oldest: newest + 1 }, 'their places are given to nothing else');
  scene.log.reopen();
  scene.uplink();
  t.equal(scene.stores.messages.edges().newest, newest + 1);
});

t.test('a place that only a notice has is not given again', async t => {
  const scene = integrationScene(t);
  const made = scene.create();
  scene.attach(1, T0 + 1);
  const { newest } = scene.stores.messages.edges();
  t.same(
    scene.behind(made).items.map(({ place }) => place),
    [1],
  );
  t.equal(newest, 1);
  t.equal(scene.stores.messages.edges().oldest, 1);
  scene.log.reopen();
  scene.uplink();
  t.equal(scene.stores.messages.edges().newest, 2);
});

t.test('events that an integration waits for make no room, until they have waited for too long', async t => {
  const scene = integrationScene(t, { integrationAgeMs: DAY_MS });
  const made = scene.create({ eventTypes: ['event'] });
  const raise = (at: number) => {
    const about = { org: 1, station: 1, bsEui: bsEui(1), at, storedAt: at };
    scene.stores.events.raise({ type: 'basestation.updated', ...about });
  };
  for (let n = 0; n < 10; n++) raise(T0 + n * 6 * HOUR_MS);
  const now = T0 + 60 * HOUR_MS;
  const gone = (until: number, roomNeeded?: true) =>
    pruneRows(scene.log, until, { only: 'events', now, ...(roomNeeded && { roomNeeded }) });
  const { events } = made.cursors;
  scene.integrations.advance({ id: made.id, stream: 'events', cursor: events + 2, delivered: 2, at: T0 });
  t.equal(gone(T0 + 30 * HOUR_MS, true), 5, 'all that is old enough has waited for a day');
  t.match(scene.again(made), { dropped: 3, cursors: { events: events + 5 } });
  t.equal(gone(now, true), 1, 'from there on it is kept');
  t.match(scene.again(made), { dropped: 4 });
  t.equal(gone(now), 4, 'age is a reason');
  t.match(scene.again(made), { dropped: 8 });
  t.same(
    overflows(scene).map(([, , { dropped }]) => dropped),
    [3, 1, 4],
  );
});
