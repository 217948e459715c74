import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import t from 'tap';
import { fault } from '../../../src/kit/faults/faults.ts';
import type { AccessControl } from '../../../src/rpc/call/access-control.ts';
import { until } from '../../peers/center.ts';
import { ORGANIZATION } from '../../rpc/harness.ts';
import { windClock } from '../../rpc/wind-clock.ts';
import { httpCalls } from '../http-calls.ts';
import { type Handle, sampleServer } from './sample.ts';

t.setTimeout(60_000);

const ID = '0192f000-0000-7000-8000-0000000000aa';
const THING = `/api/v2/things/${ID}`;
const JSON_TYPE = { 'content-type': 'application/json' };

type Options = Parameters<typeof sampleServer>[0];

async function opened(options: Options = {}) {
  const server = await sampleServer(options);
  const calls = httpCalls(server.port, ORGANIZATION);
  return { server, ...calls };
}

/** Lets in who shows a key. */
const keyed: AccessControl = {
  edition: 'community',
  admit(_row, incoming) {
    if (incoming.headers('x-api-key').length === 0) throw fault('AuthorizationRequired');
    const principal = { kind: 'service_account', id: incoming.headers('x-api-key')[0] ?? '', email: '' } as const;
    return { principal, org: 1, organizationId: ORGANIZATION };
  },
};

t.test('path, query and body make the request of a method', async t => {
  const { server, get, post, patch, put, send } = await opened({
    writable: ['name', 'note', 'main_part', 'main_part.size'],
  });
  await using _ = server;
  const last = () => server.calls.at(-1)?.request;

  await get(
    '/api/v2/things?limit=5&offset=7&search=a%20b%2bc+d&from=2026-01-20T10:00:00Z&whole=true&keys=a,b&above=-1.5e2&after=9',
  );
  t.match(last(), {
    ...{ organization_id: ORGANIZATION, limit: 5, offset: 7, search: 'a b+c d', whole: true, keys: ['a', 'b'] },
    ...{ above: -150, after: '9', from: { seconds: '1768903200', nanos: 0 } },
  });
  await get('/api/v2/things?limit=&offset=&search=&whole=&from=1768903200123&search=second&colour=red');
  t.match(last(), { limit: Number.NaN, offset: Number.NaN, from: { seconds: '1768903200', nanos: 123_000_000 } });
  t.notOk('search' in (last() ?? {}), 'an empty value is none');
  for (const limit of ['1e3', '1.0', '0x10', ' 1', '--1', '9'.repeat(16)]) {
    await get('/api/v2/things', { query: { limit } });
    t.match(last(), { limit: Number.NaN }, limit);
  }
  await get('/api/v2/things', { query: { limit: '99999999999' } });
  t.match(last(), { limit: 99_999_999_999 });

  await post('/api/v2/things', { name: 'pump', mainPart: { size: 3 }, id: 'mine' });
  t.match(last(), { organization_id: ORGANIZATION, thing: { name: 'pump', main_part: { size: 3 }, id: 'mine' } });
  await post('/api/v2/things');
  t.match(last(), { thing: { name: '', parts: [] } }, 'no body is an empty one');
  await post(`${THING}/note`, { text: 'x', id: 'other', organizationId: 'other' });
  t.match(last(), { id: ID, text: 'x', organization_id: ORGANIZATION });
  await patch(THING, { name: 'a', note: null, count: 7, mainPart: { size: null, name: 'x' }, id: 'other' });
  t.match(last(), {
    thing: { id: ID, name: 'a', main_part: { name: 'x' } },
    update_mask: { paths: ['name', 'note', 'main_part', 'main_part.size'] },
  });
  await patch(THING, {});
  t.match(last(), { thing: { id: ID }, update_mask: { paths: [] } });
  await send('PATCH', THING);
  t.match(last(), { thing: { id: ID }, update_mask: { paths: [] } });
  await put(THING, { name: 'b' });
  t.match(last(), { thing: { id: ID, name: 'b' }, update_mask: { paths: ['*'] } });
  await get(`/api/v2/things/a%2Fb%20%C3%A4`);
  t.match(last(), { id: 'a/b ä' });
  await get('/api/v2/th%69ngs');
  t.match(last(), { organization_id: ORGANIZATION });
});

t.test('the organization is in the query, once or twice the same', async t => {
  const { server, get } = await opened();
  await using _ = server;
  const named = async (query: string) => {
    await get(`${THING}?${query}`);
    return server.calls.at(-1)?.request.organization_id;
  };
  t.equal(await named(`organizationId=${ORGANIZATION}&organizationId=${ORGANIZATION}`), ORGANIZATION);
  t.equal(await named(`organizationId=${ORGANIZATION}&organizationId=other`), `${ORGANIZATION},other`);
  t.equal(await named('organizationId='), '');
});

t.test('without credentials only what the head of a request says is told', async t => {
  const { server, send } = await opened({ access: keyed });
  await using _ = server;
  const key = { 'x-api-key': 'k' };
  for (const [method, path, headers, status, token] of [
    ['GET', '/api', {}, 404, 'PathNotFound'],
    ['GET', '/api/v2/things/', {}, 404, 'PathNotFound'],
    ['GET', '/api//v2/things', {}, 404, 'PathNotFound'],
    ['GET', `${THING}/note/x`, {}, 404, 'PathNotFound'],
    ['GET', '/api/v2/things/%C3', {}, 400, 'MalformedRequest'],
    ['GET', '/api/v2/things?a=%zz', {}, 400, 'MalformedRequest'],
    ['DELETE', '/api/v2/things', {}, 405, 'MethodNotAllowed'],
    ['BREW', '/api/v2/things', {}, 0, ''],
    ['POST', '/api/v2/things', { 'content-type': 'text/plain' }, 415, 'UnsupportedMediaType'],
    ['POST', '/api/v2/things', {}, 415, 'UnsupportedMediaType'],
    ['POST', '/api/v2/things', { 'content-type': 'application/json; charset=latin1' }, 415, 'UnsupportedMediaType'],
    ['POST', '/api/v2/things', { ...JSON_TYPE, 'content-encoding': 'gzip' }, 415, 'UnsupportedMediaType'],
    ['POST', '/api/v2/things', { 'content-type': 'application/merge-patch+json' }, 415, 'UnsupportedMediaType'],
    ['GET', `/api/v2/things?search=${'x'.repeat(8200)}`, {}, 414, 'RequestTooLarge'],
    ['GET', '/api/v2/things', { 'x-large': 'x'.repeat(17_000) }, 431, 'RequestTooLarge'],
    ['GET', '/api/v2/things', { host: 'elsewhere.example' }, 421, 'HostNotAllowed'],
    ['GET', '/api/v2/things', { origin: 'https://elsewhere.example' }, 403, 'HostNotAllowed'],
    ['GET', '/api/v2/things', {}, 401, 'AuthorizationRequired'],
    ['POST', '/api/v2/things', { 'content-type': 'APPLICATION/JSON;charset="UTF-8"' }, 401, 'AuthorizationRequired'],
    ['POST', '/api/v2/things', { ...key, 'content-type': 'application/json; charset=utf-8' }, 400, 'MalformedRequest'],
  ] as const) {
    if (status === 0) continue;
    const raw = method === 'POST' ? 'x' : undefined;
    const answer = await send(method, path, { headers, ...(raw && { raw }) });
    t.match({ status: answer.status, token: answer.token }, { status, token }, `${method} ${path.slice(0, 40)}`);
    t.equal(answer.headers['content-type'], 'application/problem+json');
    t.equal(answer.json.error.status, answer.status);
    t.equal(answer.headers['www-authenticate'], status === 401 ? 'ApiKey realm="platform"' : undefined);
  }
  t.equal((await send('DELETE', '/api/v2/things')).headers.allow, 'GET, POST, HEAD, OPTIONS');
  const large = await send('POST', '/api/v2/things', { headers: JSON_TYPE, raw: 'x'.repeat((1 << 20) + 1) });
  t.match(large, { status: 413, token: 'RequestTooLarge' }, 'a declared length is looked at first');
  t.same(server.calls, []);
});

t.test('a problem names what is wrong as the caller wrote it', async t => {
  const { server, post, get } = await opened({
    handle: () => {
      throw fault('FieldTooLong', { field: 'thing.main_part.name', limit: 10 });
    },
  });
  await using _ = server;
  const wrong = await post('/api/v2/things', { count: 'x', mainPart: { size: 'y' } });
  t.match(wrong, { status: 400, token: 'MalformedRequest' });
  t.same(
    wrong.json.error.details.fields.map(({ field, token }: { field: string; token: string }) => `${field} ${token}`),
    ['count ErrTokenMalformedRequest', 'mainPart.size ErrTokenMalformedRequest'],
  );
  const { json, headers } = await post('/api/v2/things', {}, { headers: { 'x-request-id': 'My-Request.7' } });
  t.strictSame(json, {
    type: '/api/docs/errors#ErrTokenFieldTooLong',
    title: 'a field is longer than allowed',
    status: 400,
    detail: 'mainPart.name is longer than 10 characters',
    instance: 'My-Request.7',
    error: {
      status: 400,
      code: 'INVALID_ARGUMENT',
      token: 'ErrTokenFieldTooLong',
      number: 1007,
      message: 'mainPart.name is longer than 10 characters',
      details: {
        field: 'mainPart.name',
        limit: 10,
        fields: [
          {
            field: 'mainPart.name',
            token: 'ErrTokenFieldTooLong',
            message: 'mainPart.name is longer than 10 characters',
          },
        ],
      },
      requestId: 'My-Request.7',
    },
  });
  t.equal(headers['x-request-id'], 'My-Request.7');
  const odd = await get('/api/v2/things', { headers: { 'x-request-id': 'a b"c' } });
  t.not(odd.headers['x-request-id'], 'a b"c');
  for (const [query, token] of [
    ['whole=yes', 'InvalidEnumValue'],
    ['from=yesterday', 'InvalidTimeRange'],
    ['after=x', 'FieldOutOfRange'],
  ] as const) {
    const answer = await get(`/api/v2/things?${query}`);
    t.match(answer, { status: 400, token });
    t.equal(answer.json.error.details.field, query.split('=')[0]);
  }
  for (const raw of ['{', '[]', '"x"', 'null', '7', '\ufeff{}', Buffer.from('{"name":"\xff"}', 'latin1')]) {
    const answer = await post('/api/v2/things', undefined, { headers: JSON_TYPE, raw });
    t.match(answer, { status: 400, token: 'MalformedRequest' }, String(raw));
  }
  const range = await post(`${THING}/note`, { to: 'tomorrow' });
  t.match(range, { token: 'InvalidTimeRange' });
});

t.test('statuses that say more than the code of a token', async t => {
  let name: Parameters<typeof fault>[0] = 'Internal';
  const { server, patch } = await opened({
    handle: () => {
      throw fault(name, { retry_after_ms: 1200 });
    },
  });
  await using _ = server;
  for (const [token, status, headers] of [
    ['InvalidOrganizationIDHeader', 401, {}],
    ['ConcurrentModification', 412, { 'if-match': '"1"' }],
    ['ConcurrentModification', 400, {}],
    ['MediaTooLarge', 413, {}],
    ['StorageFull', 507, {}],
    ['RateLimited', 429, {}],
    ['ServiceStopping', 503, {}],
    ['RequestIDReused', 409, {}],
    ['EnterpriseEditionRequired', 400, {}],
  ] as const) {
    name = token;
    const answer = await patch(THING, {}, { headers });
    t.match(answer, { status, token, headers: { 'retry-after': '2' } }, token);
  }
});

t.test('unknown keys are told in a header that any of them can stand in', async t => {
  const { server, post } = await opened();
  await using _ = server;
  const told = async (body: object) => (await post('/api/v2/things', body)).headers['x-unknown-fields'];
  t.equal(await told({ name: 'x' }), undefined);
  t.equal(
    await told({ main_part: 1, mainPart: { colour: 1 }, parts: [{ 'a,b': 1 }], 'ä€\n': 1, '': 1, free: { own: 1 } }),
    'main_part,mainPart.colour,parts.0.a%2Cb,%C3%A4%E2%82%AC%0A,',
  );
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`key${at}`, 1]));
  const names = Buffer.from((await told(many)) as string, 'latin1')
    .toString()
    .split(',');
  t.same([names.length, names.at(-1)], [21, '…']);
  const long = (await told({ ['x'.repeat(2000)]: 1 })) as string;
  t.equal(Buffer.from(long, 'latin1').toString(), '…');
  t.equal(await told({ '\ud800': 1 }), '%EF%BF%BD');
  const elsewhere = await post(`${THING}/note`, { text: 'x', id: 'other', organizationId: 'other' });
  t.equal(elsewhere.headers['x-unknown-fields'], 'id,organizationId', 'what is told elsewhere is no key of a body');
});

t.test('an answer tells its version, its place and more, and is left out for who has it', async t => {
  const handle: Handle = ({ call, method }) => {
    Object.assign(call.told, { version: 7, location: THING, warning: 'unknown connection ä\n', repeated: true });
    call.told.rate = { limit: 200, remaining: 399, resetS: 1 };
    call.told.headers = { 'x-more': 'yes' };
    if (method === 'DeleteThing') throw fault('InvalidArgument');
    return { name: 'pump' };
  };
  const { server, get, post, head, delete: remove } = await opened({ handle });
  await using _ = server;
  const { headers, status } = await post('/api/v2/things', {});
  const rate = { 'ratelimit-limit': '200', 'ratelimit-remaining': '399', 'ratelimit-reset': '1' };
  t.match(
    [status, headers],
    [
      200,
      {
        ...{ etag: 'W/"7"', location: THING, 'x-warning': 'unknown connection ??', 'idempotency-replayed': 'true' },
        ...{ 'x-more': 'yes', ...rate, vary: 'Origin, Accept-Encoding', 'cache-control': 'private, no-cache' },
      },
    ],
  );
  for (const tags of ['W/"7"', '"7"', '"1", W/"7"', '*']) {
    const known = await get(THING, { headers: { 'if-none-match': tags } });
    t.match([known.status, known.bytes.length, known.headers.etag], [304, 0, 'W/"7"'], tags);
  }
  t.match(await get(THING, { headers: { 'if-none-match': 'W/"8"' } }), { status: 200, json: { name: 'pump' } });
  t.equal((await post('/api/v2/things', {}, { headers: { 'if-none-match': '*' } })).status, 200);
  const refused = await remove(THING);
  t.match(refused.headers, rate, 'how often a caller may call is told with a refusal too');
  const [whole, empty] = [await get(THING), await head(THING)];
  t.match([empty.status, empty.bytes.length], [200, 0]);
  t.equal(empty.headers['content-length'], String(whole.bytes.length));
});

t.test('what a caller says of versions reaches the method', async t => {
  const { server, patch } = await opened();
  await using _ = server;
  for (const [given, tags] of [
    ['W/"7"', ['7']],
    ['"7", W/"8"', ['7', '8']],
    ['*', ['*']],
    ['7', ['']],
    ['"', ['']],
  ] as const) {
    await patch(THING, {}, { headers: { 'if-match': given } });
    t.same(server.calls.at(-1)?.call.ifMatch, tags, given);
  }
  await patch(THING, {});
  t.equal(server.calls.at(-1)?.call.ifMatch, undefined);
});

t.test('a key for repeating a call belongs to its path and body, and is taken once at a time', async t => {
  const gates: (() => void)[] = [];
  const handle: Handle = () => new Promise(resolve => gates.push(() => resolve({})));
  const { server, post, as } = await opened({ handle, access: keyed });
  await using _ = server;
  const key = { 'idempotency-key': 'AAAAAAAA-0000-4000-8000-000000000001', 'x-api-key': 'a' };
  const first = post('/api/v2/things', { name: 'x' }, { headers: key });
  await until(() => gates.length === 1);
  t.match(await post('/api/v2/things', { name: 'x' }, { headers: key }), {
    ...{ status: 409, token: 'RequestIDReused', headers: { 'retry-after': '1' } },
  });
  const other = as({ ...key, 'x-api-key': 'b' }).post('/api/v2/things', { name: 'x' });
  await until(() => gates.length === 2);
  for (const open of gates) open();
  t.match([(await first).status, (await other).status], [200, 200], 'another caller has other keys');
  const again = post('/api/v2/things', { name: 'x' }, { headers: key });
  const different = post(
    '/api/v2/things',
    { name: 'y' },
    { headers: { ...key, 'idempotency-key': crypto.randomUUID() } },
  );
  await until(() => gates.length === 4);
  for (const open of gates) open();
  await Promise.all([again, different]);
  const digests = server.calls.map(({ call }) => call.once?.digest);
  t.same([digests[0] === digests[1], digests[0] === digests[2]], [true, true]);
  t.equal(new Set(digests).size, 2);
  t.equal(server.calls[0]?.call.once?.key, 'aaaaaaaa-0000-4000-8000-000000000001');
  for (const wrong of ['x', '1234']) {
    const answer = await post('/api/v2/things', {}, { headers: { ...key, 'idempotency-key': wrong } });
    t.match(answer, {
      status: 400,
      token: 'InvalidArgument',
      json: { error: { details: { field: 'Idempotency-Key' } } },
    });
  }
});

t.test('large answers are compressed for who takes that', async t => {
  const { server, get } = await opened({ handle: () => ({ name: 'pump '.repeat(500) }) });
  await using _ = server;
  const by = async (accept: string | undefined) => {
    const { headers, bytes } = await get(THING, { headers: accept === undefined ? {} : { 'accept-encoding': accept } });
    const encoding = headers['content-encoding'];
    const plain = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
    t.equal(JSON.parse(plain.toString()).name.length, 2500);
    t.equal(headers['content-length'], String(bytes.length));
    return encoding;
  };
  t.equal(await by(undefined), undefined);
  t.equal(await by('gzip, deflate, br'), 'br');
  t.equal(await by('gzip'), 'gzip');
  t.equal(await by('br;q=0, gzip;q=0.5'), 'gzip');
  t.equal(await by('*;q=0.1'), 'br');
  t.equal(await by('identity'), undefined);
  t.equal(await by('br;q=0.000'), undefined);
});

t.test('OPTIONS needs no credentials, and pages from elsewhere only see what they may', async t => {
  const page = 'https://page.example';
  const { server, send } = await opened({ access: keyed, corsOrigins: [page] });
  await using _ = server;
  const plain = await send('OPTIONS', THING);
  t.match([plain.status, plain.headers.allow], [204, 'GET, PATCH, PUT, DELETE, HEAD, OPTIONS']);
  const asks = {
    origin: page,
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'x-anything',
  };
  const flight = await send('OPTIONS', THING, { headers: asks });
  t.match(
    [flight.status, flight.headers],
    [
      204,
      {
        'access-control-allow-origin': page,
        'access-control-allow-methods': /PATCH/,
        'access-control-allow-headers': /Idempotency-Key/,
      },
    ],
  );
  t.notMatch(flight.headers['access-control-allow-headers'], /anything/);
  const answer = await send('GET', THING, { headers: { origin: page } });
  t.match(answer, { status: 401, headers: { 'access-control-expose-headers': /RateLimit-Limit/ } });
});

t.test('files go up and down as they are', async t => {
  const handle: Handle = ({ method, request }) =>
    method === 'Upload'
      ? { text: `${request.type} ${request.disposition} ${Buffer.from(request.content as Buffer).toString()}` }
      : { content: Buffer.from(`file ${request.id} ${request.signature}`), type: 'image/png' };
  const { server, send, get, as } = await opened({
    handle,
    access: {
      ...keyed,
      admit: (row, incoming) =>
        row.name.endsWith('OpenFile')
          ? { principal: { kind: 'anonymous', id: '', email: '' }, org: 0, organizationId: '' }
          : keyed.admit(row, incoming),
    },
  });
  await using _ = server;
  const key = { 'x-api-key': 'k' };
  const sent = await send('POST', '/api/v2/files', {
    headers: { ...key, 'content-type': 'image/png', 'content-disposition': 'attachment; filename=a.png' },
    raw: 'bytes',
  });
  t.equal(sent.json.text, 'image/png attachment; filename=a.png bytes');
  t.equal((await send('POST', '/api/v2/files', { headers: { ...key, ...JSON_TYPE }, raw: 'x' })).status, 415);
  const large = await send('POST', '/api/v2/files', {
    headers: { ...key, 'content-type': 'image/png' },
    raw: Buffer.alloc((2 << 20) + 1),
  });
  t.match(large, { status: 413, token: 'MediaTooLarge' });
  const down = await get('/api/v2/files/7', { headers: key });
  t.match([down.headers['content-type'], down.bytes.toString()], ['image/png', 'file 7 undefined']);
  const signed = await as({}).get('/api/v2/files/7?signature=s&organizationId=');
  t.equal(signed.bytes.toString(), 'file 7 s', 'a signature in the query is enough');
  t.equal((await get('/api/v2/files/7?signature=s', { headers: key })).bytes.toString(), 'file 7 undefined');
});

t.test('HTTP/2 is served as HTTP/1.1 is', async t => {
  const { server } = await opened();
  await using _ = server;
  const session = connectHttp2(server.url);
  const ask = (headers: Record<string, string>, body?: string) =>
    new Promise<{ status: number; json: { name?: string; error?: { token: string } } }>((resolve, reject) => {
      const stream = session.request(headers, { endStream: body === undefined });
      let status = 0;
      const chunks: Buffer[] = [];
      stream.on('response', got => {
        status = got[':status'] ?? 0;
      });
      stream.on('data', chunk => chunks.push(chunk));
      stream.on('end', () => resolve({ status, json: JSON.parse(Buffer.concat(chunks).toString() || '{}') }));
      stream.on('error', reject);
      if (body !== undefined) stream.end(body);
    });
  const path = `/api/v2/things?organizationId=${ORGANIZATION}`;
  t.match(await ask({ ':path': path }), { status: 200 });
  t.match(await ask({ ':path': path, ':method': 'POST', ...JSON_TYPE }, '{"name":"x"}'), {
    status: 200,
    json: { name: 'x' },
  });
  t.match(await ask({ ':path': path, ':method': 'POST' }, '{}'), { status: 415 });
  t.match(await ask({ ':path': path, ':method': 'POST' }), { status: 200 }, 'no body needs no type');
  t.match(await ask({ ':path': path, ':method': 'POST', 'content-type': 'application/grpc' }, '{}'), {
    ...{ status: 415, json: { error: { token: 'ErrTokenUnsupportedMediaType' } } },
  });
  t.match(await ask({ ':path': '/api/nowhere' }), { status: 404 });
  const large = session.request({ ':path': path, ':method': 'POST', 'content-type': 'text/plain' });
  large.resume();
  large.end('x'.repeat(300_000));
  await new Promise(resolve => large.once('close', resolve));
  t.equal(large.rstCode, 0, 'a body that is not wanted holds no stream open');
  session.close();
});

t.test('a body that does not come in time, or comes without end, is refused; one that is cut is dropped', async t => {
  const clock = windClock();
  const { server } = await opened({ clock });
  await using _ = server;
  const head = (length: string) =>
    `POST /api/v2/things?organizationId=${ORGANIZATION} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${length}\r\n\r\n`;
  const opens = (text: string) => {
    const socket = connect(server.port, '127.0.0.1');
    let seen = '';
    socket.on('data', data => {
      seen += data;
    });
    socket.on('error', () => {});
    socket.write(text);
    return { socket, seen: () => seen };
  };
  const slow = opens(`${head('Content-Length: 100')}{`);
  await until(() => clock.pending > 0);
  await new Promise(resolve => setImmediate(resolve));
  clock.advance(31_000);
  await until(() => slow.seen().includes('ErrTokenDeadlineExceeded'));
  t.match(slow.seen(), /^HTTP\/1.1 504 /);
  slow.socket.destroy();
  const endless = opens(head('Transfer-Encoding: chunked'));
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  endless.socket.on('error', () => {});
  for (let sent = 0; sent < 5 << 20 && !endless.seen().includes('413'); sent += 0x10000) {
    if (!endless.socket.write(chunk)) await new Promise(resolve => endless.socket.once('drain', resolve));
  }
  await until(() => endless.seen().includes('ErrTokenRequestTooLarge'));
  endless.socket.destroy();
  const cut = opens(`${head('Content-Length: 100')}{`);
  await new Promise(resolve => setImmediate(resolve));
  cut.socket.destroy();
  const fresh = httpCalls(server.port, ORGANIZATION);
  const chunked = { ...JSON_TYPE, 'transfer-encoding': 'chunked' };
  const beyond = await fresh.send('POST', '/api/v2/things', { headers: chunked, raw: ' '.repeat((1 << 20) + 1) });
  t.match(beyond, { status: 413, token: 'RequestTooLarge' });
  t.equal((await fresh.get(THING)).status, 200);
  t.equal(server.calls.filter(({ method }) => method === 'CreateThing').length, 0);
});
