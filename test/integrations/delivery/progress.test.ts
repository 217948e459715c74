import t from 'tap';
import type { Mark } from '../../../src/integrations/delivery/lane.ts';
import { Progress } from '../../../src/integrations/delivery/progress.ts';
import { ManualClock } from '../../peers/manual-clock.ts';
import { quiet, until } from '../fakes.ts';

/** A lane of which only numbers are known. */
function lane({ settled = 0, pending = 0, beyond }: { settled?: number; pending?: number; beyond?: number } = {}) {
  return {
    ...{ settled, pending, beyond: beyond ?? settled + pending },
    mark(): Mark | undefined {
      return this.settled > 0 ? { cursor: 1, delivered: this.settled, settled: this.settled } : undefined;
    },
    marked(mark: Mark) {
      this.settled -= mark.settled;
      this.beyond -= mark.settled;
    },
  };
}
type FakeLane = ReturnType<typeof lane>;

function scene(lanes: readonly FakeLane[], store: (of: FakeLane) => Promise<void> = async () => {}) {
  const clock = new ManualClock();
  const told = { stores: 0, stored: 0, failures: 0 };
  const progress = new Progress<FakeLane>({
    ...{ clock, ahead: 8 },
    lanes: () => lanes,
    store(of) {
      told.stores++;
      return store(of);
    },
    stored: () => told.stored++,
    failed: () => told.failures++,
  });
  return { clock, told, progress };
}

t.test('cursors are stored when enough is settled, of all lanes together', async t => {
  const { told, progress } = scene([lane({ settled: 3, pending: 2 }), lane({ settled: 2, pending: 1 })]);
  progress.moved();
  await quiet();
  t.equal(told.stores, 0);
  t.equal(progress.room, 0);
  const more = scene([lane({ settled: 3, pending: 2 }), lane({ settled: 3 })]);
  more.progress.moved();
  await until(() => more.told.stored === 1);
  t.equal(more.progress.room, 6);
});

t.test('they are stored early when nothing could be sent any more without that', async t => {
  const stuck = scene([lane({ settled: 1, beyond: 5 }), lane({ beyond: 3 })]);
  stuck.progress.moved();
  await until(() => stuck.told.stored === 1);
  t.equal(stuck.progress.room, 1);
});

t.test('a lane has one mark on its way at a time, also when that of another has failed', async t => {
  const slow = lane({ settled: 4 });
  const broken = lane({ settled: 2 });
  const done = Promise.withResolvers<void>();
  let isBroken = true;
  const { told, progress, clock } = scene([slow, broken], async of => {
    if (of === slow) await done.promise;
    else if (isBroken) throw new Error('the store is broken');
  });
  progress.moved();
  await quiet();
  await clock.advance(40_000);
  t.equal(told.stores, 2);
  isBroken = false;
  done.resolve();
  await until(() => told.failures === 1);
  t.equal(slow.settled, 0);
  await clock.advance(5000);
  await until(() => told.stored === 1);
  t.same([slow.settled, broken.settled, slow.beyond, broken.beyond], [0, 0, 0, 0]);
});

t.test('nothing is stored by itself after the end', async t => {
  const { told, progress, clock } = scene([lane({ settled: 1 })]);
  progress.moved();
  progress.stop();
  progress.moved();
  await clock.advance(60_000);
  t.equal(told.stores, 0);
});
