import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { readBlueprint } from '../../../../src/domain/blueprint/codec/read.ts';
import { encoded } from './documents.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/blueprints.md'), 'utf8');

t.test('the example of the page for authors is right, and its samples hold', async t => {
  const text = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const blueprint = readBlueprint(text);
  t.strictSame(blueprint.warnings, []);
  t.equal(blueprint.runSamples(), undefined);
  t.match(readBlueprint(text.replace('23.5', '23.4')).runSamples(), { pointer: '/samples/0' });
  t.strictSame(encoded(blueprint.encode({ format: 1, values: { target: 21.5 } })), '0d70');
});
