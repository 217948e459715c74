import t from 'tap';
import type { NewDownlink } from '../../src/domain/downlink/records.ts';
import { BS, BS2, Center, EP, ulData } from './center.ts';

const CONTENT: NewDownlink['content'] = {
  ...{ userData: [Uint8Array.of(0x10, 0x20, 0xa0)], packetCnts: undefined, format: 0, prio: 0 },
  ...{ responseExp: false, responsePrio: false, dlWindReq: false, expOnly: false, dlRxStatQry: false },
};

async function queued(
  center: Center,
  endpoint: number,
  content: Partial<NewDownlink['content']> = {},
): Promise<number> {
  const at = center.clock.now();
  const { queId } = await center.store.write('downlinks.queue', {
    ...{ org: 1, endpoint, content: { ...CONTENT, ...content }, expiresAt: at + 86_400_000, ref: '', source: 'api' },
    ...{ createdBy: 'operator', requestId: undefined, limit: 100, handTo: undefined, at },
  });
  return queId;
}

const opened = (opId: number, fields = {}) => ulData(opId, { dlOpen: true, packetCnt: opId, ...fields });

async function started(dir: string) {
  const center = await Center.start(dir, { stored: true });
  const endpoint = center.endpoint(EP, { ep_class: 'A' });
  center.station(BS);
  center.station(BS2);
  return { center, endpoint };
}

const stateOf = (center: Center, queId: number) =>
  center.row('SELECT state, station, attempts, last_error FROM downlink WHERE que_id = ?', queId);

t.test('a downlink leaves in the next window, before the answer to the uplink, and its fate is known', async t => {
  const { center, endpoint } = await started(t.testdir());
  await using _ = center;
  const queId = await queued(center, endpoint);
  const station = await center.connect();
  station.send(opened(1));
  t.match(await station.next(), {
    command: 'dlDataQue',
    opId: -1,
    queId,
    cntDepend: false,
    userData: [[0x10, 0x20, 0xa0]],
  });
  t.match(await station.next(), { command: 'ulDataRsp', opId: 1 });
  t.match(stateOf(center, queId), { state: 'dispatched', attempts: 1 });
  station.send({ command: 'ulDataCmp', opId: 1 }, { command: 'dlDataQueRsp', opId: -1 });
  t.match(await station.next(), { command: 'dlDataQueCmp', opId: -1 });
  t.match(stateOf(center, queId), { state: 'queued' });
  const epEui = BigInt(`0x${EP}`);
  const txTime = 1_767_225_601_000_000_001n;
  station.send({ command: 'dlDataRes', opId: 2, epEui, queId, result: 'sent', txTime, packetCnt: 1 });
  t.match(await station.next(), { command: 'dlDataResRsp', opId: 2 });
  t.match(stateOf(center, queId), { state: 'sent' });
  station.send({ command: 'dlDataResCmp', opId: 2 }, ulData(3, { packetCnt: 2, dlAck: true }));
  t.match(await station.next(), { command: 'ulDataRsp', opId: 3 });
  t.match(stateOf(center, queId), { state: 'acknowledged' });
  t.strictSame(
    center.events().filter(type => type.startsWith('downlink.')),
    ['downlink.queued', 'downlink.accepted', 'downlink.sent', 'downlink.acknowledged'],
  );
});

t.test('an unanswered downlink is repeated after a resume under its old id, with its content', async t => {
  const { center, endpoint } = await started(t.testdir());
  await using _ = center;
  const queId = await queued(center, endpoint, { userData: [new Uint8Array()], prio: 1.5 });
  const station = await center.connect();
  station.send(opened(1));
  const first = await station.next();
  station.socket.destroy();
  await center.deserted();
  const again = await center.connect(BS, { snBsOpId: 1, snScOpId: 0 });
  t.equal(again.answer.snResume, true);
  const second = await again.next();
  t.strictSame(second, first);
  t.match(second, { command: 'dlDataQue', opId: -1, queId, userData: [[]], prio: 1.5 });
});
