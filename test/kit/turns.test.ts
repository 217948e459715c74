import t from 'tap';
import { turn } from '../../src/kit/clock.ts';
import { Turns } from '../../src/kit/turns.ts';

t.test('what comes together is done in order, a moment of it in each turn of the event loop', async t => {
  let nowMs = 0;
  const turns = new Turns({ monotonic: () => nowMs });
  const done: number[] = [];
  for (let n = 0; n < 10; n++) {
    turns.take(() => {
      done.push(n);
      nowMs += 0.5;
    });
  }
  t.same(done, [0, 1], 'at once as much as takes a moment');
  const seen: number[] = [];
  while (done.length < 10) {
    seen.push(done.length);
    await turn();
  }
  t.same(done, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  t.ok(seen.length >= 4, `${seen.length} turns for what takes four moments more`);
  await turn();
  turns.take(() => done.push(10));
  t.equal(done.length, 11, 'at once again');
});

t.test('what takes no time is not done without end', async t => {
  const turns = new Turns({ monotonic: () => 0 });
  let done = 0;
  for (let n = 0; n < 100; n++) turns.take(() => done++);
  t.equal(done, 32);
  await turn();
  t.ok(done > 32 && done < 100);
});

t.test('what fails holds up nothing that waits', async t => {
  const turns = new Turns({ monotonic: () => 0 });
  t.throws(() =>
    turns.take(() => {
      throw new Error('broken');
    }),
  );
  let done = 0;
  for (let n = 0; n < 100; n++) turns.take(() => done++);
  for (let n = 0; n < 10; n++) await turn();
  t.equal(done, 100);
});
