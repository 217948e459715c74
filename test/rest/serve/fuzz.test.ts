import fc from 'fast-check';
import t from 'tap';
import { ORGANIZATION } from '../../rpc/harness.ts';
import { httpCalls } from '../http-calls.ts';
import { connectHttp2, raw } from './raw-requests.ts';
import { operations, sampleServer } from './sample.ts';

t.setTimeout(120_000);

const word = fc.string({ unit: 'grapheme-ascii', maxLength: 12 });
const segment = fc.oneof(
  word.map(encodeURIComponent),
  fc.constantFrom(
    'things',
    'v2',
    'api',
    'files',
    'watch',
    'note',
    '..',
    '.',
    '',
    '%',
    '%2F',
    '%00',
    '%C3%28',
    '%zz',
    '\u00e9',
  ),
  fc.uuid(),
);
const known = fc
  .constantFrom(...operations.map(({ path }) => path))
  .chain(path => fc.uuid().map(id => path.replace(/\{\w+\}/g, id)));
const path = fc.oneof(
  { weight: 3, arbitrary: known },
  { weight: 1, arbitrary: fc.array(segment, { maxLength: 6 }).map(all => `/api/${all.join('/')}`) },
);
const key = fc.oneof(
  fc.constantFrom(
    'limit',
    'offset',
    'from',
    'whole',
    'keys',
    'above',
    'after',
    'organizationId',
    'signature',
    '__proto__',
  ),
  word.map(encodeURIComponent),
);
const value = fc.oneof(
  word.map(encodeURIComponent),
  fc.constantFrom(
    '',
    '%',
    '1e309',
    '-1',
    '99999999999999999999',
    ORGANIZATION,
    '2026-02-30T00:00:00Z',
    '9'.repeat(400),
    '+',
    '%00',
  ),
);
const query = fc
  .array(fc.tuple(key, value), { maxLength: 5 })
  .map(pairs => (pairs.length === 0 ? '' : `?${pairs.map(([name, of]) => `${name}=${of}`).join('&')}`));
const method = fc.constantFrom(
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'SEARCH',
);
const header = fc.oneof(
  fc.constantFrom<[string, string]>(
    ['Content-Type', 'application/json'],
    ['Content-Type', 'application/merge-patch+json'],
    ['Content-Type', 'image/png'],
    ['Content-Type', 'application/grpc'],
    ['Content-Encoding', 'br'],
    ['Accept-Encoding', 'br;q=x,gzip;;;,*'],
    ['If-Match', '"'],
    ['If-None-Match', 'W/"\u00ff"'],
    ['Idempotency-Key', '0192f000-0000-7000-8000-0000000000aa'],
    ['Origin', 'null'],
    ['Access-Control-Request-Method', 'PATCH'],
    ['Expect', '100-continue'],
    ['X-Request-Id', 'a'.repeat(65)],
    ['Upgrade', 'h2c'],
    ['Last-Event-ID', '-1'],
    ['Content-Disposition', 'attachment; filename="\u00e9'],
    ['X-Large', 'x'.repeat(17_000)],
  ),
  fc.tuple(fc.stringMatching(/^[A-Za-z-]{1,20}$/), fc.stringMatching(/^[\x21-\x7e]{0,40}$/)),
);
const thing = fc.record(
  {
    name: fc.anything(),
    parts: fc.anything(),
    free: fc.anything(),
    count: fc.anything(),
    seenAt: fc.anything(),
    tags: fc.anything(),
    mainPart: fc.anything(),
  },
  { requiredKeys: [] },
);
const body = fc.oneof(
  fc.constant(''),
  fc.json({ maxDepth: 4 }),
  thing.map(given => {
    try {
      return JSON.stringify(given) ?? '';
    } catch {
      return '{';
    }
  }),
  fc.string(),
  fc.constant(`${'['.repeat(20_000)}`),
  fc.constant(`{"free":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`),
  fc.uint8Array({ maxLength: 40 }).map(bytes => Buffer.from(bytes).toString('latin1')),
);
const request = fc.record({
  method,
  target: fc.tuple(path, query).map(parts => parts.join('')),
  headers: fc.array(header, { maxLength: 5 }),
  body,
  /** How the length of the body is told. */
  framing: fc.constantFrom('length', 'chunked', 'none', 'too long', 'both'),
});

t.test('whatever is sent, nothing comes back that says we failed, and the next one is served', async t => {
  const unowned: unknown[] = [];
  const note = (reason: unknown) => unowned.push(reason);
  process.on('unhandledRejection', note);
  t.teardown(() => process.off('unhandledRejection', note));
  await using server = await sampleServer();
  const { get, close } = httpCalls(server.port, ORGANIZATION);
  t.teardown(close);
  await fc.assert(
    fc.asyncProperty(
      fc.array(request, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 400 }),
      fc.boolean(),
      async (requests, piece, isCut) => {
        const statuses = await raw(server.port, requests, piece, isCut);
        for (const status of statuses) if (status >= 500) throw new Error(`status ${status}`);
        const after = await get('/api/v2/things');
        if (after.status !== 200) throw new Error(`then ${after.status}`);
        if (unowned.length > 0) throw unowned[0];
      },
    ),
    { numRuns: 400, endOnFailure: true },
  );
  t.same(
    server.lines.filter(({ level }) => level >= 50).map(({ msg, err }) => ({ msg, err })),
    [],
    'nothing is logged as a failure of ours',
  );
});

t.test('so it is over HTTP/2', async t => {
  await using server = await sampleServer();
  await fc.assert(
    fc.asyncProperty(request, fc.boolean(), async (given, isCut) => {
      const status = await connectHttp2(server.port, given, isCut);
      if (status >= 500) throw new Error(`status ${status}`);
    }),
    { numRuns: 300, endOnFailure: true },
  );
  const { get, close } = httpCalls(server.port, ORGANIZATION);
  t.teardown(close);
  t.equal((await get('/api/v2/things')).status, 200);
  t.same(
    server.lines.filter(({ level }) => level >= 50).map(({ msg }) => msg),
    [],
  );
});
