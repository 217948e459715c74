import { connect } from 'node:net';
import t from 'tap';
import { RestBox } from './box.ts';

t.setTimeout(60_000);

/** What comes back for bytes, until the connection is closed. */
function said(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let heard = '';
    socket.setEncoding('latin1');
    socket.on('data', chunk => (heard += chunk));
    socket.on('close', () => resolve(heard));
    socket.on('error', reject);
    socket.write(text, 'latin1');
  });
}

function parts(answer: string): { head: string; json: Record<string, unknown> } {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { head, json: body === '' ? {} : JSON.parse(body) };
}

const NOWHERE = { query: { organizationId: undefined } };

for (const edition of ['community', 'enterprise'] as const) {
  t.test(`a refusal says which part of the credentials is missing (${edition})`, async t => {
    await using box = await RestBox.start(t.testdir(), { edition });
    const { organizationId } = box;
    const key = { 'x-api-key': box.own['x-api-key'] ?? '' };
    const path = '/api/v2/devices';

    const headerMissing = await box.as(key).get(path);
    t.match(headerMissing, { status: 401, token: 'OrganizationIDHeaderRequired' });
    t.match(headerMissing.json.error, {
      message: /header X-Organization-Id is missing/,
      details: { header: 'X-Organization-Id', organizationId },
    });
    const queryMissing = await box.get(path, NOWHERE);
    t.match(queryMissing, { status: 400, token: 'OrganizationIDRequired' });
    t.match(queryMissing.json.error, { message: /organizationId is missing.* query/, details: { organizationId } });

    const unknown = await box.as({ 'x-api-key': 'mist_nothing' }).get(path);
    t.notMatch(unknown.bytes.toString(), organizationId, 'no other caller is told');
    const credentials = [
      {},
      { authorization: 'Bearer null' },
      { authorization: 'Bearer undefined' },
      { 'x-api-key': 'null' },
      { authorization: 'bearer null', 'x-api-key': 'undefined' },
    ];
    for (const each of credentials) {
      const none = await box.as({ ...each, 'x-organization-id': organizationId }).get(path);
      t.match(none, { status: 401, token: 'AuthorizationRequired' }, JSON.stringify(each));
      t.match(none.json.error, { message: /X-API-Key/, details: { header: 'X-API-Key' } });
    }
    const both = { authorization: 'Bearer null', ...key, 'x-organization-id': organizationId };
    t.equal((await box.as(both).get(path)).status, 200, 'a key beside is enough');
  });
}

t.test('pages and targets that the configuration names anew are let in without a restart', async t => {
  await using box = await RestBox.start(t.testdir());
  const origin = 'https://page.example';
  const integration = {
    ...{ name: 'hook', kind: 'http', enabled: false, eventTypes: ['up'] },
    http: { url: 'http://127.0.0.1:9/hook' },
  };
  const asked = () => box.get('/api/v2/devices', { headers: { origin } });
  const made = () => box.post('/api/v2/integrations', integration);
  const reload = (origins: string[], targets: string[]) =>
    box.center.app.reload({ gateway: { cors_origins: origins }, integrations: { allow_targets: targets } });
  t.equal((await asked()).status, 403);
  t.match(await made(), { token: 'IntegrationTargetNotAllowed' });
  reload([origin], ['127.0.0.1']);
  t.match(await asked(), { status: 200, headers: { 'access-control-allow-origin': origin } });
  t.equal((await made()).status, 200);
  reload([], []);
  t.equal((await asked()).status, 403);
  t.match(await made(), { token: 'IntegrationTargetNotAllowed' });
});

t.test('requests as programs and proxies write them', async t => {
  await using box = await RestBox.start(t.testdir());
  const { gateway: port } = box.center.ports;
  const credentials = Object.entries(box.own).map(([name, value]) => `${name}: ${value}\r\n`);
  const line = (target: string, host = '127.0.0.1', more = '') =>
    `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${credentials.join('')}${more}Connection: close\r\n\r\n`;
  const path = `/api/v2/devices?organizationId=${box.organizationId}`;

  await t.test('the line of a request may have a whole address', async t => {
    t.match(await said(port, line(`http://127.0.0.1:${port}${path}`)), /^HTTP\/1\.1 200 /);
    t.match(await said(port, line(`HTTPS://localhost${path}`)), /^HTTP\/1\.1 200 /);
    t.match(await said(port, line('http://127.0.0.1?x=1')), /^HTTP\/1\.1 (200|404) /);
    const foreign = parts(await said(port, line(`http://elsewhere.example${path}`)));
    t.match(foreign.head, /^HTTP\/1\.1 421 /, 'its host is judged');
    t.match(foreign.json, { error: { token: 'ErrTokenHostNotAllowed' } });
    t.match(await said(port, line(`ftp://127.0.0.1${path}`)), /^HTTP\/1\.1 404 /);
  });

  await t.test('what cannot be read below /api is refused by a problem document', async t => {
    const broken: Record<string, string> = {
      'a header without a colon': `GET ${path} HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n`,
      'a control character': `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: \x01\r\n\r\n`,
      'an address in the line': `GET http://127.0.0.1${path} HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n`,
      'two lengths': `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`,
      'no host': `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`,
      'two hosts': `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`,
      'a chunk that is none': `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${credentials.join('')}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n`,
      'the second request of a connection': `${line(path).replace('Connection: close\r\n', '')}nonsense\r\n\r\n`,
    };
    for (const [what, text] of Object.entries(broken)) {
      const heard = await said(port, text);
      const { head, json } = parts(heard.slice(heard.lastIndexOf('HTTP/1.1 ')));
      t.match(head, /^HTTP\/1\.1 400 /, what);
      t.match(head.toLowerCase(), /content-type: application\/problem\+json/, what);
      t.match(head.toLowerCase(), new RegExp(`x-request-id: ${String(json.instance)}`), what);
      t.match(json, { status: 400, error: { status: 400, token: 'ErrTokenMalformedRequest' } }, what);
    }
    const large = parts(await said(port, line(path, '127.0.0.1', `X-A: ${'a'.repeat(70_000)}\r\n`)));
    t.match(large.head, /^HTTP\/1\.1 431 /);
    t.match(large.json, { status: 431, error: { token: 'ErrTokenRequestTooLarge' } });
    const elsewhere = parts(await said(port, 'GET /other HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n'));
    t.match(elsewhere.head.toLowerCase(), /x-error-token: errtokenmalformedrequest/, 'and elsewhere as before');
    const expecting = await said(port, line(path, '127.0.0.1', 'Expect: a-miracle\r\n'));
    t.match(expecting, /^HTTP\/1\.1 200 /, 'an unknown expectation is none');
  });

  await t.test('what only answers say is not judged in requests, and is not unknown', async t => {
    for (const [n, lastSeen] of [null, 'never', 5, {}, '2026-01-20T10:00:00Z'].entries()) {
      const made = await box.post('/api/v2/devices', { name: `Room ${n}`, lastSeen, createdAt: [], sensors: 'none' });
      t.match([made.status, made.headers['x-unknown-fields']], [200, undefined], JSON.stringify(lastSeen));
      const patched = await box.patch(`/api/v2/devices/${made.json.id}`, { lastSeen, name: `Hall ${n}` });
      t.match([patched.status, patched.json.name, patched.json.lastSeen], [200, `Hall ${n}`, undefined]);
    }
    const wrong = await box.post('/api/v2/devices', { name: 5, lastSeen: 5 });
    t.match([wrong.status, wrong.json.error.details.fields.length], [400, 1], 'all else is judged as before');
  });
});
