import { createHmac } from 'node:crypto';
import { SignJWT } from 'jose';
import t from 'tap';
import { secretAbout } from '../../../src/domain/signin/contents.ts';
import type { TokenSecretRow } from '../../../src/domain/signin/sign-in-store.ts';
import { TokenSecrets } from '../../../src/identity/signin/secrets.ts';
import { AccessTokens } from '../../../src/identity/signin/tokens.ts';
import { sealer } from '../../../src/kit/seal.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/kit/units.ts';
import { windClock } from '../../rpc/wind-clock.ts';

const ANN = '00000000-0000-7000-8000-00000000000a';
const SESSION = '00000000-0000-7000-8000-00000000000b';
const ORGANIZATION = '00000000-0000-7000-8000-000000000002';
const ISSUER = 'sc:70b3d59cd0000001';
const USER = { uuid: ANN, isAdmin: true, organizationId: ORGANIZATION };
const NO_LOG = { warn: () => {} } as never;

async function scene() {
  const clock = windClock();
  const seal = sealer(Buffer.alloc(32, 9));
  let rows: TokenSecretRow[] = [];
  const store = {
    read: { signIns: { tokenSecrets: () => rows } },
    write: {
      signIns: {
        async addTokenSecret(fresh: TokenSecretRow) {
          rows = [fresh, ...rows].slice(0, 2);
        },
      },
    },
  };
  const secrets = await TokenSecrets.open({ store, sealer: seal, log: NO_LOG, clock });
  const make = (issuer = ISSUER) => new AccessTokens({ secrets, issuer, lifetimeMs: 15 * MINUTE_MS, clock });
  const tokens = make();
  /** With one thing other than it should be. */
  const forged = (
    claims: object,
    { alg = 'HS256', typ = 'JWT', kid = secrets.current().kid, secret = secrets.current().secret } = {},
  ) => {
    const at = Math.floor(clock.now() / SECOND_MS);
    const given = { typ: 'access', sid: SESSION, sub: ANN, iss: ISSUER, aud: 'platform.api.v1', iat: at, nbf: at };
    return new SignJWT({ ...given, exp: at + 900, ...claims }).setProtectedHeader({ alg, kid, typ }).sign(secret);
  };
  const refusal = (text: string, by = make()) =>
    by.verify(text).then(
      () => 'none',
      cause => String((cause as { fault?: string }).fault ?? cause),
    );
  return {
    clock,
    seal,
    secrets,
    tokens,
    make,
    forged,
    refusal,
    rows: () => rows,
    setRows: (to: TokenSecretRow[]) => (rows = to),
    store,
  };
}

t.test('a token says who has signed in, and what the contract wants besides', async t => {
  const { tokens, clock, secrets } = await scene();
  const { text, expiresAt } = await tokens.issue(USER, SESSION);
  t.equal(expiresAt, clock.now() + 15 * MINUTE_MS);
  t.match(await tokens.verify(text), { userId: ANN, sessionId: SESSION });
  const [header, claims] = text.split('.').map(part => Buffer.from(part, 'base64url').toString());
  t.same(JSON.parse(header ?? ''), { alg: 'HS256', kid: secrets.current().kid, typ: 'JWT' });
  const at = clock.now() / SECOND_MS;
  const given = JSON.parse(claims ?? '');
  t.match(given, { iss: ISSUER, aud: 'platform.api.v1', sub: ANN, sid: SESSION, iat: at, nbf: at, exp: at + 900 });
  t.match(given, { typ: 'access', org: ORGANIZATION, adm: true, jti: /^[0-9a-f-]{36}$/ });
  const { expiresAt: early } = await tokens.issue(USER, SESSION, clock.now() + MINUTE_MS);
  t.equal(early, clock.now() + MINUTE_MS, 'not beyond the end of its session');
});

t.test('a token ends at its time, which leaves 30 s to clocks', async t => {
  const { tokens, clock, refusal } = await scene();
  const { text } = await tokens.issue(USER, SESSION);
  clock.advance(15 * MINUTE_MS + 29_999);
  t.equal(await refusal(text), 'none');
  await tokens.verify(text);
  clock.advance(1);
  t.equal(await refusal(text), 'AccessTokenExpired');
  t.equal(await refusal(text, tokens), 'AccessTokenExpired', 'also where it was verified a moment ago');
});

t.test(
  'a token of a clock that was set back since is taken within five minutes, and else is over: its client refreshes it',
  async t => {
    const { tokens, clock, refusal } = await scene();
    const { text } = await tokens.issue(USER, SESSION);
    clock.advance(-5 * MINUTE_MS);
    t.equal(await refusal(text), 'none');
    clock.advance(-SECOND_MS);
    t.equal(await refusal(text), 'AccessTokenExpired');
  },
);

t.test('a token neither ends by a jump ahead, nor lasts until it', async t => {
  const { tokens, clock, refusal } = await scene();
  const { text: before } = await tokens.issue(USER, SESSION);
  clock.jump(40 * DAY_MS);
  t.equal(await refusal(before), 'none');
  const { text: meanwhile } = await tokens.issue(USER, SESSION);
  t.equal(await refusal(meanwhile), 'none');
  clock.jump(-40 * DAY_MS);
  t.equal(await refusal(meanwhile), 'none');
  clock.advance(15 * MINUTE_MS + 30 * SECOND_MS);
  t.equal(await refusal(before), 'AccessTokenExpired');
  t.equal(await refusal(meanwhile), 'AccessTokenExpired');
});

t.test('a secret is neither replaced by a clock that is ahead, nor stamped by it', async t => {
  const { secrets, clock, rows } = await scene();
  const right = clock.now();
  clock.jump(400 * DAY_MS);
  await secrets.renewIfDue();
  t.equal(rows().length, 1);
  t.equal(rows()[0]?.created_at, right);
});

t.test('whatever is not exactly as we issue it is refused', async t => {
  const { forged, refusal, secrets } = await scene();
  t.equal(await refusal(await forged({})), 'none');
  const wrong: Record<string, string> = {
    issuer: await forged({ iss: 'sc:70b3d59cd0000002' }),
    'no issuer': await forged({ iss: undefined }),
    audience: await forged({ aud: 'platform.api.v2' }),
    'no audience': await forged({ aud: undefined }),
    'use of it': await forged({ typ: 'refresh' }),
    'no use of it': await forged({ typ: undefined }),
    'no end': await forged({ exp: undefined }),
    'no begin': await forged({ nbf: undefined }),
    'no user': await forged({ sub: undefined }),
    'no user id': await forged({ sub: 'ann' }),
    'no session': await forged({ sid: undefined }),
    'no session id': await forged({ sid: '1' }),
    'type of header': await forged({}, { typ: 'at+jwt' }),
    key: await forged({}, { secret: Buffer.alloc(32, 1) }),
    'name of the key': await forged({}, { kid: 'x' }),
    algorithm: await forged({}, { alg: 'HS512', secret: Buffer.concat([secrets.current().secret, Buffer.alloc(32)]) }),
    empty: '',
    dots: '..',
    text: 'a.b.c',
    long: `${'a'.repeat(5000)}.b.c`,
  };
  const good = await forged({});
  const [header = '', claims = '', signature = ''] = good.split('.');
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  for (const alg of ['none', 'None', 'RS256', '']) {
    wrong[`algorithm ${alg}`] = `${encoded({ alg, kid: secrets.current().kid, typ: 'JWT' })}.${claims}.`;
    wrong[`algorithm ${alg}, signed`] =
      `${encoded({ alg, kid: secrets.current().kid, typ: 'JWT' })}.${claims}.${signature}`;
  }
  const hs512 = `${encoded({ alg: 'HS512', kid: secrets.current().kid, typ: 'JWT' })}.${claims}`;
  wrong['another hash under the same secret'] =
    `${hs512}.${createHmac('sha512', secrets.current().secret).update(hs512).digest('base64url')}`;
  wrong['no kid'] = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${claims}.${signature}`;
  wrong['claims changed'] = `${header}.${encoded({ sub: ANN })}.${signature}`;
  wrong['signature cut'] = `${header}.${claims}.${signature.slice(0, -2)}`;
  wrong['no signature'] = `${header}.${claims}.`;
  for (const [what, text] of Object.entries(wrong)) t.equal(await refusal(text), 'InvalidAccessToken', what);
});

t.test('secrets are sealed, and two generations are accepted', async t => {
  const { tokens, clock, secrets, refusal, rows, seal, store } = await scene();
  const first = secrets.current();
  const kept = rows()[0];
  t.same(kept && seal.open(kept.secret, secretAbout(first.kid)), Buffer.from(first.secret));
  t.notOk(Buffer.from(kept?.secret ?? []).includes(Buffer.from(first.secret)));
  const { text } = await tokens.issue(USER, SESSION);
  await secrets.renewIfDue();
  t.equal(secrets.current().kid, first.kid, 'not before its time');
  clock.advance(90 * DAY_MS - MINUTE_MS);
  const { text: late } = await tokens.issue(USER, SESSION);
  clock.advance(MINUTE_MS);
  await secrets.renewIfDue();
  t.not(secrets.current().kid, first.kid);
  t.equal(await refusal(late), 'none', 'signed by the one before');
  t.equal(await refusal(text), 'AccessTokenExpired');
  const again = await TokenSecrets.open({ store, sealer: seal, log: NO_LOG, clock });
  t.equal(again.current().kid, secrets.current().kid, 'after a restart, too');
  clock.advance(-100 * DAY_MS);
  await secrets.renewIfDue();
  t.not(secrets.current().kid, again.current().kid, 'a clock that was ahead by months is not waited for');
  t.equal(secrets.find(first.kid), undefined);
});

t.test('a secret that the master key does not open is made anew', async t => {
  const { tokens, refusal, store, clock } = await scene();
  const { text } = await tokens.issue(USER, SESSION);
  const warned: unknown[] = [];
  const log = { warn: (what: unknown) => warned.push(what) } as never;
  const secrets = await TokenSecrets.open({ store, sealer: sealer(Buffer.alloc(32, 1)), log, clock });
  t.ok(warned.length > 0);
  const other = new AccessTokens({ secrets, issuer: ISSUER, lifetimeMs: HOUR_MS, clock });
  t.equal(await refusal(text, other), 'InvalidAccessToken');
  t.equal(await refusal((await other.issue(USER, SESSION)).text, other), 'none');
  t.ok(clock.now() > 0);
});
