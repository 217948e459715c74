import { createHash } from 'node:crypto';
import t from 'tap';
import { freshKey, prefixOf } from '../../../src/domain/apikey/format.ts';
import { covers, scopes } from '../../../src/domain/apikey/scopes.ts';
import { digestOf } from '../../../src/kit/digest.ts';

/** Made by hand: CRC-32 of the 37 letters `A` is 0x9b6dd2bc (zlib, `binascii.crc32`), which is `2qTV0e` in base 62. */
const KNOWN = { prefix: 'wsabc123', secret: 'A'.repeat(37), checksum: '2qTV0e' };

t.test('a key has its prefix, 37 random characters and their checksum', t => {
  const { text, prefix, hash } = freshKey();
  t.match(text, /^ws[a-z0-9]{6}_[0-9A-Za-z]{43}$/);
  t.equal(prefix, text.split('_')[0]);
  t.same(Buffer.from(hash), createHash('sha256').update(text).digest());
  t.equal(prefixOf(text), prefix);
  const many = Array.from({ length: 300 }, () => freshKey().text);
  t.equal(new Set(many).size, 300);
  const letters = new Set(many.flatMap(key => [...key.slice(9, 46)]));
  t.equal(letters.size, 62, 'every letter of the alphabet comes');
  t.end();
});

t.test('a key made elsewhere by the same rule is one', t => {
  const { prefix, secret, checksum } = KNOWN;
  t.equal(prefixOf(`${prefix}_${secret}${checksum}`), prefix);
  t.end();
});

t.test('a slip of the pen is no key, wherever it is behind the prefix', t => {
  const { text } = freshKey();
  for (let at = 9; at < text.length; at++) {
    const other = text[at] === 'x' ? 'y' : 'x';
    t.equal(prefixOf(`${text.slice(0, at)}${other}${text.slice(at + 1)}`), undefined, `at ${at}`);
  }
  const swapped = `${text.slice(0, 20)}${text[21]}${text[20]}${text.slice(22)}`;
  if (swapped !== text) t.equal(prefixOf(swapped), undefined, 'two letters changed places');
  for (const wrong of [
    ...['', '_', text.slice(0, -1), `${text}0`, ` ${text}`, `${text}\n`, text.toUpperCase(), text.replace('_', '-')],
    ...[
      `wt${text.slice(2)}`,
      text.replace('_', '__').slice(0, 52),
      'x'.repeat(52),
      'ä'.repeat(52),
      '_'.repeat(1 << 20),
    ],
  ]) {
    t.equal(prefixOf(wrong), undefined, wrong.slice(0, 60));
  }
  t.not(Buffer.from(digestOf(text)).toString('hex'), Buffer.from(digestOf(`${text} `)).toString('hex'));
  t.end();
});

t.test('a scope is itself, and nothing that looks like it', t => {
  t.equal(scopes.size, 42);
  t.ok(covers(['endpoints:write'], 'endpoints:write'));
  t.notOk(covers(['endpoints:write'], 'endpoints:read'), 'to write is not to read');
  t.notOk(covers(['endpoints:read'], 'endpoints:readers'));
  t.notOk(covers([], 'endpoints:read'));
  t.ok(covers(['*'], 'endpoints:read'));
  t.notOk(covers(['endpoints:read', 'endpoints:write'], '*'));
  t.end();
});
