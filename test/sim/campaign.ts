/**
 * Cuts the power of the store again and again, in worlds that a seed gives, and judges what is left by what was acknowledged.
 * Usage: node test/sim/campaign.ts [--seeds 100] [--crashes N] [--from 1] [--minutes N] [--first] [--lies] [--errors] [--twice] [--points 60]
 * It ends after so many seeds, crashes or minutes, or when it is told to; its last line says with which seed to go on. `--first` ends at the first seed that fails, `--twice` runs each once more and compares.
 * A seed that fails is run again by itself: --from SEED --seeds 1.
 * With `--lies` the disk says of syncs that they are done; that has to be noticed. With `--errors` its calls fail now and then.
 */
import { parseArgs } from 'node:util';
import { MINUTE_MS } from '../../src/kit/units.ts';
import { makeBase } from './base.ts';
import { newSimulator } from './simulator.ts';
import { world } from './world.ts';

const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    points: { type: 'string', default: '60' },
    crashes: { type: 'string', default: 'Infinity' },
    minutes: { type: 'string', default: 'Infinity' },
    first: { type: 'boolean', default: false },
    lies: { type: 'boolean', default: false },
    errors: { type: 'boolean', default: false },
    twice: { type: 'boolean', default: false },
  },
});
const REPORT_MS = 30_000;
const SHOWN = 5;
/** The memory of a library only grows. */
const SEEDS_PER_LIBRARY = 500;

const clock = performance.now.bind(performance);
const begun = clock();
const base = makeBase();
const [first, count] = [Number(options.from), Number(options.seeds)];
const sum = { seeds: 0, crashes: 0, quiet: 0, starts: 0, errors: 0, acknowledgements: 0, failed: 0, unlike: 0 };
let reported = begun;
let told = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    told = true;
  });
}
let simulator = await newSimulator();
for (let seed = first; seed < first + count; seed++) {
  if (sum.seeds % SEEDS_PER_LIBRARY === SEEDS_PER_LIBRARY - 1) simulator = await newSimulator();
  const given = { simulator, base, lies: options.lies, errors: options.errors, points: Number(options.points) };
  const report = await world(seed, given);
  sum.seeds++;
  sum.crashes += report.crashes;
  sum.quiet += report.quiet;
  sum.starts += report.starts;
  sum.errors += report.errors;
  sum.acknowledgements += report.acknowledgements;
  if (options.twice && (await world(seed, given)).trace !== report.trace) {
    sum.unlike++;
    console.log(`seed ${seed} does something else the second time`);
  }
  if (report.failures.length > 0) {
    sum.failed++;
    if (!options.lies || sum.failed <= SHOWN) {
      console.log(
        `seed ${seed}: node test/sim/campaign.ts --from ${seed} --seeds 1${options.lies ? ' --lies' : ''}${options.errors ? ' --errors' : ''}`,
      );
      for (const failure of report.failures.slice(0, SHOWN)) console.log(`  ${failure}`);
    }
  }
  if (told || (options.first && sum.failed > 0) || sum.crashes >= Number(options.crashes)) break;
  if (clock() - begun > Number(options.minutes) * MINUTE_MS) break;
  if (clock() - reported > REPORT_MS) {
    reported = clock();
    console.error(line());
  }
}
console.log(line());
if (sum.unlike > 0 || (options.lies ? sum.failed === 0 : sum.failed > 0)) process.exitCode = 1;

function line(): string {
  const { user, system } = process.cpuUsage();
  const cpu = (user + system) / 1_000_000;
  return (
    `${sum.seeds} seeds from ${first}, ${sum.crashes} crashes (and ${sum.quiet} with everything synced), ${sum.starts} starts, ` +
    (options.errors ? `${sum.errors} calls of the disk that failed, ` : '') +
    `${sum.acknowledgements} acknowledgements: ${sum.failed} seeds failed${options.twice ? `, ${sum.unlike} unlike` : ''}, ` +
    `${((clock() - begun) / 1000).toFixed(0)} s, ${(sum.crashes / cpu).toFixed(0)} crashes/s of one core; go on with --from ${first + sum.seeds}`
  );
}
