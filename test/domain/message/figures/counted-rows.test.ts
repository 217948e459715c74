import t from 'tap';
import { countedRowReader } from '../../../../src/domain/message/figures/counted-rows.ts';
import { MS_NS } from '../../../../src/kit/units.ts';
import { type Copy, openLog, populate, T0 } from '../log-store.ts';

/** More than are read in one go. */
const MESSAGES = 1300;

t.test('messages of one time are counted once each, however many they are', async t => {
  const log = openLog(t, undefined, { blockMessages: 5000 });
  populate(log, 4, 1);
  const copies = Array.from({ length: MESSAGES }, (_, n): Copy => {
    const at = T0 + (n < 2 ? 0 : 1);
    return { endpoint: 1 + (n % 4), packetCnt: 1 + Math.floor(n / 4), rxNs: BigInt(at) * MS_NS };
  });
  log.write(copies);
  const counted = countedRowReader(log.db, log.stores);
  const found = (fromMs: number, toMs: number, endpoint?: number) =>
    [...counted.between(1, fromMs, toMs, endpoint)].flat().map(({ seq }) => seq);
  const all = (log.db.prepare('SELECT seq FROM message ORDER BY seq').all() as { seq: number }[]).map(({ seq }) => seq);
  t.equal(all.length, MESSAGES);
  t.same(found(T0, T0 + 2), all);
  t.same(found(T0 + 1, T0 + 2), all.slice(2));
  t.same(found(T0, T0 + 1), all.slice(0, 2));
  t.equal(found(T0, T0 + 2, 3).length, MESSAGES / 4);
  t.same(found(T0 + 2, T0 + 9), []);
  t.same(counted.countBetween(1, T0 + 1, T0 + 2), { count: MESSAGES - 2, duplicates: 0 });
  t.same(counted.countBetween(1, T0, T0 + 2, all[10]), { count: 10, duplicates: 0 });
  t.same(counted.countBetween(2, T0, T0 + 2), { count: 0, duplicates: 0 });
  const placed = [...counted.placed(all[3] ?? 0, all.at(-2) ?? 0)].flat().map(({ seq }) => seq);
  t.same(placed, all.slice(4, -1));
  t.same(
    [...counted.at([...all].reverse())]
      .flat()
      .map(({ seq }) => seq)
      .sort((a, b) => a - b),
    all,
  );
});
