import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { Notice, NoticeMessage } from '../../src/domain/notification/outbox.ts';
import { DAY_MS } from '../../src/kit/units.ts';
import { emailChannel } from '../../src/notify/email/email.ts';
import { ManualClock } from '../peers/manual-clock.ts';
import { type MailServerOptions, mailServer } from './mail-server.ts';

const LOGIN = { user: 'box@example.org', pass: 'canary-password' };
const AT = Date.UTC(2026, 10, 22, 20);

const notice = (more: Partial<Notice> = {}): Notice => ({
  kind: 'opened',
  id: '01a20ac0-e9c5-7ece-a3f3-d9ad1f0c2a9b',
  severity: 'error',
  title: 'Base station offline',
  description: 'It has been away for 5 minutes. Look at its power and its network.',
  sourceName: 'Roof north',
  sourceId: '70b3d59cd0000001',
  since: AT - 360_000,
  at: AT,
  ...more,
});

const message = (named: readonly Notice[], more: Partial<NoticeMessage> = {}): NoticeMessage => ({
  messageId: '0192f000@example.org',
  rule: 'basestation_offline',
  madeAt: AT,
  severity: named.find(({ kind }) => kind !== 'resolved')?.severity,
  counts: { [named[0]?.kind ?? 'opened']: named.length },
  named,
  ...more,
});

async function mail(t: Test, options: MailServerOptions = {}, more: object = {}, address?: string) {
  const server = await mailServer(t, options);
  const clock = new ManualClock(AT);
  const login = options.login && { username: LOGIN.user, password: LOGIN.pass };
  const starttls = options.secure ? ('implicit' as const) : ('required' as const);
  const settings = {
    host: '127.0.0.1',
    port: server.port,
    starttls,
    ca: server.ca,
    username: undefined,
    password: undefined,
    from: 'box@example.org',
    to: ['ops@example.org', 'night@example.org'],
    ...login,
    ...more,
  };
  const channel = emailChannel({ clock, settings, box: { name: 'sc-1', address } });
  const never = new AbortController().signal;
  return {
    ...server,
    clock,
    channel,
    send: (what = message([notice()])) => channel.send(what, never),
    async test() {
      const lines: string[] = [];
      return { outcome: await channel.test(line => lines.push(line), never), lines };
    },
  };
}

t.test('a notice is a plain mail with what, where, since when and what to do', async t => {
  const { send, received } = await mail(t, { login: LOGIN });
  t.same(await send(), { sent: true });
  const [got] = received;
  t.equal(got?.subject, '[error] Base station offline: Roof north (70b3d59cd0000001), new (sc-1)');
  t.match(
    got?.body,
    /ERROR: Base station offline - Roof north \(70b3d59cd0000001\)\s+since 2026-11-22 19:54 UTC\s+It has been [\s\S]*known: waystation alerts acknowledge 1f0c2a9b\r?\n/,
  );
  t.match(got?.body, /Look at its power and its network\./);
  t.same(got?.to, ['ops@example.org', 'night@example.org']);
  t.equal(got?.messageId, '<0192f000@example.org>');
  t.match(got?.raw, /^Auto-Submitted: auto-generated\r$/im);
  t.match(got?.raw, /^List-Id: <waystation-alerts\.example\.org>\r$/im);
  t.match(got?.raw, /^Content-Type: text\/plain/im);
  t.notMatch(got?.raw, /https?:/);
});

t.test('a mail names its alerts as the API does, and leads to the console where its address is known', async t => {
  const without = await mail(t);
  await without.send();
  t.match(without.received[0]?.body, /\n {2}alert: 01a20ac0-e9c5-7ece-a3f3-d9ad1f0c2a9b\r?\n/);
  const { send, received } = await mail(t, {}, {}, 'https://box.example.org:9090');
  await send(message([notice()], { counts: { opened: 40 } }));
  t.match(
    received[0]?.body.replaceAll('\r\n', '\n'),
    /\n {2}look: https:\/\/box\.example\.org:9090\/alerts\/01a20ac0-e9c5-7ece-a3f3-d9ad1f0c2a9b\n/,
  );
  t.match(received[0]?.body, /And 39 more: https:\/\/box\.example\.org:9090\/alerts shows them\./);
  await send(message([notice({ kind: 'resolved' })]));
  t.notMatch(received[1]?.body, /look:/, 'what is over needs no look');
});

t.test('what is over says how long it was; of many the first are named', async t => {
  const { send, received } = await mail(t);
  await send(message([notice({ kind: 'resolved', since: AT - 7_500_000 })]));
  t.equal(
    received[0]?.subject,
    '[over] Base station offline: Roof north (70b3d59cd0000001), over after 2 h 5 min (sc-1)',
  );
  t.match(received[0]?.body, /OVER: .*\s+from 2026-11-22 17:55 UTC to 2026-11-22 20:00 UTC: 2 h 5 min/);
  await send(
    message([notice(), notice({ sourceName: '', sourceId: 'fe01' })], { counts: { opened: 500, resolved: 3 } }),
  );
  t.equal(received[1]?.subject, '[error] Base station offline: 500 new, 3 over (sc-1)');
  t.match(received[1]?.body, /And 501 more/);
});

t.test('what began by a clock that was not set, or ahead, has no such time', async t => {
  const { send, received } = await mail(t);
  for (const since of [60_000, AT + 400 * 86_400_000]) {
    await send(message([notice({ since })]));
    t.match(received.at(-1)?.body, /\s+since before the clock was set\s/);
    await send(message([notice({ kind: 'resolved', since })]));
    t.match(received.at(-1)?.body, /\s+from before the clock was set to 2026-11-22 20:00 UTC\s/);
    t.match(received.at(-1)?.subject, /, over \(sc-1\)$/);
  }
});

t.test('a length that a doubted clock has told is the one that is certain', async t => {
  const { send, received, clock } = await mail(t);
  const over = (since: number, at: number) => message([notice({ kind: 'resolved', since, at })]);
  const since = AT - 600_000;
  // The clock goes 40 days ahead, and a quarter of an hour goes by.
  clock.doubt();
  clock.jump(40 * DAY_MS);
  await clock.advance(900_000);
  await send(over(since, clock.now()));
  t.match(received.at(-1)?.subject, /, over after at least 25 min \(sc-1\)$/);
  t.match(received.at(-1)?.body, /from 2026-11-22 19:50 UTC to 2027-01-01 20:15 UTC: at least 25 min\s/);
  t.match(received.at(-1)?.body, /Sent \S+ \S+ UTC by a clock that nothing has confirmed yet\./);
  await send(over(clock.now() - 420_000, clock.now()));
  t.match(received.at(-1)?.subject, /, over after 7 min \(sc-1\)$/, 'both ends by the same clock');
  await send(over(AT - 600_000, AT));
  t.match(received.at(-1)?.subject, /, over \(sc-1\)$/, 'which clock has told its end is not known');
  t.match(received.at(-1)?.body, /from 2026-11-22 19:50 UTC to 2026-11-22 20:00 UTC\s/);
  clock.believe();
  await send(over(since, clock.now()));
  t.match(received.at(-1)?.subject, /, over after 40 d \(sc-1\)$/, 'the service was off');
  t.match(received.at(-1)?.body, /Sent \S+ \S+ UTC\.\s/);
});

t.test('no name makes a header, a line or a recipient', async t => {
  const { send, received } = await mail(t);
  const evil = 'a\r\nBcc: evil@example.org\r\n\r\n.\r\nMAIL FROM:<x@y>\u2028\u202e\u0000 <c@d>, "é\u{1F4E1}';
  await send(message([notice({ sourceName: evil, sourceId: evil, title: evil, description: `${evil}\n.\n` })]));
  t.equal(received.length, 1);
  const [got] = received;
  const headers = got?.raw.slice(0, got.raw.indexOf('\r\n\r\n')).split(/\r\n(?![ \t])/) ?? [];
  t.same(headers.map(line => line.split(':')[0]?.toLowerCase()).toSorted(), [
    'auto-submitted',
    'content-transfer-encoding',
    'content-type',
    'date',
    'from',
    'list-id',
    'message-id',
    'mime-version',
    'subject',
    'to',
  ]);
  t.same(got?.to, ['ops@example.org', 'night@example.org']);
  t.notMatch(got?.body, /^(Bcc|MAIL)/m);
  t.notMatch(`${got?.subject}${got?.body}`, /[\u202e\u2028\0]/);
});

t.test('a server without STARTTLS, or with the certificate of another, gets nothing', async t => {
  const plain = await mail(t, { withoutTls: true, login: LOGIN });
  t.match(await plain.send(), { sent: false, accepted: 'no', about: 'channel' });
  t.same(plain.received, []);
  const strange = await mail(t, {}, { ca: undefined });
  t.match(await strange.send(), { sent: false, accepted: 'no', reason: /certificate/ });
  t.same(strange.received, []);
  const named = await mail(t, {}, { starttls: 'none', ca: undefined });
  t.match(await named.send(), { sent: true }, 'unless no TLS is wanted');
});

t.test('TLS from the first byte', async t => {
  const { send, received } = await mail(t, { secure: true, login: LOGIN });
  t.match(await send(), { sent: true });
  t.equal(received.length, 1);
});

t.test('who refuses says so, and what is wrong with one message stops no other', async t => {
  const { send, state, received } = await mail(t, { login: LOGIN });
  for (const [at, code, about] of [
    ['connect', 554, 'channel'],
    ['connect', 421, 'channel'],
    ['login', 535, 'channel'],
    ['recipient', 550, 'channel'],
    ['recipient', 451, 'channel'],
    ['data', 451, 'message'],
    ['data', 552, 'message'],
  ] as const) {
    state.trouble = { at, code, says: `not now ${code}` };
    const outcome = await send();
    t.match(outcome, { sent: false, accepted: 'no', about, reason: new RegExp(`${code}`) }, `${at} ${code}`);
    t.notMatch(JSON.stringify(outcome), /canary/);
  }
  t.same(received, []);
});

t.test('a message that was handed over and not answered may have been taken', async t => {
  const { send, state, received, clock, change } = await mail(t);
  state.trouble = { at: 'data', closes: true };
  t.match(await send(), { sent: false, accepted: 'perhaps' });
  state.trouble = { at: 'data', hangs: true };
  const sending = send();
  while (received.length < 2) await change();
  await clock.advance(60_000);
  t.match(await sending, { sent: false, accepted: 'perhaps', reason: 'no end after 60 s' });
});

t.test('a server that accepts and says nothing is left after a minute', async t => {
  const connected = Promise.withResolvers<void>();
  const mute = createServer(() => connected.resolve());
  await new Promise<void>(resolve => mute.listen(0, '127.0.0.1', resolve));
  t.teardown(() => mute.close());
  const { port } = mute.address() as { port: number };
  const { send, clock } = await mail(t, {}, { port });
  const sending = send();
  await connected.promise;
  await clock.advance(60_000);
  t.match(await sending, { sent: false, accepted: 'no', reason: 'no end after 60 s', about: 'channel' });
  t.match(await (await mail(t, {}, { port: 1 })).send(), { sent: false, accepted: 'no', reason: /ECONNREFUSED/ });
});

t.test('providers that want OAuth2 are told apart', async t => {
  const { send, state } = await mail(t, { login: LOGIN });
  state.trouble = {
    at: 'login',
    code: 535,
    says: '5.7.139 Authentication unsuccessful, basic authentication is disabled.',
  };
  t.match(await send(), { reason: /app password.*webhook/ });
  const only = await mail(t, { login: LOGIN, authMethods: ['XOAUTH2'] });
  t.match(await only.send(), { sent: false, accepted: 'no', reason: /app password.*webhook/ });
  state.trouble = undefined;
  const wrong = await mail(t, { login: { user: LOGIN.user, pass: 'another' } });
  const outcome = await wrong.send();
  t.match(outcome, { sent: false, reason: /535/ });
  t.notMatch(JSON.stringify(outcome), /OAuth/);
});

t.test('the test shows the dialogue, and nothing that signs in', async t => {
  for (const authMethods of [['PLAIN'], ['LOGIN'], ['CRAM-MD5']]) {
    const { test, received } = await mail(t, { login: LOGIN, authMethods });
    const { outcome, lines } = await test();
    const all = lines.join('\n');
    if (authMethods[0] !== 'CRAM-MD5') {
      t.same(outcome, { sent: true }, all);
      t.match(received[0]?.subject, '[test] Notices of sc-1');
      t.match(
        all,
        /= 127\.0\.0\.1 port \d+, STARTTLS required[\s\S]*< 220 [\s\S]*> STARTTLS[\s\S]*> \(hidden\)[\s\S]*> MAIL FROM[\s\S]*> DATA[\s\S]*< 250 /,
      );
    }
    for (const line of lines) t.match(line, /^ *\d+ ms {2}[=<>!] /);
    for (const secret of [
      LOGIN.pass,
      Buffer.from(LOGIN.pass).toString('base64'),
      Buffer.from(`\0${LOGIN.user}\0${LOGIN.pass}`).toString('base64'),
    ]) {
      t.notOk(all.includes(secret), `${authMethods}`);
    }
  }
});

t.test('a file of the authority that is missing is said, and none is fatal', async t => {
  const { send } = await mail(t, {}, { ca: join(t.testdir(), 'none.pem') });
  t.match(await send(), { sent: false, accepted: 'no', reason: /none\.pem/ });
  const empty = join(t.testdir(), 'empty.pem');
  writeFileSync(empty, '');
  t.match(await (await mail(t, {}, { ca: empty })).send(), { sent: false, accepted: 'no' });
});

t.test('a stop ends what hangs', async t => {
  const { channel, state, received, change } = await mail(t);
  state.trouble = { at: 'data', hangs: true };
  const stop = new AbortController();
  const sending = channel.send(message([notice()]), stop.signal);
  while (received.length < 1) await change();
  stop.abort();
  t.match(await sending, { sent: false, accepted: 'perhaps', reason: 'the service stops' });
});
