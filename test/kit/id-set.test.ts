import t from 'tap';
import { IdSet } from '../../src/kit/id-set.ts';

t.test('a set has what was added to it, whichever bit of a word that is', async t => {
  const ids = [0, 30, 31, 32, 63, 511, 512, 4095, 100_000];
  const set = new IdSet();
  for (const id of [...ids, ...ids]) set.add(id);
  t.same([...set], ids);
  t.equal(set.size, ids.length);
  t.ok(set.has(31) && set.has(63) && !set.has(62) && !set.has(200_000));
  const both = new IdSet();
  both.add(62);
  both.addAll(set);
  t.same([...both], [0, 30, 31, 32, 62, 63, 511, 512, 4095, 100_000]);
});
