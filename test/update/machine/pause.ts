/**
 * Updates a box with a large database under uplinks, without and with another schema, and measures for how long none was acknowledged,
 * beside what may be: 10 s, and 1.2 times what the rehearsal took and 10 s.
 * Usage: node test/update/machine/pause.ts [--mb 1000] [--rate 200]
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildHistory } from '../../bench/rig/build-history.ts';
import type { RunningCenter } from '../../bench/rig/process.ts';
import { fleetComparison, fleetsOf, progressOf, provisionFleets } from '../../fault/harness/fleets.ts';
import type { Fleet } from '../../load/fleet.ts';
import { RealBox, type Variant } from './real-box.ts';

const { values: options } = parseArgs({
  options: { mb: { type: 'string', default: '1000' }, rate: { type: 'string', default: '200' } },
});
const MB = 1e6;
const TIMES = { readyMs: 120_000, trialMs: 20_000, silentMs: 30_000, everyMs: 1000 };
const LONGEST_MS = 1_800_000;
/** Of the first station are the endpoints of the long past. */
const SHAPES = [
  { stations: 1, heardBy: 1, load: { rate: 1 } },
  { stations: 2, heardBy: 1, load: { rate: Number(options.rate) } },
];
const PAYLOAD_BYTES = 240;
const STEP = 100_000;
const RESTART_MS = 5000;
const OVER_MS = 10_000;
const VARIANTS: readonly Variant[] = [
  { name: 'the same schema', ends: 'installed' },
  {
    name: 'a table and an index more',
    ends: 'installed',
    migration: 'CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT; CREATE INDEX message_later ON message (rx_time_ns)',
  },
];

const dir = mkdtempSync(join(tmpdir(), 'waystation-pause-'));
const failures: string[] = [];
{
  await using box = await RealBox.make(dir, TIMES);
  box.start();
  await box.ready();
  const provisioned = await provisionFleets(box.dataDir, { ports: box.ports } as unknown as RunningCenter, SHAPES);
  await box.stop();
  const path = join(box.dataDir, 'waystation.db');
  fill(path, Number(options.mb) * MB);
  box.start();
  await box.ready();
  const fleet = fleetsOf(provisioned, () => box.ports.bssci, SHAPES, LONGEST_MS)[1] as Fleet;
  await fleet.connect();
  const ending = new AbortController();
  const sending = fleet.run({ rate: Number(options.rate), signal: ending.signal });
  for (const variant of VARIANTS) {
    await progressOf([fleet]);
    const watched = new AbortController();
    const gap = longestGap(fleet, watched.signal);
    const { id } = box.ask(variant);
    const end = await box.ended(id, LONGEST_MS);
    await progressOf([fleet]);
    watched.abort();
    const pauseMs = await gap;
    const rehearsedMs = (box.entries.findLast(entry => entry.step === 'rehearsed')?.pauseMs ?? 0) - RESTART_MS;
    const mostMs = OVER_MS + (variant.migration === undefined ? 0 : 1.2 * rehearsedMs);
    const step = end && 'step' in end ? end.step : JSON.stringify(end);
    console.log(
      `${variant.name.padEnd(26)} ${step}, ${(statSync(path).size / MB).toFixed(0)} MB, rehearsal ${s(rehearsedMs)}, pause ${s(pauseMs)}, may be ${s(mostMs)}`,
    );
    if (step !== variant.ends) failures.push(`${variant.name}: ends with ${step}`);
    if (pauseMs > mostMs) failures.push(`${variant.name}: the pause is ${s(pauseMs)}`);
  }
  ending.abort();
  const { sent, acknowledged } = await sending;
  await fleet.close();
  await box.stop();
  failures.push(...fleet.failures.map(String));
  const db = fleetComparison(path, 'better-sqlite3', [fleet]);
  console.log(JSON.stringify({ sent, acknowledged, found: db.found, lost: db.lost, integrity: db.integrity }));
  if (acknowledged !== sent || db.lost > 0 || db.integrity !== 'ok')
    failures.push('what was acknowledged is not there');
}
for (const failure of failures) console.error(failure);
process.exitCode = failures.length === 0 ? 0 : 1;
rmSync(dir, { recursive: true, force: true });

/** The past of four endpoints, of bytes that nothing makes smaller. */
function fill(path: string, bytes: number): void {
  const shape = { stations: 1, endpoints: 4, messages: STEP, days: 1, heardTwiceEvery: STEP + 1 };
  const payload = () => randomBytes(PAYLOAD_BYTES);
  for (let telegrams = 0; statSync(path).size < bytes; telegrams += STEP) {
    const at = Date.now() - 30 * 86_400_000 + (telegrams / STEP) * 3_600_000;
    buildHistory(path, 'better-sqlite3', { ...shape, days: 1 / 24, payload, after: { telegrams, at } });
  }
}

/** @returns the longest time in which nothing was acknowledged, milliseconds */
async function longestGap(fleet: Fleet, signal: AbortSignal): Promise<number> {
  let [longest, last, before] = [0, performance.now(), fleet.totals().acknowledged];
  while (!signal.aborted) {
    await sleep(10);
    const now = fleet.totals().acknowledged;
    if (now === before) continue;
    longest = Math.max(longest, performance.now() - last);
    [last, before] = [performance.now(), now];
  }
  return longest;
}

function s(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
