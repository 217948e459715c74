/**
 * A whole service center and those around it in one loop, by a seed: 5 base stations, 20 endpoints, 2 application centers, 2 integrations, connections
 * that break, and power that goes. Says how many hours of their time went by, and what was wrong.
 * Usage: node test/sim/whole/hours.ts [--worlds 10] [--hours 4] [--from 1] [--twice]
 */
import { parseArgs } from 'node:util';
import { newSimulator } from '../simulator.ts';
import { makeWholeBase } from './whole-base.ts';
import { wholeWorld } from './whole-world.ts';

const { values: options } = parseArgs({
  options: {
    worlds: { type: 'string', default: '10' },
    hours: { type: 'string', default: '4' },
    from: { type: 'string', default: '1' },
    twice: { type: 'boolean', default: false },
  },
});
const WORLDS_PER_SIMULATOR = 50;
const SHOWN = 5;

const [first, count, hours] = [Number(options.from), Number(options.worlds), Number(options.hours)];
const image = makeWholeBase();
const sum = { worlds: 0, crashes: 0, telegrams: 0, downlinks: 0, repeated: 0, failed: 0, unlike: 0 };
let simulator = await newSimulator();
let told = false;
process.once('SIGTERM', () => {
  told = true;
});
for (let seed = first; seed < first + count && !told; seed++) {
  if (sum.worlds % WORLDS_PER_SIMULATOR === WORLDS_PER_SIMULATOR - 1) simulator = await newSimulator();
  const report = await wholeWorld(seed, hours, simulator, image);
  sum.worlds++;
  for (const name of ['crashes', 'telegrams', 'downlinks', 'repeated'] as const) sum[name] += report[name];
  if (options.twice && (await wholeWorld(seed, hours, simulator, image)).trace !== report.trace) {
    sum.unlike++;
    console.log(`seed ${seed} does something else the second time`);
  }
  if (report.failures.length > 0) {
    sum.failed++;
    console.log(`seed ${seed}: node test/sim/whole/hours.ts --from ${seed} --worlds 1 --hours ${hours}`);
    for (const failure of report.failures.slice(0, SHOWN)) console.log(`  ${failure}`);
  }
  if (sum.worlds % 10 === 0) console.error(line());
}
console.log(line());
if (sum.failed > 0 || sum.unlike > 0) process.exitCode = 1;

function line(): string {
  const { user, system } = process.cpuUsage();
  const { worlds, crashes, telegrams, downlinks, repeated, failed, unlike } = sum;
  return (
    `${worlds * hours} hours in ${worlds} worlds, ${crashes} losses of power, ${telegrams} telegrams acknowledged, ${downlinks} downlinks, ` +
    `${repeated} repetitions: ${failed} worlds failed${options.twice ? `, ${unlike} unlike` : ''}; ` +
    `${((user + system) / 1_000_000 / (worlds * hours)).toFixed(2)} s of a core an hour; go on with --from ${first + worlds}`
  );
}
