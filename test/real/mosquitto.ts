import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import mqttPacket, { type IPublishPacket, type Packet } from 'mqtt-packet';
import t, { type Test } from 'tap';
import { FORMS, mixedUplinks, understood } from '../integrations/drivers/mqtt/acmqtti-client.ts';
import { EP, item, ROOT, Sequence, STATUS, scene } from '../integrations/drivers/mqtt/scene.ts';
import { testAuthority } from '../peers/certificates.ts';
import { folderWith, freePort, startPeer } from './peer-process.ts';

const authority = await testAuthority();
const server = await authority.server();
const client = await authority.client('box');

/** A mosquitto with its defaults, and a listener with TLS that wants a certificate. */
async function mosquitto(t: Test, more: readonly string[] = []) {
  const [port, securePort] = [await freePort(), await freePort()];
  const dir = folderWith(t, { 'ca.pem': authority.ca, 'server.pem': server.cert, 'server.key': server.key });
  const file = (name: string) => join(dir, name);
  const lines = [
    // As root it would become a user that cannot read the folder.
    `user ${userInfo().username}`,
    ...more,
    `listener ${port} 127.0.0.1`,
    'allow_anonymous true',
    `listener ${securePort} 127.0.0.1`,
    `cafile ${file('ca.pem')}`,
    `certfile ${file('server.pem')}`,
    `keyfile ${file('server.key')}`,
    'require_certificate true',
  ];
  writeFileSync(file('mosquitto.conf'), lines.join('\n'));
  const start = () => startPeer(t, 'mosquitto', ['-c', file('mosquitto.conf')], port);
  return { start, port, mqtt: `mqtt://127.0.0.1:${port}`, mqtts: `mqtts://127.0.0.1:${securePort}` };
}

/** Another client of the broker, by nothing of ours but the codec. */
async function observer(t: Test, port: number, filters: readonly string[]) {
  const socket = connect({ port, host: '127.0.0.1' });
  t.teardown(() => socket.destroy());
  socket.on('error', () => undefined);
  const messages = new Sequence<IPublishPacket>();
  const parser = mqttPacket.parser({ protocolVersion: 4 });
  const say = (packet: Packet) => socket.write(mqttPacket.generate(packet, { protocolVersion: 4 }));
  const subscribed = new Promise<void>(resolve => {
    parser.on('packet', packet => {
      if (packet.cmd === 'publish') messages.add(packet);
      if (packet.cmd === 'suback') resolve();
    });
  });
  socket.on('data', bytes => parser.parse(bytes));
  say({ cmd: 'connect', clientId: 'observer', protocolId: 'MQTT', protocolVersion: 4, clean: true, keepalive: 0 });
  say({ cmd: 'subscribe', messageId: 1, subscriptions: filters.map(topic => ({ topic, qos: 0 })) });
  await subscribed;
  const publish = (topic: string, payload: string, retain = false) =>
    say({ cmd: 'publish', topic, payload, qos: 1, messageId: 9, dup: false, retain });
  return { messages, publish };
}

for (const protocolVersion of ['3.1.1', '5'] as const)
  for (const secure of [false, true])
    for (const qos of [0, 1, 2] as const)
      t.test(`mosquitto takes items: ${protocolVersion}, TLS ${secure}, QoS ${qos}`, async t => {
        const { start, port, mqtt, mqtts } = await mosquitto(t);
        await start();
        const { messages } = await observer(t, port, [`${ROOT}/#`]);
        const tls = { caPem: authority.ca, clientCertPem: client.cert, clientKeyPem: client.key };
        const one = scene(t, { brokerUrl: secure ? mqtts : mqtt, ...tls, qos, protocolVersion });
        await one.open();
        const items = Array.from({ length: 500 }, (_each, place) => item('up', { place }));
        const sent = await Promise.all(items.map(each => one.send(each)));
        t.ok(sent.every(({ kind }) => kind === 'accepted'));
        while (messages.all.length < items.length) await messages.next();
        const texts = messages.all.map(({ payload }) => String(payload));
        t.same(
          texts,
          items.map(each => each.text()),
          'all of them, in their order',
        );
        t.same(one.lost.all, []);
      });

for (const form of FORMS)
  t.test(
    `ACMQTTI ${form.acmqttiVersion}, ${form.euiCase} case: clients read 10,000 mixed uplinks strictly`,
    async t => {
      // What a slow subscriber has not got is not dropped.
      const { start, port, mqtt } = await mosquitto(t, ['max_queued_messages 0']);
      await start();
      const { messages } = await observer(t, port, ['mioty/+/#']);
      const one = scene(t, { brokerUrl: mqtt, layout: 'acmqtti', numericBsEui: true, ...form });
      await one.open();
      const uplinks = mixedUplinks(10_000);
      const sent = await Promise.all(uplinks.map(({ item: each }) => one.send(each)));
      t.ok(sent.every(({ kind }) => kind === 'accepted'));
      const isUplink = ({ topic }: IPublishPacket) => /\/uplink(Duplicate)?$/.test(topic);
      while (messages.all.filter(isUplink).length < uplinks.length) await messages.next();
      const failures = messages.all.filter(isUplink).flatMap(({ topic, payload }, index) => {
        try {
          const found = understood(topic, String(payload), form);
          return isDeepStrictEqual(found, uplinks[index]?.expected) ? [] : [`${topic} is another one`];
        } catch (cause) {
          return [`${topic}: ${cause}`];
        }
      });
      t.same(failures, []);
    },
  );

t.test('mosquitto hands over commands, also those of the time without us, once each', async t => {
  const { start, port, mqtt } = await mosquitto(t);
  await start();
  const { publish } = await observer(t, port, ['nothing']);
  for (const protocolVersion of ['3.1.1', '5'] as const) {
    const wanted = {
      brokerUrl: mqtt,
      enableCommands: true,
      cleanSession: false,
      protocolVersion,
      clientId: protocolVersion,
    };
    const first = scene(t, wanted);
    await first.open();
    publish(`${ROOT}/device/${EP}/command/down`, '{"ref":"1"}');
    t.match(await first.commands.next(), { command: 'down', epEui: EP, retained: false });
    // Behind the acknowledgement.
    await first.send(item('up'));
    await first.driver.close();
    publish(`${ROOT}/device/${EP}/command/revoke`, '{"all":true}');
    const second = scene(t, wanted);
    await second.open();
    t.match(second.steps.at(-1), { detail: /known session/ });
    t.match(await second.commands.next(), { command: 'revoke', epEui: EP });
    await second.send(item('up'));
    t.equal(second.commands.all.length, 1);
    await second.driver.close();
  }
});

t.test('mosquitto says that the box is gone when it is, and that it comes and goes', async t => {
  const { start, port, mqtt } = await mosquitto(t);
  await start();
  const { messages } = await observer(t, port, [STATUS]);
  const one = scene(t, { brokerUrl: mqtt });
  await one.open();
  t.equal(String((await messages.next()).payload), '{"online":true}');
  const taker = scene(t, { brokerUrl: mqtt });
  await taker.open();
  t.match(await one.lost.next(), { reason: /without a word; .* client_id/ });
  t.equal(String((await messages.next()).payload), '{"online":false}');
  t.equal(String((await messages.next()).payload), '{"online":true}');
  await taker.driver.close();
  t.equal(String((await messages.next()).payload), '{"online":false}');
});

t.test(
  'a mosquitto that is killed is a connection that is lost, and one that is there again is connected to',
  async t => {
    const { start, mqtt } = await mosquitto(t);
    const process = await start();
    const one = scene(t, { brokerUrl: mqtt });
    await one.open();
    await process.end('SIGKILL');
    t.match(await one.lost.next(), { reason: /closed the connection|broke/ });
    await t.rejects(scene(t, { brokerUrl: mqtt }).open(), { message: /ECONNREFUSED/ });
    await start();
    await scene(t, { brokerUrl: mqtt }).open();
  },
);

t.test('a user that mosquitto does not know is a failure, and a limit of packets refuses one item', async t => {
  const limited = await mosquitto(t, ['max_packet_size 2000']);
  await limited.start();
  const one = scene(t, { brokerUrl: limited.mqtt, protocolVersion: '5' });
  await one.open();
  t.match(await one.send(item('up', {}, { data: 'x'.repeat(3_000) })), { kind: 'refused', reason: /2000 bytes/ });
  t.same(await one.send(item('up')), { kind: 'accepted' });
  const strict = await mosquitto(t, ['per_listener_settings false', 'password_file /dev/null']);
  await strict.start();
  const unknown = scene(t, { brokerUrl: strict.mqtt, username: 'nobody', password: 'x' });
  await t.rejects(unknown.open(), { message: /^the broker refuses us: (not authorized|bad user name or password)$/ });
});
