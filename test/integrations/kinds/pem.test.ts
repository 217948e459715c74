import { createPrivateKey } from 'node:crypto';
import t from 'tap';
import { http } from '../../../src/integrations/kinds/http.ts';
import { influx } from '../../../src/integrations/kinds/influx.ts';
import { mqtt } from '../../../src/integrations/kinds/mqtt.ts';
import { nats } from '../../../src/integrations/kinds/nats.ts';
import { testAuthority } from '../../peers/certificates.ts';
import { cases, given, refusal, refused } from './table.ts';

const authority = await testAuthority();
const box = await authority.client('box');
const other = await authority.client('other');
const HTTP = { url: 'https://hooks.example/' };
const CLIENT = { client_cert_pem: box.cert, client_key_pem: box.key };
const encrypted = createPrivateKey(box.key)
  .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'word' })
  .toString();

t.test('certificates and keys can be read', async t => {
  const bad = 'InvalidArgument';
  const { found, wanted } = cases(http.settings, HTTP, [
    ['ca_pem', authority.ca, 'none'],
    ['ca_pem', `Our authorities\n${authority.ca}\n${other.cert}`, 'none'],
    ['ca_pem', 'no PEM', bad],
    ['ca_pem', box.key, bad],
    ['ca_pem', `${authority.ca}${box.key}`, bad],
    ['ca_pem', authority.ca.replace(/[A-Z]/, '!'), bad],
    ['ca_pem', authority.ca.repeat(1000), 'FieldTooLong'],
    ['client_cert_pem', 'no PEM', bad],
    ['client_key_pem', 'no PEM', bad],
    ['client_key_pem', box.cert, bad],
    ['client_key_pem', encrypted, bad],
  ]);
  t.same(found, wanted);
  const { about } = refused(http.settings, { ...HTTP, client_key_pem: encrypted });
  t.notMatch(JSON.stringify(about), /BEGIN/, 'never the text');
});

t.test('a client certificate and its key go together, for every kind', async t => {
  const tables = [
    [http.settings, HTTP],
    [mqtt.settings, { broker_url: 'mqtts://broker.example' }],
    [influx.settings, { url: 'https://influx.example', bucket: 'b' }],
    [nats.settings, { servers: ['tls://nats.example'] }],
  ] as const;
  for (const [table, base] of tables) {
    const refusedFor = (wire: object) => refusal<object>(table, { ...base, ...wire });
    t.equal(refusedFor(CLIENT), 'none');
    t.equal(refusedFor({ client_cert_pem: box.cert }), 'InvalidArgument client_key_pem');
    t.equal(refusedFor({ client_key_pem: box.key }), 'InvalidArgument client_cert_pem');
    t.equal(refusedFor({ ...CLIENT, client_key_pem: other.key }), 'InvalidArgument client_key_pem');
    t.equal(refusedFor({ ...CLIENT, client_cert_pem: `${box.cert}${authority.ca}` }), 'none', 'a chain');
  }
});

t.test('a new certificate is held against the key that is kept', async t => {
  const kept = given(http.settings, { ...HTTP, ...CLIENT });
  t.equal(refusal(http.settings, { client_cert_pem: other.cert }, kept), 'InvalidArgument client_key_pem');
  t.equal(refusal(http.settings, { client_cert_pem: other.cert, client_key_pem: other.key }, kept), 'none');
  t.equal(refusal(http.settings, { client_cert_pem: '', client_key_pem: '' }, kept), 'none');
  const { clear } = http.settings.stored(kept);
  t.notMatch(JSON.stringify(clear), /PRIVATE/);
  t.match(http.settings.shown(clear), { client_cert_pem: `${box.cert.trim()}\n`, client_key_set: true });
});
