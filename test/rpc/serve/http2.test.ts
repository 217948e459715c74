import { once } from 'node:events';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import t from 'tap';
import { rpc } from '../../../src/rpc/call/define.ts';
import { eui } from '../../../src/rpc/checks.ts';
import { fields, nothing } from '../../../src/rpc/input.ts';
import { frame as message } from '../../../src/rpc/serve/frames.ts';
import { until } from '../../peers/center.ts';
import { block, dial, END_HEADERS, END_STREAM, FRAME, frame, PREFACE, reset, SETTINGS } from '../../peers/raw-http2.ts';
import { decode, encode, grpcClient, startServer } from '../harness.ts';
import { windClock } from '../wind-clock.ts';

const rule = { access: 'org', needs: 'R', scope: 'endpoints:read' } as const;
const EUI = '70b3d59cd0000001';
const PATH = '/platform.api.v1.PlatformService';
const rows = () => {
  const open = { streams: 0 };
  const list = [
    rpc('GetEndPoint', { ...rule, input: fields({ ep_eui: eui }), handle: ({ ep_eui }) => ({ ep_eui }) }),
    rpc('StreamMessages', {
      ...rule,
      input: nothing,
      async *handle(_input, { signal }) {
        open.streams++;
        try {
          yield [{ seq: '1' }];
          await new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()));
        } finally {
          open.streams--;
        }
      },
    }),
  ];
  return { list, open };
};

const request = (path: string, ...more: [string, string][]): [string, string][] => [
  [':method', 'POST'],
  [':scheme', 'http'],
  [':path', path],
  [':authority', 'localhost'],
  ...more,
];
const GRPC: [string, string] = ['content-type', 'application/grpc'];

/** An answer of an HTTP/2 client. */
function ask(url: string, type: string, body: Uint8Array, method = 'GetEndPoint') {
  const session = connect(url);
  return new Promise<{ headers: IncomingHttpHeaders; trailers: IncomingHttpHeaders; body: Buffer }>(
    (resolve, reject) => {
      const path = method.startsWith('/') ? method : `${PATH}/${method}`;
      const stream = session.request({ ':method': 'POST', ':path': path, 'content-type': type });
      const got = { headers: {} as IncomingHttpHeaders, trailers: {} as IncomingHttpHeaders, body: Buffer.alloc(0) };
      stream.on('response', headers => Object.assign(got.headers, headers));
      stream.on('trailers', trailers => Object.assign(got.trailers, trailers));
      stream.on('data', chunk => {
        got.body = Buffer.concat([got.body, chunk]);
      });
      stream.on('end', () => resolve(got));
      stream.on('error', reject);
      stream.end(body);
    },
  ).finally(() => session.close());
}

t.test('a stream that is reset in the packet that brings it harms no other, whatever it asks for', async t => {
  await using server = await startServer(rows().list);
  const shapes: [string, string][][] = [
    [
      [':method', 'GET'],
      [':scheme', 'http'],
      [':path', '/'],
      [':authority', 'localhost'],
    ],
    request('/x', ['content-type', 'text/plain']),
    request('/x', GRPC),
    request(`${PATH}/GetEndPoint`, GRPC),
    request(`${PATH}/GetEndPoint`, GRPC, ['expect', '100-continue']),
    request(`${PATH}/GetEndPoint`, ['expect', '100-continue'], ['content-type', 'application/json']),
    request(`${PATH}/GetEndPoint`, GRPC, ['expect', 'nonsense']),
    request(`${PATH}/StreamMessages`, GRPC),
    request('/grpc.health.v1.Health/Watch', GRPC),
    request('/grpc.reflection.v1.ServerReflection/ServerReflectionInfo', GRPC),
    request(`${PATH}/GetEndPoint`, ['content-type', 'application/grpc-web']),
    [
      [':method', 'CONNECT'],
      [':authority', 'localhost:1'],
    ],
    [
      [':method', 'OPTIONS'],
      [':scheme', 'http'],
      [':path', '*'],
      [':authority', 'localhost'],
    ],
    request('/x', GRPC, ['grpc-timeout', '1n'], ['origin', 'http://evil.example']),
  ];
  for (const port of [server.port, server.corePort]) {
    for (const flags of [END_HEADERS, END_HEADERS | END_STREAM]) {
      for (const headers of shapes) {
        const streams = Array.from({ length: 20 }, (_, at) => at * 2 + 1);
        const packet = streams.flatMap(id => [frame(FRAME.headers, flags, id, block(headers)), reset(id)]);
        const socket = await dial(port, Buffer.concat([PREFACE, SETTINGS, ...packet]));
        // The answer to a ping says that all before it was read.
        socket.write(frame(FRAME.ping, 0, 0, Buffer.from('12345678')));
        await Promise.race([once(socket, 'data'), once(socket, 'close')]);
        socket.destroy();
      }
    }
    using client = grpcClient(port);
    const answer = await client.unary('GetEndPoint', encode('GetEndPointRequest', { ep_eui: EUI }));
    t.equal(decode('EndPoint', answer).ep_eui, EUI, 'and the port answers');
  }
  t.notOk(
    server.lines.some(({ level }) => level >= 50),
    'no error line',
  );
});

t.test('over HTTP/2 in clear text each stream is served by its content type', async t => {
  await using server = await startServer(rows().list);
  const proto = encode('GetEndPointRequest', { ep_eui: EUI });
  const grpc = await ask(server.url, 'application/grpc+proto', message(0, proto));
  t.equal(grpc.trailers['grpc-status'], '0');
  const web = await ask(server.url, 'application/grpc-web+proto', message(0, proto));
  t.match(web.body.toString('latin1'), /grpc-status: 0/);
  const unary = await ask(server.url, 'application/proto', proto);
  t.equal(decode('EndPoint', unary.body).ep_eui, EUI);
  const json = await ask(server.url, 'application/json', Buffer.from(JSON.stringify({ epEui: EUI })));
  t.match(JSON.parse(String(json.body)), { epEui: EUI });
  const other = await ask(server.url, 'text/plain', Buffer.from('{}'));
  t.match(other.headers, { ':status': 415, 'x-error-token': 'ErrTokenUnsupportedMediaType' });
  t.equal((await ask(server.url, 'text/plain', Buffer.from('{}'), '/nowhere')).headers[':status'], 404);
});

t.test('the internal port speaks native gRPC and nothing else', async t => {
  await using server = await startServer(rows().list);
  const proto = encode('GetEndPointRequest', { ep_eui: EUI });
  const url = `http://127.0.0.1:${server.corePort}`;
  t.equal((await ask(url, 'application/grpc', message(0, proto))).trailers['grpc-status'], '0');
  for (const type of ['application/json', 'application/proto', 'application/grpc-web', '']) {
    t.match((await ask(url, type, proto)).headers, { ':status': 415, 'x-error-token': 'ErrTokenUnsupportedMediaType' });
  }
  const http1 = await fetch(`${url}${PATH}/GetEndPoint`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  t.equal(http1.status, 415);
});

t.test('a failed gRPC call is one block of headers that ends the stream', async t => {
  await using server = await startServer(rows().list);
  const { headers, trailers } = await ask(server.url, 'application/grpc', message(0, Buffer.alloc(0)));
  t.match(headers, { ':status': 200, 'grpc-status': '3', 'x-error-token': 'ErrTokenEUIRequired' });
  t.same({ ...trailers }, {});
});

t.test('a stream of a client that resets it ends, in every dialect', async t => {
  const { list, open } = rows();
  await using server = await startServer(list);
  for (const type of ['application/grpc', 'application/grpc-web', 'application/connect+json']) {
    const session = connect(server.url);
    const stream = session.request({ ':method': 'POST', ':path': `${PATH}/StreamMessages`, 'content-type': type });
    stream.on('error', () => {});
    stream.end(message(0, type.endsWith('json') ? Buffer.from('{}') : Buffer.alloc(0)));
    await once(stream, 'data');
    t.equal(open.streams, 1, type);
    stream.close(8);
    await until(() => open.streams === 0);
    session.close();
  }
  t.equal(server.gauge.streams, 0);
});

t.test('a session whose peer answers no ping is closed', async t => {
  const clock = windClock();
  await using server = await startServer(rows().list, { httpClock: clock });
  const session = connect(server.url);
  session.on('error', () => {});
  await once(session, 'remoteSettings');
  const pinged = once(session, 'ping');
  clock.advance(30_000);
  await pinged;
  t.notOk(session.destroyed, 'one that answers stays');
  session.destroy();

  const silent = await dial(server.port, Buffer.concat([PREFACE, SETTINGS]));
  await once(silent, 'data');
  silent.pause();
  const closed = once(silent, 'close');
  await until(() => clock.pending === 1);
  clock.advance(40_000);
  silent.resume();
  await closed;
  t.pass('one that does not is gone');
});
