import t from 'tap';
import { eventLoopLag, Overload } from '../../src/health/overload.ts';
import { MINUTE_MS } from '../../src/kit/units.ts';
import { windClock } from '../rpc/wind-clock.ts';

const CHECK_MS = 10_000;
const quiet = { lagMs: 1, queue: 0 };
const slow = { lagMs: 201, queue: 3 };

t.test('an overload is told when it has lasted a minute, and its end after five', t => {
  const clock = windClock();
  const told: unknown[] = [];
  const overload = new Overload(clock, (...event) => told.push(event));
  const during = (load: typeof quiet, ms: number) => {
    for (let passed = 0; passed < ms; passed += CHECK_MS) {
      overload.measured(load);
      clock.advance(CHECK_MS);
    }
  };
  during(quiet, MINUTE_MS);
  during(slow, MINUTE_MS);
  during(quiet, CHECK_MS);
  during(slow, MINUTE_MS);
  t.same(told, [], 'a minute that was interrupted is none');
  during({ lagMs: 0, queue: 10_001 }, CHECK_MS);
  t.same(told, [['system.overload', { lagMs: 0, queue: 10_001 }]]);
  during(slow, 10 * MINUTE_MS);
  during({ lagMs: 200, queue: 10_000 }, 5 * MINUTE_MS);
  t.equal(told.length, 1);
  during(quiet, CHECK_MS);
  t.same(told.slice(1), [['system.overload_cleared', quiet]]);
  t.end();
});

t.test('the lag of an event loop with nothing to do is small', async t => {
  const lag = eventLoopLag();
  t.equal(lag.takeMs() >= 0, true);
  lag.stop();
});
