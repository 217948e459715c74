import t, { type Test } from 'tap';
import type { CenterGreeting, NewCenterSession } from '../../../src/domain/center/center-records.ts';
import type { DownlinkContent } from '../../../src/domain/downlink/content.ts';
import type { NewDownlink } from '../../../src/domain/downlink/downlink-records.ts';
import type { Eui } from '../../../src/kit/eui.ts';
import { DAY_MS, HOUR_MS } from '../../../src/kit/units.ts';
import { type CenterListener, centers } from '../../../src/rpc/centers/centers.ts';
import type { ClientMethods, MethodName } from '../../../src/rpc/schema.gen.ts';
import { type Scene, START } from '../caller.ts';
import { ORGANIZATION } from '../harness.ts';
import { at, BS, EP, openTraffic } from '../traffic.ts';

const AC = 'fe000000000000a1' as Eui;
const AC2 = 'fe000000000000a2' as Eui;
const UNKNOWN = '0192f000-0000-7000-8000-0000000000ee';
/** The largest there is; beyond what a JavaScript number holds. */
const QUE_ID = '18446744073709551615';

const connected: CenterListener = {
  ...{ online: true, port: 5001, lastPingAt: START - 2000, lastPingRttMs: 12.5, missedPings: 3 },
  ...{ lastConnect: 'completed', lastError: 'con: version not supported (95)' },
};
const greeting: CenterGreeting = {
  ...{ vendor: 'Acme', model: 'back end', name: 'north', swVersion: '1.2', info: undefined },
  ...{ remoteAddress: '192.0.2.7', tlsVersion: 'TLSv1.3', cipherSuite: 'TLS_AES_128_GCM_SHA256' },
  ...{ certificateFingerprint: 'ab', certificateSubject: 'CN=north' },
};
const content: DownlinkContent = {
  ...{ userData: [Buffer.of(1, 2)], packetCnts: undefined, format: 0, prio: 1.5, dlRxStatQry: false },
  ...{ responseExp: false, responsePrio: false, dlWindReq: false, expOnly: false },
};
const seconds = (ms: number) => ({ seconds: String(Math.floor(ms / 1000)), nanos: (ms % 1000) * 1_000_000 });

/** The RPCs over a store that application centers use. */
async function opened(t: Test, listener: CenterListener | null = connected) {
  const more = ({ store, clock }: Scene) =>
    centers({
      store,
      clock,
      listener,
      scEui: 'fe000000000005ce',
      runTime: { startedAt: START - HOUR_MS, ms: HOUR_MS },
    });
  const traffic = await openTraffic(t, "UPDATE endpoint SET ep_class = 'A'; UPDATE base_station SET bidi = 1", more);
  const { store, call, hear } = traffic;
  const connect = async (acEui = AC, atMs = START, more: Partial<NewCenterSession> = {}): Promise<number> => {
    const uuids = { snAcUuid: Buffer.alloc(16, 0xac), snScUuid: Buffer.alloc(16, 0x5c) };
    const asked = { org: 1, acEui, ...uuids, version: '1.0.0', greeting, at: atMs, ...more };
    const session = await store.write.centers.begin(asked);
    await store.write.centers.activate(session, false, atMs);
    return session;
  };
  return {
    ...traffic,
    connect,
    /** Telegrams of an endpoint become operations of a session. */
    async deliver(session: number, ...packetCnts: number[]): Promise<void> {
      await hear(...packetCnts.map(packetCnt => ({ packetCnt })));
      const { cursor } = store.read.centers.own(session);
      const { lines, upTo } = store.read.centers.lines({ org: 1, acEui: AC }, cursor, 100);
      const places = lines.map(({ seq, storedAt }) => ({ seq, receptions: 1, storedAt }));
      await store.write.centers.issue(session, places, upTo);
    },
    fail: (
      session: number,
      code: number,
      atMs: number,
      more: { command?: string; direction?: 'sent' | 'received' } = {},
    ) =>
      store.write.centers.error({
        ...{
          session,
          opId: -7,
          command: 'ulData',
          code,
          text: `failed at ${atMs - START}`,
          direction: 'sent',
          at: atMs,
        },
        ...more,
      }),
    /** Queues a downlink of a center. @returns our queue id */
    async queue(acQueId: string | undefined, more: Partial<NewDownlink> = {}): Promise<string> {
      const { queId } = await store.write.downlinks.queue({
        ...{ org: 1, endpoint: 1, content, expiresAt: START + DAY_MS, ref: '', source: 'scaci', createdBy: `ac:${AC}` },
        ...{ requestId: undefined, limit: 100, handTo: undefined, at: START },
        ...(acQueId !== undefined && { center: { acEui: AC, queId: acQueId } }),
        ...more,
      });
      return String(queId);
    },
    async names(request: ClientMethods['ListScaciSessions']['request'] = {}): Promise<string[]> {
      const { sessions, total_count } = await call('ListScaciSessions', request);
      t.equal(total_count, sessions.length, JSON.stringify(request));
      return sessions.map(({ ac_eui, status }) => `${ac_eui.slice(-2)} ${status}`);
    },
  };
}

t.test('a session is shown with its center, its connection and its operations', async t => {
  const { call, connect, deliver, store, names } = await opened(t);
  const session = await connect();
  await deliver(session, 1, 2);
  await store.write.centers.done(session, [-1], START + 5);
  await store.write.centers.accept({ session, opId: 9, command: 'ping', at: START + 1500 });
  const { sessions } = await call('ListScaciSessions', {});
  t.match(sessions, [
    {
      ...{ id: /^[0-9a-f-]{36}$/, ac_eui: AC, organization_id: ORGANIZATION, status: 'active', can_resume: true },
      ...{ protocol_version: '1.0.0', vendor: 'Acme', model: 'back end', name: 'north', sw_version: '1.2' },
      ...{ remote_address: '192.0.2.7', tls_version: 'TLSv1.3', cipher_suite: 'TLS_AES_128_GCM_SHA256' },
      ...{ certificate_fingerprint: 'ab', certificate_subject: 'CN=north', close_reason: '', disconnected_at: null },
      ...{ connected_at: seconds(START), last_activity_at: seconds(START + 1500) },
      ...{ operations_count: '3', pending_operations: 1, last_op_id_sc: '-2', last_op_id_ac: '9' },
      sn_ac_uuid: 'acacacac-acac-acac-acac-acacacacacac',
      sn_sc_uuid: '5c5c5c5c-5c5c-5c5c-5c5c-5c5c5c5c5c5c',
    },
  ]);
  const [first] = sessions;
  t.same(await call('GetScaciSession', { id: first?.id.toUpperCase() ?? '' }), first);
  await store.write.centers.disconnect(session, 9, 'connection_lost', START + 2500);
  t.match(await call('GetScaciSession', { id: first?.id ?? '' }), {
    ...{ status: 'disconnected', can_resume: true, close_reason: 'connection_lost' },
    disconnected_at: seconds(START + 2500),
  });
  await store.write.centers.activate(session, true, START + 3000);
  t.same(await names(), ['a1 resumed']);
  await connect(AC, START + 4000);
  t.match(await call('GetScaciSession', { id: first?.id ?? '' }), {
    ...{ status: 'terminated', can_resume: false, close_reason: 'superseded', pending_operations: 0 },
    disconnected_at: seconds(START + 4000),
  });
});

t.test('sessions are filtered, sorted and paged within the organization', async t => {
  const { call, connect, store, names, refusal } = await opened(t);
  const first = await connect(AC, START);
  const second = await connect(AC2, START + 1000);
  await connect(AC2, START + 2000);
  await connect('fe000000000000ff' as Eui, START + 3000, { org: 2 });
  await store.write.centers.disconnect(first, 0, 'server_stopped', START + 4000);
  await store.write.centers.touch([{ session: second, lastAc: 0, at: START + 9000 }]);
  t.same(await names(), ['a2 active', 'a2 terminated', 'a1 disconnected'], 'the newest connect first');
  t.same(await names({ order_by: 'last_activity_at desc' }), ['a2 terminated', 'a2 active', 'a1 disconnected']);
  t.same(await names({ order_by: 'connected_at asc' }), ['a1 disconnected', 'a2 terminated', 'a2 active']);
  t.same(await names({ status: 'active' }), ['a2 active']);
  t.same(await names({ status: 'resumed' }), []);
  t.same(await names({ can_resume: true }), ['a2 active', 'a1 disconnected']);
  t.same(await names({ can_resume: false }), ['a2 terminated']);
  t.same(await names({ ac_eui: 'FE-00-00-00-00-00-00-A2', status: 'terminated' }), ['a2 terminated']);
  t.same(await names({ ac_eui: 'fe000000000000ee' }), []);
  const page = await call('ListScaciSessions', { page_size: 2 });
  t.equal(page.total_count, 3);
  const page_token = page.next_page_token;
  await connect(AC2, START + 5000);
  t.match(await call('ListScaciSessions', { page_size: 2, page_token }), {
    ...{ sessions: [{ ac_eui: AC }], total_count: 4, next_page_token: '' },
  });
  t.equal(await refusal('ListScaciSessions', { page_token, status: 'active' }), 'InvalidPageToken');
  t.equal(await refusal('ListScaciErrors', { page_token }), 'InvalidPageToken');
  const [foreign] = store.read.centerLists.sessions({
    org: 2,
    orderBy: 'connected_at',
    descending: true,
    size: 1,
  }).rows;
  t.equal(await refusal('GetScaciSession', { id: foreign?.uuid ?? '' }), 'ScaciSessionNotFound');
});

t.test('failures are shown once per command, code, direction and session, the newest first', async t => {
  const { call, connect, fail } = await opened(t);
  const session = await connect();
  const other = await connect(AC2);
  await fail(session, 22, START + 1000);
  await fail(session, 5, START + 2000, { direction: 'received' });
  await fail(other, 4242, START + 3000, { command: 'dlDataQue' });
  await fail(await connect('fe000000000000ff' as Eui, START, { org: 2 }), 22, START + 3000);
  await fail(session, 22, START + 4000);
  const [mine, theirs] = (await call('ListScaciSessions', { order_by: 'connected_at asc' })).sessions;
  const found = await call('ListScaciErrors', {});
  t.match(found, {
    errors: [
      {
        ...{ id: /^[0-9a-f-]{36}$/, session_id: mine?.id, ac_eui: AC, op_id: '-7', operation_type: 'ulData' },
        ...{ error_code: 22, error_token: 'EINVAL', error_message: 'failed at 4000', direction: 'sent', count: 2 },
        ...{ occurred_at: seconds(START + 4000), last_seen: seconds(START + 4000), first_seen: seconds(START + 1000) },
      },
      { session_id: theirs?.id, ac_eui: AC2, operation_type: 'dlDataQue', error_code: 4242, error_token: '', count: 1 },
      { error_code: 5, error_token: 'EIO', direction: 'received', session_id: mine?.id },
    ],
    ...{ total_count: 3, next_page_token: '' },
  });
  t.equal(found.errors.length, 3);
  const codes = async (request: ClientMethods['ListScaciErrors']['request']) => {
    const { errors, total_count } = await call('ListScaciErrors', request);
    t.equal(total_count, errors.length, JSON.stringify(request));
    return errors.map(({ error_code }) => error_code);
  };
  t.same(await codes({ ac_eui: AC }), [22, 5]);
  t.same(await codes({ session_id: theirs?.id.toUpperCase() ?? '' }), [4242]);
  t.same(await codes({ session_id: UNKNOWN }), []);
  t.same(await codes({ ac_eui: AC2, session_id: mine?.id ?? '' }), []);
  t.same(await codes({ start_time: at(START + 3000) }), [22, 4242], 'by the newest of the group');
  t.same(await codes({ end_time: at(START + 3000) }), [5]);
  t.same(await codes({ start_time: at(START + 2000), end_time: at(START + 4000) }), [4242, 5]);
  const { next_page_token: page_token } = await call('ListScaciErrors', { page_size: 2 });
  const last = await call('ListScaciErrors', { page_size: 2, page_token });
  t.match(last, { errors: [{ error_code: 5 }], total_count: 3, next_page_token: '' });
});

t.test('the queue has the unfinished downlinks of application centers, with who holds them', async t => {
  const { call, queue, store } = await opened(t);
  const asked = { ...content, userData: [Buffer.of(7), Buffer.of(8)], packetCnts: [1, 2], prio: 0 };
  const first = await queue(QUE_ID, { at: START - 1000, content: asked });
  await queue('2', { endpoint: 2, center: { acEui: AC2, queId: '2' } });
  await queue(undefined, { source: 'api' });
  await queue('3', { org: 2, endpoint: 3 });
  const list = async (request: ClientMethods['ListScaciQueues']['request'] = {}) => {
    const { queue_entries, total_count } = await call('ListScaciQueues', request);
    t.equal(total_count, queue_entries.length, JSON.stringify(request));
    return queue_entries;
  };
  const all = await list();
  t.match(all, [
    {
      ...{ id: first, que_id: first, ac_eui: AC, ac_que_id: QUE_ID, ep_eui: EP[1], operation_type: 'dlDataQue' },
      ...{ status: 'pending', prio: 0, queued_at: seconds(START - 1000), processed_at: null, bs_eui: '' },
    },
    { ac_eui: AC2, ac_que_id: '2', ep_eui: EP[2], prio: 1.5 },
  ]);
  t.same(
    all.map(({ payload }) => [...payload]),
    [[7], [1, 2]],
    'the first entry',
  );
  const ids = async (request: ClientMethods['ListScaciQueues']['request']) => (await list(request)).map(({ id }) => id);
  t.same(await ids({ ac_eui: AC }), [first]);
  t.same(await ids({ ep_eui: EP[1] }), [first]);
  t.same(await ids({ ep_eui: EP[2], ac_eui: AC }), []);
  t.same(await ids({ ep_eui: EP[3] }), [], 'of another organization');
  const page = await call('ListScaciQueues', { page_size: 1 });
  const { next_page_token: page_token } = page;
  t.match(await call('ListScaciQueues', { page_size: 1, page_token }), {
    queue_entries: [{ ac_eui: AC2 }],
    total_count: 2,
  });

  const told = {
    vendor: '',
    model: '',
    name: '',
    swVersion: '',
    info: undefined,
    position: undefined,
    remoteAddress: '',
  };
  const session = await store.write.sessions.begin({
    ...{ station: 1, snBsUuid: Buffer.alloc(16, 1), snScUuid: Buffer.alloc(16, 2), at: START },
    greeting: { ...told, bidi: true, version: '1.0.0' },
  });
  const target = { station: 1, session, generation: 0 };
  await store.write.downlinks.window({ ...target, endpoint: 2, packetCnt: 1, responseExp: false, at: START + 500 });
  t.match(await list({ status: 'reserved' }), [
    { ac_eui: AC2, status: 'reserved', bs_eui: BS[1], processed_at: seconds(START + 500) },
  ]);
  t.same(await ids({ status: 'pending' }), [first]);
  await store.write.downlinks.accepted({ session, station: 1, opId: -1, at: START + 700 });
  t.match(await list({ status: 'queued' }), [{ status: 'queued', processed_at: seconds(START + 700) }]);
  t.same(await ids({ status: 'reserved' }), []);
  await store.write.downlinks.revokeOfCenter(2, AC2, START + 800);
  t.match(await list({ status: 'revoking' }), [{ ac_eui: AC2, status: 'revoking' }]);
  await store.write.downlinks.revokeOfCenter(1, AC, START + 800);
  t.match(await list(), [{ ac_eui: AC2 }], 'what has ended is gone');
});

t.test('statistics count what ended, in the hours of the window', async t => {
  const { call, connect, deliver, store, advance } = await opened(t);
  const session = await connect(AC, START);
  await connect(AC2, START + 60_000, { org: 2 });
  await deliver(session, 1, 2, 3);
  await store.write.centers.done(session, [-1, -2], START + 3000);
  await store.write.centers.failed(session, -3, START + HOUR_MS);
  await store.write.centers.refuse({ session, opId: 1, command: 'dlDataQue', at: START + HOUR_MS }, 17, 'used');
  await store.write.centers.accept({ session, opId: 2, command: 'dlDataQue', at: START + 26 * HOUR_MS });
  await store.write.centers.disconnect(session, 2, 'connection_lost', START + 2 * HOUR_MS);
  await store.write.centers.activate(session, true, START + 3 * HOUR_MS);
  advance(4 * HOUR_MS);
  const day = await call('GetScaciStatistics', {});
  t.match(day, {
    ...{ start_time: seconds(START + 4 * HOUR_MS - DAY_MS), end_time: seconds(START + 4 * HOUR_MS) },
    ...{ total_sessions: '1', active_sessions: 1, uptime_since: seconds(START - HOUR_MS) },
    ...{ total_operations: '4', successful_operations: '2', failed_operations: '2', success_rate: 50 },
    ...{ sessions_opened: 1, sessions_resumed: 1, sessions_closed: 1, uplinks_delivered: '2', avg_delivery_ms: 3000 },
  });
  t.same({ ...day.by_operation }, { ulData: '3', dlDataQue: '1' });
  t.equal(day.slots.length, 25, 'hours, the first and the last of which are partial');
  const busy = day.slots.filter(({ successful, failed }) => successful !== '0' || failed !== '0');
  t.match(busy, [
    { start: seconds(START - HOUR_MS / 2), successful: '2', failed: '0' },
    { start: seconds(START + HOUR_MS / 2), successful: '0', failed: '2' },
  ]);
  const days = await call('GetScaciStatistics', {
    ...{ start_time: at(START), end_time: at(START + 30 * HOUR_MS), granularity: 'day' },
  });
  t.match(days.slots, [
    { successful: '2', failed: '2' },
    { successful: '1', failed: '0' },
  ]);
  const long = await call('GetScaciStatistics', { start_time: at(START - 8 * DAY_MS), end_time: at(START) });
  t.equal(long.slots.length, 9, 'days, when there is more than a week of them');
  const none = await call('GetScaciStatistics', { end_time: at(START - HOUR_MS) });
  t.match(none, {
    ...{ total_sessions: '1', total_operations: '0', success_rate: 0, sessions_opened: 0, uplinks_delivered: '0' },
  });
  t.same(none.by_operation, {});
  t.equal(none.avg_delivery_ms, undefined, 'no average of nothing');
});

t.test('the status has the figures of the listener and of the store', async t => {
  const { call, connect, queue, store, advance } = await opened(t);
  const session = await connect(AC, START - DAY_MS);
  await connect(AC2, START);
  await connect('fe000000000000ff' as Eui, START, { org: 2 });
  await queue('1');
  await queue(undefined, { source: 'api' });
  await store.write.centers.disconnect(session, 0, 'connection_lost', START);
  t.match(await call('GetScaciStatus', {}), {
    ...{
      service_online: true,
      enabled: true,
      listen_port: 5001,
      protocol_version: '1.0.0',
      sc_eui: 'fe000000000005ce',
    },
    ...{ active_sessions: 1, resumable_sessions: 2, pending_operations: 1, uptime_since: seconds(START - HOUR_MS) },
    ...{ last_ping_at: seconds(START - 2000), last_ping_rtt_ms: 12.5, missed_pings: 3, connects_last_24h: 2 },
    ...{ last_connect_result: 'completed', last_error: 'con: version not supported (95)' },
  });
  advance(1);
  t.match(await call('GetScaciStatus', {}), { connects_last_24h: 1 });
});

t.test('with the listener off there is nothing to see, and that is no error', async t => {
  const { call, connect, queue, fail, store, refusal } = await opened(t, null);
  const session = await connect();
  await queue('1');
  await fail(session, 22, START);
  const off = await call('GetScaciStatus', {});
  t.match(off, {
    ...{ service_online: false, enabled: false, listen_port: 0, protocol_version: '1.0.0', uptime_since: null },
    ...{ active_sessions: 0, pending_operations: 0, last_ping_at: null, last_connect_result: '', last_error: '' },
  });
  t.equal(off.last_ping_rtt_ms, undefined);
  const empty = { total_count: 0, next_page_token: '' };
  t.same(await call('ListScaciSessions', {}), { sessions: [], ...empty });
  t.same(await call('ListScaciErrors', {}), { errors: [], ...empty });
  t.same(await call('ListScaciQueues', {}), { queue_entries: [], ...empty });
  t.match(await call('GetScaciStatistics', {}), { active_sessions: 0, uptime_since: null, total_operations: '0' });
  const [row] = store.read.centerLists.sessions({ org: 1, orderBy: 'connected_at', descending: true, size: 1 }).rows;
  t.equal(await refusal('GetScaciSession', { id: row?.uuid ?? '' }), 'ScaciSessionNotFound');
  t.equal(await refusal('ListScaciSessions', { status: 'x' }), 'InvalidEnumValue', 'requests are checked all the same');
});

t.test('a wrong request is refused with the token of its first mistake', async t => {
  const { refusal } = await opened(t);
  const early = { seconds: 0 };
  const empty = { start_time: at(START), end_time: at(START) };
  const backwards = { start_time: at(START), end_time: at(START - 1) };
  const long = { start_time: at(START - 367 * DAY_MS), end_time: at(START) };
  const lists = ['ListScaciSessions', 'ListScaciErrors', 'ListScaciQueues'] as const;
  const cases: [MethodName, string, object][] = [
    ...lists.flatMap((method): [MethodName, string, object][] => [
      [method, 'InvalidPageSize', { page_size: -1 }],
      [method, 'InvalidPageToken', { page_token: 'x' }],
      [method, 'InvalidEUIFormat', { ac_eui: '12' }],
      [method, 'InvalidEUIFormat', { ac_eui: '0000000000000000' }],
      [method, 'InvalidEUIFormat', { page_size: -1, ac_eui: 'x' }],
    ]),
    ['ListScaciSessions', 'InvalidEnumValue', { status: 'connected' }],
    ['ListScaciSessions', 'InvalidEnumValue', { status: 'ACTIVE' }],
    ['ListScaciSessions', 'InvalidOrderBy', { order_by: 'name' }],
    ['ListScaciSessions', 'InvalidOrderBy', { order_by: 'connected_at down' }],
    ['ListScaciErrors', 'InvalidIDFormat', { session_id: '17' }],
    ['ListScaciErrors', 'InvalidTimeRange', empty],
    ['ListScaciErrors', 'InvalidTimeRange', backwards],
    ['ListScaciErrors', 'InvalidTimeRange', { start_time: early }],
    ['ListScaciQueues', 'InvalidEnumValue', { status: 'dispatched' }],
    ['ListScaciQueues', 'InvalidEnumValue', { status: 'sent' }],
    ['ListScaciQueues', 'InvalidEUIFormat', { ep_eui: 'x' }],
    ['GetScaciSession', 'IDRequired', {}],
    ['GetScaciSession', 'InvalidIDFormat', { id: '17' }],
    ['GetScaciSession', 'ScaciSessionNotFound', { id: UNKNOWN }],
    ['GetScaciStatistics', 'InvalidTimeRange', empty],
    ['GetScaciStatistics', 'InvalidTimeRange', backwards],
    ['GetScaciStatistics', 'InvalidTimeRange', { end_time: early }],
    ['GetScaciStatistics', 'InvalidTimeRange', { start_time: at(START + DAY_MS) }],
    ['GetScaciStatistics', 'TimeRangeTooLarge', long],
    ['GetScaciStatistics', 'InvalidGranularity', { granularity: 'minute' }],
    ['GetScaciStatistics', 'InvalidGranularity', { granularity: 'minute', ...long }],
  ];
  for (const [method, token, request] of cases) {
    t.equal(await refusal(method, request), token, `${method} ${JSON.stringify(request)}`);
  }
  for (const method of lists) t.equal(await refusal(method, { page_size: 1_000_000 }), 'none', 'clamped');
});
