import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import t from 'tap';
import { until } from '../../peers/center.ts';
import { startServer } from '../harness.ts';
import { windClock } from '../wind-clock.ts';

const WATCH = '/grpc.health.v1.Health/Watch';
const REFLECTION = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';
const EMPTY = Buffer.alloc(5);
/** The head of a message of 4 MB. */
const LARGE = Buffer.from([0, 0, 0x40, 0, 0]);

function open(session: ClientHttp2Session, path: string): ClientHttp2Stream {
  const stream = session.request({
    ...{ ':method': 'POST', ':path': path, 'content-type': 'application/grpc', te: 'trailers' },
  });
  return stream.on('error', () => undefined).on('data', () => undefined);
}

/** A whole call of another stream: what was sent before it has been read by then. */
async function meanwhile(session: ClientHttp2Session): Promise<void> {
  const stream = open(session, '/grpc.health.v1.Health/Check');
  stream.end(EMPTY);
  await once(stream, 'close');
}

t.test('an address has so many streams of built-in services', async t => {
  await using server = await startServer();
  const session = connect(server.url);
  const watches: ClientHttp2Stream[] = [];
  for (let n = 0; n < 32; n++) {
    const watch = open(session, WATCH);
    watch.write(EMPTY);
    await once(watch, 'data');
    watches.push(watch);
  }
  const more = open(session, WATCH);
  more.end(EMPTY);
  const [{ 'grpc-message': refused }] = await once(more, 'response');
  t.match(refused, 'TooManyStreams');
  const [first] = watches;
  first?.close();
  await meanwhile(session);
  const other = open(session, WATCH);
  other.write(EMPTY);
  await once(other, 'data');
  session.destroy();
});

t.test('a stream of a built-in service ends when it is old', async t => {
  const clock = windClock();
  await using server = await startServer([], { httpClock: clock });
  const headers = { 'content-type': 'application/grpc-web+proto' };
  const watch = await fetch(`${server.url}${WATCH}`, { method: 'POST', headers, body: EMPTY });
  const heard = watch.text();
  clock.advance(12 * 3600 * 1000);
  t.match(await heard, 'grpc-status: 0', 'the client asks again');
});

t.test('a question has thirty seconds, a byte a second is no way to more', async t => {
  const clock = windClock();
  await using server = await startServer([], { httpClock: clock });
  const session = connect(server.url);
  const stream = open(session, REFLECTION);
  stream.write(EMPTY);
  await once(stream, 'data');
  stream.write(LARGE);
  await meanwhile(session);
  clock.advance(29_999);
  stream.write('x');
  await meanwhile(session);
  t.notOk(stream.closed);
  const closed = once(stream, 'close');
  clock.advance(1);
  await closed;
  t.notOk(session.destroyed, 'only this stream');
  session.destroy();
});

t.test('questions that do not end take no more than a share of the memory together', async t => {
  await using server = await startServer();
  const half = Buffer.concat([LARGE, Buffer.alloc((4 << 20) - 1)]);
  const sessions = Array.from({ length: 6 }, () => connect(server.url));
  const refused: string[] = [];
  for (const session of sessions) {
    const stream = open(session, REFLECTION);
    stream.on('trailers', headers => refused.push(String(headers['grpc-message'])));
    stream.write(half);
  }
  await until(() => refused.some(message => message.includes('RateLimited')));
  for (const session of sessions) session.destroy();
  const session = connect(server.url);
  await meanwhile(session);
  const stream = open(session, REFLECTION);
  stream.write(half);
  const answered = once(stream, 'data');
  stream.write(Buffer.alloc(1));
  await answered;
  t.equal(refused.length, refused.filter(message => message.includes('RateLimited')).length);
  session.destroy();
});
