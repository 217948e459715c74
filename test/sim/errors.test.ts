import t from 'tap';
import type { Act } from './disk.ts';
import { failedRun } from './failing.ts';
import { type Procedure, procedures } from './procedures.ts';
import { newSimulator } from './simulator.ts';

const { start, migration, commit, snapshot, recovery } = procedures() as Record<string, Procedure> &
  Readonly<Record<'start' | 'migration' | 'commit' | 'snapshot' | 'recovery', Procedure>>;
const failing = { simulator: await newSimulator(), seed: 1 };

/** Some of those of the first write. */
const READS = [18, 21, 25, 29, 33, 37, 41];

/** The first call after one of the nth kind, counted from 0. */
const behind = (kind: (act: Act, path: string) => boolean, nth = 0) => {
  let seen = 0;
  return (act: Act, path: string) => {
    if (seen > nth) return true;
    if (kind(act, path)) seen++;
    return false;
  };
};
const journalGone = (act: Act, path: string) => act === 'remove' && path.endsWith('.db-journal');
const inUse = (act: Act, path: string) => act === 'write' && path.endsWith('.made');

for (const [name, procedure] of Object.entries({ migration, recovery })) {
  for (const nth of [0, 1]) {
    t.test(
      `a loss of power while a database takes its form (${name}, ${nth}) leaves one that the next start takes`,
      async t => {
        const found = await failedRun(failing, procedure, behind(journalGone, nth), 'power', 'everything dropped');
        if (nth === 0) t.ok(found, 'there is such a moment');
        t.same(found?.wrong ?? [], []);
      },
    );
  }
}

t.test('an error of the disk in the middle of a write is told as that', async t => {
  const reads = (nth: number) => {
    const isBehind = behind(inUse);
    let seen = 0;
    return (act: Act, path: string) => isBehind(act, path) && act === 'read' && seen++ === nth;
  };
  for (const nth of READS) {
    const found = await failedRun(failing, commit, reads(nth), 'EIO');
    t.ok(found, 'it is read');
    t.same(found?.wrong, [], `read ${nth}`);
  }
});

t.test('calls of the disk that fail come to a clear end, and the next time to a right state', async t => {
  for (const [name, procedure] of Object.entries({ start, snapshot })) {
    for (const way of ['EIO', 'again and again'] as const) {
      const found = await failedRun(failing, procedure, (_act, _path, call) => call >= 333, way);
      t.same(found?.wrong, [], `${name}, ${way}`);
    }
  }
});
