import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { mutations } from './mutation-rows.ts';

const root = new URL('../..', import.meta.url).pathname;

t.test('what a mutation breaks stands once in its file, and what notices it is there', async t => {
  for (const { what, file, find, check } of mutations) {
    const path = join(root, file);
    t.equal(existsSync(path) ? readFileSync(path, 'utf8').split(find).length - 1 : `no ${file}`, 1, what);
    t.ok(existsSync(join(root, check[0] ?? '')), check.join(' '));
  }
});
