import t from 'tap';
import { euiFromBigInt, euiToBigInt, parseEui } from '../../src/kit/eui.ts';

t.test('an EUI is read with any usual separator and in any case', async t => {
  t.equal(parseEui('FE-00-00-00-00-00-0B-51'), 'fe00000000000b51');
  t.equal(parseEui('fe:00:00:00:00:00:0b:51'), 'fe00000000000b51');
  t.equal(parseEui('FE00 0000 0000 0B51'), 'fe00000000000b51');
});

t.test('what is no EUI is refused', async t => {
  for (const text of ['', '0', 'fe00000000000b5', 'fe00000000000b511', 'ge00000000000b51', '0000000000000000']) {
    t.equal(parseEui(text), undefined, text);
  }
});

t.test('both halves of the 64-bit range survive the way to the wire and back', async t => {
  for (const text of ['0000000000000001', '7fffffffffffffff', '8000000000000000', 'ffffffffffffffff']) {
    const eui = parseEui(text);
    t.ok(eui);
    if (eui) t.equal(euiFromBigInt(euiToBigInt(eui)), eui);
  }
});

t.test('a negative number is the twos complement of the same EUI', async t => {
  t.equal(euiFromBigInt(-1n), 'ffffffffffffffff');
  t.equal(euiFromBigInt(-0x2000000000000000n), 'e000000000000000');
});
