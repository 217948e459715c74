import t from 'tap';
import type { Eui } from '../../src/kit/eui.ts';
import { bool, bytes, eui, f64, i64, list, message, nested, opt, str, u8 } from '../../src/protocol/fields.ts';
import { HEADER_BYTES } from '../../src/protocol/frame.ts';
import { isJson, JsonFrames, readJson } from '../../src/protocol/json.ts';

const Inner = message({ snr: f64, names: opt(list(str, 0, 3)) });
const Outer = message({
  epEui: eui,
  rxTime: i64,
  data: list(bytes(0, 4), 0, 3),
  inner: nested(Inner),
  last: bool,
  opt: opt(u8),
});
const value = {
  epEui: 'fe0000000000e101' as Eui,
  rxTime: -9_007_199_254_740_993n,
  data: [Uint8Array.of(1, 255), new Uint8Array()],
  inner: { snr: 12, names: ['a"b', ''] },
  last: false,
};

t.test('a frame in JSON carries 64-bit integers exactly and reads back as it was written', async t => {
  const frame = new JsonFrames(Buffer.from('MIOTYA01')).message('x', -3, Outer, value);
  t.equal(frame.subarray(0, 8).toString(), 'MIOTYA01');
  t.equal(frame.readUInt32LE(8), frame.length - HEADER_BYTES);
  const payload = frame.subarray(HEADER_BYTES);
  t.equal(
    payload.toString(),
    '{"command":"x","opId":-3,"epEui":18302628885633753345,"rxTime":-9007199254740993,"data":[[1,255],[]],' +
      '"inner":{"snr":12,"names":["a\\"b",""]},"last":false}',
  );
  const fields = readJson(payload);
  t.match(fields, { command: 'x', opId: -3 });
  t.strictSame(Outer.read(fields), value);
});

t.test('messages without fields and errors are objects of their own', async t => {
  const frames = new JsonFrames(Buffer.from('MIOTYA01'));
  t.equal(frames.bare('ping', 1).subarray(HEADER_BYTES).toString(), '{"command":"ping","opId":1}');
  t.equal(frames.message('x', 1, message({}), {}).subarray(HEADER_BYTES).toString(), '{"command":"x","opId":1}');
  t.strictSame(
    { ...readJson(frames.error(4, 22, 'a "b"').subarray(HEADER_BYTES)) },
    {
      ...{ command: 'error', opId: 4, code: 22, message: 'a "b"' },
    },
  );
});

t.test('JSON is told from MessagePack by its first byte that is not blank', async t => {
  t.equal(isJson(Buffer.from(' \t\r\n{}')), true);
  t.equal(isJson(Buffer.from([0x80])), false);
  t.equal(isJson(Buffer.from('[1]')), false);
  t.equal(isJson(Buffer.alloc(0)), false);
});

t.test('what is no complete object is undecodable, however deep it is', async t => {
  for (const text of ['{', '{}x', '{"a":}', `{"n":1234567890123456789,"a":${'['.repeat(200_000)}`, '{"a":"\u0000"}']) {
    t.throws(() => readJson(Buffer.from(text)), { message: 'not JSON' }, text.slice(0, 20));
  }
  const deep = `{"n":1234567890123456789,"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  t.throws(() => readJson(Buffer.from(deep)), { message: 'not JSON' });
});

t.test('keys that objects have by themselves are plain keys', async t => {
  const fields = readJson(Buffer.from('{"__proto__":{"command":"x"},"constructor":1}'));
  t.equal(fields.command, undefined);
  t.equal(fields.constructor, 1);
  t.equal(fields.toString, undefined);
});

/** A member with so many small numbers, and one in their midst that needs all its digits. */
const many = (name: string, count: number) => `"${name}":[${Array(count).fill('1').join(',')},1234567890123456789]`;
const wanted = new Set(['command', 'opId', 'epEui', 'list', 'other', 'map']);
const EXACT = 1234567890123456789n;

t.test('of a long message what is wanted is read exactly, wherever it stands and however it is written', async t => {
  const parts = [
    '"command":"x" , "op\\u0049d" :\t-7',
    many('vendor', 100_000),
    ' "epEui" : 1234567890123456789 ',
    '"map":{"a}]\\"":[1234567890123456789,{"b":[ ]}],"list":1,"c":"\\\\"}',
    many('list', 60_000),
  ];
  for (const members of [parts, parts.toReversed()]) {
    const fields = readJson(Buffer.from(` {${members.join(',')}}`), wanted);
    t.match(fields, { command: 'x', opId: -7, epEui: EXACT }, 'fields of their own');
    t.same(fields.map, { 'a}]"': [EXACT, { b: [] }], list: 1, c: '\\' }, 'nested');
    t.same([(fields.list as unknown[]).length, (fields.list as unknown[]).at(-1)], [60_001, EXACT]);
    t.notOk('vendor' in fields, 'it is not read');
  }
});

t.test('of a key that comes again the last one counts in a long message, too', async t => {
  const text = `{"epEui":1234567890123456789,${many('vendor', 40_000)},"epEui":1234567890123456790,"opId":1,"opId":2}`;
  t.match(readJson(Buffer.from(text), wanted), { epEui: 1234567890123456790n, opId: 2 });
});

t.test('what is wanted is looked at only up to so many values in all: what is more is in no type', async t => {
  const text = `{${many('list', 40_000)},${many('other', 40_000)},"epEui":1234567890123456789}`;
  const fields = readJson(Buffer.from(text), wanted);
  t.equal((fields.list as unknown[]).at(-1), EXACT);
  t.equal(typeof fields.other, 'symbol', 'never a number that has lost digits');
  t.equal(fields.epEui, EXACT, 'small ones still are');
  const nested = `{"list":[${'[],{},'.repeat(40_000)}1234567890123456789],"opId":1}`;
  t.equal(typeof readJson(Buffer.from(nested), wanted).list, 'symbol', 'empty ones count');
});

t.test('a long message that is not whole is undecodable, also where it is not read', async t => {
  const long = many('vendor', 40_000);
  for (const text of [`{${long},}`, `{${long},"a":[}`, `{${long}`, `{${long}}x`, `{${long},"a":"`, `[{${long}}]x`]) {
    t.throws(() => readJson(Buffer.from(text), wanted), { message: 'not JSON' }, text.slice(-8));
  }
});

t.test('a number of a megabyte is out of range, and read in no time', async t => {
  const fields = readJson(Buffer.from(`{"opId":${'1'.repeat(900_000)}}`), wanted);
  t.equal(fields.opId, Number.POSITIVE_INFINITY);
});
