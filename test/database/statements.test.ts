import { join } from 'node:path';
import t from 'tap';
import { openDb } from '../../src/database/driver.ts';
import { statementsOf } from '../../src/database/statements.ts';
import { engine } from './engine.ts';

const MOST = 128;

t.test('a statement is prepared once, and the oldest goes when there are too many', async t => {
  const db = openDb(join(t.testdir(), 'store.db'), { engine, mode: 'writer' });
  t.teardown(() => db.close());
  let made = 0;
  const counting = {
    ...db,
    prepare(sql: string) {
      made++;
      return db.prepare(sql);
    },
  };
  const statement = statementsOf(counting);
  const answer = (n: number) => statement(`SELECT ${n} AS n`).get();
  for (let n = 0; n < MOST; n++) t.same(answer(n), { n });
  for (let n = 0; n < MOST; n++) answer(n);
  t.equal(made, MOST, 'a full cache answers all it has');
  answer(MOST);
  answer(1);
  t.equal(made, MOST + 1, 'one more costs one');
  answer(0);
  t.equal(made, MOST + 2, 'the oldest was let go');
});
