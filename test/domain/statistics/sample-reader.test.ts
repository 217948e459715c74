import t from 'tap';
import { complete } from '../../../src/database/scan.ts';
import { countedRowReader } from '../../../src/domain/message/figures/counted-rows.ts';
import type { Samples } from '../../../src/domain/message/figures/samples.ts';
import { placeReader } from '../../../src/domain/message/places.ts';
import { sampleReader } from '../../../src/domain/statistics/sample-reader.ts';
import { HOUR_MS, MS_NS } from '../../../src/kit/units.ts';
import { openLog, populate, T0 } from '../message/log-store.ts';

const MESSAGES = 1100;

t.test('what no block holds yet is in memory once, however many read it and over whatever window', async t => {
  const log = openLog(t, undefined, { blockMessages: 4096 });
  populate(log, 3, 3);
  log.write(
    Array.from({ length: MESSAGES }, (_, n) => ({
      ...{ endpoint: 1 + (n % 3), packetCnt: n, rxNs: BigInt(T0 + n) * MS_NS, arrivedAt: T0 + n },
    })),
    T0 + HOUR_MS,
  );
  const { history, messages } = log.stores;
  const counted = countedRowReader(log.db, { history });
  const places = placeReader(log.db, ['message', 'late_reception']);
  const reader = sampleReader({ history, messages, counted, places });

  // Each begins before the others have read the first part, and all go on in turns.
  const scans = Array.from({ length: 3 }, () => reader.unsealed());
  const found = new Map<number, readonly Samples[]>();
  while (found.size < scans.length) {
    for (const [at, scan] of scans.entries()) {
      const step = scan.next(0);
      if (step.done && step.value) found.set(at, step.value);
    }
  }
  const now = complete(reader.unsealed());
  t.ok(now.length > 2, 'it comes in parts');
  for (const [at, parts] of found) {
    t.equal(parts.length, now.length);
    t.equal(parts.filter((part, n) => part !== now[n]).length, 0, `reader ${at} has the same ones`);
  }

  for (const part of now) t.equal(part.within(T0, T0 + HOUR_MS), part, 'a window with all of it needs no copy');
  const cut = now.map(part => part.within(T0 + 700, T0 + 701));
  t.same(
    cut.map(part => part.empty),
    [true, false, true],
    'one that cuts it has what it asks for',
  );
  const own = now[0]?.copiedWithin(T0, T0 + HOUR_MS);
  t.not(own, now[0], 'what is added to is a copy');
});
