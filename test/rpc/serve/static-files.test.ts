import { once } from 'node:events';
import { createServer, request as requestOf } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import t from 'tap';
import { systemClock } from '../../../src/kit/time/clock.ts';
import { Unsent } from '../../../src/rpc/serve/send.ts';
import { type StaticFile, StaticFiles, sendFile, staticFile, TYPES } from '../../../src/rpc/serve/static-files.ts';

const TEXT = 'a line of a page\n'.repeat(5000);

async function served(file: StaticFile, headers: Record<string, string> = {}, status?: number) {
  const unsent = new Unsent(systemClock);
  const server = createServer((request, response) => {
    sendFile(file, request, response, { unsent, connection: request.socket }, headers, status).catch(error =>
      response.destroy(error),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    async get(asked: Record<string, string> = {}, method = 'GET') {
      const sent = requestOf({ port, host: '127.0.0.1', method, headers: asked, agent: false }).end();
      const [response] = await once(sent, 'response');
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      return { status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) };
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

t.test('a file goes out as the client takes it, and its length is that of what goes out', async t => {
  for (const made of [{ plain: Buffer.from(TEXT) }, { brotli: brotliCompressSync(TEXT) }]) {
    await using box = await served(staticFile(TYPES.css, made));
    const plain = await box.get();
    t.match(plain, { status: 200, headers: { 'content-type': TYPES.css, 'content-length': String(TEXT.length) } });
    t.equal(plain.bytes.toString(), TEXT);
    t.notOk('content-encoding' in plain.headers);
    const small = await box.get({ 'accept-encoding': 'gzip, br' });
    t.match(small.headers, { 'content-encoding': 'br', 'content-length': String(small.bytes.length) });
    t.equal(brotliDecompressSync(small.bytes).toString(), TEXT);
    // Over plain HTTP browsers do not take brotli.
    const zipped = await box.get({ 'accept-encoding': 'gzip, deflate' });
    t.match(zipped.headers, { 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    t.equal(gunzipSync(zipped.bytes).toString(), TEXT);
    const head = await box.get({}, 'HEAD');
    t.match([head.headers['content-length'], head.bytes.length], [String(TEXT.length), 0]);
  }
});

t.test('what was compressed when the program was packed is not compressed again', async t => {
  const gzip = gzipSync(TEXT, { level: 9 });
  await using box = await served(staticFile(TYPES.js, { brotli: brotliCompressSync(TEXT), gzip: () => gzip }));
  t.same((await box.get({ 'accept-encoding': 'gzip' })).bytes, gzip);
});

t.test('who has the file is told so, with the headers that it was sent with', async t => {
  const headers = { 'cache-control': 'public, max-age=31536000, immutable', 'x-frame-options': 'DENY' };
  await using box = await served(staticFile(TYPES.html, { plain: Buffer.from(TEXT) }), headers);
  const { headers: first } = await box.get();
  t.match(first, { ...headers, 'x-content-type-options': 'nosniff' });
  const etag = String(first.etag);
  for (const known of [etag, `"x", W/${etag}`, '*']) {
    const again = await box.get({ 'if-none-match': known });
    t.match([again.status, again.bytes.length, again.headers.etag], [304, 0, etag], known);
    t.match(again.headers, headers);
  }
  t.equal((await box.get({ 'if-none-match': '"x"' })).status, 200);
});

t.test('a page that says what is wrong is sent whole, however small', async t => {
  const file = staticFile(TYPES.html, { plain: Buffer.from('not found') });
  await using box = await served(file, {}, 404);
  const found = await box.get({ 'if-none-match': file.etag, 'accept-encoding': 'br' });
  const text = brotliDecompressSync(found.bytes).toString();
  t.match([found.status, text, found.headers['cache-control']], [404, 'not found', 'no-cache']);
});

t.test('a file is made at its first request, once', t => {
  let made = 0;
  const files = new StaticFiles(path => {
    if (path !== '/a.css') return undefined;
    made++;
    return staticFile(TYPES.css, { plain: Buffer.from(TEXT) });
  });
  t.equal(made, 0);
  const file = files.get('/a.css');
  t.ok(file);
  t.equal(files.get('/a.css'), file);
  t.equal(file?.plain(), file?.plain());
  t.equal(files.get('/b.css'), undefined);
  t.equal(made, 1);
  t.end();
});
