/**
 * Ends the one who updates with SIGKILL before each step of a good update and of one that goes back, with real processes, and starts it again:
 * the box ends with the old release or with the new one, and serves.
 * Usage: node test/update/machine/each-step.ts [--only STEP]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { RealBox, type Variant, variants } from './real-box.ts';

const { values: options } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const TIMES = { readyMs: 60_000, trialMs: 3000, silentMs: 10_000, everyMs: 300 };
const LONGEST_MS = 300_000;
const forward = [
  'begin',
  'rehearse',
  'rehearsed',
  'trial',
  'start',
  'watch',
  'commit',
  'install',
  'remember',
  'installed',
  'tidy',
];
const backward = ['back', 'stop', 'start before', 'wait', 'rolled back'];
const good: Variant = { name: 'good', ends: 'installed' };
const bad = variants({ laterMs: 0 }).find(({ name }) => name === 'exit 78');
if (!bad) throw new Error('no such release');

const wrong: string[] = [];
let done = 0;
for (const [variant, steps] of [
  [bad, backward],
  [good, forward],
] as const) {
  const dir = mkdtempSync(join(tmpdir(), 'waystation-each-step-'));
  await using box = await RealBox.make(dir, TIMES);
  let serving = '0.1.0';
  for (const step of steps.filter(each => each.includes(options.only))) {
    box.start(step);
    await box.ready();
    const { version, id } = box.ask(variant);
    const before = await box.ended(id, LONGEST_MS);
    if (before) wrong.push(`${step}: was not killed, ${JSON.stringify(before)}`);
    const begun = performance.now();
    box.start();
    const end = await box.ended(id, LONGEST_MS);
    const last = end && 'step' in end ? end.step : JSON.stringify(end);
    if (last === 'installed') serving = version;
    const now = await box.ready();
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(
      `${variant.name}, killed before ${step.padEnd(14)} ${String(last).padEnd(12)} ${now} serves after ${seconds} s`,
    );
    const allowed = variant === good ? ['installed', 'refused'] : ['rolled_back'];
    if (!allowed.includes(String(last))) wrong.push(`${step}: ends with ${last}`);
    if (now !== serving) wrong.push(`${step}: ${now} serves, and not ${serving}`);
    done++;
    await box.stop();
  }
  if (wrong.length === 0) rmSync(dir, { recursive: true, force: true });
}
console.log(`${done} ends, ${wrong.length} wrong`);
for (const each of wrong) console.error(each);
process.exitCode = wrong.length === 0 && done > 0 ? 0 : 1;
