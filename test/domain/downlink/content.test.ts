import fc from 'fast-check';
import t from 'tap';
import {
  packContentFlags,
  packEntries,
  unpackContentFlags,
  unpackEntries,
} from '../../../src/domain/downlink/content.ts';

t.test('entries come back as they were, empty ones too', async t => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 64 }), entries => {
      const back = unpackEntries(packEntries(entries));
      t.strictSame(
        back.map(entry => [...entry]),
        entries.map(entry => [...entry]),
      );
    }),
    { numRuns: 50 },
  );
  t.equal(unpackEntries(packEntries([new Uint8Array()])).length, 1, 'a pure acknowledgement');
});

t.test('flags come back as they were, each in a bit of its own', async t => {
  const names = ['responseExp', 'responsePrio', 'dlWindReq', 'expOnly', 'dlRxStatQry'] as const;
  const none = { responseExp: false, responsePrio: false, dlWindReq: false, expOnly: false, dlRxStatQry: false };
  t.strictSame(unpackContentFlags(packContentFlags(none)), none);
  const bits = names.map(name => {
    const one = { ...none, [name]: true };
    t.strictSame(unpackContentFlags(packContentFlags(one)), one);
    return packContentFlags(one);
  });
  // Rows of a released schema hold these numbers.
  t.strictSame(bits, [1, 2, 4, 8, 16]);
});
