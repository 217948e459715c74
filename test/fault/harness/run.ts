import { setTimeout as pause } from 'node:timers/promises';

/** What is disturbed: it runs already, and its maker ends it where a run fails. */
export interface Disturbed {
  /** Lets it come to an end in order. */
  stop(): Promise<void>;
}

/** What was promised to those around the process, and what came of it. */
export interface Ledger {
  /** Differs from before whenever something has gone on, in words. */
  readonly standing: string;
  /** What breaks a promise, in words; the first ends the run. */
  readonly failures: string[];
  /** Everything that is owed has come. */
  readonly isOver: boolean;
}

/** One of the rounds, from 1. */
export interface Round {
  readonly round: number;
  /** In [0, 1), the same for the same seed. */
  readonly random: () => number;
  /** Waits until something is met, but not once a promise is broken; that nothing goes on any more is a failure. */
  until(met: () => boolean): Promise<void>;
}

export interface DisturbedRun {
  readonly process: Disturbed;
  readonly ledger: Ledger;
  /** Disturbs it once, and has it going again. */
  disturb(round: Round): Promise<void>;
  readonly rounds: number;
  readonly seed: number;
  /** Nothing may stand still for so long. */
  readonly stuckMs: number;
  readonly lookMs?: number;
  onRound?(round: number): void;
  /** What is done before its end is waited for: nothing new is asked of it then. */
  lastly?(round: Round): Promise<void> | void;
}

/** Disturbs a process again and again, then waits for all that is owed and lets the process end in order. */
export async function run(options: DisturbedRun): Promise<void> {
  const { process, ledger, disturb, rounds, seed, stuckMs, lookMs = 10, onRound, lastly } = options;
  const until = async (met: () => boolean): Promise<void> => {
    let [known, since] = [ledger.standing, performance.now()];
    while (ledger.failures.length === 0 && !met()) {
      await pause(lookMs);
      if (ledger.standing !== known) [known, since] = [ledger.standing, performance.now()];
      if (performance.now() - since > stuckMs) ledger.failures.push(`nothing goes on: ${known}`);
    }
  };
  const random = sequence(seed);
  let round = 1;
  for (; round <= rounds && ledger.failures.length === 0; round++) {
    await disturb({ round, random, until });
    onRound?.(round);
  }
  if (ledger.failures.length > 0) return;
  await lastly?.({ round, random, until });
  await until(() => ledger.isOver);
  if (ledger.failures.length === 0) await process.stop();
}

/** Numbers in [0, 1), the same for the same seed. */
export function sequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
