import { encode } from '@msgpack/msgpack';
import fc from 'fast-check';
import t from 'tap';
import { BadOperationId, readEnvelope } from '../../src/protocol/envelope.ts';
import { MsgPackReader, Undecodable } from '../../src/protocol/reader.ts';
import { thrown } from '../peers/thrown.ts';

const read = (bytes: Uint8Array) => new MsgPackReader().map(Buffer.from(bytes));
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** The same value with ordinary prototypes and numbers, to compare with. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (value instanceof Uint8Array) return [...value];
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, plain(entry)]));
  }
  return value;
}

const leaf = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.boolean(),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constant(null),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }),
  fc.uint8Array({ maxLength: 300 }),
);
const key = fc.string({ maxLength: 40 }).filter(name => name !== '__proto__');
const { map } = fc.letrec(tie => ({
  value: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('value'), { maxLength: 20 }), tie('map')),
  map: fc.dictionary(key, tie('value'), { maxKeys: 20 }),
}));

t.test('what an independent library encodes is read as it was', async () => {
  fc.assert(
    fc.property(map, value => {
      const seen = plain(read(encode(value, { useBigInt64: true })));
      return JSON.stringify(seen, sized) === JSON.stringify(plain(value), sized);
    }),
    { numRuns: 500, seed: 1 },
  );
});

function sized(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : Object.is(value, -0) ? '-0' : value;
}

t.test('texts that are known from the start are read like any other', async t => {
  const known = ['ulData', 'dlData', 'command', 'opId', 'x', 'a'.repeat(40)];
  const reader = new MsgPackReader(new Set(known.slice(2)), known.slice(0, 2));
  const near = known.flatMap(text => [
    text,
    `${text}s`,
    text.slice(0, -1),
    `${text.slice(0, -1)}_`,
    text.toUpperCase(),
  ]);
  const name = fc.constantFrom(...near, '', 'X', 'ü', '\0');
  fc.assert(
    fc.property(fc.dictionary(name, name), value => {
      const bytes = Buffer.from(encode(value));
      return JSON.stringify(reader.map(bytes)) === JSON.stringify(value);
    }),
    { numRuns: 500, seed: 1 },
  );
  t.same(plain(reader.map(Buffer.from(encode({ command: 'ulData' })))), { command: 'ulData' });
});

t.test('no truncation of a message is read', async t => {
  const whole = encode({ command: 'ulData', opId: 3, list: [1, -1, 2.5, 70_000], text: 'x'.repeat(40) });
  for (let length = 0; length < whole.length; length++)
    t.ok(thrown(() => read(whole.subarray(0, length))) instanceof Undecodable);
});

t.test('bytes after the map, and values that are no map, are refused', async t => {
  for (const bytes of ['80 00', '90', '01', 'c0', 'a0', '7b7d', 'd400 00', 'c1']) {
    t.ok(thrown(() => read(hex(bytes))) instanceof Undecodable, bytes);
  }
});

t.test('map headers of every width are read at every size', async t => {
  const entry = 'a1 61 01';
  for (const bytes of [`81 ${entry}`, `de 0001 ${entry}`, `df 00000001 ${entry}`])
    t.same({ ...read(hex(bytes)) }, { a: 1 });
  t.same({ ...read(hex('df 00000000')) }, {});
});

t.test('deep nesting ends the message, not the process', async t => {
  for (const level of ['91', '81a161']) {
    const deep = Buffer.concat([hex('81 a161'), hex(level.repeat(100_000)), hex('00')]);
    t.ok(thrown(() => read(deep)) instanceof Undecodable);
  }
});

t.test('a length takes no memory that the bytes do not back', async t => {
  const before = process.memoryUsage().heapUsed;
  for (const head of ['dd 7fffffff', 'df 7fffffff', 'db 7fffffff', 'c6 7fffffff']) {
    t.ok(thrown(() => read(Buffer.concat([hex('81 a161'), hex(head)]))) instanceof Undecodable, head);
  }
  const nested = Buffer.concat([hex('81 a161'), hex('dd 0000f000'.repeat(30)), Buffer.alloc(61_440, 0xc0)]);
  t.ok(thrown(() => read(nested)) instanceof Undecodable);
  t.ok(process.memoryUsage().heapUsed - before < 50e6);
});

t.test('no key touches a prototype', async t => {
  t.ok(thrown(() => read(encode(JSON.parse('{"a":{"__proto__":{"polluted":true}}}')))) instanceof Undecodable);
  const message = read(encode({ constructor: 1, toString: 2 }));
  t.equal(message.constructor, 1);
  t.equal(read(hex('80')).hasOwnProperty, undefined, 'a decoded map inherits nothing');
  t.notOk('polluted' in {});
});

t.test('the last of two equal keys counts', async t => {
  t.same({ ...read(hex('82 a161 01 a161 02')) }, { a: 2 });
});

t.test('keys that are no text end the message, inside vendor data numbers are allowed', async t => {
  t.ok(thrown(() => read(hex('81 01 02'))) instanceof Undecodable);
  t.ok(thrown(() => read(hex('81 90 02'))) instanceof Undecodable);
  t.same({ ...(read(hex('81 a161 81 05 06')).a as object) }, { 5: 6 });
});

t.test('bytes read from bin are a copy of their own', async t => {
  const source = Buffer.from(encode({ a: Uint8Array.of(1, 2, 3) }));
  const { a } = new MsgPackReader().map(source);
  source.fill(0);
  t.same(a, Uint8Array.of(1, 2, 3));
  t.equal((a as Uint8Array).buffer.byteLength, 3);
});

t.test('the envelope is judged before anything else', async t => {
  const reader = new MsgPackReader();
  const envelope = (fields: Record<string, unknown>) =>
    readEnvelope(reader.map(Buffer.from(encode(fields, { useBigInt64: true }))));
  for (const fields of [
    {},
    { opId: 1 },
    { command: 1, opId: 1 },
    { command: 'ping' },
    { command: 'ping', opId: null },
  ]) {
    t.ok(thrown(() => envelope(fields)) instanceof Undecodable, JSON.stringify(fields));
  }
  for (const opId of ['1', 1.5, [1], true, 2n ** 53n, -(2n ** 53n), 2n ** 64n - 1n, 1e300]) {
    t.ok(thrown(() => envelope({ command: 'ping', opId })) instanceof BadOperationId, String(opId));
  }
  for (const opId of [0, 1, -1, 2 ** 53 - 1, -(2 ** 53 - 1), 5n]) {
    t.equal(envelope({ command: 'ping', opId }).opId, Number(opId));
  }
});

const LARGE = 900_000;
const wanted = new Set(['command', 'opId', 'userData', 'info', 'last']);
/** A map of four fields: one large one among three that are wanted. */
function around(key: string, value: Uint8Array): Buffer {
  const [first, last] = [encode({ command: 'x', opId: 1 }), encode({ last: 7 })];
  return Buffer.concat([hex('84'), first.subarray(1), encode(key), value, last.subarray(1)]);
}
/** An array, or with 0xdf a map, of so many bytes that are a value each. */
function many(values: number, format = 0xdd, value = 0x90): Buffer {
  const bytes = Buffer.alloc(5 + values, value);
  bytes[0] = format;
  bytes.writeUInt32BE(format === 0xdf ? values / 2 : values, 1);
  return bytes;
}

t.test('of a large message only what is wanted is built, and that only as far as it makes sense', async t => {
  const reader = new MsgPackReader(wanted);
  const around7 = { command: 'x', opId: 1, last: 7 };
  const big: readonly [name: string, value: Buffer, built: unknown][] = [
    ['array', many(LARGE), undefined],
    ['map', many(LARGE, 0xdf, 0xa0), {}],
  ];
  for (const [name, value, built] of big) {
    t.same({ ...reader.map(around('vendor', value)) }, around7, `an unknown ${name} is passed over`);
    const { userData, ...others } = { ...reader.map(around('userData', value)) };
    t.same(others, around7, 'what stands around it is read');
    if (built) t.same({ ...(userData as object) }, built, `a ${name} that is too long is as good as empty`);
    else t.type(userData, 'symbol', `an ${name} that is too long is nothing that a field takes`);
    t.ok(thrown(() => reader.map(around('vendor', value).subarray(0, -10))) instanceof Undecodable);
  }
  const inside = Buffer.concat([hex('82 a161'), many(LARGE), hex('a162 02')]);
  t.match({ ...reader.map(around('info', inside)) }, { ...around7, info: { b: 2 } });
  const long = Buffer.concat([hex('db 000dbba0'), Buffer.alloc(900_000, 0x61)]);
  t.equal(reader.map(around('info', long)).info, 'a'.repeat(900_000), 'one long text is one value');
  t.ok(thrown(() => reader.map(around('vendor', Buffer.alloc(LARGE, 0x91)))) instanceof Undecodable, 'too deep');
  t.ok(thrown(() => reader.map(around('vendor', Buffer.alloc(LARGE, 0xc1)))) instanceof Undecodable, 'no format');
  t.same({ ...reader.map(around('vendor', encode([1, 2]))) }, { ...around7, vendor: [1, 2] }, 'a small one is read');
});

t.test('a message of many small fields does not build more than one of a few', async t => {
  const field = Buffer.concat([encode('userData'), many(60_000)]);
  const fields = Buffer.concat([hex('8f'), ...Array<Buffer>(15).fill(field)]);
  t.type(new MsgPackReader(wanted).map(fields).userData, 'symbol');
});
