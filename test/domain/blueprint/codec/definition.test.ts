import t from 'tap';
import { blueprintOf, documentOf, type Json, problemOf } from './documents.ts';

const U8 = { size: 8, type: 'uint' };
const A = { name: 'a', ...U8 };

t.test('an element wins over its component key by key, and each is blamed for its own', async t => {
  const component = { c: { size: 12, type: 'uint', func: '$ * 2', unit: 'V', littleEndian: true } };
  const of = (keys: Json, definition: Json = component) =>
    problemOf(documentOf([{ name: 'a', component: 'c', ...keys }], {}, { component: definition }));
  t.equal(of({}), undefined);
  t.match(of({ type: 'float' }), { reason: 'invalid_size', pointer: '/uplink/0/payload/0/type' });
  t.match(of({ size: 65 }), { reason: 'invalid_size', pointer: '/uplink/0/payload/0/size' });
  t.match(of({ type: 'string', size: 8 }), { reason: 'invalid_field_type', pointer: '/uplink/0/payload/0/type' });
  t.match(of({ func: '$b' }), { reason: 'unknown_reference', pointer: '/uplink/0/payload/0/func' });
  t.match(of({}, { c: { size: 8, type: 'uint', func: '$b' } }), {
    reason: 'unknown_reference',
    pointer: '/uplink/0/payload/0/component',
  });
  t.match(of({}, { ...component, unused: { type: 'uint' } }), { reason: 'invalid_size', pointer: '/component/unused' });
  t.match(of({}, { ...component, unused: { size: 1 } }), {
    reason: 'invalid_field_type',
    pointer: '/component/unused',
  });
  t.match(of({}, { ...component, unused: { size: 8, type: 'uint', func: 'no' } }), { reason: 'invalid_expression' });
  t.equal(
    of({}, { ...component, unused: { size: 8, type: 'uint', func: '$b' } }),
    undefined,
    'b may be there for some',
  );
});

t.test('what does no harm is a warning', async t => {
  const codes = (payload: Json[], layout: Json = {}, root: Json = {}) =>
    blueprintOf(payload, layout, root).warnings.map(({ code, pointer }) => [code, pointer]);
  t.strictSame(codes([A]), []);
  for (const typeEui of ['ffffffffffffffff', '0000000000000000', 'FF-FF-FF-FF-FF-FF-FF-FF']) {
    t.strictSame(codes([A], {}, { typeEui }), [['placeholder_type_eui', '/typeEui']]);
    t.equal(blueprintOf([A], {}, { typeEui }).placeholder, true);
  }
  t.equal(blueprintOf([A]).placeholder, false);
  const odd = { name: 'odd', size: 12, type: 'uint' };
  t.strictSame(codes([{ ...odd, littleEndian: true }]), [
    ['byte_order_without_effect', '/uplink/0/payload/0/littleEndian'],
  ]);
  t.strictSame(codes([odd], { littleEndian: true }), [['byte_order_without_effect', '/uplink/0/payload/0']]);
  t.strictSame(codes([{ ...odd, size: 7, littleEndian: true }]), [], 'a byte has no order');
  t.strictSame(codes([{ ...odd, size: 24, littleEndian: true }]), []);
  const component = { c: { size: 12, type: 'uint', littleEndian: true } };
  const twice = ['a', 'b'].map(name => ({ name, component: 'c' }));
  t.strictSame(codes(twice, {}, { component }), [['byte_order_without_effect', '/component/c/littleEndian']], 'once');
  t.strictSame(codes([{ name: 's', size: 8, type: 'string', enum: { 0: 'x' } }]), [
    ['enum_without_effect', '/uplink/0/payload/0/enum'],
  ]);
});

t.test('every spelling of "not encrypted", of an empty func and of an empty condition is accepted', async t => {
  for (const crypto of [0, '0', '', 3, '3']) t.equal(problemOf(documentOf([A], { crypto })), undefined, String(crypto));
  for (const func of ['', ' ', '$', ' $ ']) {
    t.equal(problemOf(documentOf([{ ...A, func, condition: '' }])), undefined);
    t.equal(problemOf(documentOf([{ ...A, type: 'string', func }])), undefined, 'even where nothing can be computed');
  }
});
