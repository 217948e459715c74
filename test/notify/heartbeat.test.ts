import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { Heartbeat } from '../../src/notify/heartbeat.ts';
import { testAuthority } from '../peers/certificates.ts';
import { ManualClock } from '../peers/manual-clock.ts';

async function heard(t: Test, { tls, trusted = true }: { tls?: boolean; trusted?: boolean } = {}) {
  const state: { status: number; hangs: boolean; headers: Record<string, string> } = {
    status: 200,
    hangs: false,
    headers: {},
  };
  const asked: (string | undefined)[] = [];
  const waiting = new Set<() => void>();
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    asked.push(request.url);
    for (const each of waiting) each();
    if (!state.hangs) response.writeHead(state.status, state.headers).end('ok');
  };
  const authority = await testAuthority();
  const server = tls ? createSecure(await authority.server(), answer) : createServer(answer);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const logged: { msg: string; level: number; reason?: string }[] = [];
  const log = pino({ base: null }, { write: line => logged.push(JSON.parse(line)) });
  const clock = new ManualClock();
  const { port } = server.address() as AddressInfo;
  const url = `${tls ? 'https' : 'http'}://user:canary@127.0.0.1:${port}/canary?canary=1`;
  const heartbeat = new Heartbeat({ clock, log, url, ...(trusted && { ca: [authority.ca] }) });
  t.teardown(() => heartbeat.stop());
  return { state, asked, logged, clock, heartbeat, next: () => new Promise<void>(resolve => waiting.add(resolve)) };
}

t.test('the monitor is asked at the start and every minute', async t => {
  const { heartbeat, clock, asked, next } = await heard(t);
  const first = next();
  heartbeat.start();
  await first;
  while (asked.length < 3) await clock.advance(60_000);
  t.equal(asked[0], '/canary?canary=1');
  heartbeat.stop();
});

t.test('that it is not heard is logged once, and that it is heard again; never what is in the URL', async t => {
  const { heartbeat, state, logged } = await heard(t, { tls: true });
  await heartbeat.beat();
  for (const [status, headers] of [
    [500, {}],
    [302, { location: 'http://other.example/' }],
    [404, {}],
  ] as const) {
    Object.assign(state, { status, headers });
    await heartbeat.beat();
  }
  state.status = 204;
  await heartbeat.beat();
  await heartbeat.beat();
  t.match(logged, [
    { level: 40, msg: 'the heartbeat is not heard', reason: /500/ },
    { level: 30, msg: 'the heartbeat is heard again' },
  ]);
  t.equal(logged.length, 2);
  t.notMatch(JSON.stringify(logged), /canary/);
});

t.test('a redirection is not followed, and counts as not heard', async t => {
  const { heartbeat, state, logged, asked } = await heard(t);
  Object.assign(state, { status: 302, headers: { location: '/there' } });
  await heartbeat.beat();
  t.equal(asked.length, 1);
  t.match(logged, [{ reason: /302, and is not followed/ }]);
});

t.test('a certificate of an unknown authority is not trusted, and what never answers is given up', async t => {
  const strange = await heard(t, { tls: true, trusted: false });
  await strange.heartbeat.beat();
  t.match(strange.logged, [{ msg: 'the heartbeat is not heard', reason: /certificate/ }]);
  t.same(strange.asked, []);
  const mute = await heard(t);
  mute.state.hangs = true;
  const asked = mute.next();
  const beat = mute.heartbeat.beat();
  await asked;
  await mute.clock.advance(10_000);
  await beat;
  t.match(mute.logged, [{ reason: 'no answer in 10 s' }]);
});
