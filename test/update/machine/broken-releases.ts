/**
 * Gives a box one release after the other that does not work, under uplinks with an integration, and compares in the end what was
 * acknowledged with what is stored and what was delivered.
 * Usage: node test/update/machine/broken-releases.ts [--only WORD] [--rate 200] [--full] [--breaking]; --full takes the times of the product,
 * --breaking gives it those that change the database so that no program before could run on it
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { TRIAL_TIMES } from '../../../src/update/machine/trial.ts';
import { brokenReleases } from './broken-run.ts';
import { breaking, variants } from './real-box.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    rate: { type: 'string', default: '200' },
    full: { type: 'boolean', default: false },
    breaking: { type: 'boolean', default: false },
  },
});
const dir = mkdtempSync(join(tmpdir(), 'waystation-broken-'));
const times = options.full ? TRIAL_TIMES : { readyMs: 45_000, trialMs: 10_000, silentMs: 10_000, everyMs: 500 };
const chosen = (options.breaking ? breaking : variants)({ laterMs: options.full ? 60_000 : 14_000 }).filter(
  ({ name }) => name.includes(options.only),
);
const report = await brokenReleases({
  dir,
  times,
  variants: chosen,
  rate: Number(options.rate),
  say: line => console.log(line),
});
console.log(JSON.stringify(report.totals));
if (report.failures.length > 0) {
  console.error(`\nFAILED, the box is left in ${dir}:\n${report.failures.join('\n')}`);
  process.exitCode = 1;
} else rmSync(dir, { recursive: true, force: true });
