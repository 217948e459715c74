import { request as httpRequest } from 'node:http';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { request as httpsRequest } from 'node:https';
import { connect as tlsConnect } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { credentials } from '@grpc/grpc-js';
import t from 'tap';
import { fault } from '../../../src/kit/faults/faults.ts';
import { SERVICES } from '../../../src/rest/services.ts';
import { rpc } from '../../../src/rpc/call/define.ts';
import { eui } from '../../../src/rpc/checks.ts';
import { fields, list, nothing } from '../../../src/rpc/input.ts';
import { frame } from '../../../src/rpc/serve/frames.ts';
import type { Site } from '../../../src/rpc/serve/web.ts';
import { struct, timestamp } from '../../../src/rpc/wire.ts';
import { testAuthority } from '../../peers/certificates.ts';
import { decode, encode, grpcClient, startServer } from '../harness.ts';

const rule = { access: 'org', needs: 'R', scope: 'endpoints:read' } as const;
const EUI = '70b3d59cd0000001';
const rows = [
  rpc('GetEndPoint', {
    ...rule,
    input: fields({ ep_eui: eui, reveal_keys: list((wire: string) => wire, 3) }),
    handle({ ep_eui }) {
      if (ep_eui !== EUI) throw fault('EndPointNotFound', { ep_eui });
      return { ep_eui, message_count: '9007199254740993', tags: { a: 'b' }, created_at: timestamp(1_700_000_000_123) };
    },
  }),
  rpc('GetMessage', { ...rule, input: nothing, handle: () => ({ decoded: struct({ t: 21.5, ok: [true, null] }) }) }),
  rpc('StreamMessages', {
    ...rule,
    input: nothing,
    async *handle() {
      yield [{ seq: '1' }];
      yield [{ seq: '2' }];
      throw fault('StreamCursorTooOld', { oldest_seq: '7' });
    },
  }),
];
const PATH = '/platform.api.v1.PlatformService';
const json = { 'content-type': 'application/json' };

function post(url: string, method: string, body: string | Uint8Array, headers: Record<string, string> = json) {
  return fetch(`${url}${PATH}/${method}`, { method: 'POST', body, headers });
}

/** The frames of a gRPC-Web or Connect stream body. */
function frames(body: Uint8Array): { flags: number; data: Buffer }[] {
  const found: { flags: number; data: Buffer }[] = [];
  const bytes = Buffer.from(body);
  for (let at = 0; at < bytes.length; ) {
    const end = at + 5 + bytes.readUInt32BE(at + 1);
    found.push({ flags: bytes.readUInt8(at), data: bytes.subarray(at + 5, end) });
    at = end;
  }
  return found;
}

t.test('JSON POST: the answer is protobuf JSON, both spellings of a field are read', async t => {
  await using server = await startServer(rows);
  for (const body of [{ epEui: EUI }, { ep_eui: '70-B3-D5-9C-D0-00-00-01' }]) {
    const response = await post(server.url, 'GetEndPoint', JSON.stringify(body));
    t.equal(response.status, 200);
    t.match(await response.json(), {
      epEui: EUI,
      messageCount: '9007199254740993',
      tags: { a: 'b' },
      createdAt: '2023-11-14T22:13:20.123Z',
    });
  }
  const decoded = await post(server.url, 'GetMessage', '');
  t.match(await decoded.json(), { decoded: { t: 21.5, ok: [true, null] } });
  const zipped = gzipSync(JSON.stringify({ epEui: EUI }));
  t.equal((await post(server.url, 'GetEndPoint', zipped, { ...json, 'content-encoding': 'gzip' })).status, 200);
});

t.test('JSON POST: every mistake has its status and token', async t => {
  await using server = await startServer(rows);
  const bomb = gzipSync(Buffer.alloc(64 << 20));
  const table: [number, string, string, Promise<Response>][] = [
    [404, 'not_found', 'ErrTokenEndPointNotFound', post(server.url, 'GetEndPoint', '{"epEui":"70b3d59cd0000009"}')],
    [400, 'invalid_argument', 'ErrTokenEUIRequired', post(server.url, 'GetEndPoint', '{}')],
    [400, 'invalid_argument', 'ErrTokenMalformedRequest', post(server.url, 'GetEndPoint', '{"epEui":7}')],
    [400, 'invalid_argument', 'ErrTokenMalformedRequest', post(server.url, 'GetEndPoint', '{"epEui":')],
    [400, 'invalid_argument', 'ErrTokenMalformedRequest', post(server.url, 'GetEndPoint', '[]')],
    [501, 'unimplemented', 'ErrTokenMethodUnknown', post(server.url, 'Nonsense', '{}')],
    [501, 'unimplemented', 'ErrTokenMethodUnknown', post(server.url, 'ListAlerts', '{}')],
    [400, 'failed_precondition', 'ErrTokenAuthDisabled', post(server.url, 'Login', '')],
    [
      413,
      'resource_exhausted',
      'ErrTokenRequestTooLarge',
      post(server.url, 'GetEndPoint', Buffer.alloc((4 << 20) + 1, 32)),
    ],
    [
      413,
      'resource_exhausted',
      'ErrTokenRequestTooLarge',
      post(server.url, 'GetEndPoint', bomb, { ...json, 'content-encoding': 'gzip' }),
    ],
    [
      415,
      'invalid_argument',
      'ErrTokenUnsupportedMediaType',
      post(server.url, 'GetEndPoint', '{}', { 'content-type': 'text/plain' }),
    ],
    [415, 'invalid_argument', 'ErrTokenUnsupportedMediaType', post(server.url, 'StreamMessages', '{}')],
    [
      415,
      'invalid_argument',
      'ErrTokenUnsupportedMediaType',
      post(server.url, 'GetEndPoint', '{}', { ...json, 'content-encoding': 'br' }),
    ],
    [404, 'unimplemented', 'ErrTokenMethodUnknown', fetch(`${server.url}/nowhere`)],
    [405, 'unimplemented', 'ErrTokenMethodNotAllowed', fetch(`${server.url}${PATH}/GetEndPoint`)],
  ];
  for (const [status, code, token, asked] of table) {
    const response = await asked;
    t.equal(response.status, status, token);
    t.equal(response.headers.get('x-error-token'), token);
    t.ok(response.headers.get('x-request-id'));
    const body = await response.json();
    t.match(body, {
      code,
      message: new RegExp(`^${token}: `),
      details: [{ type: 'google.rpc.ErrorInfo', debug: { reason: token } }],
    });
  }
});

t.test('Connect proto and Connect streams', async t => {
  await using server = await startServer(rows);
  const request = encode('GetEndPointRequest', { ep_eui: EUI });
  const unary = await post(server.url, 'GetEndPoint', request, { 'content-type': 'application/proto' });
  t.equal(decode('EndPoint', Buffer.from(await unary.arrayBuffer())).ep_eui, EUI);
  const malformed = await post(server.url, 'GetEndPoint', Buffer.from('ffffff', 'hex'), {
    'content-type': 'application/proto',
  });
  t.equal(malformed.headers.get('x-error-token'), 'ErrTokenMalformedRequest');
  const stream = await post(server.url, 'StreamMessages', frame(0, Buffer.from('{}')), {
    'content-type': 'application/connect+json',
  });
  const [first, second, last] = frames(await stream.bytes());
  t.match(
    [first, second].map(item => JSON.parse(String(item?.data))),
    [{ seq: '1' }, { seq: '2' }],
  );
  t.equal(last?.flags, 2);
  t.match(JSON.parse(String(last?.data)), {
    error: { code: 'failed_precondition', message: /^ErrTokenStreamCursorTooOld/ },
    metadata: { 'x-error-token': ['ErrTokenStreamCursorTooOld'], 'x-request-id': [/^[0-9a-f-]{36}$/] },
  });
});

for (const text of [false, true]) {
  t.test(`gRPC-Web ${text ? 'text' : 'binary'}: unary, stream and error`, async t => {
    await using server = await startServer(rows);
    const type = text ? 'application/grpc-web-text' : 'application/grpc-web+proto';
    const call = async (method: string, body: Uint8Array) => {
      const sent = text ? Buffer.from(body).toString('base64') : body;
      const response = await post(server.url, method, sent, { 'content-type': type, 'x-grpc-web': '1' });
      t.equal(response.status, 200);
      t.match(response.headers.get('content-type'), /^application\/grpc-web/);
      const raw = Buffer.from(await response.arrayBuffer());
      // Each chunk is base64 of its own, with padding between them.
      const whole = text
        ? Buffer.concat((raw.toString().match(/[^=]+=*/g) ?? []).map(part => Buffer.from(part, 'base64')))
        : raw;
      const found = frames(whole);
      const trailers = Object.fromEntries(
        String(found.pop()?.data)
          .trim()
          .split('\r\n')
          .map(line => line.split(': ', 2) as [string, string]),
      );
      return { messages: found, trailers };
    };
    const good = await call('GetEndPoint', frame(0, encode('GetEndPointRequest', { ep_eui: EUI })));
    t.equal(decode('EndPoint', good.messages[0]?.data ?? Buffer.alloc(0)).ep_eui, EUI);
    t.equal(good.trailers['grpc-status'], '0');
    const bad = await call('GetEndPoint', frame(0, encode('GetEndPointRequest', { ep_eui: 'x' })));
    t.match(bad.trailers, {
      'grpc-status': '3',
      'x-error-token': 'ErrTokenInvalidEUIFormat',
      'x-error-number': '1005',
    });
    t.match(decodeURI(bad.trailers['grpc-message'] ?? ''), /^ErrTokenInvalidEUIFormat: /);
    t.ok(bad.trailers['grpc-status-details-bin']);
    const stream = await call('StreamMessages', frame(0, Buffer.alloc(0)));
    t.same(
      stream.messages.map(({ data }) => decode('Message', data).seq),
      ['1', '2'],
    );
    t.match(stream.trailers, { 'grpc-status': '9', 'x-error-token': 'ErrTokenStreamCursorTooOld' });
    for (const body of [Buffer.alloc(3), Buffer.alloc(0), Buffer.from('00000000ff00', 'hex')]) {
      t.equal((await call('GetEndPoint', body)).trailers['x-error-token'], 'ErrTokenMalformedRequest');
    }
    if (text) {
      const whole = frame(0, encode('GetEndPointRequest', { ep_eui: EUI }));
      const pieces = [whole.subarray(0, 5), whole.subarray(5, 9), whole.subarray(9)].map(b => b.toString('base64'));
      const answer = await post(server.url, 'GetEndPoint', pieces.join(''), { 'content-type': type });
      t.match(pieces[0], /=$/);
      t.match(Buffer.from(await answer.text(), 'base64').toString('latin1'), EUI, 'pieces with padding of their own');
    }
    t.equal((await call('Nonsense', frame(0, Buffer.alloc(0)))).trailers['grpc-status'], '12');
  });
}

t.test('health is reachable over gRPC-Web and Connect', async t => {
  await using server = await startServer(rows);
  const url = `${server.url}/grpc.health.v1.Health`;
  const ask = (body: Uint8Array, type: string, method = 'Check') =>
    fetch(`${url}/${method}`, { method: 'POST', body, headers: { 'content-type': type } });
  const answer = await ask(frame(0, Buffer.alloc(0)), 'application/grpc-web');
  t.same(frames(await answer.bytes())[0]?.data, Buffer.from('0801', 'hex'));
  t.same(await (await ask(Buffer.from('{}'), 'application/json')).json(), { status: 'SERVING' });
  t.same(await (await ask(Buffer.alloc(0), 'application/proto')).bytes(), Buffer.from('0801', 'hex'));
  const unknown = await ask(Buffer.from('{"service":"x.Y"}'), 'application/json');
  t.equal(unknown.status, 404);
  t.match(await unknown.json(), { code: 'not_found' });
  for (const wrong of ['{', '{"service":7}']) t.equal((await ask(Buffer.from(wrong), 'application/json')).status, 400);
  t.equal((await ask(Buffer.from('{}'), 'application/json', 'Watch')).status, 415, 'no stream without frames');
});

t.test('reflection is reachable over Connect, and answers several questions of one request', async t => {
  await using server = await startServer(rows);
  const ask = async (...questions: object[]) => {
    const response = await fetch(`${server.url}/grpc.reflection.v1.ServerReflection/ServerReflectionInfo`, {
      method: 'POST',
      body: Buffer.concat(questions.map(question => frame(0, Buffer.from(JSON.stringify(question))))),
      headers: { 'content-type': 'application/connect+json' },
    });
    return frames(await response.bytes()).map(({ flags, data }) => ({ flags, said: JSON.parse(String(data)) }));
  };
  const [services, missing, end] = await ask({ listServices: '' }, { file_by_filename: 'nowhere.proto' });
  t.equal(services?.said.listServicesResponse.service.length, 4 + SERVICES.length);
  t.equal(missing?.said.errorResponse.errorCode, 5);
  t.equal(missing?.said.originalRequest.fileByFilename, 'nowhere.proto');
  t.same(end, { flags: 2, said: {} });
});

t.test('browsers of other origins are let in only when the configuration names them', async t => {
  await using closed = await startServer(rows);
  const preflight = (url: string) =>
    fetch(`${url}${PATH}/GetEndPoint`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://a.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-grpc-web',
      },
    });
  const refused = await preflight(closed.url);
  t.equal(refused.status, 403);
  t.equal(refused.headers.get('access-control-allow-origin'), null);
  t.equal(refused.headers.get('vary'), 'Origin');
  t.equal((await post(closed.url, 'GetEndPoint', '{}')).headers.get('vary'), 'Origin', 'also without one');
  await using open = await startServer(rows, { corsOrigins: ['https://a.example'] });
  const answer = await preflight(open.url);
  t.equal(answer.status, 204);
  t.equal(answer.headers.get('access-control-allow-origin'), 'https://a.example');
  t.equal(answer.headers.get('access-control-allow-headers'), 'x-grpc-web');
  const call = await post(open.url, 'GetEndPoint', '{}', { ...json, origin: 'https://a.example' });
  t.match(call.headers.get('access-control-expose-headers'), /grpc-status.*x-error-token/);
  const other = await post(open.url, 'GetEndPoint', '{}', { ...json, origin: 'https://b.example' });
  t.equal(other.headers.get('access-control-allow-origin'), null);
  t.equal(other.headers.get('x-error-token'), 'ErrTokenHostNotAllowed');
});

t.test('headers beyond what a call may have are refused with a token', async t => {
  await using server = await startServer(rows);
  for (const size of [17 << 10, 60 << 10, 100 << 10]) {
    const [status, headers] = await new Promise<[number | undefined, IncomingHttpHeaders]>((resolve, reject) => {
      const more = { 'x-large': 'x'.repeat(size), ...json };
      httpRequest(`${server.url}${PATH}/GetEndPoint`, { method: 'POST', headers: more }, response => {
        response.resume();
        resolve([response.statusCode, response.headers]);
      })
        .on('error', reject)
        .end('{}');
    });
    t.equal(status, 431, `${size}`);
    t.equal(headers['x-error-token'], 'ErrTokenRequestTooLarge');
    t.ok(headers['x-request-id']);
  }
});

t.test('what is no RPC path is asked of the site, which may have nothing there', async t => {
  const site: Site = {
    async serve({ url }, response) {
      const isItsOwn = url !== '/none';
      if (isItsOwn) response.end('page');
      return isItsOwn;
    },
    refuse: () => false,
  };
  await using server = await startServer(rows, { site });
  t.equal(await (await fetch(`${server.url}/`)).text(), 'page');
  t.equal(await (await fetch(`${server.url}/api/v2/devices`)).text(), 'page');
  t.equal((await fetch(`${server.url}/none`)).headers.get('x-error-token'), 'ErrTokenMethodUnknown');
  t.equal((await post(server.url, 'GetEndPoint', '{}')).status, 400);
});

t.test('a request that arrives byte by byte finds its protocol', async t => {
  await using server = await startServer(rows);
  const status = await new Promise(resolve => {
    const request = httpRequest(`${server.url}${PATH}/GetEndPoint`, { method: 'POST', headers: json }, response => {
      response.resume();
      resolve(response.statusCode);
    });
    request.setNoDelay(true);
    request.flushHeaders();
    for (const byte of JSON.stringify({ epEui: EUI })) request.write(byte);
    request.end();
  });
  t.equal(status, 200);
});

t.test('TLS: gRPC, gRPC-Web and Connect over HTTP/2, HTTP/1.1 for every other client', async t => {
  const authority = await testAuthority();
  const tls = await authority.server();
  await using server = await startServer(rows, { tls: () => tls });
  const request = encode('GetEndPointRequest', { ep_eui: EUI });

  using native = grpcClient(server.port, credentials.createSsl(Buffer.from(authority.ca)));
  t.equal(decode('EndPoint', await native.unary('GetEndPoint', request)).ep_eui, EUI);

  for (const ALPNProtocols of [['h2'], ['h2', 'http/1.1']]) {
    // node:http2 would offer h2 alone, whatever it is asked for.
    const socket = { host: '127.0.0.1', port: server.port, ca: authority.ca, ALPNProtocols };
    const session = connect(server.url, { createConnection: () => tlsConnect(socket) });
    const call = (type: string, body: Uint8Array, method = 'GetEndPoint') =>
      new Promise<{ headers: IncomingHttpHeaders; trailers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
        const stream = session.request({
          ':method': 'POST',
          ':path': `${PATH}/${method}`,
          'content-type': type,
          te: 'trailers',
        });
        const got = { headers: {} as IncomingHttpHeaders, trailers: {} as IncomingHttpHeaders, body: Buffer.alloc(0) };
        stream.on('response', headers => Object.assign(got.headers, headers));
        stream.on('trailers', trailers => Object.assign(got.trailers, trailers));
        stream.on('data', chunk => {
          got.body = Buffer.concat([got.body, chunk]);
        });
        stream.on('end', () => resolve(got));
        stream.on('error', reject);
        stream.end(body);
      });
    const grpc = await call('application/grpc', frame(0, request));
    t.equal(decode('EndPoint', frames(grpc.body)[0]?.data ?? Buffer.alloc(0)).ep_eui, EUI);
    t.equal(grpc.trailers['grpc-status'], '0');
    const failed = await call('application/grpc', frame(0, Buffer.alloc(0)));
    t.match({ ...failed.headers, ...failed.trailers }, { 'grpc-status': '3', 'x-error-token': 'ErrTokenEUIRequired' });
    const stream = await call('application/grpc', frame(0, Buffer.alloc(0)), 'StreamMessages');
    t.equal(frames(stream.body).length, 2);
    t.match(stream.trailers, { 'grpc-status': '9', 'x-error-token': 'ErrTokenStreamCursorTooOld' });
    if (ALPNProtocols.length > 1) {
      const web = await call('application/grpc-web+proto', frame(0, request));
      t.equal(frames(web.body).at(-1)?.flags, 0x80);
      const connectJson = await call('application/json', Buffer.from(JSON.stringify({ epEui: EUI })));
      t.match(JSON.parse(String(connectJson.body)), { epEui: EUI });
    }
    session.close();
  }

  const body = JSON.stringify({ epEui: EUI });
  const status = await new Promise(resolve => {
    const options = { method: 'POST', ca: authority.ca, headers: json };
    httpsRequest(`${server.url}${PATH}/GetEndPoint`, options, response => {
      response.resume();
      resolve(response.statusCode);
    }).end(body);
  });
  t.equal(status, 200, 'HTTP/1.1');
});
