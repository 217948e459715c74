/** By hand: `node test/fault/notices/notices.ts [ROUNDS]` kills what tells of alerts as often as that, and says what was promised and not kept. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noticesFailuresOf, noticesRun } from './notices-run.ts';

const rounds = Number(process.argv[2] ?? 200);
const dir = mkdtempSync(join(tmpdir(), 'notices-'));
const report = await noticesRun({ dir, rounds });
rmSync(dir, { recursive: true });
const failures = noticesFailuresOf(report);
const ids = new Set(report.taken.map(({ mail }) => mail.messageId));
console.log(
  `${rounds} kills, ${report.struckAtAcceptance} of them at an acceptance: ${ids.size} messages, ${report.taken.length - ids.size} repeated`,
);
for (const failure of failures) console.log(failure);
process.exitCode = failures.length > 0 ? 1 : 0;
