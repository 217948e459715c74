import fc from 'fast-check';
import { answerable, connected, passed } from './acts.ts';
import { steps } from './commands.ts';
import { FINAL, STATIONS, Violation } from './facts.ts';
import { Model } from './model.ts';
import type { Product } from './product.ts';
import { type Policy, World } from './world.ts';

/** How long a sequence may get. */
const MAX_STEPS = 300;
/** Longer than any downlink of the model lives. */
const BEYOND_MS = 2_100_000;

export interface Level {
  readonly name: 'store' | 'wire';
  open(policy: Policy): Promise<Product>;
}

export interface RunOptions {
  readonly seed: number;
  /** Sequences are run until there were so many steps. */
  readonly steps: number;
  readonly maxSteps?: number;
  /** So long is made shorter what was found (milliseconds). How long it takes to find nothing is up to the machine. */
  readonly limitMs?: number;
  /** Where a failed run is to be taken up, as its message says. */
  readonly path?: string | undefined;
  readonly replay?: string | undefined;
}

/** What was done. */
export interface Done {
  readonly steps: number;
  /** How often each event was raised and each operation written. */
  readonly tally: ReadonlyMap<string, number>;
}

const policies = fc.record<Policy>({
  requeueOfflineMs: fc.constantFrom(300_000, 300_000, 0),
  handOver: fc.constantFrom('window', 'window', 'early'),
  limit: fc.constantFrom(100, 100, 3),
});

/**
 * Lets random sequences happen to a product and compares it with the model after each step, and when all is over.
 * @throws what was found, its shortest sequence, and how to run it again
 */
export async function checkDownlinks(level: Level, options: RunOptions): Promise<Done> {
  const { seed, path, replay, maxSteps = MAX_STEPS, limitMs = Number.POSITIVE_INFINITY } = options;
  let total = 0;
  /** From then on it is only made shorter. */
  let foundAt: number | undefined;
  const tally = new Map<string, number>();
  const sequence = fc.commands(steps, { maxCommands: maxSteps, size: 'max', ...(replay && { replayPath: replay }) });
  const property = fc.asyncProperty(policies, fc.noBias(sequence), async (policy, commands) => {
    if (foundAt === undefined ? total >= options.steps : performance.now() - foundAt >= limitMs) return;
    await using product = await level.open(policy);
    const model = new Model(new World(policy, product.now()), tally);
    try {
      for (let index = 0; index < STATIONS; index++) await connected(model, product, index, true);
      await fc.asyncModelRun(() => ({ model, real: product }), commands);
      await drained(model, product);
    } catch (cause) {
      foundAt ??= performance.now();
      throw cause;
    }
    total += model.steps;
  });
  // More than it takes: most sequences are shorter than the longest, and what is drawn may make no sense at the time.
  const numRuns = Math.ceil((10 * options.steps) / maxSteps);
  const details = await fc.check(property, { seed, numRuns, ...(path && { path }) });
  if (details.failed) throw new Error(message(level, options, details), { cause: details.errorInstance });
  return { steps: total, tally };
}

/** All lifetimes end, and every station comes back and answers: nothing is left. */
async function drained(model: Model, product: Product): Promise<void> {
  await passed(model, product, BEYOND_MS, true);
  const left = model.world.downlinks.filter(({ state }) => !FINAL.has(state));
  if (left.length > 0) throw new Violation(`${left.length} have no end`);
  for (let index = 0; index < STATIONS; index++) {
    if (!model.world.station(index).connected) await connected(model, product, index, false);
  }
  for (let [open] = answerable(model.world); open; [open] = answerable(model.world)) {
    const { station, opId } = open;
    await product.answer(station, open, undefined);
    await model.judge(product, { act: world => world.answer(station, opId, undefined) });
  }
  const stored = product.openOperations();
  if (stored > 0) throw new Violation(`${stored} operations are stored as open, and every one is answered`);
}

function message<T>({ name }: Level, { seed, maxSteps }: RunOptions, details: fc.RunDetails<T>): string {
  const { counterexamplePath, counterexample } = details;
  const said = fc.stringify(counterexample);
  const replay = /replayPath="([^"]*)"/.exec(said)?.[1];
  const again = [
    `node test/model/run.ts --level ${name} --seed ${seed}`,
    ...(maxSteps ? [`--max ${maxSteps}`] : []),
    ...(counterexamplePath ? [`--path ${counterexamplePath}`] : []),
    ...(replay ? [`--replay ${replay}`] : []),
  ].join(' ');
  const { errorInstance } = details;
  const cause = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return `${cause}\n${said}\nseed ${seed}, run ${details.numRuns}, made shorter ${details.numShrinks} times\nagain: ${again}`;
}
