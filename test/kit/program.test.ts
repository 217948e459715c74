import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { isMainThread, threadId } from 'node:worker_threads';
import t from 'tap';
import { asset, packaged, thread } from '../../src/kit/program.ts';

t.test('a file of the program is read by its path in the project', async t => {
  t.same(asset('proto/platform.binpb'), readFileSync(new URL('../../proto/platform.binpb', import.meta.url)));
  t.throws(() => asset('proto/no-such-file'), { code: 'ENOENT' });
});

t.test('the sources are not the executable', async t => {
  t.equal(packaged, false);
});

t.test('a thread of the program is started by the path of its source, with what it is given', async t => {
  const settings = { path: `${t.testdir()}/store.db`, engine: 'node:sqlite', mode: 'writer', synchronous: 'full' };
  const worker = thread('compose/writer', { workerData: settings, name: 'writer' });
  t.match(await once(worker, 'message'), [{ ready: {} }]);
  t.ok(isMainThread && worker.threadId !== threadId, 'it is another thread');
  worker.postMessage(null);
  t.same(await once(worker, 'exit'), [0]);
});
