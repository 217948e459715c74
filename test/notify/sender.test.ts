import { pino } from 'pino';
import t, { type Test } from 'tap';
import type { Moment } from '../../src/kit/time/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/kit/units.ts';
import type { Channel, Outcome } from '../../src/notify/channel.ts';
import { Sender } from '../../src/notify/sender.ts';
import { anOutbox } from '../domain/notification/scene.ts';
import { ManualClock } from '../peers/manual-clock.ts';

const FAILED: Outcome = { sent: false, accepted: 'no', reason: 'refused', about: 'channel' };
const LOST: Outcome = { sent: false, accepted: 'perhaps', reason: 'cut', about: 'channel' };

/** A sender over an outbox, with channels that do as the test says. */
function sending(t: Test, names: readonly string[] = ['email']) {
  const box = anOutbox(t);
  box.store.setChannels(names, box.time.now);
  const clock = new ManualClock(box.time.now);
  const sent: { channel: string; id: string; rule: string; counts: object; minute: number }[] = [];
  const state: { outcome: (channel: string, rule: string) => Outcome | Promise<Outcome> } = {
    outcome: () => ({ sent: true }),
  };
  let ids = 0;
  const began = clock.monotonic();
  const channels = names.map(
    (name): Channel => ({
      name,
      messageId: () => `${++ids}@example.org`,
      async send({ messageId, rule, counts }) {
        sent.push({
          channel: name,
          id: messageId,
          rule,
          counts,
          minute: Math.round((clock.monotonic() - began) / MINUTE_MS),
        });
        return state.outcome(name, rule);
      },
      test: async () => ({ sent: true }),
    }),
  );
  const { store, reader } = box;
  const logged: string[] = [];
  const log = pino({ base: null }, { write: line => logged.push((JSON.parse(line) as { msg: string }).msg) });
  const async =
    <A extends unknown[], R>(fn: (...args: A) => R) =>
    async (...args: A) =>
      fn(...args);
  const asked: Record<'due' | 'compose', Moment[]> = { due: [], compose: [] };
  const outbox = {
    due(at: Moment) {
      asked.due.push(at);
      return Promise.resolve(reader.due(at));
    },
    onTheirWay: async(reader.onTheirWay),
    message: async(reader.message),
    compose(...given: Parameters<typeof store.compose>) {
      asked.compose.push(given[2]);
      return Promise.resolve(store.compose(...given));
    },
    sent: async(store.sent),
    failed: async(store.failed),
  };
  const start = () => {
    const sender = new Sender({ clock, log, outbox, channels });
    sender.start();
    t.teardown(() => sender.stop());
    return sender;
  };
  return { ...box, clock, sent, state, logged, asked, start, told: () => sent.splice(0) };
}

t.test('what goes wrong within half a minute is one message, and the next comes after five minutes', async t => {
  const { alert, change, clock, told, start } = sending(t);
  start();
  const first = alert();
  change(first, 'opened');
  await clock.advance(25 * SECOND_MS);
  change(alert(), 'opened');
  t.same(told(), []);
  await clock.advance(15 * SECOND_MS);
  t.match(told(), [{ counts: { opened: 2 } }]);
  change(first, 'resolved');
  change(alert(), 'opened');
  await clock.advance(4 * MINUTE_MS);
  t.same(told(), [], 'not so soon');
  change(alert('storage'), 'opened');
  await clock.advance(45 * SECOND_MS);
  t.match(told(), [{ rule: 'storage' }], 'another rule does not wait for that');
  await clock.advance(MINUTE_MS);
  t.match(told(), [{ rule: 'basestation_offline', counts: { opened: 1, resolved: 1 } }]);
  await clock.advance(HOUR_MS);
  t.same(told(), []);
});

t.test('a channel that fails is left alone for longer and longer, says so once, and stops no other', async t => {
  const { alert, change, clock, told, start, state, logged } = sending(t, ['email', 'other']);
  start();
  state.outcome = channel => (channel === 'email' ? FAILED : { sent: true });
  change(alert(), 'opened');
  await clock.advance(DAY_MS / 2);
  const tries = told();
  t.equal(tries.filter(({ channel }) => channel === 'other').length, 1 + 1, 'and again after four hours');
  const minutes = tries.filter(({ channel }) => channel === 'email').map(({ minute }) => minute);
  const gaps = minutes.slice(1).map((minute, at) => minute - (minutes[at] ?? 0));
  t.ok(
    gaps.slice(0, 6).every((gap, at) => Math.abs(gap - 2 ** (at - 1)) <= 1),
    gaps.join(),
  );
  t.ok(
    gaps.slice(8).every(gap => Math.abs(gap - 60) <= 1),
    gaps.join(),
  );
  t.same(logged, ['notices do not go out']);
  state.outcome = () => ({ sent: true });
  await clock.advance(HOUR_MS);
  t.equal(told().filter(({ channel }) => channel === 'email').length, 1);
  t.same(logged, ['notices do not go out', 'notices go out again']);
});

t.test('a message that is not taken stops no other rule', async t => {
  const { alert, change, clock, told, start, state } = sending(t);
  start();
  state.outcome = (_, rule) => (rule === 'storage' ? { ...FAILED, about: 'message' } : { sent: true });
  change(alert('storage'), 'opened');
  await clock.advance(10 * MINUTE_MS);
  change(alert(), 'opened');
  await clock.advance(MINUTE_MS);
  t.match(told().at(-1), { rule: 'basestation_offline' });
});

t.test('what may have been taken goes again under its id; what was refused is a new message', async t => {
  const { alert, change, clock, told, start, state } = sending(t);
  start();
  state.outcome = () => LOST;
  const one = alert();
  change(one, 'opened');
  await clock.advance(2 * MINUTE_MS);
  const ids = told().map(({ id }) => id);
  t.ok(ids.length >= 2, `${ids.length} times`);
  t.equal(new Set(ids).size, 1);
  change(one, 'resolved');
  state.outcome = () => ({ sent: true });
  await clock.advance(10 * MINUTE_MS);
  const [opened, resolved] = told();
  t.match(opened, { id: ids[0], counts: { opened: 1 } });
  t.match(resolved, { counts: { resolved: 1 } });
  t.not(resolved?.id, ids[0]);
});

t.test('what a crash left on its way goes at once, under its id', async t => {
  const { alert, change, clock, told, start, compose } = sending(t);
  change(alert(), 'opened');
  compose('basestation_offline', 'left@example.org');
  start();
  await clock.advance(5 * SECOND_MS);
  t.match(told(), [{ id: 'left@example.org' }]);
});

t.test('a wall clock that jumps stops nothing', async t => {
  const { alert, change, clock, told, start } = sending(t);
  start();
  change(alert(), 'opened');
  clock.jump(-3650 * DAY_MS);
  await clock.advance(40 * SECOND_MS);
  t.match(told(), [{ counts: { opened: 1 } }]);
  change(alert(), 'opened');
  clock.jump(3650 * DAY_MS);
  await clock.advance(6 * MINUTE_MS);
  t.match(told(), [{ counts: { opened: 1 } }]);
});

t.test('what is due is judged by credible time', async t => {
  const { alert, change, clock, told, start, asked } = sending(t);
  start();
  clock.doubt();
  clock.jump(3650 * DAY_MS);
  change(alert(), 'opened');
  await clock.advance(40 * SECOND_MS);
  t.equal(told().length, 1);
  t.ok(asked.due.length > 0 && asked.compose.length > 0);
  for (const { now, credible } of [...asked.due, ...asked.compose]) t.equal(now - credible, 3650 * DAY_MS);
});

t.test('a stop waits for what is under way, but not for long', async t => {
  const { alert, change, clock, state, start } = sending(t);
  const sender = start();
  const under = Promise.withResolvers<Outcome>();
  state.outcome = () => under.promise;
  change(alert(), 'opened');
  await clock.advance(40 * SECOND_MS);
  let stopped = false;
  const stopping = sender.stop().then(() => {
    stopped = true;
  });
  await clock.advance(SECOND_MS);
  t.notOk(stopped);
  under.resolve({ sent: true });
  await stopping;
});
