/**
 * Takes daily snapshots of a database that is written, and notes each that it has: `node power-cut-snapshots-process.ts DIR ENGINE DAYS`, to be
 * recorded. Each is a line in DIR/taken, written when the service would say that it is there: its name, and the SHA-256 of what it holds.
 */
import { createHash } from 'node:crypto';
import { openSync, readFileSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listSnapshots } from '../../../src/database/snapshot/snapshot-files.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { openBoxOfSnapshots } from './snapshot-box.ts';

const [dir = '', engine = '', days = ''] = process.argv.slice(2);
const journal = openSync(join(dir, 'taken'), 'w');
let written = 0;

await using box = await openBoxOfSnapshots(join(dir, 'waystation.db'), join(dir, 'backups'), engine);
for (let day = 0; day < Number(days); day++) {
  await box.work(day);
  await box.snapshots.take();
  if (box.snapshots.finding) throw new Error(box.snapshots.finding.text);
  const [newest] = listSnapshots(join(dir, 'backups'));
  if (!newest) throw new Error('there is none');
  const digest = createHash('sha256').update(readFileSync(newest.path)).digest('hex');
  // With a position, so that it is the same call as those of the snapshot, and stands between them in the record.
  written += writeSync(journal, `${basename(newest.path)} ${digest}\n`, written);
  box.clock.jump(DAY_MS);
}
