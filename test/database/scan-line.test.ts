import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import t from 'tap';
import { type ReaderRequest, ScanLine } from '../../src/database/scan-line.ts';

/** A thread that answers when it is told to, all that it has at once, as a port does that was not looked at for a while. */
function openLine() {
  const worker = Object.assign(new EventEmitter(), {
    asked: [] as ReaderRequest[],
    postMessage(asked: ReaderRequest) {
      if (asked === null) worker.emit('exit');
      else worker.asked.push(asked);
    },
    answer() {
      for (const asked of worker.asked.splice(0)) {
        if (Array.isArray(asked)) worker.emit('message', [asked[0], [true, asked[1]]]);
      }
    },
  });
  const settings = { mode: 'reader' } as never;
  const line = new ScanLine(
    () => worker as unknown as Worker,
    settings,
    () => undefined,
  );
  worker.emit('online');
  worker.emit('message', { ready: [] });
  return { worker, line };
}

t.test(
  'answers that come together are used one after the other, and the thread has a few short reads at a time',
  async t => {
    const { worker, line } = openLine();
    await line.ready;
    const done: string[] = [];
    const use = async (name: string) => {
      t.equal(await line.call(name, []), name);
      // As long as it takes to write it.
      for (const until = performance.now() + 2; performance.now() < until; );
      done.push('answer');
    };
    const reads = Array.from({ length: 10 }, (_, n) => use(`read ${n}`));
    const other = () => {
      done.push('other');
      if (done.filter(name => name === 'answer').length < reads.length) {
        worker.answer();
        setImmediate(other);
      }
    };
    t.equal(worker.asked.length, 2);
    setImmediate(other);
    await Promise.all(reads);
    t.notMatch(done.join(' '), /answer answer/);
    await line.close();
  },
);

t.test('a scan waits for no short read, and what was not asked yet ends with the thread', async t => {
  const { worker, line } = openLine();
  await line.ready;
  const short = Array.from({ length: 6 }, (_, n) => line.call(`read ${n}`, []));
  const scan = line.call('scan', [new AbortController().signal]);
  t.same(
    worker.asked.map(asked => Array.isArray(asked) && asked[1]),
    ['read 0', 'read 1', 'scan'],
  );
  worker.emit('exit');
  for (const ended of [...short, scan]) await t.rejects(ended, /the reader has ended/);
});
