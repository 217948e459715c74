import t from 'tap';
import type { Eui } from '../../src/kit/eui.ts';
import { HOUR_MS } from '../../src/kit/units.ts';
import type { Fields } from '../peers/raw-station.ts';
import { ATT_RX, att, attach, cmp, det } from './air.ts';
import { BS, BS2, Center, EP } from './center.ts';

const BS3 = 'fe00000000000b53' as Eui;
const SESSION_KEY = [...Buffer.from('d66116631bdf113c1ef60d504557e46e', 'hex')];

t.test('an endpoint attaches through two stations, and a third one is told', async t => {
  await using center = await Center.start(t.testdir());
  const [a, b, c] = [center.station(BS), center.station(BS2), center.station(BS3)];
  center.endpoint(EP, { ep_class: 'A' });
  const near = await center.connect(BS);
  const far = await center.connect(BS2);
  const third = await center.connect(BS3);
  await Promise.all([a, b, c].map(id => center.online(id)));
  near.send(att(2));
  t.same(await near.next(), { command: 'attRsp', opId: 2, nwkSnKey: SESSION_KEY, shAddr: 0xe101 });
  t.match(center.row('SELECT * FROM endpoint'), {
    attach_status: 'detached',
    attach_cnt: 5,
    attach_generation: 1,
    repetition: 1,
  });
  far.send(att(17));
  t.same(await far.next(), { command: 'attRsp', opId: 17, nwkSnKey: SESSION_KEY, shAddr: 0xe101 });
  near.send(cmp('attCmp', 2));
  t.same(await third.next(), {
    ...{
      command: 'attPrp',
      opId: -1,
      epEui: BigInt(`0x${EP}`),
      bidi: true,
      nwkSnKey: SESSION_KEY,
      shAddr: 0xe101,
      lastPacketCnt: 0,
    },
    ...{ dualChan: false, repetition: true, wideCarrOff: false, longBlkDist: false },
  });
  far.send(cmp('attCmp', 17));
  third.send(cmp('attPrpRsp', -1));
  t.same(await third.next(), cmp('attPrpCmp', -1));
  await near.ping(3);
  await far.ping(18);
  await center.stored();
  t.same(near.received, []);
  t.same(far.received, [], 'neither of the two is told what it said itself');
  const known = [a, b, c].map(station => center.store.read.propagation.knownTo(station));
  t.same(known, [1, 1, 1]);
  t.match(center.row('SELECT attach_status, attach_origin FROM endpoint'), {
    attach_status: 'attached',
    attach_origin: 'over_the_air',
  });
  const told = center.rows(`SELECT data FROM event WHERE event_type = 'endpoint.attached'`);
  t.equal(told.length, 1);
  t.match(JSON.parse(String(told[0]?.data)), {
    bsEui: BS,
    attachCnt: 5,
    shAddr: 0xe101,
    snr: 14.5,
    rssi: -97.25,
    origin: 'over_the_air',
  });
  const lines = center.rows('SELECT operation, origin, status, op_id FROM endpoint_operation ORDER BY id');
  t.match(lines, [
    { operation: 'attach', origin: 'over_the_air', status: 'completed', op_id: 2 },
    { operation: 'attach_propagate', status: 'completed', op_id: -1 },
  ]);
  const key = center.row('SELECT nwk_sn_key FROM endpoint')?.nwk_sn_key as Uint8Array;
  t.notMatch(Buffer.from(key).toString('hex'), Buffer.from(SESSION_KEY).toString('hex'), 'the key is stored encrypted');
  t.equal(center.row('SELECT count(*) AS n FROM operation')?.n, 0);
});

t.test('attaches that are refused change nothing', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  center.endpoint(EP);
  center.endpoint('fe0000000000e102' as Eui, { suspended: 1 });
  center.endpoint('fe0000000000e103' as Eui, { nwk_key: null });
  const station = await center.connect();
  await attach(station, 1);
  await station.ping(2);
  await center.stored();
  const before = center.row('SELECT * FROM endpoint WHERE eui = ?', EP);
  const cases: readonly [name: string, fields: Fields, code: number, cnt?: number][] = [
    ['an unknown endpoint', { epEui: 1 }, 71],
    ['a suspended one', { epEui: 0xfe0000000000e102n }, 71],
    ['one without a key', { epEui: 0xfe0000000000e103n }, 5],
    ['the same counter with another nonce', { nonce: [1, 2, 3, 4] }, 71],
    ['a lower counter', {}, 71, 4],
    ['a wrong signature', { sign: [1, 2, 3, 4], attachCnt: 6 }, 71],
  ];
  let opId = 3;
  const texts = new Set<unknown>();
  for (const [name, fields, code, cnt] of cases) {
    station.send(att(opId, fields, cnt));
    const answer = await station.next();
    t.match(answer, { command: 'error', opId: opId++, code }, name);
    if (code === 71) texts.add(answer?.message);
  }
  t.equal(texts.size, 1, 'all refusals look alike');
  t.same(center.row('SELECT * FROM endpoint WHERE eui = ?', EP), before);
  await center.stored();
  await center.store.write.events.closeFolds();
  const rejected = center.rows(`SELECT count, data FROM event WHERE event_type = 'endpoint.attach_rejected'`);
  t.same(
    rejected.map(row => [JSON.parse(String(row.data)).reason, row.count]),
    [
      ['unknown_endpoint', 1],
      ['suspended', 1],
      ['no_key', 1],
      ['counter_replay', 2],
      ['bad_signature', 1],
    ],
  );
});

t.test('attaches that compete for an endpoint are answered, and are no error of ours', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  center.endpoint(EP);
  const station = await center.connect();
  const many = Array.from({ length: 12 }, (_, i) => i + 1);
  station.send(...many.map(opId => att(opId, {}, opId)));
  const answers = new Map<unknown, Fields>();
  while (answers.size < many.length) {
    const answer = await station.next();
    answers.set(answer?.opId, answer ?? {});
  }
  t.match(answers.get(1), { command: 'attRsp' });
  t.ok([...answers.values()].some(({ code }) => code === 5));
  t.same(center.errors, []);
});

t.test('the short address', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  center.endpoint(EP, { sh_addr: 77 });
  const station = await center.connect();
  station.send(att(1));
  t.match(await station.next(), { shAddr: 77 }, 'the configured one is answered');
  station.send(cmp('attCmp', 1), att(2, { shAddr: 9 }, 6));
  const answer = await station.next();
  t.match(answer, { command: 'attRsp', opId: 2 });
  t.notOk(Object.hasOwn(answer ?? {}, 'shAddr'), 'not answered when the station has assigned one');
  t.equal(center.row('SELECT attach_sh_addr FROM endpoint')?.attach_sh_addr, 9);
  station.send(cmp('attCmp', 2), att(3, { shAddr: 0 }, 7));
  t.match(await station.next(), { opId: 3, shAddr: 77 }, '0 is what a station writes that has assigned none');
  t.equal(center.row('SELECT attach_sh_addr FROM endpoint')?.attach_sh_addr, 77);
});

t.test('an attach that is not completed is answered the same after a resume, however late', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  center.endpoint(EP);
  const station = await center.connect();
  station.send(att(1));
  const first = await station.next();
  await station.close();
  await center.deserted();
  await center.clock.advance(HOUR_MS);
  const again = await center.connect();
  t.equal(again.answer.snResume, true);
  again.send(att(1));
  t.same(await again.next(), first);
  again.send(cmp('attCmp', 1));
  await again.ping(2);
  await center.stored();
  t.match(center.row('SELECT attach_status, attach_generation FROM endpoint'), {
    attach_status: 'attached',
    attach_generation: 1,
  });
});

t.test('a completion that comes only after a restart of ours still attaches', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  center.endpoint(EP);
  const station = await center.connect();
  station.send(att(1));
  await station.next();
  await center.bssci.stop();
  await center.begin();
  const again = await center.connect();
  t.equal(again.answer.snResume, true);
  again.send(cmp('attCmp', 1));
  await again.ping(2);
  await center.stored();
  t.match(center.row('SELECT attach_status FROM endpoint'), { attach_status: 'attached' });
  t.ok(center.events().includes('endpoint.attached'));
});

t.test('an endpoint detaches, once, and the other stations are told', async t => {
  await using center = await Center.start(t.testdir());
  const [a, b] = [center.station(BS), center.station(BS2)];
  center.endpoint(EP);
  const near = await center.connect(BS);
  const far = await center.connect(BS2);
  await Promise.all([a, b].map(id => center.online(id)));
  await attach(near, 1);
  t.match(await far.next(), { command: 'attPrp', opId: -1 });
  far.send(cmp('attPrpRsp', -1));
  await far.until('attPrpCmp');
  near.send(det(2));
  t.same(await near.next(), { command: 'detRsp', opId: 2, sign: [0x11, 0x22, 0x33, 0x44] });
  far.send(det(1));
  t.match(await far.next(), { command: 'detRsp', opId: 1 });
  near.send(cmp('detCmp', 2));
  t.match(await far.next(), { command: 'detPrp', opId: -2, epEui: BigInt(`0x${EP}`) });
  far.send({ command: 'error', opId: -2, code: 2, message: 'unknown' }, cmp('detCmp', 1));
  t.match(await far.next(), { command: 'errorAck', opId: -2 }, 'an error is as good as done');
  await far.ping(2);
  await center.stored();
  const detached = center.rows(`SELECT data FROM event WHERE event_type = 'endpoint.detached'`);
  t.match(
    detached.map(({ data }) => JSON.parse(String(data))),
    [{ origin: 'over_the_air', packetCnt: /^\d+$/, bsEui: BS }],
  );
  t.match(center.row('SELECT attach_status, nwk_sn_key, attach_cnt FROM endpoint'), {
    ...{ attach_status: 'detached', nwk_sn_key: null, attach_cnt: 5 },
  });
  t.equal(center.row('SELECT count(*) AS n FROM propagation')?.n, 0);
  near.send(att(3));
  t.match(await near.next(), { command: 'error', code: 71 }, 'the old attach cannot be replayed');
  await center.stored();
  t.ok(center.events().includes('endpoint.attach_rejected'));
  t.notOk(center.events().includes('basestation.protocol_error'), 'which is no mistake of the station');
});

t.test('a detach of an unknown endpoint, or from before its attach, is answered and does nothing', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  center.endpoint(EP);
  const station = await center.connect();
  await attach(station, 1);
  station.send(det(2, { epEui: 5 }), det(3, { rxTime: ATT_RX - 1n }));
  t.match(await station.next(), { command: 'detRsp', opId: 2 });
  t.match(await station.next(), { command: 'detRsp', opId: 3 });
  station.send(cmp('detCmp', 2), cmp('detCmp', 3));
  await station.ping(4);
  await center.stored();
  t.match(center.row('SELECT attach_status FROM endpoint'), { attach_status: 'attached' });
});

t.test('a store that fails answers 5 and leaves the endpoint as it was', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  center.endpoint(EP);
  const station = await center.connect();
  center.db.exec(`CREATE TRIGGER full BEFORE UPDATE ON endpoint BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
  station.send(att(1));
  t.match(await station.next(), { command: 'error', opId: 1, code: 5 });
  center.db.exec('DROP TRIGGER full');
  t.match(center.row('SELECT attach_cnt, nwk_sn_key FROM endpoint'), { attach_cnt: null, nwk_sn_key: null });
  t.match(await attach(station, 2), { opId: 2 });
});
