import t from 'tap';
import { fault } from '../../src/kit/faults/faults.ts';
import { sealer } from '../../src/kit/seal.ts';

const ours = sealer(new Uint8Array(32).fill(1));
const text = Buffer.from('a network key');
const refused = fault('KeyMaterialUnavailable');

t.test('a sealed value opens again in its own place, and shows nothing of its content', async t => {
  const sealed = ours.seal(text, 'endpoint/1');
  t.same(Buffer.from(ours.open(sealed, 'endpoint/1')), text);
  t.notOk(Buffer.from(sealed).includes(text));
  t.equal(sealed.length, 1 + 12 + text.length + 16);
  t.equal(sealed[0], 1);
  t.notSame(ours.seal(text, 'endpoint/1'), sealed, 'the same value is never sealed to the same bytes');
  t.equal(ours.open(ours.seal(new Uint8Array(), 'x'), 'x').length, 0);
});

t.test('a sealed value cannot be moved to another place', async t => {
  t.throws(() => ours.open(ours.seal(text, 'endpoint/1'), 'endpoint/2'), refused);
});

t.test('another master key opens nothing', async t => {
  t.throws(() => sealer(new Uint8Array(32).fill(2)).open(ours.seal(text, 'x'), 'x'), refused);
  t.throws(() => sealer(new Uint8Array(16)), RangeError);
});

t.test('any changed byte and any truncation is refused', async t => {
  const sealed = ours.seal(text, 'x');
  for (let at = 0; at < sealed.length; at++) {
    const changed = Uint8Array.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    t.throws(() => ours.open(changed, 'x'), refused, `byte ${at}`);
    t.throws(() => ours.open(sealed.subarray(0, at), 'x'), refused, `first ${at} bytes`);
  }
});
