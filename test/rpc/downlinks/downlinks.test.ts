import t, { type Test } from 'tap';
import type { DownlinkResult } from '../../../src/domain/downlink/downlink-records.ts';
import type { Eui } from '../../../src/kit/eui.ts';
import { DAY_MS, HOUR_MS } from '../../../src/kit/units.ts';
import type { ClientMethods } from '../../../src/rpc/schema.gen.ts';
import { START } from '../caller.ts';
import { OPERATOR } from '../harness.ts';
import { openRegistry, type Registry } from '../registry.ts';
import { EP as EPS, openTraffic } from '../traffic.ts';

const EP = '70b3d56770110001';
const OTHER = '70b3d56770110002';
const UPLINK_ONLY = '70b3d56770110003';
const BS = '70b3d59cd0000001';
const REQUEST = '0192f000-0000-7000-8000-0000000000aa';
const RADIO_NS = 1_767_225_601_000_000_001n;

type Sent = ClientMethods['SendDownlink']['request'];
type Listed = 'ListDownlinkQueue' | 'GetDownlinkResults';

const at = (ms: number) => ({ seconds: Math.floor(ms / 1000), nanos: (ms % 1000) * 1_000_000 });
const bytes = (length: number) => Buffer.alloc(length, 0xa5);

/** The registry with two endpoints that listen, and one that does not. */
async function opened(t: Test, settings: Parameters<typeof openRegistry>[1] = {}) {
  const registry = await openRegistry(t, settings);
  for (const [ep_eui, ep_class] of [
    [EP, 'A'],
    [OTHER, 'A'],
    [UPLINK_ONLY, 'Z'],
  ])
    await registry.call('CreateEndPoint', { endpoint: { ep_eui, ep_class } });
  registry.raised();
  return {
    ...registry,
    async send(more: Sent = {}): Promise<string> {
      const { downlink } = await registry.call('SendDownlink', { ep_eui: EP, ...more });
      return downlink?.que_id ?? '';
    },
    /** Queue ids in the order of the answer. */
    async ids(method: Listed, request: object = {}): Promise<string[]> {
      const { downlinks, total_count } = await registry.call(method, request);
      t.equal(total_count, downlinks.length, `${method} ${JSON.stringify(request)}`);
      return downlinks.map(({ que_id }) => que_id);
    },
  };
}

/** A station with an active session; what it is handed it may take, and tell the fate of. */
async function station({ call, connect, store }: Registry) {
  await call('CreateBaseStation', { base_station: { bs_eui: BS } });
  const session = await store.write.sessions.begin({
    station: 1,
    ...{ snBsUuid: Buffer.alloc(16, 1), snScUuid: Buffer.alloc(16, 2) },
    greeting: {
      ...{ vendor: '', model: '', name: '', swVersion: '', info: undefined, position: undefined },
      ...{ bidi: true, version: '1.0.0', remoteAddress: '' },
    },
    at: START,
  });
  connect(1);
  return {
    accept: (opId: number, now = START) => store.write.downlinks.accepted({ session, station: 1, opId, at: now }),
    tell: (queId: string, result: DownlinkResult, now = START) =>
      store.write.downlinks.result({
        ...{ station: 1, bsEui: BS as Eui, epEui: EP as Eui, queId: BigInt(queId), result, at: now },
        ...(result === 'sent' ? { txTime: RADIO_NS, packetCnt: 7 } : { txTime: undefined, packetCnt: undefined }),
        progress: { session, lastBs: 0, doneBs: 0 },
      }),
  };
}

const EARLY = { downlink: { validityMs: DAY_MS, maxPending: 100, handOver: 'early' } } as const;

t.test('a downlink that says nothing is one empty entry that lives for a day', async t => {
  const { call, raised } = await opened(t);
  const { downlink, deduplicated } = await call('SendDownlink', { ep_eui: EP.toUpperCase() });
  t.equal(deduplicated, false);
  t.match(downlink, {
    ...{
      que_id: '1',
      ep_eui: EP,
      status: 'pending',
      result: '',
      cnt_depend: false,
      packet_cnt: [],
      format: 0,
      prio: 0,
    },
    ...{ response_exp: false, exp_only: false, source: 'api', created_by: 'operator@localhost', bs_eui: '', ref: '' },
    ...{ tx_time: '0', sent_at: null, finished_at: null, accepted_at: null, attempts: 0, ac_eui: '', ac_que_id: '' },
    created_at: { seconds: String(START / 1000) },
    expires_at: { seconds: String((START + DAY_MS) / 1000) },
  });
  t.strictSame(
    downlink?.user_data.map(({ length }) => length),
    [0],
  );
  t.equal(downlink?.tx_packet_cnt, undefined);
  t.match(raised(), [{ type: 'downlink.queued', user: OPERATOR, data: { queId: '1', bytes: 0, origin: 'api' } }]);
});

t.test('everything a caller says of a downlink comes back', async t => {
  const { call } = await opened(t);
  const asked = {
    ...{ ep_eui: EP, cnt_depend: true, packet_cnt: [4_294_967_295, 0], format: 255, prio: -1.5, ref: 'ä'.repeat(64) },
    ...{ response_exp: true, response_prio: true, dl_wind_req: true, exp_only: true, dl_rx_stat_qry: true },
    user_data: [bytes(200), bytes(0)],
    expires_at: at(START + 30 * DAY_MS),
  };
  const { downlink } = await call('SendDownlink', asked);
  const { user_data, expires_at, ...said } = asked;
  t.match(downlink, said);
  t.same(downlink?.user_data, user_data);
  t.match(downlink?.expires_at, { seconds: String(expires_at.seconds), nanos: 0 });
  t.match(await call('ListDownlinkQueue', {}), { downlinks: [downlink], total_count: 1 });
});

t.test('a wrong downlink is refused with the token of its first mistake, and nothing is stored', async t => {
  const { refusal, ids, raised } = await opened(t);
  const dependent = { ep_eui: EP, cnt_depend: true };
  const cases: [string, Sent][] = [
    ['EUIRequired', {}],
    ['InvalidEUIFormat', { ep_eui: '70b3d5' }],
    ['InvalidEUIFormat', { ep_eui: '0000000000000000' }],
    ['EndPointNotFound', { ep_eui: '70b3d567701100ff' }],
    ['EndPointNotBidirectional', { ep_eui: UPLINK_ONLY }],
    ['DownlinkPayloadTooLarge', { ep_eui: EP, user_data: [bytes(201)] }],
    ['DownlinkPayloadTooLarge', { ...dependent, user_data: [bytes(1), bytes(201)], packet_cnt: [1, 2] }],
    ['DownlinkMultiplePayloads', { ep_eui: EP, user_data: [bytes(1), bytes(1)] }],
    ['DownlinkMultiplePayloads', { ep_eui: EP, user_data: [bytes(1), bytes(1)], packet_cnt: [1, 2] }],
    ['DownlinkPayloadRequired', { ...dependent, packet_cnt: [1] }],
    ['DownlinkPayloadRequired', dependent],
    ['DownlinkPacketCntRequired', { ...dependent, user_data: [bytes(1)] }],
    ['DownlinkPacketCntRequired', { ...dependent, user_data: [bytes(201)] }],
    ['DownlinkPacketCntMismatch', { ...dependent, user_data: [bytes(1)], packet_cnt: [1, 2] }],
    ['DownlinkPacketCntMismatch', { ...dependent, user_data: [bytes(1), bytes(1)], packet_cnt: [1] }],
    ['DownlinkPacketCntMismatch', { ep_eui: EP, user_data: [bytes(1)], packet_cnt: [1] }],
    ['DownlinkPacketCntMismatch', { ep_eui: EP, packet_cnt: [1] }],
    ['DownlinkPacketCntDuplicate', { ...dependent, user_data: [bytes(1), bytes(1)], packet_cnt: [5, 5] }],
    [
      'TooManyItems',
      { ...dependent, user_data: Array(65).fill(bytes(1)), packet_cnt: Array.from({ length: 65 }, (_, n) => n) },
    ],
    ['DownlinkInvalidFormat', { ep_eui: EP, format: 256 }],
    ['DownlinkInvalidPriority', { ep_eui: EP, prio: Number.NaN }],
    ['DownlinkInvalidPriority', { ep_eui: EP, prio: Number.POSITIVE_INFINITY }],
    ['DownlinkInvalidPriority', { ep_eui: EP, prio: 1e300 }],
    ['DownlinkInvalidExpiry', { ep_eui: EP, expires_at: { seconds: 0 } }],
    ['DownlinkInvalidExpiry', { ep_eui: EP, expires_at: at(START) }],
    ['DownlinkInvalidExpiry', { ep_eui: EP, expires_at: at(START + 30 * DAY_MS + 1) }],
    ['DownlinkInvalidExpiry', { ep_eui: EP, expires_at: { seconds: '9223372036854775807' } }],
    ['DownlinkInvalidExpiry', { ep_eui: EP, expires_at: { seconds: START / 1000 + 60, nanos: -1 } }],
    ['DownlinkRefTooLong', { ep_eui: EP, ref: `${'ä'.repeat(64)}x` }],
    ['InvalidIDFormat', { ep_eui: EP, request_id: '1' }],
    ['InvalidEUIFormat', { ep_eui: 'x', ref: 'x'.repeat(129) }],
  ];
  for (const [token, request] of cases) t.equal(await refusal('SendDownlink', request), token, JSON.stringify(request));
  t.same(await ids('ListDownlinkQueue'), []);
  t.same(await ids('GetDownlinkResults'), []);
  t.same(raised(), [], 'nothing was stored');
});

t.test('64 entries for 64 counters are taken', async t => {
  const { call, send } = await opened(t);
  const packet_cnt = Array.from({ length: 64 }, (_, n) => n);
  await send({ cnt_depend: true, packet_cnt, user_data: packet_cnt.map(n => Buffer.of(n)) });
  const { downlinks } = await call('ListDownlinkQueue', {});
  t.same(downlinks[0]?.packet_cnt, packet_cnt);
  t.same(downlinks[0]?.user_data[63], Buffer.of(63));
});

t.test('a suspended endpoint takes no downlink', async t => {
  const { call, refusal, ids } = await opened(t);
  await call('UpdateEndPoint', { endpoint: { ep_eui: EP, suspended: true }, update_mask: { paths: ['suspended'] } });
  t.equal(await refusal('SendDownlink', { ep_eui: EP }), 'EndPointSuspended');
  t.same(await ids('ListDownlinkQueue'), []);
});

t.test('an endpoint has at most as many unfinished downlinks as configured', async t => {
  const { call, refusal, send, ids } = await opened(t, {
    downlink: { validityMs: HOUR_MS, maxPending: 2, handOver: 'window' },
  });
  const first = await send();
  t.match(await call('ListDownlinkQueue', {}), {
    downlinks: [{ expires_at: { seconds: String((START + HOUR_MS) / 1000) } }],
  });
  const second = await send();
  t.equal(await refusal('SendDownlink', { ep_eui: EP }), 'DownlinkQueueFull');
  const foreign = await send({ ep_eui: OTHER });
  t.match(await call('GetEndPoint', { ep_eui: EP }), { pending_downlinks: 2 });
  const { endpoints } = await call('ListEndPoints', {});
  t.same(
    endpoints.map(({ pending_downlinks }) => pending_downlinks),
    [2, 1, 0],
  );
  await call('RevokeDownlink', { ep_eui: EP, que_id: first });
  t.match(await call('GetEndPoint', { ep_eui: EP }), { pending_downlinks: 1 });
  const third = await send();
  t.same(await ids('ListDownlinkQueue'), [second, foreign, third]);
});

t.test('the same request is stored once within a day', async t => {
  const { call, send, advance, ids } = await opened(t);
  const request = { ep_eui: EP, user_data: [bytes(3)], request_id: REQUEST };
  const first = await call('SendDownlink', request);
  t.equal(first.deduplicated, false);
  const again = await Promise.all([
    call('SendDownlink', { ...request, request_id: REQUEST.toUpperCase() }),
    call('SendDownlink', { ...request, expires_at: { seconds: START / 1000 + 60 }, ref: 'second try' }),
  ]);
  for (const answer of again) t.same(answer, { downlink: first.downlink, deduplicated: true });
  await call('RevokeDownlink', { ep_eui: EP, all: true });
  t.match(await call('SendDownlink', request), { deduplicated: true, downlink: { status: 'revoked' } });
  t.not(await send(), first.downlink?.que_id, 'without an id every request is a new one');
  advance(DAY_MS);
  t.match(await call('SendDownlink', request), { deduplicated: false, downlink: { que_id: '3', status: 'pending' } });
  t.same(await ids('ListDownlinkQueue'), ['2', '3']);
});

t.test('a request that is made again is the same one, also when its time is over by then', async t => {
  const { call, refusal, advance, ids } = await opened(t);
  const request = { ep_eui: EP, user_data: [bytes(3)], expires_at: at(START + 60_000), request_id: REQUEST };
  const { downlink } = await call('SendDownlink', request);
  advance(60_000);
  t.match(await call('SendDownlink', request), { downlink: { que_id: downlink?.que_id }, deduplicated: true });
  const other = '0192f000-0000-7000-8000-00000000000a';
  t.equal(await refusal('SendDownlink', { ...request, request_id: other }), 'DownlinkInvalidExpiry');
  t.equal(await refusal('SendDownlink', { ...request, prio: 1 }), 'RequestIDReused');
  t.equal(await refusal('SendDownlink', { ...request, request_id: undefined }), 'DownlinkInvalidExpiry');
  t.equal((await ids('ListDownlinkQueue')).length + (await ids('GetDownlinkResults')).length, 1);
});

t.test('a request id that was used for another endpoint or other content is refused', async t => {
  const { call, refusal, advance, ids } = await opened(t);
  const request = { ep_eui: EP, user_data: [bytes(3)], prio: 1.5, request_id: REQUEST };
  await call('SendDownlink', request);
  const others = [
    { ep_eui: OTHER },
    { user_data: [bytes(4)] },
    { user_data: [] },
    { cnt_depend: true, packet_cnt: [1] },
    { format: 1 },
    { prio: 1 },
    { response_exp: true },
    { response_prio: true },
    { dl_wind_req: true },
    { exp_only: true },
    { dl_rx_stat_qry: true },
  ];
  for (const other of others) {
    t.equal(await refusal('SendDownlink', { ...request, ...other }), 'RequestIDReused', JSON.stringify(other));
  }
  t.same(await ids('ListDownlinkQueue'), ['1'], 'none of them was stored');
  const racing = { ...request, request_id: '0192f000-0000-7000-8000-00000000000a' };
  const both = await Promise.allSettled([
    call('SendDownlink', racing),
    call('SendDownlink', { ...racing, user_data: [bytes(5)] }),
  ]);
  t.same(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'], 'two at once: one of them has it');
  advance(DAY_MS);
  t.match(await call('SendDownlink', { ...request, ep_eui: OTHER }), { deduplicated: false }, 'after a day it is free');
});

t.test('a pending downlink is revoked at once, and only once', async t => {
  const { call, send, refusal, raised } = await opened(t);
  const [first, second] = [await send(), await send()];
  const foreign = await send({ ep_eui: OTHER });
  raised();
  const revoke = { ep_eui: EP, que_id: first };
  t.match(await call('RevokeDownlink', revoke), {
    downlinks: [
      { que_id: first, status: 'revoked', result: 'revoked', finished_at: { seconds: String(START / 1000) } },
    ],
  });
  t.match(raised(), [{ type: 'downlink.revoked', user: OPERATOR, data: { queId: first } }]);
  const again: unknown = await call('RevokeDownlink', revoke).catch((error: unknown) => error);
  t.match(again, { status: { token: 'ErrTokenDownlinkAlreadyFinished', about: { status: 'revoked' } } });
  const cases: [string, ClientMethods['RevokeDownlink']['request']][] = [
    ['DownlinkNotFound', { ep_eui: EP, que_id: foreign }],
    ['DownlinkNotFound', { ep_eui: EP, que_id: '9007199254740991' }],
    ['InvalidQueueID', { ep_eui: EP, que_id: '9007199254740992' }],
    ['InvalidQueueID', { ep_eui: EP, que_id: '-1' }],
    ['InvalidQueueID', { ep_eui: EP, que_id: '0' }],
    ['InvalidQueueID', { ep_eui: EP }],
    ['InvalidQueueID', { ep_eui: EP, que_id: '-1', all: true }],
    ['MutuallyExclusiveFields', { ep_eui: EP, que_id: second, all: true }],
    ['EUIRequired', { que_id: second }],
    ['InvalidEUIFormat', { ep_eui: 'x', que_id: second }],
    ['EndPointNotFound', { ep_eui: '70b3d567701100ff', que_id: second }],
    ['EndPointNotFound', { ep_eui: '70b3d567701100ff', all: true }],
  ];
  for (const [token, request] of cases) {
    t.equal(await refusal('RevokeDownlink', request), token, JSON.stringify(request));
  }
  t.same(raised(), [], 'nothing was changed');
  await send({ prio: 9 });
  const all = await call('RevokeDownlink', { ep_eui: EP, que_id: '0', all: true });
  t.match(all.downlinks, [
    { que_id: second, status: 'revoked' },
    { que_id: '4', status: 'revoked' },
  ]);
  t.same((await call('RevokeDownlink', { ep_eui: EP, all: true })).downlinks, [], 'there is nothing left to revoke');
  t.match(await call('ListDownlinkQueue', {}), { downlinks: [{ que_id: foreign }], total_count: 1 });
});

t.test('an early hand-over goes to the serving station, and its way is shown', async t => {
  const registry = await opened(t, EARLY);
  const { call, send, advance, hear, refusal, ids } = registry;
  const { accept, tell } = await station(registry);
  t.match((await call('SendDownlink', { ep_eui: OTHER })).downlink, { bs_eui: '', attempts: 0 }, 'never heard');
  await hear({ ep: EP, station: 1, packetCnt: 6, atMs: START });
  const { downlink } = await call('SendDownlink', { ep_eui: EP, ref: 'a' });
  const queId = downlink?.que_id ?? '';
  t.match(downlink, { status: 'pending', bs_eui: BS, attempts: 1, accepted_at: null }, 'it has not answered yet');
  t.same(await ids('ListDownlinkQueue', { status: 'pending', bs_eui: BS }), [queId]);
  await accept(-1, START + 1);
  t.match((await call('ListDownlinkQueue', { status: 'queued' })).downlinks, [
    { que_id: queId, status: 'queued', accepted_at: { nanos: 1_000_000 } },
  ]);
  t.same(await ids('ListDownlinkQueue', { status: 'pending' }), ['1']);
  await send({ ref: 'b' });
  t.match((await call('ListDownlinkQueue', { ref: 'b' })).downlinks, [{ bs_eui: '' }], 'one at a time');

  advance(10);
  t.match(await call('RevokeDownlink', { ep_eui: EP, que_id: queId }), {
    downlinks: [{ status: 'revoking', bs_eui: BS }],
  });
  t.match(await call('RevokeDownlink', { ep_eui: EP, que_id: queId }), { downlinks: [{ status: 'revoking' }] });
  t.same(await ids('ListDownlinkQueue', { status: 'revoking', ep_eui: EP }), [queId]);
  await tell(queId, 'sent', START + 20);
  t.match((await call('GetDownlinkResults', {})).downlinks, [
    {
      ...{ que_id: queId, status: 'sent', result: 'sent', bs_eui: BS, tx_time: String(RADIO_NS), tx_packet_cnt: 7 },
      sent_at: { seconds: String(RADIO_NS / 1_000_000_000n), nanos: 1 },
      finished_at: { nanos: 20_000_000 },
    },
  ]);
  t.equal(await refusal('RevokeDownlink', { ep_eui: EP, que_id: queId }), 'DownlinkAlreadyFinished');
  t.match(await call('RevokeDownlink', { ep_eui: EP, all: true }), { downlinks: [{ ref: 'b', status: 'revoked' }] });
});

t.test('a downlink waits for a window unless it is to be handed over early', async t => {
  const registry = await opened(t);
  await station(registry);
  await registry.hear({ ep: EP, station: 1, packetCnt: 6, atMs: START });
  const { downlink } = await registry.call('SendDownlink', { ep_eui: EP });
  t.match(downlink, { status: 'pending', bs_eui: '', attempts: 0 });
});

t.test('downlinks are counted by how they ended, in the time in which they did', async t => {
  const registry = await opened(t, EARLY);
  const { call, send, hear, advance, store } = registry;
  const { tell } = await station(registry);
  await hear({ ep: EP, station: 1, packetCnt: 6, atMs: START });
  await tell(await send(), 'expired', START + 1000);
  await tell(await send(), 'invalid', START + 2000);
  await tell(await send(), 'sent', START + 3000);
  await store.write.downlinks.acknowledged(1, 8, 0, START + 4000);
  await tell(await send(), 'sent', START + 5000);
  await call('RevokeDownlink', { ep_eui: EP, que_id: await send({ ep_eui: EP, prio: -1 }) });
  await call('RevokeDownlink', { ep_eui: OTHER, que_id: await send({ ep_eui: OTHER }) });
  await send({ ep_eui: OTHER });
  advance(10_000);
  t.match(await call('GetEndPointStats', { ep_eui: EP }), {
    ...{ downlinks_sent: '2', downlinks_acknowledged: '1', downlinks_failed: '2' },
  });
  const within = { start_time: at(START + 2000), end_time: at(START + 5000) };
  t.match(await call('GetEndPointStats', { ep_eui: EP, ...within }), {
    ...{ downlinks_sent: '1', downlinks_acknowledged: '1', downlinks_failed: '1' },
  });
  t.match(await call('GetEndPointStats', { ep_eui: OTHER }), {
    ...{ downlinks_sent: '0', downlinks_acknowledged: '0', downlinks_failed: '0' },
  });
  t.match(await call('GetStatistics', {}), { downlinks_sent: '2', downlinks_failed: '2' });
  t.match(await call('GetStatistics', within), { downlinks_sent: '1', downlinks_failed: '1' });
});

t.test('both lists page in both orders without repeat or gap, also where times are equal', async t => {
  const { call, send, advance } = await opened(t);
  const ids: string[] = [];
  for (let n = 0; n < 25; n++) {
    ids.push(await send({ prio: n % 3, expires_at: at(START + DAY_MS - (n % 4) * 1000) }));
    if (n % 5 === 0) advance(1);
  }
  const walk = async (method: Listed, order_by: string) => {
    const seen: string[] = [];
    let page_token = '';
    do {
      const page = await call(method, { page_size: 5, page_token, order_by });
      t.equal(page.total_count, 25);
      seen.push(...page.downlinks.map(({ que_id }) => que_id));
      page_token = page.next_page_token;
    } while (page_token !== '');
    return seen;
  };
  const by = (rank: (n: number) => number) =>
    ids.map((id, n) => ({ id, rank: rank(n), n })).sort((a, b) => a.rank - b.rank || a.n - b.n);
  const expected = (rank: (n: number) => number) => by(rank).map(({ id }) => id);
  const orders = {
    created_at: expected(n => n),
    prio: expected(n => n % 3),
    expires_at: expected(n => -(n % 4)),
  };
  for (const [field, order] of Object.entries(orders)) {
    t.same(await walk('ListDownlinkQueue', `${field} asc`), order, `${field} asc`);
    t.same(await walk('ListDownlinkQueue', `${field} desc`), order.toReversed(), `${field} desc`);
  }
  t.same(await walk('ListDownlinkQueue', ''), ids, 'oldest first unless asked otherwise');
  for (const [n, que_id] of ids.entries()) {
    await call('RevokeDownlink', { ep_eui: EP, que_id });
    if (n % 4 === 0) advance(1);
  }
  t.same(await walk('GetDownlinkResults', 'finished_at asc'), ids);
  t.same(await walk('GetDownlinkResults', ''), ids.toReversed(), 'newest first unless asked otherwise');
});

t.test('what comes and goes between two pages neither repeats nor pushes out others', async t => {
  const { call, send } = await opened(t);
  const ids = [await send(), await send(), await send(), await send()];
  const first = await call('ListDownlinkQueue', { page_size: 2 });
  await call('RevokeDownlink', { ep_eui: EP, que_id: ids[0] ?? '' });
  const late = await send();
  const second = await call('ListDownlinkQueue', { page_size: 2, page_token: first.next_page_token });
  t.same(
    second.downlinks.map(({ que_id }) => que_id),
    [ids[2], ids[3]],
  );
  t.equal(second.total_count, 4);
  const third = await call('ListDownlinkQueue', { page_size: 2, page_token: second.next_page_token });
  t.match(third, { downlinks: [{ que_id: late }], next_page_token: '' });
});

t.test('a page of the largest downlinks ends where an answer is full', async t => {
  const { call, store } = await opened(t, { downlink: { validityMs: DAY_MS, maxPending: 1000, handOver: 'window' } });
  const userData = Array.from({ length: 64 }, () => bytes(200));
  const packetCnts = userData.map((_, n) => n);
  const flags = { responseExp: false, responsePrio: false, dlWindReq: false, expOnly: false, dlRxStatQry: false };
  const asked = {
    ...{
      org: 1,
      endpoint: 1,
      content: { userData, packetCnts, format: 0, prio: 0, ...flags },
      expiresAt: START + DAY_MS,
    },
    ...{
      ref: 'x'.repeat(128),
      source: 'api' as const,
      createdBy: 'me',
      requestId: undefined,
      limit: 1000,
      handTo: undefined,
    },
  };
  await Promise.all(Array.from({ length: 400 }, () => store.write.downlinks.queue({ ...asked, at: START })));
  const seen = new Set<string>();
  let page_token = '';
  do {
    const page = await call('ListDownlinkQueue', { page_size: 1000, page_token });
    for (const { que_id } of page.downlinks) seen.add(que_id);
    t.equal(page.total_count, 400);
    page_token = page.next_page_token;
  } while (page_token !== '');
  t.equal(seen.size, 400);

  const { downlinks } = await call('RevokeDownlink', { ep_eui: EP, all: true });
  t.equal(downlinks.length, 400);
  t.ok(downlinks.every(({ status, user_data }) => status === 'revoked' && user_data.length === 0));
});

t.test('the caller who ends an endpoint is named with the downlinks that end with it', async t => {
  const { call, send, raised } = await opened(t);
  await send();
  raised();
  await call('DeleteEndPoint', { ep_eui: EP });
  t.match(
    raised().filter(({ type }) => type === 'downlink.revoked'),
    [{ user: OPERATOR }],
  );
});

t.test('filters select together', async t => {
  const { call, send, ids, advance } = await opened(t);
  const a = await send({ ref: 'a' });
  const b = await send({ ref: 'b' });
  const c = await send({ ref: 'a', ep_eui: OTHER });
  t.same(await ids('ListDownlinkQueue', { ref: 'a' }), [a, c]);
  t.same(await ids('ListDownlinkQueue', { ref: 'a', ep_eui: '70-B3-D5-67-70-11-00-02' }), [c]);
  t.same(await ids('ListDownlinkQueue', { ep_eui: EP, status: 'pending' }), [a, b]);
  t.same(await ids('ListDownlinkQueue', { status: 'queued' }), []);
  t.same(await ids('ListDownlinkQueue', { bs_eui: BS }), []);
  t.same(await ids('ListDownlinkQueue', { ep_eui: '70b3d567701100ff' }), [], 'unknown is empty');
  for (const [que_id, ep_eui] of [
    [a, EP],
    [b, EP],
    [c, OTHER],
  ]) {
    await call('RevokeDownlink', { ep_eui, que_id });
    advance(1000);
  }
  t.same(await ids('GetDownlinkResults', { ref: 'a' }), [c, a]);
  t.same(await ids('GetDownlinkResults', { ref: 'a', order_by: 'finished_at asc' }), [a, c]);
  t.same(await ids('GetDownlinkResults', { ep_eui: EP }), [b, a]);
  t.same(await ids('GetDownlinkResults', { ep_eui: EP, ref: 'a', status: 'revoked' }), [a]);
  t.same(await ids('GetDownlinkResults', { status: 'sent' }), []);
  t.same(await ids('GetDownlinkResults', { que_ids: [a, c, '99'] }), [c, a]);
  t.same(await ids('GetDownlinkResults', { que_ids: [a, c], ep_eui: EP }), [a]);
  t.same(await ids('GetDownlinkResults', { start_time: at(START + 1000) }), [c, b], 'the start belongs to the range');
  t.same(await ids('GetDownlinkResults', { end_time: at(START + 1000) }), [a], 'the end does not');
  t.same(await ids('GetDownlinkResults', { start_time: at(START + 1000), end_time: at(START + 2000) }), [b]);
  await call('DeleteEndPoint', { ep_eui: EP });
  t.same(await ids('GetDownlinkResults', {}), [c, b, a], 'history stays when the endpoint goes');
});

t.test('a wrong list request is refused with its token', async t => {
  const { call, refusal, send } = await opened(t);
  for (let n = 0; n < 3; n++) await send();
  const { next_page_token } = await call('ListDownlinkQueue', { page_size: 1 });
  for (const method of ['ListDownlinkQueue', 'GetDownlinkResults'] as const) {
    const cases: [string, ClientMethods[typeof method]['request']][] = [
      ['InvalidPageSize', { page_size: -1 }],
      ['InvalidPageToken', { page_token: 'x' }],
      ['InvalidPageToken', { page_token: next_page_token, ref: 'x' }],
      ['InvalidOrderBy', { order_by: 'ref' }],
      ['InvalidEUIFormat', { ep_eui: 'x' }],
      ['InvalidEnumValue', { status: 'dispatched' }],
      ['DownlinkRefTooLong', { ref: 'x'.repeat(129) }],
    ];
    for (const [token, request] of cases) t.equal(await refusal(method, request), token, JSON.stringify(request));
  }
  t.equal(await refusal('ListDownlinkQueue', { bs_eui: 'x' }), 'InvalidEUIFormat');
  t.equal(await refusal('ListDownlinkQueue', { status: 'sent' }), 'InvalidEnumValue', 'that one is no longer queued');
  t.equal(await refusal('GetDownlinkResults', { status: 'pending' }), 'InvalidEnumValue');
  t.equal(await refusal('GetDownlinkResults', { que_ids: ['0'] }), 'InvalidQueueID');
  t.equal(await refusal('GetDownlinkResults', { que_ids: Array(101).fill('1') }), 'TooManyItems');
  const backwards = { start_time: at(START), end_time: at(START) };
  t.equal(await refusal('GetDownlinkResults', backwards), 'InvalidTimeRange');
});

t.test('downlinks of another organization are not there', async t => {
  const row = (id: number, endpoint: number, finished: number | null) =>
    `(${id}, ${endpoint === 3 ? 2 : 1}, ${endpoint}, '${finished === null ? 'pending' : 'expired'}', x'00', 0, 0, 0, ${START}, 'r',
      'api', 'me', ${START}, ${finished ?? 'NULL'}, 0)`;
  const rows = [row(1, 1, null), row(2, 3, null), row(3, 1, START), row(4, 3, START)];
  const { call, refusal } = await openTraffic(
    t,
    `UPDATE endpoint SET ep_class = 'A';
     INSERT INTO downlink (que_id, org, endpoint, state, entries, format, flags, prio, expires_at, ref, source, created_by,
       created_at, finished_at, line) VALUES ${rows.join()}`,
  );
  const [own, foreign] = [EPS[1], EPS[3]];
  t.equal(await refusal('SendDownlink', { ep_eui: foreign }), 'EndPointNotFound');
  t.equal(await refusal('RevokeDownlink', { ep_eui: foreign, que_id: '2' }), 'EndPointNotFound');
  t.equal(await refusal('RevokeDownlink', { ep_eui: foreign, all: true }), 'EndPointNotFound');
  t.equal(await refusal('RevokeDownlink', { ep_eui: own, que_id: '2' }), 'DownlinkNotFound');
  t.equal(await refusal('RevokeDownlink', { ep_eui: own, que_id: '4' }), 'DownlinkNotFound', 'nor is its state told');
  for (const filter of [{}, { ref: 'r' }]) {
    t.match(await call('ListDownlinkQueue', filter), { downlinks: [{ que_id: '1' }], total_count: 1 });
    t.match(await call('GetDownlinkResults', filter), { downlinks: [{ que_id: '3' }], total_count: 1 });
  }
  t.match(await call('ListDownlinkQueue', { ep_eui: foreign }), { downlinks: [], total_count: 0 });
  t.match(await call('GetDownlinkResults', { ep_eui: foreign }), { downlinks: [], total_count: 0 });
  t.match(await call('GetDownlinkResults', { que_ids: ['3', '4'] }), { downlinks: [{ que_id: '3' }], total_count: 1 });
  const end_time = { seconds: START / 1000 + 1 };
  t.match(await call('GetStatistics', { end_time }), { downlinks_failed: '1', downlinks_sent: '0' });
  t.match(await call('RevokeDownlink', { ep_eui: own, all: true }), { downlinks: [{ que_id: '1' }] });
});
