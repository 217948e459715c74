import { request as httpRequest } from 'node:http';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { networkInterfaces } from 'node:os';
import t from 'tap';
import type { Log } from '../../../src/kit/log.ts';
import { originsOf } from '../../../src/rpc/serve/cors.ts';
import { hostCheck, tellingPages } from '../../../src/rpc/serve/hosts.ts';
import { thrown } from '../../peers/thrown.ts';
import { grpcClient, startServer } from '../harness.ts';
import { windClock } from '../wind-clock.ts';

const ours = ['Box.Example', 'sensors.lan', '2001:db8::7'];

t.test('only names and addresses of this service center are its host', t => {
  const check = hostCheck({ names: () => ours, corsOrigins: [] });
  const refused = (authority: string) => {
    const ask = () => check({ authorities: [authority], origin: undefined, localAddress: '::ffff:192.0.2.7' });
    return thrown(ask) !== undefined;
  };
  const own = Object.values(networkInterfaces()).flatMap(of => (of ?? []).map(({ address }) => address));
  const bracketed = own.map(address => (address.includes(':') ? `[${address}]` : address));
  const loopback = ['localhost', 'LOCALHOST.', '127.0.0.1', '127.8.9.10', '[::1]', '::1', '[0:0:0:0:0:0:0:1]'];
  const mapped = ['[::ffff:127.0.0.1]', '192.0.2.7', '[::ffff:192.0.2.7]'];
  for (const host of [
    ...loopback,
    ...mapped,
    ...bracketed,
    'box.example',
    'BOX.example.',
    'sensors.lan',
    '[2001:db8::7]',
  ]) {
    t.notOk(refused(host), host);
    if (host !== '::1') t.notOk(refused(`${host}:9090`), `${host}:9090`);
  }
  for (const host of [
    ...['evil.example', 'localhost.evil.example', 'notlocalhost', '127.0.0.1.evil.example', '128.0.0.1', '0.0.0.0'],
    ...['box.example.evil.example', 'x.box.example', '[::2]', '192.0.2.8', 'localhost@evil.example', '127.1', ' '],
    ...['evil.example:9090', '[::1', 'localhost:9090:1', 'localhost/evil', 'evil.example.', '[::1].evil.example'],
  ]) {
    t.ok(refused(host), host);
  }
  check({ authorities: [], origin: undefined, localAddress: '192.0.2.7' });
  t.pass('who names no host is served');
  t.end();
});

t.test('a page of another site is refused unless the configuration names it', t => {
  const refused = (origin: string, authority: string | undefined, corsOrigins: string[] = []) => {
    const check = hostCheck({ names: () => ours, corsOrigins });
    const authorities = authority === undefined ? [] : [authority];
    return thrown(() => check({ authorities, origin, localAddress: '192.0.2.7' })) !== undefined;
  };
  t.notOk(refused('http://localhost:9090', 'localhost:9090'));
  t.notOk(refused('https://box.example', 'box.example'), 'behind a proxy that ends TLS');
  t.notOk(refused('https://box.example', '127.0.0.1:9090'), 'behind a proxy that asks under another name of ours');
  t.notOk(refused('http://localhost:5173', '127.0.0.1:9090'), 'both on this machine');
  t.notOk(refused('http://[::1]:9090', 'localhost:9090'));
  t.ok(refused('http://localhost:5173', 'box.example'), 'the loopback of another machine');
  t.ok(refused('http://localhost:5173', undefined));
  for (const origin of ['http://evil.example', 'null', 'http://evil.example:9090', '', 'file://', 'x://localhost']) {
    t.ok(refused(origin, 'localhost:9090'), origin);
  }
  t.notOk(refused('http://evil.example', 'localhost', ['http://evil.example']));
  t.notOk(refused('null', 'localhost', ['*']));
  t.end();
});

t.test('an origin without a port is that of its scheme, however it is written', t => {
  const isAllowed = originsOf(['https://a.example', 'http://b.example:80', 'https://C.example:8443/']);
  for (const origin of ['https://a.example', 'https://a.example:443', 'http://b.example', 'https://c.example:8443']) {
    t.ok(isAllowed(origin), origin);
  }
  for (const origin of [
    'https://a.example:8443',
    'http://a.example',
    'https://b.example',
    'https://c.example',
    'null',
    '',
  ]) {
    t.notOk(isAllowed(origin), origin);
  }
  t.end();
});

t.test('a page that is refused gets 403 whatever it asks, and the log says once a minute what lets it in', async t => {
  await using server = await startServer([], { hostNames: () => ['box.example'] });
  const ask = (method: string, origin: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-api-key',
      };
      httpRequest(
        { port: server.port, host: '127.0.0.1', path: '/platform.api.v1.PlatformService/X', method, headers },
        response => resolve(response.resume().statusCode),
      )
        .on('error', reject)
        .end();
    });
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    t.equal(await ask(method, `https://${method.toLowerCase()}.example`), 403, method);
  }
  const told = server.lines.filter(({ msg }) => msg.includes('gateway.cors_origins'));
  t.match(told, [{ level: 40, origin: 'https://get.example', setting: 'gateway.cors_origins' }]);
  t.equal(told.length, 1);
});

t.test('the log says it again after a minute, and nothing of what is no page', t => {
  const clock = windClock();
  const told: object[] = [];
  const log = { warn: (about: object) => void told.push(about) } as unknown as Log;
  const check = tellingPages(hostCheck({ names: () => ours, corsOrigins: [] }), { clock, log });
  const ask = (origin: string | undefined, authority = 'box.example') =>
    thrown(() => check({ authorities: [authority], origin, localAddress: '192.0.2.7' })) !== undefined;
  t.ok(ask(undefined, 'evil.example'));
  t.same(told, []);
  t.ok(ask('https://a.example'));
  clock.advance(59_999);
  t.ok(ask('https://b.example'));
  t.equal(told.length, 1);
  clock.advance(1);
  t.ok(ask('https://c.example'));
  t.match(told, [{ origin: 'https://a.example' }, { origin: 'https://c.example' }]);
  t.end();
});

t.test('both ports refuse a foreign host in the way of each protocol', async t => {
  await using server = await startServer([], { hostNames: () => ['box.example'] });
  const path = '/grpc.health.v1.Health/Check';
  const http1 = (port: number, headers: Record<string, string>) =>
    new Promise<{ status: number | undefined; headers: IncomingHttpHeaders }>((resolve, reject) => {
      const options = { port, host: '127.0.0.1', path, method: 'POST' };
      const type = { 'content-type': 'application/json' };
      httpRequest({ ...options, headers: { ...type, ...headers } }, response => {
        response.resume();
        resolve({ status: response.statusCode, headers: response.headers });
      })
        .on('error', reject)
        .end('{}');
    });
  const http2 = (port: number, type: string, headers: Record<string, string>) => {
    const session = connect(`http://127.0.0.1:${port}`);
    return new Promise<IncomingHttpHeaders>((resolve, reject) => {
      const stream = session.request({ ':method': 'POST', ':path': path, 'content-type': type, ...headers });
      stream.on('response', resolve);
      stream.on('error', reject);
      stream.resume();
      stream.end(Buffer.alloc(5));
    }).finally(() => session.close());
  };
  for (const port of [server.port, server.corePort]) {
    for (const headers of [{ host: 'evil.example:9090' }, { origin: 'http://evil.example' }]) {
      const answer = await http1(port, headers);
      t.equal(answer.status, 'origin' in headers ? 403 : 421);
      t.equal(answer.headers['x-error-token'], 'ErrTokenHostNotAllowed');
      t.notOk(answer.headers['access-control-allow-origin']);
    }
    for (const headers of [
      { ':authority': 'evil.example' },
      { ':authority': 'localhost', host: 'evil.example' },
      { origin: 'http://evil.example' },
    ]) {
      t.match(await http2(port, 'application/grpc', headers), {
        ':status': 200,
        'grpc-status': '7',
        'x-error-token': 'ErrTokenHostNotAllowed',
      });
      const status = 'origin' in headers ? 403 : 421;
      t.match(await http2(port, 'application/proto', headers), { ':status': status });
      t.match(await http2(port, 'application/grpc-web', headers), { ':status': status });
    }
    t.notMatch(await http2(port, 'application/grpc', { ':authority': 'box.example:50051' }), { 'grpc-status': '7' });
    using client = grpcClient(port);
    await client.unary(path, Buffer.alloc(0));
  }
  t.equal((await http1(server.port, { host: 'box.example' })).status, 200);
});

t.test('what is refused for its host is counted, and told once for all that are alike', async t => {
  await using server = await startServer([], { hostNames: () => ['box.example'] });
  const ask = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const options = { port: server.port, host: '127.0.0.1', path: '/', headers };
      httpRequest(options, response => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
  for (let i = 0; i < 20; i++) t.equal(await ask({ host: `evil${i}.example` }), 421);
  t.equal(await ask({ host: 'box.example', 'x-long': 'x'.repeat(20_000) }), 431, 'and for too many headers');
  const told = () => server.lines.filter(({ msg }) => msg.startsWith('request refused'));
  t.match(told(), [
    {
      level: 30,
      code: 'PERMISSION_DENIED',
      errorToken: 'ErrTokenHostNotAllowed',
      address: '127.0.0.1',
      asked: 'host evil0.example',
    },
    { level: 30, errorToken: 'ErrTokenRequestTooLarge' },
  ]);
  t.equal(server.finished.filter(what => what === 'unknown PERMISSION_DENIED').length, 20);
  await server.invoker.stop(0);
  t.match(told().slice(2), [{ msg: 'request refused again', errorToken: 'ErrTokenHostNotAllowed', times: 19 }]);
});
