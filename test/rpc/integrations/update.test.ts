import t from 'tap';
import { openSecrets } from '../../../src/domain/integration/secrets.ts';
import { sealer as sealerOf } from '../../../src/kit/seal.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { uuid7 } from '../../../src/kit/uuid.ts';
import { testAuthority } from '../../peers/certificates.ts';
import { START } from '../caller.ts';
import { EP } from '../traffic.ts';
import { BROKER, HOOK, openIntegrations, targets } from './scene.ts';

const SIGNING = [1, 2].map(n => `whsec_${Buffer.alloc(32, n).toString('base64')}`);
const [FIRST = '', SECOND = ''] = SIGNING;

t.test('only what the mask names changes', async t => {
  const { create, update, events, advance } = await openIntegrations(t);
  const { id } = await create({ ...targets.http, description: 'old', max_per_second: 5 });
  advance(1000);
  const wanted = {
    id,
    name: 'New',
    description: 'new',
    max_per_second: 9,
    ep_euis: [EP[1] ?? ''],
    http: { url: 'https://a.example' },
  };
  t.match(await update(wanted, 'name', 'ep_euis'), {
    ...{ name: 'New', description: 'old', max_per_second: 5, ep_euis: [EP[1]], http: { url: HOOK } },
    updated_at: { seconds: String(START / 1000 + 1) },
  });
  t.match(events().at(-1), {
    event_type: 'integration.updated',
    data: { integrationId: id, kind: 'http', name: 'New', fields: ['name', 'ep_euis'] },
  });
  t.match(await update(wanted, 'http.url'), { http: { url: 'https://a.example', method: 'POST' } });
  t.same(events().at(-1)?.data.fields, ['http.url']);
  t.match(await update({ id }, 'description', 'max_per_second', 'ep_euis'), {
    description: '',
    max_per_second: 0,
    ep_euis: [],
  });
});

t.test('what is as it was is no change', async t => {
  const { create, update, events, advance, row } = await openIntegrations(t);
  const http = { url: HOOK, headers: { B: '2', A: '1' }, signing_secret: FIRST };
  const made = await create({ ...targets.http, http, ep_tags: { b: '1', a: '2' } });
  const { id } = made;
  advance(1000);
  const same = {
    id,
    name: 'Hook',
    ep_tags: { a: '2', b: '1' },
    enabled: true,
    http: { ...http, headers: { A: '1', B: '***' } },
  };
  for (const paths of [['name'], ['ep_tags', 'enabled'], ['http'], ['http.signing_secret', 'http.headers'], ['*']]) {
    t.same(await update(same, ...paths), made, paths.join());
  }
  t.equal(events().length, 1);
  t.equal(row(id).revision, 1);
});

t.test('write-only fields outside of the mask keep their values', async t => {
  const { create, update, row, sealer, events } = await openIntegrations(t);
  const secretsOf = (id: string) => openSecrets(sealer, id, row(id).secrets);
  const mqtt = { broker_url: BROKER, username: 'u', password: 'one' };
  const { id } = await create({ ...targets.mqtt, mqtt });
  const sealed = row(id).secrets;
  await update({ id, mqtt: { broker_url: BROKER.replace('8883', '8884') } }, 'mqtt.broker_url');
  t.same(row(id).secrets, sealed, 'nothing is sealed anew');
  await update({ id, mqtt: { ...mqtt, password: '' } }, 'mqtt');
  t.same(secretsOf(id), { password: 'one' }, 'of the whole configuration one that is empty');
  await update({ id, mqtt: { ...mqtt, password: '' } }, '*').catch(() => undefined);
  t.same(secretsOf(id), { password: 'one' }, 'of everything, too');
  await update({ id, mqtt: { password: 'two' } }, 'mqtt.password');
  t.same(secretsOf(id), { password: 'two' });
  t.match(events().at(-1)?.data.fields, ['mqtt.password']);
  t.notMatch(JSON.stringify(events()), /one|two/);
  await update({ id }, 'mqtt.password', 'mqtt.username');
  t.same(secretsOf(id), {}, 'a configuration that is left out has empty fields');
  await update({ id, mqtt }, 'mqtt.password', 'mqtt.username');
  const cleared = await update({ id, mqtt: {} }, 'mqtt.password');
  t.equal(cleared.mqtt?.password_set, false);
  t.equal(row(id).secrets, undefined, 'nothing is sealed where there is nothing');
});

t.test('headers keep what is covered, and a new signing secret signs beside the old one', async t => {
  const { create, update, row, sealer, now, jump } = await openIntegrations(t);
  const secretsOf = (id: string) => openSecrets(sealer, id, row(id).secrets);
  const made = await create({
    ...targets.http,
    http: { url: HOOK, headers: { A: '1', B: '2' }, signing_secret: FIRST },
  });
  const { id } = made;
  const next = await update({ id, http: { headers: { A: '***', C: '3' } } }, 'http.headers');
  t.same(next.http?.headers, { A: '***', C: '***' });
  t.same(secretsOf(id), { headers: { A: '1', C: '3' }, signingSecret: FIRST });
  await update({ id, http: { signing_secret: SECOND } }, 'http.signing_secret');
  t.same(secretsOf(id).formerSecret, { secret: FIRST, untilMs: now() + DAY_MS, crediblyUntilMs: now() + DAY_MS });
  jump(40 * DAY_MS);
  await update({ id, http: { signing_secret: FIRST } }, 'http.signing_secret');
  const right = now() - 40 * DAY_MS;
  t.same(
    secretsOf(id).formerSecret,
    { secret: SECOND, untilMs: now() + DAY_MS, crediblyUntilMs: right + DAY_MS },
    'by a clock that is ahead',
  );
  t.match(await update({ id, http: {} }, 'http.signing_secret'), { http: { signing_secret_set: false } });
  t.same(secretsOf(id), { headers: { A: '1', C: '3' } });
});

t.test('what goes together is held against what is kept', async t => {
  const { create, update, refusedUpdate } = await openIntegrations(t);
  const authority = await testAuthority();
  const [box, other] = [await authority.client('box'), await authority.client('other')];
  const tls = { client_cert_pem: box.cert, client_key_pem: box.key };
  const { id } = await create({ ...targets.http, http: { url: HOOK, ...tls } });
  t.equal(
    await refusedUpdate({ id, http: { client_cert_pem: other.cert } }, 'http.client_cert_pem'),
    'InvalidArgument',
  );
  const both = { client_cert_pem: other.cert, client_key_pem: other.key };
  const paths = ['http.client_cert_pem', 'http.client_key_pem'];
  t.match(await update({ id, http: both }, ...paths), { http: { client_key_set: true, client_key_pem: '' } });
  const mqtt = await create(targets.mqtt);
  t.equal(await refusedUpdate({ id: mqtt.id, mqtt: { layout: 'custom' } }, 'mqtt.layout'), 'InvalidTopicTemplate');
  const influx = await create(targets.influx);
  t.equal(
    await refusedUpdate({ id: influx.id, influx: { flavour: 'v3' } }, 'influx.flavour'),
    'IntegrationConfigRequired',
  );
  t.equal(await refusedUpdate({ id: influx.id, event_types: ['alert'] }, 'event_types'), 'InvalidEventFilter');
  t.same((await update({ id: influx.id }, 'event_types')).event_types, ['up']);
});

t.test('a mask names what may be changed, and nothing else', async t => {
  const { create, refusedUpdate, refusal, update } = await openIntegrations(t);
  const { id } = await create(targets.http);
  const full = { id, name: 'n', kind: 'mqtt', http: { url: HOOK }, mqtt: { broker_url: BROKER } };
  const cases: readonly (readonly [string[], string])[] = [
    [[], 'UpdateMaskRequired'],
    [['kind'], 'ImmutableField'],
    [['start_at'], 'ImmutableField'],
    [['id'], 'UpdateMaskInvalid'],
    [['state'], 'UpdateMaskInvalid'],
    [['queued'], 'UpdateMaskInvalid'],
    [['nothing'], 'UpdateMaskInvalid'],
    [['name.first'], 'UpdateMaskInvalid'],
    [['*', 'name'], 'UpdateMaskInvalid'],
    [['http.password_set'], 'UpdateMaskInvalid'],
    [['http.signing_secret_set'], 'UpdateMaskInvalid'],
    [['http.headers.A'], 'UpdateMaskInvalid'],
    [['http.broker_url'], 'UpdateMaskInvalid'],
    [['http.formerSecret'], 'UpdateMaskInvalid'],
    [['http.former_secret'], 'UpdateMaskInvalid'],
    [['mqtt.broker_url'], 'IntegrationKindMismatch'],
    [['http', 'mqtt'], 'IntegrationKindMismatch'],
    [['http'], 'IntegrationKindMismatch'],
    [['*'], 'IntegrationKindMismatch'],
  ];
  for (const [paths, token] of cases) t.equal(await refusedUpdate(full, ...paths), token, paths.join());
  t.equal(await refusedUpdate({ id, mqtt: { broker_url: BROKER } }, 'mqtt'), 'IntegrationKindMismatch');
  t.equal(await refusedUpdate({ id, http: { url: HOOK } }, 'http.url', 'mqtt.qos'), 'IntegrationKindMismatch');
  t.equal(await refusedUpdate({ id, name: 'n' }, '*'), 'IntegrationConfigRequired');
  t.equal(await refusedUpdate({ id }, 'http'), 'IntegrationConfigRequired');
  t.equal(await refusedUpdate({ id }, 'http.url'), 'InvalidURL');
  t.equal(await refusedUpdate({ id }, 'name'), 'NameRequired');
  t.equal(await refusal('UpdateIntegration', { update_mask: { paths: ['name'] } }), 'ResourceRequired');
  t.equal(await refusedUpdate({ name: 'n' }, 'name'), 'IDRequired');
  t.equal(await refusedUpdate({ id: 'no', name: 'n' }, 'name'), 'InvalidIDFormat');
  t.equal(await refusedUpdate({ id: uuid7(START), name: 'n' }, 'name'), 'IntegrationNotFound');
  t.match(await update({ id, name: 'all', http: { url: 'https://b.example', method: 'PUT' } }, '*'), {
    ...{ name: 'all', enabled: true, http: { url: 'https://b.example', method: 'PUT' } },
  });
});

t.test('an address that is not allowed is refused when it is named, and stands in the way of nothing else', async t => {
  const { create, update, refusedUpdate, store, row } = await openIntegrations(t);
  const { id } = await create(targets.http);
  t.equal(await refusedUpdate({ id, http: { url: 'http://127.0.0.1/' } }, 'http.url'), 'IntegrationTargetNotAllowed');
  t.equal(await refusedUpdate({ id, http: { url: 'http://127.0.0.1/' } }, 'http'), 'IntegrationTargetNotAllowed');
  const { revision, settings } = row(id);
  const values = { settings: { ...settings, url: 'http://127.0.0.1/' } };
  const change = { org: 1, uuid: id, expectedRevision: revision, fields: ['http.url'], values };
  await store.write.integrations.update(change, { now: START, userId: undefined, userEmail: undefined, actor: '' });
  t.match(await update({ id, enabled: false, http: { method: 'PUT' } }, 'enabled', 'http.method'), {
    ...{ enabled: false, http: { method: 'PUT', url: 'http://127.0.0.1/' } },
  });
});

t.test('names stay unique', async t => {
  const { create, refusedUpdate } = await openIntegrations(t);
  await create(targets.mqtt);
  const { id } = await create(targets.http);
  t.equal(await refusedUpdate({ id, name: 'Plant' }, 'name'), 'IntegrationNameExists');
  t.equal(await refusedUpdate({ id, name: 'Hook' }, 'name'), 'none');
});

t.test('two changes at once are both made, whichever is first', async t => {
  const { create, update, row, sealer } = await openIntegrations(t);
  const { id } = await create({ ...targets.http, http: { url: HOOK, headers: { A: '1' } } });
  await Promise.all([
    update({ id, http: { signing_secret: FIRST } }, 'http.signing_secret'),
    update({ id, http: { headers: { A: '***', B: '2' } } }, 'http.headers'),
    update({ id, http: { batch_size: 7 } }, 'http.batch_size'),
    update({ id, name: 'Both' }, 'name'),
  ]);
  t.match(row(id), { name: 'Both', settings: { batchSize: 7, headers: ['A', 'B'], signingSecret: true } });
  t.same(openSecrets(sealer, id, row(id).secrets), { headers: { A: '1', B: '2' }, signingSecret: FIRST });
});

t.test('secrets that cannot be read are replaced as a whole, or not at all', async t => {
  const { create, update, refusedUpdate, row, sealer, store } = await openIntegrations(t);
  const mqtt = { broker_url: BROKER, username: 'u', password: 'one' };
  const { id } = await create({ ...targets.mqtt, mqtt });
  const foreign = sealerOf(Buffer.alloc(32, 9)).seal(Buffer.from('{"password":"one"}'), `integration:${id}:secrets`);
  const change = { org: 1, uuid: id, expectedRevision: row(id).revision, fields: [], values: {}, secrets: foreign };
  await store.write.integrations.update(change, { now: START, userId: undefined, userEmail: undefined, actor: '' });
  t.equal(await refusedUpdate({ id, mqtt: { qos: 2 } }, 'mqtt.qos'), 'KeyMaterialUnavailable');
  t.equal(await refusedUpdate({ id, name: 'n', enabled: false }, 'name', 'enabled'), 'none');
  t.match(await update({ id, mqtt: { password: 'two' } }, 'mqtt.password'), { mqtt: { password_set: true } });
  t.same(openSecrets(sealer, id, row(id).secrets), { password: 'two' });
});

t.test('no secret goes to another host, whichever caller changes it', async t => {
  const { create, update, refusedUpdate } = await openIntegrations(t);
  const { id } = await create({ ...targets.mqtt, mqtt: { broker_url: BROKER, username: 'u', password: 'one' } });
  for (const broker_url of ['mqtts://b.example:8883', BROKER.replace('mqtts', 'mqtt')]) {
    t.equal(await refusedUpdate({ id, mqtt: { broker_url } }, 'mqtt.broker_url'), 'SecretRequired', broker_url);
    t.equal(await refusedUpdate({ id, mqtt: { broker_url, username: 'u', password: '' } }, 'mqtt'), 'SecretRequired');
  }
  const anew = { broker_url: 'mqtts://b.example:8883', password: 'two' };
  t.match(await update({ id, mqtt: anew }, 'mqtt.broker_url', 'mqtt.password'), { mqtt: { password_set: true } });
});
