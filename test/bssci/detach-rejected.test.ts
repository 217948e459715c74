import t from 'tap';
import type { Fields, RawStation } from '../peers/raw-station.ts';
import { attach, cmp, DET_SIGN, det } from './air.ts';
import { BS, BS2, Center, EP, NWK_KEY } from './center.ts';

const rejected = (center: Center): Fields[] =>
  center.rows("SELECT * FROM event WHERE event_type = 'endpoint.detach_rejected'");

async function taken(station: RawStation): Promise<void> {
  const told = await station.until('attPrp');
  station.send(cmp('attPrpRsp', Number(told?.opId)));
  await station.until('attPrpCmp');
}

t.test('a detach of a pre-attached endpoint is answered and changes nothing', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  center.station(BS2);
  center.endpoint(EP, { attach_status: 'attached', attach_origin: 'pre_attach', pre_attach: 1 });
  const near = await center.connect(BS);
  const far = await center.connect(BS2);
  await Promise.all([taken(near), taken(far)]);
  const before = center.row('SELECT * FROM endpoint');
  near.send(det(1));
  t.same(await near.next(), { command: 'detRsp', opId: 1, sign: DET_SIGN });
  far.send(det(1));
  t.match(await far.next(), { command: 'detRsp', opId: 1 });
  near.send(cmp('detCmp', 1));
  const again = await near.next();
  t.match(again, { command: 'attPrp', nwkSnKey: [...NWK_KEY] }, 'the station may have dropped it, and is told again');
  near.send(cmp('attPrpRsp', Number(again?.opId)));
  t.match(await near.next(), { command: 'attPrpCmp' });
  await far.ping(2);
  t.same(far.received, [], 'no other station is told anything');
  await center.stored();
  t.same(center.row('SELECT * FROM endpoint'), before);
  t.equal(center.row('SELECT count(*) AS n FROM endpoint_heard')?.n, 0);
  t.equal(center.row('SELECT count(*) AS n FROM notice')?.n, 0);
  t.notOk(center.events().includes('endpoint.detached'));
  await center.store.write.events.closeFolds();
  t.equal(rejected(center).length, 1);
  t.match(rejected(center)[0], { ep_eui: EP, count: 2, severity: 'warning', source_id: EP });
  t.match(JSON.parse(String(rejected(center)[0]?.data)), { reason: 'pre_attached', bsEui: BS2 });
});

t.test('one that attached over the air may detach, also after the API has attached it again', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  const endpoint = center.endpoint(EP);
  const station = await center.connect(BS);
  await attach(station, 1);
  await station.ping(2);
  const decision = { endpoint, origin: 'api' as const, operationId: '', actor: '', at: center.clock.now() };
  await center.store.write.attach.attach(decision);
  station.send(det(3));
  await station.until('detRsp');
  station.send(cmp('detCmp', 3));
  await station.ping(4);
  await center.stored();
  t.match(center.row('SELECT attach_status FROM endpoint'), { attach_status: 'detached' });
  t.same(rejected(center), []);
  station.send(det(5));
  t.match(await station.until('detRsp'), { opId: 5 }, 'it is detached already');
});
