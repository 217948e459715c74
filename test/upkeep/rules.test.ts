import { pino } from 'pino';
import t from 'tap';
import type { RulePlan } from '../../src/domain/rule/plan.ts';
import type { Places } from '../../src/domain/rule/rule-records.ts';
import { fault } from '../../src/kit/faults/faults.ts';
import { Notifier } from '../../src/kit/notifier.ts';
import { turn } from '../../src/kit/time/clock.ts';
import { listenedMs } from '../../src/kit/time/listened.ts';
import { RuleFollower } from '../../src/upkeep/rules.ts';
import { windClock } from '../rpc/wind-clock.ts';

/** So long the service was off at some time. */
const OFF_MS = 5 * 3_600_000;

/** A store that says what a test wants, and notes what is asked of it. */
function scene() {
  const clock = windClock(1_700_000_000_000);
  const news = { log: new Notifier(), events: new Notifier(), rules: new Notifier() };
  const asked: (Places | undefined)[] = [];
  const carried: RulePlan[] = [];
  const apart = new Set<number>();
  const nothing = { fails: undefined as Error | undefined, nextDue: Number.POSITIVE_INFINITY };
  const box = { active: false, newest: 0, fires: false, refuses: false, ...nothing };
  const plan = async (from: Places | undefined, now: number, listened: number): Promise<RulePlan> => {
    asked.push(from);
    apart.add(now - listened);
    const steps = box.fires ? [{ kind: 'ended', rule: 1, endpoint: 1, at: 0 } as const] : [];
    const after = from ?? { log: 0, events: 0 };
    const more = { more: false, nextDue: box.nextDue };
    return { revision: 1, from: after, upTo: { log: box.newest, events: 0 }, steps, states: [], ...more };
  };
  const carryOut = async (one: RulePlan, _: unknown, now: number, listened: number): Promise<boolean> => {
    apart.add(now - listened);
    if (box.fails && one.steps.length > 0) throw box.fails;
    carried.push(one);
    return !box.refuses;
  };
  const follower = new RuleFollower({
    ...{ clock, news, log: pino({ level: 'silent' }), settings: { validityMs: 1, maxPending: 1 } },
    listened: () => listenedMs(clock.now() - OFF_MS),
    store: {
      read: { rules: { isActive: () => box.active } },
      scan: { rules: { plan } },
      write: { rules: { carryOut } },
    },
  });
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      await clock.advance(100);
      await turn();
    }
  };
  return { ...{ clock, news, asked, carried, apart, box, follower, pass } };
}

t.test('where there is no rule nothing is looked at, until there is one', async t => {
  const { follower, news, asked, box, pass } = scene();
  follower.start();
  news.log.notify();
  news.events.notify();
  await pass(60_000);
  t.same(asked, []);
  box.active = true;
  news.rules.notify();
  await pass(300);
  t.same(asked, [undefined], 'from where it is stored');
  await pass(5000);
  t.equal(asked.length, 1, 'there is no news');
  news.log.notify();
  news.log.notify();
  await pass(300);
  t.same(asked.at(-1), { log: 0, events: 0 });
  t.equal(asked.length, 2, 'what comes together is looked at together');
  box.active = false;
  news.rules.notify();
  await pass(60_000);
  t.equal(asked.length, 2);
  await follower.stop();
});

t.test('how far it has come is stored with what is done, else seldom', async t => {
  const { follower, news, asked, carried, box, pass } = scene();
  box.active = true;
  follower.start();
  await pass(300);
  for (let n = 1; n <= 10; n++) {
    box.newest = n;
    news.log.notify();
    await pass(300);
  }
  t.equal(carried.length, 0);
  await pass(40_000);
  t.same(
    carried.map(({ upTo }) => upTo.log),
    [10],
  );
  box.newest = 5000;
  news.log.notify();
  await pass(300);
  t.equal(carried.length, 2);
  box.fires = true;
  box.newest = 5001;
  news.log.notify();
  await pass(300);
  t.equal(carried.length, 3);
  box.refuses = true;
  news.log.notify();
  await pass(1000);
  t.equal(asked.at(-1), undefined, 'what is refused is planned anew');
  await follower.stop();
});

t.test('what is due is waited for in the time that is listened', async t => {
  const { follower, clock, asked, carried, apart, box, pass } = scene();
  Object.assign(box, { active: true, fires: true, newest: 1, nextDue: clock.now() - OFF_MS + 3000 });
  follower.start();
  await pass(2000);
  t.equal(asked.length, 1);
  await pass(2000);
  t.ok(asked.length > 1, 'and looked for when it is there');
  t.ok(carried.length > 0);
  t.same([...apart], [OFF_MS], 'both times go along');
  await follower.stop();
});

t.test('what fails by our mistake is passed over after some time, and a full disk is waited for', async t => {
  for (const [fails, isPassedOver] of [
    [new Error('a mistake'), true],
    [fault('StorageFull'), false],
  ] as const) {
    const { follower, carried, box, pass } = scene();
    Object.assign(box, { active: true, fires: true, newest: 7, fails });
    follower.start();
    await pass(10_000);
    t.equal(carried.length, 0);
    await pass(60_000);
    t.equal(carried.length > 0, isPassedOver);
    t.same(carried[0]?.steps ?? [], []);
    box.fails = undefined;
    await pass(130_000);
    t.ok(
      carried.some(({ steps }) => steps.length > 0),
      'the next goes on',
    );
    await follower.stop();
  }
});
