import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { RestBox } from '../box.ts';

const LOOPBACK = { integrations: { allow_targets: ['127.0.0.0/8'] } };

/** A target that takes everything. */
async function target(t: Test) {
  const got: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', chunk => {
      body += chunk;
    });
    request.on('end', () => {
      got.push(body);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in` };
}

t.test('a target is made, read, changed, tried, asked to take things again, and removed', async t => {
  await using box = await RestBox.start(t.testdir(), { settings: LOOPBACK });
  const { url, got } = await target(t);
  const given = { name: 'Hall', kind: 'http', eventTypes: ['up'], http: { url, bearerToken: 'secret text' } };
  const made = await box.post('/api/v2/integrations', given);
  t.match(made, { status: 200, json: { name: 'Hall', kind: 'http', eventTypes: ['up'], enabled: true } });
  t.notMatch(made.bytes.toString(), /secret text/);
  const { id } = made.json;
  t.equal((await box.post('/api/v2/integrations', given)).token, 'IntegrationNameExists');
  const one = `/api/v2/integrations/${id}`;
  t.match(await box.get(one), { status: 200, json: { id, name: 'Hall' } });
  t.match((await box.get('/api/v2/integrations', { query: { search: 'hal', kind: 'http' } })).json, { total: 1 });
  t.match((await box.get('/api/v2/integrations', { query: { kind: 'mqtt' } })).json, { integrations: [], total: 0 });
  t.equal((await box.get('/api/v2/integrations', { query: { kind: 'post' } })).token, 'InvalidIntegrationKind');

  const tried = await box.post(`${one}/test`);
  t.equal(tried.json.ok, true, tried.bytes.toString());
  const names = tried.json.steps.map(({ name }: { name: string }) => name);
  t.same(names, ['resolved', 'allowed', 'tcp', 'accepted']);
  t.equal(got.length, 1);
  for (const { milliseconds } of tried.json.steps) t.type(milliseconds, 'number');

  const from = '2026-01-01T00:00:00Z';
  t.match((await box.post(`${one}/replay`, { from })).json, { state: 'running' });
  const under = { headers: { 'idempotency-key': crypto.randomUUID() } };
  const replay = async () => (await box.post(`${one}/replay`, { from }, under)).json.id;
  const [first, again] = [await replay(), await replay()];
  t.equal(first, again, 'asked for twice under one key it is one');
  t.equal(box.center.rows('SELECT * FROM integration_replay').length <= 2, true);
  t.equal((await box.post(`${one}/replay`, {})).token, 'InvalidTimeRange');
  t.equal((await box.post(`${one}/replay`, { from, to: from })).token, 'InvalidTimeRange');
  t.same((await box.get(`${one}/parked`)).json, { parked: [], total: 0 });
  t.same((await box.post(`${one}/parked/retry`, {})).json, { sent: 0 });
  for (const places of [['one'], 7, [1.5]]) {
    t.equal((await box.post(`${one}/parked/retry`, { places })).token, 'InvalidArgument');
  }

  t.match(await box.patch(one, { enabled: false }), { status: 200, json: { enabled: false, state: 'disabled' } });
  t.match((await box.get(one)).json.http, { url }, 'what is not named stays');
  t.same((await box.post(`${one}/parked/retry`, { places: [] })).json, { sent: 0 });
  t.same((await box.delete(one)).json, { id, deleted: true });
  for (const answer of [await box.get(one), await box.delete(one), await box.post(`${one}/test`)]) {
    t.match(answer, { status: 404, token: 'IntegrationNotFound' });
  }
});

t.test('two at once with one name: one target is made', async t => {
  await using box = await RestBox.start(t.testdir(), { settings: LOOPBACK });
  const given = { name: 'Hall', kind: 'http', http: { url: 'http://127.0.0.1:9/in' } };
  const answers = await Promise.all([1, 2].map(() => box.post('/api/v2/integrations', given)));
  t.same(answers.map(({ token }) => token).sort(), ['IntegrationNameExists', 'OK']);
});

t.test('the same creation under one key is one target, and answers the same', async t => {
  await using box = await RestBox.start(t.testdir(), { settings: LOOPBACK });
  const given = { name: 'Hall', kind: 'http', http: { url: 'http://127.0.0.1:9/in' } };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const first = await box.post('/api/v2/integrations', given, { headers });
  const second = await box.post('/api/v2/integrations', given, { headers });
  t.equal(second.status, 200);
  t.equal(second.headers['idempotency-replayed'], 'true');
  t.equal(second.json.id, first.json.id);
});

t.test('a key for reading changes nothing', async t => {
  await using box = await RestBox.start(t.testdir());
  const { key } = await box.key(['integrations:read']);
  const reader = box.as(key);
  t.equal((await reader.get('/api/v2/integrations')).status, 200);
  const given = { name: 'Hall', kind: 'http', http: { url: 'https://example.org' } };
  t.match(await reader.post('/api/v2/integrations', given), { status: 403, token: 'ScopeRequired' });
  t.equal((await reader.get('/api/v2/alerts')).token, 'ScopeRequired');
});

t.test('the state of the service center is told to who may read it', async t => {
  await using box = await RestBox.start(t.testdir());
  const { status, json } = await box.get('/api/v2/system/status');
  t.equal(status, 200);
  t.match(json, { version: String, status: String, uptime: /^\d{4}-.*\.\d{3}Z$/, messagesProcessed: 0 });
  const { key } = await box.key(['devices:read']);
  t.equal((await box.as(key).get('/api/v2/system/status')).token, 'ScopeRequired');
});

t.test('of changes at the same time none fails, unless it names a version', async t => {
  await using box = await RestBox.start(t.testdir(), { settings: LOOPBACK });
  const given = { name: 'Hall', kind: 'http', http: { url: 'http://127.0.0.1:9/in', headers: {} } };
  const { json, headers } = await box.post('/api/v2/integrations', given);
  const one = `/api/v2/integrations/${json.id}`;
  t.equal((await box.get(one)).headers.etag, headers.etag);
  t.equal((await box.get(one, { headers: { 'if-none-match': String(headers.etag) } })).status, 304);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      box.patch(one, n % 2 ? { http: { timeoutSeconds: 1 + n } } : { maxPerSecond: n }),
    ),
  );
  t.same(new Set(answers.map(({ token }) => token)), new Set(['OK']));
  const before = String((await box.get(one)).headers.etag);
  t.not(before, headers.etag);
  t.equal((await box.patch(one, { name: 'Hall' })).headers.etag, before, 'what changes nothing keeps the tag');
  const as = (etag: unknown) => ({ headers: { 'if-match': String(etag) } });
  for (const change of [{ name: 'Hall' }, { name: 'Room' }, {}]) {
    t.match(await box.patch(one, change, as(headers.etag)), { status: 412, token: 'ConcurrentModification' });
  }
  t.match(await box.delete(one, undefined, as(headers.etag)), { status: 412 });
  const both = await Promise.all(['a', 'b'].map(name => box.patch(one, { name }, as(before))));
  t.same(both.map(({ status }) => status).sort(), [200, 412]);
  t.match(await box.delete(one, undefined, as('*')), { status: 200 });
});

t.test('a connection has a tag', async t => {
  await using box = await RestBox.start(t.testdir());
  const [{ id }] = (await box.get('/api/v2/connections')).json.connections;
  const one = `/api/v2/connections/${id}`;
  const { etag } = (await box.get(one)).headers;
  for (const call of [box.patch, box.delete]) {
    t.match(await call(one, {}, { headers: { 'if-match': String(etag) } }), { token: 'BuiltInConnectionProtected' });
    t.match(await call(one, {}, { headers: { 'if-match': '"other"' } }), { status: 412 });
  }
});

t.test('a part that is changed leaves the rest and its secrets, and no secret follows to another host', async t => {
  await using box = await RestBox.start(t.testdir(), { settings: LOOPBACK });
  const signingSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const http = { url: 'http://127.0.0.1:9/in', headers: { Authorization: 'Bearer one' }, signingSecret };
  const { json } = await box.post('/api/v2/integrations', { name: 'Hall', kind: 'http', eventTypes: ['up'], http });
  const one = `/api/v2/integrations/${json.id}`;
  const secretsOf = () => box.center.rows('SELECT secrets FROM integration')[0]?.secrets as Uint8Array;
  const sealed = secretsOf();
  const kept = { headers: { Authorization: '***' }, signingSecretSet: true };
  t.match(await box.patch(one, { http: { timeoutSeconds: 7 } }), {
    status: 200,
    json: { http: { ...kept, url: http.url, timeoutSeconds: 7 } },
  });
  t.match(await box.patch(one, {}), { status: 200, json: { http: kept } });
  const { json: whole } = await box.get(one);
  const { updatedAt } = whole;
  t.match(await box.patch(one, whole), { token: 'ImmutableField' });
  const { kind: _, ...shown } = whole;
  t.match(await box.patch(one, shown), { status: 200, json: { updatedAt, http: kept } }, 'what was read may come back');
  t.match(await box.patch(one, { http: { url: 'http://127.0.0.1:9/other?x=1' } }), {
    status: 200,
    json: { http: kept },
  });
  t.same(secretsOf(), sealed);
  for (const url of ['https://127.0.0.1:9/in', 'http://127.0.0.2/in']) {
    const refused = await box.patch(one, { http: { url } });
    t.match(refused, { status: 400, token: 'SecretRequired' }, url);
    t.match(refused.json.error.details, { field: 'http.headers' });
    const covered = { headers: { Authorization: '***' }, signingSecret };
    t.match(
      await box.patch(one, { http: { url, ...covered } }),
      { token: 'SecretRequired' },
      'nor by what stands for it',
    );
    t.match(await box.patch(one, { http: { url, headers: { Authorization: 'x' } } }), { token: 'SecretRequired' });
  }
  t.same(secretsOf(), sealed);
  const anew = { url: 'http://127.0.0.2/in', headers: { Authorization: 'Bearer two' }, signingSecret };
  t.match(await box.patch(one, { http: anew }), { status: 200, json: { http: { ...kept, url: anew.url } } });
  t.match(await box.patch(one, { http: { signingSecret: null, headers: null } }), {
    json: { http: { headers: {}, signingSecretSet: false } },
  });
  t.match(await box.patch(one, { http: { url: http.url } }), { status: 200 });
  const nowhere = `/api/v2/integrations/${crypto.randomUUID()}`;
  for (const change of [{}, { name: 'x' }]) {
    t.match(await box.patch(nowhere, change), { status: 404, token: 'IntegrationNotFound' });
  }
});
