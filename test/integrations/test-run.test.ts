import t from 'tap';
import { TargetError } from '../../src/integrations/failure.ts';
import { targetOf } from '../../src/integrations/target.ts';
import { testRun } from '../../src/integrations/test-run.ts';
import { ManualClock } from '../peers/manual-clock.ts';
import { FakeTarget, failed, noSurroundings, quiet, refused, refusing } from './fakes.ts';

function scene() {
  const clock = new ManualClock();
  const target = new FakeTarget();
  const run = () =>
    testRun({
      target: targetOf(
        target.kind(),
        () => target.settings,
        ({ secret }) => (secret ? [secret] : []),
      ),
      ...{ clock, surroundings: { ...noSurroundings, clock }, deliveryId: '0198c0de-0000-8000-8000-000000000001' },
    });
  return { clock, target, run };
}

t.test('a test goes through a driver of its own and tells of every step', async t => {
  const { target, run, clock } = scene();
  target.opening = async ({ report }) => {
    report?.({ name: 'tcp', ok: true, detail: '10.0.0.1:443', milliseconds: 3 });
    await clock.advance(7);
    return {};
  };
  t.same(await run(), {
    ok: true,
    steps: [
      { name: 'tcp', ok: true, detail: '10.0.0.1:443', milliseconds: 3 },
      { name: 'accepted', ok: true, detail: 'the target has taken it', milliseconds: 0 },
    ],
  });
  t.match(target.sent[0]?.items, [{ event: 'test', deliveryId: '0198c0de-0000-8000-8000-000000000001' }]);
  t.match(JSON.parse(target.sent[0]?.items[0]?.text() ?? ''), { v: 1, event: 'test', organizationId: 'o' });
  t.ok(target.driver.closed);
});

t.test('what fails is the last step', async t => {
  const last = async (change: (target: FakeTarget) => void) => {
    const { target, run } = scene();
    change(target);
    const { ok, steps } = await run();
    t.notOk(ok);
    t.ok(target.drivers.every(({ closed }) => closed));
    return steps.map(step => `${step.name} ${step.ok} ${step.detail}`).join(', ');
  };
  t.equal(
    await last(target => {
      target.opening = async ({ report }) => {
        report?.({ name: 'tcp', ok: false, detail: 'refused', milliseconds: 1 });
        throw new TargetError({ reason: 'refused' });
      };
    }),
    'tcp false refused',
  );
  t.equal(
    await last(target => {
      target.opening = refusing('wrong password');
    }),
    'signedIn false wrong password',
  );
  t.equal(
    await last(target => {
      target.answer = () => refused('HTTP 400');
    }),
    'accepted false HTTP 400',
  );
  t.equal(
    await last(target => {
      target.answer = () => failed('HTTP 500');
    }),
    'accepted false HTTP 500',
  );
  t.equal(
    await last(target => {
      target.answer = (_, driver) => {
        queueMicrotask(() => driver.context.lost({ reason: 'reset' }));
        return undefined;
      };
    }),
    'accepted false reset',
  );
});

t.test('a test waits no longer than fifteen seconds', async t => {
  for (const part of ['opening', 'answer'] as const) {
    const { target, run, clock } = scene();
    if (part === 'opening') target.opening = () => new Promise(() => undefined);
    else target.answer = undefined;
    target.closing = () => new Promise(() => undefined);
    const running = run();
    await quiet();
    await clock.advance(15_000);
    await clock.advance(2000);
    const { ok, steps } = await running;
    t.notOk(ok);
    t.equal(steps.at(-1)?.detail, 'not done in 15 s');
  }
});

t.test('no step shows a secret, and settings that cannot be opened are a step that failed', async t => {
  const { target, run } = scene();
  target.settings = { url: 'x', secret: 'pa$$word' };
  target.opening = async ({ report }) => {
    report?.({ name: 'tls', ok: true, detail: 'for pa$$word and pa$$word', milliseconds: 1 });
    throw new TargetError({ reason: 'no pa$$word' });
  };
  const { steps } = await run();
  t.same(
    steps.map(({ detail }) => detail),
    ['for *** and ***', 'no ***'],
  );
  const broken = await testRun({
    target: targetOf(
      target.kind(),
      () => {
        throw new Error('the key cannot be opened');
      },
      () => [],
    ),
    ...{ clock: new ManualClock(), surroundings: { ...noSurroundings, clock: new ManualClock() }, deliveryId: 'd' },
  });
  t.match(broken, { ok: false, steps: [{ name: 'signedIn', detail: 'the key cannot be opened' }] });
});
