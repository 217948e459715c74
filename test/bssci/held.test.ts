import t from 'tap';
import type { Fields, RawStation } from '../peers/raw-station.ts';
import { BS, Center, conOf, EP } from './center.ts';
import { brief, opened, Rig } from './downlink-rig.ts';

/** A station that was told an endpoint, by itself or with the list of all, and has not answered. */
async function told(center: Center, by: 'itself' | 'list' = 'itself'): Promise<void> {
  center.station(BS);
  const attached = by === 'list' ? { attach_status: 'attached', attach_origin: 'pre_attach' } : {};
  const endpoint = center.endpoint(EP, attached);
  const station = await center.connect();
  if (by === 'itself') await center.bssci.attach.attachEndPoint(endpoint, 'api');
  t.equal(brief(await station.next()), 'attPrp -1');
  await station.close();
  await center.deserted();
}

async function refused(center: Center): Promise<Fields | undefined> {
  const station = await center.dial();
  station.send(conOf(BS));
  const answer = await station.next();
  if (answer?.command === 'conRsp') {
    station.send({ command: 'conCmp', opId: 0 });
    const end = await station.next();
    station.send({ command: 'errorAck', opId: 0 });
    await station.closed;
    return end;
  }
  station.send({ command: 'errorAck', opId: 0 });
  await station.closed;
  return answer;
}

/** The session is begun anew, once, and an event tells why. */
async function begunAnew(center: Center, command: string): Promise<RawStation> {
  const station = await center.connect(BS, { snBsOpId: 0, snScOpId: -1 });
  t.equal(station.answer.snResume, false, 'the station gets a new session');
  t.match(center.rows(`SELECT severity, source_id, data FROM event WHERE event_type = 'system.database_error'`), [
    { severity: 'critical', source_id: BS, data: new RegExp(`${command} -1`) },
  ]);
  return station;
}

for (const [name, damage, by] of [
  ['cannot be unsealed', 'UPDATE operation SET content = zeroblob(40)'],
  ['is of no known kind', "UPDATE operation SET command = 'rc.start'"],
  ['has nothing in it', "UPDATE operation SET content = x''"],
  ['says what is not known any more', 'UPDATE endpoint SET sh_addr = 7', 'list'],
] as const) {
  t.test(`an operation that ${name} does not lock its station into resume and drop (BSSCI 6.5)`, async t => {
    await using center = await Center.start(t.testdir());
    await told(center, by);
    center.db.exec(damage);
    const station = await begunAnew(center, name === 'is of no known kind' ? 'rc.start' : 'attPrp');
    t.match(await station.next(), { command: 'attPrp', opId: -1, epEui: BigInt(`0x${EP}`) }, 'told anew');
    station.send({ command: 'attPrpRsp', opId: -1 });
    await station.until('attPrpCmp');
    await station.close();
    await center.deserted();
    t.equal((await center.connect(BS, { snScOpId: -1 })).answer.snResume, true, 'and that one goes on');
  });
}

t.test('nor does a downlink whose row makes no sense', async t => {
  await using rig = await Rig.start(t.testdir());
  const { center } = rig;
  const queId = await rig.queue();
  const station = await center.connect();
  station.send(opened(1));
  t.equal(brief(await station.next()), 'dlDataQue -1');
  await station.close();
  await center.deserted();
  center.db.exec("UPDATE downlink SET packet_cnts = '['");
  const again = await begunAnew(center, 'dlDataQue');
  await again.ping(1);
  t.match(rig.row(queId), { state: 'pending', station: null }, 'it waits again');
});

t.test('a store that cannot be read at all asks the station to come again, and the session lives', async t => {
  await using center = await Center.start(t.testdir());
  await told(center);
  center.db.exec('ALTER TABLE operation RENAME TO elsewhere');
  for (let tries = 0; tries < 2; tries++) t.match(await refused(center), { command: 'error', opId: 0, code: 11 });
  center.db.exec('ALTER TABLE elsewhere RENAME TO operation');
  const station = await center.connect();
  t.equal(station.answer.snResume, true);
  t.equal(brief(await station.next()), 'attPrp -1', 'sent again');
  t.notOk(center.events().includes('system.database_error'));
});

t.test('a station whose resume cannot be stored has gone all the same, and an event says so', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  const station = await center.connect();
  await station.close();
  await center.deserted();
  const seen = () => center.events().filter(type => type === 'basestation.disconnected').length;
  center.db.exec(`CREATE TRIGGER full BEFORE UPDATE OF connected_at ON session
    BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
  await center.clock.advance(5000);
  t.match(await refused(center), { command: 'error', opId: 0, code: 11 }, 'the resume failed');
  await center.clock.advance(10_000);
  await center.stored();
  t.equal(seen(), 1);
  center.db.exec('DROP TRIGGER full');
  t.equal((await center.connect()).answer.snResume, true);
  await center.clock.advance(20_000);
  await center.stored();
  t.equal(seen(), 1, 'told once');
});
