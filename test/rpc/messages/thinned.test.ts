import t from 'tap';
import { turn } from '../../../src/kit/time/clock.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { SharedCounts } from '../../../src/rpc/messages/counts.ts';
import { START } from '../caller.ts';
import { at, BS, EP, openTraffic, type Traffic } from '../traffic.ts';
import { windClock } from '../wind-clock.ts';

t.setTimeout(120_000);

const many = (from: number, count: number, ep = 1) =>
  Array.from({ length: count }, (_, n) => ({ ep, packetCnt: from + n, rxTime: BigInt(START - n) * 1_000_000n }));

/** What comes while time passes, and how long that took. */
async function passing<T>({ advance, now }: Traffic, coming: Promise<T>): Promise<{ item: T; afterMs: number }> {
  const begun = now();
  const state = { over: false };
  const over = coming.finally(() => {
    state.over = true;
  });
  for (let step = 0; !state.over && step < 500; step++) {
    for (let n = 0; n < 20 && !state.over; n++) await turn();
    if (!state.over) advance(10);
  }
  return { item: await over, afterMs: now() - begun };
}

t.test('a stream that need not carry every message counts those of a second that has more, and says whose', async t => {
  const traffic = await openTraffic(t);
  const { hear, stream } = traffic;
  const live = await stream('StreamMessages', { max_per_second: 3 });
  await hear(...many(0, 2));
  t.match(
    [await live.next(), await live.next()],
    [
      { seq: '1', counts: null },
      { seq: '2', id: /^\w/ },
    ],
    'each at once',
  );
  await hear(...many(10, 2), ...many(20, 3, 2), ...many(30, 4, 3));
  t.match(await live.next(), { seq: '3', ep_eui: EP[1] }, 'what is left of the second');
  const counted = await passing(traffic, live.next());
  t.match(counted.item, {
    id: '',
    ep_eui: '',
    base_stations: [],
    seq: '11',
    counts: {
      messages: 4,
      endpoints: [
        { ep_eui: EP[2], ep_name: 'Meter 2', messages: 3 },
        { ep_eui: EP[1], ep_name: 'Meter 1', messages: 1 },
      ],
      last_stored_at: at(START),
    },
  });
  t.equal(counted.item.counts?.endpoints?.length, 2, 'nothing of another organization');
  t.ok(counted.afterMs > 900 && counted.afterMs <= 1010, 'when the second is over');
  await hear(...many(100, 5));
  const second = await passing(traffic, live.next());
  t.match(second.item, { seq: '16', counts: { messages: 5 } }, 'the next second is counted as a whole');
  t.ok(Math.abs(second.afterMs - 1000) <= 10, `${second.afterMs} ms`);
  await hear(...many(200, 3));
  t.match((await passing(traffic, live.next())).item, { seq: '19', counts: { messages: 3 } });
  await hear(...many(300, 2));
  t.match([await live.next(), await live.next()], [{ seq: '20', counts: null }, { seq: '21' }], 'and then each again');
});

t.test('counts are of what the stream is for', async t => {
  const traffic = await openTraffic(t);
  const { hear, stream } = traffic;
  const live = await stream('StreamMessages', { max_per_second: 1, ep_euis: [EP[2]] });
  await hear(...many(0, 6), ...many(10, 3, 2));
  t.match(await live.next(), { ep_eui: EP[2], packet_cnt: 10 });
  t.match((await passing(traffic, live.next())).item, {
    seq: '9',
    counts: { messages: 2, endpoints: [{ ep_eui: EP[2] }] },
  });
});

t.test('a backlog is counted, and the stream goes on behind it without gap or repeat', async t => {
  const traffic = await openTraffic(t);
  const { hear, stream } = traffic;
  await hear(...many(0, 40));
  const first = await stream('StreamMessages', { after_seq: '7', max_per_second: 10 });
  for (let n = 0; n < 10; n++) t.match(await first.next(), { seq: String(8 + n) });
  const { item } = await passing(traffic, first.next());
  t.match(item, { seq: '40', counts: { messages: 23 } });
  first.cancel();
  await hear(...many(500, 3));
  const again = await stream('StreamMessages', { after_seq: item.seq, max_per_second: 10 });
  t.match([await again.next(), await again.next(), await again.next()], [{ seq: '41' }, { seq: '42' }, { seq: '43' }]);
});

t.test('a quiet second is the end of a fast one', async t => {
  const traffic = await openTraffic(t);
  const { hear, stream, advance } = traffic;
  const live = await stream('StreamMessages', { max_per_second: 2 });
  await hear(...many(0, 2));
  await live.next();
  await live.next();
  const third = live.next();
  for (let n = 0; n < 200; n++) await turn();
  advance(1010);
  for (let n = 0; n < 200; n++) await turn();
  await hear(...many(10, 1));
  t.match(await third, { seq: '3', counts: null }, 'nothing was counted, so nothing is said');
});

t.test('what is thinned cannot be of one base station, and is refused beyond its range', async t => {
  const { stream, streamRefusal, hear, advance } = await openTraffic(t);
  t.match(await streamRefusal('StreamMessages', { bs_eui: BS[1], max_per_second: 5 }), {
    token: 'MutuallyExclusiveFields',
    about: { fields: 'bs_eui, max_per_second' },
  });
  t.match(await streamRefusal('StreamMessages', { max_per_second: 10_001 }), { token: 'FieldOutOfRange' });
  await stream('StreamMessages', { bs_eui: BS[1], max_per_second: 0 });
  await hear(...many(0, 2));
  advance(7 * DAY_MS + 1);
  await hear(...many(10, 2));
  t.match(await streamRefusal('StreamMessages', { after_seq: '1', max_per_second: 5 }), {
    token: 'StreamCursorTooOld',
  });
});

t.test(
  'what is behind a place is counted once for all that stand there, and others come to the same place',
  async t => {
    const clock = windClock(START);
    const asked: [number, number][] = [];
    let newest = 40;
    const row = (messages: number, lastSeq: number) => ({
      ...{ org: 1, epEui: EP[1], epName: 'Meter 1', deviceModel: null, messages, lastSeq },
      ...{ firstStoredAt: START, lastStoredAt: START },
    });
    const countAfter = (after: number, upTo: number) => {
      asked.push([after, upTo]);
      const end = Math.min(newest, upTo);
      return end > after ? [row(end - after, end)] : [];
    };
    const counts = new SharedCounts({ countAfter }, clock);
    t.match(counts.after(10), { upTo: 40, more: false });
    newest = 45;
    t.equal(counts.after(10), counts.after(10));
    t.equal(counts.after(25).upTo, 40, 'what came since is for the next second');
    t.same(asked, [
      [10, Number.MAX_SAFE_INTEGER],
      [25, 40],
    ]);
    clock.advance(1000);
    t.equal(counts.after(40).upTo, 45);
    t.match(counts.after(45), { upTo: 45, endpoints: [] });
  },
);
