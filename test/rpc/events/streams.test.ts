import t, { type Test } from 'tap';
import type { EventType, NewEvent } from '../../../src/domain/event/catalog.ts';
import { credibleMs, turn } from '../../../src/kit/time/clock.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/kit/units.ts';
import { EventFeed } from '../../../src/rpc/event-feed.ts';
import { events } from '../../../src/rpc/events/events.ts';
import { momentAt } from '../../peers/time.ts';
import { START } from '../caller.ts';
import { at, BS, EP, openTraffic } from '../traffic.ts';

const bs_eui = BS[1];
const station = { station: 1, bsEui: bs_eui };
const endpoint = { endpoint: 1, epEui: EP[1] };

/** The RPCs over a store in which a test raises events, at the time of the test's clock. */
async function opened(t: Test) {
  const feed = new EventFeed();
  const reads = { after: 0 };
  const traffic = await openTraffic(t, '', ({ store, clock }) => {
    const after: typeof store.read.eventLog.after = (...asked) => {
      reads.after++;
      return store.read.eventLog.after(...asked);
    };
    const read = { ...store.read, eventLog: { ...store.read.eventLog, after } };
    return events({ store: { ...store, waiting: 0, read }, clock, feed });
  });
  const { store, now } = traffic;
  store.newsTo(news => feed.tell(news));
  return {
    ...traffic,
    feed,
    reads,
    raise(type: EventType, more: Partial<NewEvent> = {}): Promise<boolean> {
      return store.write.events.raise({ type, org: 1, at: now(), storedAt: now(), ...more });
    },
    closeFolds: () => store.write.events.closeFolds(now()),
    /** Until every stream has read what there is. */
    async quiet(): Promise<void> {
      for (let before = -1; before !== reads.after; ) {
        before = reads.after;
        for (let n = 0; n < 20; n++) await turn();
      }
    },
  };
}

t.test('a stream of events begins with what is stored after it was opened, in storage order', async t => {
  const { raise, stream } = await opened(t);
  await raise('endpoint.attached', endpoint);
  const live = await stream('StreamEvents', {});
  await raise('endpoint.detached', { ...endpoint, at: START - DAY_MS });
  await raise('basestation.connected', { ...station, data: { resumed: false } });
  t.match(await live.next(), { seq: '2', event_type: 'endpoint.detached', ep_eui: EP[1] });
  t.match(await live.next(), { seq: '3', event_type: 'basestation.connected', source_type: 'base_station', bs_eui });
});

t.test('a stream resumes behind a cursor or from a time, without gap or repeat while events are stored', async t => {
  const { raise, stream, advance } = await opened(t);
  for (let n = 0; n < 250; n++) await raise('endpoint.attached', endpoint);
  const seqs: number[] = [];
  let after_seq = '7';
  for (let part = 0; part < 4; part++) {
    const live = await stream('StreamEvents', { after_seq });
    for (let n = 0; n < 80; n++) {
      if (n % 40 === 0) await Promise.all(Array.from({ length: 25 }, () => raise('endpoint.detached', endpoint)));
      after_seq = (await live.next()).seq;
      seqs.push(Number(after_seq));
    }
    live.cancel();
  }
  t.same(
    seqs,
    Array.from({ length: 320 }, (_, n) => n + 8),
  );
  advance(MINUTE_MS);
  await raise('endpoint.attached', endpoint);
  const since = await stream('StreamEvents', { start_time: at(START + 1) });
  t.equal((await since.next()).seq, '451');
});

t.test('a list shows the count of a fold that is open, and of the next one by itself', async t => {
  const { raise, call, advance, closeFolds } = await opened(t);
  const reused = { ...endpoint, data: { packetCnt: 7 } };
  const listed = async () => (await call('ListEvents', { order_by: 'seq asc' })).events;
  for (let n = 0; n < 7; n++) {
    await raise('endpoint.counter_reused', reused);
    t.equal((await listed())[0]?.count, n + 1);
  }
  const [shown] = await listed();
  t.ok(shown?.data?.fields?.lastSeen, 'when it was seen last');
  advance(MINUTE_MS);
  await closeFolds();
  await raise('endpoint.counter_reused', reused);
  t.same(
    (await listed()).map(({ count }) => count),
    [7, 1],
  );
});

t.test(
  'the count of a fold is sent once more under its seq, to who is there, and not repeated by a resume',
  async t => {
    const { raise, stream, advance, closeFolds, quiet } = await opened(t);
    const reused = { ...endpoint, data: { packetCnt: 7 } };
    await raise('endpoint.counter_reused', reused);
    const late = await stream('StreamEvents', {});
    const live = await stream('StreamEvents', { start_time: at(START) });
    const seen = await stream('StreamEndPointEvents', { ep_eui: EP[1], after_seq: '1' });
    const other = await stream('StreamEvents', { after_seq: '1', severities: ['info'] });
    t.match(await live.next(), { seq: '1', count: 1 });
    for (let n = 0; n < 4; n++) await raise('endpoint.counter_reused', reused);
    await raise('endpoint.attached', endpoint);
    t.match(await live.next(), { seq: '2' }, 'nothing of what is only counted');
    t.match(await late.next(), { seq: '2' });
    t.match(await seen.next(), { seq: '2' });
    t.match(await other.next(), { seq: '2' });
    advance(MINUTE_MS);
    await closeFolds();
    const counted = { seq: '1', count: 5, event_type: 'endpoint.counter_reused' };
    t.match(await live.next(), counted);
    t.match(await seen.next(), counted, 'a client that resumed behind the first one');
    await quiet();
    await raise('endpoint.detached', endpoint);
    t.match(await live.next(), { seq: '3' });
    t.match(await late.next(), { seq: '3' }, 'no count of what this stream has not sent');
    t.match(await seen.next(), { seq: '3' });
    t.match(await other.next(), { seq: '3' });
    const resumed = await stream('StreamEvents', { after_seq: '1' });
    t.match([await resumed.next(), await resumed.next()], [{ seq: '2' }, { seq: '3' }]);
  },
);

t.test('a fold that was closed before a stream came to it is sent once, with its count', async t => {
  const { raise, stream, advance, closeFolds, quiet } = await opened(t);
  for (let n = 0; n < 150; n++) await raise('endpoint.attached', endpoint);
  const live = await stream('StreamEvents', { start_time: at(START) });
  t.equal((await live.next()).seq, '1');
  for (let n = 0; n < 3; n++) await raise('endpoint.counter_reused', endpoint);
  advance(MINUTE_MS);
  await closeFolds();
  await raise('endpoint.detached', endpoint);
  for (let seq = 2; seq <= 150; seq++) t.equal((await live.next()).seq, String(seq));
  t.match(await live.next(), { seq: '151', count: 3 });
  t.match(await live.next(), { seq: '152' });
  await quiet();
  await raise('endpoint.attached', endpoint);
  t.match(await live.next(), { seq: '153' });
});

t.test('streams choose category, severity, kind, base station and registration', async t => {
  const { raise, stream, streamRefusal } = await opened(t);
  const all: [string, Awaited<ReturnType<typeof stream<'StreamEvents'>>>][] = [
    ['4', await stream('StreamEvents', { categories: ['system', 'audit'] })],
    ['3', await stream('StreamEvents', { severities: ['warning', 'error'] })],
    ['3', await stream('StreamEvents', { event_types: ['basestation.dis*', 'nothing'] })],
    ['2', await stream('StreamBaseStationEvents', { bs_eui: bs_eui.toUpperCase() })],
    ['6', await stream('StreamBaseStationEvents', { bs_eui, severities: ['warning'] })],
    ['1', await stream('StreamEndPointEvents', { ep_eui: EP[1] })],
    ['5', await stream('StreamEndPointEvents', { ep_eui: EP[1], event_types: ['endpoint.de*'] })],
  ];
  await raise('endpoint.attached', endpoint);
  await raise('basestation.connected', station);
  await raise('basestation.disconnected', { station: 2, bsEui: BS[2] });
  await raise('system.started', { org: null });
  await raise('endpoint.detached', endpoint);
  await raise('message.rejected', station);
  await raise('endpoint.attached', { org: 2, endpoint: 3, epEui: EP[3] });
  for (const [seq, live] of all) t.equal((await live.next()).seq, seq);
  const refused = async (method: 'StreamEvents', request: object) => (await streamRefusal(method, request))?.token;
  t.equal(await refused('StreamEvents', { after_seq: '1', start_time: at(START) }), 'MutuallyExclusiveFields');
  t.equal(await refused('StreamEvents', { categories: ['x'] }), 'InvalidEventCategory');
  t.equal(await refused('StreamEvents', { severities: ['x'] }), 'InvalidSeverity');
  t.match(await streamRefusal('StreamBaseStationEvents', { bs_eui: BS[3] }), { token: 'BaseStationNotFound' });
  t.match(await streamRefusal('StreamEndPointEvents', { ep_eui: EP[3] }), { token: 'EndPointNotFound' });
});

t.test('a cursor that is too old is refused, and one that retention overtakes ends its stream', async t => {
  const { raise, stream, streamRefusal, advance, store, now } = await opened(t);
  for (let n = 0; n < 5; n++) await raise('endpoint.attached', endpoint);
  advance(7 * DAY_MS);
  await raise('endpoint.attached', endpoint);
  const slow = await stream('StreamEvents', { start_time: at(START) });
  advance(1);
  const told = { token: 'StreamCursorTooOld', about: { oldest_seq: '6' } };
  t.match(await streamRefusal('StreamEvents', { after_seq: '2' }), told);
  t.match(await streamRefusal('StreamEvents', { start_time: at(START) }), told);
  for (let after = 0, more = true; more; ) {
    ({ after, more } = await store.write.retention.rows('events', after, {
      eventsUntil: credibleMs(now() - DAY_MS),
      at: momentAt(now()),
    }));
  }
  t.equal(await slow.failure(), 'StreamCursorTooOld');
  t.match(await streamRefusal('StreamEvents', { after_seq: '3' }), told);
  const live = await stream('StreamEvents', { after_seq: '5' });
  t.equal((await live.next()).seq, '6');
});

t.test('a reader that does not ask costs nothing, however many there are', async t => {
  const { raise, stream, reads, quiet, feed } = await opened(t);
  const idle = await Promise.all(Array.from({ length: 30 }, () => stream('StreamEvents', {})));
  t.equal(reads.after, 0, 'nothing is read before the first item is asked for');
  for (let n = 0; n < 500; n++) await raise('endpoint.attached', endpoint);
  await quiet();
  t.equal(reads.after, 0);
  t.same(Object.keys(feed), ['stored'], 'and nothing is kept for them but what all share');
  for (const live of idle) t.equal((await live.next()).seq, '1');
});
