import { join } from 'node:path';
import { openDb } from '../../../src/database/driver.ts';
import { latestOf, readableFrom, schemaVersion } from '../../../src/database/migrate.ts';
import { migrations } from '../../../src/domain/migrations/all.ts';
import type { TrialTimes } from '../../../src/update/machine/trial.ts';
import type { RunningCenter } from '../../bench/rig/process.ts';
import { fleetComparison, fleetsOf, provisionFleets } from '../../fault/harness/fleets.ts';
import { type Repository, signer } from '../repository.ts';
import { RealBox } from './real-box.ts';

const RELEASES = 10;
/** Behind these the keys are exchanged. */
const ROTATED_AFTER = [3, 7];
const SHAPES = [{ stations: 2, heardBy: 1, load: { rate: 50 } }];
const EACH = 100;
const GIVE_UP_MS = 600_000;

/** @returns what must not be, in words */
export async function farBehind(dir: string, times: TrialTimes) {
  await using box = await RealBox.make(dir, times);
  const failures: string[] = [];
  box.start();
  const first = await box.ready();
  const center = { ports: box.ports } as unknown as RunningCenter;
  const provisioned = await provisionFleets(box.dataDir, center, SHAPES);
  const [fleet] = fleetsOf(provisioned, () => box.ports.bssci, SHAPES, GIVE_UP_MS);
  if (!fleet) throw new Error('no fleet');
  await fleet.connect();
  const before = await fleet.run({ rate: 50, count: EACH });
  await box.stop();

  const tables = Array.from(
    { length: RELEASES },
    (_, at) => `CREATE TABLE later_${at} (id INTEGER PRIMARY KEY) STRICT`,
  );
  let newest = first;
  for (let at = 1; at <= RELEASES; at++) {
    newest = box.publish({ name: `release ${at}`, migration: tables.slice(0, at), ends: 'installed' });
    if (ROTATED_AFTER.includes(at)) exchangeKeys(box.repository);
  }

  box.start();
  await box.ready();
  const begun = performance.now();
  const id = box.askForNewest();
  const end = await box.ended(id, GIVE_UP_MS);
  const tookS = Math.round((performance.now() - begun) / 100) / 10;
  const step = end && 'step' in end ? end.step : JSON.stringify(end);
  if (step !== 'installed') failures.push(`it ends with ${step}`);
  const now = await box.ready();
  if (now !== newest) failures.push(`${now} serves, and not ${newest}`);
  const after = await fleet.run({ rate: 50, count: EACH });
  const between = newest.replace(/0$/, '1');
  const further = box.publish({ name: 'later', ends: 'refused', about: { minVersion: between } });
  const refused = await box.ended(box.askForNewest(), GIVE_UP_MS);
  const why = refused && 'message' in refused ? refused.message : JSON.stringify(refused);
  if (!why.includes(`${further} follows ${between} at least`)) failures.push(`a release that is too far says: ${why}`);
  const acknowledged = before.acknowledged + after.acknowledged;
  await fleet.close();
  await box.stop();

  const path = join(box.dataDir, 'waystation.db');
  const db = openDb(path, { engine: 'better-sqlite3', mode: 'reader' });
  const [schema, readable] = [schemaVersion(db), readableFrom(db)];
  db.close();
  const due = latestOf(migrations);
  if (schema !== due + RELEASES || readable !== due) failures.push(`schema ${schema}, readable from ${readable}`);
  const stored = fleetComparison(path, 'better-sqlite3', [fleet]);
  if (stored.lost + stored.doubled + stored.strange > 0 || stored.integrity !== 'ok' || acknowledged !== 2 * EACH)
    failures.push(JSON.stringify({ acknowledged, ...stored }));
  return {
    failures,
    figures: { from: first, to: newest, root: box.repository.root.version, schema, tookS, acknowledged },
  };
}

/** All keys: those of before sign the next root for the last time. */
function exchangeKeys(repository: Repository): void {
  repository.nextRoot(() => {
    repository.roles.root.keys = [signer(), signer(), signer()];
    repository.roles.targets.keys = [signer()];
    repository.roles.snapshot.keys = [signer()];
    repository.roles.timestamp.keys = [signer()];
  });
  repository.publish({ next: true });
}
