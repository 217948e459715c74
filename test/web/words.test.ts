import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { rules } from '../../src/domain/alert/rules.ts';
import { EVERY_SCOPE, scopes } from '../../src/domain/apikey/scopes.ts';
import { eventCatalog } from '../../src/domain/event/catalog.ts';
import { REFUSALS } from '../../web/model/onboarding.ts';
import { ALL_SCOPES, PRESETS } from '../../web/model/scopes.ts';
import { ENDPOINT_STATES, SEVERITIES, STATION_STATES } from '../../web/model/states.ts';
import { de, told } from '../../web/words/de.ts';
import { en } from '../../web/words/en.ts';
import { formatFor } from '../../web/words/format.ts';

type Tree = { [key: string]: unknown };

function paths(tree: Tree, at = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? paths(value as Tree, `${at}${key}.`) : [`${at}${key}`],
  );
}

t.test('both languages have the same texts, and none is empty', async t => {
  t.same(paths(de).sort(), paths(en).sort());
  for (const language of [en, de] as Tree[]) {
    const visit = (value: unknown): void => {
      if (typeof value === 'string') t.not(value.trim(), '');
      else if (typeof value === 'object' && value !== null) for (const inside of Object.values(value)) visit(inside);
    };
    visit(language);
  }
});

t.test('every state, severity and refusal has its words', async t => {
  for (const { states, refusals } of [en, de]) {
    for (const state of STATION_STATES) t.ok(states.station[state]);
    for (const state of ENDPOINT_STATES) t.ok(states.endpoint[state]);
    for (const severity of SEVERITIES) t.ok(states.severity[severity]);
    for (const refusal of REFUSALS) {
      t.match(refusals[refusal]('192.168.1.31'), '192.168.1.31');
      t.ok(refusals[`${refusal}Todo`]);
    }
  }
});

t.test('one is not many', async t => {
  t.equal(en.stations.count(1), '1 base station');
  t.equal(en.endpoints.count(10_000), '10,000 endpoints');
  t.equal(de.endpoints.count(10_000), '10.000 Endpunkte');
  t.equal(de.hex.short(1), '1 Ziffer fehlt');
});

t.test('numbers, times and durations are written as the language does', async t => {
  const [english, german] = [formatFor('en'), formatFor('de')];
  t.equal(english.number(1284.36), '1,284.36');
  t.equal(german.number(1284.36), '1.284,36');
  t.equal(english.fixed(-97, 0), '\u221297', 'a minus, no hyphen');
  const now = Date.UTC(2026, 10, 23, 13, 26);
  t.equal(english.ago(now - 180_000, now), '3\u00a0min ago');
  t.equal(german.ago(now - 180_000, now), 'vor 3\u00a0min');
  t.equal(english.duration(10_080_000), '2\u00a0h 48\u00a0min');
  t.equal(english.duration(86_400_000), '1\u00a0day');
  t.equal(english.duration(7299 * 86_400_000), '20\u00a0years');
  t.equal(german.duration(913 * 86_400_000), '2,5\u00a0Jahre');
  t.equal(english.bytes(1_800_000_000), '1.8\u00a0GB');
});

t.test('the scopes of a key are those of the server', async t => {
  t.same(new Set([EVERY_SCOPE, ...ALL_SCOPES]), scopes);
  for (const preset of Object.values(PRESETS)) for (const scope of preset) t.ok(scopes.has(scope), scope);
});

t.test('what the server tells in English has German words, but what varies by itself', async t => {
  const types = Object.entries(eventCatalog).filter(([, kind]) => !('varies' in kind && kind.varies));
  t.same(Object.keys(told.events).sort(), types.map(([type]) => type).sort());
  t.same(Object.keys(told.alerts).sort(), Object.keys(rules).sort());
  for (const text of Object.values(told.events)) t.match(text, /^\S.*\S$/);
  for (const { title, todo } of Object.values(told.alerts)) {
    t.match(title, /^[^.]+$/);
    t.match(todo, /\.$/);
  }
});

t.test('what the box finds of itself has German words, whatever part finds it', async t => {
  const src = new URL('../../src/', import.meta.url).pathname;
  const files = ['health', 'upkeep', 'pki', 'domain/alert'].flatMap(folder =>
    readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' })
      // what the doctor looks at beside these is told by the command alone
      .filter(path => path.endsWith('.ts') && !path.startsWith('doctor/') && !path.includes('database-file'))
      .map(path => readFileSync(join(src, folder, path), 'utf8')),
  );
  const named = files.flatMap(text => [...text.matchAll(/\bcheck(?::| =) '([a-z]+)'/g)].map(([, code = '']) => code));
  const parts = files
    .flatMap(text => [
      ...text.matchAll(/\bname: '([a-z]+)',? essential/g),
      ...text.matchAll(/name: '([a-z]+)',\n\s+essential/g),
    ])
    .map(([, name = '']) => name);
  t.ok(named.includes('clock') && named.includes('backup') && parts.includes('bssci'), 'it sees what it looks for');
  const codes = new Set([...named, ...parts, 'certificate', 'integration']);
  t.same(Object.keys(told.findings).sort(), [...codes].sort());
  for (const { title, todo } of Object.values(told.findings)) {
    for (const found of [{}, { about: 'Hof', days: '3' }]) t.match(title(found), /^[^.]+$/);
    t.match(todo, /\.$/);
  }
});
