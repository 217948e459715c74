import { once } from 'node:events';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import { PacedSocket } from '../../../src/kit/net/paced-socket.ts';
import { systemClock, turn } from '../../../src/kit/time/clock.ts';
import { Turns } from '../../../src/kit/turns.ts';
import { until } from '../../peers/center.ts';
import { block, END_HEADERS, END_STREAM, FRAME, frame, PREFACE } from '../../peers/raw-http2.ts';

/** A server of HTTP/2 over paced connections that answers nothing by itself. */
async function scene(t: Test) {
  const begun: { path: string; end(body: string): void }[] = [];
  const sockets: Socket[] = [];
  const http2 = createHttp2Server();
  http2.on('session', session => session.on('error', () => undefined));
  http2.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    begun.push({
      path: String(headers[':path']),
      end: body => {
        stream.respond();
        stream.end(body);
      },
    });
  });
  const turns = new Turns(systemClock);
  const front = createServer(socket => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    http2.emit('connection', new PacedSocket(socket, turns));
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  t.teardown(() => front.close());
  return { begun, sockets, port: (front.address() as AddressInfo).port };
}

/** `count` requests, one after the other. */
function requests(count: number): Buffer {
  const head = block([
    [':method', 'GET'],
    [':scheme', 'http'],
    [':path', '/'],
    [':authority', 'localhost'],
  ]);
  const all = [PREFACE, frame(FRAME.settings, 0, 0)];
  for (let n = 0; n < count; n++) all.push(frame(FRAME.headers, END_HEADERS | END_STREAM, 2 * n + 1, head));
  return Buffer.concat(all);
}

t.test('streams of many connections begin a few in a turn of the event loop', async t => {
  const { begun, sockets, port } = await scene(t);
  const clients = Array.from({ length: 20 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  t.teardown(() => {
    for (const client of clients) client.destroy();
  });
  await until(() => sockets.length === clients.length);
  const bytes = requests(90);
  for (const client of clients) client.write(bytes);
  let most = 0;
  while (begun.length < 20 * 90) {
    const before = begun.length;
    await turn();
    most = Math.max(most, begun.length - before);
  }
  t.ok(most < 20 * 45, `${most} streams began in one turn`);
});

t.test('what is sent and answered arrives whole', async t => {
  const { begun, port } = await scene(t);
  const session = connectHttp2(`http://127.0.0.1:${port}`);
  const large = 'abcdefghijklm'.repeat(100_000);
  const answers = Array.from({ length: 5 }, async (_, n) => {
    const stream = session.request({ ':path': `/${n}` }).setEncoding('utf8');
    let heard = '';
    for await (const piece of stream) heard += piece;
    return heard;
  });
  await until(() => begun.length === 5);
  for (const { path, end } of begun) end(path + large);
  t.strictSame(
    await Promise.all(answers),
    Array.from({ length: 5 }, (_, n) => `/${n}${large}`),
  );
  session.close();
  await once(session, 'close');
});

t.test('a connection that is gone is gone on both sides', async t => {
  const { begun, sockets, port } = await scene(t);
  const client = connect(port, '127.0.0.1');
  client.write(requests(50));
  await until(() => begun.length > 0);
  client.resetAndDestroy();
  await until(() => sockets[0]?.destroyed === true);
  t.pass();
});
