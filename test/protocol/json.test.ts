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
