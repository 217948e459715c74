import t from 'tap';
import type { Observation } from '../../src/domain/alert/seen.ts';
import type { Integration } from '../../src/domain/integration/integration-records.ts';
import { Engine } from '../../src/integrations/engine.ts';
import { targetOf } from '../../src/integrations/target.ts';
import type { Eui } from '../../src/kit/eui.ts';
import { DAY_MS } from '../../src/kit/units.ts';
import { testAuthority } from '../peers/certificates.ts';
import { ManualClock } from '../peers/manual-clock.ts';
import {
  ACCEPTED,
  FakeSource,
  FakeTarget,
  failed,
  integrationRow,
  noSurroundings,
  quiet,
  refusing,
  silentLog,
  until,
} from './fakes.ts';
import { plainItem } from './items.ts';

/** An engine over a made-up store; each integration has a target of its own. */
function scene(...rows: Partial<Integration>[]) {
  const clock = new ManualClock();
  const source = new FakeSource(
    ...rows.map((row, at) => integrationRow({ id: at + 1, uuid: `i${at + 1}`, name: `n${at + 1}`, ...row })),
  );
  const targets = new Map<number, FakeTarget>();
  const shown = new Map<number, (host: string, validTo: number) => void>();
  let dialled = 0;
  const target = (id: number) => {
    const known = targets.get(id) ?? new FakeTarget();
    targets.set(id, known);
    return known;
  };
  const engine = new Engine({
    ...{ source, installation: 'box', scEui: '70b3d59cd0000009' as Eui, clock, log: silentLog, random: () => 0.5 },
    maxAgeMs: 10 * DAY_MS,
    targetOf(row) {
      if (row.name === 'broken') throw new Error('no such kind');
      return targetOf(
        target(row.id).kind(),
        () => target(row.id).settings,
        () => [],
      );
    },
    connectors(tell) {
      shown.set(++dialled, tell);
      return { dial: noSurroundings.dial, secure: noSurroundings.secure };
    },
    command: async () => 'stored',
    endpointsOf: () => noSurroundings.endpoints,
    embeddedFor: () => undefined,
  });
  const stop = async () => {
    let isOver = false;
    const stopping = engine.stop().then(() => {
      isOver = true;
    });
    while (!isOver) await clock.advance(100);
    await stopping;
  };
  const judged = (at = clock.now()) => engine.observations(clock.now(), at);
  return { clock, source, engine, target, shown, stop, judged };
}

const failing = (seen: readonly Observation[]) =>
  seen.flatMap(each => (each.rule === 'integration_failing' ? [each] : []));
const ending = (seen: readonly Observation[]) =>
  seen.flatMap(each => (each.rule === 'certificate_target' ? [each] : []));

t.test('every enabled integration is delivered to, and none that is not', async t => {
  const { source, engine, target, stop } = scene({}, {}, { enabled: false }, { name: 'broken' }, {});
  source.add(plainItem(1, 1));
  engine.refresh();
  await until(() => [1, 2, 5].every(id => target(id).sent.length === 1));
  await quiet();
  t.equal(target(3).sent.length + target(4).sent.length, 0);
  t.match(target(1).driver.context.names, { installation: 'box', integrationId: 'i1', integrationName: 'n1' });
  await stop();
  t.ok(target(1).driver.closed && target(5).driver.closed);
  t.equal(source.row(5).cursors.log, 1);
});

t.test('a target that hangs holds up no other, and no stop', async t => {
  const { source, engine, target, stop, clock } = scene({}, {});
  target(1).answer = undefined;
  target(1).closing = () => new Promise(() => undefined);
  source.add(...Array.from({ length: 1000 }, (_, at) => plainItem(at + 1, at)));
  engine.refresh();
  await until(() => target(2).sent.length === 1000);
  t.equal(target(1).sent.length, 1);
  const before = clock.monotonic();
  await stop();
  t.ok(clock.monotonic() - before <= 3000);
});

t.test(
  'integrations that deliver at the same time have a part each of what may be under way, and one alone all its window',
  async t => {
    const ids = Array.from({ length: 20 }, (_, at) => at + 1);
    const { source, engine, target, stop } = scene(...ids.map(() => ({})));
    const held = new Map(ids.map(id => [id, new Set<number>()]));
    const holding = new Set(ids);
    for (const id of ids) {
      target(id).window = 64;
      target(id).answer = ([item]) => {
        if (!holding.has(id) || !item || item.place <= 600) return ACCEPTED;
        held.get(id)?.add(target(id).sent.length - 1);
        return undefined;
      };
    }
    const release = (id: number, left: number) => {
      for (const at of [...(held.get(id) ?? [])].slice(left)) {
        held.get(id)?.delete(at);
        target(id).sent[at]?.settle(ACCEPTED);
      }
    };
    const underWay = () => ids.map(id => held.get(id)?.size);
    source.add(...Array.from({ length: 2000 }, (_, at) => plainItem(at + 1, at)));
    engine.refresh();
    await until(() => underWay().every(size => size));
    await quiet();
    // From here on all of them have something under way at any time.
    for (const id of ids) release(id, 1);
    await until(() => underWay().every(size => size === 25));
    await quiet();
    t.same(underWay(), Array(20).fill(25));
    // Of the others some lose their connection, and some come to the end of the log.
    const [lost, ended] = [ids.slice(1, 10), ids.slice(10)];
    for (const id of lost) target(id).driver.context.lost({ reason: 'gone' });
    for (const id of ended) {
      holding.delete(id);
      release(id, 0);
    }
    await until(() => ended.every(id => target(id).sent.length === 2000) && lost.every(id => target(id).driver.closed));
    release(1, 1);
    await until(() => held.get(1)?.size === 64);
    await quiet();
    t.equal(held.get(1)?.size, 64);
    await stop();
  },
);

t.test('a change restarts the connection, and the cursor stays; what is new, gone or switched off is', async t => {
  const { source, engine, target, stop } = scene({}, {});
  source.add(plainItem(1, 1));
  engine.refresh();
  await until(() => target(1).sent.length === 1 && target(2).sent.length === 1);
  const { driver } = target(1);
  source.change(2, { description: 'another' });
  source.change(1, { revision: 2, name: 'other' });
  engine.refresh();
  await until(() => target(1).drivers.length === 2);
  t.ok(driver.closed);
  t.equal(target(2).drivers.length, 1, 'nothing of its connection has changed');
  t.equal(target(1).driver.context.names.integrationName, 'other');
  source.add(plainItem(2, 1));
  await until(() => target(1).sent.length === 2);
  t.same(target(1).places, [1, 2], 'nothing is sent again');
  source.change(1, { enabled: false, revision: 3 });
  source.stored.delete(2);
  source.stored.set(3, integrationRow({ id: 3, uuid: 'i3', cursors: { log: 2, events: 0 } }));
  engine.refresh();
  await until(() => target(3).drivers.length === 1);
  t.ok(target(1).driver.closed && target(2).driver.closed);
  source.add(plainItem(3, 1));
  await until(() => target(3).sent.length === 1);
  t.equal(target(1).sent.length, 2);
  await stop();
});

t.test('changes that come while others are being taken over are not missed', async t => {
  const { source, engine, target, stop } = scene({});
  engine.refresh();
  await until(() => target(1).drivers.length === 1);
  for (let revision = 2; revision < 10; revision++) {
    source.change(1, { revision });
    engine.refresh();
    await quiet(revision % 3);
  }
  await until(() => target(1).drivers.at(-1)?.closed === false && target(1).drivers.length > 2);
  await quiet();
  t.equal(target(1).drivers.filter(({ closed }) => !closed).length, 1);
  await stop();
  source.change(1, { revision: 99 });
  engine.refresh();
  await quiet();
  t.notOk(
    target(1).drivers.some(({ closed }) => !closed),
    'nothing starts after the stop',
  );
});

t.test('an error is shown until the target works again, one of before a start, too', async t => {
  const { source, engine, target, stop, clock } = scene({ lastError: 'before', lastErrorAt: 5 });
  const answers = [() => failed('HTTP 500')];
  target(1).answer = () => answers.pop()?.() ?? { kind: 'accepted' };
  engine.refresh();
  const shown: string[] = [];
  const untilNone = async () => {
    for (let turns = 0; turns < 2000 && shown.at(-1) !== ''; turns++) {
      await clock.advance(10);
      const figures = await engine.figures(source.row(1));
      if (figures && figures.lastError !== shown.at(-1)) shown.push(figures.lastError);
    }
    return shown.splice(0);
  };
  t.same(await untilNone(), ['before', ''], 'there was nothing to send');
  source.add(...[1, 2].map(place => plainItem(place, 1)));
  await until(() => target(1).sent.length === 1);
  t.same(await untilNone(), ['HTTP 500', '']);
  t.match(await engine.figures(source.row(1)), { lastErrorAt: undefined, delivered: 2 });
  await stop();
});

t.test('figures join what is stored and what is known since', async t => {
  const { source, engine, target, stop, clock } = scene({ delivered: 40, lastError: 'before', lastErrorAt: 5 });
  target(1).answer = ([item]) => (item?.place === 3 ? failed('HTTP 500') : { kind: 'accepted' });
  source.add(...[1, 2, 3, 4].map(place => plainItem(place, 1)));
  t.equal(await engine.figures(source.row(1)), undefined);
  engine.refresh();
  await until(() => target(1).sent.length === 3);
  await until(() => target(1).driver.closed);
  await quiet();
  const storedAt = source.items.log[2]?.storedAt ?? 0;
  clock.jump(storedAt + 60_700 - clock.now());
  t.match(await engine.figures(source.row(1)), {
    ...{ state: 'connecting', queued: 2, behindSeconds: 60, delivered: 42, lastError: 'HTTP 500', p50Ms: 0 },
  });
  t.type((await engine.figures(source.row(1)))?.nextAttemptAt, 'number');
  t.same(engine.states, [{ kind: 'http', state: 'connecting', count: 1 }]);
  clock.doubt();
  clock.jump(40 * DAY_MS);
  t.match(await engine.figures(source.row(1)), { behindSeconds: 60 }, 'a clock that is ahead makes it no older');
  await stop();
});

t.test('alerts see who fails, is paused, was sent away or is too far behind, and who delivers again', async t => {
  const { source, engine, target, stop, judged, clock } = scene(
    {},
    {},
    {},
    { enabled: false, ended: 'HTTP 410' },
    { enabled: false },
  );
  source.add(plainItem(1, 1));
  target(1).opening = refusing('down');
  target(2).opening = refusing('10.0.0.1 is not allowed', { notAllowed: true });
  engine.refresh();
  await until(() => target(3).sent.length === 1);
  await quiet();
  const seen = () =>
    failing(judged()).map(({ source: { id }, ...what }) => [id, 'level' in what && what.level, what.data?.error]);
  t.same(seen(), [
    ['i2', 1, '10.0.0.1 is not allowed'],
    ['i3', 0, undefined],
    ['i4', 1, 'HTTP 410'],
    ['i5', 0, undefined],
  ]);
  await clock.advance(1000);
  await clock.advance(2000);
  await quiet();
  t.same(seen()[0], ['i1', 1, 'down'], 'the third failure in a row');
  const [down, notAllowed, gone] = ['down', '10.0.0.1 is not allowed', 'HTTP 410'];
  t.same(engine.health, {
    enabled: 3,
    failing: [
      { name: 'n1', error: down },
      { name: 'n2', error: notAllowed },
      { name: 'n4', error: gone },
    ],
  });
  target(1).opening = async () => ({});
  await clock.advance(4000);
  await until(() => target(1).sent.length === 1);
  await quiet();
  t.same(seen()[0], ['i1', 0, undefined]);
  target(3).answer = undefined;
  source.add(plainItem(2, 1));
  await until(() => target(3).sent.length === 2);
  const storedAt = source.items.log[1]?.storedAt ?? 0;
  clock.jump(storedAt + 8 * DAY_MS - clock.now());
  t.same(seen()[2], ['i3', 0, undefined]);
  clock.jump(1);
  t.match(seen()[2], ['i3', 1, /behind/]);
  clock.jump(-1);
  clock.doubt();
  clock.jump(40 * DAY_MS);
  t.same(seen()[2], ['i3', 0, undefined], 'a clock that is ahead makes nothing old');
  await stop();
});

t.test('alerts see how long the certificates of targets, and those shown to them, are valid', async t => {
  const { engine, target, shown, stop, judged, clock } = scene({}, {}, { enabled: false });
  const client = await (await testAuthority()).client('box');
  target(2).settings = { url: 'x', clientCertPem: client.cert };
  engine.refresh();
  await until(() => target(1).drivers.length === 1 && target(2).drivers.length === 1);
  const at = clock.now();
  shown.get(1)?.('b.example', at + 20 * DAY_MS);
  shown.get(1)?.('a.example', at + 10 * DAY_MS);
  const days = () =>
    ending(judged(at)).map(({ source: { id }, ...what }) => [id, 'level' in what ? Math.floor(what.level) : 'over']);
  t.same(days()[0], ['i1', 10], 'the one that ends first');
  t.equal(days()[1]?.[0], 'i2', 'its own');
  t.type(days()[1]?.[1], 'number');
  t.same(days()[2], ['i3', 'over']);
  shown.get(1)?.('a.example', at + 90 * DAY_MS);
  t.same(days()[0], ['i1', 20], 'it was renewed');
  await stop();
});

t.test('a target is tested beside what runs, once at a time, also one that is disabled', async t => {
  const { source, engine, target, stop } = scene({}, { enabled: false });
  engine.refresh();
  await until(() => target(1).drivers.length === 1);
  target(1).answer = undefined;
  const tests = [engine.test(source.row(1)), engine.test(source.row(1))];
  await until(() => target(1).sent.length === 1);
  t.equal(target(1).drivers.length, 2);
  t.ok(target(1).driver.context.isTest);
  t.notOk(target(1).drivers[0]?.context.isTest, 'what delivers is none');
  target(1).sent[0]?.settle({ kind: 'accepted', detail: 'as it is' });
  for (const result of await Promise.all(tests)) t.match(result, { ok: true, steps: [{ detail: 'as it is' }] });
  t.equal(target(1).sent.length, 1, 'both saw the same test');
  t.notOk(target(1).drivers[0]?.closed, 'what delivers goes on');
  t.match(await engine.test(source.row(2)), { ok: true });
  t.equal(target(2).sent.length, 1);
  t.same(source.row(1).cursors, { log: 0, events: 0 });
  const [first, second] = target(2).sent;
  await engine.test(source.row(2));
  t.not(first?.items[0]?.deliveryId, (second ?? target(2).sent[1])?.items[0]?.deliveryId);
  await stop();
});

t.test('a test does not outlive the service', async t => {
  const { source, engine, target, stop } = scene({ enabled: false });
  target(1).opening = () => new Promise(() => undefined);
  const testing = engine.test(source.row(1));
  await until(() => target(1).drivers.length === 1);
  await stop();
  t.match(await testing, { ok: false, steps: [{ detail: 'given up: the service stops' }] });
});
