import t from 'tap';
import { blueprintOf, downlinkOf, encoded, type Json, outcome } from './documents.ts';

const U8 = { size: 8, type: 'uint' };
const encode = (payload: Json[], values: Json, layout: Json = {}, root: Json = {}, calibration = {}) =>
  encoded(downlinkOf(payload, layout, root).encode({ format: 0, values, calibration }));
const one = (definition: Json, value: unknown) => encode([{ name: 'a', ...definition }], { a: value });

t.test('values of every type become the bits they are read from', async t => {
  const cases: [Json, unknown, string][] = [
    [U8, 255, 'ff'],
    [{ size: 4, type: 'uint' }, 15, 'f0'],
    [{ size: 12, type: 'int' }, -2, 'ffe0'],
    [{ size: 16, type: 'int', littleEndian: true }, -2, 'feff'],
    [{ size: 64, type: 'uint' }, '18446744073709551615', 'ffffffffffffffff'],
    [{ size: 64, type: 'uint' }, 18446744073709551615n, 'ffffffffffffffff'],
    [{ size: 64, type: 'int' }, '-9223372036854775808', '8000000000000000'],
    [{ size: 64, type: 'uint', littleEndian: true }, '9007199254740993', '0100000000002000'],
    [{ size: 64, type: 'uint' }, 2 ** 60, '1000000000000000'],
    [{ size: 64, type: 'uint' }, 5n, '0000000000000005'],
    [{ size: 64, type: 'uint' }, { raw: 5n }, '0000000000000005'],
    [{ size: 64, type: 'uint' }, -0, '0000000000000000'],
    [{ size: 64, type: 'float' }, -0, '8000000000000000'],
    [{ size: 1, type: 'bool' }, true, '80'],
    [{ size: 1, type: 'bool' }, false, '00'],
    [{ size: 1, type: 'bool' }, 1, '80'],
    [{ size: 8, type: 'bool' }, true, '01'],
    [{ size: 16, type: 'bool', littleEndian: true }, true, '0001'],
    [{ size: 16, type: 'string', littleEndian: true }, 'ab', '6162'],
    [{ size: 32, type: 'float' }, -12.5, 'c1480000'],
    [{ size: 32, type: 'float' }, 0.1, '3dcccccd'],
    [{ size: 64, type: 'float', littleEndian: true }, -12.5, '00000000000029c0'],
    [{ size: 32, type: 'string' }, 'ab', '61620000'],
    [{ size: 32, type: 'string' }, 'äb\0', 'c3a46200'],
    [{ size: 16, type: 'binary' }, 'BEef', 'beef'],
    [{ size: 1024, type: 'binary' }, 'ab'.repeat(128), 'ab'.repeat(128)],
    [{ ...U8, func: '$ / 10' }, 2.5, '19'],
    [{ ...U8, func: '$ / 10' }, 2.56, '1a'],
    [{ ...U8, func: '-($ - 100) * 2 + 1' }, 1, '64'],
    [{ ...U8, func: '(3 + 2) * $' }, 10, '02'],
    [{ ...U8, func: '+$ + $ + 0.5' }, 4.5, '02'],
    [{ ...U8, type: 'int' }, 2.5, '03'],
    [{ ...U8, type: 'int' }, -2.5, 'fd'],
    [{ ...U8, scale: 2, bias: 1 }, 7, '03'],
    [{ ...U8, scale: 2, bias: 1, func: '$ * 10' }, 70, '03'],
    [{ ...U8, enum: { 3: 'open', 4: true } }, 'open', '03'],
    [{ ...U8, type: 'enum', enum: { 3: 'open', 4: true } }, true, '04'],
    [{ ...U8, func: '$ / 2', enum: { 1.5: 'some' } }, 'some', '03'],
    [{ ...U8, enum: { 3: '7', 4: 7 } }, 7, '04'],
    [{ ...U8, enum: { 3: '7', 4: 7 } }, '7', '03'],
    [{ ...U8, enum: { 3: 'open' } }, 9, '09'],
    [{ ...U8, func: 'floor($ / 2)' }, { raw: 7 }, '07'],
    [{ size: 8, type: 'bool' }, { raw: 6 }, '06'],
    [{ size: 64, type: 'uint' }, { raw: '18446744073709551615' }, 'ffffffffffffffff'],
    [{ size: 32, type: 'float', func: 'abs($)' }, { raw: -12.5 }, 'c1480000'],
    [{ size: 8, type: 'bool', func: '1 - $' }, true, '00'],
  ];
  for (const [definition, value, hex] of cases) {
    t.equal(one(definition, value), hex, `${JSON.stringify(definition)} ${String(value)}`);
  }
});

t.test('elements follow each other bit by bit, and the last byte is filled up with zeros', async t => {
  const elements = [
    { name: 'a', size: 5, type: 'uint' },
    { name: 'b', size: 11, type: 'int' },
    { name: 'c', size: 1, type: 'bool' },
    { name: 'd', size: 15, type: 'uint' },
  ];
  t.equal(encode(elements, { a: 21, b: -2, c: true, d: 3 }), 'affe8003');
  t.equal(encode(elements.slice(0, 1), { a: 21 }), 'a8');
  t.equal(encode([], {}), '');
  const between = [
    { name: 'a', size: 4, type: 'uint' },
    { name: 's', size: 16, type: 'string' },
    { name: 'x', size: 16, type: 'uint', littleEndian: true },
    { name: 'b', size: 4, type: 'uint' },
  ];
  t.equal(encode(between, { a: 1, s: 'OK', x: 0x1234, b: 2 }), '14f4b34122');
});

t.test('conditions see the values that were given before, as the receiver will have them', async t => {
  const elements = [
    { name: 'has', size: 1, type: 'bool', hidden: true },
    { name: 'pad', size: 7, type: 'uint', hidden: true },
    { name: 'x', ...U8, condition: '$has' },
    { name: 't', ...U8, func: '$ / 10' },
    { name: 'hot', ...U8, condition: '$t == 2.6' },
  ];
  t.equal(encode(elements, { has: true, x: 3, t: 0 }), '800300');
  t.equal(encode(elements, { t: 0 }), '0000', 'what is hidden is zero when it is not given');
  t.strictSame(encode(elements, { x: 3, t: 0 }), ['unexpected_value', 'x']);
  t.strictSame(encode(elements, { has: true, t: 0 }), ['missing_value', 'x']);
  t.equal(encode(elements, { t: 2.56, hot: 1 }), '001a01', '2.56 becomes 2.6');
  const hidden = [
    { name: 's', size: 16, type: 'string', hidden: true },
    { name: 'b', ...U8, type: 'binary', hidden: true },
  ];
  t.equal(encode(hidden, {}), '000000');
});

t.test('both elements of one name get the value, unless they are skipped', async t => {
  const elements = [
    { name: 'a', ...U8 },
    { name: 'v', ...U8, condition: '$a == 1' },
    { name: 'v', size: 16, type: 'uint' },
  ];
  t.equal(encode(elements, { a: 1, v: 5 }), '01050005');
  t.equal(encode(elements, { a: 0, v: 5 }), '000005');
});

type Case = [reason: string, field: string, payload: Json[], values: Json, layout?: Json];

/** Each of the values is refused for an element called `a`. */
function refused(reason: string, element: Json, values: readonly unknown[]): Case[] {
  return values.map(value => [reason, 'a', [element], { a: value }]);
}

t.test('each reason names the value it is about', async t => {
  const a = { name: 'a', ...U8 };
  const cases: Case[] = [
    ['missing_value', 'a', [a], {}],
    ['unexpected_value', 'b', [a, { ...a, name: 'b', condition: '$a == 1' }], { a: 0, b: 1 }],
    ['unknown_field', 'b', [a], { a: 1, b: 1 }],
    ['unknown_field', 'constructor', [a], { a: 1, constructor: 1 }],
    ...refused('wrong_value_type', a, [null, 'x', '5', true, [], {}, Number.NaN, undefined]),
    ...refused('wrong_value_type', a, [{ raw: 1, more: 1 }, { raw: 'x' }, { raw: 1.5 }, { raw: null }]),
    ...refused('wrong_value_type', { ...a, type: 'bool' }, ['true', null, {}]),
    ...refused('wrong_value_type', { ...a, type: 'string' }, [1, null, { raw: 1 }]),
    ...refused('wrong_value_type', { ...a, type: 'binary' }, [1, false]),
    ...refused('wrong_value_type', { ...a, size: 32, type: 'float' }, [null, '1.5', { raw: Number.NaN }]),
    ...refused('value_out_of_range', a, [-1, 256, 1e300, '99999999999999999999', { raw: 256 }]),
    ...refused('value_out_of_range', { ...a, type: 'int' }, [-129, 128]),
    ...refused('value_out_of_range', { ...a, type: 'bool' }, [2, -1, 0.5]),
    ...refused('value_out_of_range', { ...a, type: 'string' }, ['ab', '\ud800']),
    ...refused('value_out_of_range', { ...a, type: 'binary' }, ['a', 'abc', 'zz', '']),
    ...refused('value_out_of_range', { ...a, size: 32, type: 'float' }, [1e39]),
    ...refused('value_out_of_range', { ...a, func: '$ / 10' }, [25.6]),
    ...refused('value_out_of_range', { ...a, func: '$ * 1e-300' }, [1e300]),
    ...refused('value_out_of_range', { ...a, func: '$ + 1e300 - 1e300' }, [200]),
    ...refused('value_out_of_range', { ...a, size: 64, type: 'string' }, ['a\ud800']),
    ...[
      'floor($)',
      '$ * $',
      '1 / $',
      '$ & 1',
      '$ > 1',
      '5',
      '$ - $',
      '$ * 0',
      '$ ? 1 : 2',
      'pow($, 1)',
      '!$',
      '~$',
    ].flatMap(func => refused('func_not_invertible', { ...a, func }, [1])),
    ...['$ % 9', '$ / 0', '2 / $', '2 / ($ + 1)', '$ / ($ + 1)', '($ + 1) * ($ + 2)'].flatMap(func =>
      refused('func_not_invertible', { ...a, func }, [1]),
    ),
    ['func_not_invertible', 'b', [a, { ...a, name: 'b', func: '$ + $a' }], { a: 1, b: 2 }],
    ...refused('func_not_invertible', { ...a, scale: 0 }, [1]),
    ...refused('calibration_missing', { ...a, calibration: 'k' }, [1]),
    ...refused('calibration_missing', { ...a, func: '$ * $calibration.k' }, [1]),
    ['condition_error', 'b', [a, { ...a, name: 'b', condition: '1 / $a' }], { a: 0, b: 1 }],
    ['expression_error', 'a', [{ ...a, hidden: true, func: '1 / $' }], {}],
    ['encrypted_payload', '', [a], { a: 1 }, { crypto: 2 }],
    [
      'limit_exceeded',
      'b',
      [
        { ...a, offset: 8184 },
        { ...a, name: 'b' },
      ],
      { a: 1, b: 1 },
    ],
    ['format_not_found', '', [a], { a: 1 }, { id: 3 }],
  ];
  for (const [reason, field, payload, values, layout] of cases) {
    t.strictSame(
      encode(payload, values, layout),
      [reason, field],
      `${reason} ${JSON.stringify([payload, String(Object.values(values))])}`,
    );
  }
  const steps = Array.from({ length: 44 }, (_, at) => ({
    name: `e${at}`,
    size: 1,
    type: 'uint',
    hidden: true,
    func: `0${'+0'.repeat(127)}`,
  }));
  t.strictSame(encode(steps, {}), ['limit_exceeded', 'e39']);
  t.strictSame(
    encoded(blueprintOf([a]).encode({ format: 0, values: { a: 1 } })),
    ['format_not_found', ''],
    'an uplink is none',
  );
});

t.test('what is refused says why', async t => {
  const detailOf = (element: Json, value: unknown) =>
    downlinkOf([{ name: 'a', ...element }]).encode({ format: 0, values: { a: value } });
  t.match(detailOf({ size: 64, type: 'string' }, 'a\ud800'), { detail: /half of a character/ });
  t.match(detailOf({ size: 8, type: 'string' }, 'ab'), { detail: /more than 1 bytes/ });
  t.match(detailOf({ ...U8, type: 'int' }, 128), { detail: /128, and it may be -128 to 127/ });
  t.match(detailOf({ ...U8, func: 'abs($)' }, 1), { detail: /\{"raw": number\}/ });
});

t.test('calibration values are taken out again', async t => {
  const element = { name: 'a', ...U8, scale: 2, calibration: 'k', func: '$ + $calibration.k' };
  t.equal(encode([element], { a: 63 }, {}, { calibration: { k: 3 } }), '0a');
  t.equal(encode([element], { a: 42 }, {}, { calibration: { k: 3 } }, { k: 2 }), '0a');
  t.strictSame(encode([element], { a: 63 }, {}, { calibration: { k: 0 } }), ['func_not_invertible', 'a']);
});

t.test('virtual values are ignored, whatever is given for them', async t => {
  const virtual = [{ name: 'v', func: '$a' }];
  t.equal(encode([{ name: 'a', ...U8 }], { a: 1, v: 'anything' }, { virtual }), '01');
});

t.test('elements at an offset have their place, and none may be written over another', async t => {
  const elements = [
    { name: 'last', ...U8, offset: 16 },
    { name: 'first', ...U8, offset: 0 },
  ];
  t.equal(encode(elements, { last: 3, first: 1 }), '010003');
  const overlapping = [
    { name: 'both', size: 16, type: 'uint' },
    { name: 'low', ...U8, offset: 8 },
  ];
  t.equal(encode(overlapping, { both: 0x1234, low: 0x34 }), '1234');
  t.strictSame(encode(overlapping, { both: 0x1234, low: 0x35 }), ['value_out_of_range', 'both']);
});

t.test('names that objects have anyway are names', async t => {
  const elements = ['__proto__', 'toString'].map(name => ({ name, ...U8 }));
  t.equal(encode(elements, JSON.parse('{"__proto__": 1, "toString": 2}')), '0102');
  t.strictSame(encode(elements, {}), ['missing_value', '__proto__']);
});

t.test('what is decoded encodes to the same bytes when hidden values are passed on', async t => {
  const elements = [
    { name: 'h', size: 3, type: 'uint', hidden: true },
    { name: 'a', size: 13, type: 'int', func: '$ / 8 - 40' },
    { name: 'e', ...U8, enum: { 1: 2, 2: 1 } },
  ];
  const blueprint = downlinkOf(elements);
  const payload = Buffer.from('bff001', 'hex');
  const decoded = blueprint.decode({ direction: 'downlink', format: 0, payload });
  t.strictSame(outcome(decoded), { a: -42, e: 2 });
  const values = { ...(outcome(decoded) as Json), h: 5 };
  t.equal(encoded(blueprint.encode({ format: 0, values })), payload.toString('hex'));
});
