import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TrialTimes } from '../../../src/update/machine/trial.ts';
import type { RunningCenter } from '../../bench/rig/process.ts';
import { provisionCenters } from '../../bench/rig/rig.ts';
import { settled, until, Witness } from '../../fault/centers/center-witness.ts';
import { fleetComparison, fleetsOf, progressOf, provisionFleets, windowsClosed } from '../../fault/harness/fleets.ts';
import { Relay } from '../../fault/harness/relay.ts';
import { RealBox, type Variant } from './real-box.ts';

export interface BrokenOptions {
  readonly dir: string;
  readonly times: TrialTimes;
  readonly variants: readonly Variant[];
  /** Uplinks a second. */
  readonly rate: number;
  readonly say?: (line: string) => void;
}

/** More of an item may be on its way beyond the cursor. */
const MOST_AGAIN = 256;
const STUCK_MS = 60_000;

/** Gives a box these releases one after the other. @returns what must not be, in words */
export async function brokenReleases({ dir, times, variants, rate, say = () => {} }: BrokenOptions) {
  await using box = await RealBox.make(dir, times);
  const failures: string[] = [];
  const ending = new AbortController();
  box.start();
  let serving = await box.ready();
  await box.addIntegration();
  const running = { ports: box.ports } as unknown as RunningCenter;
  const shapes = [{ stations: 2, heardBy: 1, load: { rate } }];
  const provisioned = await provisionFleets(box.dataDir, running, shapes);
  const [fleet] = fleetsOf(provisioned, () => box.ports.bssci, shapes, 600_000);
  const [identity] = await provisionCenters(box.dataDir, 1);
  if (!fleet || !identity) throw new Error('no fleet');
  const relay = await Relay.open(() => box.ports.scaci);
  using witness = new Witness(dir, identity, relay);
  try {
    await until(() => witness.look() === 0 && witness.ledger.newSessions > 0);
    await fleet.connect();
    const sending = fleet.run({ rate, signal: ending.signal });
    for (const variant of variants) {
      await progressOf([fleet]);
      const again = repeated(box);
      const begun = performance.now();
      const { version, id } = box.ask(variant);
      const end = await box.ended(id, times.readyMs * 4 + times.trialMs * 2 + 120_000);
      const tookMs = performance.now() - begun;
      const step = end && 'step' in end ? end.step : JSON.stringify(end);
      const why = end && 'why' in end ? end.why : '';
      if (step === 'installed') serving = version;
      const now = await box.ready();
      await progressOf([fleet]);
      const more = repeated(box) - again;
      say(
        `${variant.name.padEnd(34)} ${step.padEnd(12)} ${(tookMs / 1000).toFixed(1).padStart(6)} s  again ${String(more).padStart(3)}  ${why}`,
      );
      if (step !== variant.ends) failures.push(`${variant.name}: ends with ${step}, and not ${variant.ends}: ${why}`);
      if (variant.why && !variant.why.test(why)) failures.push(`${variant.name}: says "${why}"`);
      if (now !== serving) failures.push(`${variant.name}: ${now} serves, and not ${serving}`);
      if (more > MOST_AGAIN) failures.push(`${variant.name}: ${more} items were delivered again`);
    }
    ending.abort();
    const { sent, acknowledged } = await sending;
    failures.push(...fleet.failures.map(String));
    await windowsClosed(running, acknowledged);
    const due = [...fleet.acknowledged].flatMap(([eui, counters]) => [...counters].map(counter => `${eui} ${counter}`));
    const missing = () => due.filter(key => !box.delivered.has(key)).length;
    // As long as more comes: how fast is not asked here.
    for (let [left, since] = [missing(), performance.now()]; left > 0 && performance.now() - since < STUCK_MS; ) {
      await sleep(500);
      const now = missing();
      if (now < left) [left, since] = [now, performance.now()];
    }
    await settled(
      [witness],
      due.map(key => key.replace(' ', ':')),
    );
    await fleet.close();
    await box.stop();
    const stored = fleetComparison(join(box.dataDir, 'waystation.db'), 'better-sqlite3', [fleet]);
    const { ledger } = witness;
    const center = {
      missing: due.filter(key => !ledger.telegrams.has(key.replace(' ', ':'))).length,
      ...{ received: ledger.telegrams.size, uncompleted: ledger.open, ...ledger.faults },
      ...{ sessions: ledger.newSessions, resumed: ledger.resumed, repeated: ledger.repeated },
    };
    const totals = { sent, acknowledged, undelivered: missing(), again: repeated(box), ...stored, center };
    const zero = ['lost', 'doubled', 'strange', 'receptionsLost', 'open', 'undelivered'] as const;
    for (const name of zero) if (totals[name] !== 0) failures.push(`${name}: ${totals[name]}`);
    const { received, sessions, resumed, repeated: repeatedOperations, ...faults } = center;
    for (const [name, count] of Object.entries(faults)) if (count !== 0) failures.push(`center, ${name}: ${count}`);
    if (sessions !== 1 || resumed === 0) failures.push(`center: ${sessions} sessions, ${resumed} resumed`);
    if (received < acknowledged) failures.push(`center: ${received} of ${acknowledged}`);
    if (repeatedOperations > variants.length * MOST_AGAIN) failures.push(`center: ${repeatedOperations} again`);
    if (stored.integrity !== 'ok') failures.push(`integrity: ${stored.integrity}`);
    if (acknowledged !== sent) failures.push(`${sent - acknowledged} were never answered`);
    if (acknowledged === 0) failures.push('nothing was sent');
    return { failures, totals };
  } finally {
    ending.abort();
    await fleet.close();
  }
}

const repeated = (box: RealBox): number => [...box.delivered.values()].reduce((sum, times) => sum + times - 1, 0);
