import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import { WebSource } from '../../src/update/web-source.ts';
import { Box, Repository } from './repository.ts';

const SHORT = { answerMs: 300, idleMs: 300, downloadMs: 5000 };

async function serving(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    source: new WebSource(`http://127.0.0.1:${port}/releases`, SHORT),
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

async function all(parts: AsyncIterable<Uint8Array>): Promise<string> {
  const read: Uint8Array[] = [];
  for await (const part of parts) read.push(part);
  return Buffer.concat(read).toString();
}

t.test('a repository on a plain web server is verified like any other', async t => {
  const repository = new Repository();
  await using web = await serving((request, response) => {
    const bytes = repository.files.get((request.url ?? '').replace('/releases/', ''));
    response.writeHead(bytes ? 200 : 404).end(bytes);
  });
  const box = new Box(repository);
  t.equal((await box.look(web.source)).targets.length, 1);
  t.same(box.versions, { root: 1, timestamp: 1, snapshot: 1, targets: 1 });
});

t.test('what a server says else is said in words', async t => {
  const answers: [RequestListener, string | undefined, RegExp][] = [
    [(_, response) => response.writeHead(403).end(), undefined, /./],
    [
      (_, response) => response.writeHead(500).end(),
      'unreachable',
      /^127\.0\.0\.1:\d+ answers 500 for metadata\/timestamp\.json$/,
    ],
    [(_, response) => response.writeHead(301, { location: '/x' }).end(), 'unreachable', /answers 301.*update\.url/],
    [(_, response) => response.end('x'.repeat(2000)), 'too_large', /more than the 1000 bytes/],
    [request => request.socket.destroy(), 'unreachable', /cannot be reached/],
    [() => {}, 'unreachable', /does not answer in time/],
  ];
  for (const [answer, reason, message] of answers) {
    await using web = await serving(answer);
    const asked = web.source.read('metadata/timestamp.json', 1000);
    if (reason === undefined) t.equal(await asked, undefined);
    else await t.rejects(asked, { reason, message });
  }
  const { source } = await serving(() => {}).then(async web => {
    await web[Symbol.asyncDispose]();
    return web;
  });
  await t.rejects(source.read('metadata/timestamp.json', 1000), { reason: 'unreachable', message: /ECONNREFUSED/ });
});

t.test('an answer that drips for ever ends', async t => {
  await using web = await serving((_, response) => {
    const drip = setInterval(() => response.write('x'), 50);
    response.on('close', () => clearInterval(drip));
  });
  await t.rejects(web.source.read('metadata/timestamp.json', 1000), { reason: 'unreachable', message: /in time/ });
});

t.test('a large file goes on where it ended, also where the server gives no parts', async t => {
  const content = 'abcdefghij'.repeat(50_000);
  const asked: (string | undefined)[] = [];
  for (const parts of [true, false]) {
    await using web = await serving((request, response) => {
      const { range } = request.headers;
      asked.push(range);
      const from = Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
      if (parts && range) response.writeHead(206).end(content.slice(from));
      else response.end(content);
    });
    t.equal(await all(web.source.stream('targets/x', 0)), content);
    t.equal(await all(web.source.stream('targets/x', 123_457)), content.slice(123_457));
  }
  t.same(asked, [undefined, 'bytes=123457-', undefined, 'bytes=123457-']);
});

t.test('a large file that stops on the way is said, and one that is not there', async t => {
  await using silent = await serving((_, response) => {
    response.write('abc');
  });
  await t.rejects(all(silent.source.stream('targets/x', 0)), { reason: 'unreachable', message: /cannot be reached/ });
  await using cut = await serving((request, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('abc', () => request.socket.destroy());
  });
  await t.rejects(all(cut.source.stream('targets/x', 0)), { reason: 'unreachable', message: /./ });
  await using none = await serving((_, response) => response.writeHead(404).end());
  await t.rejects(all(none.source.stream('targets/x', 0)), { reason: 'missing', message: /has no targets\/x/ });
});

t.test('a proxy that the environment names is asked', async t => {
  const asked: (string | undefined)[] = [];
  await using proxy = await serving((request, response) => {
    asked.push(request.url);
    response.end('by proxy');
  });
  const environment = { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` };
  const source = new WebSource('http://updates.example.org/releases', SHORT, environment);
  t.equal(Buffer.from((await source.read('metadata/timestamp.json', 100)) ?? []).toString(), 'by proxy');
  t.equal(await all(source.stream('targets/x', 0)), 'by proxy');
  t.same(
    asked,
    ['metadata/timestamp.json', 'targets/x'].map(path => `http://updates.example.org/releases/${path}`),
  );
});
