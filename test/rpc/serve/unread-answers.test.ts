// Long: for CI and `npm test -- --long`.
import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import t from 'tap';
import { rpc } from '../../../src/rpc/call/define.ts';
import { nothing } from '../../../src/rpc/input.ts';
import { startServer } from '../harness.ts';

const LARGE = 3 << 20;
/** Two of the largest. */
const MOST = 8 << 20;
const large = rpc('GetEndPoint', {
  ...({ access: 'org', needs: 'R', scope: 'endpoints:read' } as const),
  input: nothing,
  handle: () => ({ description: 'x'.repeat(LARGE) }),
});

/** Asks for a large answer and takes no more of it than its headers. */
async function ask(session: ClientHttp2Session): Promise<{ status: number; stream: ClientHttp2Stream }> {
  const path = '/platform.api.v1.PlatformService/GetEndPoint';
  const stream = session.request({ ':method': 'POST', ':path': path, 'content-type': 'application/proto' });
  stream.on('error', () => {});
  stream.pause();
  stream.end();
  const [headers] = await once(stream, 'response');
  return { status: Number(headers[':status']), stream };
}

/** Reads the rest of it. */
async function taken(stream: ClientHttp2Stream): Promise<void> {
  const closed = once(stream, 'close');
  stream.resume();
  await closed;
}

t.test('a connection that reads no answers makes us hold a few, and no other is any worse off', async t => {
  await using server = await startServer([large]);
  const greedy = connect(server.url);
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(greedy)));
  const given = answers.filter(({ status }) => status === 200);
  t.ok(given.length > 0 && given.length * LARGE <= MOST, 'as much as is held for one connection');
  t.ok(answers.every(({ status }) => status === 200 || status === 429));
  const other = connect(server.url);
  t.equal((await ask(other)).status, 200);

  await Promise.all(given.map(({ stream }) => taken(stream)));
  for (let i = 0; i < 12; i++) {
    const { status, stream } = await ask(greedy);
    t.equal(status, 200, 'answers that are taken count no more');
    await taken(stream);
  }
  greedy.destroy();
  other.destroy();
});
