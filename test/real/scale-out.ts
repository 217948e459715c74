import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JsMsg, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/nats-core/internal';
import t, { type Test } from 'tap';
import { natsDriver } from '../../src/integrations/drivers/nats/nats.ts';
import { targetContext } from '../integrations/drivers/target.ts';
import { quiet } from '../integrations/fakes.ts';
import { Center, until } from '../peers/center.ts';
import { testAuthority } from '../peers/certificates.ts';
import { euiOf, METER, uplink } from '../peers/telegrams.ts';
import { natsClient } from './nats-client.ts';
import { NatsServer } from './nats-server.ts';

const NEAR = '70b3d59cd0000001';
const [ONE, TWO] = ['fca84a0000000001', 'fca84a0000000002'];
const WINDOW_MS = 500;
const OPERATOR = 'operator-secret';
const DASHBOARD = 'dashboard-secret';
const passwords: Readonly<Record<string, string>> = { [ONE]: 'secret-of-one', [TWO]: 'secret-of-two' };

const example = (name: string) => readFileSync(new URL(`../../packaging/examples/${name}`, import.meta.url), 'utf8');

/** The example, on a port and in a folder of this test, with its streams. */
async function hub(t: Test) {
  Object.assign(process.env, { HUB_OPERATOR: OPERATOR, HUB_DASHBOARD: DASHBOARD });
  Object.assign(process.env, { HUB_BOX_1: passwords[ONE], HUB_BOX_2: passwords[TWO] });
  const authority = await testAuthority();
  const own = await authority.server();
  const folder = t.testdir({ 'hub.crt': own.cert, 'hub.key': own.key });
  const server = await NatsServer.with(t, (port, store) => {
    const places = { '0.0.0.0:4222': `127.0.0.1:${port}`, '/var/lib/nats': store, '/etc/nats': folder, '100GB': '1GB' };
    return Object.entries(places).reduce((text, [from, to]) => {
      t.ok(text.includes(from), `the example has ${from}`);
      return text.replaceAll(from, to);
    }, example('nats-hub.conf'));
  });
  const client = async (user: string, pass: string | undefined, inboxPrefix = `_INBOX.${user}`) => {
    const signIn = { user, ...(pass !== undefined && { pass }) };
    const connection = await natsClient({ port: server.port, ca: authority.ca, inboxPrefix, ...signIn });
    t.teardown(() => connection.close());
    return connection;
  };
  const operator = await client('operator', OPERATOR);
  for (const kind of ['up', 'ev', 'cmd']) {
    const config = JSON.parse(example(`nats-stream-${kind}.json`)) as { name: string };
    const answer = await operator.request(`$JS.API.STREAM.CREATE.${config.name}`, JSON.stringify(config));
    t.notMatch(answer.json(), { error: {} });
  }
  const streams = (await jetstreamManager(operator)).streams;
  return { server, ca: authority.ca, client, streams };
}

/** A service center whose integration has the rights of the example. */
async function box(t: Test, eui: string, { server, ca }: Pick<Awaited<ReturnType<typeof hub>>, 'server' | 'ca'>) {
  const settings = { integrations: { allow_targets: ['127.0.0.1'] }, service_center: { eui: euiOf(eui) } };
  const center = await Center.start({ dir: join(t.testdir(), eui), settings });
  t.teardown(() => center.stop());
  await center.endpoint({ ep_eui: METER, name: 'meter', ep_class: 'A', bidi: true });
  const nats = {
    ...{ servers: [`tls://127.0.0.1:${server.port}`], ca_pem: ca, enable_commands: true },
    ...{ username: eui, password: passwords[eui] },
  };
  const { id } = await center.api.call('CreateIntegration', { integration: { kind: 'nats', name: 'Hub', nats } });
  return { center, id };
}

/** What a durable consumer of the reader gets, one after the other. */
async function reader(connection: NatsConnection, stream: string) {
  const manager = await jetstreamManager(connection, { checkAPI: false });
  await manager.consumers.add(stream, { durable_name: 'dashboard' });
  const consumer = await jetstream(connection).consumers.get(stream, 'dashboard');
  return async (): Promise<JsMsg> => {
    for (;;) {
      const message = await consumer.next({ expires: 5000 });
      message?.ack();
      if (message) return message;
    }
  };
}

t.test('a box with the rights of the example delivers, and gets a downlink back', async t => {
  const { server, ca, client, streams } = await hub(t);
  const { center, id } = await box(t, ONE, { server, ca });
  await using near = await center.baseStation({ bsEui: NEAR });
  await near.start('ulData', uplink({ packetCnt: 7 }));
  await center.clock.advance(WINDOW_MS);
  const dashboard = await client('dashboard', DASHBOARD);
  const uplinks = await reader(dashboard, 'MIOTY_UP');
  const message = await uplinks();
  const up = message.json<{ organizationId: string }>();
  t.match(up, { event: 'up', epEui: METER, packetCnt: 7 });
  t.equal(message.subject, `mioty.up.${ONE}.${up.organizationId}.${METER}`);
  const command = `mioty.cmd.${ONE}.${up.organizationId}.${METER}`;
  await jetstream(dashboard).publish(command, JSON.stringify({ data: 'AQI=', ref: 'order-17' }));
  const events = await reader(dashboard, 'MIOTY_EV');
  t.match((await events()).json(), { event: 'downlink_queued', epEui: METER, ref: 'order-17' });
  t.equal(center.rows('SELECT ref FROM downlink')[0]?.ref, 'order-17');
  t.match(await center.api.call('GetIntegration', { id }), { last_error: '' });
  // What it has acknowledged is gone.
  await until(async () => (await streams.info('MIOTY_CMD')).state.messages === 0);
});

t.test('a box may not publish as another one, nor command, nor listen to others', async t => {
  const { server, ca, client, streams } = await hub(t);
  const one = await client(ONE, passwords[ONE]);
  const complaints: string[] = [];
  const listening = (async () => {
    for await (const status of one.status()) if (status.type === 'error') complaints.push(status.error.message);
  })();
  const forbidden = [
    ...[`mioty.up.${TWO}.o.${METER}`, `mioty.ev.${TWO}.o.attach.${METER}`],
    ...[`mioty.cmd.${ONE}.o.${METER}`, `mioty.cmd.${TWO}.o.${METER}`],
    ...[`$JS.API.CONSUMER.MSG.NEXT.MIOTY_CMD.${TWO}`, `$JS.API.CONSUMER.CREATE.MIOTY_CMD.${ONE}.mioty.cmd.>`],
    ...['$JS.API.CONSUMER.CREATE.MIOTY_UP', '$JS.API.STREAM.DELETE.MIOTY_UP', `_INBOX.${TWO}.x`],
  ];
  for (const subject of forbidden) one.publish(subject, '{}');
  const overheard: string[] = [];
  const overheardFrom = [`_INBOX.${TWO}.>`, '_INBOX.>', 'mioty.>', '>'];
  for (const subject of overheardFrom) {
    one.subscribe(subject, { callback: (refused, { subject: heard }) => void (refused ?? overheard.push(heard)) });
  }
  // Its answer comes behind all refusals.
  await one.flush();
  await quiet();
  t.same(
    complaints.map(complaint => /^Permissions Violation for \w+ to "(.*)"$/i.exec(complaint)?.[1] ?? complaint),
    [...forbidden, ...overheardFrom],
  );
  for (const name of ['MIOTY_UP', 'MIOTY_EV', 'MIOTY_CMD']) t.equal((await streams.info(name)).state.messages, 0);
  t.same(overheard, []);
  await one.close();
  await listening;
  await t.rejects(client(ONE, passwords[TWO]), /authorization/i);

  // Nor does the integration of another box that has got its sign-in.
  const names = { ...targetContext({}).names, scEui: euiOf(TWO) };
  const tls = { caPem: ca, clientCertPem: undefined, clientKeyPem: undefined, insecureSkipVerify: false };
  const settings = {
    ...{ servers: [`tls://127.0.0.1:${server.port}`], username: ONE, password: passwords[ONE], ...tls },
    ...{ creds: undefined, nkeySeed: undefined, enableCommands: false, manageStreams: false },
    ...({ subjectPrefix: 'mioty', msgId: 'place' } as const),
  };
  const driver = natsDriver(targetContext(settings, { names }));
  t.teardown(() => driver.close());
  await t.rejects(driver.open(new AbortController().signal), { message: /permission/i });
});
