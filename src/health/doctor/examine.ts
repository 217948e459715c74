import type { Config } from '../../config/load.ts';
import { type Finding, fail, type Level, type Verdict, warn } from '../../kit/faults/finding.ts';
import { reasonOf } from '../../kit/faults/reason.ts';
import { type Clock, sleep } from '../../kit/time/clock.ts';

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
  /** The version that dpkg has as installed, where that is another one than this, and is not on trial. */
  readonly debianPackage: string | undefined;
  /** What `serve` listens on. */
  readonly listeners: readonly { readonly name: string; readonly host: string; readonly port: number }[];
}

/** A row of the table of checks. It may take `LONGEST_MS`, and what it throws is a finding, too. */
export interface Check {
  readonly name: string;
  run(scene: Scene): Verdict | readonly Verdict[] | Promise<Verdict | readonly Verdict[]>;
}

/** A person waits no longer for one line. Checks that count a lot watch the time themselves. */
const LONGEST_MS = 10_000;

/** Runs the checks one after the other and reports what each has found. */
export async function examine(
  checks: readonly Check[],
  scene: Scene,
  report: (finding: Finding) => void,
): Promise<Level> {
  const rank: readonly Level[] = ['ok', 'warn', 'fail'];
  let worst: Level = 'ok';
  for (const { name, run } of checks) {
    for (const verdict of await bounded(() => run(scene), scene.clock)) {
      report({ ...verdict, check: name });
      if (rank.indexOf(verdict.level) > rank.indexOf(worst)) worst = verdict.level;
    }
  }
  return worst;
}

async function bounded(run: () => ReturnType<Check['run']>, clock: Clock): Promise<readonly Verdict[]> {
  const late = new AbortController();
  const timer = sleep(clock, LONGEST_MS, late.signal).then(
    () => [warn(`no result within ${LONGEST_MS / 1000} s`, 'look at the load of this machine and of its disk')],
    // The result was quicker.
    () => [],
  );
  try {
    const found = await Promise.race([Promise.resolve().then(run), timer]);
    return Array.isArray(found) ? found : [found as Verdict];
  } catch (error) {
    return [fail(reasonOf(error), 'see what this command or the log of the service says about it')];
  } finally {
    late.abort();
  }
}
