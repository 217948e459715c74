import t from 'tap';
import { openSecrets } from '../../../src/domain/integration/secrets.ts';
import { uuid7 } from '../../../src/kit/uuid.ts';
import { START } from '../caller.ts';
import { ORGANIZATION } from '../harness.ts';
import { EP } from '../traffic.ts';
import { BROKER, HOOK, openIntegrations, targets, type Wire } from './scene.ts';

const SIGNING = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

t.test('an integration is stored with its defaults, and shown without its secrets', async t => {
  const { create, call, row, sealer, events } = await openIntegrations(t);
  const mqtt = { broker_url: BROKER, username: 'box', password: 'canary' };
  const made = await create({ kind: 'mqtt', name: ' Plant ', mqtt });
  t.match(made, {
    ...{ organization_id: ORGANIZATION, name: 'Plant', description: '', kind: 'mqtt', enabled: true },
    ...{
      event_types: [],
      ep_euis: [],
      device_model_ids: [],
      ep_tags: {},
      include_subpackets: false,
      max_per_second: 0,
    },
    mqtt: {
      ...{ broker_url: BROKER, username: 'box', password: '', password_set: true, client_key_set: false },
      ...{ layout: 'platform', topic_prefix: 'mioty', qos: 1, clean_session: true, keep_alive_seconds: 60 },
      ...{ protocol_version: '3.1.1', payload: 'json', discovery_prefix: 'homeassistant' },
    },
    ...{ http: null, influx: null, nats: null, state: 'connecting', last_error: '', queued: '0', delivered: '0' },
    ...{ dropped: '0', parked: '0', behind_seconds: '0', last_success_at: null, next_attempt_at: null },
    created_at: { seconds: String(START / 1000) },
  });
  t.same(await call('GetIntegration', { id: made.id }), made);
  const { secrets, settings } = row(made.id);
  t.same(openSecrets(sealer, made.id, secrets), { password: 'canary' });
  t.notMatch(JSON.stringify(settings), /canary/);
  t.match(events(), [
    {
      ...{ event_type: 'integration.created', severity: 'info', source_id: made.id },
      data: { integrationId: made.id, kind: 'mqtt', name: 'Plant' },
    },
  ]);
});

t.test('every kind shows what it was given, and of secrets that they are set', async t => {
  const { create, call } = await openIntegrations(t);
  const headers = { Authorization: 'Bearer canary', 'X-Plant': '7' };
  const http = { url: HOOK, headers, signing_secret: SIGNING, batch_size: 10, batch_wait_ms: 0 };
  const made = await create({ ...targets.http, http });
  t.match(made.http, {
    headers: { Authorization: '***', 'X-Plant': '***' },
    ...{ signing_secret: '', signing_secret_set: true, method: 'POST', timeout_seconds: 10, batch_size: 10 },
  });
  const influx = { ...targets.influx.influx, token: 'canary', include_radio: false };
  t.match(await create({ ...targets.influx, influx }), {
    influx: {
      token: '',
      token_set: true,
      password_set: false,
      include_radio: false,
      flavour: 'v2',
      measurement: 'mioty',
    },
    event_types: ['up'],
  });
  const nats = { ...targets.nats.nats, username: 'u', password: 'canary', msg_id: 'telegram' };
  t.match(await create({ ...targets.nats, nats }), {
    nats: { servers: ['nats://hub.example'], password: '', password_set: true, creds_set: false, msg_id: 'telegram' },
  });
  await create(targets.mqtt);
  t.notMatch(JSON.stringify(await call('ListIntegrations', {})), /canary|whsec/);
});

t.test('what an integration chooses is stored, each once', async t => {
  const { create } = await openIntegrations(t);
  const model = uuid7(START);
  const chosen: Wire = {
    ...{
      enabled: false,
      event_types: ['up', 'alert', 'up'],
      ep_euis: [(EP[1] ?? '').toUpperCase(), EP[1] ?? '', EP[2] ?? ''],
    },
    ...{ device_model_ids: [model, model], ep_tags: { site: 'north' }, include_subpackets: true, max_per_second: 80 },
  };
  t.match(await create({ ...targets.http, ...chosen }), {
    ...{ enabled: false, state: 'disabled', event_types: ['up', 'alert'], ep_euis: [EP[1], EP[2]] },
    ...{ device_model_ids: [model], ep_tags: { site: 'north' }, include_subpackets: true, max_per_second: 80 },
  });
  const unknown = 'fedcba9876543210';
  t.match(await create({ ...targets.http, name: 'other', ep_euis: [unknown] }), { ep_euis: [unknown] });
});

t.test('a new integration may begin in the past', async t => {
  const { create, row, hear, advance } = await openIntegrations(t);
  await hear({ packetCnt: 1 });
  advance(60_000);
  await hear({ packetCnt: 2 }, { packetCnt: 3 });
  const of = async (start_at?: { seconds: number }) =>
    row((await create({ ...targets.http, name: `from ${start_at?.seconds}`, ...(start_at && { start_at }) })).id)
      .cursors.log;
  const [all, later, none] = [
    await of({ seconds: START / 1000 - 3600 }),
    await of({ seconds: START / 1000 + 30 }),
    await of(),
  ];
  t.equal(all, 0);
  t.ok(later > all && none > later, `${all} ${later} ${none}`);
});

t.test('what is missing or wrong has its token', async t => {
  const { refusedCreate, refusal, whyRefused } = await openIntegrations(t);
  const { http } = targets;
  const secure = (more: object): Wire => ({ ...http, http: { url: HOOK, ...more } });
  const wrong: readonly (readonly [Wire, string])[] = [
    [{ ...http, name: '  ' }, 'NameRequired'],
    [{ ...http, name: 'a'.repeat(129) }, 'FieldTooLong'],
    [{ ...http, name: 'a\u202eb' }, 'InvalidArgument'],
    [{ ...http, description: 'a'.repeat(1025) }, 'FieldTooLong'],
    [{ ...http, kind: '' }, 'InvalidIntegrationKind'],
    [{ ...http, kind: 'kafka' }, 'InvalidIntegrationKind'],
    [{ kind: 'http', name: 'a' }, 'IntegrationConfigRequired'],
    [{ ...http, kind: 'mqtt' }, 'IntegrationKindMismatch'],
    [{ ...http, ...{ mqtt: { broker_url: BROKER } } }, 'IntegrationKindMismatch'],
    [{ ...targets.influx, influx: { url: HOOK } }, 'IntegrationConfigRequired'],
    [{ ...targets.mqtt, mqtt: { broker_url: 'http://a' } }, 'InvalidBrokerURL'],
    [{ ...targets.nats, nats: {} }, 'InvalidBrokerURL'],
    [secure({ url: 'ftp://a' }), 'InvalidURL'],
    [secure({ method: 'GET' }), 'InvalidEnumValue'],
    [secure({ timeout_seconds: 0 }), 'FieldOutOfRange'],
    [secure({ headers: { Host: 'a' } }), 'InvalidIntegrationHeader'],
    [secure({ headers: { 'X-A': '***' } }), 'InvalidIntegrationHeader'],
    [secure({ signing_secret: 'secret' }), 'InvalidArgument'],
    [{ ...targets.mqtt, mqtt: { broker_url: BROKER, topic_prefix: '/a' } }, 'InvalidTopicTemplate'],
    [{ ...targets.mqtt, mqtt: { broker_url: BROKER, layout: 'custom' } }, 'InvalidTopicTemplate'],
    [{ ...http, event_types: ['uplink'] }, 'InvalidEventFilter'],
    [{ ...targets.influx, event_types: ['up', 'attach'] }, 'InvalidEventFilter'],
    [{ ...http, event_types: Array(101).fill('up') }, 'TooManyItems'],
    [{ ...http, ep_euis: ['no'] }, 'InvalidEUIFormat'],
    [{ ...http, ep_euis: Array(1001).fill(EP[1]) }, 'TooManyItems'],
    [{ ...http, device_model_ids: ['no'] }, 'InvalidIDFormat'],
    [{ ...http, ep_tags: { 'a b': 'c' } }, 'InvalidTags'],
    [{ ...http, start_at: { seconds: 1 } }, 'InvalidTimeRange'],
    [secure({ url: 'http://127.0.0.1/' }), 'IntegrationTargetNotAllowed'],
    [secure({ url: 'http://127.1/' }), 'IntegrationTargetNotAllowed'],
    [secure({ url: 'http://0x7f000001/' }), 'IntegrationTargetNotAllowed'],
    [secure({ url: 'http://localhost:8080/' }), 'IntegrationTargetNotAllowed'],
    [secure({ url: 'http://169.254.169.254/latest' }), 'IntegrationTargetNotAllowed'],
    [secure({ url: 'http://192.0.2.7/' }), 'IntegrationTargetNotAllowed'],
    [secure({ url: 'http://[::ffff:127.0.0.1]/' }), 'IntegrationTargetNotAllowed'],
    [{ ...targets.mqtt, mqtt: { broker_url: 'mqtt://127.1' } }, 'IntegrationTargetNotAllowed'],
    [{ ...targets.nats, nats: { servers: ['nats://hub.example', 'nats://[::]:4222'] } }, 'IntegrationTargetNotAllowed'],
    [{ ...targets.influx, influx: { url: 'http://0.0.0.0:8086', bucket: 'b' } }, 'IntegrationTargetNotAllowed'],
  ];
  for (const [integration, token] of wrong) {
    t.equal(await refusedCreate(integration), token, JSON.stringify(integration).slice(0, 100));
  }
  t.equal(await refusal('CreateIntegration', {}), 'ResourceRequired');
  t.match(await whyRefused(secure({ url: 'http://127.0.0.1/' })), {
    about: {
      field: 'integration.http.url',
      reason: /^127\.0\.0\.1 is a loopback address.*integrations\.allow_targets/,
    },
  });
  t.equal(await refusedCreate(secure({ url: 'http://[::1]/' })), 'none', 'one that is allowed');
  t.equal(
    await refusedCreate({ ...secure({ url: 'http://192.168.1.4/' }), name: 'b' }),
    'none',
    'private networks are',
  );
});

t.test('names are unique in the organization, and there are fifty', async t => {
  const { create, refusedCreate, call } = await openIntegrations(t);
  await create(targets.http);
  t.equal(await refusedCreate(targets.http), 'IntegrationNameExists');
  const two = await Promise.all([
    refusedCreate({ ...targets.mqtt, name: 'x' }),
    refusedCreate({ ...targets.mqtt, name: 'x' }),
  ]);
  t.same(two.toSorted(), ['IntegrationNameExists', 'none']);
  for (let n = 3; n < 50; n++) await create({ ...targets.http, name: `n${n}` });
  const last = await Promise.all([1, 2, 3].map(n => refusedCreate({ ...targets.http, name: `last ${n}` })));
  t.same(last.toSorted(), ['IntegrationLimitReached', 'IntegrationLimitReached', 'none']);
  t.equal((await call('ListIntegrations', {})).total_count, 50);
});

t.test('a target whose certificate is not checked raises a warning', async t => {
  const { create, update, events } = await openIntegrations(t);
  const { id } = await create({ ...targets.http, http: { url: HOOK, insecure_skip_verify: true } });
  t.match(events().at(-1), {
    event_type: 'integration.created',
    severity: 'warning',
    data: { insecureSkipVerify: true },
  });
  await update({ id, description: 'a' }, 'description');
  t.match(events().at(-1), { event_type: 'integration.updated', severity: 'info' });
  await update({ id, http: {} }, 'http.insecure_skip_verify');
  t.match(events().at(-1), { event_type: 'integration.updated', severity: 'info' });
  t.notOk('insecureSkipVerify' in (events().at(-1)?.data ?? {}));
  await update({ id, http: { insecure_skip_verify: true } }, 'http.insecure_skip_verify');
  t.match(events().at(-1), { event_type: 'integration.updated', severity: 'warning' });
});
