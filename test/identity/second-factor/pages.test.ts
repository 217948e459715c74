import { join } from 'node:path';
import t from 'tap';
import { codeOf, stepOf } from '../../../src/identity/second-factor/totp.ts';
import { DAY_MS, SECOND_MS } from '../../../src/kit/units.ts';
import { exportAudit } from '../../../src/upkeep/audit-file.ts';
import { EMAIL, PASSWORD, SignInCenter } from '../admin/scene.ts';

t.setTimeout(120_000);

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30 * SECOND_MS;
const ADMIN = { admin: { email: EMAIL, password: PASSWORD } };

/** As an authenticator reads a secret. */
function bytesOf(secret: string): Uint8Array {
  const bits = [...secret].map(letter => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)));
}

async function enrolled(center: SignInCenter, headers: Record<string, string>) {
  const { status, answer } = await center.post('/auth/totp/enroll', { password: PASSWORD }, headers);
  if (status !== 200) throw new Error(String(status));
  const { secret, recovery_codes } = answer as { secret: string; recovery_codes: string[] };
  const code = (off = 0) => codeOf(bytesOf(secret), stepOf(center.clock.now()) + off);
  return { code, codes: recovery_codes, answer };
}

t.test('a second factor is enrolled, confirmed, asked for once per code, and switched off', async t => {
  const dir = t.testdir();
  await using center = await SignInCenter.start(dir, ADMIN);
  const jwt = await center.signIn();
  const totp = (name: string, value: object, headers = jwt) => center.post(`/auth/totp/${name}`, value, headers);
  t.match(await totp('enroll', { password: PASSWORD }, {} as never), {
    status: 401,
    token: 'ErrTokenAuthorizationRequired',
  });
  t.match(await totp('enroll', {}), { token: 'ErrTokenPasswordRequired' });
  t.match(await totp('enroll', { password: 'wrong' }), { token: 'ErrTokenCurrentPasswordIncorrect' });
  t.match(await totp('enroll', { password: 7 }), { token: 'ErrTokenMalformedRequest' });
  t.match(await totp('confirm', { password: PASSWORD, code: '000000' }), { token: 'ErrTokenConcurrentModification' });

  const forgotten = await enrolled(center, jwt);
  const { code, codes, answer } = await enrolled(center, jwt);
  t.match(answer.otpauth_url, /^otpauth:\/\/totp\/.*ada%40example\.org\?secret=[A-Z2-7]{32}&issuer=/);
  t.equal(new Set(codes).size, 10);
  t.ok(codes.every(each => /^([a-z2-7]{4}-){3}[a-z2-7]{4}$/.test(each)));
  t.ok(await center.signIn(), 'nothing is asked for before it is confirmed');
  t.match(await totp('confirm', { password: PASSWORD, code: forgotten.code() }), {
    token: 'ErrTokenInvalidCredentials',
  });
  t.match(await totp('confirm', { password: PASSWORD, code: code() }), {
    status: 200,
    answer: { second_factor_enabled: true },
  });
  t.match(
    await totp('enroll', { password: PASSWORD }),
    { token: 'ErrTokenConcurrentModification' },
    'it is not replaced in force',
  );

  const login = async (otp: string, password = PASSWORD) =>
    (await center.rpc('Login', { email: EMAIL, password, otp })).token;
  t.equal(await login(''), 'ErrTokenSecondFactorRequired');
  t.equal(await login('', 'wrong'), 'ErrTokenInvalidCredentials', 'who has no password learns nothing');
  t.equal(await login(code()), 'ErrTokenInvalidCredentials', 'the code that confirmed is used');
  await center.clock.advance(STEP_MS);
  t.same(
    (await Promise.all([login(code()), login(code())])).sort(),
    ['', 'ErrTokenInvalidCredentials'],
    'of two at once one',
  );
  t.equal(await login(code(-1)), 'ErrTokenInvalidCredentials', 'nor is one before it good any more');
  t.equal(await login(code(1)), '', 'the next one is, by a clock that is ahead');
  const [one = '', two = '', three = '', four = ''] = codes;
  const recovered = await Promise.all([login(one), login(one.toUpperCase().replaceAll('-', ''))]);
  t.same(recovered.sort(), ['', 'ErrTokenInvalidCredentials']);
  t.equal(await login(three.toLowerCase()), '', 'however it is typed');
  t.equal(await login(four.toUpperCase().replaceAll('-', ' ')), '');
  t.match((await center.rpc('GetProfile', {}, jwt)).answer, { secondFactorEnabled: true });

  t.match(await totp('disable', { password: PASSWORD }), { status: 200, answer: { second_factor_enabled: false } });
  t.equal(await login(''), '');
  t.equal(await login(two), '', 'a code is not looked at');
  const everything = { organization: undefined, from: 0, to: Number.MAX_SAFE_INTEGER };
  let text = center.lines.join('');
  exportAudit(join(dir, 'waystation.db'), 'better-sqlite3', everything, lines => {
    text += lines;
  });
  t.equal(text.match(/"event_type":"user.updated".*"fields":\["second_factor_enabled"\]/g)?.length, 2);
  for (const secret of [one, two, String(answer.secret)]) t.notOk(text.includes(secret));
});

t.test('a clock that is ahead takes the codes of authenticators that are not', async t => {
  await using center = await SignInCenter.start(t.testdir(), ADMIN);
  const jwt = await center.signIn();
  const { code } = await enrolled(center, jwt);
  const right = code();
  center.clock.jump(40 * DAY_MS);
  t.match(await center.post('/auth/totp/confirm', { password: PASSWORD, code: right }, jwt), { status: 200 });
  center.clock.jump(-40 * DAY_MS);
});

t.test('where a second factor is required, there is nothing but enrolment before', async t => {
  await using center = await SignInCenter.start(t.testdir(), {
    ...ADMIN,
    auth: { enabled: true, totp: { required: true } },
  });
  const jwt = await center.signIn();
  t.match(await center.rpc('ListUsers', {}, jwt), { token: 'ErrTokenSecondFactorRequired' });
  t.match(await center.rpc('GetProfile', {}, jwt), { status: 200 });
  const { code } = await enrolled(center, jwt);
  t.match(await center.rpc('ListUsers', {}, jwt), { token: 'ErrTokenSecondFactorRequired' });
  await center.post('/auth/totp/confirm', { password: PASSWORD, code: code() }, jwt);
  t.match(await center.rpc('ListUsers', {}, jwt), { status: 200 });
});

t.test('codes are guessed as slowly as passwords', async t => {
  await using center = await SignInCenter.start(t.testdir(), ADMIN);
  const jwt = await center.signIn();
  const { code } = await enrolled(center, jwt);
  const confirm = (given: string) => center.post('/auth/totp/confirm', { password: PASSWORD, code: given }, jwt);
  const tokens: string[] = [];
  for (let n = 0; n < 7; n++) tokens.push((await confirm('abcdef')).token);
  t.equal(tokens.at(-1), 'ErrTokenLoginTemporarilyBlocked', tokens.join());
  t.match(await confirm(code()), { token: 'ErrTokenLoginTemporarilyBlocked' });
});
