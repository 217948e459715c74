import t from 'tap';
import type { Fields } from '../peers/raw-station.ts';
import { BS, BS2, Center, ulData } from './center.ts';

const bare = (command: string, opId: number): Fields => ({ command, opId });
const error = (opId: number, code: number): Fields => ({ command: 'error', opId, code });

t.test('messages that are wrong, on a session that goes on', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  const station = await center.connect();
  const cases: readonly [name: string, message: Fields, answer: Fields][] = [
    ['con on an active session', { command: 'con', opId: 0 }, error(0, 71)],
    ['conCmp on an active session', bare('conCmp', 0), error(0, 71)],
    ['an unknown command', bare('nonsense', 1), error(1, 95)],
    ['an unknown extension', bare('rc.start', 2), error(2, 95)],
    ['the extension that is switched off', bare('vm.ulData', 3), error(3, 95)],
    ['a request that only we send', bare('attPrp', 4), error(4, 71)],
    ['a response that only we send', bare('ulDataRsp', 5), error(5, 71)],
    ['a completion that only we send', bare('statusCmp', 6), error(6, 71)],
    ['a missing field', ulData(7, { userData: null }), { ...error(7, 71), message: 'userData missing' }],
    ['a field of a wrong type', ulData(8, { snr: '12' }), error(8, 71)],
    ['a number that is none', ulData(9, { rssi: Number.NaN }), error(9, 71)],
    ['a time of 0', ulData(10, { rxTime: 0 }), error(10, 71)],
    ['more than 200 bytes', ulData(11, { userData: Array(201).fill(1) }), error(11, 71)],
    ['a wanted answer without a window', ulData(12, { responseExp: true }), error(12, 71)],
    [
      'sub-packets of different length',
      ulData(13, { subpackets: { snr: [1], rssi: [1, 2], frequency: [1] } }),
      error(13, 71),
    ],
    [
      'a result for a downlink never sent',
      { command: 'dlDataRes', opId: 14, epEui: 1, queId: 1, result: 'expired' },
      error(14, 2),
    ],
  ];
  for (const [name, message, answer] of cases) {
    station.send(message);
    t.match(await station.next(), answer, name);
    station.send(bare('errorAck', Number(message.opId)));
  }
  station.send(ulData(15));
  t.same(await station.next(), bare('ulDataRsp', 15), 'and it goes on');
  t.equal(center.reports.length, 1, 'nothing of it was stored');
  t.equal(center.events().filter(type => type === 'basestation.protocol_error').length > 0, true);
});

t.test('a telegram with nearly 1 MiB beside what it has to say is taken, one that is the telegram is not', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  const station = await center.connect();
  const many = Array<number[]>(900_000).fill([]);
  station.send({ vendor: many, ...ulData(1), zone: { list: many.slice(0, 100_000) } });
  t.same(await station.next(), bare('ulDataRsp', 1));
  t.match(center.reports, [{ packetCnt: 1, userData: Uint8Array.of(1, 128, 255) }]);
  for (const [opId, wrong] of [{ userData: many }, { subpackets: { snr: many } }, { epEui: many }].entries()) {
    station.send(ulData(opId + 2, wrong));
    t.match(await station.next(), error(opId + 2, 71));
  }
  t.match(await station.ping(5), { opId: 5 });
});

t.test('operation ids', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  const fresh = async () => {
    center.db.exec(`UPDATE session SET state = 'retired'`);
    const station = await center.connect();
    t.equal(station.answer.snResume, false);
    return station;
  };

  await t.test('gaps are allowed', async () => {
    const station = await fresh();
    await station.ping(5);
    await station.ping(9000);
    await station.close();
    await center.deserted();
  });

  await t.test('a request repeated while it is open is answered again, with one effect', async t => {
    const station = await fresh();
    const before = center.reports.length;
    station.send(ulData(1));
    t.same(await station.next(), bare('ulDataRsp', 1));
    station.send(ulData(1));
    t.same(await station.next(), bare('ulDataRsp', 1));
    t.equal(center.reports.length, before + 1);
    await station.close();
    await center.deserted();
  });

  const violations: readonly [name: string, messages: Fields[], opId: number][] = [
    ['an id that was used and is closed', [bare('ping', 1), bare('pingCmp', 1), bare('ping', 1)], 1],
    ['a lower id that was never used', [bare('ping', 5), bare('ping', 3)], 3],
    ['an open id with another command', [bare('ping', 1), ulData(1)], 1],
    ['id 0', [bare('ping', 0)], 0],
    ['a negative id', [bare('ping', -1)], -1],
    ['an id that an error has used up', [bare('nonsense', 4), bare('ping', 4)], 4],
    ['a completion of nothing', [bare('pingCmp', 1)], 1],
    ['a completion of another kind', [bare('ping', 1), bare('ulDataCmp', 1)], 1],
    ['a second completion', [bare('ping', 1), bare('pingCmp', 1), bare('pingCmp', 1)], 1],
    ['a response with a positive id', [bare('pingRsp', 1)], 1],
    ['a response to an id never issued', [bare('pingRsp', -1)], -1],
  ];
  for (const [name, messages, opId] of violations) {
    await t.test(`${name} is a sequence error and closes`, async t => {
      const station = await fresh();
      station.send(...messages);
      let last: Fields | undefined;
      for (let next = await station.next(); next; next = await station.next()) last = next;
      t.match(last, error(opId, 71));
      await station.closed;
      await center.deserted();
      const again = await center.connect(BS, { snScOpId: 0 });
      t.equal(again.answer.snResume, true, 'the session can be resumed');
      await again.close();
      await center.deserted();
    });
  }

  await t.test('a resumed station that counts from 1 again gets a new session at its next connect', async t => {
    const station = await fresh();
    await station.ping(7);
    station.send(bare('pingCmp', 7));
    await station.ping(8);
    station.send(bare('pingCmp', 8));
    await station.close();
    await center.deserted();
    const forgetful = await center.connect();
    t.equal(forgetful.answer.snResume, true);
    forgetful.send(bare('ping', 1));
    t.match(await forgetful.next(), error(1, 71));
    await forgetful.closed;
    await center.deserted();
    const next = await center.connect();
    t.equal(next.answer.snResume, false);
    await next.ping(1);
  });
});

t.test('errors and their acknowledgements', async t => {
  await using center = await Center.start(t.testdir());
  const id = center.station(BS);
  const station = await center.connect();
  await station.ping(1);
  await t.test('an error in place of a completion closes the operation', async t => {
    station.send({ command: 'error', opId: 1, code: 5, message: 'lost it' });
    t.same(await station.next(), bare('errorAck', 1));
  });
  await t.test('an error for nothing is acknowledged, whatever it looks like', async t => {
    for (const opId of [99, -7, 0]) {
      station.send({ command: 'error', opId, code: 'x' });
      t.same(await station.next(), bare('errorAck', opId));
    }
  });
  await t.test('an acknowledgement that is not waited for changes nothing', async t => {
    station.send(bare('errorAck', 1), bare('errorAck', -5));
    t.match(await station.ping(2), { opId: 2 });
  });
  await t.test('an error in place of a response ends our operation', async t => {
    const started = await center.bssci.stations.find(id)?.start('dlRxStatQry', { epEui: 'fe0000000000e101' as never });
    t.match(await station.next(), { command: 'dlRxStatQry', opId: -1 });
    t.equal(center.row('SELECT count(*) AS n FROM operation')?.n, 1, 'stored before it was written');
    station.send({ command: 'error', opId: -1, code: 22, message: 'no' });
    t.same(await station.next(), bare('errorAck', -1));
    t.same(await started?.outcome, { kind: 'refused', code: 22, text: 'no' });
    t.equal(center.row('SELECT count(*) AS n FROM operation')?.n, 0);
  });
});

t.test('operations of ours', async t => {
  await using center = await Center.start(t.testdir());
  const id = center.station(BS);
  const epEui = 'fe0000000000e101' as never;
  let station = await center.connect();
  await station.ping(1);
  const start = () => {
    const session = center.bssci.stations.find(id);
    if (!session) throw new Error('not connected');
    return session.start('dlRxStatQry', { epEui });
  };

  await t.test('get their ids one below the other and leave in that order', async t => {
    const started = await Promise.all([start(), start(), start()]);
    t.same(
      started.map(one => one?.opId),
      [-1, -2, -3],
    );
    for (const opId of [-1, -2, -3])
      t.match(await station.next(), { command: 'dlRxStatQry', opId, epEui: 0xfe0000000000e101n });
  });

  await t.test('may be answered in any order, and are completed when that is stored', async t => {
    station.send(bare('dlRxStatQryRsp', -3), bare('dlRxStatQryRsp', -1));
    t.same(await station.next(), bare('dlRxStatQryCmp', -3));
    t.same(await station.next(), bare('dlRxStatQryCmp', -1));
    t.same(center.rows('SELECT op_id FROM operation'), [{ op_id: -2 }]);
  });

  await t.test('a repeated answer is completed again', async t => {
    station.send(bare('dlRxStatQryRsp', -1));
    t.same(await station.next(), bare('dlRxStatQryCmp', -1));
  });

  await t.test('an answer of another kind fails the operation', async t => {
    const started = await start();
    await station.next();
    station.send(bare('attPrpRsp', -4));
    t.match(await station.next(), error(-4, 71));
    t.match(await started?.outcome, { kind: 'refused', code: 71 });
  });

  await t.test('an answer that comes too late is told, and still taken', async t => {
    const started = await start();
    await station.next();
    await center.clock.advance(30_000);
    await station.ping(2);
    await center.clock.advance(31_000);
    t.same(await started?.outcome, { kind: 'late' });
    await center.stored();
    t.ok(center.events().includes('basestation.operation_timeout'));
    station.send(bare('dlRxStatQryRsp', -5));
    t.same(await station.until('dlRxStatQryCmp'), bare('dlRxStatQryCmp', -5));
  });

  await t.test('what is open is repeated after a resume, with its id and content, before anything new', async t => {
    const opId = (await start())?.opId;
    await station.close();
    await center.deserted();
    station = await center.connect(BS, { snBsOpId: 1, snScOpId: opId });
    t.equal(station.answer.snResume, true);
    await center.online(id);
    const fresh = start();
    for (const id of [-2, opId]) {
      t.match(await station.next(), { command: 'dlRxStatQry', opId: id, epEui: 0xfe0000000000e101n });
    }
    t.equal((await station.next())?.opId, (await fresh)?.opId);
    station.send(bare('dlRxStatQryRsp', -2), bare('dlRxStatQryRsp', Number((await fresh)?.opId)));
    t.same(await station.next(), bare('dlRxStatQryCmp', -2));
    await station.until('dlRxStatQryCmp');
    t.same(center.rows('SELECT op_id FROM operation'), [{ op_id: opId }]);
  });

  await t.test('one that is never answered is given up after three more resumes', async t => {
    await center.clock.advance(59_000);
    await station.ping(4);
    await center.clock.advance(2000);
    await center.stored();
    const repeats: number[] = [];
    for (let resume = 0; resume < 5; resume++) {
      await station.close();
      await center.deserted();
      station = await center.connect();
      const seen: Fields[] = [];
      station.send(bare('ping', 5 + resume));
      for (let next = await station.next(); next && next.command !== 'pingRsp'; next = await station.next())
        seen.push(next);
      repeats.push(seen.length);
    }
    t.same(repeats, [1, 1, 1, 0, 0]);
    t.equal(center.row('SELECT count(*) AS n FROM operation')?.n, 0);
  });

  await t.test('a new session drops them', async t => {
    await start();
    await station.close();
    await center.deserted();
    const next = await center.connect(BS, { snBsUuid: Array(16).fill(3) });
    t.equal(next.answer.snResume, false);
    await next.ping(1);
    t.equal(center.row('SELECT count(*) AS n FROM operation')?.n, 0);
    await next.close();
  });
});

t.test('a completion under the name that one client library confuses is taken', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  const station = await center.connect();
  station.send(bare('dlDataRevCmp', 1));
  t.match(await station.next(), error(1, 71), 'but not for nothing');
  t.match(await station.ping(2), { opId: 2 });
});

t.test('a request repeated before its answer is answered once', async t => {
  const gate = Promise.withResolvers<void>();
  await using center = await Center.start(t.testdir(), { receive: () => gate.promise });
  center.station(BS);
  const station = await center.connect();
  station.send(ulData(1), ulData(1));
  station.send(bare('ping', 2));
  t.same(await station.next(), bare('pingRsp', 2));
  gate.resolve();
  t.same(await station.next(), bare('ulDataRsp', 1));
  station.send(bare('pingCmp', 2), bare('ping', 3));
  t.same(await station.next(), bare('pingRsp', 3), 'and not once more');
});

t.test('a telegram that cannot be stored gets no answer, the others do, and the station may repeat it', async t => {
  let refuse = true;
  await using center = await Center.start(t.testdir(), {
    receive: async ({ packetCnt }) => {
      if (refuse && packetCnt === 2) throw new Error('disk full');
    },
  });
  center.station(BS);
  const station = await center.connect();
  station.send(ulData(1), ulData(2), ulData(3));
  const answers: unknown[] = [];
  for (let next = await station.next(); next; next = await station.next()) answers.push(next.opId);
  t.same(answers, [1, 3]);
  await center.deserted();
  refuse = false;
  const again = await center.connect(BS, { snBsOpId: 3 });
  t.equal(again.answer.snResume, true);
  again.send(ulData(2));
  t.same(await again.next(), bare('ulDataRsp', 2));
});

t.test(
  'a station that asks faster than it is answered is not read any further, and others are not disturbed',
  async t => {
    let open: () => void = () => {};
    const gate = new Promise<void>(resolve => {
      open = resolve;
    });
    let waiting = 0;
    await using center = await Center.start(t.testdir(), {
      limits: { open_operations: 10 },
      receive: async () => {
        waiting++;
        await gate;
      },
    });
    center.station(BS);
    center.station(BS2);
    const busy = await center.connect();
    busy.send(...Array.from({ length: 25 }, (_, i) => ulData(i + 1)));
    const calm = await center.connect(BS2);
    t.match(await calm.ping(1), { opId: 1 });
    t.equal(waiting, 10);
    open();
    for (let opId = 1; opId <= 25; opId++) t.match(await busy.next(), { command: 'ulDataRsp', opId });
  },
);

t.test('a station that never completes is closed at 16 times that number', async t => {
  await using center = await Center.start(t.testdir(), { limits: { open_operations: 4 } });
  center.station(BS);
  const station = await center.connect();
  for (let opId = 1; opId <= 64; opId++) await station.ping(opId);
  station.send(bare('ping', 65));
  t.equal(await station.next(), undefined);
});
