import t, { type Test } from 'tap';
import type { NewDownlink } from '../../../src/domain/downlink/downlink-records.ts';
import { fault } from '../../../src/kit/faults/faults.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { momentAt } from '../../peers/time.ts';
import { bsEui, epEui, openLog, populate, T0 } from '../message/log-store.ts';

const QUERY_MS = 300_000;
/** Beyond what a JavaScript number holds. */
const RX = 1_767_225_600_123_456_789n;
const acting = { now: T0, userId: undefined, userEmail: undefined, actor: 'test' };

/** Two endpoints that hear, two stations that are connected. */
function world(t: Test) {
  const log = openLog(t);
  populate(log, 2, 2);
  const { db, stores } = log;
  db.exec("UPDATE endpoint SET ep_class = 'A', attach_status = 'attached'; UPDATE base_station SET bidi = 1");
  const sessions = new Map<number, number>();
  const begin = (station: number, at = T0) => {
    const uuid = Buffer.alloc(16, station);
    const greeting = {
      ...{ vendor: '', model: '', name: '', swVersion: '', info: undefined, position: undefined },
      ...{ bidi: true, version: '1.0.0', remoteAddress: '' },
    };
    sessions.set(station, stores.sessions.begin({ station, snBsUuid: uuid, snScUuid: uuid, greeting, at }));
  };
  begin(1);
  begin(2);
  const sessionOf = (station: number) => sessions.get(station) ?? 0;
  let packetCnt = 0;
  return {
    db,
    stores,
    begin,
    ask: (endpoint = 1, at = T0, station = 1) =>
      stores.rxStatus.query({ org: 1, endpoint, station, origin: 'api', requestedBy: 'operator', at }),
    /** Queues a downlink and opens a window for it; returns what is written to stations. */
    send(station: number, at: number, more: Partial<NewDownlink> & { asks?: boolean } = {}) {
      const { asks = false, ...given } = more;
      const content = {
        ...{ userData: [Uint8Array.of(1)], packetCnts: undefined, format: 0, prio: 0, dlRxStatQry: asks },
        ...{ responseExp: false, responsePrio: false, dlWindReq: false, expOnly: false },
      };
      stores.downlinks.queue({
        ...{ org: 1, endpoint: 1, content, expiresAt: at + DAY_MS, ref: '', source: 'api', createdBy: 'me', at },
        ...{ requestId: undefined, limit: 100, handTo: undefined, ...given },
      });
      return this.window(station, at);
    },
    window(station: number, at: number) {
      const window = { endpoint: 1, station, session: sessionOf(station), generation: 0 };
      stores.downlinks.window({ ...window, packetCnt: ++packetCnt, responseExp: false, at });
      return stores.orders.take().map(({ station, command, opId }) => [station, command, opId]);
    },
    report(station: number, at: number, more: { ep?: number; rxTime?: bigint; snr?: number } = {}) {
      const { ep = 1, rxTime = RX + BigInt(at), snr = 7.5 } = more;
      stores.rxStatus.report({
        ...{ station, bsEui: bsEui(station), epEui: epEui(ep), rxTime, packetCnt: 4_294_967_295 },
        ...{ dlRxSnr: snr, dlRxRssi: -118.25, at },
        progress: { session: sessionOf(station), lastBs: at - T0 + 1, doneBs: 0 },
      });
    },
    answer: (station: number, opId: number, at: number) => ({ session: sessionOf(station), station, opId, at }),
    query: () =>
      db.prepare('SELECT state, station, op_id, written_at, finished_at, error FROM rx_query ORDER BY id').all(),
    line: () =>
      db
        .prepare(
          `SELECT origin, station, session IS NOT NULL AS at_session, op_id, status, error, started_at, finished_at, actor
           FROM endpoint_operation WHERE operation = 'dl_rx_query' ORDER BY id`,
        )
        .all(),
    reports: () => db.prepare('SELECT station, query FROM rx_status ORDER BY id').all(),
    events(): [type: string, data: unknown][] {
      const rows = db
        .prepare("SELECT event_type, data FROM event WHERE event_type LIKE 'endpoint.dl_rx%' ORDER BY seq")
        .all() as { event_type: string; data: string }[];
      return rows.map(row => [row.event_type, JSON.parse(row.data)]);
    },
    lastBs: (station: number) =>
      (db.prepare('SELECT last_bs FROM session WHERE id = ?').get(sessionOf(station)) as { last_bs: number }).last_bs,
  };
}

t.test('a query goes with the next downlink and is answered through another station', async t => {
  const w = world(t);
  w.ask();
  t.match(w.query(), [{ state: 'pending', station: 1, op_id: null }]);
  t.match(w.line(), [{ origin: 'api', actor: 'operator', status: 'pending', station: null, started_at: T0 }]);
  t.same(w.events(), [], 'nothing has been sent yet');
  t.same(w.window(2, T0 + 1), [], 'a window without a downlink does not take it along');

  t.same(w.send(2, T0 + 2), [
    [2, 'dlRxStatQry', -1],
    [2, 'dlDataQue', -2],
  ]);
  t.match(w.query(), [{ state: 'pending', station: 2, op_id: -1, written_at: T0 + 2 }], 'where it went');
  t.match(w.line(), [{ status: 'sent', station: 2, op_id: -1, finished_at: null }]);
  w.stores.rxStatus.taken(w.answer(2, -1, T0 + 3));
  t.match(w.query(), [{ state: 'pending' }], 'the station has it, the endpoint has not answered');

  w.report(1, T0 + 4);
  t.match(w.query(), [{ state: 'received', station: 2, op_id: -1, finished_at: T0 + 4, error: '' }]);
  t.match(w.line(), [{ status: 'completed', station: 2, finished_at: T0 + 4 }]);
  t.same(w.reports(), [{ station: 1, query: 1 }]);
  t.same(w.events(), [
    ['endpoint.dl_rx_query_sent', { bsEui: bsEui(2), opId: '-1' }],
    ['endpoint.dl_rx_status_received', { bsEui: bsEui(1), dlRxSnr: 7.5, dlRxRssi: -118.25, packetCnt: 4_294_967_295 }],
  ]);
  t.equal(w.stores.rxStatus.find(1)?.report?.rx_time_ns, String(RX + BigInt(T0 + 4)), 'every digit');
});

t.test('an endpoint has one open query at a time', async t => {
  const w = world(t);
  w.ask();
  t.throws(() => w.ask(), fault('DLRXQueryPending'));
  w.send(1, T0 + 1);
  t.throws(() => w.ask(), fault('DLRXQueryPending'), 'also when it is written');
  w.ask(2);
  w.report(1, T0 + 2);
  w.ask(1, T0 + 3);
  t.match(w.query(), [{ state: 'received' }, { state: 'pending' }, { state: 'pending' }]);
});

t.test('a downlink asks by itself, unless a query is open', async t => {
  const w = world(t);
  const dispatched = w.send(1, T0, { asks: true, source: 'mqtt', createdBy: 'broker' });
  t.same(
    dispatched.map(([, command]) => command),
    ['dlRxStatQry', 'dlDataQue'],
  );
  t.match(w.query(), [{ state: 'pending', station: 1, op_id: -1, written_at: T0 }]);
  t.match(w.line(), [{ origin: 'mqtt', actor: 'broker', status: 'sent', station: 1, op_id: -1 }]);
  t.match(w.stores.rxStatus.find(1), { requested_by: 'broker', requested_at: T0 });

  w.db.exec("UPDATE downlink SET state = 'sent', finished_at = 1");
  t.same(w.send(1, T0 + 1, { asks: true }), [[1, 'dlDataQue', -3]], 'the answer to the first one is awaited');
  t.equal(w.query().length, 1);
});

t.test('a refused query has failed with what the station said', async t => {
  const w = world(t);
  w.ask();
  w.send(1, T0);
  w.stores.rxStatus.refused({ ...w.answer(1, -1, T0 + 5), code: 95, text: 'not supported' });
  t.match(w.query(), [{ state: 'failed', error: '95 not supported', finished_at: T0 + 5 }]);
  t.match(w.line(), [{ status: 'failed', error: '95 not supported', finished_at: T0 + 5 }]);
  t.same(
    w.stores.sessions.held(1).filter(({ command }) => command === 'dlRxStatQry'),
    [],
    'it is not repeated',
  );
  w.report(1, T0 + 6);
  t.same(w.reports(), [{ station: 1, query: null }], 'an answer that comes all the same belongs to no query');
});

t.test('a refusal concerns only the operation that the query is in', async t => {
  const w = world(t);
  w.ask();
  w.send(1, T0);
  w.report(1, T0 + 1);
  w.stores.rxStatus.refused({ ...w.answer(1, -1, T0 + 2), code: 2, text: '' });
  t.match(w.query(), [{ state: 'received', finished_at: T0 + 1 }], 'answered before');
  w.ask(1, T0 + 3);
  w.db.exec("UPDATE downlink SET state = 'sent', finished_at = 1");
  w.send(2, T0 + 4);
  w.stores.rxStatus.carrierLost(2, 1);
  w.stores.rxStatus.refused({ ...w.answer(2, -1, T0 + 5), code: 2, text: '' });
  t.match(w.query().at(-1), { state: 'pending', op_id: null }, 'waits again');
});

t.test('an answer is awaited for a while after the writing, a downlink for a day', async t => {
  const w = world(t);
  w.ask();
  w.ask(2, T0, 2);
  const expire = (now: number) => w.stores.rxStatus.expire(momentAt(now), QUERY_MS);
  t.equal(expire(T0 + QUERY_MS), 0, 'nothing is written yet');
  const writtenAt = T0 + DAY_MS - 1000;
  w.send(1, writtenAt);
  t.equal(expire(T0 + DAY_MS - 1), 0);
  t.equal(expire(T0 + DAY_MS), 1, 'the one that no downlink took along');
  t.match(w.query(), [{ state: 'pending' }, { state: 'timeout', finished_at: T0 + DAY_MS }]);
  t.equal(expire(writtenAt + QUERY_MS - 1), 0, 'a day after the request does not matter once it is written');
  t.equal(expire(writtenAt + QUERY_MS), 1);
  t.match(w.query(), [{ state: 'timeout', station: 1, op_id: -1 }, { state: 'timeout' }]);
  t.match(w.line(), [
    { status: 'timeout', finished_at: writtenAt + QUERY_MS },
    { status: 'timeout', station: null },
  ]);
  t.same(w.events().slice(1), [
    ['endpoint.dl_rx_query_timeout', { bsEui: bsEui(2) }],
    ['endpoint.dl_rx_query_timeout', { bsEui: bsEui(1), opId: '-1' }],
  ]);
  t.equal(expire(T0 + 10 * DAY_MS), 0);
  w.report(1, T0 + 10 * DAY_MS);
  t.same(w.reports(), [{ station: 1, query: null }], 'a late answer is stored');
  t.match(w.query(), [{ state: 'timeout' }, { state: 'timeout' }], 'and changes no final state');
});

t.test('a new session of the station gives the query back', async t => {
  const w = world(t);
  w.ask();
  w.send(1, T0);
  w.begin(2, T0 + 1);
  t.match(w.query(), [{ op_id: -1 }], 'another station does not matter');
  w.begin(1, T0 + 2);
  t.match(w.query(), [{ state: 'pending', station: 1, op_id: null, written_at: null }]);
  t.match(w.line(), [{ status: 'pending', station: null, at_session: 0, op_id: null }]);
  t.equal(w.stores.rxStatus.expire(momentAt(T0 + QUERY_MS), QUERY_MS), 0, 'its time begins anew');
  t.same(w.window(2, T0 + 3), [
    [2, 'dlRxStatQry', -1],
    [2, 'dlDataQue', -2],
  ]);
  t.equal(w.events().length, 2, 'sent twice');
});

t.test('a station that is deleted gives the query back', async t => {
  const w = world(t);
  w.ask();
  w.send(1, T0);
  w.stores.baseStations.remove(1, acting);
  t.match(w.query(), [{ state: 'pending', op_id: null }]);
  t.match(w.line(), [{ status: 'pending', error: '', finished_at: null }]);
});

t.test('a query goes where its downlink goes', async t => {
  const w = world(t);
  w.send(1, T0, { asks: true });
  const busy = { ...w.answer(1, -2, T0 + 1), code: 16, text: 'busy' };
  w.stores.downlinks.refused(busy);
  t.match(w.query(), [{ state: 'pending', op_id: null }]);
  t.same(
    w.window(2, T0 + 2),
    [
      [2, 'dlRxStatQry', -1],
      [2, 'dlDataQue', -2],
    ],
    'the station had no place for the downlink',
  );
  w.stores.rxStatus.carrierLost(1, 1);
  t.match(w.query(), [{ station: 2, op_id: -1 }], 'what the first station loses now is not concerned');

  w.stores.propagation.needAgain(2, 1, T0 + 3);
  w.db.exec('UPDATE endpoint SET nwk_sn_key = zeroblob(16)');
  const [due] = w.stores.propagation.due(2, T0 + 3, 1);
  const { session } = w.answer(2, 0, 0);
  const opId =
    due &&
    w.stores.propagation.start({
      ...{ session, station: 2, endpoint: 1, kind: due.kind, seen: due.seen },
      ...{ content: Uint8Array.of(), at: T0 + 3 },
    });
  w.stores.propagation.taken(session, 2, opId ?? 0, T0 + 4);
  t.match(w.query(), [{ state: 'pending', op_id: null }], 'the station was told the endpoint anew');
});

t.test('a query ends with its endpoint, and waits again when that gets another EUI', async t => {
  const w = world(t);
  w.ask();
  w.send(1, T0);
  w.stores.endpoints.update({ id: 1, changes: {}, newEui: epEui(9) }, acting);
  t.match(w.query(), [{ state: 'pending', op_id: null }]);
  w.stores.endpoints.remove(1, acting);
  t.match(w.query(), [{ state: 'failed', error: 'the endpoint was deleted', finished_at: T0 }]);
  t.match(w.line(), [{ status: 'failed', error: 'the endpoint was deleted', finished_at: T0 }]);
  w.report(1, T0 + 1, { ep: 9 });
  t.same(w.reports(), []);
  t.throws(() => w.ask(), fault('EndPointNotFound'));
});

t.test('what comes unasked is stored, what comes again is not, nor what is of no endpoint', async t => {
  const w = world(t);
  w.report(1, T0, { rxTime: RX });
  w.report(1, T0 + 1, { rxTime: RX });
  t.same(w.reports(), [{ station: 1, query: null }], 'repeated after a resume');
  t.equal(w.lastBs(1), 2, 'its operation is taken all the same');
  w.ask();
  w.report(1, T0 + 2, { rxTime: RX });
  t.match(w.query(), [{ state: 'pending' }], 'a repetition answers nothing');
  w.report(2, T0 + 3, { rxTime: RX });
  t.match(w.query(), [{ state: 'received' }], 'the copy of another station does');
  w.report(2, T0 + 4, { ep: 77 });
  t.equal(w.reports().length, 2);
  t.equal(w.lastBs(2), 5);
  t.equal(w.events().length, 2);
});

t.test('lists are newest first, page by page, with figures of all pages', async t => {
  const w = world(t);
  for (const [n, at] of [T0, T0 + 1, T0 + 1, T0 + 1, T0 + 9].entries())
    w.report(1, at, { rxTime: RX + BigInt(n), snr: n });
  const window = { endpoint: 1, fromMs: T0, toMs: T0 + 9 };
  const first = w.stores.rxStatus.reports({ ...window, size: 2 });
  t.match(first, { total: 4, more: true, average: { snr: 1.5, rssi: -118.25 } });
  const last = first.rows[1];
  const second = w.stores.rxStatus.reports({ ...window, size: 2, after: [last?.reported_at ?? 0, last?.id ?? 0] });
  t.match(second, { total: 4, more: false });
  const seen = [...first.rows, ...second.rows].map(({ dl_rx_snr }) => dl_rx_snr);
  t.same(seen, [3, 2, 1, 0], 'equal times do not repeat');
  t.match(w.stores.rxStatus.reports({ endpoint: 2, fromMs: 0, toMs: DAY_MS, size: 1 }), {
    rows: [],
    total: 0,
    average: { snr: null, rssi: null },
  });

  w.ask(1, T0);
  w.ask(2, T0 + 1);
  w.report(1, T0 + 20);
  w.ask(1, T0 + 21);
  const queries = (more: object) =>
    w.stores.rxStatus.queries({ org: 1, fromMs: T0, toMs: T0 + DAY_MS, size: 10, ...more });
  t.match(queries({ size: 1 }), {
    rows: [{ requested_at: T0 + 21, state: 'pending', report: undefined }],
    total: 3,
    more: true,
    counts: { pending: 2, received: 1, timeout: 0, failed: 0 },
  });
  t.match(queries({ state: 'received' }), {
    rows: [{ ep_eui: epEui(1), report: { dl_rx_snr: 7.5, bs_eui: bsEui(1) } }],
    total: 1,
    counts: { pending: 2, received: 1 },
  });
  t.match(queries({ epEui: epEui(2) }), { total: 1, counts: { pending: 1, received: 0 } });
  t.match(queries({ toMs: T0 + 21 }), { total: 2 });
  t.match(queries({ org: 2 }), { rows: [], total: 0 });
});
