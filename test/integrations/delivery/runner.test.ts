import t from 'tap';
import type { Replay } from '../../../src/domain/integration/integration-records.ts';
import type { Eui } from '../../../src/kit/eui.ts';
import {
  ACCEPTED,
  type FakeTarget,
  failed,
  integrationRow,
  quiet,
  refused,
  refusing,
  type SceneOptions,
  scene,
  until,
} from '../fakes.ts';
import { notice, plainItem } from '../items.ts';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
/** As many endpoints as items. */
const items = (from: number, to: number, endpoint = (place: number) => place) =>
  range(from, to).map(place => plainItem(place, endpoint(place)));

/** A running one, with everything it was sent left to the test. */
function held(options: SceneOptions = {}) {
  const all = scene(options);
  all.target.answer = undefined;
  const settle = (at: number, outcome = ACCEPTED) => all.target.sent[at]?.settle(outcome);
  return { ...all, settle };
}

const settleAll = (target: FakeTarget, from = 0) => {
  for (const sent of target.sent.slice(from)) sent.settle(ACCEPTED);
};

t.test('what is in the log is delivered in order, each item once, and what comes later, too', async t => {
  const { source, target, runner, stop } = scene();
  source.add(...items(1, 500), plainItem(3, 1, 'events'));
  const running = runner();
  running.start();
  await until(() => target.sent.length === 501);
  source.add(...items(501, 510));
  await until(() => target.sent.length === 511);
  await quiet();
  t.equal(running.figures.state, 'connected');
  await stop(running);
  t.same(
    target.sent.filter(({ items: [item] }) => item?.stream === 'log').map(({ items: [item] }) => item?.place),
    range(1, 510),
  );
  t.match(source.row(), { cursors: { log: 510, events: 3 }, delivered: 511 });
  t.ok(target.driver.closed);
});

t.test('a cursor is what has nothing unanswered before it', async t => {
  const { source, target, runner, stop, settle } = held();
  source.add(...items(1, 8));
  const running = runner();
  running.start();
  await until(() => target.sent.length === 1);
  settle(0);
  await until(() => target.sent.length === 3);
  settle(2);
  await quiet();
  t.equal(running.figures.cursors.log, 1, 'the second one is not answered yet');
  await stop(running);
  t.match(source.row(), { cursors: { log: 1 }, delivered: 2 });
});

t.test('the window opens slowly, to its size and no further', async t => {
  const { source, target, runner, stop } = held({ window: 5 });
  source.add(...items(1, 100));
  const running = runner();
  running.start();
  const seen: number[] = [];
  for (let from = 0; from < 40; ) {
    await quiet(4);
    seen.push(target.sent.length - from);
    const next = target.sent.length;
    settleAll(target, from);
    from = next;
  }
  t.same(seen.slice(0, 5), [1, 2, 4, 5, 5]);
  await stop(running);
});

t.test('an endpoint has one send under way, and the others do not wait for it', async t => {
  const { source, target, runner, stop, settle } = held({ window: 8 });
  source.add(...items(1, 4, () => 9), ...items(5, 12, place => 100 + (place % 2)), ...items(13, 40));
  const running = runner();
  running.start();
  for (let from = 1, rounds = 0; rounds < 4; rounds++) {
    await quiet(4);
    if (rounds === 0) settle(0);
    const next = target.sent.length;
    settleAll(target, from);
    from = next;
  }
  await quiet();
  const inFlight = (place: number) => target.places.indexOf(place);
  t.ok(inFlight(13) < inFlight(4), 'those of others overtake it');
  for (const [first, second] of [
    [1, 2],
    [2, 3],
    [3, 4],
    [5, 7],
    [6, 8],
  ] as const) {
    t.ok(inFlight(first) < inFlight(second), `${first} before ${second}`);
  }
  await stop(running);
});

t.test('order is kept for what is about a base station, and for what is about nothing', async t => {
  const { source, target, runner, stop } = held({ window: 8 });
  const at = (place: number, bsEui: string | undefined) =>
    notice(place, { epEui: undefined, bsEui: bsEui as Eui | undefined });
  source.add(plainItem(1, 1), at(2, 'b'), at(3, 'b'), at(4, undefined), at(5, undefined), at(6, 'c'));
  const running = runner();
  running.start();
  await until(() => target.sent.length === 1);
  settleAll(target);
  await until(() => target.sent.length === 3);
  settleAll(target, 2);
  await quiet();
  t.same(target.places, [1, 2, 4, 5], 'the station waits, what is about nothing does not wait for it');
  await stop(running);
});

t.test('nothing is sent more than so many items beyond the stored cursor, whatever the store does', async t => {
  const { source, target, runner, stop } = scene({ ahead: 40, window: 100 });
  const store = Promise.withResolvers<void>();
  source.gate = () => store.promise;
  source.add(...items(1, 300), ...range(1, 50).map(place => plainItem(place, place, 'events')));
  const running = runner();
  running.start();
  await quiet(100);
  t.equal(target.sent.length, 40);
  store.resolve();
  await until(() => target.sent.length === 350);
  await stop(running);
  t.same(source.row().cursors, { log: 300, events: 50 });
});

t.test('cursors are stored with every 192 acknowledgements, and else after half a minute', async t => {
  const { source, target, runner, stop, clock } = scene();
  source.add(...items(1, 191));
  const running = runner();
  running.start();
  await until(() => target.sent.length === 191);
  await quiet();
  t.equal(source.wrote.advance, 0);
  source.add(...items(192, 192));
  await until(() => source.row().cursors.log === 192);
  source.add(...items(193, 200));
  await until(() => target.sent.length === 200);
  await clock.advance(29_000);
  t.equal(source.row().cursors.log, 192);
  await clock.advance(1000);
  await until(() => source.row().cursors.log === 200);
  const { advance } = source.wrote;
  await clock.advance(120_000);
  t.equal(source.wrote.advance, advance, 'nothing has moved');
  await stop(running);
});

t.test('a store that fails is asked again, and nothing is delivered twice for it', async t => {
  const { source, target, runner, stop, clock } = scene();
  source.gate = () => Promise.reject(new Error('disk full'));
  source.add(...items(1, 300));
  const running = runner();
  running.start();
  await until(() => target.sent.length === 256);
  await quiet();
  source.gate = () => Promise.resolve();
  await clock.advance(5000);
  await until(() => target.sent.length === 300);
  t.same(target.places, range(1, 300));
  await stop(running);
});

t.test('after a kill it goes on at the stored cursor, with the same delivery ids', async t => {
  const { source, target, runner, stop } = scene();
  source.add(...items(1, 250));
  runner().start();
  await until(() => target.sent.length === 250);
  await until(() => source.row().cursors.log > 0);
  const { log } = source.row().cursors;
  const before = new Map(target.sent.map(({ items: [item] }) => [item?.place, item?.deliveryId]));
  const again = runner();
  again.start();
  await until(() => target.sent.length === 250 + 250 - log);
  for (const {
    items: [item],
  } of target.sent.slice(250))
    t.equal(item?.deliveryId, before.get(item?.place));
  await stop(again);
});

t.test('what a target refuses is halved until it stands alone, parked, and then passed', async t => {
  const { source, target, runner, stop } = scene({ window: 2 });
  target.batch = { items: 8, waitMs: 0 };
  const bad = new Set([3, 6]);
  target.answer = sent => (sent.some(({ place }) => bad.has(place)) ? refused(`bad ${sent.length}`) : ACCEPTED);
  source.add(...items(1, 16, () => 7));
  const running = runner();
  running.start();
  await until(() => running.figures.cursors.log === 16);
  t.same(
    target.sent.slice(0, 7).map(({ items: sent }) => sent.map(({ place }) => place)),
    [[1, 2, 3, 4, 5, 6, 7, 8], ...[[1, 2, 3, 4], [1, 2], [3, 4], [3], [4], [5, 6, 7, 8]]],
  );
  t.same(source.parked, [
    { id: 1, stream: 'log', place: 3, reason: 'bad 1' },
    { id: 1, stream: 'log', place: 6, reason: 'bad 1' },
  ]);
  await stop(running);
  t.match(source.row(), { cursors: { log: 16 }, delivered: 14 });
});

t.test('the cursor does not pass what was refused before that is parked', async t => {
  const { source, target, runner, stop } = scene();
  const store = Promise.withResolvers<void>();
  target.answer = ([item]) => (item?.place === 2 ? refused('bad') : ACCEPTED);
  source.park = async ({ items: parked }) => {
    await store.promise;
    source.parked.push(...parked.map(item => ({ id: 1, ...item })));
  };
  source.add(...items(1, 5));
  const running = runner();
  running.start();
  await until(() => target.sent.length === 5);
  await quiet();
  t.equal(running.figures.cursors.log, 1);
  store.resolve();
  await until(() => running.figures.cursors.log === 5);
  await stop(running);
});

t.test('a batch waits for more for a while, and not when there is enough', async t => {
  const { source, target, runner, stop, clock } = scene();
  target.batch = { items: 4, waitMs: 500 };
  source.add(...items(1, 3));
  const running = runner();
  running.start();
  await quiet();
  await clock.advance(499);
  t.equal(target.sent.length, 0);
  await clock.advance(1);
  await until(() => target.sent.length === 1);
  source.add(...items(4, 8));
  await until(() => target.sent.length === 2);
  t.same(
    target.sent.map(({ items: sent }) => sent.length),
    [3, 4],
  );
  await clock.advance(500);
  await until(() => target.sent.length === 3);
  t.same(
    target.sent[2]?.items.map(({ place }) => place),
    [8],
  );
  await stop(running);
});

t.test('no more leaves in a second than is allowed', async t => {
  const { source, target, runner, stop, clock } = scene({ row: { maxPerSecond: 20 } });
  source.add(...items(1, 200));
  const running = runner();
  running.start();
  await quiet();
  for (let second = 1; second <= 3; second++) {
    await clock.advance(1000);
    await quiet();
    t.ok(target.sent.length <= 20 * second + 2, `${target.sent.length} after ${second} s`);
    t.ok(target.sent.length >= 20 * second - 1, `${target.sent.length} after ${second} s`);
  }
  await stop(running);
});

t.test('a target that fails is left alone for longer and longer, and then asked with one send', async t => {
  const { source, target, runner, stop, clock } = scene();
  source.add(...items(1, 100));
  target.answer = () => failed('HTTP 503');
  const running = runner();
  running.start();
  const pauses: number[] = [];
  for (let attempt = 1; attempt <= 12; attempt++) {
    await until(() => running.figures.nextAttemptAt !== undefined);
    t.equal(target.sent.length, attempt, 'one send');
    const pause = (running.figures.nextAttemptAt ?? 0) - clock.now();
    pauses.push(pause / 1000);
    t.equal(running.figures.state, attempt < 3 ? 'connecting' : 'failing');
    await clock.advance(pause - 1);
    t.equal(target.sent.length, attempt);
    if (attempt === 12) target.answer = () => ACCEPTED;
    await clock.advance(1);
    await until(() => target.sent.length > attempt);
  }
  t.same(pauses, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
  await until(() => running.figures.cursors.log === 100);
  t.equal(running.figures.state, 'connected');
  t.match(running.figures, { lastError: '', lastErrorAt: undefined, nextAttemptAt: undefined }, 'it works again');
  t.same(source.telling, [
    { type: 'failing', data: { error: 'HTTP 503', attempts: 3, queued: 100 } },
    { type: 'recovered', data: { error: '', attempts: 12, queued: 100 } },
  ]);
  t.same(source.errors.length < 12, true, 'the same error is not stored each time');
  await stop(running);
});

t.test('a target that fails once in twenty requests is served at 50 items a second and more', async t => {
  for (const endpoints of [1, 40]) {
    const { source, target, runner, stop, clock } = scene({ window: 16 });
    source.add(...Array.from({ length: 1000 }, (_each, index) => plainItem(index + 1, (index % endpoints) + 1)));
    // What follows goes by the clock: an answer takes 5 ms.
    target.answer = () => undefined;
    const running = runner();
    running.start();
    let [answered, failures] = [0, 0];
    const answer = () => {
      for (; answered < target.sent.length; answered++) {
        const isFailed = answered % 20 === 19;
        if (isFailed) failures++;
        target.sent[answered]?.settle(isFailed ? failed('answered with status 503', { passing: true }) : ACCEPTED);
      }
    };
    await until(() => target.sent.length > 0);
    const from = clock.now();
    while (running.figures.cursors.log < 1000) {
      answer();
      await quiet(3);
      if (clock.now() - from > 20_000) break;
      await clock.advance(5);
    }
    t.equal(running.figures.cursors.log, 1000, `${endpoints} endpoints: in ${clock.now() - from} ms`);
    t.ok(failures >= 49);
    t.equal(target.drivers.length, 1, 'over one connection');
    const again = target.sent.flatMap(({ items }) => items.map(({ attempt }) => attempt)).filter(n => n === 2);
    t.equal(target.sent.length, 1000 + failures, 'what was accepted is not sent again');
    t.ok(again.length > 0);
    await stop(running);
  }
});

t.test('what fails three times, or three in a row of any, is a failure of the target', async t => {
  const passing = failed('answered with status 500', { passing: true });
  for (const fails of [(place: number) => place === 2, (place: number) => place > 1]) {
    const { source, target, runner, stop, clock } = scene({ window: 8 });
    source.add(...items(1, 20));
    target.answer = ([item]) => (fails(item?.place ?? 0) ? passing : ACCEPTED);
    const running = runner();
    running.start();
    const failures = () => target.places.filter(fails).length;
    for (let count = 1; count < 3; count++) {
      await until(() => failures() >= count);
      await quiet();
      if (count === 1) t.equal(running.figures.nextAttemptAt, undefined);
      await clock.advance(50);
    }
    await until(() => running.figures.nextAttemptAt !== undefined);
    const before = failures();
    t.ok(before <= 4);
    await clock.advance(1000);
    await until(() => failures() > before);
    await until(() => running.figures.nextAttemptAt !== undefined);
    t.equal(failures(), before + 1, 'one that comes first is not repeated');
    await stop(running);
  }
});

t.test('after a failure one send goes first, however many were under way before', async t => {
  const { source, target, runner, stop, clock } = held({ window: 8 });
  source.add(...items(1, 100));
  const running = runner();
  running.start();
  await until(() => target.sent.length === 1);
  settleAll(target);
  await until(() => target.sent.length === 3);
  settleAll(target, 1);
  await until(() => target.sent.length === 7);
  target.driver.context.lost({ reason: 'reset' });
  await until(() => running.figures.nextAttemptAt !== undefined);
  await clock.advance(1000);
  await until(() => target.drivers.length === 2);
  await quiet();
  t.equal(target.sent.length, 8);
  await stop(running);
});

t.test('the pause is spread, and as long as the target asks for', async t => {
  const { source, target, runner, stop, clock } = scene();
  source.add(...items(1, 3));
  target.answer = () => failed('HTTP 429', { retryAfterMs: 90_000 });
  const running = runner();
  running.start();
  await until(() => running.figures.nextAttemptAt !== undefined);
  t.equal((running.figures.nextAttemptAt ?? 0) - clock.now(), 90_000);
  await stop(running);
});

t.test('what was accepted before a failure is not sent again, and what is not known is', async t => {
  const { source, target, runner, stop, clock, settle } = held({ window: 8 });
  source.add(...items(1, 20));
  const running = runner();
  running.start();
  await until(() => target.sent.length === 1);
  settle(0);
  await until(() => target.sent.length === 3);
  settle(1);
  settle(2);
  await until(() => target.sent.length === 7);
  settle(4);
  settle(6);
  await quiet();
  const before = target.sent.length;
  target.driver.context.lost({ reason: 'connection reset' });
  await until(() => running.figures.nextAttemptAt !== undefined);
  settle(3);
  target.answer = () => ACCEPTED;
  await clock.advance(1000);
  await until(() => running.figures.cursors.log === 20);
  const again = target.places.slice(before);
  t.same(again.includes(5) || again.includes(7), false, 'accepted');
  t.same(
    [4, 6, 8].every(place => again.includes(place)),
    true,
    'not known, answered too late among them',
  );
  t.equal(again.length, new Set(again).size);
  await stop(running);
});

t.test('a target that says nothing is given up after a minute', async t => {
  const { source, target, runner, stop, clock, settle } = held();
  source.add(...items(1, 9));
  const running = runner();
  running.start();
  await until(() => target.sent.length === 1);
  await clock.advance(59_000);
  settle(0);
  await until(() => target.sent.length === 3);
  await clock.advance(59_999);
  t.equal(running.figures.state, 'delivering', 'it has answered a minute ago');
  await clock.advance(1);
  await until(() => running.figures.nextAttemptAt !== undefined);
  t.equal(running.figures.lastError, 'the target does not answer in 60 s');
  t.ok(target.driver.closed);
  await stop(running);
});

t.test('a driver that never connects is given up, and one that never closes is not waited for', async t => {
  const { target, runner, stop, clock } = scene();
  target.opening = () => new Promise(() => undefined);
  target.closing = () => new Promise(() => undefined);
  const running = runner();
  running.start();
  await quiet();
  await clock.advance(60_000);
  await clock.advance(2000);
  await until(() => running.figures.nextAttemptAt !== undefined);
  t.equal(running.figures.lastError, 'the target does not connect in 60 s');
  await clock.advance(1000);
  await until(() => target.drivers.length === 2);
  await stop(running);
});

t.test('a stop takes three seconds at most, whatever driver and store do', async t => {
  const { source, target, runner, clock } = held();
  source.add(...items(1, 9));
  target.closing = () => new Promise(() => undefined);
  source.gate = () => new Promise(() => undefined);
  const running = runner();
  running.start();
  await until(() => target.sent.length === 1);
  settleAll(target);
  await until(() => target.sent.length === 3);
  let stopped = false;
  const stopping = running.stop().then(() => {
    stopped = true;
  });
  await clock.advance(2999);
  t.notOk(stopped);
  await clock.advance(1);
  await stopping;
  t.equal(target.sent.length, 3, 'nothing more was sent');
});

t.test('a stop waits a moment for what is under way, and takes it into the cursor', async t => {
  const { source, target, runner } = held();
  source.add(...items(1, 9));
  const running = runner();
  running.start();
  await until(() => target.sent.length === 1);
  const stopping = running.stop();
  settleAll(target);
  await stopping;
  t.match(source.row(), { cursors: { log: 1 }, delivered: 1 });
  t.equal(target.sent.length, 1);
});

t.test('a driver may throw, settle at once or twice, or after its end, and nothing happens twice', async t => {
  const { source, target, runner, stop, clock } = scene();
  source.add(...items(1, 50));
  let throwing = true;
  target.answer = () => {
    if (throwing) throw new Error('a mistake');
    const sent = target.sent.at(-1);
    sent?.settle(ACCEPTED);
    sent?.settle(ACCEPTED);
    return ACCEPTED;
  };
  const running = runner();
  running.start();
  await until(() => running.figures.nextAttemptAt !== undefined);
  t.equal(running.figures.lastError, 'a mistake');
  throwing = false;
  await clock.advance(1000);
  await until(() => running.figures.cursors.log === 50);
  await stop(running);
  t.same(target.places, [1, ...range(1, 50)]);
  t.equal(source.row().delivered, 50);
});

t.test('an address that is not allowed is tried again every five minutes', async t => {
  const { source, target, runner, stop, clock } = scene();
  source.add(...items(1, 2));
  target.opening = refusing('10.0.0.1 is not allowed', { notAllowed: true });
  const running = runner();
  running.start();
  await until(() => running.figures.nextAttemptAt !== undefined);
  t.match(running.figures, { state: 'paused', nextAttemptAt: clock.now() + 300_000 });
  target.opening = async () => ({});
  await clock.advance(300_000);
  await until(() => running.figures.state === 'connected');
  await stop(running);
});

t.test('a target that wants nothing more is left alone for ever', async t => {
  const { source, target, runner, stop, clock } = scene();
  source.add(...items(1, 2));
  target.answer = () => failed('HTTP 410', { gone: true });
  const running = runner();
  running.start();
  await until(() => running.figures.state === 'disabled');
  await until(() => source.telling.length === 1);
  await clock.advance(3_600_000);
  t.equal(target.sent.length, 1);
  t.match(source.row(), { enabled: false, ended: 'HTTP 410' });
  t.match(source.telling, [{ type: 'failing', data: { error: 'HTTP 410' } }]);
  await stop(running);
});

t.test('one lost connection is no story, two failures are, and each story has both its ends', async t => {
  const { source, target, runner, stop, clock } = scene();
  const running = runner();
  running.start();
  await until(() => running.figures.state === 'connected');
  await clock.advance(10_000);
  t.same(source.telling, [{ type: 'connected', data: { reason: '' } }]);
  target.driver.context.lost({ reason: 'reset' });
  await until(() => running.figures.nextAttemptAt !== undefined);
  await clock.advance(1000);
  await until(() => target.drivers.length === 2);
  await clock.advance(10_000);
  t.equal(source.telling.length, 1, 'it was back at the first try');
  target.opening = refusing('refused');
  target.driver.context.lost({ reason: 'reset' });
  await until(() => running.figures.nextAttemptAt !== undefined);
  await clock.advance(1000);
  await until(() => source.telling.length === 2);
  target.opening = async () => ({});
  await clock.advance(2000);
  await until(() => running.figures.state === 'connected');
  await clock.advance(10_000);
  await until(() => source.telling.length === 3);
  t.same(
    source.telling.map(({ type }) => type),
    ['connected', 'disconnected', 'connected'],
  );
  await stop(running);
});

t.test('a target that takes connections and loses each of them is left alone for longer and longer', async t => {
  const { target, runner, stop, clock } = scene();
  const running = runner();
  running.start();
  const pauses: number[] = [];
  for (let attempt = 1; attempt <= 4; attempt++) {
    await until(() => target.drivers.length === attempt && running.figures.nextAttemptAt === undefined);
    await quiet(3);
    target.driver.context.lost({ reason: 'taken over' });
    await until(() => running.figures.nextAttemptAt !== undefined);
    pauses.push((running.figures.nextAttemptAt ?? 0) - clock.now());
    await clock.advance(pauses.at(-1) ?? 0);
  }
  t.same(pauses, [1000, 2000, 4000, 8000]);
  await stop(running);
});

t.test('a target that knows better goes on where it says, never back and never past the end', async t => {
  const from = async (log: number) => {
    const { source, target, runner, stop } = scene({ row: { cursors: { log: 10, events: 0 } } });
    source.add(...items(1, 30));
    target.opening = async () => ({ resumeAt: { log } });
    const running = runner();
    running.start();
    await until(() => running.figures.cursors.log === 30);
    source.add(...items(31, 31));
    await until(() => running.figures.cursors.log === 31);
    await stop(running);
    return target.places[0];
  };
  t.equal(await from(20), 20);
  t.equal(await from(11), 11);
  t.equal(await from(5), 11, 'what is settled stays settled');
  t.equal(await from(1_000_000), 31, 'what was delivered before a restore; what comes then is new');
});

t.test('a stretch that is not for it is passed without holding up the others, and stored seldom', async t => {
  const { source, target, runner, stop, clock } = scene({ row: { epEuis: ['00000000000f0000' as Eui] } });
  source.span = 100;
  source.add(...items(1, 5000), plainItem(5001, 0xf0000));
  const running = runner();
  running.start();
  await until(() => target.sent.length === 1);
  t.equal(source.wrote.advance, 0);
  await quiet();
  await clock.advance(30_000);
  await until(() => source.row().cursors.log === 5001);
  await stop(running);
});

t.test('figures tell what waits, also while nothing can be sent', async t => {
  const { source, target, runner, stop, clock } = scene();
  source.add(...items(1, 9));
  target.opening = refusing('down');
  const running = runner();
  running.start();
  await until(() => running.figures.nextAttemptAt !== undefined);
  t.equal(running.figures.oldestWaitingAt, source.items.log[0]?.storedAt);
  target.opening = async () => ({});
  await clock.advance(1000);
  await until(() => running.figures.state === 'connected');
  t.equal(running.figures.oldestWaitingAt, undefined);
  t.match(running.figures, { p50Ms: 0, p99Ms: 0 });
  await stop(running);
});

t.test('a replay sends its part again, marked, slowly, beside what is new, and ends', async t => {
  const row = integrationRow({ cursors: { log: 2000, events: 0 } });
  const { source, target, runner, stop, clock } = scene({ row });
  source.add(...items(1, 2000));
  const replay: Replay = {
    ...{ id: 7, uuid: 'r', integration: 1, eventTypes: [], cursors: { log: 99, events: 0 } },
    ...{ ends: { log: 1299, events: 0 }, createdAt: 0 },
  };
  source.replaying.set(7, replay);
  const running = runner();
  running.start();
  await quiet();
  source.add(...items(2001, 2005));
  await until(() => target.places.includes(2005));
  t.ok(target.sent.length < 100);
  for (let second = 1; second <= 2; second++) {
    await clock.advance(1000);
    await quiet();
    const again = target.sent.filter(({ items: [item] }) => item?.replay).length;
    t.ok(again <= second * 500 + 50 && again >= second * 450, `${again} after ${second} s`);
  }
  await clock.advance(1000);
  await until(() => source.replaying.size === 0);
  const again = target.sent.filter(({ items: [item] }) => item?.replay);
  t.same(
    again.map(({ items: [item] }) => item?.place).sort((a = 0, b = 0) => a - b),
    range(100, 1299),
  );
  t.equal(again[0]?.items[0]?.payload.replay, true);
  t.equal(running.figures.cursors.log, 2005);
  await stop(running);
});

t.test('a replay goes on where it was after a kill, and one that is taken back ends', async t => {
  const { source, target, runner, stop, clock } = scene({ row: { cursors: { log: 2000, events: 0 } } });
  source.add(...items(1, 2000));
  const replay: Replay = {
    ...{ id: 7, uuid: 'r', integration: 1, eventTypes: [], cursors: { log: 0, events: 0 } },
    ...{ ends: { log: 2000, events: 0 }, createdAt: 0 },
  };
  source.replaying.set(7, replay);
  const running = runner();
  running.start();
  await quiet();
  await clock.advance(1000);
  await quiet();
  await stop(running);
  const reached = source.replaying.get(7)?.cursors.log ?? 0;
  t.ok(reached > 400);
  const before = target.sent.length;
  const again = runner();
  again.start();
  await until(() => target.sent.length > before);
  t.equal(target.places[before], reached + 1);
  source.replaying.delete(7);
  again.replaysChanged();
  await quiet();
  const then = target.sent.length;
  await clock.advance(5000);
  await quiet();
  t.equal(target.sent.length, then);
  await stop(again);
});

t.test('a store that cannot be read is a failure like others, and ends nothing', async t => {
  const { source, target, runner, stop, clock } = scene();
  const { after } = source;
  source.add(...items(1, 3));
  source.after = () => {
    throw new Error('malformed');
  };
  const running = runner();
  running.start();
  await until(() => running.figures.nextAttemptAt !== undefined);
  t.match(running.figures.lastError, /cannot be read/);
  source.after = after;
  await clock.advance(1000);
  await until(() => target.sent.length === 3);
  await stop(running);
});

t.test('no error, however it comes, shows a secret', async t => {
  const { source, target, runner, stop, clock } = scene();
  target.settings = { url: 'x', secret: 'pa$$word' };
  source.add(...items(1, 3));
  target.opening = refusing('wrong pa$$word');
  const running = runner();
  running.start();
  const next = async () => {
    await until(() => running.figures.nextAttemptAt !== undefined);
    const { lastError, nextAttemptAt = 0 } = running.figures;
    await clock.advance(nextAttemptAt - clock.now());
    return lastError;
  };
  target.answer = () => failed('not for pa$$word');
  t.equal(await next(), 'wrong ***');
  target.opening = async () => ({});
  t.equal(await next(), 'wrong ***');
  t.equal(await next(), 'not for ***');
  target.answer = ([item]) => (item?.place === 1 ? refused('bad pa$$word') : undefined);
  await next();
  await until(() => source.parked.length === 1);
  t.equal(source.parked[0]?.reason, 'bad ***');
  await until(() => target.drivers.length > 0 && !target.driver.closed);
  target.driver.context.lost({ reason: 'pa$$word is over' });
  await until(() => running.figures.nextAttemptAt !== undefined);
  t.equal(running.lastError, '*** is over');
  t.notOk(JSON.stringify([source.errors, source.telling]).includes('pa$$word'));
  await stop(running);
});
