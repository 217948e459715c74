import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import t from 'tap';
import { rpc } from '../../../src/rpc/call/define.ts';
import { eui } from '../../../src/rpc/checks.ts';
import { fields } from '../../../src/rpc/input.ts';
import { until } from '../../peers/center.ts';
import { testAuthority } from '../../peers/certificates.ts';
import { startServer } from '../harness.ts';
import { windClock } from '../wind-clock.ts';

const EUI = '70b3d59cd0000001';
const rows = [
  rpc('GetEndPoint', {
    ...({ access: 'org', needs: 'R', scope: 'endpoints:read' } as const),
    input: fields({ ep_eui: eui }),
    handle: ({ ep_eui }) => ({ ep_eui }),
  }),
];
const PATH = '/platform.api.v1.PlatformService/GetEndPoint';
const BODY = JSON.stringify({ epEui: EUI });
const HEAD = `POST ${PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
const WHOLE = `${HEAD}Content-Length: ${BODY.length}\r\n\r\n${BODY}`;

/** A client that says what it is told to; `heard` is what came back. */
function speaker(socket: Socket) {
  let heard = '';
  socket.on('error', () => {});
  socket.on('data', chunk => {
    heard += chunk.toString('latin1');
  });
  return {
    leave: () => socket.destroy(),
    say: (text: string) => socket.write(text),
    heard: (words: string) => heard.includes(words),
    hears: (words: string) => until(() => heard.includes(words)),
    closed: new Promise(resolve => socket.once('close', resolve)),
    get open() {
      return socket.readyState === 'open';
    },
  };
}

async function clear(port: number) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return speaker(socket);
}

/** A whole request of another client: what was sent before it has been read by then. */
async function meanwhile(url: string): Promise<void> {
  const headers = { 'content-type': 'application/json', connection: 'close' };
  await (await fetch(`${url}${PATH}`, { method: 'POST', body: BODY, headers })).text();
}

t.test('headers have ten seconds from the accept', async t => {
  const clock = windClock();
  await using server = await startServer(rows, { httpClock: clock });
  for (const begun of ['', 'P', 'PRI * HTTP/2.0', 'GET / HT', HEAD]) {
    const client = await clear(server.port);
    await until(() => clock.pending === 1);
    client.say(begun);
    clock.advance(5000);
    await meanwhile(server.url);
    clock.advance(4999);
    t.ok(client.open, `${begun.length} bytes wait`);
    clock.advance(1);
    await client.closed;
  }
});

t.test('headers over TLS have ten seconds from the handshake', async t => {
  const authority = await testAuthority();
  const tls = await authority.server();
  const clock = windClock();
  await using server = await startServer(rows, { tls: () => tls, httpClock: clock });
  const socket = connectTls({ port: server.port, host: '127.0.0.1', ca: authority.ca });
  await once(socket, 'secureConnect');
  const client = speaker(socket);
  client.say(HEAD);
  await until(() => clock.pending === 1);
  clock.advance(10_000);
  await client.closed;
  t.pass();
});

t.test('a connection that had its answer has the same time for the next headers', async t => {
  const clock = windClock();
  await using server = await startServer(rows, { httpClock: clock });
  const client = await clear(server.port);
  client.say(WHOLE);
  await client.hears(EUI);
  await until(() => clock.pending === 1);
  client.say('GET / HT');
  clock.advance(14_999);
  t.ok(client.open);
  clock.advance(1);
  await client.closed;
});

t.test('a body has thirty seconds, a byte a second is no way to more', async t => {
  const clock = windClock();
  await using server = await startServer(rows, { httpClock: clock });
  const client = await clear(server.port);
  client.say(`${HEAD}Expect: 100-continue\r\nContent-Length: ${BODY.length}\r\n\r\n`);
  await client.hears('100 Continue');
  clock.advance(29_999);
  t.ok(client.open, 'headers that came are not cut');
  client.say('{');
  await meanwhile(server.url);
  clock.advance(1);
  await client.closed;
  const mute = await clear(server.port);
  mute.say(`${HEAD}Expect: 100-continue\r\nContent-Length: ${BODY.length}\r\n\r\n`);
  await mute.hears('100 Continue');
  clock.advance(30_000);
  await mute.closed;

  const session = connectHttp2(server.url);
  const stream = session.request({ ':method': 'POST', ':path': PATH, 'content-type': 'application/json' });
  stream.on('error', () => {});
  stream.write('{');
  // Its pings, its answer and its body are looked after.
  await until(() => clock.pending === 3);
  const closed = once(stream, 'close');
  clock.advance(30_000);
  await closed;
  t.notOk(session.destroyed, 'over HTTP/2 only its stream');
  session.close();
});

t.test('bodies that do not end take no more than a share of the memory together', async t => {
  await using server = await startServer(rows);
  const part = 'x'.repeat(4 << 20);
  const clients: ReturnType<typeof speaker>[] = [];
  for (let i = 0; i < 17; i++) {
    const client = await clear(server.port);
    client.say(`${HEAD}Content-Length: ${part.length + 1}\r\n\r\n`);
    client.say(part);
    clients.push(client);
  }
  await until(() => clients.some(client => client.heard('ErrTokenRateLimited')));
  for (const client of clients) client.leave();
  await Promise.all(clients.map(({ closed }) => closed));
  await meanwhile(server.url);
  t.match(server.finished.at(-1), 'GetEndPoint OK', 'and it is given back');
});

t.test('what is not HTTP is answered with a token', async t => {
  await using server = await startServer(rows);
  const client = await clear(server.port);
  client.say('nonsense\r\n\r\n');
  await client.hears('HTTP/1.1 400 Bad Request');
  await client.hears('x-error-token: ErrTokenMalformedRequest');
  await client.closed;
  t.pass();
});
