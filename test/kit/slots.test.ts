import t from 'tap';
import { Slots } from '../../src/kit/slots.ts';
import { turn } from '../../src/kit/time/clock.ts';

/** Asks for slots, and tells who has got one, in order. */
function asking(slots: Slots) {
  const got: string[] = [];
  const gives: (() => void)[] = [];
  return {
    got,
    gives,
    ask(client: string, signal = new AbortController().signal): Promise<void> {
      return slots.take(client, signal).then(give => {
        got.push(client);
        gives.push(give);
      });
    },
  };
}

t.test('a client has a few slots at a time, all clients a few more, and they come round by clients', async t => {
  const { got, gives, ask } = asking(new Slots(2, 3));
  for (const client of ['a', 'a', 'a', 'a', 'b', 'b', 'c']) ask(client).catch(t.fail);
  await turn();
  t.same(got, ['a', 'a', 'b'], 'the third of one client waits, though there is room for another');
  gives.shift()?.();
  await turn();
  t.same(got.splice(0), ['a', 'a', 'b', 'a']);
  gives.shift()?.();
  await turn();
  t.same(got.splice(0), ['b'], 'who has waited before comes behind');
  gives.shift()?.();
  await turn();
  t.same(got.splice(0), ['c']);
  while (gives.length > 0) {
    gives.shift()?.();
    await turn();
  }
  t.same(got, ['a'], 'the last');
});

t.test('who ends while it waits leaves its slot to the next, and rejects with the reason', async t => {
  const { got, gives, ask } = asking(new Slots(1, 1));
  await ask('a');
  const controller = new AbortController();
  const ended = ask('b', controller.signal);
  const next = ask('c');
  controller.abort(new Error('gone'));
  await t.rejects(ended, { message: 'gone' });
  await t.rejects(ask('d', controller.signal), { message: 'gone' }, 'also before it waits');
  gives.shift()?.();
  await next;
  t.same(got, ['a', 'c']);
  gives.shift()?.();
  await ask('b');
  t.same(got, ['a', 'c', 'b'], 'nothing is left behind');
});

t.test('of one client no more wait than a service can hold', async t => {
  const { got, gives, ask } = asking(new Slots(1, 2));
  const asked = Array.from({ length: 257 }, () => ask('a'));
  await t.rejects(ask('a'), /ErrTokenRateLimited/);
  await ask('b');
  for (let n = 0; n < 258; n++) {
    await turn();
    gives.shift()?.();
  }
  await Promise.all(asked);
  t.equal(got.length, 258, 'those that wait get their slots, and others theirs');
});
