import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { tokenOf } from '../../src/cli/api.ts';
import { Center } from '../peers/center.ts';
import { testAuthority } from '../peers/certificates.ts';

const SEED = `SU${'A7'.repeat(28)}`;

/** What is planted in write-only fields, each in another one. */
function canaries() {
  const word = () => `canary${randomBytes(12).toString('hex')}`;
  return { password: word(), token: word(), header: word(), refused: word(), next: word() };
}

const filesBelow = (dir: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name));

async function failed(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'none';
  } catch (error) {
    return `${tokenOf(error)} ${error instanceof Error ? error.message : ''} ${JSON.stringify(error)}`;
  }
}

t.test('secrets of integrations are in no answer, no log, no event and no file', async t => {
  const dir = join(t.testdir(), 'data');
  const center = await Center.start({ dir });
  t.teardown(() => center.stop());
  const secret = canaries();
  const signing = `whsec_${randomBytes(32).toString('base64')}`;
  const next = `whsec_${randomBytes(32).toString('base64')}`;
  const client = await (await testAuthority()).client('box');
  const tls = { client_cert_pem: client.cert, client_key_pem: client.key };
  const headers = { Authorization: `Bearer ${secret.header}` };
  const { api } = center;
  const said: unknown[] = [];
  const create = async (integration: object) => {
    const made = await api.call('CreateIntegration', { integration });
    said.push(made);
    return made;
  };
  const mqtt = { broker_url: 'mqtts://broker.example', username: 'box', password: secret.password, ...tls };
  const { id } = await create({ kind: 'mqtt', name: 'Plant', mqtt });
  const hook = { url: 'https://hooks.example/', headers, signing_secret: signing, ...tls };
  const { id: hookId } = await create({ kind: 'http', name: 'Hook', http: hook });
  await create({
    kind: 'influx',
    name: 'Curves',
    influx: { url: 'https://i.example', bucket: 'b', token: secret.token },
  });
  await create({ kind: 'nats', name: 'Hub', nats: { servers: ['tls://hub.example'], nkey_seed: SEED } });
  const update = (integration: object, ...paths: string[]) =>
    api.call('UpdateIntegration', { integration, update_mask: { paths } });
  said.push(await update({ id, mqtt: { password: secret.next } }, 'mqtt.password'));
  said.push(await update({ id: hookId, http: { signing_secret: next } }, 'http.signing_secret'));
  const integrations = () => api.call('ListIntegrations', {});
  said.push(await integrations(), await api.call('GetIntegration', { id }));
  const wrong = [
    { kind: 'mqtt', name: 'Plant', mqtt: { ...mqtt, password: secret.refused } },
    { kind: 'mqtt', name: 'x', mqtt: { ...mqtt, password: secret.refused, qos: 9 } },
    { kind: 'mqtt', name: 'x', mqtt: { broker_url: `mqtt://u:${secret.refused}@b.example` } },
    { kind: 'http', name: 'x', http: { ...hook, headers: { A: `${secret.refused}\n` } } },
    { kind: 'http', name: 'x', http: { ...hook, signing_secret: `whsec_${secret.refused}` } },
    {
      kind: 'http',
      name: 'x',
      http: { ...hook, client_key_pem: `-----BEGIN PRIVATE KEY-----\n${secret.refused}\n-----END PRIVATE KEY-----` },
    },
    { kind: 'http', name: 'x', http: { ...hook, url: `http://127.0.0.1/?a=${secret.refused}` } },
    { kind: 'nats', name: 'x', nats: { servers: ['tls://h.example'], creds: secret.refused } },
  ];
  for (const integration of wrong) {
    const why = await failed(api.call('CreateIntegration', { integration }));
    t.match(why, /^ErrToken/);
    said.push(why);
  }
  said.push((await api.call('ListEvents', {})).events);
  t.match(center.events(), ['system.started']);
  await center.stop();

  const secrets = [...Object.values(secret), signing.slice(6), next.slice(6), SEED, client.key.slice(60, 100)];
  const look = (what: string, text: string) => {
    for (const each of secrets) {
      t.notOk(text.includes(each) || text.includes(Buffer.from(each).toString('base64')), `nothing in ${what}`);
    }
  };
  look('the answers', JSON.stringify(said));
  look('the log', center.log.join(''));
  for (const file of filesBelow(dir)) look(file.slice(dir.length), readFileSync(file, 'latin1'));
  await center.begin();
  const again = await center.api.call('ListIntegrations', {});
  t.same(
    again.integrations.map(({ name, state, mqtt, http, influx, nats }) => [
      ...[name, state, mqtt?.password_set ?? http?.signing_secret_set ?? influx?.token_set ?? nats?.nkey_seed_set],
    ]),
    [
      ['Curves', 'connecting', true],
      ['Hook', 'connecting', true],
      ['Hub', 'connecting', true],
      ['Plant', 'connecting', true],
    ],
  );
});

/** A call as browsers make it. */
async function posted(t: Test, center: Center, method: string, body: object) {
  const response = await fetch(`http://127.0.0.1:${center.ports.gateway}/platform.api.v1.PlatformService/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  t.equal(response.status, 200, method);
  return (await response.json()) as Record<string, unknown>;
}

t.test('a web page sets up an integration, changes one of its settings and removes it', async t => {
  await using center = await Center.start({ dir: join(t.testdir(), 'data') });
  const http = { url: 'https://hooks.example/', headers: { 'X-A': '1' }, batchWaitMs: 100 };
  const made = await posted(t, center, 'CreateIntegration', { integration: { kind: 'http', name: 'Hook', http } });
  t.match(made, { name: 'Hook', enabled: true, http: { method: 'POST', headers: { 'X-A': '***' }, batchWaitMs: 100 } });
  const signingSecret = `whsec_${randomBytes(32).toString('base64')}`;
  const changed = await posted(t, center, 'UpdateIntegration', {
    integration: { id: made.id, http: { signingSecret, batchWaitMs: 0 } },
    updateMask: 'http.signingSecret,http.batchWaitMs',
  });
  t.match(changed, { http: { signingSecretSet: true, batchWaitMs: 0, url: 'https://hooks.example/' } });
  t.same(await posted(t, center, 'DeleteIntegration', { id: made.id }), {});
  const types = center.events().filter(type => type.startsWith('integration.'));
  t.same(types, ['integration.created', 'integration.updated', 'integration.deleted']);
});

t.test('what waits for an integration is counted although nothing is delivered yet', async t => {
  await using center = await Center.start({ dir: join(t.testdir(), 'data') });
  const events = { kind: 'http', name: 'Hook', http: { url: 'https://hooks.example/' }, event_types: ['event'] };
  const { id } = await center.api.call('CreateIntegration', { integration: events });
  await center.api.call('CreateEndPoint', { endpoint: { ep_eui: '70b3d56770110001' } });
  t.match(await center.api.call('GetIntegration', { id }), { state: 'connecting', queued: '1' });
  const off = { integration: { id, enabled: false }, update_mask: { paths: ['enabled'] } };
  t.match(await center.api.call('UpdateIntegration', off), { state: 'disabled', queued: '0' });
});

t.test('an address of this host is refused unless the configuration names it', async t => {
  const integration = { kind: 'http', name: 'Hook', http: { url: 'http://127.0.0.1:8080/' } };
  const dir = join(t.testdir(), 'data');
  {
    await using center = await Center.start({ dir });
    const why = await failed(center.api.call('CreateIntegration', { integration }));
    t.match(
      why,
      /^ErrTokenIntegrationTargetNotAllowed .*http\.url: 127\.0\.0\.1 is a loopback .*integrations\.allow_targets/,
    );
  }
  const settings = { integrations: { allow_targets: ['127.0.0.0/8'] } };
  await using center = await Center.start({ dir, settings });
  t.match(await center.api.call('CreateIntegration', { integration }), { name: 'Hook' });
});
