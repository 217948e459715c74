import t from 'tap';
import { readBlueprint } from '../../../../src/domain/blueprint/codec/read.ts';
import { head, type Json } from './documents.ts';

const U8 = { size: 8, type: 'uint' };

t.test('the samples of a document are run: each that does not hold is shown with its place', async t => {
  const element = { name: 'a', size: 12, type: 'int', func: '$ / 10', unit: 'V' };
  const flag = { name: 'flag', size: 4, type: 'uint', hidden: true };
  const odd = { name: 'odd', ...U8, func: 'floor($ / 2)' };
  const wide = { name: 'wide', size: 64, type: 'uint' };
  const both = { uplink: [{ payload: [element] }], downlink: [{ id: 1, payload: [flag, element, odd, wide] }] };
  const failing = (...samples: Json[]) => readBlueprint(JSON.stringify({ ...head, ...both, samples })).runSamples();
  const payload = 'fff0';
  t.equal(failing(), undefined);
  t.equal(failing({ payload, expected: { a: -0.1 }, direction: 'uplink', format: 0, error: null }), undefined);
  t.equal(failing({ payload, expected: { a: -0.1000000000001 } }), undefined, 'within what is rounded');
  t.equal(failing({ payload }), undefined);
  t.equal(failing({ comment: 'no payload', expected: {} }), undefined);
  t.equal(failing({ payload: 'ff', expected: null, error: 'payload_too_short' }), undefined);
  t.equal(failing({ payload: '', format: 9, error: 'format_not_found' }), undefined);
  const down = { direction: 'downlink', format: 1, payload: '7fff07ffffffffffffffff' };
  const values = { a: -0.1, odd: 3, wide: '18446744073709551615' };
  t.equal(failing({ ...down, expected: values }), undefined, 'hidden values and what cannot be inverted come from it');
  const wrong: [RegExp, Json][] = [
    [/a is -0.1/, { payload, expected: { a: -0.2 } }],
    [/a is -0.1/, { payload, expected: { a: '-0.1' } }],
    [/a is -0.1/, { payload, expected: { a: { value: -0.1 } } }],
    [/a is decoded, and not expected/, { payload, expected: {} }],
    [/b is expected, and not decoded/, { payload, expected: { a: -0.1, b: 1 } }],
    [/does not decode: payload_too_short/, { payload: 'ff' }],
    [/fails with payload_too_short in place of limit_exceeded/, { payload: 'ff', error: 'limit_exceeded' }],
    [/it decodes, and should fail/, { payload, error: 'payload_too_short' }],
    [/wide is 18446744073709551615/, { ...down, expected: { ...values, wide: 2 ** 64 } }],
    [/do not encode to its payload/, { ...down, payload: `${down.payload}00`, expected: values }],
  ];
  for (const [detail, sample] of wrong) {
    t.match(failing({ payload }, sample), { pointer: '/samples/1', line: 1, detail }, JSON.stringify(sample));
  }
});
