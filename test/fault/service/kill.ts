/**
 * Ends a service center with SIGKILL at random moments under load and shows that nothing acknowledged is lost or doubled.
 * Usage: node test/fault/service/kill.ts [--rounds 200] [--engine better-sqlite3|node:sqlite] [--seed N]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Engine } from '../../../src/database/driver.ts';
import { failuresOf, killRun } from './kill-run.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    engine: { type: 'string', default: 'better-sqlite3' },
    seed: { type: 'string' },
  },
});
const REPORT_EVERY = 10;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const dir = mkdtempSync(join(tmpdir(), 'waystation-kill-'));
const begun = performance.now();
const seconds = () => ((performance.now() - begun) / 1000).toFixed(0);
const report = await killRun({
  dir,
  engine: options.engine as Engine,
  rounds: Number(options.rounds),
  ...(options.seed !== undefined && { seed: Number(options.seed) }),
  onRound(round, acknowledged) {
    if (round % REPORT_EVERY === 0) console.error(`${seconds()} s: round ${round}, ${acknowledged} acknowledged`);
  },
});
console.log(`${options.engine}, ${seconds()} s`);
for (const [name, value] of Object.entries(report)) {
  console.log(
    `${name.padEnd(18)} ${Array.isArray(value) ? value.length : typeof value === 'number' ? Math.round(value) : value}`,
  );
}
const failures = failuresOf(report);
if (failures.length > 0) {
  console.error(`\nFAILED, the data is left in ${dir}:\n${failures.slice(0, 20).join('\n')}`);
  process.exitCode = 1;
} else rmSync(dir, { recursive: true, force: true });
