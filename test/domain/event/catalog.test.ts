import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { eventCatalog } from '../../../src/domain/event/catalog.ts';

const SOURCES = new URL('../../../src/', import.meta.url).pathname;
const CATALOG = 'domain/event/catalog.ts';

t.test('every kind of event has a place that raises it', async t => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    file => file.endsWith('.ts') && file !== CATALOG,
  );
  const sources = files.map(file => readFileSync(join(SOURCES, file), 'utf8'));
  const nowhere = Object.keys(eventCatalog).filter(type => !sources.some(text => raises(text, type)));
  t.same(nowhere, []);
});

/** Spelled out, or put together of its beginning and what follows. */
function raises(text: string, type: string): boolean {
  if (text.includes(`'${type}'`)) return true;
  const together = [...text.matchAll(/`([a-z]+[._][a-z_.]*)\$\{/g)].map(([, begin = '']) => begin);
  return together.some(begin => type.startsWith(begin) && new RegExp(`\\b${type.slice(begin.length)}\\b`).test(text));
}
