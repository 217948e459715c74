import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import t, { type Test } from 'tap';
import { openDatabase } from '../../src/database/open.ts';
import { domain } from '../../src/domain/domain.ts';
import { thread } from '../../src/kit/program.ts';
import { makeDatabase } from '../domain/database.ts';
import { processEngine as engine } from './engine.ts';

const IDLE_MS = 20;

/** A store whose readers, one after the other, are told. */
async function opened(t: Test) {
  const path = join(t.testdir(), 'waystation.db');
  makeDatabase(path, engine);
  const readers: Worker[] = [];
  const settings = { path, engine, synchronous: 'normal', readerIdleMs: IDLE_MS } as const;
  const database = await openDatabase(settings, {
    functions: db => domain(db),
    options: {},
    writer: started => thread('compose/writer', started),
    reader(started) {
      const worker = thread('compose/scanner', started);
      readers.push(worker);
      return worker;
    },
  });
  return { readers, ask: () => database.scan.alerts.silences(), database };
}

t.test('a reader that is not asked ends, and the next question starts another one', async t => {
  const { readers, ask, database } = await opened(t);
  t.equal(readers.length, 0, 'it was not asked');
  t.same(await ask(), []);
  t.equal(readers.length, 1);
  const [first] = readers;
  if (first) await once(first, 'exit');
  t.same(await ask(), []);
  t.equal(readers.length, 2);
  await database.close();
});

t.test('whatever is asked while readers come and go is answered', async t => {
  const { readers, ask, database } = await opened(t);
  for (let round = 0; round < 30; round++) {
    await pause(IDLE_MS - 6 + (round % 12) * 2);
    t.same(await Promise.all([ask(), ask(), pause(round % 3).then(ask)]), [[], [], []], `round ${round}`);
  }
  t.ok(readers.length > 1, `${readers.length} readers`);
  await database.close();
});
