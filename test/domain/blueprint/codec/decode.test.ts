import t from 'tap';
import { readBlueprint } from '../../../../src/domain/blueprint/codec/read.ts';
import { decodedJson, metaJson } from '../../../../src/domain/blueprint/codec/values.ts';
import { blueprintOf, decodeHex, documentOf, head, type Json, outcome } from './documents.ts';

const decoded = (payload: Json[], hex: string, layout: Json = {}, root: Json = {}) =>
  outcome(decodeHex(blueprintOf(payload, layout, root), hex));
const one = (definition: Json, hex: string) => (decoded([{ name: 'a', ...definition }], hex) as Json).a;
const U8 = { size: 8, type: 'uint' };

t.test('elements follow each other bit by bit, the most significant first', async t => {
  const components = { t: { size: 16, type: 'int', func: '$/10' } };
  const two = ['a', 'b'].map(name => ({ name, component: 't' }));
  t.strictSame(decoded(two, 'FF9C03E8', {}, { component: components }), { a: -10, b: 100 });
  t.equal(decoded(two, '00EB01', {}, { component: components }), 'payload_too_short');
  const unaligned = [
    { name: 'a', size: 5, type: 'uint' },
    { name: 'b', size: 11, type: 'int' },
    { name: 'c', size: 1, type: 'bool' },
    { name: 'd', size: 15, type: 'uint' },
  ];
  t.strictSame(decoded(unaligned, 'AFFE8003'), { a: 21, b: -2, c: true, d: 3 });
  const lansen = [
    { name: 't', size: 10, type: 'uint', func: '$/8-40' },
    { name: 'h', size: 7, type: 'uint' },
  ];
  t.strictSame(decoded(lansen, '7B1680'), { t: 21.5, h: 45 });
});

t.test('bytes are turned round where they are whole, wherever they begin', async t => {
  const turned = [
    { name: 'x', size: 32, type: 'int', littleEndian: true },
    { name: 'y', size: 64, type: 'uint', littleEndian: true },
    { name: 'f', size: 32, type: 'float' },
  ];
  const values = { x: -1000, y: '9007199254740993', f: -12.5 };
  t.strictSame(decoded(turned, '18FCFFFF0100000000002000C1480000'), values);
  const between = (definition: Json) => [
    { name: 'a', size: 4, type: 'uint' },
    { name: 's', size: 16, ...definition },
    { name: 'b', size: 4, type: 'uint' },
  ];
  t.strictSame(decoded(between({ type: 'string' }), '14F4B2'), { a: 1, s: 'OK', b: 2 });
  t.strictSame(decoded(between({ type: 'uint', littleEndian: true }), '13412F'), { a: 1, s: 4660, b: 15 });
  t.strictSame(decoded(between({ type: 'binary', littleEndian: true }), '14F4B2'), { a: 1, s: '4f4b', b: 2 });
  t.equal(one({ size: 12, type: 'uint', littleEndian: true }, '1234'), 0x123, 'no whole bytes, no other order');
  t.equal(one({ size: 5, type: 'uint', littleEndian: true }, '80'), 16);
  t.equal(one({ size: 64, type: 'float', littleEndian: true }, '00000000000029C0'), -12.5);
  t.equal(one({ size: 24, type: 'int', littleEndian: true }, 'FEFFFF'), -2);
  t.equal(one({ size: 40, type: 'int', littleEndian: true }, 'FEFFFFFFFF'), -2);
  t.equal(one({ size: 16, type: 'enum', littleEndian: true, enum: { 258: 'yes' } }, '0201'), 'yes');
});

t.test('the byte order of an element wins over its component, that over the layout', async t => {
  const component = { c: { size: 16, type: 'uint', littleEndian: true }, d: { size: 16, type: 'uint' } };
  const order = (keys: Json, layout: Json = {}) =>
    (decoded([{ name: 'a', ...keys }], '0102', layout, { component }) as Json).a;
  t.equal(order({ component: 'c' }), 0x0201);
  t.equal(order({ component: 'c', littleEndian: false }), 0x0102);
  t.equal(order({ component: 'c' }, { littleEndian: false }), 0x0201);
  t.equal(order({ component: 'd' }), 0x0102);
  t.equal(order({ component: 'd' }, { littleEndian: true }), 0x0201);
  t.equal(order({ component: 'd', littleEndian: false }, { littleEndian: true }), 0x0102);
  t.equal(order({ component: 'd', littleEndian: true }), 0x0201);
});

t.test('whole numbers of every width keep their digits', async t => {
  t.equal(one({ size: 64, type: 'uint' }, 'FFFFFFFFFFFFFFFF'), '18446744073709551615');
  t.equal(one({ size: 64, type: 'int' }, '8000000000000000'), '-9223372036854775808');
  t.equal(one({ size: 64, type: 'int' }, 'FFFFFFFFFFFFFFFF'), -1);
  t.equal(one({ size: 53, type: 'uint' }, 'FFFFFFFFFFFFF8'), Number.MAX_SAFE_INTEGER);
  t.equal(one({ size: 64, type: 'uint' }, '001FFFFFFFFFFFFF'), Number.MAX_SAFE_INTEGER);
  t.equal(one({ size: 64, type: 'uint' }, '0020000000000000'), '9007199254740992');
  t.equal(one({ size: 64, type: 'int' }, 'FFE0000000000001'), -Number.MAX_SAFE_INTEGER);
  t.equal(one({ size: 64, type: 'int' }, 'FFE0000000000000'), '-9007199254740992');
  t.equal(one({ size: 32, type: 'int' }, '80000000'), -(2 ** 31));
  t.equal(one({ size: 32, type: 'uint' }, 'FFFFFFFF'), 2 ** 32 - 1);
  t.equal(one({ size: 11, type: 'int' }, 'FFC0'), -2);
  t.equal(one({ size: 1, type: 'int' }, '80'), -1);
  t.equal(one({ size: 33, type: 'int' }, '8000000000'), -(2 ** 32));
  const energy = { size: 64, type: 'uint', littleEndian: true };
  t.equal(one({ ...energy, func: '$' }, '0100000000002000'), '9007199254740993', 'func of nothing changes nothing');
  t.equal(one({ ...energy, func: '$value' }, '0100000000002000'), '9007199254740993');
  t.equal(one({ ...energy, func: '$ * 1' }, '0100000000002000'), '9007199254740992', 'computed with, it is a double');
  t.equal(one({ ...U8, func: '$ * 1e30' }, '03'), String(BigInt(3 * 1e30)));
});

t.test('a bool is true unless it is zero, and counts as 0 or 1', async t => {
  t.equal(one({ size: 1, type: 'bool' }, '80'), true);
  t.equal(one({ size: 8, type: 'bool' }, '00'), false);
  t.equal(one({ size: 8, type: 'bool' }, '06'), true);
  t.equal(one({ size: 8, type: 'bool', func: '$ + 1' }, '06'), 2, 'the result of func stays as it is');
  t.equal(one({ size: 8, type: 'bool', func: '!$' }, '06'), false);
  const sum = [
    { name: 'b', size: 8, type: 'bool' },
    { name: 'a', ...U8, func: '$ + $b' },
  ];
  t.strictSame(decoded(sum, '0705'), { b: true, a: 6 });
  t.strictSame(decoded([{ name: 'a', size: 8, type: 'bool', scale: 2 }], '07'), { a: 2 });
});

t.test('a float that is no number is null, and absent for expressions', async t => {
  t.equal(one({ size: 32, type: 'float' }, '3DCCCCCD'), Math.fround(0.1));
  t.equal(one({ size: 64, type: 'float' }, '8000000000000000'), 0);
  t.equal(JSON.stringify(decoded([{ name: 'a', size: 32, type: 'float' }], '80000000')), '{"a":0}', 'never −0');
  for (const hex of ['7FC00000', '7F800000', 'FF800000']) {
    const elements = [
      { name: 'f', size: 32, type: 'float' },
      { name: 'a', size: 8, type: 'uint', condition: '$f == $f' },
    ];
    t.strictSame(decoded(elements, hex), { f: null });
    t.equal(decoded([{ name: 'f', size: 32, type: 'float', func: '$ + 1' }], hex), 'expression_error');
    t.strictSame(decoded([{ name: 'f', size: 32, type: 'float', scale: 2 }], hex), { f: null });
  }
  t.equal(one({ size: 64, type: 'float' }, '4340000000000000'), '9007199254740992', 'a large whole number is digits');
});

t.test('text loses the NULs behind it, and what is no UTF-8 is replaced', async t => {
  const text = (hex: string) => one({ size: hex.length * 4, type: 'string' }, hex);
  t.equal(text('616200630000'), 'ab\0c');
  t.equal(text('0000'), '');
  t.equal(text('C3A4FF41'), 'ä\ufffdA');
  t.equal(text('EFBBBF41'), '\ufeffA', 'a byte order mark is a character');
  t.equal(one({ size: 16, type: 'binary' }, 'BEEF'), 'beef');
  t.equal(one({ size: 16, type: 'bytes' }, 'BEEF'), 'beef');
});

t.test('an element whose condition does not hold is not in the payload', async t => {
  const elements = [
    { name: 'kind', ...U8 },
    { name: 'x', ...U8, condition: '$kind == 1' },
    { name: 'y', ...U8, condition: '$x == 5' },
    { name: 'z', ...U8, condition: '!($x == 5)' },
    { name: 'not', ...U8, condition: '$x != 5' },
  ];
  t.strictSame(decoded(elements, '010507'), { kind: 1, x: 5, y: 7 });
  t.strictSame(decoded(elements, '010607'), 'payload_too_short', 'z and not are there');
  t.strictSame(decoded(elements, '01060708'), { kind: 1, x: 6, z: 7, not: 8 });
  t.strictSame(decoded(elements, '0009'), { kind: 0, z: 9 }, 'x is absent: neither equal nor unequal to anything');
  t.strictSame(decoded([{ name: 'a', ...U8, condition: '0' }], ''), {}, 'an empty payload is one');
});

t.test('bits that are left over are counted from the last one that was read', async t => {
  const unused = (payload: Json[], hex: string) => {
    const result = decodeHex(blueprintOf(payload), hex);
    return result.ok ? result.unusedBits : result.code;
  };
  t.equal(unused([{ name: 'a', ...U8 }], '00'), 0);
  t.equal(unused([{ name: 'a', size: 3, type: 'uint' }], '0000'), 13);
  t.equal(unused([], ''), 0);
  const back = [
    { name: 'last', ...U8, offset: 16 },
    { name: 'first', ...U8, offset: 0 },
    { name: 'second', ...U8 },
  ];
  t.strictSame(decoded(back, '01020304'), { last: 3, first: 1, second: 2 });
  t.equal(unused(back, '01020304'), 8);
  t.equal(decoded([{ name: 'a', ...U8, offset: 9 }], '0000'), 'payload_too_short');
});

t.test('scale and bias come first, then calibration, then func, then enum', async t => {
  const element = { name: 'a', ...U8, scale: 2, bias: 1, calibration: 'k', func: '$ + 100', enum: { 121: 'found' } };
  const blueprint = blueprintOf(
    [element, { name: 'b', ...U8, func: '$a + $calibration.k' }],
    {},
    { calibration: { k: 3 } },
  );
  t.strictSame(outcome(decodeHex(blueprint, '0300')), { a: 'found', b: 124 }, 'an expression sees it before enum');
  t.strictSame(outcome(decodeHex(blueprint, '0400')), { a: 127, b: 130 });
  const calibration = { k: 1, constructor: 5 };
  t.strictSame(outcome(decodeHex(blueprint, '0400', { calibration })), { a: 109, b: 110 }, 'of the endpoint');
  t.strictSame(outcome(decodeHex(blueprint, '0400', { calibration: {} })), { a: 127, b: 130 });
  const without = blueprintOf([element]);
  t.equal(outcome(decodeHex(without, '04')), 'calibration_missing');
  t.equal(outcome(decodeHex(without, '04', { calibration: { k: Number.NaN } })), 'calibration_missing');
  t.equal(
    outcome(decodeHex(blueprintOf([{ name: 'a', ...U8, func: '$calibration.toString' }]), '04')),
    'calibration_missing',
  );
  t.equal(
    outcome(decodeHex(blueprintOf([{ name: 'a', ...U8, condition: '$calibration.k' }]), '04')),
    'calibration_missing',
  );
  t.strictSame(decoded([{ name: 'a', ...U8, bias: -40 }], '04'), { a: -36 });
  t.strictSame(decoded([{ name: 'a', ...U8, scale: -1 }], '00'), { a: 0 });
});

t.test('enum looks up the decimal text of a number, and leaves what it does not have', async t => {
  const choices = { 0: 'off', 1: true, 2: 7, '-1': 'minus', 2.5: 'half', '18446744073709551615': 'all' };
  t.equal(one({ ...U8, enum: choices }, '00'), 'off');
  t.equal(one({ ...U8, type: 'enum', enum: choices }, '01'), true);
  t.equal(one({ ...U8, enum: choices }, '02'), 7);
  t.equal(one({ ...U8, enum: choices }, '03'), 3);
  t.equal(one({ ...U8, type: 'int', enum: choices }, 'FF'), 'minus');
  t.equal(one({ ...U8, func: '$/2', enum: choices }, '05'), 'half');
  t.equal(one({ size: 64, type: 'uint', enum: choices }, 'FFFFFFFFFFFFFFFF'), 'all');
  t.equal(one({ size: 1, type: 'bool', enum: { 1: 'open' } }, '80'), 'open');
  t.equal(one({ ...U8, type: 'enum' }, '09'), 9);
  t.equal(one({ ...U8, enum: { toString: 'x' } }, '09'), 9);
});

t.test('hidden elements are read, seen by expressions, and not shown', async t => {
  const component = { flag: { size: 8, type: 'uint', hidden: true } };
  const elements = [
    { name: 'h', component: 'flag', hidden: false },
    { name: 'a', ...U8, condition: '$h == 1' },
  ];
  t.strictSame(decoded(elements, '0105', {}, { component }), { a: 5 });
  t.strictSame(decoded(elements, '00', {}, { component }), {});
});

t.test('of two visible values of one name the later wins, and expressions see the latest', async t => {
  const elements = [
    { name: 'v', ...U8, unit: 'V', label: 'old' },
    { name: 'pad', ...U8, hidden: true },
    { name: 'pad', ...U8, hidden: true },
    { name: 'v', ...U8, unit: 'A', condition: '$v == 1' },
    { name: 'w', ...U8, func: '$v' },
  ];
  const blueprint = blueprintOf(elements);
  t.strictSame(outcome(decodeHex(blueprint, '0100000500')), { v: 5, w: 5 });
  t.strictSame(outcome(decodeHex(blueprint, '02000005')), { v: 2, w: 2 });
  const meta = (hex: string) => {
    const result = decodeHex(blueprint, hex);
    return result.ok ? metaJson(result) : result.code;
  };
  t.equal(meta('0100000500'), '{"v":{"unit":"A"},"w":{}}', 'the unit is that of the one that won');
  t.equal(meta('02000005'), '{"v":{"unit":"V","label":"old"},"w":{}}');
});

t.test(
  'virtual values are computed of all that was read, in their order, and left out when there is nothing',
  async t => {
    const elements = [
      { name: 'x', ...U8 },
      { name: 'y', ...U8, condition: '$x > 1' },
    ];
    const virtual = [
      { name: 'flag', func: '1', type: 'bool', condition: '($x & 0x04) != 0' },
      { name: 'sum', func: '$x + $y', unit: 'm' },
      { name: 'double', func: '$sum * 2' },
      { name: 'same', func: '$x == 5' },
      { name: 'secret', func: '7', hidden: true },
      { name: 'seen', func: '$secret' },
    ];
    const rest = { same: false, seen: 7 };
    t.strictSame(decoded(elements, '00', { virtual }), { x: 0, ...rest }, 'neither false nor 0');
    t.strictSame(decoded(elements, '0503', { virtual }), {
      x: 5,
      y: 3,
      flag: true,
      sum: 8,
      double: 16,
      ...rest,
      same: true,
    });
  },
);

t.test('the document of everything together decodes as it is described', async t => {
  const component = {
    flag: { size: 1, type: 'bool' },
    u3: { size: 3, type: 'uint' },
    t12: { size: 12, type: 'int', func: '$ / 16', unit: '°C' },
    le16: { size: 16, type: 'uint', littleEndian: true, unit: 'lx' },
    tag: { size: 24, type: 'string' },
    crc: { size: 16, type: 'binary' },
  };
  const elements = [
    { name: 'hasTag', component: 'flag', hidden: true },
    { name: 'mode', component: 'u3' },
    { name: 'temperature', component: 't12' },
    { name: 'light', component: 'le16' },
    { name: 'tag', component: 'tag', condition: '$hasTag' },
    { name: 'check', component: 'crc' },
  ];
  const virtual = [
    { name: 'fahrenheit', func: '$temperature * 9 / 5 + 32', unit: '°F' },
    { name: 'alarm', type: 'bool', func: '1', condition: '($mode & 0x04) != 0 && $temperature > 30' },
  ];
  const blueprint = blueprintOf(elements, { virtual }, { component });
  const at = (hex: string) => {
    const result = decodeHex(blueprint, hex);
    return result.ok ? [outcome(result), result.unusedBits] : result.code;
  };
  const first = { mode: 5, temperature: -10.5, light: 4660, tag: 'abc', check: 'beef', fahrenheit: 13.1 };
  const [values, unused] = at('DF583412616263BEEF') as [Record<string, number>, number];
  t.ok(Math.abs((values.fahrenheit ?? 0) - 13.1) < 1e-9);
  t.strictSame([{ ...values, fahrenheit: 13.1 }, unused], [first, 0]);
  const second = { mode: 5, temperature: 31.25, light: 4660, check: 'beef', fahrenheit: 88.25, alarm: true };
  t.strictSame(at('51F43412BEEF'), [second, 0]);
  t.strictSame(at('51F43412BEEF00'), [second, 8]);
  t.equal(at('51F43412BE'), 'payload_too_short');
});

t.test('each code says which element failed and at which bit, and none of the payload', async t => {
  const a = { name: 'a', ...U8 };
  const long = Array.from({ length: 44 }, (_, at) => ({
    name: `e${at}`,
    size: 1,
    type: 'uint',
    func: `0${'+0'.repeat(127)}`,
  }));
  const cases: [code: string, detail: RegExp, blueprint: string, hex: string, format?: number][] = [
    ['format_not_found', /uplink.* 7$/, documentOf([a]), '00', 7],
    ['format_not_found', /uplink.* 0$/, JSON.stringify({ ...head, downlink: [{ payload: [] }] }), '00'],
    ['encrypted_payload', /0 is encrypted/, documentOf([a], { crypto: 1 }), ''],
    ['encrypted_payload', /0 is encrypted/, documentOf([a], { crypto: '00' }), ''],
    [
      'payload_too_short',
      /^b at bit 8: 16 bits are needed, 8 are left$/,
      documentOf([a, { name: 'b', size: 16, type: 'int' }]),
      'BEEF',
    ],
    ['condition_error', /^b at bit 8: \//, documentOf([a, { ...a, name: 'b', condition: '1 / ($a - $a)' }]), 'BEEF'],
    ['expression_error', /^b at bit 8: sqrt/, documentOf([a, { ...a, name: 'b', func: 'sqrt(-1 - $)' }]), 'BEEF'],
    [
      'condition_error',
      /^s at bit 8: text/,
      documentOf([
        { name: 't', size: 8, type: 'string' },
        { ...a, name: 's', condition: '$t' },
      ]),
      '4141',
    ],
    [
      'expression_error',
      /^v at bit 8: text/,
      documentOf([{ name: 't', size: 8, type: 'binary' }], { virtual: [{ name: 'v', func: '$t + 1' }] }),
      '41',
    ],
    [
      'condition_error',
      /^v at bit 8: %/,
      documentOf([a], { virtual: [{ name: 'v', func: '1', condition: '$a % 0' }] }),
      '41',
    ],
    [
      'expression_error',
      /^a at bit 0: func uses a value that is absent/,
      documentOf([
        { ...a, name: 'b', condition: '0' },
        { ...a, func: '$b' },
      ]),
      '41',
    ],
    ['expression_error', /^a at bit 0: scaling/, documentOf([{ ...a, scale: 1e308, bias: 1e308 }]), 'FF'],
    ['calibration_missing', /^a at bit 0: .*"k"/, documentOf([{ ...a, calibration: 'k' }]), 'FF'],
    ['limit_exceeded', /^e39 at bit 39: more than 10000 steps/, documentOf(long), '00'.repeat(8)],
    ['limit_exceeded', /1024 bytes/, documentOf([a]), '00'.repeat(1025)],
  ];
  for (const [code, detail, text, hex, format] of cases) {
    const result = decodeHex(readBlueprint(text), hex, { format: format ?? 0 });
    t.match(result, { ok: false, code, detail });
    t.notMatch(JSON.stringify(result), /beef/i);
  }
  t.ok(decodeHex(blueprintOf([a]), '00'.repeat(1024)).ok);
  const exact = Array.from({ length: 40 }, (_, at) => ({
    name: `e${at}`,
    size: 1,
    type: 'uint',
    func: `-0${'+0'.repeat(124)}`,
  }));
  t.ok(decodeHex(blueprintOf(exact), '00'.repeat(8)).ok, '40 times 250 nodes are as many as there may be');
  t.equal(outcome(decodeHex(blueprintOf([...exact, { ...a, func: '1' }]), '00'.repeat(8))), 'limit_exceeded');
  const fits = blueprintOf(long.slice(0, 39));
  t.ok(decodeHex(fits, '00'.repeat(8)).ok, '39 times 255 nodes are 9945');
  t.ok(decodeHex(fits, '00'.repeat(8)).ok, 'and each message begins anew');
});

t.test('the first that fails is what is reported', async t => {
  const a = { name: 'a', ...U8 };
  t.equal(
    decoded(
      [
        { ...a, func: '1/0' },
        { ...a, name: 'b' },
      ],
      '00',
    ),
    'expression_error',
  );
  t.equal(decoded([{ ...a, func: '1/0 + $calibration.k' }], '00'), 'expression_error');
  t.equal(decoded([{ ...a, func: '$calibration.k + 1/0' }], '00'), 'calibration_missing');
  t.equal(decoded([{ ...a, calibration: 'k' }], ''), 'payload_too_short');
});

t.test('names that objects have anyway are names', async t => {
  const elements = ['__proto__', 'constructor', 'toString'].map(name => ({ name, ...U8 }));
  const result = decodeHex(blueprintOf(elements), '010203');
  t.equal(result.ok && decodedJson(result), '{"__proto__":1,"constructor":2,"toString":3}');
  t.equal(result.ok && result.values.get('__proto__'), 1);
  const quoted = decodeHex(blueprintOf([{ name: 'say "hi" \\ /', size: 16, type: 'string', unit: '"' }]), '220A');
  t.equal(quoted.ok && decodedJson(quoted), '{"say \\"hi\\" \\\\ /":"\\"\\n"}');
  t.equal(quoted.ok && metaJson(quoted), '{"say \\"hi\\" \\\\ /":{"unit":"\\""}}');
});

t.test(
  'the trace has each element that was read with its bits, hidden ones too, up to the one that failed',
  async t => {
    const elements = [
      { name: 'h', size: 4, type: 'uint', hidden: true },
      { name: 'skipped', ...U8, condition: '$h == 9' },
      { name: 'i', size: 12, type: 'int', func: '$/4', enum: { '-0.25': 'low' } },
      { name: 'f', size: 32, type: 'float', littleEndian: true },
      { name: 's', size: 16, type: 'string' },
      { name: 'b', size: 8, type: 'binary' },
      { name: 't', size: 8, type: 'bool' },
      { name: 'w', size: 64, type: 'uint' },
    ];
    const virtual = [
      { name: 'v', func: '$i * 2', hidden: true },
      { name: 'left', func: '1', condition: '0' },
    ];
    const blueprint = blueprintOf(elements, { virtual });
    const hex = '1FFF000048C14142ABFF8000000000000000';
    const { trace, ...rest } = blueprint.trace({ direction: 'uplink', format: 0, payload: Buffer.from(hex, 'hex') });
    t.strictSame(
      trace.map(({ name, bitOffset, bitSize, raw, value }) => [name, bitOffset, bitSize, raw, value]),
      [
        ['h', 0, 4, '1', '1'],
        ['i', 4, 12, '-1', '"low"'],
        ['f', 16, 32, '3242721280', '-12.5'],
        ['s', 48, 16, '4142', '"AB"'],
        ['b', 64, 8, 'ab', '"ab"'],
        ['t', 72, 8, '255', 'true'],
        ['w', 80, 64, '9223372036854775808', '"9223372036854775808"'],
        ['v', 144, 0, '', '-0.5'],
      ],
    );
    t.strictSame(rest, decodeHex(blueprint, hex));
    const short = blueprint.trace({ direction: 'uplink', format: 0, payload: Buffer.from('1FFF00', 'hex') });
    t.strictSame([short.ok, short.trace.map(({ name }) => name)], [false, ['h', 'i']]);
  },
);
