import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { mutants } from './mutant-rows.ts';

const root = join(import.meta.dirname, '..', '..', '..');

t.test('what a mutant breaks stands once in its file, and what notices it is there', async t => {
  for (const { what, file, find, check } of mutants) {
    t.equal(readFileSync(join(root, file), 'utf8').split(find).length - 1, 1, what);
    if (check) t.ok(existsSync(join(root, check[0] ?? '')), check.join(' '));
  }
});
