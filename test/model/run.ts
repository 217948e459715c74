/**
 * Lets random things happen to downlinks, or to the uplinks of endpoints, and compares the product with the model, for as many
 * steps as are wanted.
 * Over the wire it depends on time whether the last words of a station are heard, so a replay may take another course.
 * Usage: node test/model/run.ts [--level store|wire|uplinks] [--steps 10000] [--seed N] [--max 300] [--path P] [--replay R]
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { storeLevel, wireLevel } from './levels.ts';
import { checkDownlinks } from './property.ts';
import { checkUplinks } from './uplinks.ts';

const { values: options } = parseArgs({
  options: {
    level: { type: 'string', default: 'store' },
    steps: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    max: { type: 'string' },
    path: { type: 'string' },
    replay: { type: 'string' },
  },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const dir = mkdtempSync(join(tmpdir(), 'waystation-model-'));
process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
const seed = options.seed === undefined ? randomInt(2 ** 31) : Number(options.seed);
console.log(`level ${options.level}, seed ${seed}`);
const begun = performance.now();
const seconds = () => ((performance.now() - begun) / 1000).toFixed(1);
try {
  if (options.level === 'uplinks') {
    const ends: (() => void)[] = [];
    const scope = { testdir: () => dir, teardown: (end: () => void) => void ends.push(end) };
    const steps = checkUplinks(scope, join(dir, 'uplinks'), { seed, steps: Number(options.steps) });
    for (const end of ends) end();
    console.log(`${steps} steps in ${seconds()} s: as the contract says`);
    process.exit();
  }
  const level = options.level === 'wire' ? wireLevel(dir) : storeLevel(dir);
  const { path, replay, max } = options;
  const wanted = { seed, steps: Number(options.steps), path, replay, ...(max && { maxSteps: Number(max) }) };
  const { steps, tally } = await checkDownlinks(level, wanted);
  for (const [what, times] of [...tally].sort()) console.log(`${what.padEnd(30)} ${times}`);
  console.log(`${steps} steps in ${seconds()} s: as the model says`);
} catch (cause) {
  console.error(`after ${seconds()} s: ${cause instanceof Error ? cause.message : String(cause)}`);
  process.exitCode = 1;
}
