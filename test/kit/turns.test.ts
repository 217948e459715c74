import t from 'tap';
import { turn } from '../../src/kit/time/clock.ts';
import { Turns } from '../../src/kit/turns.ts';

/** Time that passes as it is told, and the rests that were asked for. */
function handClock() {
  const state = { nowMs: 0, rests: [] as { ms: number; over: () => void }[] };
  const clock = {
    monotonic: () => state.nowMs,
    after(ms: number, over: () => void) {
      state.rests.push({ ms, over });
      return { cancel: () => undefined };
    },
  };
  return { state, turns: new Turns(clock) };
}

async function turnsOf(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await turn();
}

t.test('what comes together is done in order, a moment of it in each turn of the event loop', async t => {
  const { state, turns } = handClock();
  const done: number[] = [];
  for (let n = 0; n < 10; n++) {
    turns.take(() => {
      done.push(n);
      state.nowMs += 0.5;
    });
  }
  t.same(done, [0], 'the first at once');
  let most = 0;
  while (done.length < 10) {
    const before = done.length;
    await turn();
    most = Math.max(most, done.length - before);
  }
  t.equal(most, 2, 'no more in a turn than takes a moment');
  t.same(done, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  await turnsOf(2);
  turns.take(() => done.push(10));
  t.equal(done.length, 11, 'at once again');
});

t.test('what things lead to counts for them', async t => {
  const { state, turns } = handClock();
  let done = 0;
  let led = 0;
  for (let n = 0; n < 5; n++) {
    turns.take(() => {
      done++;
      process.nextTick(() =>
        Promise.resolve().then(() => {
          led++;
          state.nowMs += 5;
        }),
      );
    });
  }
  while (done < 5) {
    const before = done;
    await turn();
    t.ok(done - before <= 1, 'one thing in a turn');
    t.equal(led, done);
  }
});

t.test('what takes no time is not done without end', async t => {
  const { turns } = handClock();
  let done = 0;
  for (let n = 0; n < 100; n++) turns.take(() => done++);
  let most = 0;
  while (done < 100) {
    const before = done;
    await turn();
    most = Math.max(most, done - before);
  }
  t.equal(most, 32);
});

t.test('after a turn that took long others have as much time, while something waits', async t => {
  const { state, turns } = handClock();
  let done = 0;
  const long = () => {
    done++;
    state.nowMs += 20;
  };
  turns.take(long);
  turns.take(long);
  turns.take(long);
  await turnsOf(10);
  t.equal(done, 1);
  t.same(
    state.rests.map(({ ms }) => ms),
    [20],
  );
  state.rests[0]?.over();
  await turnsOf(10);
  t.equal(done, 2);
  t.equal(state.rests.length, 2);
  state.rests[1]?.over();
  await turnsOf(10);
  t.equal(done, 3);
  for (let n = 0; n < 3; n++) {
    turns.take(long);
    await turnsOf(2);
  }
  t.equal(done, 6, 'what comes one after the other waits for nothing');
  t.equal(state.rests.length, 2);
});

t.test('what fails holds up nothing that waits', async t => {
  const { turns } = handClock();
  t.throws(() =>
    turns.take(() => {
      throw new Error('broken');
    }),
  );
  let done = 0;
  for (let n = 0; n < 100; n++) turns.take(() => done++);
  await turnsOf(10);
  t.equal(done, 100);
});

t.test('of several clients one is served after the other, however much one of them asks', async t => {
  const { state, turns } = handClock();
  const done: string[] = [];
  const act = (name: string) => () => {
    done.push(name);
    state.nowMs += 2;
  };
  turns.take(act('first'), 'a');
  for (let n = 0; n < 50; n++) turns.take(act('a'), 'a');
  turns.take(act('b'), 'b');
  turns.take(act('c'), 'c');
  turns.take(act('b'), 'b');
  await turnsOf(20);
  t.same(done.slice(0, 6), ['first', 'a', 'b', 'c', 'a', 'b']);
});

/** Work of some bits, each as long as the last argument says. */
function* bits(count: number, done: string[], name: string, bit: () => void): Generator<void, string> {
  for (let n = 0; n < count; n++) {
    done.push(name);
    bit();
    yield;
  }
  return name;
}

t.test('long work is done in steps of a few milliseconds, between which the event loop turns', async t => {
  const { state, turns } = handClock();
  const done: string[] = [];
  const bit = () => {
    state.nowMs += 0.5;
  };
  const signal = new AbortController().signal;
  const both = Promise.all([
    turns.steps(bits(40, done, 'a', bit), 'a', signal),
    turns.steps(bits(4, done, 'b', bit), 'b', signal),
  ]);
  t.same(done, [], 'nothing at once: who asked has done its part of this turn');
  let most = 0;
  for (let looked = 0; looked < 100; looked++) {
    const before = done.length;
    await turn();
    most = Math.max(most, done.length - before);
  }
  t.equal(most, 4);
  t.same(await both, ['a', 'b']);
  t.ok(done.lastIndexOf('b') < 12, 'the short one is not behind the long one');
});

t.test('work that is not wanted any more is not gone on with, and what fails is told', async t => {
  const { state, turns } = handClock();
  const done: string[] = [];
  const controller = new AbortController();
  const work = turns.steps(
    bits(1000, done, 'a', () => {
      state.nowMs += 1;
    }),
    'a',
    controller.signal,
  );
  await turnsOf(6);
  t.ok(done.length > 0);
  controller.abort(new Error('gone'));
  await t.rejects(work, { message: 'gone' });
  const { length } = done;
  await turnsOf(6);
  t.equal(done.length, length);
  const broken = bits(1, done, 'b', () => {
    throw new Error('broken');
  });
  await t.rejects(turns.steps(broken, 'b', new AbortController().signal), { message: 'broken' });
});

t.test('who asks too often is looked at again after a pause, and holds up nobody else', async t => {
  const { state, turns } = handClock();
  const done: string[] = [];
  const take = (client: string) => turns.take(() => void done.push(client), client);
  take('often');
  turns.pause('often');
  for (let n = 0; n < 3; n++) take('often');
  take('other');
  await turnsOf(4);
  take('other');
  await turnsOf(4);
  t.same(done, ['often', 'other', 'other'], 'also what comes when nothing else is done');
  t.match(state.rests, [{ ms: 50 }], 'it is waited once');
  state.nowMs += 49;
  take('often');
  take('other');
  await turnsOf(4);
  t.same(done.splice(0), ['often', 'other', 'other', 'other']);
  state.nowMs += 1;
  state.rests[0]?.over();
  await turnsOf(4);
  t.same(done.splice(0), ['often', 'often', 'often', 'often']);
  take('often');
  t.same(done, ['often'], 'at once, as before');
});

t.test('a pause is not made longer by what is asked in it, and clients of long ago are forgotten', async t => {
  const { state, turns } = handClock();
  let done = 0;
  turns.pause('often');
  state.nowMs += 30;
  turns.pause('often');
  turns.take(() => done++, 'often');
  t.match(state.rests, [{ ms: 20 }]);
  state.nowMs += 20;
  state.rests[0]?.over();
  await turnsOf(3);
  t.equal(done, 1);
});
