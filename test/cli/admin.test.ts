import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { codeOf, stepOf } from '../../src/identity/second-factor/totp.ts';
import { EMAIL, PASSWORD, SignInCenter } from '../identity/admin/scene.ts';
import { waystation } from './waystation.ts';

// Each command is a process of its own.
t.setTimeout(300_000);

/** Of RFC 4648. */
function bytesOf(base32: string): Buffer {
  const bits = [...base32].map(each => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(each).toString(2).padStart(5, '0'));
  const octets = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(octets.map(octet => Number.parseInt(octet, 2)));
}

t.test('administrators are made before sign-in is switched on, and let in again beside a running server', async t => {
  const cwd = t.testdir();
  const dir = join(cwd, 'data');
  const run = (...args: string[]) => waystation(cwd, ['admin', ...args]);
  writeFileSync(join(cwd, 'password'), `${PASSWORD}\n`);
  writeFileSync(join(cwd, 'weak'), 'short\n');
  t.match(await run('list'), { code: 1, stderr: /there is no data in/ });
  t.match(await run('create', '--email', 'nobody'), { code: 2 });
  t.match(await run('create', '--email', EMAIL, '--password-file', 'weak'), {
    code: 1,
    stdout: '',
    stderr: /password rules \(rules: min_length/,
  });
  const made = await run('create', '--email', 'Ada@Example.org', '--password-file', 'password');
  t.match(made, { code: 0, stdout: '', stderr: /^ada@example\.org can sign in/ }, 'folder and database are made');
  t.match(await run('create', '--email', EMAIL, '--password-file', 'password'), {
    code: 1,
    stderr: /already has an account/,
  });

  await using center = await SignInCenter.start(dir);
  t.equal(center.link, undefined, 'no first administrator is waited for');
  const jwt = await center.signIn();
  t.match((await center.rpc('GetProfile', {}, jwt)).answer, { isAdmin: true, memberships: [{ role: 'owner' }] });
  const second = await run('create', '--email', 'bob@example.org', '--json');
  const { password: random } = JSON.parse(second.stdout) as { password: string };
  t.match(random, /^[\w-]{20}$/);
  const bob = await center.rpc('Login', { email: 'bob@example.org', password: random });
  t.match(bob, { status: 200, answer: { user: { isAdmin: true, passwordChangeRequired: true, memberships: [] } } });

  const reset = await run('reset-password', EMAIL);
  t.match(reset, { code: 0, stderr: /has to choose another password/ });
  t.match(await center.rpc('GetProfile', {}, jwt), { token: 'ErrTokenAccessTokenRevoked' }, 'who was signed in is out');
  t.match(await center.rpc('Login', { email: EMAIL, password: PASSWORD }), { token: 'ErrTokenInvalidCredentials' });
  t.ok(await center.signIn(reset.stdout.trim()));
  t.match(await run('reset-password', '--email', 'eve@example.org'), { code: 1, stderr: /user/i });
  t.match(await run('reset-totp', EMAIL), { code: 0, stdout: /has no second factor/ });
  t.match(await run('enroll-totp', 'eve@example.org'), { code: 1, stdout: '', stderr: /user/i });
  const shown = await run('enroll-totp', EMAIL);
  t.match(shown, {
    code: 0,
    stderr: /not in force yet: switch it on with waystation admin enroll-totp ada@example\.org --code/,
  });
  t.notMatch(shown.stdout, /[▀▄█\x1b]/, 'no square where no terminal is');
  const { secret, otpauth_url: address } = JSON.parse((await run('enroll-totp', EMAIL, '--json')).stdout) as {
    secret: string;
    otpauth_url: string;
  };
  const name = encodeURIComponent(hostname());
  t.equal(address, `otpauth://totp/${name}:ada%40example.org?secret=${secret}&issuer=${name}`);
  const codeIn = (steps: number) => codeOf(bytesOf(secret), stepOf(center.clock.now()) + steps);
  t.match(await run('enroll-totp', EMAIL, '--code', '12345'), { code: 2 });
  t.match(await run('enroll-totp', EMAIL, '--code', codeIn(9)), { code: 1, stderr: /not the code of now/ });
  t.match(await center.rpc('Login', { email: EMAIL, password: reset.stdout.trim() }), { status: 200 });
  t.match(await run('enroll-totp', EMAIL, '--code', codeIn(0)), { code: 0, stderr: /with password and code/ });
  t.match(await center.rpc('Login', { email: EMAIL, password: reset.stdout.trim() }), {
    token: 'ErrTokenSecondFactorRequired',
  });
  t.ok(await center.signIn(reset.stdout.trim(), codeIn(1)));
  t.match(await run('enroll-totp', EMAIL), { code: 1, stdout: '' }, 'one that is in force is not replaced');
  t.notOk(center.lines.join('').includes(secret));
  t.match(await run('reset-totp', EMAIL), { code: 0, stdout: /with the password alone/ });
  t.match(await run('reset-totp'), { code: 2 });
  t.match(JSON.parse((await run('list', '--json')).stdout), [
    { email: EMAIL, is_active: true, has_password: true, has_second_factor: false, last_login_at: String },
    { email: 'bob@example.org' },
  ]);
  t.match((await run('list')).stdout, /ada@example\.org +active +yes +no +20/);
  const audit = await waystation(cwd, ['audit', 'export', '-']);
  t.match(audit.stdout, /"event_type":"user\.password_reset".*"remoteAddress":"local"/);
  for (const secret of [random, reset.stdout.trim(), PASSWORD, 'argon2']) t.notOk(audit.stdout.includes(secret));
  t.notOk(center.lines.join('').includes(random));
});
