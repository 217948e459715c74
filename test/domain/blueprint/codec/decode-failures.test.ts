import t from 'tap';
import { readBlueprint } from '../../../../src/domain/blueprint/codec/read.ts';
import { blueprintOf, decodeHex, documentOf, head, type Json, outcome } from './documents.ts';

const decoded = (payload: Json[], hex: string, layout: Json = {}, root: Json = {}) =>
  outcome(decodeHex(blueprintOf(payload, layout, root), hex));
const U8 = { size: 8, type: 'uint' };

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

t.test('each spelling of "not encrypted" decodes', async t => {
  for (const crypto of [0, '0', '']) t.strictSame(decoded([{ name: 'a', ...U8 }], '07', { crypto }), { a: 7 });
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

t.test('a message that fails leaves nothing behind for the next one', async t => {
  const elements = [
    { name: 'a', ...U8, func: '10 / $' },
    { name: 'b', ...U8, condition: '$a == 5' },
    { name: 'c', ...U8, condition: '$b != 0', func: '$ + $b' },
  ];
  const blueprint = blueprintOf(elements);
  t.strictSame(outcome(decodeHex(blueprint, '020307')), { a: 5, b: 3, c: 10 });
  t.equal(outcome(decodeHex(blueprint, '00')), 'expression_error');
  t.strictSame(outcome(decodeHex(blueprint, '01')), { a: 10 }, 'b is absent again');
});
