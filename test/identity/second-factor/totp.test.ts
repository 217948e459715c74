import t from 'tap';
import { base32, codeOf, otpauthUrl, stepOf, stepOfCode } from '../../../src/identity/second-factor/totp.ts';

const SECRET = Buffer.from('12345678901234567890');

t.test('codes are those of RFC 6238, appendix B', async t => {
  const vectors: [seconds: number, code: string][] = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ];
  for (const [seconds, code] of vectors) {
    t.equal(codeOf(SECRET, stepOf(seconds * 1000), 8), code);
    t.equal(stepOfCode(SECRET, code.slice(2), seconds * 1000), stepOf(seconds * 1000));
  }
});

t.test('a code is good one step before and after its own, and no further', async t => {
  const now = 1_111_111_109_000;
  const step = stepOf(now);
  const at = (off: number) => stepOfCode(SECRET, codeOf(SECRET, step + off), now);
  t.same([-2, -1, 0, 1, 2].map(at), [undefined, step - 1, step, step + 1, undefined]);
  for (const wrong of ['', '12345', '1234567', '12345a', ' 123456', '１２３４５６']) {
    t.equal(stepOfCode(SECRET, wrong, now), undefined, wrong);
  }
});

t.test('secrets are written as authenticators read them', async t => {
  t.equal(base32(Buffer.from('foobar')), 'MZXW6YTBOI');
  t.equal(base32(SECRET), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  t.equal(
    otpauthUrl(SECRET, 'ada@example.org', 'Box: 1'),
    'otpauth://totp/Box%3A%201:ada%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Box%3A%201',
  );
});
