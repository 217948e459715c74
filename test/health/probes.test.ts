import t from 'tap';
import { componentOf, createProbes, statusOf } from '../../src/health/probes.ts';
import { type Finding, fail, ok, warn } from '../../src/kit/faults/finding.ts';
import { type Clock, credibleMs } from '../../src/kit/time/clock.ts';

/** A clock that stands still until it is wound; timers fire when their time has come. */
function handClock(): Clock & { wind(ms: number): void } {
  let now = 0;
  const timers = new Map<object, { at: number; fn: () => void }>();
  return {
    now: () => now,
    credible: () => credibleMs(now),
    nowNs: () => BigInt(now) * 1_000_000n,
    monotonic: () => now,
    after(ms, fn) {
      const id = {};
      timers.set(id, { at: now + ms, fn });
      return { cancel: () => timers.delete(id) };
    },
    every: () => ({ cancel() {} }),
    wind(ms) {
      now += ms;
      for (const [id, { at, fn }] of timers) if (at <= now && timers.delete(id)) fn();
    },
  };
}

const fine: Finding = { check: 'x', ...ok('fine') };
const shaky: Finding = { check: 'x', ...warn('shaky', 'hold it') };
const gone: Finding = { check: 'x', ...fail('gone', 'look for it') };

t.test('a part is as ill as its worst finding, and shows the text of each', async t => {
  const part = (...findings: Finding[]) => componentOf('x', true, 0, findings);
  t.match(part(), { healthy: true, degraded: false, detail: '' });
  t.match(part(fine), { healthy: true, degraded: false, detail: 'fine' });
  t.match(part(fine, shaky), { healthy: true, degraded: true, detail: 'fine; shaky' });
  t.match(part(fine, gone), { healthy: false, detail: 'fine; gone', findings: [fine, gone] });
  t.equal(statusOf([part(shaky)]), 'degraded');
});

t.test('the service is as ill as its essential parts', async t => {
  const part = (healthy: boolean, essential: boolean) => componentOf('x', essential, 0, healthy ? [fine] : [gone]);
  t.equal(statusOf([part(true, true), part(true, false)]), 'healthy');
  t.equal(statusOf([part(true, true), part(false, false)]), 'degraded');
  t.equal(statusOf([part(false, true), part(false, false)]), 'unhealthy');
});

t.test('a finding is kept for ten seconds', async t => {
  const clock = handClock();
  let asked = 0;
  const probes = createProbes(clock, [
    { name: 'database', essential: true, check: () => (++asked < 2 ? [fine] : [gone]) },
  ]);
  t.match(await probes.all(), [{ name: 'database', healthy: true, detail: 'fine' }]);
  clock.wind(9_999);
  t.match(await probes.all(), [{ healthy: true }]);
  clock.wind(1);
  t.match(await probes.all(), [{ healthy: false }]);
  t.equal(asked, 2);
});

t.test('many who ask at once cost one check', async t => {
  let asked = 0;
  const probes = createProbes(handClock(), [
    { name: 'core', essential: true, check: async () => (++asked > 0 ? [fine] : [gone]) },
  ]);
  await Promise.all([probes.all(), probes.all(), probes.all()]);
  t.equal(asked, 1);
});

t.test('a probe that throws or stays silent is not healthy and holds up no other', async t => {
  const clock = handClock();
  const probes = createProbes(clock, [
    { name: 'database', essential: true, check: () => Promise.reject(new Error('disk full')) },
    { name: 'bssci', essential: true, check: () => new Promise(() => {}) },
    { name: 'web', essential: false, check: () => [fine] },
  ]);
  const all = probes.all();
  // what answers at once has answered before time passes
  await new Promise(setImmediate);
  clock.wind(1000);
  t.match(await all, [
    { name: 'database', healthy: false, detail: 'disk full' },
    { name: 'bssci', healthy: false, detail: 'no answer' },
    { name: 'web', healthy: true, detail: 'fine' },
  ]);
});
