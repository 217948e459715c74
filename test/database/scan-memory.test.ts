import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import t, { type Test } from 'tap';
import { openDatabase } from '../../src/database/open.ts';
import { thread } from '../../src/kit/program.ts';
import { statusOf } from '../../src/rpc/call/status.ts';
import { makeDatabase } from '../domain/database.ts';
import { processEngine as engine } from './engine.ts';
import { keeping } from './keeping-scans.ts';

// What is kept is made number by number, on a machine that has other things to do.
t.setTimeout(120_000);

/** A database whose reads keep what they are told to. */
async function opened(t: Test) {
  const path = join(t.testdir(), 'waystation.db');
  makeDatabase(path, engine);
  let readers = 0;
  const database = await openDatabase(
    { path, engine, synchronous: 'normal' },
    {
      functions: keeping,
      options: {},
      writer: started => thread('compose/writer', started),
      reader(started) {
        readers++;
        return new Worker(new URL('keeping-reader.ts', import.meta.url), started);
      },
    },
  );
  t.teardown(() => database.close());
  return { ...database, scans: database.scan.scans, readers: () => readers };
}

/** Of a quarter of a megabyte each. */
const MOST_STEPS = 4 * 192;

const failure = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => new Error('it succeeded'),
    (cause: Error) => cause,
  );
const never = new AbortController().signal;

for (const outside of [false, true]) {
  t.test(
    `a scan that keeps too much ${outside ? 'outside of ' : 'on '}the heap ends, and nothing else does`,
    async t => {
      const { scans, scanning, readers } = await opened(t);
      const other = scans.holds(never, 4, 2000);
      const cause = await failure(scans.keeps(never, 4096, outside));
      t.equal(cause.message, 'scans.keeps kept more than a scan may, and was ended');
      t.match(statusOf(cause), { code: 'INTERNAL', token: 'ErrTokenInternal' }, 'our mistake: the log has its cause');
      t.equal(await other, 4);
      const { running, steps } = await scanning();
      t.equal(running, 0);
      t.ok(steps < 2000 + MOST_STEPS, `${steps} steps: not much more than it may keep`);
      t.equal(await scans.short(), 'short');
      t.equal(readers(), 1, 'in the same thread');
    },
  );
}

t.test('what is left behind at once is no matter, however much it is, nor what many keep together', async t => {
  const { scans, readers } = await opened(t);
  t.equal(await scans.holds(never, 16, 4000), 16, 'a gigabyte has come and gone');
  const all = Array.from({ length: 12 }, () => scans.holds(never, 10, 60));
  t.same(await Promise.all(all), Array(12).fill(10));
  t.equal(readers(), 1);
});

t.test('a read that keeps without a pause ends its thread, and the next one is served by another', async t => {
  const { scans, readers } = await opened(t);
  t.equal(statusOf(await failure(scans.keepsAll())).code, 'INTERNAL');
  t.equal(await scans.short(), 'short');
  t.equal(readers(), 2);
});
