import t, { type Test } from 'tap';
import { negotiate } from '../../src/domain/session/version.ts';
import type { Eui } from '../../src/kit/eui.ts';
import { DAY_MS } from '../../src/kit/units.ts';
import { type Fields, frame, type RawStation } from '../peers/raw-station.ts';
import { BS, BS2, Center, conOf, UUID, ulData } from './center.ts';

/** The error a connect ends in; the connection is closed after its acknowledgement. */
async function refusal(t: Test, station: RawStation): Promise<Fields> {
  const error = await station.next();
  t.equal(error?.command, 'error');
  station.send({ command: 'errorAck', opId: error?.opId });
  t.equal(await station.next(), undefined, 'closed after errorAck');
  return error ?? {};
}

t.test('versions are negotiated by major and minor number', async t => {
  for (const wanted of ['1.0.0', '1.0.99', '1.1.0', '1.5.7']) t.equal(negotiate(wanted), '1.0.0', wanted);
  for (const wanted of ['1.0', '1.0.0.0', 'v1.0.0', '', '2.0.0', '0.9.0', '1.0.-1'])
    t.equal(negotiate(wanted), undefined, wanted);
});

t.test('before con', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  const cases: readonly [name: string, message: Fields, error: Fields][] = [
    ['a con with an opId other than 0', conOf(BS, { opId: 3 }), { opId: 3, code: 71 }],
    ['a con without a mandatory field', conOf(BS, { bidi: null }), { opId: 0, code: 71, message: 'bidi missing' }],
    ['a con with a field of a wrong type', conOf(BS, { geoLocation: [1, 2] }), { opId: 0, code: 71 }],
    ['a con with a bad version', conOf(BS, { version: '1.0' }), { opId: 0, code: 71 }],
    ['a con of another major version', conOf(BS, { version: '2.0.0' }), { opId: 0, code: 71 }],
    ['an operation', ulData(1), { opId: 1, code: 71, message: 'connect first' }],
    ['an unknown command', { command: 'nonsense', opId: 4 }, { opId: 4, code: 71 }],
    ['a con of an unknown station', conOf('fe00000000000bff' as Eui), { opId: 0, code: 1, message: 'connect refused' }],
  ];
  for (const [name, message, wanted] of cases) {
    await t.test(name, async t => {
      const station = await center.dial(name.includes('unknown station') ? 'fe00000000000bff' : BS);
      station.send(message);
      t.match(await refusal(t, station), wanted);
    });
  }
  for (const command of ['error', 'errorAck']) {
    await t.test(`${command} closes without an answer`, async t => {
      const station = await center.dial();
      station.send({ command, opId: 0, code: 1, message: '' });
      t.equal(await station.next(), undefined);
    });
  }
  await t.test('everything but errorAck is ignored after the error', async t => {
    const station = await center.dial();
    station.send(ulData(1));
    t.match(await station.next(), { command: 'error', opId: 1 });
    station.send(conOf(BS), { command: 'errorAck', opId: 1 });
    t.equal(await station.next(), undefined);
  });
});

t.test('silence', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  await t.test('before con ends the connection after its time', async t => {
    const station = await center.dial();
    station.raw(Buffer.from('MIOTYB01').subarray(0, 5));
    await center.clock.advance(30_000);
    t.equal(await station.next(), undefined);
  });
  await t.test('after conRsp leaves the session untouched', async t => {
    const station = await center.dial();
    station.send(conOf(BS));
    t.match(await station.next(), { command: 'conRsp' });
    await center.clock.advance(30_000);
    t.equal(await station.next(), undefined);
    t.equal(center.row('SELECT count(*) AS n FROM session')?.n, 0);
  });
  await t.test('after an error ends the connection too', async t => {
    const station = await center.dial();
    station.send(ulData(1));
    t.match(await station.next(), { command: 'error' });
    await center.clock.advance(30_000);
    t.equal(await station.next(), undefined);
  });
});

t.test('after conRsp', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  const answered = async () => {
    const station = await center.dial();
    station.send(conOf(BS));
    t.match(await station.next(), { command: 'conRsp' });
    return station;
  };
  await t.test('anything else is an error', async t => {
    for (const message of [ulData(1), conOf(BS), { command: 'conCmp', opId: 1 }]) {
      const station = await answered();
      station.send(message);
      t.match(await refusal(t, station), { code: 71, opId: message.opId });
    }
  });
  await t.test('an error of the station is acknowledged and closes', async t => {
    const station = await answered();
    station.send({ command: 'error', opId: 0, code: 22, message: 'no' });
    t.same(await station.next(), { command: 'errorAck', opId: 0 });
    t.equal(await station.next(), undefined);
  });
  await t.test('an error for another operation, or errorAck, closes without an answer', async t => {
    for (const message of [
      { command: 'errorAck', opId: 0 },
      { command: 'error', opId: 1, code: 1, message: '' },
    ]) {
      const station = await answered();
      station.send(message);
      t.equal(await station.next(), undefined);
    }
  });
  t.equal(center.row('SELECT count(*) AS n FROM session')?.n, 0, 'no session was begun');
});

t.test('requests behind conCmp in the same segment are answered', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  const station = await center.dial();
  station.send(conOf(BS));
  await station.next();
  station.send({ command: 'conCmp', opId: 0 }, { command: 'ping', opId: 1 }, ulData(2));
  t.same(await station.next(), { command: 'pingRsp', opId: 1 });
  t.same(await station.next(), { command: 'ulDataRsp', opId: 2 });
});

t.test('a broken stream ends without an answer', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  const broken: readonly [name: string, bytes: Uint8Array][] = [
    ['SCACI identifier', frame(Buffer.from([0x80]), 'MIOTYA01')],
    ['length of 65,537 before connect', Buffer.from('4d494f545942303101000100', 'hex')],
    ['empty frame', frame(Buffer.alloc(0))],
    ['no map', frame(Buffer.from([0x90]))],
    ['JSON', frame(Buffer.from('{"command":"con","opId":0}'))],
    ['left-over bytes', frame(Buffer.from('82a7636f6d6d616e64a470696e67a46f7049640100', 'hex'))],
    ['no command', frame(Buffer.from('81a46f70496401', 'hex'))],
    ['no opId', frame(Buffer.from('81a7636f6d6d616e64a470696e67', 'hex'))],
    ['deep nesting', frame(Buffer.concat([Buffer.from('81a161', 'hex'), Buffer.alloc(60_000, 0x91)]))],
  ];
  for (const [name, bytes] of broken) {
    const station = await center.dial();
    station.raw(bytes);
    t.equal(await station.next(), undefined, name);
  }
  await center.stored();
  t.match(
    center.rows('SELECT event_type, data FROM event'),
    [{ event_type: 'basestation.connect_refused', data: /"reason":"protocol"/ }],
    'told once',
  );
  const station = await center.connect();
  await station.ping(1);
  station.raw(Buffer.from('4d494f545942303101001000', 'hex'));
  t.equal(await station.next(), undefined, 'length of 1,048,577 after connect');
  await center.deserted();
  t.match(center.row(`SELECT data FROM event WHERE event_type = 'basestation.protocol_error'`), {
    data: /"code":71,"message":"frame too long"/,
  });
  const other = await center.connect();
  const padded = Buffer.concat([
    Buffer.from('83a7636f6d6d616e64a470696e67a46f70496401a161c6000f0000', 'hex'),
    Buffer.alloc(0xf0000),
  ]);
  other.raw(frame(padded));
  t.match(await other.next(), { command: 'pingRsp' }, 'a frame of nearly 1 MiB is read after connect');
});

t.test('an opId of a wrong type is told, then closed', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  for (const opId of ['1', 1.5, 2n ** 60n]) {
    const station = await center.dial();
    station.send({ command: 'ping', opId });
    t.match(await station.next(), { command: 'error', opId: 0, code: 71 });
    t.equal(await station.next(), undefined);
  }
});

t.test('the certificate decides who may be which station', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  await t.test('one that names another station is refused like an unknown station', async t => {
    const station = await center.dial(BS2);
    station.send(conOf(BS));
    t.match(await refusal(t, station), { opId: 0, code: 1, message: 'connect refused' });
  });
  await t.test('one of an application center is refused', async t => {
    const station = await center.dial(`urn:mioty:ac:${BS}`);
    station.send(conOf(BS));
    t.match(await refusal(t, station), { code: 1 });
  });
  await t.test('one that names no EUI is accepted when its fingerprint is registered', async t => {
    const before = await center.dial('localhost');
    before.send(conOf(BS));
    t.match(await refusal(t, before), { code: 1 });
    const { cert } = await center.certificate('localhost');
    const { X509Certificate } = await import('node:crypto');
    const fingerprint = new X509Certificate(cert).fingerprint256.replaceAll(':', '').toLowerCase();
    center.db.prepare('UPDATE base_station SET allowed_fingerprints = ?').run(JSON.stringify([fingerprint]));
    const station = await center.dial('localhost');
    station.send(conOf(BS));
    t.match(await station.next(), { command: 'conRsp' });
  });
  await t.test('the name is read in any spelling', async t => {
    const station = await center.dial('FE-00-00-00-00-00-0B-51');
    station.send(conOf(BS));
    t.match(await station.next(), { command: 'conRsp' });
  });
  await t.test('a renewed one is accepted and told', async t => {
    t.ok(center.events().includes('basestation.certificate_changed'));
  });
  await t.test('a disabled station is refused with the same words', async t => {
    center.db.prepare('UPDATE base_station SET disabled = 1').run();
    const station = await center.dial();
    station.send(conOf(BS));
    t.match(await refusal(t, station), { opId: 0, code: 1, message: 'connect refused' });
  });
  await t.test('without a certificate of our CA there is no connection', async t => {
    const { RawStation } = await import('../peers/raw-station.ts');
    const silent = await RawStation.open(center.bssci.port, center.authority.ca).catch(() => undefined);
    t.equal(await silent?.next(), undefined);
  });
  await center.stored();
  const refused = center.rows(`SELECT data FROM event WHERE event_type = 'basestation.connect_refused'`);
  t.same(refused.map(row => JSON.parse(String(row.data)).reason).sort(), ['certificate_mismatch', 'disabled']);
});

t.test('an unknown station with a valid certificate registers itself where that is allowed', async t => {
  await using center = await Center.start(t.testdir(), { times: { register_unknown: true } });
  const station = await center.connect(BS, { name: 'roof', vendor: 'Acme', info: '', geoLocation: [0, 0, 5] });
  await station.ping(1);
  t.match(center.row('SELECT name, vendor, latitude FROM base_station'), {
    name: 'roof',
    vendor: 'Acme',
    latitude: null,
  });
  t.same(center.events(), ['basestation.registered', 'basestation.connected']);
});

t.test('what a station says of itself is stored without what cannot be printed', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  const texts = { name: 'ro\u202eof\u0000', vendor: '\tAcme\nInc', model: 'a\u200bb', swVersion: '1\u001b[31m' };
  const station = await center.connect(BS, { ...texts, info: { 'k\u2066': 'v\u0007', deep: { list: ['x\u202e'] } } });
  await station.ping(1);
  t.match(center.row('SELECT name, reported_name, vendor, model, sw_version, info FROM base_station'), {
    ...{ reported_name: 'roof', vendor: 'Acme Inc', model: 'ab', sw_version: '1[31m' },
    info: '{"k":"v","deep":{"list":["x"]}}',
  });
  station.send(ulData(2, { profile: 'e\u202eu1', mode: 'u\u0000lp' }));
  await station.until('ulDataRsp');
  t.match(center.reports, [{ reception: { profile: 'eu1', mode: 'ulp' } }]);
});

t.test('empty descriptions erase nothing, and an operator keeps the name', async t => {
  await using center = await Center.start(t.testdir());
  const id = center.station(BS, { vendor: 'Acme', named_by_operator: 1, name: 'mine' });
  const station = await center.connect(BS, {
    vendor: '',
    name: 'theirs',
    model: 'M'.repeat(300),
    geoLocation: [48.1, 11.5, 500],
  });
  await station.ping(1);
  const row = center.row('SELECT * FROM base_station WHERE id = ?', id);
  t.match(row, {
    vendor: 'Acme',
    name: 'mine',
    reported_name: 'theirs',
    latitude: 48.1,
    location_source: 'gps',
    bidi: 1,
  });
  t.equal(String(row?.model).length, 256);
});

t.test('a session is resumed when both sides can go on with it', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  const cases: readonly [con: Fields, resumed: boolean, change?: string][] = [
    [{ snBsOpId: 5, snScOpId: -4 }, true],
    [{ snBsOpId: 5, snScOpId: -5 }, true],
    [{ snBsOpId: 0, snScOpId: 0 }, true],
    [{}, true],
    [{ snBsOpId: 6, snScOpId: -5 }, false],
    [{ snBsOpId: 5, snScOpId: -6 }, false],
    [{ snBsUuid: UUID.map(byte => byte ^ 1) }, false],
    [{ version: '1.1.0' }, true],
    [{}, false, `UPDATE session SET state = 'retired'`],
    [{}, false, `UPDATE session SET version = '0.9.0'`],
    [{}, true, `UPDATE session SET disconnected_at = ${center.clock.now() - DAY_MS}`],
    [{}, false, `UPDATE session SET disconnected_at = ${center.clock.now() - 86_400_001}`],
  ];
  for (const [con, resumed, change] of cases) {
    center.db.exec('DELETE FROM session');
    const snScUuid = new Uint8Array(16).fill(9);
    center.insert('session', {
      ...{
        station: 1,
        sn_bs_uuid: new Uint8Array(UUID),
        sn_sc_uuid: snScUuid,
        version: '1.0.0',
        last_bs: 5,
        done_bs: 5,
      },
      ...{ last_sc: -5, state: 'disconnected', connected_at: 0, disconnected_at: center.clock.now() },
    });
    if (change) center.db.exec(change);
    const station = await center.connect(BS, con);
    t.equal(station.answer.snResume, resumed, JSON.stringify({ con, change }));
    const same = Buffer.compare(Buffer.from(station.answer.snScUuid as number[]), snScUuid) === 0;
    t.equal(same, resumed, 'the session id goes on exactly when the session does');
    t.notSame(station.answer.snScUuid, UUID, 'it is never the one of the station');
    await station.ping(resumed ? 6 : 1);
    await station.close();
    await center.deserted();
  }
});

t.test('a resume that the station refuses is not offered again', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  const first = await center.connect();
  await first.ping(1);
  await first.close();
  const second = await center.dial();
  second.send(conOf(BS));
  t.match(await second.next(), { snResume: true });
  second.send({ command: 'error', opId: 0, code: 22, message: 'no' });
  t.match(await second.next(), { command: 'errorAck' });
  await second.closed;
  t.match((await center.connect()).answer, { snResume: false });
});

t.test('the newest connection of a station wins, and resumes its session', async t => {
  await using center = await Center.start(t.testdir());
  const id = center.station(BS);
  const old = await center.connect();
  await old.ping(1);
  const newer = await center.connect();
  t.equal(newer.answer.snResume, true);
  t.equal(await old.next(), undefined, 'the older one is closed');
  await newer.ping(2);
  t.equal(center.bssci.stations.count, 1);
  t.ok(center.bssci.stations.connected(id));
  t.match(center.row('SELECT disconnect_reason FROM base_station'), { disconnect_reason: 'replaced' });
  await center.clock.advance(20_000);
  await newer.ping(3);
  t.notOk(center.events().includes('basestation.disconnected'), 'so short a gap is not told');
});

t.test('a station that is gone is told of after a while', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  const station = await center.connect();
  await station.ping(1);
  await station.close();
  await center.deserted();
  await center.clock.advance(9000);
  t.notOk(center.events().includes('basestation.disconnected'));
  await center.clock.advance(2000);
  await center.stored();
  t.ok(center.events().includes('basestation.disconnected'));
  t.match(center.row('SELECT disconnected_at FROM presence'), { disconnected_at: Number });
});

t.test('when the store takes no writes a station is asked to come again', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  center.db.exec(`CREATE TRIGGER full BEFORE UPDATE ON base_station BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
  const station = await center.dial();
  station.send(conOf(BS));
  t.match(await refusal(t, station), { opId: 0, code: 11 });
  center.db.exec('DROP TRIGGER full');
  t.match((await center.connect()).answer, { command: 'conRsp' });
});

t.test('after a restart of ours a session goes on', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  const station = await center.connect();
  station.send(ulData(1), ulData(2));
  await station.until('ulDataRsp');
  await station.until('ulDataRsp');
  // As a crash leaves it: nothing about the end of the connection was stored.
  const before = center.row('SELECT last_bs, done_bs, last_sc FROM session') ?? {};
  await center.bssci.stop();
  center.db.prepare(`UPDATE session SET state = 'active', disconnected_at = NULL`).run();
  await center.begin();
  t.match(center.row('SELECT state FROM session'), { state: 'disconnected' });
  const again = await center.connect(BS, { snBsOpId: 2, snScOpId: 0 });
  t.equal(again.answer.snResume, true);
  t.equal(before.last_bs, 2);
  again.send(ulData(2));
  t.match(await again.next(), { command: 'ulDataRsp', opId: 2 }, 'an operation that may be open is answered again');
  again.send({ command: 'ulDataCmp', opId: 1 }, { command: 'ulDataCmp', opId: 2 });
  t.match(await again.ping(3), { opId: 3 }, 'completions that were missed are taken');
});

t.test('connections over the limit, or too many from one address, cost no handshake', async t => {
  await using center = await Center.start(t.testdir(), { limits: { connections: 2 } });
  center.station(BS);
  const one = await center.dial();
  const two = await center.dial();
  await t.rejects(center.dial(), 'the third is closed before TLS');
  await one.close();
  await two.close();
  await using narrow = await Center.start(`${t.testdirName}/narrow`, { limits: { handshakes_per_s: 1 } });
  const burst = [];
  for (let i = 0; i < 10; i++) burst.push(await narrow.dial());
  await t.rejects(narrow.dial());
  await narrow.clock.advance(1000);
  burst.push(await narrow.dial());
  await t.rejects(narrow.dial(), 'what was used comes back second by second');
  for (const station of burst) await station.close();
});

t.test('new certificates are used by the next connection, the open one stays', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  const station = await center.connect();
  await station.ping(1);
  center.bssci.reloadCertificates();
  t.match(await station.ping(2), { opId: 2 });
  const next = await center.dial();
  t.ok(next.socket.authorized);
  await next.close();
});
