import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import type { CenterLine } from '../../src/domain/center/center-records.ts';
import type { Eui } from '../../src/kit/eui.ts';
import { Notifier } from '../../src/kit/notifier.ts';
import { Delivery, type DeliveryOptions } from '../../src/scaci/delivery.ts';

const STRETCH = 10;
const status = (seq: number): CenterLine => ({
  ...{ kind: 'epStat', seq, storedAt: 0 },
  content: { epEui: 'acde48000000e001' as Eui, epStatus: 'attached' },
});

/** A delivery whose log is made up: how often it looked, and what it sent. */
function delivery(over: Partial<DeliveryOptions>, lines: (after: number) => { lines: CenterLine[]; upTo: number }) {
  const told = { looks: 0, sent: 0 };
  const end = new AbortController();
  const newMessages = new Notifier();
  let opId = 0;
  const send = (_: number, messages: readonly unknown[]) => {
    told.sent += messages.length;
  };
  const parts: DeliveryOptions = {
    read(_, after) {
      told.looks++;
      return { ...lines(after), damaged: [] };
    },
    async issue(_, places) {
      opId -= places.length;
      return opId + places.length - 1;
    },
    ...{ newMessages, open: 64, center: { session: 1, org: 1, acEui: 'acde480000000a01' as Eui } },
    waiting: () => 0,
    drained: async () => {},
    groupBytes: 65_536,
    message: line => ({ command: line.kind, body: { entries: 0, bytes: Buffer.alloc(0) } }),
    ...{ send, repeat: send },
    damaged: async () => {},
    signal: end.signal,
    ...over,
  };
  return { told, newMessages, over: new Delivery(parts).run(0), end: () => end.abort() };
}

t.test('a long stretch of lines for others is passed a part at a time, with turns for everything else', async t => {
  const newest = 1000 * STRETCH;
  const { told, over, end } = delivery({}, after => ({ lines: [], upTo: Math.min(after + STRETCH, newest) }));
  t.equal(told.looks, 1);
  await turn();
  await turn();
  t.ok(told.looks < 10, 'others have had their turns');
  while (told.looks < 1001) await turn();
  await turn();
  t.equal(told.looks, 1001, 'at the end of the log it waits');
  end();
  await over;
});

t.test('nothing is read for a center that may have no more operations, however much comes', async t => {
  const { told, newMessages, over, end } = delivery({ waiting: () => 64 }, after => ({
    lines: [status(after + 1)],
    upTo: after + 1,
  }));
  for (let i = 0; i < 100; i++) {
    newMessages.notify();
    await turn();
  }
  t.same(told, { looks: 0, sent: 0 });
  end();
  await over;
});

t.test('nothing is read for a center whose connection takes nothing', async t => {
  const { promise: drained, resolve: drain } = Promise.withResolvers<void>();
  const { told, newMessages, over, end } = delivery({ drained: () => drained }, after =>
    after > 0 ? { lines: [], upTo: after } : { lines: [status(1)], upTo: 1 },
  );
  for (let i = 0; i < 100; i++) {
    newMessages.notify();
    await turn();
  }
  t.same(told, { looks: 1, sent: 1 });
  drain();
  await turn();
  t.equal(told.looks, 2, 'it goes on where it was');
  end();
  await over;
});

t.test('what is more than may be sent at once goes in pieces, each issued when there is room for it', async t => {
  const issued: [number, number][] = [];
  const damaged: number[] = [];
  const sent: number[] = [];
  let room = Promise.withResolvers<void>();
  const { over, end } = delivery(
    {
      groupBytes: 100,
      message: line => ({ command: line.kind, body: { entries: 1, bytes: Buffer.alloc(line.seq === 4 ? 500 : 40) } }),
      read: (_, after) => ({
        lines: [1, 2, 3, 4, 6].filter(seq => seq > after).map(status),
        damaged: after < 5 ? [{ seq: 5, command: 'epStat' }] : [],
        upTo: 7,
      }),
      async issue(_, places, upTo) {
        issued.push([places.length, upTo]);
        return -(places[0]?.seq ?? 0);
      },
      send: (first, messages) => void sent.push(first, messages.length),
      drained: () => room.promise,
      damaged: async lines => void damaged.push(...lines.map(({ seq }) => seq)),
    },
    () => ({ lines: [], upTo: 0 }),
  );
  const steps = [];
  for (let step = 0; step < 5; step++) {
    await turn();
    steps.push([issued.length, damaged.length]);
    const { resolve } = room;
    room = Promise.withResolvers<void>();
    resolve();
  }
  t.same(
    issued,
    [
      [2, 2],
      [1, 3],
      [1, 4],
      [1, 7],
    ],
    'a line that is more by itself goes alone',
  );
  t.same(sent, [-1, 2, -3, 1, -4, 1, -6, 1]);
  t.same(damaged, [5], 'told once, and before what is behind it');
  t.same(steps.slice(0, 4), [
    [1, 0],
    [2, 0],
    [3, 0],
    [4, 1],
  ]);
  end();
  await over;
});

t.test('operations with gaps between their ids are repeated each under its own', async t => {
  const repeated: [number, number][] = [];
  let room = Promise.withResolvers<void>();
  const end = new AbortController();
  const delivery = new Delivery({
    ...{ read: () => ({ lines: [], damaged: [], upTo: 0 }), issue: async () => undefined, newMessages: new Notifier() },
    ...{ open: 64, groupBytes: 100, center: { session: 1, org: 1, acEui: 'acde480000000a01' as Eui } },
    message: line => ({ command: line.kind, body: { entries: 1, bytes: Buffer.alloc(line.seq === 9 ? 90 : 20) } }),
    ...{ waiting: () => 0, drained: () => room.promise, send: () => t.fail(), damaged: async () => {} },
    repeat: (first, messages) => void repeated.push([first, messages.length]),
    signal: end.signal,
  });
  const operations = [-1, -2, -5, -7, -8, -9, -10, -11, -12, -20].map(opId => ({ opId, line: status(-opId) }));
  const over = delivery.repeat(operations);
  t.same(repeated, [[-1, 2]], 'the next when there is room');
  for (let step = 0; step < 8; step++) {
    const { resolve } = room;
    room = Promise.withResolvers<void>();
    resolve();
    await turn();
  }
  await over;
  t.same(repeated, [
    [-1, 2],
    [-5, 1],
    [-7, 2],
    [-9, 1],
    [-10, 3],
    [-20, 1],
  ]);
});
