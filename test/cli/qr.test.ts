import t from 'tap';
import { encode } from 'uqr';
import { qrLines } from '../../src/cli/qr.ts';
import { otpauthUrl } from '../../src/identity/second-factor/totp.ts';

const SECRET = Buffer.alloc(20, 'secret');
/** Whether the upper and the lower half are ink. */
const HALVES: Readonly<Record<string, readonly [boolean, boolean]>> = {
  ' ': [false, false],
  '▀': [true, false],
  '▄': [false, true],
  '█': [true, true],
};

t.test('a QR code is black on white in every terminal, with room around it', async t => {
  const address = otpauthUrl(SECRET, 'someone.with.a.long.name@plant-north.example.org', 'Plant north: box 1');
  const lines = qrLines(address);
  for (const line of lines) t.match(line, /^\x1b\[38;5;16;48;5;231m[ ▀▄█]+\x1b\[0m$/);
  const halves = lines.map(line =>
    [...line].filter(each => each in HALVES).map(each => HALVES[each] ?? [false, false]),
  );
  const rows = halves.flatMap(line => [line.map(([upper]) => upper), line.map(([, lower]) => lower)]);
  const { data, size } = encode(address, { ecc: 'L', border: 4 });
  t.same(rows.slice(0, size), data);
  t.ok(size <= 80, `${size} columns`);
  for (const row of rows.slice(0, 4)) t.notOk(row.includes(true));
  for (const row of rows) t.notOk(row.slice(0, 4).includes(true) || row.slice(-4).includes(true));
});

t.test('without a name the address of the account stands alone', async t => {
  t.match(otpauthUrl(SECRET, 'ada@example.org', ' '), /^otpauth:\/\/totp\/ada%40example\.org\?secret=[A-Z2-7]{32}$/);
  const named = new URL(otpauthUrl(SECRET, 'ada@example.org', 'Halle 3 & 4/Süd'));
  t.equal(named.searchParams.get('issuer'), 'Halle 3 & 4/Süd');
  t.equal(decodeURIComponent(named.pathname), '/Halle 3 & 4/Süd:ada@example.org');
});
