import t from 'tap';
import { Notifier } from '../../src/kit/notifier.ts';
import { turn } from '../../src/kit/time/clock.ts';
import { DAY_MS, HOUR_MS } from '../../src/kit/units.ts';
import { follow, type LogEdges } from '../../src/rpc/follow.ts';
import { START } from './caller.ts';
import { at, BS, EP, openTraffic } from './traffic.ts';
import { windClock } from './wind-clock.ts';

const many = (from: number, count: number, ep = 1) =>
  Array.from({ length: count }, (_, n) => ({ ep, packetCnt: from + n, rxTime: BigInt(START - n) * 1_000_000n }));

t.test('a stream begins with what is stored after it was opened, in storage order', async t => {
  const { hear, stream } = await openTraffic(t);
  await hear(...many(0, 3));
  const live = await stream('StreamMessages', {});
  await hear(...many(10, 2));
  t.match(await live.next(), { seq: '4', packet_cnt: 10 });
  t.match(await live.next(), { seq: '5', packet_cnt: 11 });
});

t.test('a stream resumes behind a cursor without gap or repeat while writes go on', async t => {
  const { hear, stream } = await openTraffic(t);
  await hear(...many(0, 250));
  const seqs: number[] = [];
  let after_seq = '7';
  for (let part = 0; part < 4; part++) {
    const live = await stream('StreamMessages', { after_seq });
    for (let n = 0; n < 120; n++) {
      if (n % 40 === 0) await hear(...many(1000 * (part + 1) + n, 25));
      after_seq = (await live.next()).seq;
      seqs.push(Number(after_seq));
    }
    live.cancel();
  }
  t.same(
    seqs,
    Array.from({ length: 480 }, (_, n) => n + 8),
  );
});

t.test('a stream whose reader does not ask reads nothing', async t => {
  const { hear, stream, reads } = await openTraffic(t);
  await hear(...many(0, 300));
  const live = await stream('StreamMessages', { start_time: at(START - HOUR_MS) });
  t.equal((await live.next()).seq, '1');
  const before = reads.after;
  for (let n = 0; n < 5; n++) await hear(...many(1000 + n * 100, 100, 2));
  t.equal(reads.after, before);
});

t.test('filters choose endpoints and receivers', async t => {
  const { hear, stream } = await openTraffic(t);
  const mine = await stream('StreamMessages', { ep_euis: [EP[2].toUpperCase()] });
  const heard = await stream('StreamMessages', { bs_eui: BS[3] });
  await hear(
    { packetCnt: 1 },
    { ep: 3, packetCnt: 2 },
    { ep: 2, packetCnt: 3 },
    { packetCnt: 4 },
    { packetCnt: 4, station: 3 },
    { ep: 3, packetCnt: 5, station: 3 },
  );
  t.match(await mine.next(), { packet_cnt: 3 });
  t.match(await heard.next(), { packet_cnt: 4, base_stations: [{}, {}] });
});

t.test('too old or contradictory starts are refused', async t => {
  const { hear, streamRefusal, advance, stream } = await openTraffic(t);
  t.match(await streamRefusal('StreamMessages', { after_seq: '1', start_time: at(START) }), {
    token: 'MutuallyExclusiveFields',
  });
  t.match(await streamRefusal('StreamMessages', { after_seq: '-1' }), { token: 'FieldOutOfRange' });
  t.match(await streamRefusal('StreamMessages', { ep_euis: Array(101).fill(EP[1]) }), { token: 'TooManyItems' });
  t.match(await streamRefusal('StreamBaseStationMessages', { bs_eui: BS[3] }), { token: 'BaseStationNotFound' });
  t.match(await streamRefusal('StreamBaseStationMessages', { bs_eui: BS[1], direction: 'x' }), {
    token: 'InvalidDirection',
  });
  await hear(...many(0, 5));
  advance(7 * DAY_MS + 1);
  await hear(...many(10, 5));
  t.match(await streamRefusal('StreamMessages', { after_seq: '2' }), {
    token: 'StreamCursorTooOld',
    about: { oldest_seq: '6' },
  });
  t.match(await streamRefusal('StreamMessages', { start_time: at(START - HOUR_MS) }), { token: 'StreamCursorTooOld' });
  const live = await stream('StreamMessages', { after_seq: '5' });
  t.equal((await live.next()).seq, '6');
});

t.test(
  "a station's stream has late copies at their own place, once, and hides other organizations' payload",
  async t => {
    const { hear, stream, receive } = await openTraffic(t);
    await hear({ packetCnt: 1 });
    const live = await stream('StreamBaseStationMessages', { bs_eui: BS[2] });
    await hear({ packetCnt: 2 }, { packetCnt: 2, station: 2 });
    t.equal(await receive({ packetCnt: 1, station: 2 }), 'late');
    await hear({ ep: 3, packetCnt: 3, station: 2 });
    t.match(await live.next(), { seq: '2', packet_cnt: 2, receivers: 2, ep_eui: EP[1], direction: 'uplink' });
    t.match(await live.next(), { seq: '3', packet_cnt: 1, receivers: 2 });
    const foreign = await live.next();
    t.match(foreign, { seq: '4', ep_eui: '', op_id: '3', snr: 10 });
    t.equal(foreign.packet_cnt, undefined);
    t.equal(foreign.user_data.length, 0);
    const again = await stream('StreamBaseStationMessages', { bs_eui: BS[2], after_seq: '1', ep_eui: EP[1] });
    t.match([await again.next(), await again.next()], [{ seq: '2' }, { seq: '3' }]);
  },
);

t.test('a stop of the service ends streams so that the client resumes', async t => {
  const { stream, invoker } = await openTraffic(t);
  const live = await stream('StreamMessages', {});
  const failure = live.failure();
  await invoker.stop(0);
  t.equal(await failure, 'ServiceStopping');
});

t.test('between two batches a stream waits for the clock of the service, and no longer than its caller', async t => {
  const clock = windClock(START);
  const edges = { oldest: 1, newest: 1000 };
  const log: LogEdges = {
    consistent: fn => fn(),
    edges: () => edges,
    firstAt: seq => ({ seq, storedAt: START }),
    seqBefore: () => 0,
    hasMoreAfter: () => true,
    lastOf: () => 1,
  };
  const cancel = new AbortController();
  const read = (after: number) => ({ items: [after], upTo: after + 100, more: true });
  const stream = follow({ log, news: new Notifier(), signal: cancel.signal, clock }, 0, read);
  t.same([...((await stream.next()).value ?? [])], [0]);
  const second = stream.next();
  while (clock.pending === 0) await turn();
  clock.advance(1);
  t.same([...((await second).value ?? [])], [100]);
  const last = stream.next();
  while (clock.pending === 0) await turn();
  cancel.abort();
  t.equal((await last).done, true);
});

t.test('a running stream whose place is gone says where the log begins now', async t => {
  const clock = windClock(START);
  const edges = { oldest: 1, newest: 1000 };
  const log: LogEdges = {
    consistent: fn => fn(),
    edges: () => edges,
    firstAt: seq => ({ seq, storedAt: START }),
    seqBefore: () => 0,
    hasMoreAfter: () => true,
    lastOf: () => 1,
  };
  const { signal } = new AbortController();
  const read = (after: number) => ({ items: [after], upTo: after + 100, more: true });
  const stream = follow({ log, news: new Notifier(), signal, clock }, 0, read);
  await stream.next();
  edges.oldest = 102;
  const next = stream.next();
  while (clock.pending === 0) await turn();
  clock.advance(1);
  const told = await next.catch((cause: unknown) => cause);
  t.match(told, { fault: 'StreamCursorTooOld', about: { oldest_seq: '102' } });
});
