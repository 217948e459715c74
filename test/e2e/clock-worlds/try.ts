import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { knownIds, outsideDifferences, tableDifferences } from './compare.ts';
import { fill } from './fill.ts';
import { run } from './run.ts';
import { contentsOf } from './tables.ts';
import { right, SHORT_MS, worlds } from './worlds.ts';

t.setTimeout(600_000);
const names = process.env.WORLDS?.split(';');
t.test('try', async t => {
  const f = await fill(t);
  const known = knownIds(contentsOf(join(f.dir, 'waystation.db')));
  const rights = new Map();
  const of = async (w: (typeof worlds)[number]) => {
    let got: Awaited<ReturnType<typeof run>> | undefined;
    await t.test(w.name, async t => {
      const a = Date.now();
      got = await run(t, f, w);
      console.log(`# ${w.name}: ${Date.now() - a} ms`);
    });
    if (!got) throw new Error(`no end of ${w.name}`);
    return got;
  };
  const one = rights.get(SHORT_MS) ?? (await of(right(SHORT_MS)));
  rights.set(SHORT_MS, one);
  writeFileSync(
    '/tmp/world-right.json',
    JSON.stringify(one.outside, (_, v) => (typeof v === 'bigint' ? String(v) : v), 1),
  );
  for (const w of [right(SHORT_MS), ...worlds].filter(
    w => names === undefined || names.some(n => w.name.includes(n)),
  )) {
    if (!rights.has(w.stretchMs)) rights.set(w.stretchMs, await of(right(w.stretchMs)));
    const base = rights.get(w.stretchMs);
    const other = await of(w);
    if (!other) continue;
    const d = [
      ...tableDifferences(base.tables, other.tables, known),
      ...outsideDifferences(base.outside, other.outside, known),
    ];
    console.log(`# == ${w.name}: ${d.length} differences`);
    for (const l of d) console.log(`#   ${l.slice(0, 700)}`);
  }
});
