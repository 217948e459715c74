import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { checkOf, clockUses } from './clock-uses.ts';
import { mutations } from './mutation-rows.ts';

const root = new URL('../../..', import.meta.url).pathname;

t.test('what a mutation breaks stands once in its file, and what notices it is there', async t => {
  for (const { what, file, find, check } of mutations) {
    const path = join(root, file);
    t.equal(existsSync(path) ? readFileSync(path, 'utf8').split(find).length - 1 : `no ${file}`, 1, what);
    t.ok(existsSync(join(root, check[0] ?? '')), check.join(' '));
  }
});

t.test('each place that asks for the credible time has a test that notices when it asks the wall clock', async t => {
  const uses = clockUses(root);
  t.ok(uses.length > 0);
  for (const use of uses) {
    const test = checkOf(use);
    t.ok(test !== undefined && existsSync(join(root, test)), `${use.file}:${use.line}`);
  }
});
