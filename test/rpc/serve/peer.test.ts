import { connect } from 'node:http2';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import t from 'tap';
import type { AccessControl } from '../../../src/rpc/call/access-control.ts';
import { communityAccess } from '../../../src/rpc/call/community.ts';
import { rpc } from '../../../src/rpc/call/define.ts';
import type { Incoming } from '../../../src/rpc/call/incoming.ts';
import { nothing } from '../../../src/rpc/input.ts';
import { peers } from '../../../src/rpc/serve/peer.ts';
import { testAuthority } from '../../peers/certificates.ts';
import { OPERATOR, ORGANIZATION, startServer } from '../harness.ts';

function seen(trusted: readonly string[], remoteAddress: string, headers: Record<string, string>, tls = false) {
  const socket = { remoteAddress, ...(tls && { encrypted: true }) };
  return peers(trusted)({ headers }, socket as unknown as Socket);
}

t.test('a connection is secure by TLS, or because it comes from this machine', async t => {
  t.same(seen([], '192.0.2.1', {}), { address: '192.0.2.1', secure: false });
  t.same(seen([], '192.0.2.1', {}, true), { address: '192.0.2.1', secure: true });
  for (const own of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) t.ok(seen([], own, {}).secure, own);
});

t.test('what a stranger says of a client counts for nothing', async t => {
  const claims = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' };
  t.same(seen([], '192.0.2.1', claims), { address: '192.0.2.1', secure: false });
  t.same(seen(['198.51.100.1'], '192.0.2.1', claims), { address: '192.0.2.1', secure: false });
});

t.test('a proxy that is named tells of its client', async t => {
  const trusted = ['192.0.2.0/24', '2001:db8::1'];
  const through = (forwarded: string, protocol?: string, tls = false) => {
    const told = { 'x-forwarded-for': forwarded, ...(protocol && { 'x-forwarded-proto': protocol }) };
    return seen(trusted, '192.0.2.1', told, tls);
  };
  t.same(through('203.0.113.9', 'https'), { address: '203.0.113.9', secure: true });
  t.same(through('203.0.113.9', 'http', true), { address: '203.0.113.9', secure: false });
  t.same(through('203.0.113.9'), { address: '203.0.113.9', secure: false });
  t.same(through('127.0.0.1', 'http'), { address: '127.0.0.1', secure: true });
  t.match(
    through('198.51.100.66, 203.0.113.9, 192.0.2.7'),
    { address: '203.0.113.9' },
    'before him any client may write',
  );
  t.match(through('203.0.113.9, evil'), { address: '192.0.2.1' });
  t.match(through('[2001:db8::9]:443'), { address: '2001:db8::9' });
  t.match(through('192.0.2.7'), { address: '192.0.2.7' }, 'a proxy that asks for itself');
  t.same(seen(trusted, '2001:db8::1', { 'x-forwarded-proto': 'http, https' }), {
    address: '2001:db8::1',
    secure: true,
  });
  t.same(seen(['127.0.0.1'], '127.0.0.1', {}), { address: '127.0.0.1', secure: true }, 'no client is behind');
  t.notOk(seen(['127.0.0.1'], '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }).secure);
});

t.test('a proxy that cannot be one is named', async t => {
  for (const entry of ['proxy.example', '192.0.2.0/33', '192.0.2.0/', '192.0.2.0/-1', '::/129', '']) {
    t.throws(() => peers([entry]), /gateway\.trusted_proxies/, entry);
  }
});

t.test('every value of a header is seen by every way, and whether the way is secure', async t => {
  const calls: Incoming[] = [];
  const rows = [
    rpc('GetReleaseInfo', {
      ...({ access: 'public', needs: '', scope: '' } as const),
      ...{ input: nothing, handle: (_: object, call: { secure: boolean }) => ({ version: String(call.secure) }) },
    }),
  ];
  const community = communityAccess(OPERATOR, { id: 1, uuid: ORGANIZATION });
  const access: AccessControl = {
    ...community,
    admit(row, incoming) {
      calls.push(incoming);
      return community.admit(row, incoming);
    },
  };
  const path = '/platform.api.v1.PlatformService/GetReleaseInfo';
  await using clear = await startServer(rows, { access });
  const authority = await testAuthority();
  const certificate = await authority.server();
  await using tls = await startServer(rows, { access, tls: () => certificate });
  const type = { 'content-type': 'application/json', 'x-user-id': ['a', 'b'] };
  for (const { url } of [clear, tls]) {
    const session = connect(url, { rejectUnauthorized: false });
    const stream = session.request({ ':path': path, ':method': 'POST', authorization: 'Bearer a', ...type });
    stream.end('{}');
    stream.setEncoding('utf8');
    let body = '';
    for await (const chunk of stream) body += chunk;
    t.match(body, '"version":"true"');
    session.close();
  }
  const answered = await new Promise<number | undefined>((resolve, reject) => {
    const headers = ['Host', 'localhost', 'Content-Type', 'application/json'];
    headers.push('AUTHORIZATION', 'Bearer a', 'authorization', 'Bearer b', 'X-User-Id', 'a', 'x-user-id', 'b');
    httpsRequest(`${tls.url}${path}`, { method: 'POST', headers, rejectUnauthorized: false }, response => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end('{}');
  });
  t.equal(answered, 200);
  t.same(
    calls.map(call => [call.headers('x-user-id'), call.headers('authorization'), call.secure, call.headers('nothing')]),
    [
      [['a', 'b'], ['Bearer a'], true, []],
      [['a', 'b'], ['Bearer a'], true, []],
      [['a', 'b'], ['Bearer a', 'Bearer b'], true, []],
    ],
  );
});
