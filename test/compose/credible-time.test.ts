import t from 'tap';
import { alertJob } from '../../src/compose/alerts.ts';
import { figuresOfStored } from '../../src/compose/integrations.ts';
import { jobsOf } from '../../src/compose/jobs.ts';
import { openRenewal } from '../../src/compose/renewal.ts';
import { openTime } from '../../src/compose/time.ts';
import { configFrom } from '../../src/config/load.ts';
import type { CredibleMs, Moment } from '../../src/kit/time/clock.ts';
import { CredibleClock } from '../../src/kit/time/credible-clock.ts';
import { DAY_MS } from '../../src/kit/units.ts';
import { settleAhead } from '../../src/upkeep/time-correction.ts';
import { ManualClock } from '../peers/manual-clock.ts';

const AHEAD_MS = 40 * DAY_MS;

interface Call {
  readonly name: string;
  readonly given: readonly unknown[];
}

/** A store that notes what it is asked. @param answers by `group.function`; the others answer nothing */
function recorder(answers: Readonly<Record<string, unknown>> = {}) {
  const calls: Call[] = [];
  const part = (waits: boolean) =>
    new Proxy(
      {},
      {
        get: (_, group) =>
          new Proxy(
            {},
            {
              get:
                (_, name) =>
                (...given: unknown[]) => {
                  const called = `${String(group)}.${String(name)}`;
                  calls.push({ name: called, given });
                  return waits ? Promise.resolve(answers[called]) : answers[called];
                },
            },
          ),
      },
    );
  const given = (name: string) => calls.filter(call => call.name === name).map(call => call.given);
  return { store: { read: part(false), write: part(true) } as never, given, calls };
}

/** A clock that has jumped ahead, and what time it is. */
function doubted() {
  const clock = new ManualClock();
  const right = clock.now();
  clock.doubt();
  clock.jump(AHEAD_MS);
  const at: Moment = { now: right + AHEAD_MS, credible: right as CredibleMs };
  return { clock, right, at };
}

t.test('what jobs end and remove is judged by credible time', async t => {
  const { clock, right, at } = doubted();
  const { store, given } = recorder({
    'signIns.isOver': true,
    'centers.expire': [],
    'downlinks.expire': 0,
    'rxStatus.expire': 0,
    'corrections.isAhead': true,
    'once.isOver': true,
  });
  const config = configFrom({});
  const jobs = jobsOf({
    ...{ config, clock, store, listened: () => 0 as never, log: undefined as never, renewal: undefined as never },
    ...{ disk: undefined as never, snapshots: undefined as never, scaci: { endSession() {} } as never },
    remains: undefined as never,
  });
  const run = async (failure: string) => {
    const job = jobs.find(each => each.failure === failure);
    if (!job) throw new Error(failure);
    await job.run();
  };
  for (const failure of [
    'certificates not tidied',
    'downlinks not swept',
    'times ahead not set right',
    'calls that may be repeated not forgotten',
    'ended sign-ins not removed',
    'unused images not removed',
    'sessions of application centers not swept',
  ])
    await run(failure);
  for (const name of ['certificates.tidy', 'once.isOver', 'once.tidy', 'signIns.isOver', 'signIns.tidy'])
    t.same(given(name), [[right]], name);
  for (const name of ['downlinks.expire', 'corrections.isAhead', 'corrections.beginNow'])
    t.same(given(name), [[at]], name);
  t.same(given('rxStatus.expire')[0]?.[0], at);
  t.same(given('centers.expire')[0]?.[0], at);
  t.same(given('media.sweep'), [[0, right]]);
});

t.test('what is ahead goes to its place where a station or the machine confirms the time only', async t => {
  const { clock, right } = doubted();
  const placed = async (witnessed: number, synchronized?: number) => {
    let left = 2;
    const { store, given } = recorder();
    const corrections = {
      isPending: () => false,
      isAhead: () => false,
      areEventsAhead: () => left-- > 0,
      isUnsettled: () => true,
    };
    const read = { installation: { times: () => ({ witnessed }) }, corrections };
    const done = settleAhead({
      store: { ...(store as object), read } as never,
      clock,
      synchronized: () => synchronized,
    });
    while (!(await Promise.race([done.then(() => true), clock.advance(10).then(() => false)])));
    return [given('corrections.placeEvents').length, given('corrections.settle').length];
  };
  t.same(await placed(right + AHEAD_MS), [0, 0], 'a clock that is doubted');
  t.same(await placed(0, right + AHEAD_MS), [0, 0]);
  clock.believe();
  t.same(await placed(right), [0, 0], 'stations have said nothing for long');
  t.same(await placed(right + AHEAD_MS), [2, 1]);
  t.same(await placed(0, right + AHEAD_MS), [2, 1], 'the machine alone');
  t.same(await placed(0, right), [0, 0], 'which was long ago');
  t.same(await placed(0, right + AHEAD_MS + DAY_MS), [0, 0], 'of a clock that was set back since');
});

t.test('how far an integration is behind is told as it is for certain', async t => {
  const { clock, right, at } = doubted();
  const behind = async (oldestAt: number) => {
    const integrations = { queued: async () => ({ count: 1, oldestAt }) };
    const figures = figuresOfStored({ store: { scan: { integrations } } as never, clock });
    return (await figures({ id: 1, org: 1, cursors: [] } as never, new AbortController().signal))?.behindSeconds;
  };
  t.equal(await behind(right - 60_000), 60, 'stored before the clock was ahead');
  t.equal(await behind(at.now - 30_000), 30, 'and since');
});

t.test('alerts and certificates are judged by credible time', async t => {
  const { clock, right, at } = doubted();
  const { store, given } = recorder({ 'alerts.tick': false });
  const seenAt: number[] = [];
  await alertJob({
    ...{ clock, store, listened: () => 7 as never, log: undefined as never, scEui: '', certificateTime: () => at.now },
    ...{ disk: { room: { freeMb: 1e6, limitsMb: [] } as never }, pki: { caPem: () => '' }, probes: () => undefined },
    load: () => ({ lagMs: 0, queue: 0 }),
    releases: () => [],
    integrations(_, judgedAt) {
      seenAt.push(judgedAt);
      return [];
    },
    updates: async () => [],
  }).run();
  t.same(
    given('alerts.tick').map(([when, , judgedAt, listened]) => [when, judgedAt, listened]),
    [[at, right, 7]],
  );
  t.same(seenAt, [right]);
});

t.test('the end of the server certificate is told by credible time', async t => {
  const { clock, right, at } = doubted();
  const { store, given } = recorder();
  await using opened = new AsyncDisposableStack();
  const nothing = new Proxy({}, { get: () => () => ({}) }) as never;
  const pki = { caPem: () => '', server: () => ({}), onServerChange: () => () => undefined };
  const trust = { pki, certificates: { names: [] }, certificateTime: () => at.now } as never;
  const installation = { scEui: 'sc' } as never;
  const tlsOpened = (() => []) as never;
  const options = { clock, store, log: nothing, metrics: nothing, tlsOpened, installation, trust };
  await openRenewal(options, opened).renewal.judge();
  t.same(given('certificateExpiry.tell').map(([, , judged, now]) => [judged, now])[0], [right, at.now]);
});

t.test('a start and a jump tell the writer of both times', async t => {
  const machine = new ManualClock();
  const right = machine.now();
  const { store, given } = recorder({
    'installation.times': { committed: right, witnessed: right, doubt: undefined },
  });
  const clock = new CredibleClock(machine, right - DAY_MS);
  const log = { warn() {}, error() {} } as never;
  const release = { version: '0.0.0', commit: '', builtAt: right - DAY_MS, supplier: null, supportUntil: null };
  machine.jump(AHEAD_MS);
  openTime({ clock, log, store, release });
  t.same(given('clock.wasSet'), [[{ now: right + AHEAD_MS, credible: right }]]);
  machine.jump(AHEAD_MS);
  clock.check();
  await new Promise(resolve => setImmediate(resolve));
  t.same(given('clock.wasSet')[1], [{ now: right + 2 * AHEAD_MS, credible: right }]);
});
