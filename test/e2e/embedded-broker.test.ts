import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { connect, connectAsync, type IClientOptions } from 'mqtt';
import t, { type Test } from 'tap';
import { startWaystation } from '../../src/app.ts';
import { listeners } from '../../src/cli/check.ts';
import { explain } from '../../src/cli/explain.ts';
import { configFrom } from '../../src/config/load.ts';
import { examine, type Scene } from '../../src/health/doctor/examine.ts';
import { portChecks } from '../../src/health/doctor/ports.ts';
import type { Finding } from '../../src/kit/faults/finding.ts';
import { createLog } from '../../src/kit/log.ts';
import { systemClock } from '../../src/kit/time/clock.ts';
import { MqttSubscriber } from '../../src/simulate/mqtt-subscriber.ts';
import { Center, until } from '../peers/center.ts';
import { METER, uplink } from '../peers/telegrams.ts';

const NEAR = '70b3d59cd0000001';
const WINDOW_MS = 500;
const PROBE_MS = 10_000;

async function site(t: Test) {
  const settings = { mqtt: { broker: { enabled: true, port: 0, tls_port: 0, tls_host: '127.0.0.1' } } };
  const center = await Center.start({ dir: join(t.testdir(), 'data'), settings });
  t.teardown(() => center.stop());
  const { raw_key } = await center.api.call('CreateApiKey', {
    api_key: { name: 'reader', scopes: ['messages:read'] },
  });
  const options = (given: IClientOptions = {}): IClientOptions => ({
    ...{ username: raw_key.slice(0, 8), password: raw_key, reconnectPeriod: 0, ...given },
  });
  const client = async (given?: IClientOptions, port = center.ports.mqtt_plain) => {
    const made = await connectAsync(
      `${port === center.ports.mqtt ? 'mqtts' : 'mqtt'}://127.0.0.1:${port}`,
      options(given),
    );
    t.teardown(() => made.end(true));
    return made;
  };
  /** What a client that presents this is told. */
  const refused = async (given: IClientOptions) => {
    const made = connect(`mqtt://127.0.0.1:${center.ports.mqtt_plain}`, options(given));
    const cause = await new Promise<Error>(resolve => made.once('error', resolve));
    made.end(true);
    return cause.message;
  };
  return { center, client, refused, raw_key };
}

type Page = { status: string; components: { name: string; healthy: boolean; detail: string }[] };

async function health({ ports }: Center): Promise<Page> {
  return (await (await fetch(`http://127.0.0.1:${ports.health_core}/health`)).json()) as Page;
}

/** The state of the parts is looked at every ten seconds; what is under way must not see time go by. */
async function toNextLook({ clock }: Center): Promise<void> {
  await clock.advance(PROBE_MS - (clock.monotonic() % PROBE_MS));
}

t.test('the broker and the integrations are parts of the state of the box, and are counted', async t => {
  const { center, client } = await site(t);
  const mqtt = { broker_url: 'embedded://' };
  const { id } = await center.api.call('CreateIntegration', { integration: { kind: 'mqtt', name: 'Box', mqtt } });
  await client();
  await client({ rejectUnauthorized: false }, center.ports.mqtt);
  const metrics = async () => (await fetch(`http://127.0.0.1:${center.ports.health_core}/metrics`)).text();
  await until(async () => /^waystation_integrations\{kind="mqtt",state="connected"\} 1$/m.test(await metrics()));
  t.match(await metrics(), /^waystation_certificate_expiry_timestamp_seconds\{listener="mqtt"\} \d+$/m);
  await toNextLook(center);
  const { status, components } = await health(center);
  t.equal(status, 'healthy');
  const part = (name: string) => components.find(each => each.name === name);
  t.match(part('mqtt'), { healthy: true, detail: /^2 connected; certificate of mqtt until / });
  t.match(part('integrations'), { healthy: true, detail: '1 enabled' });
  const { services } = await center.api.call('GetSystemStatus', {});
  t.same(
    services.map(({ name, healthy }) => `${name} ${healthy}`),
    ['core', 'gateway', 'bssci', 'scaci', 'mqtt', 'integrations', 'database'].map(name => `${name} true`),
  );
  await center.api.call('UpdateIntegration', {
    integration: { id, enabled: false },
    update_mask: { paths: ['enabled'] },
  });
  await until(async () => /^waystation_integrations\{kind="mqtt",state="disabled"\} 1$/m.test(await metrics()));
});

t.test(
  'a subscriber with an API key gets what is delivered, in clear text and by TLS of the own authority',
  async t => {
    const { center, raw_key } = await site(t);
    await center.endpoint({ ep_eui: METER, name: 'meter' });
    const mqtt = { broker_url: 'embedded://' };
    const { id } = await center.api.call('CreateIntegration', { integration: { kind: 'mqtt', name: 'Box', mqtt } });
    await until(async () => (await center.api.call('GetIntegration', { id })).state === 'connected');
    const stopping = new AbortController();
    const items: unknown[][] = [];
    const ways = [
      { port: center.ports.mqtt_plain ?? 0, tls: undefined },
      { port: center.ports.mqtt ?? 0, tls: { ca: center.app.pki.caPem() } },
    ];
    const subscribed: Promise<void>[] = [];
    const running = ways.map(way => {
      const got: unknown[] = [];
      items.push(got);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      subscribed.push(promise);
      const subscriber = new MqttSubscriber({
        ...{ ...way, host: '127.0.0.1', clientId: `c${way.port}`, topics: ['mioty/#'], clock: center.clock },
        ...{ username: raw_key.slice(0, 8), password: raw_key },
        onSubscribed: resolve,
        onLost: reason => reject(new Error(reason)),
        onMessage: ({ item }) => item?.event === 'up' && got.push(item.packetCnt),
      });
      return subscriber.run(stopping.signal);
    });
    await Promise.all(subscribed);
    await using near = await center.baseStation({ bsEui: NEAR });
    for (const packetCnt of [1, 2]) await near.start('ulData', uplink({ packetCnt }));
    await center.clock.advance(WINDOW_MS);
    await until(() => items.every(got => got.length === 2));
    t.same(items, [
      [1, 2],
      [1, 2],
    ]);
    stopping.abort();
    await Promise.all(running);
  },
);

t.test('an integration that fails does not make the box unhealthy', async t => {
  const settings = { integrations: { allow_targets: ['127.0.0.1'] } };
  const center = await Center.start({ dir: join(t.testdir(), 'data'), settings });
  t.teardown(() => center.stop());
  await center.endpoint({ ep_eui: METER, name: 'meter' });
  // No server listens there.
  const http = { url: 'http://127.0.0.1:9/' };
  const { id } = await center.api.call('CreateIntegration', { integration: { kind: 'http', name: 'Hook', http } });
  await using near = await center.baseStation({ bsEui: NEAR });
  await near.start('ulData', uplink({ packetCnt: 1 }));
  await center.clock.advance(WINDOW_MS);
  const state = async () => (await center.api.call('GetIntegration', { id })).state;
  while ((await state()) !== 'failing') await center.clock.advance(1000);
  await toNextLook(center);
  const { last_error: error } = await center.api.call('GetIntegration', { id });
  const page = await fetch(`http://127.0.0.1:${center.ports.health_core}/health`);
  t.equal(page.status, 200);
  const { status, components } = (await page.json()) as Page;
  t.same(
    components.flatMap(({ name, healthy }) => (healthy ? [] : [name])),
    ['integrations'],
  );
  t.equal(status, 'degraded');
  t.match(
    components.find(({ name }) => name === 'integrations'),
    {
      healthy: false,
      detail: `1 enabled; Integration Hook does not deliver: ${error}`,
    },
  );
  const { status: said, services } = await center.api.call('GetSystemStatus', {});
  t.equal(said, 'degraded');
  t.match(
    services.find(({ name }) => name === 'integrations'),
    { healthy: false },
  );
});

t.test('a port of the broker that is taken ends the start with a sentence that names it', async t => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  t.teardown(() => taken.close());
  const { port } = taken.address() as { port: number };
  const log = await createLog({ level: 'silent', format: 'json' });
  for (const broker of [
    { port, tls_port: 0 },
    { port: 0, tls_port: port },
  ]) {
    const zero = {
      bssci_port: 0,
      scaci_port: 0,
      gateway_port: 0,
      core_port: 0,
      health: { core_port: 0, gateway_port: 0 },
    };
    const settings = {
      ...{ ...zero, data_dir: join(t.testdir(), 'data'), pki: { key_type: 'ec-p256' as const } },
      mqtt: { broker: { enabled: true, tls_host: '127.0.0.1', ...broker } },
    };
    const opened = listeners(configFrom(settings));
    const found: Finding[] = [];
    await examine(
      portChecks,
      { listeners: opened, clock: systemClock, config: configFrom(settings) } as unknown as Scene,
      each => found.push(each),
    );
    t.match(
      found.filter(({ level }) => level === 'fail'),
      [{ text: /^mqtt(_plain)?: port \d+ on 127\.0\.0\.1 is in use by another program$/ }],
    );
    const cause = await startWaystation(settings, { log, readShipped: () => Buffer.from('[]') }).then(
      () => undefined,
      (error: unknown) => error,
    );
    t.equal(
      explain(cause),
      `port ${port} on 127.0.0.1 is in use: stop what listens there, or choose another port in the configuration`,
    );
  }
});

t.test('a wrong key at the broker is an event, folded, with its prefix and never its secret', async t => {
  const { center, client, refused, raw_key } = await site(t);
  const wrong = `${raw_key.slice(0, -1)}${raw_key.endsWith('a') ? 'b' : 'a'}`;
  const told = async () =>
    (await center.api.call('ListEvents', { event_types: ['security.api_key_rejected'], order_by: 'seq asc' })).events;
  for (let time = 0; time < 3; time++) {
    t.match(await refused({ password: wrong }), /Bad username or password|Not authorized/i);
    await center.clock.advance(1000);
  }
  t.match(await refused({ username: 'somebody' }), /Bad username or password|Not authorized/i);
  await center.clock.advance(120_000);
  const counts = () => center.rows("SELECT count FROM event WHERE event_type = 'security.api_key_rejected'");
  await until(() => counts()[0]?.count === 4);
  const [folded, ...others] = await told();
  t.same(others, [], 'within a minute one row of this address');
  t.match(folded, {
    severity: 'warning',
    data: {
      fields: { keyPrefix: { stringValue: raw_key.slice(0, 8) }, token: { stringValue: 'ErrTokenInvalidApiKey' } },
    },
  });
  t.notOk(JSON.stringify(center.rows('SELECT * FROM event')).includes(wrong.slice(9)));
  await client();
  t.equal((await told()).length, 1, 'the right one is let in');
});

t.test('an endpoint that is made, renamed or deleted by the API is so in Home Assistant', async t => {
  const { center, client } = await site(t);
  const mqtt = { broker_url: 'embedded://', layout: 'home_assistant' };
  const { id } = await center.api.call('CreateIntegration', { integration: { kind: 'mqtt', name: 'Home', mqtt } });
  const home = await client();
  const topic = `homeassistant/device/ws_${METER}/config`;
  const told: string[] = [];
  home.on('message', (at, payload) => {
    if (at === topic) told.push(payload.toString());
  });
  await home.subscribeAsync('homeassistant/#');
  await until(async () => (await center.api.call('GetIntegration', { id })).state === 'connected');
  /** The next configuration of the endpoint; time goes by in which endpoints are looked at. */
  const next = async () => {
    while (told.length === 0) await center.clock.advance(1000);
    return told.shift() ?? '';
  };
  await center.endpoint({ ep_eui: METER, name: 'meter' });
  const made = JSON.parse(await next());
  t.match(made, { dev: { ids: [`ws_${METER}`], name: 'meter' }, o: { name: 'Waystation: Home' } });
  await center.api.call('UpdateEndPoint', {
    endpoint: { ep_eui: METER, name: 'Room 12' },
    update_mask: { paths: ['name'] },
  });
  t.same(JSON.parse(await next()), { ...made, dev: { ...made.dev, name: 'Room 12' } });
  const late = await client();
  const kept = new Promise<string>(resolve => late.once('message', (_topic, payload) => resolve(payload.toString())));
  await late.subscribeAsync(topic);
  t.equal(JSON.parse(await kept).dev.name, 'Room 12', 'for a Home Assistant that comes later');
  await center.api.call('DeleteEndPoint', { ep_eui: METER });
  t.equal(await next(), '', 'taken back');
  await center.clock.advance(10_000);
  t.same(told, []);
});
