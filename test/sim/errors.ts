/**
 * Has every call of the disk fail in turn, while the store starts, migrates, commits, takes a snapshot and puts a damaged database together: it has
 * to end with what it can say, or come to a right state; and when the disk works again, the next start has to come to one. Likewise a loss of
 * power at every call.
 * Usage: node test/sim/errors.ts [--only NAME] [--every 1] [--from 0] [--to N] [--seed 1]
 */
import { parseArgs } from 'node:util';
import { failedRun, goodRun, WAYS } from './failing.ts';
import { type Procedure, procedures } from './procedures.ts';
import { newSimulator } from './simulator.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    every: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    to: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: '1' },
  },
});
const SHOWN = 20;
/** The memory of a library only grows. */
const RUNS_PER_LIBRARY = 2000;

const clock = performance.now.bind(performance);
const failures: string[] = [];
let total = 0;
let simulator = await newSimulator();
for (const [name, procedure] of Object.entries(procedures())) {
  if (name.includes(options.only)) await every(name, procedure);
}
console.log(`${total} failing calls in all, ${failures.length} with a wrong end`);
for (const failure of failures.slice(0, SHOWN)) console.log(failure);
if (failures.length > 0 || total === 0) process.exitCode = 1;

async function every(name: string, procedure: Procedure): Promise<void> {
  const begun = clock();
  const seed = Number(options.seed);
  const { calls, wrong } = await goodRun({ simulator, seed }, procedure);
  failures.push(...wrong.map(text => `${name}, without any failure: ${text}`));
  let tried = 0;
  let ended = 0;
  for (let at = Number(options.from); at < Math.min(calls, Number(options.to)); at += Number(options.every)) {
    for (const way of WAYS) {
      const failing = { simulator, seed: seed + at };
      const found = await failedRun(failing, procedure, (_act, _path, call) => call >= at, way);
      if (!found) continue;
      tried++;
      if (found.said !== undefined) ended++;
      for (const text of found.wrong) {
        const again = `node test/sim/errors.ts --only ${name} --from ${at} --to ${at + 1} --seed ${seed}`;
        failures.push(`${name}, call ${at}, ${way}: ${text} (${again})`);
      }
      if ((total + tried) % RUNS_PER_LIBRARY === 0) {
        simulator = await newSimulator();
      }
    }
  }
  total += tried;
  const seconds = ((clock() - begun) / 1000).toFixed(0);
  console.log(`${name}: ${calls} calls, ${tried} failed in turn, ${ended} ended with what it is, ${seconds} s`);
}
