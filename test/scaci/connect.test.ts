import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from '@msgpack/msgpack';
import t from 'tap';
import { DAY_MS, MINUTE_MS } from '../../src/kit/units.ts';
import { Center, until } from '../peers/center.ts';
import { testAuthority, type Validity } from '../peers/certificates.ts';
import { RawCenter } from '../peers/raw-center.ts';
import type { Fields } from '../peers/raw-peer.ts';
import { euiOf } from '../peers/telegrams.ts';
import { AC, AC2, connected, conOf, dialIn, scene, UUID } from './scene.ts';

const without = (name: string): Fields => {
  const { [name]: _, ...rest } = conOf(AC);
  return rest;
};

t.test('a con that is refused: the reason, then the end (SCACI 4, 6.2, 8.3)', async t => {
  await using center = await scene(t);
  const live = await connected(center);
  const cases: [name: string, con: Fields, code: number, opId?: number][] = [
    ['version missing', without('version'), 22],
    ['version empty', conOf(AC, { version: '' }), 22],
    ['version of two numbers', conOf(AC, { version: '1.0' }), 22],
    ['version of four numbers', conOf(AC, { version: '1.0.0.0' }), 22],
    ['version not of numbers', conOf(AC, { version: '1.x.0' }), 22],
    ['version no text', conOf(AC, { version: 1 }), 22],
    ['another major version', conOf(AC, { version: '2.0.0' }), 95],
    ['major version 0', conOf(AC, { version: '0.9.9' }), 95],
    ['acEui missing', without('acEui'), 22],
    ['acEui nil', conOf(AC, { acEui: null }), 22],
    ['acEui zero', conOf(AC, { acEui: 0 }), 22],
    ['acEui text', conOf(AC, { acEui: AC }), 22],
    ['snAcUuid missing', without('snAcUuid'), 22],
    ['snAcUuid too short', conOf(AC, { snAcUuid: UUID.slice(1) }), 22],
    ['snAcUuid all zero', conOf(AC, { snAcUuid: UUID.map(() => 0) }), 22],
    ['snAcUuid beyond bytes', conOf(AC, { snAcUuid: UUID.map(() => 256) }), 34],
    ['snAcOpId alone', conOf(AC, { snAcOpId: 0 }), 22],
    ['snScOpId alone', conOf(AC, { snScOpId: 0 }), 22],
    ['opId other than 0', conOf(AC, { opId: 7 }), 22, 7],
    ['another command first', { command: 'ping', opId: 3 }, 22, 3],
    ['an unknown command first', { command: 'hello', opId: 3 }, 22, 3],
    ['an error first', { command: 'error', opId: 4, code: 5, message: 'no' }, 22, 4],
    ["another center's certificate", conOf(AC2), 1],
  ];
  for (const [name, con, code, opId = 0] of cases) {
    const app = await dialIn(center);
    app.send(con);
    t.match(await app.next(), { command: 'error', opId, code, message: /./ }, name);
    t.equal(await app.next(), undefined, `${name}: closed`);
  }
  const refusals = () =>
    center.rows(
      `SELECT org, category, source_id, ac_eui, data FROM event WHERE event_type = 'scaci.connect_refused' AND ac_eui = '${AC2}'`,
    );
  await until(() => refusals().length > 0);
  const [refused, ...others] = refusals();
  t.match(refused, { org: 1, category: 'scaci', source_id: AC2, data: /not for this acEui.*127\.0\.0\.1/ });
  t.same(others, []);
  const garbage = await dialIn(center);
  garbage.payloads(encode([]));
  t.match(await garbage.next(), { command: 'error', opId: 0, code: 22 }, 'not a message');
  t.equal(await garbage.next(), undefined);
  t.match(await live.ping(1), { opId: 1 }, 'the session of that center is not touched');
});

t.test('versions that are spoken (SCACI 4)', async t => {
  await using center = await scene(t);
  for (const version of ['1.0.0', '1.0.9', '1.1.0', '1.12.3']) {
    t.match((await connected(center, { version })).answer, { command: 'conRsp', version: '1.0.0' }, version);
  }
});

t.test('conRsp has the fields of its table and no others', async t => {
  await using center = await scene(t);
  const info = { nested: { deep: [1, 'two', 3n] }, none: null };
  const { answer } = await connected(center, { vendor: 'v', model: 'm', name: 'n', swVersion: '1', info, extra: 5 });
  const names = ['command', 'opId', 'version', 'scEui', 'vendor', 'model', 'name', 'swVersion', 'snResume', 'snScUuid'];
  t.strictSame(
    Object.keys(answer),
    names.filter(name => name in answer),
    'in the order of the table',
  );
  t.equal((answer.snScUuid as number[]).length, 16);
  t.ok(BigInt(answer.scEui as bigint) > 0n);
});

t.test('between conRsp and conCmp (SCACI 5.4, check 4)', async t => {
  await using center = await scene(t);
  const app = await dialIn(center);
  app.send(conOf(AC));
  t.match(await app.next(), { command: 'conRsp' });
  const cases: [name: string, message: Fields][] = [
    ['a request', { command: 'ping', opId: 1 }],
    ['con once more', conOf(AC)],
    ['an unknown command', { command: 'hello', opId: 1 }],
    ['an error about something else', { command: 'error', opId: 1, code: 5, message: 'no' }],
  ];
  for (const [name, message] of cases) {
    app.send(message);
    t.match(await app.next(), { command: 'error', opId: message.opId, code: 22 }, name);
  }
  app.send({ command: 'errorAck', opId: 1 }, { command: 'conCmp', opId: 0 });
  t.match(await app.ping(1), { opId: 1 }, 'the connection was kept, no id was used');
  const declines = await dialIn(center);
  declines.send(conOf(AC, { version: '1.4.0' }));
  t.match(await declines.next(), { command: 'conRsp', version: '1.0.0' });
  declines.send({ command: 'error', opId: 0, code: 95, message: 'not for me' });
  t.same(await declines.next(), { command: 'errorAck', opId: 0 });
  t.equal(await declines.next(), undefined, 'closed');
  const wrong = await dialIn(center);
  wrong.send(conOf(AC));
  await wrong.next();
  wrong.send({ command: 'conCmp', opId: 1 });
  t.match(await wrong.next(), { command: 'error', opId: 1, code: 22 });
  t.equal(await wrong.next(), undefined, 'conCmp with an id: closed');
});

t.test('a connect has 30 seconds (SCACI 6.1)', async t => {
  await using center = await scene(t);
  const silent = await dialIn(center);
  const half = await dialIn(center, AC2);
  half.send(conOf(AC2));
  t.match(await half.next(), { command: 'conRsp' });
  await center.clock.advance(29_999);
  t.same([silent.received, half.received], [[], []]);
  await center.clock.advance(1);
  t.equal(await silent.next(), undefined);
  t.equal(await half.next(), undefined);
});

t.test('certificates (SCACI 1)', async t => {
  await using center = await scene(t);
  const { pki } = center.app;
  const port = center.ports.scaci ?? 0;
  const dialWith = (issued: { certPem: string; keyPem: string; caPem: string }) =>
    RawCenter.open(port, issued.caPem, { cert: issued.certPem, key: issued.keyPem });
  const station = await dialWith(await pki.issue({ kind: 'base-station', eui: euiOf(AC) }));
  station.send(conOf(AC));
  t.match(await station.next(), { command: 'error', opId: 0, code: 1 }, 'of a base station');
  t.equal(await station.next(), undefined);
  const bare = await RawCenter.open(port, pki.server().caPem);
  bare.send(conOf(AC));
  t.equal(await bare.next(), undefined, 'none: nothing of SCACI is sent');
});

t.test("certificates of the operator's own authority (SCACI 1)", async t => {
  const authority = await testAuthority();
  const ca = join(t.testdir(), 'ca.pem');
  writeFileSync(ca, authority.ca);
  await using center = await Center.start({ dir: t.testdirName, settings: { scaci_tls: { ca } } });
  const day = DAY_MS;
  const cases: [name: string, commonName: string, validity: Validity, answer: Fields | undefined][] = [
    ['its name is no EUI: bound to none', 'back end', {}, { command: 'conRsp' }],
    ['its name is the EUI', AC, {}, { command: 'conRsp' }],
    ['the EUI in another spelling', 'AC-DE-48-00-00-00-0A-01', {}, { command: 'conRsp' }],
    ['the name of another', AC2, {}, { command: 'error', opId: 0, code: 1 }],
    ['expired', AC, { from: -2 * day, to: -day }, { command: 'error', opId: 0, code: 22 }],
    ['not valid yet', AC, { from: day, to: 2 * day }, { command: 'error', opId: 0, code: 22 }],
  ];
  for (const [name, commonName, validity, answer] of cases) {
    const certificate = await authority.client(commonName, { from: -MINUTE_MS, ...validity });
    const app = await RawCenter.open(center.ports.scaci ?? 0, center.app.pki.server().caPem, certificate);
    app.send(conOf(AC));
    t.match(await app.next(), answer, name);
    if (answer?.command === 'error') t.equal(await app.next(), undefined, 'closed');
    else await app.close();
  }
  const foreign = await (await testAuthority()).client(AC);
  const app = await RawCenter.open(center.ports.scaci ?? 0, center.app.pki.server().caPem, foreign);
  app.send(conOf(AC));
  t.equal(await app.next(), undefined, 'of another authority: nothing of SCACI is sent');
});

t.test('a refused center leaves one line per center and cause, as rarely as the event', async t => {
  await using center = await scene(t);
  const refused = async (con: Fields) => {
    const app = await dialIn(center);
    app.send(con);
    await app.until('error');
    await app.closed;
  };
  const lines = () =>
    center.log
      .map(line => JSON.parse(line) as Fields)
      .filter(({ msg }) => msg === 'application center refused')
      .map(({ level, acEui, reason }) => [level, acEui, reason]);
  const stored = () =>
    center.rows("SELECT source_id FROM event WHERE event_type = 'scaci.connect_refused' ORDER BY seq");
  await Promise.all([refused(conOf(AC2)), refused(conOf(AC2)), refused(conOf(AC2))]);
  await refused(conOf(AC, { version: '2.0.0' }));
  await refused(without('acEui'));
  await refused(without('acEui'));
  const expected = [
    [40, AC2, 'certificate is not for this acEui'],
    [40, AC, 'version not supported'],
    [40, undefined, 'acEui missing'],
  ];
  await until(() => lines().length >= 3);
  await (await connected(center)).ping(1);
  t.same(lines(), expected);
  t.same(
    stored().map(row => row.source_id),
    [AC2, AC, '127.0.0.1'],
    'one that names no center is known by its host, whatever port it dials from',
  );
  await center.clock.advance(60_000);
  await refused(conOf(AC2));
  await until(() => lines().length === 4);
  const stranger = await RawCenter.open(center.ports.scaci ?? 0, center.app.pki.server().caPem);
  await stranger.closed;
  await until(() => center.log.some(line => line.includes('connection to the port of application centers refused')));
});
