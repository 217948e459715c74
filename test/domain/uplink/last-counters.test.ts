import fc from 'fast-check';
import t from 'tap';
import { cameLate, lossOf, movedOn, NO_COUNTERS } from '../../../src/domain/uplink/last-counters.ts';

/** The naive version: which of the counters since the first were heard. */
function naive(first: number, heard: ReadonlySet<number>, newest: number): number | undefined {
  if (newest - first + 1 < 50) return undefined;
  let missed = 0;
  for (let counter = newest - 49; counter <= newest; counter++) if (!heard.has(counter)) missed++;
  return missed / 50;
}

t.test('the loss over the last 50 counters is that of a list of all of them', async () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 3 }) },
    { weight: 2, arbitrary: fc.integer({ min: -60, max: 0 }) },
    { weight: 1, arbitrary: fc.integer({ min: 4, max: 4_000_000_000 }) },
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1000 }), fc.array(step, { maxLength: 300 }), (first, steps) => {
      let counters = movedOn(NO_COUNTERS, 1);
      let newest = first;
      const heard = new Set([first]);
      for (const by of steps) {
        const counter = newest + by;
        if (counter < first) continue;
        if (by > 0) {
          counters = movedOn(counters, by);
          newest = counter;
        } else if (newest - counter < 50) counters = cameLate(counters, newest - counter);
        else continue;
        heard.add(counter);
        const expected = naive(first, heard, newest);
        const found = lossOf(counters);
        if (expected === undefined ? found !== undefined : Math.abs((found ?? 9) - expected) > 1e-9) return false;
        if (!Number.isSafeInteger(counters)) return false;
      }
      return true;
    }),
  );
});

t.test('what lies before the first counter, or is too far behind, changes nothing', async t => {
  const one = movedOn(NO_COUNTERS, 1);
  t.equal(cameLate(one, 0), one, 'known');
  t.equal(cameLate(one, 1), one, 'before the first');
  let all = one;
  for (let n = 0; n < 60; n++) all = movedOn(all, 2);
  t.equal(lossOf(all), 0.5);
  t.equal(cameLate(all, 50), all);
  t.equal(cameLate(all, 4_000_000_000), all);
  t.equal(lossOf(cameLate(all, 49)), 0.48);
});
