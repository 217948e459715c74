import t from 'tap';
import { sweepDownlinks } from '../../src/compose/sweeps.ts';
import { DAY_MS } from '../../src/kit/units.ts';
import type { Fields } from '../peers/raw-station.ts';
import { momentAt } from '../peers/time.ts';
import { BS, BS2, Center, EP, ulData } from './center.ts';

const QUERY_MS = 300_000;
const epEui = BigInt(`0x${EP}`);
const RX = 1_767_225_601_000_000_001n;

const opened = (opId: number) => ulData(opId, { dlOpen: true, packetCnt: opId });
const dlRxStat = (opId: number, more: Fields = {}): Fields => ({
  ...{ command: 'dlRxStat', opId, epEui, rxTime: RX + BigInt(opId), packetCnt: 44, dlRxSnr: 7.5, dlRxRssi: -118.25 },
  ...more,
});

async function started(dir: string) {
  const center = await Center.start(dir, { stored: true });
  const endpoint = center.endpoint(EP, { ep_class: 'A' });
  const station = center.station(BS);
  center.station(BS2);
  return {
    center,
    endpoint,
    ask: () =>
      center.store.write.rxStatus.query({
        ...{ org: 1, endpoint, station, origin: 'api', requestedBy: 'operator', at: center.clock.now() },
      }),
    async queue(dlRxStatQry = false): Promise<void> {
      const at = center.clock.now();
      const content = {
        ...{ userData: [Uint8Array.of(1)], packetCnts: undefined, format: 0, prio: 0, dlRxStatQry },
        ...{ responseExp: false, responsePrio: false, dlWindReq: false, expOnly: false },
      };
      await center.store.write.downlinks.queue({
        ...{ org: 1, endpoint, content, expiresAt: at + DAY_MS, ref: '', source: 'api', createdBy: 'operator' },
        ...{ requestId: undefined, limit: 100, handTo: undefined, at },
      });
    },
    queries: () => center.rows('SELECT state, station, op_id, error FROM rx_query ORDER BY id'),
    reports: () => center.rows('SELECT station, dl_rx_snr, dl_rx_rssi, query FROM rx_status ORDER BY id'),
  };
}

t.test('a query leaves directly before the downlink of a window and is answered through another station', async t => {
  const { center, ask, queue, queries, reports } = await started(t.testdir());
  await using _ = center;
  await ask();
  const near = await center.connect(BS);
  const far = await center.connect(BS2);
  near.send(opened(1));
  t.match(await near.next(), { command: 'ulDataRsp', opId: 1 }, 'nothing leaves without a downlink');
  await queue();
  near.send(opened(2));
  t.same(await near.next(), { command: 'dlRxStatQry', opId: -1, epEui });
  t.match(await near.next(), { command: 'dlDataQue', opId: -2 });
  t.match(await near.next(), { command: 'ulDataRsp', opId: 2 });
  near.send({ command: 'dlRxStatQryRsp', opId: -1 });
  t.same(await near.next(), { command: 'dlRxStatQryCmp', opId: -1 });
  t.match(queries(), [{ state: 'pending', station: 1, op_id: -1 }]);

  far.send(dlRxStat(1));
  t.same(await far.next(), { command: 'dlRxStatRsp', opId: 1 });
  t.match(queries(), [{ state: 'received', station: 1, op_id: -1 }]);
  t.same(reports(), [{ station: 2, dl_rx_snr: 7.5, dl_rx_rssi: -118.25, query: 1 }]);
  far.send({ command: 'dlRxStatCmp', opId: 1 });
  t.match(await far.ping(2), { opId: 2 }, 'the session goes on');
});

t.test('a downlink that asks for the status brings its own query', async t => {
  const { center, queue } = await started(t.testdir());
  await using _ = center;
  await queue(true);
  const station = await center.connect();
  station.send(opened(1));
  t.match(await station.next(), { command: 'dlRxStatQry', opId: -1 });
  t.match(await station.next(), { command: 'dlDataQue', opId: -2 });
});

t.test('an answer after the time of its query is stored for itself', async t => {
  const { center, ask, queue, queries, reports } = await started(t.testdir());
  await using _ = center;
  await ask();
  await queue();
  const station = await center.connect();
  station.send(opened(1));
  await station.until('ulDataRsp');
  const { store, clock } = center;
  await sweepDownlinks(store, momentAt(clock.now() + QUERY_MS - 1), QUERY_MS);
  t.match(queries(), [{ state: 'pending' }]);
  await sweepDownlinks(store, momentAt(clock.now() + QUERY_MS), QUERY_MS);
  t.match(queries(), [{ state: 'timeout' }]);
  station.send(dlRxStat(2));
  t.match(await station.until('dlRxStatRsp'), { opId: 2 });
  t.match(reports(), [{ query: null }]);
  t.match(queries(), [{ state: 'timeout' }]);
  t.same(
    center.events().filter(type => type.startsWith('endpoint.dl_rx')),
    ['endpoint.dl_rx_query_sent', 'endpoint.dl_rx_query_timeout', 'endpoint.dl_rx_status_received'],
  );
});

t.test('what was not asked for is taken, of an unknown endpoint without effect', async t => {
  const { center, reports } = await started(t.testdir());
  await using _ = center;
  const station = await center.connect();
  station.send(dlRxStat(1), dlRxStat(2, { epEui: epEui + 1n }));
  t.same(await station.next(), { command: 'dlRxStatRsp', opId: 1 });
  t.same(await station.next(), { command: 'dlRxStatRsp', opId: 2 });
  t.match(reports(), [{ station: 1, query: null }]);
});

t.test('values that cannot be are refused with 71 and not stored', async t => {
  const { center, ask, queries, reports } = await started(t.testdir());
  await using _ = center;
  await ask();
  const station = await center.connect();
  const wrong: Fields[] = [
    { dlRxSnr: 30.001 },
    { dlRxSnr: -30.001 },
    { dlRxSnr: Number.NaN },
    { dlRxSnr: Number.POSITIVE_INFINITY },
    { dlRxSnr: '7' },
    { dlRxRssi: 0.001 },
    { dlRxRssi: -150.001 },
    { dlRxRssi: Number.NaN },
    { dlRxRssi: Number.NEGATIVE_INFINITY },
    { packetCnt: 4_294_967_296 },
    { packetCnt: -1 },
    { rxTime: 0n },
    { epEui: undefined },
  ];
  for (const [at, fields] of wrong.entries()) {
    station.send(dlRxStat(at + 1, fields));
    t.match(await station.next(), { command: 'error', opId: at + 1, code: 71 }, Object.keys(fields)[0] ?? '');
    station.send({ command: 'errorAck', opId: at + 1 });
  }
  t.same(reports(), []);
  t.match(queries(), [{ state: 'pending' }]);
  const opId = wrong.length + 1;
  station.send(dlRxStat(opId, { dlRxSnr: -30, dlRxRssi: 0 }), dlRxStat(opId + 1, { dlRxSnr: 30, dlRxRssi: -150 }));
  t.match(await station.next(), { command: 'dlRxStatRsp', opId });
  t.match(await station.next(), { command: 'dlRxStatRsp', opId: opId + 1 });
  t.match(reports(), [
    { dl_rx_snr: -30, dl_rx_rssi: 0, query: 1 },
    { dl_rx_snr: 30, dl_rx_rssi: -150, query: null },
  ]);
});

t.test('an error of the station ends the query', async t => {
  const { center, ask, queue, queries } = await started(t.testdir());
  await using _ = center;
  await ask();
  await queue();
  const station = await center.connect();
  station.send(opened(1));
  await station.until('ulDataRsp');
  station.send({ command: 'error', opId: -1, code: 38, message: 'no such thing' });
  t.same(await station.next(), { command: 'errorAck', opId: -1 });
  t.match(queries(), [{ state: 'failed', error: '38 no such thing' }]);
});

t.test('a resume repeats the open query with its old id, a report that is repeated counts once', async t => {
  const { center, ask, queue, queries, reports } = await started(t.testdir());
  await using _ = center;
  await ask();
  await queue();
  const station = await center.connect();
  station.send(opened(1));
  const query = await station.next();
  const downlink = await station.next();
  t.same(query, { command: 'dlRxStatQry', opId: -1, epEui });
  station.send(dlRxStat(2));
  t.match(await station.until('dlRxStatRsp'), { opId: 2 });
  await station.close();
  await center.deserted();
  // The endpoint has answered, but the station has not: it may hold the operation half-open.
  const again = await center.connect(BS, { snBsOpId: 2, snScOpId: 0 });
  t.equal(again.answer.snResume, true);
  t.same(await again.next(), query);
  t.same(await again.next(), downlink);
  again.send({ command: 'dlRxStatQryRsp', opId: -1 });
  t.same(await again.next(), { command: 'dlRxStatQryCmp', opId: -1 });
  again.send(dlRxStat(2));
  t.match(await again.next(), { command: 'dlRxStatRsp', opId: 2 });
  t.equal(reports().length, 1);
  t.match(queries(), [{ state: 'received' }]);
});

t.test('the query of a deleted endpoint is repeated all the same, and its answer is completed', async t => {
  const { center, endpoint, ask, queue, queries, reports } = await started(t.testdir());
  await using _ = center;
  await ask();
  await queue();
  const station = await center.connect();
  station.send(opened(1));
  const query = await station.next();
  await station.close();
  await center.deserted();
  const acting = { now: center.clock.now(), userId: undefined, userEmail: undefined, actor: 'operator' };
  await center.store.write.endpoints.remove(endpoint, acting);
  t.match(queries(), [{ state: 'failed', error: 'the endpoint was deleted' }]);
  const again = await center.connect(BS, { snBsOpId: 1, snScOpId: 0 });
  t.same(await again.next(), query);
  again.send({ command: 'dlRxStatQryRsp', opId: -1 }, dlRxStat(2));
  t.match(await again.until('dlRxStatQryCmp'), { opId: -1 });
  t.match(await again.until('dlRxStatRsp'), { opId: 2 });
  t.same(reports(), []);
  t.match(queries(), [{ state: 'failed' }]);
});

t.test('a station that begins anew gets the query again with its downlink, under new ids', async t => {
  const { center, ask, queue, queries } = await started(t.testdir());
  await using _ = center;
  await ask();
  await queue();
  const station = await center.connect();
  station.send(opened(1));
  await station.until('ulDataRsp');
  station.send({ command: 'dlRxStatQryRsp', opId: -1 });
  await station.until('dlRxStatQryCmp');
  await station.close();
  await center.deserted();
  const fresh = await center.connect(BS, { snBsUuid: Array.from({ length: 16 }, () => 9) });
  t.equal(fresh.answer.snResume, false);
  await center.online(1);
  t.match(queries(), [{ state: 'pending', op_id: null }]);
  fresh.send(ulData(1, { dlOpen: true, packetCnt: 2 }));
  t.same(await fresh.next(), { command: 'dlRxStatQry', opId: -1, epEui });
  t.match(await fresh.next(), { command: 'dlDataQue', opId: -2 });
});
