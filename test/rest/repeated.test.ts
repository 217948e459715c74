// Long: for CI and `npm test -- --long`.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import t from 'tap';
import { DAY_MS, HOUR_MS } from '../../src/kit/units.ts';
import { type Headers, RestBox } from './box.ts';

t.setTimeout(240_000);

const PATH = '/api/v2/api-keys';
const KEY = '0192f000-0000-7000-8000-0000000000aa';
const OTHER = '0192f000-0000-7000-8000-0000000000bb';
const asked = { name: 'robot', scopes: ['users:read'] };
const under = (key: string) => ({ headers: { 'idempotency-key': key } });

t.test('a repeated call gets the first answer again, secret and all, and has no effect', async t => {
  await using box = await RestBox.start(t.testdir());
  const first = await box.post(PATH, asked, under(KEY));
  t.match(first, { status: 200, headers: { 'idempotency-replayed': undefined } });
  const again = await box.post(PATH, asked, under(KEY.toUpperCase()));
  t.match(again, { status: 200, headers: { 'idempotency-replayed': 'true', location: first.headers.location } });
  t.same(again.json, first.json);
  const robots = async () => (await box.get(PATH, { query: { search: 'robot' } })).json.total;
  t.equal(await robots(), 1);
  const by = box.as({ 'x-api-key': again.json.key, 'x-organization-id': box.organizationId });
  t.equal((await by.get('/api/v2/users')).status, 200);

  t.match(await box.post(PATH, { ...asked, name: 'another' }, under(KEY)), { status: 409, token: 'RequestIDReused' });
  t.match(await box.post(PATH, { ...asked, name: '' }, under(OTHER)), { status: 400 });
  t.match(await box.post(PATH, asked, under(OTHER)), { status: 409, token: 'ApiKeyNameExists' });
  t.match(
    await box.post(PATH, { ...asked, name: 'robot 2' }, under(OTHER)),
    { status: 200 },
    'what was refused is not kept',
  );
  t.match(await box.post(PATH, asked, under('key')), { status: 400, token: 'InvalidArgument' });
  t.match(await box.post(PATH, asked), { status: 409, token: 'ApiKeyNameExists' }, 'without a key');
  const other = await box.key(['*']);
  t.match(
    await box.as(other.key).post(PATH, asked, under(KEY)),
    { status: 409, token: 'ApiKeyNameExists' },
    'another caller',
  );
  t.equal(await robots(), 2);

  await box.center.clock.advance(DAY_MS - HOUR_MS);
  t.match(await box.post(PATH, asked, under(KEY)), { headers: { 'idempotency-replayed': 'true' } });
  await box.delete(`${PATH}/${first.json.id}`);
  t.same((await box.post(PATH, asked, under(KEY))).json, first.json, 'also of what is gone since');
  await box.center.clock.advance(HOUR_MS);
  const later = await box.post(PATH, asked, under(KEY));
  t.match(later, { status: 200, headers: { 'idempotency-replayed': undefined } }, 'after a day it is a new call');
  t.not(later.json.id, first.json.id);
});

t.test('of many at once with one key there is one effect', async t => {
  await using box = await RestBox.start(t.testdir());
  const all = await Promise.all(Array.from({ length: 8 }, () => box.post(PATH, asked, under(KEY))));
  const made = all.filter(({ status }) => status === 200);
  const waiting = all.filter(({ status }) => status === 409);
  t.equal(made.length + waiting.length, all.length);
  t.ok(made.length > 0);
  t.equal(new Set(made.map(({ json }) => json.key)).size, 1);
  for (const { token, headers } of waiting) t.match([token, headers['retry-after']], ['RequestIDReused', /^\d+$/]);
  t.match((await box.get(PATH, { query: { search: 'robot' } })).json, { total: 1 });
  t.same((await box.post(PATH, asked, under(KEY))).json, made[0]?.json);
});

t.test('the first answer is given though the first call never got one', async t => {
  const dir = t.testdir();
  const child = fork(new URL('dies-before-answer.ts', import.meta.url).pathname, [dir], { execArgv: [] });
  const [told] = (await once(child, 'message')) as [{ port: number; headers: Headers; organizationId: string }];
  const exited = once(child, 'exit');
  const request = fetch(`http://127.0.0.1:${told.port}${PATH}?organizationId=${told.organizationId}`, {
    method: 'POST',
    headers: { ...told.headers, 'content-type': 'application/json', 'idempotency-key': KEY },
    body: JSON.stringify(asked),
  });
  await t.rejects(request, 'there is no answer');
  t.same(await exited, [null, 'SIGKILL']);
  await using box = await RestBox.start(dir);
  const by = box.as(told.headers);
  const { apiKeys } = (await by.get(PATH, { query: { search: 'robot' } })).json;
  t.equal(apiKeys.length, 1, 'the effect is there');
  const again = await by.post(PATH, asked, under(KEY));
  t.match(again, { status: 200, json: { id: apiKeys[0].id }, headers: { 'idempotency-replayed': 'true' } });
  const own = box.as({ 'x-api-key': again.json.key, 'x-organization-id': told.organizationId });
  t.equal((await own.get('/api/v2/users')).status, 200, 'the key of the first call');
});
