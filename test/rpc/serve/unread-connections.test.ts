// Long: for CI and `npm test -- --long`.
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import t from 'tap';
import { systemClock } from '../../../src/kit/time/clock.ts';
import { rpc } from '../../../src/rpc/call/define.ts';
import { nothing } from '../../../src/rpc/input.ts';
import { Unsent } from '../../../src/rpc/serve/send.ts';
import { until } from '../../peers/center.ts';
import { startServer } from '../harness.ts';
import { windClock } from '../wind-clock.ts';

const LARGE = 3 << 20;
const PATH = '/platform.api.v1.PlatformService/GetEndPoint';
const ASKED = `POST ${PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`;
/** More than the system keeps for a connection that reads nothing. */
const MANY = 12;

/** A method with large answers, and how many of them were made. */
function counted() {
  const state = { made: 0 };
  const row = rpc('GetEndPoint', {
    ...({ access: 'org', needs: 'R', scope: 'endpoints:read' } as const),
    input: nothing,
    handle: () => {
      state.made++;
      return { description: 'x'.repeat(LARGE) };
    },
  });
  return { state, row };
}

async function dial(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  await once(socket, 'connect');
  return socket;
}

/** Two whole requests of others, by when what was sent before is looked at. */
async function meanwhile(url: string): Promise<void> {
  for (let n = 0; n < 2; n++) await (await fetch(`${url}/nothing`, { headers: { connection: 'close' } })).text();
}

t.test('a connection that pipelines and reads nothing is given what the system takes for it', async t => {
  const { state, row } = counted();
  await using server = await startServer([row]);
  const client = await dial(server.port);
  client.write(ASKED.repeat(400));
  await until(() => state.made > 0);
  for (let n = 0; n < 20; n++) await meanwhile(server.url);
  t.ok(state.made <= MANY, `${state.made} answers were made for 400 requests`);
  client.destroy();
});

t.test('40 connections that pipeline and read nothing are owed as much as all may be', async t => {
  const { state, row } = counted();
  const unsent = new Unsent(systemClock);
  await using server = await startServer([row], { unsent });
  const clients = [];
  for (let n = 0; n < 40; n++) clients.push(await dial(server.port));
  for (const client of clients) client.write(ASKED.repeat(2));
  let most = 0;
  // As long as it takes: they wait for good.
  await until(() => {
    most = Math.max(most, unsent.bytes);
    return state.made >= 4 && most > LARGE;
  });
  for (let n = 0; n < 10; n++) {
    await meanwhile(server.url);
    most = Math.max(most, unsent.bytes);
  }
  t.ok(state.made >= 4, `${state.made} answers were made`);
  t.ok(most > LARGE && most <= 16 << 20, `${most} bytes were held`);
  for (const client of clients) client.destroy();
  await until(() => unsent.bytes === 0);
});

t.test('a connection of HTTP/1.1 that takes nothing of its answer is ended', async t => {
  const { row, state } = counted();
  const clock = windClock();
  await using server = await startServer([row], { httpClock: clock });
  const client = await dial(server.port);
  client.write(ASKED.repeat(20));
  await until(() => state.made > 0);
  let before = -1;
  while (before !== state.made) {
    before = state.made;
    for (let n = 0; n < 5; n++) await meanwhile(server.url);
  }
  const closed = once(client, 'close');
  clock.advance(59_000);
  clock.advance(1000);
  client.resume();
  await closed;
  t.ok(state.made < 20, 'before it had all of them');
});

t.test('a stream of HTTP/2 that takes nothing of its answer is reset, and one that waits for news is not', async t => {
  const { row, state } = counted();
  const clock = windClock();
  await using server = await startServer([row], { httpClock: clock });
  const session = connectHttp2(server.url);
  const watch = session.request({
    ...{
      ':method': 'POST',
      ':path': '/grpc.health.v1.Health/Watch',
      'content-type': 'application/grpc',
      te: 'trailers',
    },
  });
  watch.on('error', () => undefined).on('data', () => undefined);
  watch.write(Buffer.alloc(5));
  await once(watch, 'response');
  const unread = session.request({ ':method': 'POST', ':path': PATH, 'content-type': 'application/proto' });
  unread.on('error', () => undefined).pause();
  unread.end();
  await once(unread, 'response');
  const closed = once(unread, 'close');
  await until(() => state.made === 1);
  for (let n = 0; n < 4; n++) {
    // The pings of HTTP/2 go on; one that is not answered by the next step of the clock would end the connection.
    const pinged = once(session, 'ping');
    clock.advance(30_000);
    await pinged;
    await meanwhile(server.url);
  }
  await closed;
  t.equal(unread.rstCode, 8, 'cancelled');
  t.notOk(watch.closed, 'the other stream stays');
  t.notOk(session.destroyed);
  session.destroy();
});
