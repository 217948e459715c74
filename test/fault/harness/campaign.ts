import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';

/** A run of a fault harness that was asked for at the command line. */
export interface Campaign {
  /** Empty, below the folder for temporary files. */
  readonly dir: string;
  readonly seed: number;
  /** Says now and then how it stands. @param words what has come so far */
  onRound(round: number, words: string): void;
}

const REPORT_EVERY = 10;
const SHOWN = 20;

/**
 * Runs a fault harness once and prints what came of it: its figures, and what breaks a promise. Then the folder stays and the exit code
 * is 1.
 * @param seed as it was typed; one is drawn where there is none
 */
export async function campaign(
  name: string,
  seed: string | undefined,
  run: (campaign: Campaign) => Promise<{ readonly failures: readonly string[] }>,
): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const dir = mkdtempSync(join(tmpdir(), `waystation-${name}-`));
  const drawn = seed === undefined ? randomInt(2 ** 31) : Number(seed);
  console.error(`seed ${drawn}`);
  const begun = performance.now();
  const seconds = () => ((performance.now() - begun) / 1000).toFixed(0);
  const { failures, ...figures } = await run({
    dir,
    seed: drawn,
    onRound(round, words) {
      if (round % REPORT_EVERY === 0) console.error(`${seconds()} s: round ${round}, ${words}`);
    },
  });
  for (const [figure, value] of Object.entries(figures)) console.log(`${figure.padEnd(18)} ${shown(value)}`);
  console.log(`${seconds()} s, load ${loadavg()[0]?.toFixed(1)}`);
  if (failures.length === 0) return rmSync(dir, { recursive: true, force: true });
  console.error(`\nFAILED with --seed ${drawn}, the data is left in ${dir}:\n${failures.slice(0, SHOWN).join('\n')}`);
  process.exitCode = 1;
}

function shown(value: unknown): string {
  if (Array.isArray(value) && value.every(each => typeof each === 'string')) return String(value.length);
  return typeof value === 'number' ? String(Math.round(value)) : JSON.stringify(value);
}
