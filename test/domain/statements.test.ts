import { join } from 'node:path';
import t from 'tap';
import { type Db, openDb } from '../../src/database/driver.ts';
import { migrate } from '../../src/database/migrate.ts';
import { domain } from '../../src/domain/domain.ts';
import { migrations } from '../../src/domain/migrations/all.ts';

// A statement is compiled when it is first run: one that fits no table must not wait for that.
t.test('every statement of the stores fits the schema', async t => {
  const db = openDb(join(t.testdir(), 'waystation.db'), {
    // better-sqlite3 explains no statement without its parameters
    engine: 'node:sqlite',
    mode: 'writer',
    synchronous: 'normal',
  });
  t.teardown(() => db.close());
  migrate(db, migrations);
  const texts: string[] = [];
  const listening: Db = {
    ...db,
    prepare(sql, options) {
      texts.push(sql);
      return db.prepare(sql, options);
    },
  };
  domain(listening);
  t.ok(texts.length > 300, `${texts.length} statements`);
  for (const sql of texts) t.doesNotThrow(() => db.prepare(`EXPLAIN ${sql}`).all(), sql);
  t.throws(() => db.prepare('EXPLAIN SELECT nothing FROM message').all());
});
