import { argon2Sync } from 'node:crypto';
import t from 'tap';
import { isCommon } from '../../../src/identity/signin/common-passwords.ts';
import {
  hashPassword,
  isOutdated,
  PasswordWork,
  unmetRules,
  verifyPassword,
} from '../../../src/identity/signin/passwords.ts';

const GOOD = 'grüne Bojen 17 im Teich';
const ANN = 'ann.meyer@example.org';

t.test('a password is verified against its hash, and nothing else is', async t => {
  const phc = await hashPassword(GOOD);
  t.match(phc, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  t.not(phc, await hashPassword(GOOD), 'each has a salt of its own');
  t.ok(await verifyPassword(GOOD, phc));
  t.ok(await verifyPassword(GOOD.normalize('NFD'), phc), 'letters that a keyboard composes otherwise');
  t.notOk(await verifyPassword(`${GOOD} `, phc));
  t.notOk(await verifyPassword('', phc));
  t.notOk(await verifyPassword('x'.repeat(1_000_000), phc));
  t.notOk(await verifyPassword(GOOD, undefined));
  for (const broken of ['', 'plain', phc.replace('argon2id', 'argon2i'), phc.replace('m=19456', 'm=9999999')])
    t.notOk(await verifyPassword(GOOD, broken), broken);
  const cut = `${phc.slice(0, phc.lastIndexOf('$'))}$`;
  t.notOk(await verifyPassword(GOOD, cut), 'no tag is none that anything equals');
});

t.test('the algorithm is the one of RFC 9106', async t => {
  const message = Buffer.alloc(32, 1);
  const nonce = Buffer.alloc(16, 2);
  const secret = Buffer.alloc(8, 3);
  const associatedData = Buffer.alloc(12, 4);
  const cost = { parallelism: 4, tagLength: 32, memory: 32, passes: 3 };
  const tag = argon2Sync('argon2id', { message, nonce, secret, associatedData, ...cost });
  t.equal(tag.toString('hex'), '0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659');
});

t.test('a hash of lower cost is outdated, one of higher cost is not', async t => {
  const phc = await hashPassword(GOOD);
  t.notOk(isOutdated(phc));
  t.ok(isOutdated(phc.replace('m=19456', 'm=4096')));
  t.ok(isOutdated(phc.replace('t=2', 't=1')));
  t.notOk(isOutdated(phc.replace('m=19456', 'm=65536')));
});

t.test('the rules that a password breaks are named', async t => {
  const cases: [string, string[]][] = [
    [GOOD, []],
    ['kurz 1 ab', ['min_length']],
    ['zehn 1 abc', []],
    ['🦊🐻🐼🐨🐯🦁🐮🐷a1', []],
    ['🦊🐻🐼🐨🐯🦁🐮a1', ['min_length']],
    [`${'ä'.repeat(127)}1`, []],
    [`${'ä'.repeat(128)}1`, ['max_length']],
    ['nur lauter Worte', ['digit']],
    ['8361 5527 9041', ['letter', 'common']],
    ['Password12', ['common']],
    ['xx Ann.Meyer 77', ['identity']],
    ['ANN.MEYER', ['min_length', 'digit', 'identity']],
    ['', ['min_length', 'letter', 'digit', 'common']],
  ];
  for (const [password, unmet] of cases) t.same(unmetRules(password, ANN), unmet, password);
  t.same(unmetRules('ojo wohnt 4x hier', 'jo@example.org'), [], 'two letters are in too many texts');
  t.same(unmetRules('Password12', ANN, { minLength: 12, denyCommon: false }), ['min_length']);
});

t.test('what many people use is common, whatever they put around it', async t => {
  const common = [
    'password123',
    'P@ssw0rd2024!',
    'Qwertz123456',
    '1q2w3e4r5t',
    '1qaz2wsx3edc',
    'iloveyou2',
    'Welcome2026',
  ];
  const more = [
    'adminadmin1',
    'summer2025!',
    'letmein1234',
    '!!dragon99',
    '123456abcdef',
    'passw0rd1234567890',
    'Mioty-2026',
  ];
  for (const each of [...common, ...more, 'abcd1234567', 'sunshine111111']) t.ok(isCommon(each), each);
  const good = [
    'grüne bojen 17',
    'correct7horse-battery',
    'kX9-vv72-pqLm',
    'sommer 4 regen 9 wiese',
    'dragon83920174652',
  ];
  for (const each of good) t.notOk(isCommon(each), each);
});

t.test('two passwords at once are worked on, one of strangers, and a bounded number waits', async t => {
  const work = new PasswordWork();
  const order: string[] = [];
  const asked = (name: string, isKnown: boolean) =>
    work.verify('x', undefined, isKnown).then(
      () => order.push(name),
      cause => order.push(`${name} ${thrownName(cause)}`),
    );
  const all = Array.from({ length: 66 }, (_, at) => asked(`s${at}`, false));
  all.push(asked('k0', true), asked('k1', true), asked('k2', true));
  await Promise.all(all);
  t.same(
    order.filter(each => each.endsWith('RateLimited')),
    ['s65 RateLimited'],
    'one runs, 64 wait',
  );
  t.ok(order.indexOf('k2') < order.indexOf('s8'), 'who is known does not wait for strangers');
  t.equal(order.length, 69);
  t.ok(await work.hash('y').then(phc => phc.startsWith('$argon2id')), 'places are free again');
});

function thrownName(cause: unknown): string {
  return (cause as { fault?: string }).fault ?? String(cause);
}
