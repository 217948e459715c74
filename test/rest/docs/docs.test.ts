import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import t from 'tap';
import { catalog } from '../../../src/kit/faults/faults.ts';
import { SERVICES } from '../../../src/rest/services.ts';
import { RestBox } from '../box.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly explode?: boolean;
  readonly schema: { readonly type?: unknown };
}

interface Described {
  readonly description?: string;
  readonly tags: readonly string[];
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>;
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string; readonly contact?: { readonly name?: string } };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

const stored = readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8');
const document = JSON.parse(stored) as Document;
const operations = Object.values(document.paths).flatMap(each => Object.values(each));

t.test('the document lists every method as the POST that reaches it, and names every operation once', async t => {
  t.equal(document.openapi, '3.1.0');
  t.equal(document.info.version, '1.0.0');
  const posted = (service: string) => Object.keys(document.paths).filter(path => path.startsWith(`/${service}/`));
  t.equal(posted('platform.api.v1.PlatformService').length, 117);
  for (const service of SERVICES) t.ok(posted(service).length > 0, service);
  for (const path of Object.keys(document.paths)) {
    const service = /^\/([A-Za-z0-9_.]+)\/[A-Za-z0-9]+$/.exec(path)?.[1];
    if (path.startsWith('/api/')) t.notMatch(path, /rest\.v1/);
    else t.ok(service && document.paths[path]?.post?.tags.includes(service), path);
  }
  const ids = operations.map(({ operationId }) => operationId);
  t.equal(new Set(ids).size, ids.length);
  t.notMatch(stored, /rest\.v1/, 'what is for REST alone is named nowhere');
});

const SEED_TAGS =
  'Users Devices Sensors Commands Telemetry Connections Connectors Dashboards Orgs Subscriptions Api-Keys Rules'.split(
    ' ',
  );

t.test(
  'the document says who stands behind it, its groups in the order of the contract, and what each method does',
  t => {
    t.ok(document.info.contact?.name);
    t.same(
      document.tags.slice(0, SEED_TAGS.length).map(({ name }) => name),
      SEED_TAGS,
    );
    const posted = Object.entries(document.paths).filter(([path]) => path.startsWith('/platform.api.v1.'));
    const words = posted.map(([, { post }]) => post?.description ?? '');
    t.equal(new Set(words).size, 117, 'each of the 117 in words of its own');
    t.notOk(words.includes(''));
    t.end();
  },
);

t.test('no word of a closed list is empty, and what the contract leaves free is free', t => {
  const empty: string[] = [];
  const look = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { enum: words } = value as { readonly enum?: unknown };
    if (Array.isArray(words) && (words.length === 0 || words.includes(''))) empty.push(at);
    for (const [key, inside] of Object.entries(value)) look(inside, `${at}/${key}`);
  };
  look(document, '');
  t.same(empty, []);
  const { SensorMapping } = (document as unknown as { components: { schemas: Record<string, object> } }).components
    .schemas;
  t.match(SensorMapping, { properties: { sourcePath: { type: undefined } }, additionalProperties: true });
  t.end();
});

t.test('headers stand where they occur', t => {
  const of = (verb: string, path: string) => {
    const { parameters = [], responses = {} } = document.paths[path]?.[verb] ?? {};
    const asked = parameters.filter(each => each.in === 'header').map(({ name }) => name);
    const told = Object.keys(responses[200]?.headers ?? {}).filter(name => !/^(RateLimit|X-Request-Id)/.test(name));
    return `${asked.join(' ')} → ${told.join(' ')}`.trim();
  };
  t.equal(of('get', '/api/v2/devices/{id}'), 'If-None-Match → ETag X-Warning');
  t.equal(
    of('post', '/api/v2/devices'),
    'Idempotency-Key → ETag Location X-Warning X-Unknown-Fields Idempotency-Replayed',
  );
  t.equal(of('patch', '/api/v2/rules/{id}'), 'If-Match → ETag X-Unknown-Fields');
  t.equal(of('delete', '/api/v2/dashboards/{id}'), 'If-Match →');
  t.equal(
    of('post', '/api/v2/alerts/{id}/acknowledge'),
    'If-Match Idempotency-Key → ETag X-Unknown-Fields Idempotency-Replayed',
  );
  t.equal(of('delete', '/api/v2/alert-silences/{id}'), 'If-Match →');
  t.equal(of('get', '/api/v2/events'), '→');
  t.equal(of('post', '/api/v2/streams/ticket'), '→ X-Unknown-Fields');
  for (const operation of operations) {
    const { 200: ok } = operation.responses;
    if (operation.tags[0]?.includes('Service')) continue;
    t.match(
      ok?.headers,
      { 'RateLimit-Limit': {}, 'RateLimit-Remaining': {}, 'RateLimit-Reset': {} },
      operation.operationId,
    );
  }
  t.end();
});

t.test('clients find parameters where the document says', async t => {
  const shapes = Object.keys(document.paths).map(path => path.replace(/\{\w+\}/g, '{}'));
  t.equal(new Set(shapes).size, shapes.length, 'no two paths differ only in the names of their parameters');
  for (const [path, described] of Object.entries(document.paths)) {
    const inBraces = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const { operationId, parameters = [], responses } of Object.values(described)) {
      // A device that is named there may not be there.
      if (parameters.some(({ name }) => /^deviceId$|^id$/.test(name))) t.ok(responses[404], operationId);
      const inPath = parameters.filter(each => each.in === 'path').map(({ name }) => name);
      t.same(inPath, inBraces, operationId);
      const lists = parameters.filter(({ schema }) => schema.type === 'array');
      for (const { name, explode } of lists) t.equal(explode, false, `${operationId}: ${name} has commas`);
    }
  }
});

t.test('document and page are served to every client, whole and from here alone', async t => {
  await using box = await RestBox.start(t.testdir());
  const stranger = box.as({});
  const nowhere = { query: { organizationId: undefined } };
  const plain = await stranger.get('/api/openapi.json', nowhere);
  t.equal(plain.status, 200);
  t.match(plain.headers['content-type'], /^application\/json/);
  t.equal(plain.bytes.toString(), stored);
  const small = await stranger.get('/api/openapi.json', { ...nowhere, headers: { 'accept-encoding': 'gzip, br' } });
  t.equal(small.headers['content-encoding'], 'br');
  t.equal(brotliDecompressSync(small.bytes).toString(), stored);
  const { etag = '' } = plain.headers;
  const again = await stranger.get('/api/openapi.json', { ...nowhere, headers: { 'if-none-match': `"x", W/${etag}` } });
  t.equal(again.status, 304);
  t.equal(again.bytes.length, 0);
  const other = await stranger.get('/api/openapi.json', { ...nowhere, headers: { 'if-none-match': '"x"' } });
  t.equal(other.status, 200);

  const page = await stranger.get('/api/docs', nowhere);
  t.match(page.headers['content-type'], /^text\/html/);
  t.match(page.headers['content-security-policy'], /default-src 'none'; script-src 'self';/);
  const named = [...page.bytes.toString().matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
  const parts = named.filter(path => !path.startsWith('data:'));
  t.ok(parts.length >= 3);
  for (const path of parts) {
    t.match(path, /^\/api\//, 'nothing is asked of another host');
    const part = await stranger.get(path, nowhere);
    t.equal(part.status, 200, path);
    t.ok(part.bytes.length > 100, path);
    const head = await stranger.head(path, nowhere);
    t.equal(head.headers['content-length'], String(part.bytes.length), path);
    t.equal(head.bytes.length, 0, path);
  }
  t.match((await stranger.get('/api/docs/start.js', nowhere)).headers['content-type'], /^text\/javascript/);

  const posted = await stranger.post('/api/docs', {}, nowhere);
  t.match([posted.status, posted.token, posted.headers.allow], [405, 'MethodNotAllowed', 'GET, HEAD, OPTIONS']);
  for (const path of ['/api/docs', '/api/openapi.json']) {
    const asked = await stranger.send('OPTIONS', path, nowhere);
    t.match([asked.status, asked.headers.allow, asked.bytes.length], [204, 'GET, HEAD, OPTIONS', 0], path);
  }
  t.match(await stranger.get('/api/docs/nothing', nowhere), { status: 404, token: 'PathNotFound' });
});

t.test('a problem leads to the place where its token is explained', async t => {
  await using box = await RestBox.start(t.testdir());
  const { json } = await box.as({}).get('/api/v2/nothing');
  const [path = '', token = ''] = String(json.type).split('#');
  t.match(token, /^ErrToken/);
  const page = (await box.as({}).get(path, { query: { organizationId: undefined } })).bytes.toString();
  t.match(page, `id="${token}"`);
  for (const { token: each } of Object.values(catalog)) if (!page.includes(`id="${each}"`)) t.fail(each);
  t.notMatch(page, /undefined/);
});
