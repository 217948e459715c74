import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { watchFiles } from '../../src/pki/watch.ts';
import { ManualClock } from '../peers/manual-clock.ts';

const LOOK_MS = 5000;
const SETTLE_MS = 250;

function watching(t: Test, files: readonly string[]) {
  const clock = new ManualClock();
  const state = { calls: 0, whole: true };
  const changed = () => {
    state.calls++;
    return state.whole;
  };
  const watcher = watchFiles({ files, clock, changed });
  t.teardown(() => watcher.stop());
  return { clock, state, watcher };
}

t.test('a file that is made, replaced or removed is seen by the next look, and nothing else is', async t => {
  const dir = t.testdir({ there: 'old' });
  const [there, later] = [join(dir, 'there'), join(dir, 'folder/later')];
  const { clock, state } = watching(t, [there, later]);
  await clock.advance(3 * LOOK_MS);
  t.equal(state.calls, 0);
  writeFileSync(join(dir, 'new'), 'new');
  renameSync(join(dir, 'new'), there);
  await clock.advance(LOOK_MS);
  t.equal(state.calls, 1);
  mkdirSync(join(dir, 'folder'));
  await clock.advance(LOOK_MS);
  t.equal(state.calls, 1);
  writeFileSync(later, '');
  await clock.advance(LOOK_MS);
  t.equal(state.calls, 2);
  rmSync(there);
  await clock.advance(3 * LOOK_MS);
  t.equal(state.calls, 3);
});

t.test('what is not whole yet is looked at again until it is', async t => {
  const dir = t.testdir({ there: 'old' });
  const { clock, state } = watching(t, [join(dir, 'there')]);
  state.whole = false;
  writeFileSync(join(dir, 'there'), 'half');
  await clock.advance(3 * LOOK_MS);
  t.ok(state.calls >= 3);
  state.whole = true;
  await clock.advance(LOOK_MS);
  const { calls } = state;
  await clock.advance(3 * LOOK_MS);
  t.equal(state.calls, calls);
});

t.test('where the system tells of changes nothing waits for the next look', async t => {
  const dir = t.testdir({ there: 'old' });
  const { clock, state } = watching(t, [join(dir, 'there')]);
  writeFileSync(join(dir, 'there'), 'a new one');
  // the news comes by the event loop, the pause after it by the clock
  for (let waited = 0; state.calls === 0 && waited < 500; waited++) {
    await new Promise(resolve => setTimeout(resolve, 5));
    await clock.advance(1);
  }
  for (let wound = 0; state.calls === 0 && wound < SETTLE_MS; wound++) await clock.advance(1);
  t.equal(state.calls, 1);
  t.ok(clock.monotonic() < LOOK_MS);
});

t.test('after the stop nothing is told any more', async t => {
  const dir = t.testdir({ there: 'old' });
  const { clock, state, watcher } = watching(t, [join(dir, 'there')]);
  writeFileSync(join(dir, 'there'), 'a new one');
  watcher.stop();
  await clock.advance(LOOK_MS);
  t.equal(state.calls, 0);
});
