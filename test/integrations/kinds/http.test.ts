import { randomBytes } from 'node:crypto';
import t from 'tap';
import { http } from '../../../src/integrations/kinds/http.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { cases, given, NOW, refusal, refused } from './table.ts';

const TARGET = { url: 'https://hooks.example/in?tenant=7' };
const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 0xfb).toString('base64')}`;
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`X-H${n}`, 'v']));

t.test('what is left out has its default', async t => {
  t.same(given(http.settings, TARGET), {
    ...{ url: TARGET.url, method: 'POST', headers: {}, signingSecret: undefined, formerSecret: undefined },
    ...{ caPem: undefined, clientCertPem: undefined, clientKeyPem: undefined, insecureSkipVerify: false },
    ...{ timeoutSeconds: 10, batchSize: 1, batchWaitMs: 0, allowDownlinkResponse: false },
  });
  t.equal(refusal(http.settings, {}), 'InvalidURL url');
});

t.test('URLs, numbers and words keep to their limits', async t => {
  const { found, wanted } = cases(http.settings, TARGET, [
    ['url', 'http://10.0.0.1:8080/a/b', 'none'],
    ['url', 'https://b\u00fccher.example/', 'none'],
    ['url', '', 'InvalidURL'],
    ['url', '/hook', 'InvalidURL'],
    ['url', 'hooks.example/in', 'InvalidURL'],
    ['url', 'ftp://hooks.example', 'InvalidURL'],
    ['url', 'https://', 'InvalidURL'],
    ['url', 'https:/hooks.example', 'InvalidURL'],
    ['url', 'https://me:word@hooks.example', 'InvalidURL'],
    ['url', 'https://me@hooks.example', 'InvalidURL'],
    ['url', 'https://hooks.example/#a', 'InvalidURL'],
    ['url', 'https://hooks.example:99999/', 'InvalidURL'],
    ['url', 'https://300.1.1.1/', 'InvalidURL'],
    ['url', `https://hooks.example/${'a'.repeat(2048)}`, 'FieldTooLong'],
    ['method', 'PUT', 'none'],
    ['method', '', 'none'],
    ['method', 'GET', 'InvalidEnumValue'],
    ['method', 'post', 'InvalidEnumValue'],
    ['timeout_seconds', 1, 'none'],
    ['timeout_seconds', 60, 'none'],
    ['timeout_seconds', 0, 'FieldOutOfRange'],
    ['timeout_seconds', 61, 'FieldOutOfRange'],
    ['batch_size', 100, 'none'],
    ['batch_size', 0, 'FieldOutOfRange'],
    ['batch_size', 101, 'FieldOutOfRange'],
    ['batch_wait_ms', 0, 'none'],
    ['batch_wait_ms', 5000, 'none'],
    ['batch_wait_ms', 5001, 'FieldOutOfRange'],
  ]);
  t.same(found, wanted);
});

t.test('headers have names and values that HTTP knows, and none that belong to the connection or to us', async t => {
  const bad = 'InvalidIntegrationHeader';
  const { found, wanted } = cases(http.settings, TARGET, [
    ['headers', { Authorization: 'Bearer abc', 'X-Tenant': '' }, 'none'],
    ['headers', { 'Content-Type': 'application/cloudevents+json', 'User-Agent': 'x' }, 'none'],
    ['headers', many(32), 'none'],
    ['headers', many(33), 'TooManyItems'],
    ['headers', { '': 'v' }, bad],
    ['headers', { 'a b': 'v' }, bad],
    ['headers', { 'a:': 'v' }, bad],
    ['headers', { 'a\r\nb': 'v' }, bad],
    ['headers', { '\u00e4': 'v' }, bad],
    ['headers', { ['a'.repeat(129)]: 'v' }, bad],
    ['headers', { A: 'v\r\nHost: x' }, bad],
    ['headers', { A: 'v\u0000' }, bad],
    ['headers', { A: '\u20ac' }, bad],
    ['headers', { A: 'v'.repeat(4096) }, 'none'],
    ['headers', { A: 'v'.repeat(4097) }, bad],
    ['headers', { 'X-A': '1', 'x-a': '2' }, bad],
    ['headers', { Host: 'x' }, bad],
    ['headers', { 'content-length': '1' }, bad],
    ['headers', { Connection: 'close' }, bad],
    ['headers', { 'Transfer-Encoding': 'chunked' }, bad],
    ['headers', { 'Proxy-Authorization': 'x' }, bad],
    ['headers', { 'Keep-Alive': 'x' }, bad],
    ['headers', { TE: 'x' }, bad],
    ['headers', { Trailer: 'x' }, bad],
    ['headers', { Upgrade: 'x' }, bad],
    ['headers', { Expect: '100-continue' }, bad],
    ['headers', { 'Webhook-Signature': 'v1,x' }, bad],
    ['headers', { 'X-Platform-Event': 'up' }, bad],
    ['headers', { A: '***' }, bad],
  ]);
  t.same(found, wanted);
  const { about } = refused(http.settings, { ...TARGET, headers: { 'X-Token': 'canary\u0000' } });
  t.match(about, { header: 'X-Token' });
  t.notMatch(JSON.stringify(about), /canary/, 'never the value');
});

t.test('a covered value keeps the one that is stored, and what is left out goes', async t => {
  const kept = given(http.settings, { ...TARGET, headers: { Authorization: 'Bearer abc', 'X-A': 'a', 'X-B': 'b' } });
  const next = given(http.settings, { headers: { authorization: '***', 'X-A': 'other' } }, kept);
  t.same(next.headers, { authorization: 'Bearer abc', 'X-A': 'other' });
  t.equal(refusal(http.settings, { headers: { 'X-New': '***' } }, kept), 'InvalidIntegrationHeader headers');
  t.same(given(http.settings, { method: 'PUT' }, kept).headers, kept.headers);
});

t.test('a signing secret is whsec_ and base64 of 24 to 64 bytes', async t => {
  const bad = 'InvalidArgument';
  const { found, wanted } = cases(http.settings, TARGET, [
    ['signing_secret', secretOf(24), 'none'],
    ['signing_secret', secretOf(25), 'none'],
    ['signing_secret', secretOf(25).replace(/=+$/, ''), 'none'],
    ['signing_secret', secretOf(64), 'none'],
    ['signing_secret', secretOf(23), bad],
    ['signing_secret', secretOf(65), bad],
    ['signing_secret', secretOf(24).slice(6), bad],
    ['signing_secret', `whsec_${randomBytes(24).toString('hex')}!`, bad],
    ['signing_secret', `${secretOf(24)}A`, bad],
    ['signing_secret', 'whsec_', bad],
  ]);
  t.same(found, wanted);
  t.notMatch(JSON.stringify(refused(http.settings, { ...TARGET, signing_secret: 'whsec_canary' }).about), /canary/);
});

t.test('a new signing secret signs beside the old one for a day', async t => {
  const [first, second, third] = [24, 32, 40].map(secretOf);
  const until = { untilMs: NOW + DAY_MS, crediblyUntilMs: NOW + DAY_MS };
  const one = given(http.settings, { ...TARGET, signing_secret: first });
  t.equal(one.formerSecret, undefined, 'there was none before');
  const two = given(http.settings, { signing_secret: second }, one);
  t.same([two.signingSecret, two.formerSecret], [second, { secret: first, ...until }]);
  t.same(given(http.settings, { signing_secret: second }, two), two, 'the same again changes nothing');
  t.same(given(http.settings, { method: 'POST' }, two), two, 'nor does something else');
  t.same(given(http.settings, { signing_secret: third }, two).formerSecret, { secret: second, ...until });
  const none = given(http.settings, { signing_secret: '' }, two);
  t.same([none.signingSecret, none.formerSecret], [undefined, undefined], 'cleared, none signs');
});

t.test('what is stored in clear tells of secrets only that they are there', async t => {
  const headers = { Authorization: 'Bearer canary' };
  const one = given(http.settings, { ...TARGET, signing_secret: secretOf(24), headers });
  const two = given(http.settings, { signing_secret: secretOf(32) }, one);
  const { clear, secrets } = http.settings.stored(two);
  t.notMatch(JSON.stringify(clear), /canary|whsec/);
  t.same(JSON.parse(JSON.stringify(http.settings.opened(clear, secrets))), JSON.parse(JSON.stringify(two)));
  t.match(http.settings.shown(clear), { ...TARGET, headers: { Authorization: '***' }, signing_secret_set: true });
  t.same(Object.keys(secrets).toSorted(), ['formerSecret', 'headers', 'signingSecret']);
  const plain = http.settings.stored(given(http.settings, TARGET));
  t.match(http.settings.shown(plain.clear), { headers: {}, signing_secret_set: false, client_key_set: false });
  t.same(
    http.settings.opened({ url: 'https://a' }, {}).timeoutSeconds,
    10,
    'a setting that came later has its default',
  );
});
