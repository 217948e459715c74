/**
 * Brings a box that was off for ten releases to the newest by one request: each has a schema of its own, and the keys of the makers were
 * exchanged twice meanwhile, those of the root among them. Before and after it the box takes uplinks.
 * Usage: node test/update/machine/far-behind.ts [--full]; --full takes the times of the product
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { TRIAL_TIMES } from '../../../src/update/machine/trial.ts';
import { farBehind } from './far-behind-run.ts';

const { values: options } = parseArgs({ options: { full: { type: 'boolean', default: false } } });
const dir = mkdtempSync(join(tmpdir(), 'waystation-far-behind-'));
const times = options.full ? TRIAL_TIMES : { readyMs: 60_000, trialMs: 10_000, silentMs: 10_000, everyMs: 500 };
const { failures, figures } = await farBehind(dir, times);
console.log(JSON.stringify(figures));
if (failures.length > 0) {
  console.error(`\nFAILED, the box is left in ${dir}:\n${failures.join('\n')}`);
  process.exitCode = 1;
} else rmSync(dir, { recursive: true, force: true });
