import { join } from 'node:path';
import type { Test } from 'tap';
import { type Difference, knownIds, outsideDifferences, tableDifferences } from './compare.ts';
import { type Filled, fill } from './fill.ts';
import { type Observed, run } from './run.ts';
import { contentsOf } from './tables.ts';
import { right, type World } from './worlds.ts';

/** Real time for one world on a machine that has other things to do. */
const PATIENCE_MS = 900_000;

/** Runs worlds on copies of one filled box, and holds each against the one of its length at a right clock. */
export async function judge(t: Test, worlds: readonly World[]): Promise<void> {
  t.setTimeout(PATIENCE_MS * (worlds.length + 2));
  const filled = await fill(t);
  const known = knownIds(contentsOf(join(filled.dir, 'waystation.db')));
  const rights = new Map<number, Observed>();
  for (const world of worlds) {
    const expected = rights.get(world.stretchMs) ?? (await observed(t, filled, right(world.stretchMs)));
    if (!expected) return;
    rights.set(world.stretchMs, expected);
    await t.test(world.name, { timeout: PATIENCE_MS }, async t => {
      const found = differences(expected, await run(t, filled, world), known);
      t.same(found, [], 'everything is as after a right clock, but for what names the jump');
    });
  }
}

async function observed(t: Test, filled: Filled, world: World): Promise<Observed | undefined> {
  let seen: Observed | undefined;
  await t.test(world.name, { timeout: PATIENCE_MS }, async t => {
    seen = await run(t, filled, world);
    t.same(seen.outside.complaints, [], 'the service center keeps to the rules of its peers');
  });
  return seen;
}

function differences(expected: Observed, seen: Observed, known: ReadonlySet<string>): Difference[] {
  return [
    ...tableDifferences(expected.tables, seen.tables, known),
    ...outsideDifferences(expected.outside, seen.outside, known, seen.wrong),
  ];
}
