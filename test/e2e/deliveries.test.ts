import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Aedes } from 'aedes';
import { connectAsync } from 'mqtt';
import t, { type Test } from 'tap';
import { type WebhookDelivery, type WebhookOptions, WebhookReceiver } from '../../src/simulate/webhook-receiver.ts';
import { Center } from '../peers/center.ts';
import { METER, uplink } from '../peers/telegrams.ts';

const NEAR = '70b3d59cd0000001';
const WINDOW_MS = 500;
const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const settings = { integrations: { allow_targets: ['127.0.0.1'] } };

type Item = Readonly<Record<string, unknown>>;

/** Waits for what arrives, one after the other. */
class Arrivals {
  readonly #items: Item[] = [];
  #wake: (() => void) | undefined;

  add(...items: readonly Item[]): void {
    this.#items.push(...items);
    this.#wake?.();
  }

  get pending(): number {
    return this.#items.length;
  }

  /** @param wind lets the time of the center go on meanwhile */
  async next(wind?: () => Promise<void>): Promise<Item> {
    while (this.#items.length === 0) {
      if (wind) await wind();
      else {
        await new Promise<void>(resolve => {
          this.#wake = resolve;
        });
      }
    }
    return this.#items.shift() ?? {};
  }
}

async function receiver(t: Test, options: Partial<WebhookOptions> = {}) {
  const items = new Arrivals();
  const deliveries: WebhookDelivery[] = [];
  const conduct = { status: 200 };
  const webhook = await WebhookReceiver.start({
    ...{ host: '127.0.0.1', port: 0, secret: undefined, delayMs: 0, downlinks: [] },
    now: () => Date.now(),
    after: (_ms, act) => act(),
    onReceived(received) {
      deliveries.push(received);
      if (received.refusal === undefined && conduct.status === 200) items.add(...received.items);
    },
    ...options,
    get status() {
      return conduct.status;
    },
  });
  t.teardown(() => webhook[Symbol.asyncDispose]());
  return { items, deliveries, conduct, url: `http://127.0.0.1:${webhook.port}/` };
}

async function site(t: Test) {
  const center = await Center.start({ dir: join(t.testdir(), 'data'), settings });
  t.teardown(() => center.stop());
  await center.endpoint({ ep_eui: METER, name: 'meter', tags: { floor: '2' }, ep_class: 'A', bidi: true });
  return center;
}

t.test('an uplink reaches a webhook, whole and signed, and goes on after a restart', async t => {
  const center = await site(t);
  const { items, deliveries, url } = await receiver(t, { secret: SECRET, now: () => center.clock.now() });
  const http = { url, signing_secret: SECRET };
  const { id } = await center.api.call('CreateIntegration', { integration: { kind: 'http', name: 'Hook', http } });
  {
    await using near = await center.baseStation({ bsEui: NEAR });
    await near.start('ulData', uplink({ packetCnt: 7, snr: 3 }));
    await center.clock.advance(WINDOW_MS);
    const item = await items.next();
    t.match(item, {
      ...{ v: 1, event: 'up', epEui: METER, packetCnt: 7, dataHex: '0180ff', data: 'AYD/', bsEui: NEAR, snr: 3 },
      device: { epEui: METER, name: 'meter', tags: { floor: '2' } },
      baseStations: [{ bsEui: NEAR, snr: 3 }],
      organizationId: /^[0-9a-f-]{36}$/,
      deliveryId: /^[0-9a-f]{8}-[0-9a-f]{4}-8/,
      rxTime: /^\d{19}$/,
    });
    t.equal(deliveries[0]?.deliveryId, item.deliveryId);
  }
  await center.stop();
  await center.begin();
  await using near = await center.baseStation({ bsEui: NEAR, register: false });
  await near.start('ulData', uplink({ packetCnt: 8 }));
  await center.clock.advance(WINDOW_MS);
  t.match(await items.next(), { packetCnt: 8 });
  t.match(await center.api.call('GetIntegration', { id }), { state: 'connected', last_error: '', parked: '0' });
  await center.stop();
  t.equal(items.pending, 0, 'nothing came twice');
  t.equal(center.events().filter(type => type === 'integration.connected').length, 2);
});

t.test(
  'what a receiver refuses is tried again when it is back, in order, and what it refuses for its own sake is parked',
  async t => {
    const center = await site(t);
    const { items, deliveries, conduct, url } = await receiver(t);
    conduct.status = 503;
    // Time is wound: a second of it is over sooner than an answer is there.
    const http = { url, timeout_seconds: 60 };
    const { id } = await center.api.call('CreateIntegration', { integration: { kind: 'http', name: 'Hook', http } });
    /** To the next attempt, as soon as one is waited for: with an attempt under way no time is to pass. */
    const toNextAttempt = async () => {
      const { next_attempt_at: next } = await center.api.call('GetIntegration', { id });
      if (next) await center.clock.advance(Math.max(0, Number(next.seconds) * 1000 - center.clock.now()) + 1000);
    };
    await using near = await center.baseStation({ bsEui: NEAR });
    for (const packetCnt of [1, 2, 3]) await near.start('ulData', uplink({ packetCnt }));
    await center.clock.advance(WINDOW_MS);
    while (deliveries.length < 3) await toNextAttempt();
    t.ok(
      deliveries.every(delivery => delivery.items[0]?.packetCnt === 1),
      'only the first is tried while it fails',
    );
    t.same(
      deliveries.map(({ attempt }) => attempt),
      deliveries.map((_, at) => at + 1),
    );
    t.equal((await center.api.call('GetIntegration', { id })).state, 'failing');
    const alerts = async () => (await center.api.call('ListAlerts', {})).alerts.map(({ rule }) => rule);
    while (!(await alerts()).includes('integration_failing')) await center.clock.advance(10_000);
    conduct.status = 200;
    const got: unknown[] = [];
    for (let at = 0; at < 3; at++) got.push((await items.next(toNextAttempt)).packetCnt);
    t.same(got, [1, 2, 3]);
    conduct.status = 422;
    await near.start('ulData', uplink({ packetCnt: 4 }));
    await center.clock.advance(WINDOW_MS);
    let parked = '0';
    while (parked === '0') ({ parked } = await center.api.call('GetIntegration', { id }));
    conduct.status = 200;
    await near.start('ulData', uplink({ packetCnt: 5 }));
    await center.clock.advance(WINDOW_MS);
    t.equal((await items.next()).packetCnt, 5);
    t.ok(center.events().includes('integration.failing'));
  },
);

t.test('a downlink in the answer of a webhook is queued once, and its reference is answered', async t => {
  const center = await site(t);
  const downlinks = [
    { epEui: METER, data: 'AQI=', ref: 'order-17' },
    { epEui: METER, data: 'AQI=', ref: 'order-17' },
  ];
  const { items, url } = await receiver(t, { downlinks });
  const integration = {
    ...{ kind: 'http', name: 'Hook', http: { url, allow_downlink_response: true } },
    event_types: ['up', 'downlink_queued', 'downlink_rejected'],
  };
  await center.api.call('CreateIntegration', { integration });
  await using near = await center.baseStation({ bsEui: NEAR });
  await near.start('ulData', uplink({ packetCnt: 1 }));
  await center.clock.advance(WINDOW_MS);
  t.match(await items.next(), { event: 'up' });
  const answers = [await items.next(), await items.next()];
  const { downlinks: queue } = await center.api.call('ListDownlinkQueue', {});
  t.match(queue, [{ ep_eui: METER, ref: 'order-17', source: 'http', created_by: 'Hook' }]);
  t.equal(queue.length, 1);
  for (const answer of answers) {
    t.match(answer, { event: 'downlink_queued', ref: 'order-17', epEui: METER, queId: Number(queue[0]?.que_id) });
  }
});

t.test('a webhook that always answers one downlink gets one for each uplink, and no chain of answers', async t => {
  const center = await site(t);
  const { items, url } = await receiver(t, { downlinks: [{ epEui: METER, data: 'AQI=' }] });
  const integration = { kind: 'http', name: 'Hook', http: { url, allow_downlink_response: true } };
  await center.api.call('CreateIntegration', { integration });
  await using near = await center.baseStation({ bsEui: NEAR });
  await near.start('ulData', uplink({ packetCnt: 1 }));
  await center.clock.advance(WINDOW_MS);
  t.match(await items.next(), { event: 'up' });
  t.match(await items.next(), { event: 'downlink_queued' });
  await center.api.call('SendDownlink', { ep_eui: METER, user_data: [Buffer.from('0102', 'hex')], ref: 'behind it' });
  // One that the second of them had asked for would come before it.
  t.match(await items.next(), { event: 'downlink_queued', ref: 'behind it' });
  const { downlinks } = await center.api.call('ListDownlinkQueue', {});
  t.equal(downlinks.length, 2);
});

t.test('a broker gets uplinks, and gives commands that are answered', async t => {
  const center = await site(t);
  const aedes = await Aedes.createBroker();
  const server = createServer(aedes.handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as import('node:net').AddressInfo;
  const backEnd = await connectAsync(`mqtt://127.0.0.1:${port}`);
  t.teardown(async () => {
    await backEnd.endAsync(true);
    await new Promise<void>(resolve => aedes.close(resolve));
    server.close();
  });
  const items = new Arrivals();
  backEnd.on('message', (topic, payload) => items.add({ topic, ...JSON.parse(payload.toString()) }));
  await backEnd.subscribeAsync('mioty/+/device/#', { qos: 1 });
  const mqtt = { broker_url: `mqtt://127.0.0.1:${port}`, enable_commands: true };
  const { organization_id } = await center.api.call('CreateIntegration', {
    integration: { kind: 'mqtt', name: 'Broker', mqtt },
  });
  await using near = await center.baseStation({ bsEui: NEAR });
  await near.start('ulData', uplink({ packetCnt: 7 }));
  await center.clock.advance(WINDOW_MS);
  const device = `mioty/${organization_id}/device/${METER}`;
  t.match(await items.next(), { topic: `${device}/event/up`, packetCnt: 7 });
  await backEnd.publishAsync(`${device}/command/down`, '{"data":"AQI=","ref":"a"}', { qos: 1 });
  const queued = async () => {
    for (;;) {
      const item = await items.next();
      if (!String(item.topic).includes('/command/')) return item;
    }
  };
  t.match(await queued(), { topic: `${device}/event/downlink_queued`, ref: 'a' });
  await backEnd.publishAsync(`${device}/command/down`, '{"data":"AQI=","dataHex":"01","ref":"b"}', { qos: 1 });
  t.match(await queued(), { topic: `${device}/event/downlink_rejected`, token: /^ErrToken/, ref: 'b' });
});

t.test('the embedded broker serves who holds a key, and lets go of who holds it no more', async t => {
  const broker = { enabled: true, port: 0, tls_host: '127.0.0.1', tls_port: 0 };
  const center = await Center.start({ dir: join(t.testdir(), 'data'), settings: { mqtt: { broker } } });
  t.teardown(() => center.stop());
  await center.endpoint({ ep_eui: METER, name: 'meter', ep_class: 'A' });
  const { api } = center;
  const scopes = ['messages:read', 'downlinks:write'];
  const { api_key, raw_key } = await api.call('CreateApiKey', { api_key: { name: 'Node-RED', scopes } });
  const sign = { username: api_key?.key_prefix ?? '', password: raw_key, reconnectPeriod: 0 };
  const mqtt = { broker_url: 'embedded://', enable_commands: true };
  const { organization_id } = await api.call('CreateIntegration', { integration: { kind: 'mqtt', name: 'Own', mqtt } });
  const backEnd = await connectAsync(`mqtt://127.0.0.1:${center.ports.mqtt_plain}`, sign);
  t.teardown(() => backEnd.endAsync(true));
  const items = new Arrivals();
  backEnd.on('message', (topic, payload) => items.add({ topic, ...JSON.parse(payload.toString()) }));
  await backEnd.subscribeAsync(`mioty/${organization_id}/device/#`);
  await using near = await center.baseStation({ bsEui: NEAR });
  await near.start('ulData', uplink({ packetCnt: 7 }));
  await center.clock.advance(WINDOW_MS);
  const device = `mioty/${organization_id}/device/${METER}`;
  t.match(await items.next(), { topic: `${device}/event/up`, packetCnt: 7 });
  await backEnd.publishAsync(`${device}/command/down`, '{"data":"AQI=","ref":"a"}', { qos: 1 });
  const { downlinks } = await api.call('ListDownlinkQueue', {});
  t.match(downlinks, [{ ref: 'a', source: 'mqtt', created_by: 'Own' }], 'what was acknowledged is stored');
  t.match(await items.next(), { topic: `${device}/event/downlink_queued`, ref: 'a' });
  const ca = readFileSync(join(center.dir, 'pki', 'ca.crt'));
  const secure = await connectAsync(`mqtts://127.0.0.1:${center.ports.mqtt}`, { ...sign, ca });
  const gone = [backEnd, secure].map(client => new Promise(resolve => client.once('close', () => resolve(true))));
  await api.call('DeleteApiKey', { id: api_key?.id ?? '' });
  t.same(await Promise.all(gone), [true, true]);
  await t.rejects(connectAsync(`mqtt://127.0.0.1:${center.ports.mqtt_plain}`, sign));
});
