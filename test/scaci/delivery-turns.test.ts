import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import type { CenterLine } from '../../src/domain/center/records.ts';
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

t.test('a long stretch of lines for others is passed a part at a time, with turns for everybody else', async t => {
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
