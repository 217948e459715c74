import t from 'tap';
import { addUpValues } from '../../src/upkeep/values.ts';
import { ManualClock } from '../peers/manual-clock.ts';

function scene(batches: number) {
  let left = batches;
  let puts = 0;
  const store = {
    scan: { values: { collect: async () => (left > 0 ? { version: left } : undefined) } },
    write: {
      values: {
        begin: async () => left > 0,
        put: async ({ version }: { version: number }) => {
          if (version === left) left--;
          puts++;
        },
      },
    },
  } as unknown as Parameters<typeof addUpValues>[0]['store'];
  const clock = new ManualClock();
  const run = async () => {
    let over = false;
    const done = addUpValues({ store, clock }).finally(() => {
      over = true;
    });
    while (!over) await clock.advance(10);
    return done;
  };
  return { run, left: () => left, puts: () => puts };
}

t.test('values are added up a part at a time, and the writer is left alone between two', async t => {
  const { run, left, puts } = scene(350);
  await run();
  t.equal(left(), 50, 'a stop of the service waits for a run');
  await run();
  t.equal(left(), 0);
  t.equal(puts(), 350);
  await run();
  t.equal(puts(), 350);
});
