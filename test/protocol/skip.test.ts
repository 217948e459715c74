// Long: for CI and `npm test -- --long`.
import { encode } from '@msgpack/msgpack';
import fc from 'fast-check';
import t from 'tap';
import { endOf } from '../../src/protocol/skip.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const LEVELS = 32;

const { value } = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    ...[fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.uint8Array({ maxLength: 70_000, size: 'max' })],
    ...[
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }),
      fc.string({ unit: 'binary', maxLength: 70_000, size: 'max' }),
    ],
    fc.array(tie('value'), { maxLength: 40 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 40 }),
  ),
}));

t.test('a value ends where an independent library ended it, and is not whole before', async () => {
  fc.assert(
    fc.property(value, fc.nat(), (thing, cut) => {
      const bytes = Buffer.from(encode(thing, { useBigInt64: true }));
      const behind = Buffer.concat([hex('c0'), bytes, hex('c0')]);
      const early = bytes.subarray(0, cut % bytes.length);
      return endOf(behind, 1, 1, LEVELS) === bytes.length + 1 && endOf(early, 0, 1, LEVELS) === undefined;
    }),
    { numRuns: 500, seed: 1 },
  );
});

t.test('every format is passed over whole', async t => {
  const formats = [
    ...['00', '7f', 'e0', 'ff', 'c0', 'c2', 'c3', '80', '81 a161 01', '90', '91 01', 'a0', 'a161'],
    ...['c4 01 00', 'c5 0001 00', 'c6 00000001 00', 'c7 01 07 00', 'c8 0001 07 00', 'c9 00000001 07 00'],
    ...['ca 00000000', 'cb 0000000000000000', 'cc 00', 'cd 0000', 'ce 00000000', 'cf 0000000000000000'],
    ...['d0 00', 'd1 0000', 'd2 00000000', 'd3 0000000000000000', 'd4 07 00', 'd5 07 0000', 'd6 07 00000000'],
    ...['d7 07 0000000000000000', `d8 07 ${'00'.repeat(16)}`, 'd9 01 61', 'da 0001 61', 'db 00000001 61'],
    ...['dc 0002 01 02', 'dd 00000002 01 02', 'de 0001 a161 01', 'df 00000001 a161 01'],
  ];
  for (const format of formats) {
    const bytes = hex(format);
    t.equal(endOf(bytes, 0, 1, LEVELS), bytes.length, format);
    t.equal(endOf(bytes.subarray(0, -1), 0, 1, LEVELS), undefined, `${format}, cut`);
  }
  t.equal(endOf(hex('c1'), 0, 1, LEVELS), undefined, 'the unused format');
  t.equal(endOf(hex('01 02 03'), 0, 2, LEVELS), 2, 'several values');
});

t.test('depth and lengths are bounded by what is there', async t => {
  t.equal(endOf(hex(`${'91'.repeat(32)}01`), 0, 1, LEVELS), 33);
  t.equal(endOf(hex(`${'91'.repeat(33)}01`), 0, 1, LEVELS), undefined);
  t.equal(endOf(Buffer.alloc(1_000_000, 0x91), 0, 1, LEVELS), undefined);
  for (const head of ['dd ffffffff', 'df ffffffff', 'db ffffffff', 'c6 ffffffff', 'c9 ffffffff']) {
    t.equal(endOf(hex(head), 0, 1, LEVELS), undefined, head);
  }
});
