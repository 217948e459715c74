import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { BASE_VERSION } from '../../scripts/package/base.ts';
import { threadsOf } from '../../scripts/package/bundle.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

t.test('every thread of the program is found, and has its source', async t => {
  const threads = threadsOf(join(root, 'src'));
  t.ok(threads.includes('compose/writer'));
  t.same(
    threads.filter(name => !existsSync(join(root, `src/${name}.ts`))),
    [],
  );
});

t.test('the executable is made on the pinned Node.js', async t => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  t.equal(BASE_VERSION, dependencies.node);
});
