import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import t from 'tap';
import { ROUTES } from '../../web/routes.ts';
import { Center } from '../peers/center.ts';
import { ask } from './http.ts';
import { SCRIPT, TinyConsole } from './tiny-console.ts';

const PAGE = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; " +
  "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
  "trusted-types 'none'";
const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), clipboard-write=(self), geolocation=(), microphone=(), payment=(), usb=()',
};

t.test('the console', async t => {
  const consoleSource = new TinyConsole();
  await using center = await Center.start({ dir: t.testdir(), consoleSource });
  const { gateway: port } = center.ports;
  t.equal(consoleSource.asked, 0, 'nothing is built before it is asked for');

  await t.test('shows its page at / and at every route, to every client', async t => {
    for (const path of ['/', '/stations', '/stations/70b3d59cd0000001?tab=2']) {
      const { status, headers, body } = await ask(port, 'GET', path);
      t.equal(status, 200, path);
      t.match(headers, { ...HEADERS, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
      t.match(body.toString(), '<html lang="en" data-theme="system">');
      t.notOk(headers['strict-transport-security']);
    }
  });

  await t.test('is drawn as its cookie says, with a tag for each, and no other text of the cookie', async t => {
    const shown = async (cookie: string) => {
      const { headers, body } = await ask(port, 'GET', '/', { cookie });
      return { etag: headers.etag, html: /<html[^>]*>/.exec(body.toString())?.[0], vary: headers.vary };
    };
    const dark = await shown('other=1; ws_ui=dark.de');
    t.equal(dark.html, '<html lang="de" data-theme="dark">');
    t.match(dark.vary, /Cookie/);
    const light = await shown('ws_ui=light.en');
    t.not(light.etag, dark.etag);
    t.equal((await shown('ws_ui="><script>.xx')).html, '<html lang="en" data-theme="system">');
    const again = await ask(port, 'GET', '/', { cookie: 'ws_ui=dark.de', 'if-none-match': dark.etag ?? '' });
    t.match([again.status, again.body.length], [304, 0]);
    t.match(again.headers, HEADERS);
    const other = await ask(port, 'GET', '/', { cookie: 'ws_ui=light.de', 'if-none-match': dark.etag ?? '' });
    t.equal(other.status, 200, 'another appearance is another page');
  });

  await t.test('sends files as the browser takes them, and keeps them for ever where a hash names them', async t => {
    const path = '/assets/main-0A1B.js';
    const br = await ask(port, 'GET', path, { 'accept-encoding': 'gzip, br' });
    t.match(br.headers, {
      ...HEADERS,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    });
    t.equal(brotliDecompressSync(br.body).toString(), SCRIPT);
    const gzip = await ask(port, 'GET', path, { 'accept-encoding': 'gzip, deflate' });
    t.equal(gunzipSync(gzip.body).toString(), SCRIPT);
    t.equal((await ask(port, 'GET', path)).body.toString(), SCRIPT);
    const head = await ask(port, 'HEAD', path);
    t.match([head.status, head.body.length, head.headers['content-length']], [200, 0, String(SCRIPT.length)]);
    t.equal((await ask(port, 'GET', path, { 'if-none-match': br.headers.etag ?? '' })).status, 304);
    const icon = await ask(port, 'GET', '/favicon.svg');
    t.match(icon.headers, { 'cache-control': 'max-age=86400', 'content-type': 'image/svg+xml' });
    const robots = await ask(port, 'GET', '/robots.txt');
    t.match(robots.body.toString(), /^Disallow: \/$/m);
    t.match(robots.headers, { 'cache-control': 'max-age=86400' });
  });

  await t.test('says what is not there: a page to people, nothing for a file, JSON to programs', async t => {
    const page = await ask(port, 'GET', '/nowhere/at-all', PAGE);
    t.equal(page.status, 404);
    t.match(page.body.toString(), '<title>tiny</title>');
    t.match(page.headers, HEADERS);
    const known = await ask(port, 'GET', '/nowhere', { ...PAGE, 'if-none-match': page.headers.etag ?? '' });
    t.equal(known.status, 404, 'what is not there is never "not modified"');
    for (const path of ['/assets/main-FFFF.js', '/assets/', '/manifest.webmanifest']) {
      const file = await ask(port, 'GET', path, PAGE);
      t.match([file.status, file.body.length], [404, 0], path);
    }
    for (const path of [
      '/stations/../etc/passwd',
      '/assets/..%2f..%2fetc/passwd',
      '/stations/%00',
      '/assets/../main.js',
    ]) {
      const file = await ask(port, 'GET', path, PAGE);
      t.match([file.status, file.body.length], [404, 0], path);
    }
    const program = await ask(port, 'GET', '/nowhere');
    t.equal(program.headers['x-error-token'], 'ErrTokenMethodUnknown');
    t.equal((await ask(port, 'GET', '/app.php', PAGE)).headers['x-error-token'], 'ErrTokenMethodUnknown');
  });

  await t.test('is read and never written to', async t => {
    for (const path of ['/', '/stations', '/assets/main-0A1B.js', '/robots.txt']) {
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const { status, headers, body } = await ask(port, method, path);
        t.match([status, headers.allow, body.length], [405, 'GET, HEAD', 0], `${method} ${path}`);
      }
    }
    t.equal((await ask(port, 'POST', '/nowhere')).headers['x-error-token'], 'ErrTokenMethodUnknown');
  });

  await t.test('leaves REST, RPCs and gRPC what is theirs', async t => {
    t.equal((await ask(port, 'GET', '/api/v2/nothing', PAGE)).headers['content-type'], 'application/problem+json');
    t.match((await ask(port, 'GET', '/api/docs', PAGE)).body.toString(), 'Waystation public API');
    const json = { 'content-type': 'application/json' };
    const rpc = await ask(port, 'POST', '/platform.api.v1.PlatformService/GetSystemStatus', json, '{}');
    t.equal(rpc.status, 200);
  });

  await t.test('tells a person who comes by another name which one it was, and how it is let in', async t => {
    const refused = await ask(port, 'GET', '/', { ...PAGE, host: 'evil<b>.example:9090' });
    t.equal(refused.status, 421);
    const html = refused.body.toString();
    t.match(html, /evil.*\.example.*gateway\.allowed_hosts/s);
    t.notMatch(html, '<b>');
    t.match(refused.headers, { ...HEADERS, 'cache-control': 'no-store' });
    const program = await ask(port, 'GET', '/', { host: 'evil.example' });
    t.match([program.status, program.headers['x-error-token']], [421, 'ErrTokenHostNotAllowed']);
    const rest = await ask(port, 'GET', '/api/v2/devices', { ...PAGE, host: 'evil.example' });
    t.equal(rest.headers['content-type'], 'application/problem+json');
  });
});

t.test('a console that is switched off leads to the page of the API', async t => {
  const consoleSource = new TinyConsole();
  await using center = await Center.start({
    ...{ dir: t.testdir(), consoleSource },
    settings: { console: { enabled: false } },
  });
  const { gateway: port } = center.ports;
  const { status, headers } = await ask(port, 'GET', '/', PAGE);
  t.match([status, headers.location], [302, '/api/docs']);
  t.equal((await ask(port, 'GET', '/stations', PAGE)).status, 404);
  t.equal((await ask(port, 'POST', '/')).headers['x-error-token'], 'ErrTokenMethodUnknown');
  t.equal((await ask(port, 'GET', '/', { ...PAGE, host: 'evil.example' })).status, 421);
  t.equal(consoleSource.asked, 0);
});

t.test('no route of the console is a path of the APIs', t => {
  const rpcPath = /^\/((?:[a-z0-9_.]+\.)?[A-Z][A-Za-z0-9]*|[a-z0-9_.]+\.[A-Za-z0-9]+)\/([A-Za-z0-9]+)$/;
  for (const { path } of ROUTES) {
    const filled = path.replaceAll(/:\w+/g, '70b3d59cd0000001');
    t.notMatch(filled, rpcPath, path);
    t.notMatch(filled, /^\/(api|auth)(\/|$)/, path);
    t.match(filled, /^\/([a-z-]+(\/|$)|$)/, `${path} begins in lower case, without a dot`);
  }
  t.end();
});
