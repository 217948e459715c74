import t from 'tap';
import { HostClock } from '../../src/health/host-clock.ts';
import { type Finding, fail } from '../../src/kit/faults/finding.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/kit/units.ts';
import { ManualClock } from '../peers/manual-clock.ts';

function scene() {
  const clock = new ManualClock();
  const time = { finding: undefined as Finding | undefined, jumpedMs: 0 };
  const told: { synchronized: boolean | undefined } = { synchronized: undefined };
  const host = new HostClock({ clock, time, synchronized: () => told.synchronized });
  return { clock, time, told, host };
}

t.test('a clock that the machine says is not synchronized is wrong after an hour', async t => {
  const { clock, told, host } = scene();
  await clock.advance(3 * HOUR_MS);
  t.equal(host.finding, undefined, 'the machine does not tell');
  told.synchronized = false;
  t.equal(host.finding, undefined);
  await clock.advance(HOUR_MS);
  t.equal(host.finding, undefined);
  await clock.advance(1);
  t.match(host.finding, { check: 'clock', level: 'fail', text: /not synchronized/ });
  told.synchronized = true;
  t.equal(host.finding, undefined);
  told.synchronized = false;
  t.equal(host.finding, undefined, 'the hour begins anew');
});

t.test('a jump counts until a station or the machine confirms the clock, or for an hour', async t => {
  const { clock, time, told, host } = scene();
  time.jumpedMs = -90_000;
  t.match(host.finding, { check: 'clock', text: 'clock was set by -90 s, which nobody confirms' });
  time.jumpedMs = 0;
  t.equal(host.finding, undefined, 'a station has agreed');
  time.jumpedMs = 5000;
  t.ok(host.finding);
  await clock.advance(HOUR_MS - MINUTE_MS);
  t.ok(host.finding);
  await clock.advance(MINUTE_MS);
  t.equal(host.finding, undefined);
  time.jumpedMs = 9000;
  t.ok(host.finding, 'another jump');
  told.synchronized = true;
  t.equal(host.finding, undefined);
});

t.test('what is known of the clock otherwise comes first', async t => {
  const { time, told, host } = scene();
  time.jumpedMs = 1e9;
  time.finding = { check: 'clock', ...fail('clock not set', 'set it') };
  told.synchronized = true;
  t.equal(host.finding?.text, 'clock not set');
});
