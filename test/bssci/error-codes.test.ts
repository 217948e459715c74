import { encode } from '@msgpack/msgpack';
import t from 'tap';
import { brief, heard, opened, Rig } from './downlink-rig.ts';

const EIGHT = Buffer.alloc(8);
/** Numbers as writers that know only one width write them. */
const WIDTHS: readonly [name: string, write: (code: number) => Buffer][] = [
  ['uint64', code => wide(0xcf, view => view.writeBigUInt64BE(BigInt(code), 1))],
  ['int64', code => wide(0xd3, view => view.writeBigInt64BE(BigInt(code), 1))],
  ['float64', code => wide(0xcb, view => view.writeDoubleBE(code, 1))],
];
const WRONG: readonly [name: string, code: Uint8Array | undefined][] = [
  ['1.5', encode(1.5)],
  ['NaN', encode(Number.NaN)],
  ['infinite', encode(Number.POSITIVE_INFINITY)],
  ['negative', encode(-11)],
  ['2^64 - 1', encode(2n ** 64n - 1n, { useBigInt64: true })],
  ['2^32', encode(2 ** 32)],
  ['a text', encode('11')],
  ['nil', encode(null)],
  ['a list', encode([11])],
  ['true', encode(true)],
  ['absent', undefined],
];

function wide(format: number, write: (view: Buffer) => unknown): Buffer {
  const bytes = Buffer.concat([Buffer.of(format), EIGHT]);
  write(bytes);
  return bytes;
}

/** An `error` whose code is these bytes. */
function errorOf(opId: number, code: Uint8Array | undefined): Uint8Array {
  const payload = encode({ command: 'error', opId, message: 'no' });
  if (!code) return payload;
  payload[0] = 0x84;
  return Buffer.concat([payload, encode('code'), code]);
}

t.test('the code of an error counts at whatever width it was written', async t => {
  await using rig = await Rig.start(t.testdir());
  const station = await rig.center.connect();
  let opId = 0;
  let ours = 0;
  const refuse = async (code: Uint8Array | undefined) => {
    station.payloads(errorOf(--ours, code));
    t.equal(brief(await station.next()), `errorAck ${ours}`);
  };
  const offered = async () => {
    // The time in which a station that was busy is not asked again; a silent one would be pinged.
    await rig.center.clock.advance(20_000);
    await station.ping(++opId);
    await rig.center.clock.advance(10_000);
    station.send(opened(++opId));
    t.strictSame(await heard(station, 2), [`dlDataQue ${ours - 1}`, `ulDataRsp ${opId}`]);
  };

  for (const [name, write] of WIDTHS) {
    await t.test(`dlDataQue, ${name}`, async t => {
      const queId = await rig.queue();
      await offered();
      await refuse(write(11));
      t.match(rig.row(queId), { state: 'pending', last_error: '11 no' }, 'not now');
      await offered();
      await refuse(write(22));
      t.match(rig.row(queId), { state: 'invalid', last_error: '22 no' }, 'never');
    });

    await t.test(`dlDataRev, ${name}`, async t => {
      const queId = await rig.queue();
      await offered();
      station.send({ command: 'dlDataQueRsp', opId: --ours });
      t.equal(brief(await station.next()), `dlDataQueCmp ${ours}`);
      await rig.revoke(queId);
      t.equal(brief(await station.next()), `dlDataRev ${ours - 1}`);
      await refuse(write(11));
      t.match(rig.row(queId), { state: 'queued', last_error: '11 no' });
      await rig.revoke(queId);
      t.equal(brief(await station.next()), `dlDataRev ${ours - 1}`);
      await refuse(write(95));
      t.equal(rig.state(queId), 'revoked', 'it does not hold it');
    });
  }
});

t.test('a code that is none is acknowledged, counts as unknown, and nothing of it is stored', async t => {
  await using rig = await Rig.start(t.testdir());
  const station = await rig.center.connect();
  let opId = 0;
  for (const [name, code] of WRONG) {
    const queId = await rig.queue();
    station.send(opened(++opId));
    t.strictSame(await heard(station, 2), [`dlDataQue ${-opId}`, `ulDataRsp ${opId}`]);
    station.payloads(errorOf(-opId, code));
    t.equal(brief(await station.next()), `errorAck ${-opId}`, name);
    t.match(rig.row(queId), { state: 'invalid', last_error: '-1 no' }, name);
  }
});
