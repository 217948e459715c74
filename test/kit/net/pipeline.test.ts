import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls, createServer as createTlsServer } from 'node:tls';
import t, { type Test } from 'tap';
import { Pipelines } from '../../../src/kit/net/pipeline.ts';
import { systemClock, turn } from '../../../src/kit/time/clock.ts';
import { Turns } from '../../../src/kit/turns.ts';
import { until } from '../../peers/center.ts';
import { testAuthority } from '../../peers/certificates.ts';

/** A server whose requests wait until they are answered by hand. */
async function scene(t: Test, tls = false) {
  const begun: { request: IncomingMessage; response: ServerResponse }[] = [];
  const parsed: IncomingMessage[] = [];
  const pipelines = new Pipelines((request, response) => begun.push({ request, response }), new Turns(systemClock));
  const http = createServer((request, response) => {
    parsed.push(request);
    pipelines.request(request, response);
  });
  http.on('clientError', (_, socket) => socket.destroy());
  const authority = await testAuthority();
  const front = tls
    ? createTlsServer({ ...(await authority.server()), allowHalfOpen: true }, socket => pipelines.open(http, socket))
    : createTcpServer({ allowHalfOpen: true }, socket => {
        socket.once('readable', () => pipelines.open(http, socket, socket.read()));
      });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  t.teardown(() => front.close());
  const { port } = front.address() as AddressInfo;
  const dial = () => {
    const socket = tls
      ? connectTls({ port, host: '127.0.0.1', ca: authority.ca })
      : connect({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    t.teardown(() => socket.destroy());
    return socket;
  };
  return { begun, parsed, dial };
}

const MANY = 2000;
const SHORT = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

for (const tls of [false, true]) {
  t.test(`a connection has one request answered, and few looked at${tls ? ', over TLS' : ''}`, async t => {
    const { begun, parsed, dial } = await scene(t, tls);
    const client = dial();
    client.write(SHORT.repeat(MANY));
    await until(() => begun.length > 0);
    for (let n = 0; n < 50; n++) await turn();
    t.equal(begun.length, 1, 'the others wait');
    t.ok(parsed.length < 100, `${parsed.length} requests were looked at`);
    let received = '';
    client.on('data', chunk => {
      received += chunk.toString('latin1');
    });
    for (let n = 0; n < MANY; n++) {
      while (begun.length <= n) await turn();
      begun[n]?.response.end(`${n}.`);
    }
    await until(() => received.endsWith(`${MANY - 1}.`));
    const numbers = [...received.matchAll(/\n(\d+)\./g)].map(([, number]) => Number(number));
    t.equal(numbers.length, MANY, 'all are answered');
    t.ok(
      numbers.every((number, at) => number === at),
      'in their order',
    );
  });
}

t.test('bodies arrive whole, however they are cut, and the next request behind them', async t => {
  const { begun, dial } = await scene(t);
  const client = dial();
  const body = Buffer.alloc(300_000, 'abcdefghijklm');
  const head = `POST /n HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`;
  for (let n = 0; n < 3; n++) {
    client.write(head);
    client.write(body);
  }
  for (let n = 0; n < 3; n++) {
    await until(() => begun.length > n);
    const { request, response } = begun[n] ?? {};
    t.equal(request && (await text(request)), body.toString());
    response?.end();
  }
});

t.test('that a client is gone is seen while requests wait', async t => {
  const { begun, parsed, dial } = await scene(t);
  const client = dial();
  client.write(SHORT.repeat(50));
  await until(() => parsed.length === 50);
  client.end();
  const { response } = begun[0] ?? {};
  await until(() => response?.destroyed === true);
  t.equal(begun.length, 1);
});

t.test('what waits is forgotten with its connection', async t => {
  const { begun, parsed, dial } = await scene(t);
  const client = dial();
  client.write(SHORT.repeat(50));
  await until(() => parsed.length === 50);
  client.resetAndDestroy();
  begun[0]?.response.end('x'.repeat(100_000));
  await until(() => begun[0]?.request.socket.destroyed === true);
  for (let n = 0; n < 10; n++) await turn();
  t.equal(begun.length, 1);
});

t.test('no more is read than is looked at, however much a client sends', async t => {
  const { begun, dial } = await scene(t);
  const client = dial();
  client.write(SHORT.repeat(100_000));
  client.resume();
  for (let n = 0; n < MANY; n++) {
    while (begun.length <= n) await turn();
    begun[n]?.response.end();
  }
  const { bytesRead = Infinity } = begun[0]?.request.socket ?? {};
  t.ok(bytesRead < MANY * SHORT.length + 300_000, `${bytesRead} bytes were read for ${MANY} requests`);
});
