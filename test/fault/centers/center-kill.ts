/**
 * Ends a service center or an application center with SIGKILL, or cuts the line between them, at random moments while stations
 * send and endpoints are deregistered and registered, and shows that every acknowledged telegram of an endpoint that centers knew when it
 * was received arrives, in order, and twice only after a resume, and no other one.
 * Usage: node test/fault/centers/center-kill.ts [--rounds 200] [--engine better-sqlite3|node:sqlite] [--seed N]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Engine } from '../../../src/database/driver.ts';
import { centerFailuresOf, centerKillRun } from './center-kill-run.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    engine: { type: 'string', default: 'better-sqlite3' },
    seed: { type: 'string' },
  },
});
const REPORT_EVERY = 10;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const dir = mkdtempSync(join(tmpdir(), 'waystation-center-kill-'));
const begun = performance.now();
const seconds = () => ((performance.now() - begun) / 1000).toFixed(0);
const report = await centerKillRun({
  dir,
  engine: options.engine as Engine,
  rounds: Number(options.rounds),
  ...(options.seed !== undefined && { seed: Number(options.seed) }),
  onRound(round, received) {
    if (round % REPORT_EVERY === 0) console.error(`${seconds()} s: round ${round}, ${received} received`);
  },
});
console.log(`${options.engine}, ${seconds()} s`);
console.log(JSON.stringify({ ...report, complaints: report.complaints.length }, undefined, 2));
const failures = centerFailuresOf(report);
if (failures.length > 0) {
  console.error(`\nFAILED, the data is left in ${dir}:\n${failures.slice(0, 20).join('\n')}`);
  process.exitCode = 1;
} else rmSync(dir, { recursive: true, force: true });
