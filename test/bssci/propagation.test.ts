import t from 'tap';
import type { Eui } from '../../src/kit/eui.ts';
import type { Fault } from '../../src/kit/faults/faults.ts';
import type { Fields, RawStation } from '../peers/raw-station.ts';
import { BS, BS2, Center, EP, NWK_KEY } from './center.ts';

const epEui = BigInt(`0x${EP}`);
const attached = { attach_status: 'attached', attach_origin: 'pre_attach' };
const bare = (command: string, opId: unknown): Fields => ({ command, opId });

/** Answers what a well-behaved station answers to every request, until `count` were answered. */
async function agree(station: RawStation, count: number): Promise<Fields[]> {
  const seen: Fields[] = [];
  while (seen.length < count) {
    const message = await station.next();
    if (!message) break;
    if (!/Prp$/.test(String(message.command))) continue;
    seen.push(message);
    station.send(bare(`${message.command}Rsp`, message.opId));
  }
  return seen;
}

t.test('a new session is told every attached endpoint, a resumed one only what is new', async t => {
  await using center = await Center.start(t.testdir());
  const id = center.station(BS);
  const first = center.endpoint(EP, { ...attached, dual_chan: 1 });
  center.endpoint('fe0000000000e102' as Eui);
  center.endpoint('fe0000000000e103' as Eui, { ...attached, suspended: 1 });
  center.insert('endpoint_heard', { endpoint: first, last_packet_cnt: 300 });
  const station = await center.connect();
  const [seen] = await agree(station, 1);
  t.match(seen, {
    command: 'attPrp',
    opId: -1,
    epEui,
    bidi: false,
    nwkSnKey: [...NWK_KEY],
    shAddr: 0xe101,
    lastPacketCnt: 300,
    dualChan: true,
  });
  t.same(await station.next(), bare('attPrpCmp', -1));
  await station.ping(1);
  t.same(station.received, []);
  await station.close();
  await center.deserted();
  const later = center.endpoint('fe0000000000e104' as Eui);
  const result = await center.bssci.attach.attachEndPoint(later, 'api');
  t.match(result, { status: 'attached', propagations: [{ station: id, bsEui: BS, state: 'deferred', opId: 0 }] });
  const again = await center.connect();
  t.equal(again.answer.snResume, true);
  t.match(await agree(again, 1), [{ command: 'attPrp', opId: -2, epEui: 0xfe0000000000e104n }]);
  await again.until('attPrpCmp');
  await again.ping(2);
  t.same(again.received, []);
  await again.close();
  await center.deserted();
  const fresh = await center.connect(BS, { snBsUuid: Array(16).fill(1) });
  t.equal(fresh.answer.snResume, false);
  t.same(
    (await agree(fresh, 2)).map(message => message.epEui),
    [epEui, 0xfe0000000000e104n],
  );
});

t.test('many endpoints are announced in groups, with at most 64 unanswered', async t => {
  await using center = await Center.start(t.testdir(), { times: { propagate_pause_ms: 100 } });
  center.station(BS);
  for (let i = 0; i < 150; i++) center.endpoint((0xfe00000000010000n + BigInt(i)).toString(16) as Eui, attached);
  const station = await center.connect();
  const held: Fields[] = [];
  while (held.length < 50) held.push((await station.next()) ?? {});
  await station.ping(1);
  t.same(station.received, [], 'a pause after the first group');
  await center.clock.advance(100);
  await station.ping(2);
  await center.clock.advance(1000);
  await station.ping(3);
  t.equal(center.store.read.announcing.waiting(1), 50, 'too many are unanswered');
  for (const { opId } of held) station.send(bare('attPrpRsp', opId));
  const told = new Set(held.map(message => message.epEui));
  for (let ping = 1000; told.size < 150; ping++) {
    await center.clock.advance(200);
    station.send(bare('ping', ping));
    for (let next = await station.next(); next && next.command !== 'pingRsp'; next = await station.next()) {
      if (next.command !== 'attPrp') continue;
      told.add(next.epEui);
      station.send(bare('attPrpRsp', next.opId));
    }
  }
  await station.ping(9000);
  await center.clock.advance(200);
  await center.stored();
  await station.ping(9001);
  await center.stored();
  t.equal(center.store.read.announcing.waiting(1), 0);
  t.equal(center.store.read.propagation.knownTo(1), 150);
  t.same(center.rows('SELECT * FROM propagation'), [], 'no row for each of them');
});

t.test('a decision to attach is told to the connected stations and confirmed by them', async t => {
  await using center = await Center.start(t.testdir());
  const [a, b] = [center.station(BS), center.station(BS2)];
  const endpoint = center.endpoint(EP);
  const near = await center.connect(BS);
  await center.online(a);
  const far = await center.connect(BS2);
  await center.online(b);
  const result = await center.bssci.attach.attachEndPoint(endpoint, 'api', 'me');
  t.match(result, {
    status: 'attaching',
    propagations: [
      { bsEui: BS, state: 'sent', opId: -1 },
      { bsEui: BS2, state: 'sent' },
    ],
  });
  await agree(near, 1);
  await near.until('attPrpCmp');
  t.equal(center.row('SELECT attach_status FROM endpoint')?.attach_status, 'attached', 'by the first confirmation');
  await agree(far, 1);
  await far.until('attPrpCmp');
  const again = await center.bssci.attach.attachEndPoint(endpoint, 'api');
  t.match(
    again.propagations,
    [
      { state: 'sent', opId: -2 },
      { state: 'sent', opId: -2 },
    ],
    'told again when asked again',
  );
  await Promise.all([agree(near, 1), agree(far, 1)]);
  await Promise.all([near.until('attPrpCmp'), far.until('attPrpCmp')]);
  await far.close();
  while (center.bssci.stations.connected(b)) await new Promise(resolve => setImmediate(resolve));
  await center.stored();

  const detached = await center.bssci.attach.detachEndPoint(endpoint, 'api');
  t.match(detached, {
    status: 'detaching',
    propagations: [
      { bsEui: BS, state: 'sent', opId: -3 },
      { bsEui: BS2, state: 'deferred' },
    ],
  });
  t.match(await agree(near, 1), [{ command: 'detPrp', epEui }]);
  await near.until('detPrpCmp');
  t.equal(
    center.row('SELECT attach_status FROM endpoint')?.attach_status,
    'detached',
    'a station that is away is not waited for',
  );
  t.match(await center.bssci.attach.detachEndPoint(endpoint, 'api'), { status: 'detached' });
  t.same(
    center.events().filter(type => type.startsWith('endpoint.')),
    ['endpoint.attached', 'endpoint.detached'],
  );
  const back = await center.connect(BS2);
  t.equal(back.answer.snResume, true);
  t.match(await agree(back, 1), [{ command: 'detPrp', epEui }]);
});

t.test('what cannot be attached', async t => {
  await using center = await Center.start(t.testdir());
  const fault = async (endpoint: number) =>
    ((await center.bssci.attach.attachEndPoint(endpoint, 'api').catch((cause: unknown) => cause)) as Fault).fault;
  t.equal(await fault(center.endpoint(EP, { suspended: 1 })), 'EndPointSuspended');
  t.equal(await fault(center.endpoint('fe0000000000e102' as Eui, { nwk_key: null })), 'EndPointSessionKeyMissing');
  t.equal(await fault(99), 'EndPointNotFound');
});

t.test('a station that refuses is asked again after 30, 60 and 120 seconds, then an event tells of it', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  center.endpoint(EP, attached);
  const station = await center.connect();
  let ping = 0;
  const refuse = async (wanted: number) => {
    const { opId } = await station.until('attPrp');
    t.equal(opId, wanted);
    station.send({ command: 'error', opId, code: 22, message: 'attach propagate\u202e\nmessage malformed' });
    t.match(await station.next(), { command: 'errorAck', opId });
    await station.ping(++ping);
  };
  /** Time passes while the station is heard, so that no ping of ours takes an id. */
  const wait = async (seconds: number) => {
    for (let left = seconds; left > 0; left -= 15) {
      await center.clock.advance(Math.min(left, 15) * 1000);
      await station.ping(++ping);
    }
  };
  await refuse(-1);
  await wait(28);
  t.same(station.received, []);
  await wait(2);
  await refuse(-2);
  center.clock.jump(3_600_000);
  await wait(58);
  t.same(station.received, [], 'not sooner because the clock is set');
  center.clock.jump(-3_600_000);
  await wait(2);
  await refuse(-3);
  await wait(120);
  t.notOk(center.events().includes('endpoint.propagation_failed'));
  await refuse(-4);
  await center.stored();
  const [event] = center.rows(`SELECT data FROM event WHERE event_type = 'endpoint.propagation_failed'`);
  t.match(JSON.parse(String(event?.data)), { bsEui: BS, operation: 'attPrp', code: 22 });
  await wait(300);
  t.same(station.received, []);
  t.match(center.row('SELECT state, retry_at FROM propagation'), { state: 'failed', retry_at: null });
  t.match(center.row('SELECT error FROM propagation'), { error: /attach propagate message malformed/ });
});

t.test('a station that wanted 1.1 and refuses the layout of 1.0 raises an alarm', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  center.endpoint(EP, attached);
  const station = await center.connect(BS, { version: '1.1.0' });
  const { opId } = await station.until('attPrp');
  station.send({ command: 'error', opId, code: 22, message: 'attach propagate message malformed' });
  await station.until('errorAck');
  await center.stored();
  const [event] = center.rows(`SELECT data FROM event WHERE event_type = 'basestation.protocol_error'`);
  t.match(JSON.parse(String(event?.data)), { message: 'station needs BSSCI 1.1' });
});

t.test('an announcement that was not answered is repeated after a resume, not made anew', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  const endpoint = center.endpoint(EP, attached);
  const station = await center.connect();
  const first = await station.until('attPrp');
  await station.close();
  await center.deserted();
  await center.bssci.attach.forget(endpoint);
  const again = await center.connect(BS, { snScOpId: -1 });
  t.same(await again.next(), first, 'same id, same content, although it has lost its sense');
  t.match(await again.next(), { command: 'detPrp', opId: -2, epEui }, 'then it is corrected');
  again.send(bare('attPrpRsp', -1), bare('detPrpRsp', -2));
  await again.until('detPrpCmp');
  t.equal(
    center.row('SELECT count(*) AS n FROM propagation')?.n,
    0,
    'the late confirmation does not undo the newer decision',
  );
});

t.test('an EUI that is given away and back while its station is away is withdrawn, and then announced', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  const endpoint = center.endpoint(EP, { ...attached, pre_attach: 1 });
  const station = await center.connect();
  await agree(station, 1);
  await station.until('attPrpCmp');
  await station.ping(1);
  await station.close();
  await center.deserted();
  const acting = { now: center.clock.now(), userId: undefined, userEmail: undefined, actor: '' };
  for (const newEui of ['fe0000000000e199' as Eui, EP]) {
    const nwkKey = center.sealer.seal(NWK_KEY, `endpoint:${newEui}:nwk_key`);
    await center.store.write.endpoints.update(
      { id: endpoint, changes: {}, newEui, resealed: { nwk_key: nwkKey, nwk_sn_key: null, app_key: null } },
      acting,
    );
  }
  const again = await center.connect(BS, { snScOpId: -1 });
  const seen = await agree(again, 3);
  t.match(seen.at(-1), { command: 'attPrp', epEui });
  t.match(
    seen.find(({ command }) => command === 'detPrp'),
    { epEui },
  );
});

t.test('an operator can close the connection of a station', async t => {
  await using center = await Center.start(t.testdir());
  const id = center.station(BS);
  const station = await center.connect();
  await station.ping(1);
  await center.bssci.attach.disconnectStation(id, 'disabled');
  t.equal(await station.next(), undefined);
  t.match(center.row('SELECT disconnect_reason FROM base_station'), { disconnect_reason: 'disabled' });
});
