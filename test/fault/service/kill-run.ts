import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../../../src/database/driver.ts';
import {
  type FleetComparison,
  FleetLedger,
  type FleetSums,
  fleetComparison,
  fleetsOf,
  progressOf,
  provisionFleets,
  windowsClosed,
} from '../harness/fleets.ts';
import { run } from '../harness/run.ts';
import { ServiceCenter } from '../harness/service-center.ts';

export interface KillOptions {
  readonly dir: string;
  readonly engine: Engine;
  readonly rounds: number;
  /** The same seed kills after the same pauses. */
  readonly seed?: number;
  readonly onRound?: (round: number, standing: string) => void;
}

export interface KillReport extends FleetComparison, Omit<FleetSums, 'reconnects'> {
  readonly seed: number;
  readonly newSessions: number;
  readonly killedStarting: number;
  readonly longestRestartMs: number;
  /** What must not be, in words; nothing when every acknowledged telegram is there once. */
  readonly failures: readonly string[];
}

const PAUSE_MS = { least: 20, most: 400 };
/** Every so many rounds the restart is killed as well, at any moment of the way to being ready. */
const KILL_START_EVERY = 4;
const MAX_START_MS = 600;
const STUCK_MS = 30_000;
const BAD = [
  ...(['lost', 'doubled', 'strange', 'receptionsLost', 'refused'] as const),
  ...(['countedLost', 'gaps', 'open', 'wrongCounts'] as const),
];

/**
 * Kills a service center under load again and again, starts it on what is left, and compares in the end what is stored
 * with what the stations were answered.
 */
export async function killRun(options: KillOptions): Promise<KillReport> {
  const { dir, engine, rounds, seed = randomInt(2 ** 31), onRound } = options;
  const dataDir = join(dir, 'data');
  const settings = {
    PLATFORM_STORE_ENGINE: engine,
    PLATFORM_PKI_KEY_TYPE: 'ec-p256',
    PLATFORM_LIMITS_REQUESTS_PER_S: '0',
  };
  await using center = await ServiceCenter.start({ dataDir, settings });
  const provisioned = await provisionFleets(dataDir, center.running);
  await using ledger = await FleetLedger.start(fleetsOf(provisioned, () => center.ports.bssci));
  const { fleets } = ledger;
  let killedStarting = 0;
  let sums: FleetSums | undefined;
  await run({
    ...{ process: center, ledger, rounds, seed, stuckMs: STUCK_MS },
    async disturb({ round, random }) {
      await progressOf(fleets);
      await sleep(PAUSE_MS.least + random() * (PAUSE_MS.most - PAUSE_MS.least));
      await center.kill();
      if (round % KILL_START_EVERY === 0) {
        await center.killStarting(random() * MAX_START_MS);
        killedStarting++;
      }
      await center.start();
    },
    onRound: round => onRound?.(round, ledger.standing),
    async lastly() {
      await progressOf(fleets);
      sums = await ledger.stop();
      await windowsClosed(center.running, sums.acknowledged);
      await Promise.all(fleets.map(fleet => fleet.close()));
    },
  });
  if (!sums) throw new Error(`the run broke off: ${ledger.failures.join()}`);
  const { reconnects, ...kept } = sums;
  const compared = fleetComparison(join(dataDir, 'waystation.db'), engine, fleets);
  const figures = { ...kept, ...compared };
  const failures = BAD.flatMap(name => (figures[name] === 0 ? [] : [`${name}: ${figures[name]}`]));
  if (kept.acknowledged !== kept.sent) failures.push(`${kept.sent - kept.acknowledged} never answered`);
  if (compared.integrity !== 'ok') failures.push(`integrity: ${compared.integrity}`);
  return {
    ...{ seed, ...figures, newSessions: reconnects - kept.resumed },
    ...{ killedStarting, longestRestartMs: center.longestStartMs },
    failures: [...failures, ...ledger.failures, ...center.complaints],
  };
}
