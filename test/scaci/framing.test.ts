import { encode } from '@msgpack/msgpack';
import t from 'tap';
import { until } from '../peers/center.ts';
import { frame, RawCenter } from '../peers/raw-center.ts';
import { euiOf } from '../peers/telegrams.ts';
import { AC, connected, conOf, dialIn, downlink, scene } from './scene.ts';

const ping = (opId: number) => encode({ command: 'ping', opId });
const joined = (...parts: Uint8Array[]) => Buffer.concat(parts);
const unreadable = { command: 'error', opId: 0, code: 22 };

t.test('frames that end the connection without a word (SCACI 2)', async t => {
  await using center = await scene(t);
  const header = (identifier: string, length: number) => {
    const bytes = Buffer.alloc(12, identifier, 'latin1');
    bytes.writeUInt32LE(length, 8);
    return bytes;
  };
  const cases: [name: string, bytes: Uint8Array][] = [
    ['the identifier of the other interface', frame(ping(2), 'MIOTYB01')],
    ['one byte wrong', frame(ping(2), 'MIOTYA02')],
    ['longer than 1 MiB', header('MIOTYA01', 1_048_577)],
    ['length big-endian', header('MIOTYA01', 0x1400_0000)],
  ];
  for (const [name, bytes] of cases) {
    const app = await connected(center);
    await app.ping(1);
    app.raw(bytes);
    t.equal(await app.next(), undefined, name);
    await until(() => center.rows(`SELECT 1 FROM center_session WHERE status = 'disconnected'`).length === 1);
    const newest = 'SELECT close_reason FROM center_session ORDER BY id DESC LIMIT 1';
    t.match(center.rows(newest), [{ close_reason: 'protocol_error' }]);
    const told = `SELECT severity, data FROM event WHERE event_type = 'scaci.session_closed' ORDER BY seq DESC LIMIT 1`;
    t.match(center.rows(told), [{ severity: 'warning', data: /"reason":"protocol_error"/ }]);
  }
  const fresh = await dialIn(center);
  fresh.raw(frame(encode(conOf(AC), { useBigInt64: true }), 'MIOTYB01'));
  t.equal(await fresh.next(), undefined, 'also before the connect');
});

t.test('what is no message is told, and the connection goes on (SCACI 2, 5.1)', async t => {
  await using center = await scene(t);
  const app = await connected(center);
  const cases: [name: string, payload: Uint8Array][] = [
    ['empty', Buffer.alloc(0)],
    ['an array', encode([1])],
    ['ends early', Buffer.of(0x82, 0xa7)],
    ['bytes after the map', joined(ping(9), Buffer.of(0xc0))],
    ['JSON that is none', Buffer.from('{"command":')],
    ['bytes after the object', Buffer.from('{"command":"ping","opId":9} x')],
    ['a JSON array', Buffer.from('[1]')],
    ['no command', encode({ opId: 9 })],
    ['command is no text', encode({ command: 5, opId: 9 })],
    ['no opId', encode({ command: 'ping' })],
    ['opId nil', encode({ command: 'ping', opId: null })],
    ['opId a text', encode({ command: 'ping', opId: '9' })],
    ['opId not whole', encode({ command: 'ping', opId: 9.5 })],
  ];
  for (const [name, payload] of cases) {
    app.payloads(payload);
    t.match(await app.next(), unreadable, name);
  }
  t.match(await app.ping(9), { opId: 9 }, 'no id was used');
});

t.test('the first message may be as long as any other (SCACI 2, 12)', async t => {
  await using center = await scene(t);
  const info = { text: 'x'.repeat(1_000_000), list: Array.from({ length: 5000 }, (_, n) => n) };
  const app = await connected(center, { info });
  t.match(app.answer, { command: 'conRsp', snResume: false });
  t.match(await app.ping(1), { opId: 1 });
  const [row] = center.rows('SELECT ac_eui, info FROM center_session');
  t.same(row, { ac_eui: AC, info: null }, 'so much of it is not kept');
  const fresh = await dialIn(center);
  const header = Buffer.alloc(12, 'MIOTYA01', 'latin1');
  header.writeUInt32LE(1_048_577, 8);
  fresh.raw(header);
  t.equal(await fresh.next(), undefined, 'longer than any may be');
});

t.test('frames in pieces, and several in one', async t => {
  await using center = await scene(t);
  const app = await connected(center);
  for (const byte of frame(ping(1))) app.raw(Buffer.of(byte));
  t.same(await app.next(), { command: 'pingRsp', opId: 1 });
  app.payloads(ping(2), ping(3), Buffer.alloc(0), ping(4));
  const answers = [await app.next(), await app.next(), await app.next(), await app.next()];
  t.same(answers.map(answer => answer?.opId).sort(), [0, 2, 3, 4]);
  app.payloads(encode({ command: 'ping', opId: 5, info: 'x'.repeat(1_000_000) }));
  t.same(await app.next(), { command: 'pingRsp', opId: 5 }, 'nearly 1 MiB, and an unknown field');
});

t.test('a center that begins in JSON is answered in JSON (SCACI 3.1)', async t => {
  await using center = await scene(t);
  const {
    certPem: cert,
    keyPem: key,
    caPem,
  } = await center.app.pki.issue({ kind: 'application-center', eui: euiOf(AC) });
  const app = await RawCenter.open(center.ports.scaci ?? 0, caPem, { cert, key });
  const texts: Buffer[] = [];
  app.socket.on('data', (chunk: Buffer) => texts.push(chunk));
  app.json(conOf(AC));
  t.match(await app.next(), { command: 'conRsp', opId: 0, version: '1.0.0', snResume: false });
  app.json({ command: 'conCmp', opId: 0 });
  app.texts(' \t\r\n{"command":"ping","opId":1}');
  t.same(await app.next(), { command: 'pingRsp', opId: 1 }, 'after white space');
  app.json(downlink(2, 2n ** 64n - 1n));
  t.same(await app.next(), { command: 'dlDataQueRsp', opId: 2 });
  t.equal(center.rows('SELECT ac_que_id FROM downlink')[0]?.ac_que_id, '18446744073709551615', 'all its digits');
  app.send({ command: 'ping', opId: 3 });
  t.same(await app.next(), { command: 'pingRsp', opId: 3 }, 'frames are read one by one');
  app.texts('{');
  t.match(await app.next(), unreadable);
  app.json({ command: 'status', opId: 4 });
  t.match(await app.next(), { command: 'statusRsp', opId: 4, code: 0 });
  app.json({ command: 'rc.dir', opId: 5 });
  t.match(await app.next(), { command: 'error', opId: 5, code: 38 });
  const all = Buffer.concat(texts);
  for (let at = 0; at < all.length; at += 12 + all.readUInt32LE(at + 8)) t.equal(all[at + 12], 0x7b, 'JSON');
  t.equal(JSON.parse(all.subarray(12, 12 + all.readUInt32LE(8)).toString()).snScUuid.length, 16, 'bytes are numbers');
});

t.test('a center that began in MessagePack may send JSON, and is answered in MessagePack', async t => {
  await using center = await scene(t);
  const app = await connected(center);
  app.payloads(Buffer.from('{"command":"ping","opId":1}'));
  t.same(await app.next(), { command: 'pingRsp', opId: 1 });
});
