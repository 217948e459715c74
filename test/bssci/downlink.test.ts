import t from 'tap';
import { sweepDownlinks } from '../../src/compose/sweeps.ts';
import { DAY_MS } from '../../src/kit/units.ts';
import { momentAt } from '../peers/time.ts';
import { BS, BS2, EP, ulData } from './center.ts';
import { brief, dlDataRes, EP2, heard, opened, Rig, recorded } from './downlink-rig.ts';

const EP_EUI = BigInt(`0x${EP}`);

t.test(
  '11.4.5 a downlink leaves in the next window, before the answer to the uplink, and its fate is known',
  async t => {
    await using rig = await Rig.start(t.testdir());
    const queId = await rig.queue();
    const station = await rig.center.connect();
    station.send(opened(1));
    t.match(await station.next(), { command: 'dlDataQue', opId: -1, queId, userData: [[0x10, 0x20, 0xa0]] });
    t.match(await station.next(), { command: 'ulDataRsp', opId: 1 });
    t.match(rig.row(queId), { state: 'dispatched', attempts: 1 });
    station.send({ command: 'ulDataCmp', opId: 1 }, { command: 'dlDataQueRsp', opId: -1 });
    t.match(await station.next(), { command: 'dlDataQueCmp', opId: -1 });
    t.equal(rig.state(queId), 'queued');
    station.send(dlDataRes(2, queId));
    t.match(await station.next(), { command: 'dlDataResRsp', opId: 2 });
    t.equal(rig.state(queId), 'sent');
    station.send({ command: 'dlDataResCmp', opId: 2 }, ulData(3, { packetCnt: 2, dlAck: true }));
    t.match(await station.next(), { command: 'ulDataRsp', opId: 3 });
    t.equal(rig.state(queId), 'acknowledged');
    t.strictSame(rig.events(), ['downlink.queued', 'downlink.accepted', 'downlink.sent', 'downlink.acknowledged']);
  },
);

t.test('11.1 fields with their default value are left out, all others are there', async t => {
  await using rig = await Rig.start(t.testdir());
  const station = await rig.center.connect();
  const sent = async (opId: number, content: Parameters<Rig['queue']>[0]) => {
    const queId = await rig.queue(content);
    station.send(opened(opId, { responseExp: true }));
    const message = await station.next();
    await station.until('ulDataRsp');
    rig.center.db.exec(`UPDATE downlink SET state = 'revoked', finished_at = 1 WHERE que_id = ${queId}`);
    const { opId: _, queId: id, ...fields } = message ?? {};
    t.equal(id, queId);
    return fields;
  };
  const always = { command: 'dlDataQue', epEui: EP_EUI };
  t.strictSame(await sent(1, {}), { ...always, cntDepend: false, userData: [[0x10, 0x20, 0xa0]] });
  t.strictSame(
    await sent(2, { userData: [new Uint8Array()] }),
    { ...always, cntDepend: false, userData: [[]] },
    'a pure acknowledgement is one empty entry',
  );
  const flags = { responseExp: true, responsePrio: true, dlWindReq: true, expOnly: true };
  const entries = Array.from({ length: 64 }, (_, i) => new Uint8Array(200).fill(i));
  const packetCnts = [4_294_967_295, ...entries.slice(1).map((_, i) => i + 3)];
  t.strictSame(
    await sent(3, { userData: entries, packetCnts, format: 192, prio: -0.5, ...flags, dlRxStatQry: false }),
    {
      ...{ ...always, cntDepend: true, packetCnt: packetCnts, userData: entries.map(entry => [...entry]) },
      ...{ format: 192, prio: -0.5, ...flags },
    },
  );
});

t.test('21.7, 21.11 the worked frames leave byte for byte', async t => {
  await using rig = await Rig.start(t.testdir());
  const { center } = rig;
  center.db.exec("INSERT INTO sqlite_sequence (name, seq) VALUES ('downlink', 4710)");
  const station = await center.connect();
  await center.online(1);
  await center.bssci.stations.find(1)?.start('status', {});
  t.match(await station.next(), { command: 'status', opId: -1 });
  const hex = recorded(station);
  await rig.queue({ prio: 1.5, responseExp: true });
  station.send(opened(1));
  await station.until('ulDataRsp');
  station.send(dlDataRes(2, 4711));
  await station.until('dlDataResRsp');
  await rig.queue({ userData: [Uint8Array.of(0xaa, 1), Uint8Array.of(0xbb, 2)], packetCnts: [2, 3], format: 1 });
  station.send(opened(3, { packetCnt: 3 }));
  await station.until('ulDataRsp');
  station.send(dlDataRes(4, 4712));
  await station.until('dlDataResRsp');
  await rig.queue({ userData: [new Uint8Array()] });
  station.send(opened(5));
  await station.until('ulDataRsp');
  await rig.revoke(4713);
  await station.until('dlDataRev');
  for (const frame of [
    `4d494f54594230316200000088a7636f6d6d616e64a9646c44617461517565a46f704964fea56570457569cffe0000000000e101a57175654964cd1267
     a9636e74446570656e64c2a8757365724461746191931020cca0a47072696fca3fc00000ab726573706f6e7365457870c3`,
    `4d494f54594230316300000088a7636f6d6d616e64a9646c44617461517565a46f704964fda56570457569cffe0000000000e101a57175654964cd1268
     a9636e74446570656e64c3a97061636b6574436e74920203a875736572446174619292ccaa0192ccbb02a6666f726d617401`,
    `4d494f54594230314700000086a7636f6d6d616e64a9646c44617461517565a46f704964fca56570457569cffe0000000000e101a57175654964cd1269
     a9636e74446570656e64c2a875736572446174619190`,
    '4d494f54594230313100000084a7636f6d6d616e64a9646c44617461526576a46f704964fba56570457569cffe0000000000e101a57175654964cd1269',
  ]) {
    t.ok(hex().includes(frame.replaceAll(/\s/g, '')), frame);
  }
});

t.test('21.8 the worked frames of results are taken', async t => {
  await using rig = await Rig.start(t.testdir());
  rig.center.db.exec("INSERT INTO sqlite_sequence (name, seq) VALUES ('downlink', 4710)");
  const stations = [await rig.center.connect(), await rig.center.connect(BS2)];
  for (const [i, station] of stations.entries()) {
    await rig.queue({ packetCnts: [i] });
    station.send(opened(1, { packetCnt: i }));
    await station.until('ulDataRsp');
  }
  const [near, far] = stations;
  near?.raw(
    Buffer.from(
      `4d494f54594230315800000087a7636f6d6d616e64a9646c44617461526573a46f70496404a56570457569cffe0000000000e101a57175654964cd1267
       a6726573756c74a473656e74a6747854696d65cf18867260dc084d15a97061636b6574436e7401`.replaceAll(/\s/g, ''),
      'hex',
    ),
  );
  t.match(await near?.next(), { command: 'dlDataResRsp', opId: 4 });
  far?.raw(
    Buffer.from(
      `4d494f54594230314000000085a7636f6d6d616e64a9646c44617461526573a46f70496405a56570457569cffe0000000000e101a57175654964cd1268
       a6726573756c74a765787069726564`.replaceAll(/\s/g, ''),
      'hex',
    ),
  );
  t.match(await far?.next(), { command: 'dlDataResRsp', opId: 5 });
  t.strictSame([rig.state(4711), rig.state(4712)], ['sent', 'expired']);
  t.match(rig.center.row('SELECT CAST(tx_time_ns AS TEXT) AS tx, tx_packet_cnt AS cnt FROM downlink'), {
    ...{ tx: String(0x18867260dc084d15n), cnt: 1 },
  });
});

t.test('11.2 results', async t => {
  await using rig = await Rig.start(t.testdir());
  const station = await rig.center.connect();
  const queId = await rig.holding(station);
  let opId = 2;
  const answered = async (fields: object, id: number | bigint = queId) => {
    station.send(dlDataRes(++opId, id, { ...fields }));
    const { command, code } = (await station.next()) ?? {};
    if (command === 'dlDataResRsp') station.send({ command: 'dlDataResCmp', opId });
    return command === 'error' ? code : command;
  };
  const none = { txTime: null, packetCnt: null };

  await t.test('are wrong without their window when sent, or of another kind', async t => {
    for (const fields of [
      ...[
        { txTime: undefined },
        { packetCnt: undefined },
        { txTime: null },
        { packetCnt: 4_294_967_296 },
        { txTime: 0 },
      ],
      ...[{ result: 'lost', ...none }, { result: 'Sent' }, { result: null }, { queId: -1 }, { epEui: 'x' }],
    ]) {
      t.equal(await answered(fields), 71, JSON.stringify(fields));
    }
    t.equal(rig.state(queId), 'queued');
  });

  await t.test('need a queue id that was given out for this endpoint', async t => {
    t.equal(await answered({}, 77), 2);
    t.equal(await answered({}, 2n ** 64n - 1n), 2);
    t.equal(await answered({ epEui: BigInt(`0x${EP2}`) }), 2);
    t.equal(rig.state(queId), 'queued');
  });

  await t.test('of a station that does not have it are completed and do nothing', async t => {
    const far = await rig.center.connect(BS2);
    far.send(dlDataRes(1, queId));
    t.match(await far.next(), { command: 'dlDataResRsp', opId: 1 });
    t.equal(rig.state(queId), 'queued');
  });

  await t.test('may have nil for the window they have not', async t => {
    t.equal(await answered({ result: 'invalid', ...none }), 'dlDataResRsp');
    t.equal(rig.state(queId), 'invalid');
    t.equal(await answered({}), 'dlDataResRsp', 'a late one is completed');
    t.equal(rig.state(queId), 'invalid');
  });

  await t.test('may have anything for the window they have not', async t => {
    const window = rig.center.db.prepare('SELECT tx_time_ns, tx_packet_cnt FROM downlink WHERE que_id = ?');
    for (const [result, fields] of [
      ['expired', { txTime: 0, packetCnt: 0 }],
      ['invalid', { txTime: 0, packetCnt: 0 }],
      ['expired', {}],
      ['invalid', { txTime: 'never', packetCnt: -1 }],
    ] as const) {
      const next = await rig.queue();
      station.send(opened(++opId));
      const { opId: ours } = await station.until('dlDataQue');
      await station.until('ulDataRsp');
      station.send({ command: 'dlDataQueRsp', opId: ours });
      await station.until('dlDataQueCmp');
      t.equal(await answered({ result, ...fields }, next), 'dlDataResRsp', JSON.stringify(fields));
      t.equal(rig.state(next), result);
      t.match(window.get(next), { tx_time_ns: null, tx_packet_cnt: null });
    }
  });
});

t.test('11.2 a result that cannot be stored gets no answer, and counts when the station repeats it', async t => {
  await using rig = await Rig.start(t.testdir());
  const station = await rig.center.connect();
  const queId = await rig.holding(station);
  rig.center.db.exec("CREATE TRIGGER full BEFORE UPDATE ON downlink BEGIN SELECT RAISE(ABORT, 'disk full'); END");
  station.send(dlDataRes(3, queId));
  t.equal(await station.next(), undefined, 'an error would let the station forget it');
  await rig.center.deserted();
  rig.center.db.exec('DROP TRIGGER full');
  const again = await rig.center.connect();
  t.equal(again.answer.snResume, true);
  again.send(dlDataRes(3, queId));
  t.match(await again.next(), { command: 'dlDataResRsp', opId: 3 });
  t.equal(rig.state(queId), 'sent');
});

t.test('11.3 an error to dlDataQue', async t => {
  await using rig = await Rig.start(t.testdir());
  const station = await rig.center.connect();
  let opId = 0;
  const window = async () => {
    station.send(opened(++opId));
    const messages: string[] = [];
    for (;;) {
      const next = brief(await station.next());
      if (next === undefined || next.startsWith('ulDataRsp')) return messages;
      messages.push(next);
    }
  };
  const refuse = async (id: number, code: number) => {
    station.send({ command: 'error', opId: id, code, message: 'no\u0007 room' });
    t.match(await station.next(), { command: 'errorAck', opId: id });
  };

  await t.test('for now keeps it from this station for 30 s', async t => {
    const queId = await rig.queue();
    t.strictSame(await window(), ['dlDataQue -1']);
    await refuse(-1, 28);
    t.match(rig.row(queId), { state: 'pending', last_error: '28 no room', station: null });
    t.strictSame(await window(), []);
    await rig.center.clock.advance(29_999);
    await station.ping(++opId);
    t.strictSame(await window(), []);
    await rig.center.clock.advance(1);
    t.strictSame(await window(), ['dlDataQue -2']);
    await refuse(-2, 22);
    t.match(rig.row(queId), { state: 'invalid', attempts: 2 });
  });

  await t.test('that it does not know the endpoint tells it again, twice', async t => {
    rig.center.db.exec(
      `UPDATE endpoint SET attach_status = 'attached', attach_origin = 'api' WHERE id = ${rig.endpoint}`,
    );
    const queId = await rig.queue();
    for (const [que, prp] of [
      [-3, -4],
      [-5, -6],
    ] as const) {
      t.strictSame(await window(), [`dlDataQue ${que}`]);
      station.send({ command: 'error', opId: que, code: 2, message: '' });
      t.strictSame((await heard(station, 2)).sort(), [`attPrp ${prp}`, `errorAck ${que}`]);
      station.send({ command: 'attPrpRsp', opId: prp });
      t.match(await station.next(), { command: 'attPrpCmp', opId: prp });
      t.equal(rig.state(queId), 'pending');
    }
    t.strictSame(await window(), ['dlDataQue -7']);
    await refuse(-7, 2);
    t.equal(rig.state(queId), 'invalid');
  });
});

t.test('11.3 revocation', async t => {
  await using rig = await Rig.start(t.testdir());
  const station = await rig.center.connect();
  const queId = await rig.holding(station);
  await rig.revoke(queId);
  t.match(await station.next(), { command: 'dlDataRev', opId: -2, epEui: EP_EUI, queId });
  station.send({ command: 'error', opId: -2, code: 16, message: 'busy' });
  t.match(await station.next(), { command: 'errorAck', opId: -2 });
  t.match(rig.row(queId), { state: 'queued', last_error: '16 busy' });
  await rig.revoke(queId);
  t.match(await station.next(), { command: 'dlDataRev', opId: -3 });
  station.send({ command: 'dlDataRevRsp', opId: -3 });
  t.match(await station.next(), { command: 'dlDataRevCmp', opId: -3 });
  t.equal(rig.state(queId), 'revoked');
  station.send(dlDataRes(3, queId));
  t.match(await station.next(), { command: 'dlDataResRsp', opId: 3 });
  t.equal(rig.state(queId), 'revoked', 'a late result never changes a final state');
});

t.test('11.3 a lifetime ends, and who has the downlink is told', async t => {
  await using rig = await Rig.start(t.testdir());
  const station = await rig.center.connect();
  const queId = await rig.holding(station);
  await sweepDownlinks(rig.center.store, momentAt(rig.center.clock.now() + DAY_MS - 1), 1);
  t.equal(rig.state(queId), 'queued');
  await sweepDownlinks(rig.center.store, momentAt(rig.center.clock.now() + DAY_MS), 1);
  t.equal(rig.state(queId), 'expired');
  t.match(await station.next(), { command: 'dlDataRev', opId: -2, queId });
  station.send(dlDataRes(3, queId), { command: 'error', opId: -2, code: 95, message: 'no matching DL data found' });
  t.strictSame(await heard(station, 2), ['dlDataResRsp 3', 'errorAck -2']);
  t.match(rig.row(queId), { state: 'expired', last_error: 'sent after it had expired' });
  t.strictSame(rig.events().slice(-2), ['downlink.expired', 'downlink.sent_after_expiry']);
});

t.test('11.4.1 only a station that can send gets one', async t => {
  await using rig = await Rig.start(t.testdir());
  const queId = await rig.queue();
  const deaf = await rig.center.connect(BS, { bidi: false });
  const far = await rig.center.connect(BS2);
  deaf.send(opened(1));
  t.match(await deaf.next(), { command: 'ulDataRsp', opId: 1 });
  far.send(opened(1));
  t.match(await far.next(), { command: 'dlDataQue', opId: -1, queId });
  t.match(await far.next(), { command: 'ulDataRsp', opId: 1 });
});

t.test('22.3, 22.4 a telegram heard by two stations, with an open window', async t => {
  await using rig = await Rig.start(t.testdir());
  const near = await rig.center.connect();
  const far = await rig.center.connect(BS2);
  const [queId, later] = [await rig.queue(), await rig.queue()];
  near.send(ulData(3, { packetCnt: 1, dlOpen: true, responseExp: true }));
  t.match(await near.next(), { command: 'dlDataQue', opId: -1, queId });
  t.match(await near.next(), { command: 'ulDataRsp', opId: 3 });
  far.send(ulData(18, { packetCnt: 1, dlOpen: true, responseExp: true }));
  t.match(await far.next(), { command: 'ulDataRsp', opId: 18 }, 'no second downlink');
  near.send({ command: 'dlDataQueRsp', opId: -1 });
  t.match(await near.next(), { command: 'dlDataQueCmp', opId: -1 });
  near.send({ command: 'ulDataCmp', opId: 3 });
  far.send({ command: 'ulDataCmp', opId: 18 });
  near.send(dlDataRes(4, queId));
  t.match(await near.next(), { command: 'dlDataResRsp', opId: 4 });
  t.equal(rig.state(queId), 'sent');
  near.send({ command: 'dlDataResCmp', opId: 4 }, ulData(6, { packetCnt: 2, dlAck: true, userData: [] }));
  t.match(await near.next(), { command: 'ulDataRsp', opId: 6 });
  t.strictSame([rig.state(queId), rig.state(later)], ['acknowledged', 'pending']);
  far.send(ulData(19, { packetCnt: 3, dlOpen: true }));
  t.match(await far.next(), { command: 'dlDataQue', opId: -1, queId: later });
  t.match(await far.next(), { command: 'ulDataRsp', opId: 19 });
});
