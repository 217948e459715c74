import type { Config } from '../../config/load.ts';
import { type Clock, sleep } from '../../kit/clock.ts';
import { reasonOf } from '../../kit/reason.ts';

export type Level = 'ok' | 'warn' | 'fail';

/** What one look has found: a sentence, and with `warn` and `fail` what to do. */
export interface Finding {
  readonly level: Level;
  readonly text: string;
  readonly todo?: string;
}

/** What is examined, and how it is reached. */
export interface Scene {
  readonly config: Config;
  /** Where the configuration came from; undefined: from nothing but defaults. */
  readonly configFile: string | undefined;
  readonly warnings: readonly string[];
  readonly clock: Clock;
  readonly version: string;
  /** When this program was made, milliseconds. */
  readonly builtAt: number;
  /** Process id of the server on this data directory; null when it does not say, undefined when none runs. */
  readonly server: number | null | undefined;
  /** What `serve` listens on. */
  readonly listeners: readonly { readonly name: string; readonly host: string; readonly port: number }[];
}

/** A row of the table of checks. It may take `LONGEST_MS`, and what it throws is a finding, too. */
export interface Check {
  readonly name: string;
  run(scene: Scene): Finding | readonly Finding[] | Promise<Finding | readonly Finding[]>;
}

/** A finding with the check that made it. */
export interface Found extends Finding {
  readonly check: string;
}

/** Nobody waits longer for one line. Whatever counts a lot looks at the time itself. */
const LONGEST_MS = 10_000;

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const warn = (text: string, todo: string): Finding => ({ level: 'warn', text, todo });
export const fail = (text: string, todo: string): Finding => ({ level: 'fail', text, todo });

/** Runs the checks one after the other and tells what each has found. */
export async function examine(checks: readonly Check[], scene: Scene, told: (found: Found) => void): Promise<Level> {
  const rank: readonly Level[] = ['ok', 'warn', 'fail'];
  let worst: Level = 'ok';
  for (const { name, run } of checks) {
    for (const finding of await bounded(() => run(scene), scene.clock)) {
      told({ check: name, ...finding });
      if (rank.indexOf(finding.level) > rank.indexOf(worst)) worst = finding.level;
    }
  }
  return worst;
}

async function bounded(run: () => ReturnType<Check['run']>, clock: Clock): Promise<readonly Finding[]> {
  const late = new AbortController();
  const timer = sleep(clock, LONGEST_MS, late.signal).then(
    () => [warn(`no result within ${LONGEST_MS / 1000} s`, 'look at the load of this machine and of its disk')],
    // The result was quicker.
    () => [],
  );
  try {
    const found = await Promise.race([Promise.resolve().then(run), timer]);
    return Array.isArray(found) ? found : [found as Finding];
  } catch (error) {
    return [fail(reasonOf(error), 'see what this command or the log of the service says about it')];
  } finally {
    late.abort();
  }
}
