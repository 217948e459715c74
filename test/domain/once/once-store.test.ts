import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openStore } from '../../../src/compose/store.ts';
import { type Db, openDb } from '../../../src/database/driver.ts';
import { intake, isIntake } from '../../../src/database/marks.ts';
import { migrate } from '../../../src/database/migrate.ts';
import type { Acting, Once } from '../../../src/domain/event/acting.ts';
import { migrations } from '../../../src/domain/migrations/all.ts';
import { onceStore } from '../../../src/domain/once/once-store.ts';
import { fault } from '../../../src/kit/faults/faults.ts';
import { credibleMs } from '../../../src/kit/time/clock.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { makeDatabase } from '../database.ts';

const NOW = 1_700_000_000_000;
const CALL: Once = { org: 1, caller: 'service_account a', key: 'k', digest: 'd', credible: credibleMs(NOW) };
const by = (once: Partial<Once> | undefined, now = NOW): Acting => ({
  ...{ now, userId: undefined, userEmail: undefined, actor: 'test', address: '192.0.2.1' },
  ...(once && { once: { ...CALL, credible: credibleMs(now), ...once } }),
});

function opened(t: Test) {
  const db = openDb(':memory:', { engine: 'better-sqlite3', mode: 'writer' });
  migrate(db, migrations);
  t.teardown(() => db.close());
  return { db, ...onceStore(db) };
}
const rows = (db: Db) => (db.prepare('SELECT count(*) AS count FROM once').get() as { count: number }).count;

t.test('the effect is there once, and the first result is given again', t => {
  const { repeatable } = opened(t);
  let made = 0;
  const make = repeatable((name: string, { once }: Acting) => ({ name, nth: ++made, seen: once }));
  t.same(
    make('a', by({})),
    { name: 'a', nth: 1, seen: undefined },
    'what it calls in turn is not repeatable once more',
  );
  t.same(make('b', by({})), { name: 'a', nth: 1 });
  t.match(make('c', by(undefined)), { nth: 2 }, 'a call without key');
  t.match(make('c', by(undefined)), { nth: 3 });
  for (const [index, other] of [{ key: 'l' }, { caller: 'service_account b' }, { org: 2 }].entries()) {
    t.match(make('d', by(other)), { nth: 4 + index });
    t.match(make('d', by(other)), { nth: 4 + index });
  }
  t.throws(() => make('a', by({ digest: 'e' })), fault('RequestIDReused'));
  t.end();
});

t.test('a result survives as it was', t => {
  const { repeatable } = opened(t);
  const result = {
    ...{ seq: 2n ** 63n, bytes: Uint8Array.of(0, 255), empty: new Uint8Array(), nothing: null, list: [1, [2n]] },
    given: { $n: 'text', $b: { $$n: 1 }, $: true, plain: 'ä' },
  };
  const make = repeatable((_: Acting) => result);
  t.same(make(by({})), result);
  t.same(make(by({})), result);
  const one = repeatable((_: Acting) => 7);
  t.equal(one(by({ key: 'l' })), 7);
  t.equal(one(by({ key: 'l' })), 7);
  t.end();
});

t.test('nothing is kept of what fails or comes to nothing', t => {
  const { db, repeatable } = opened(t);
  const outcomes = [() => undefined, () => 1, () => 2];
  const make = repeatable((_: Acting) => outcomes.shift()?.());
  const failing = repeatable((_: Acting): number => {
    throw new Error('no');
  });
  t.throws(() => failing(by({})), 'no');
  t.equal(make(by({})), undefined);
  t.equal(rows(db), 0);
  t.equal(make(by({})), 1);
  t.equal(make(by({})), 1);
  t.end();
});

t.test('it is known for a day', t => {
  const { db, repeatable, kept, isOver, tidy } = opened(t);
  let made = 0;
  const make = repeatable((_: Acting) => ++made);
  make(by({ secret: Buffer.from('sealed') }));
  t.same(kept({ ...CALL, credible: credibleMs(NOW + DAY_MS - 1) }), { digest: 'd', secret: Buffer.from('sealed') });
  t.equal(make(by({}, NOW + DAY_MS - 1)), 1);
  t.equal(isOver(credibleMs(NOW + DAY_MS - 1)), false);
  t.equal(tidy(credibleMs(NOW + DAY_MS - 1)), false);
  t.equal(rows(db), 1);
  t.equal(kept({ ...CALL, credible: credibleMs(NOW + DAY_MS) }), undefined);
  t.equal(make(by({ digest: 'e' }, NOW + DAY_MS)), 2, 'then the key is free again');
  t.equal(rows(db), 1);
  t.equal(isOver(credibleMs(NOW + 2 * DAY_MS)), true);
  tidy(credibleMs(NOW + 2 * DAY_MS));
  t.equal(rows(db), 0);
  t.end();
});

t.test('a clock that jumps ahead makes no second effect of a call that comes again', t => {
  const { repeatable, isOver } = opened(t);
  let made = 0;
  const make = repeatable((_: Acting) => ++made);
  make(by({}));
  t.equal(make(by({ credible: credibleMs(NOW + 1000) }, NOW + 40 * DAY_MS)), 1);
  t.equal(isOver(credibleMs(NOW + 1000)), false);
  t.end();
});

t.test('a caller fills nothing: what is oldest goes, of this caller only', t => {
  const { db, repeatable, kept, removeAll } = opened(t);
  const make = repeatable((_: Acting) => ({ text: 'x'.repeat(1024 * 1024) }));
  make(by({ caller: 'other' }));
  for (let nth = 0; nth < 40; nth++) make(by({ key: `${nth}` }));
  t.equal(rows(db), 17);
  t.equal(kept({ ...CALL, key: '23' }), undefined);
  for (const key of ['24', '39']) t.ok(kept({ ...CALL, key }), key);
  t.ok(kept({ ...CALL, caller: 'other', key: 'k' }));
  removeAll(2);
  t.equal(rows(db), 17);
  removeAll(1);
  t.equal(rows(db), 0);
  t.end();
});

t.test('a write keeps its marks', t => {
  const { repeatable } = opened(t);
  t.equal(isIntake(repeatable(intake((_: Acting) => 1))), true);
  t.equal(isIntake(repeatable((_: Acting) => 1)), false);
  t.end();
});

t.test('of two at once with one key there is one effect and one result; a refused one can be tried again', async t => {
  const path = join(t.testdir(), 'waystation.db');
  makeDatabase(path);
  const store = await openStore({ path, engine: 'better-sqlite3', synchronous: 'normal' });
  t.teardown(() => store.close());
  await store.write.installation.establish({ operator: 'o' }, '0192f000-0000-7000-8000-000000000001', 1);
  const insert = (name: string, nth: number, once: Partial<Once>) =>
    store.write.apiKeys.insert(
      {
        ...{ org: 1, name, user: undefined, scopes: ['*'], expiresAt: null },
        ...{ prefix: `ws${nth}`, hash: Buffer.alloc(32, nth) },
      },
      by(once),
    );
  const [first, second] = await Promise.all([insert('a', 1, {}), insert('a', 2, {})]);
  t.same(second, first);
  t.equal(store.read.apiKeys.digest('ws2'), undefined);
  await t.rejects(insert('a', 3, { key: 'l' }), fault('ApiKeyNameExists'));
  t.match(await insert('b', 3, { key: 'l' }), { name: 'b' });
});
