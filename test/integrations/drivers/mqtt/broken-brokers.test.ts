import { createServer } from 'node:net';
import mqttPacket from 'mqtt-packet';
import t from 'tap';
import { TargetError } from '../../../../src/integrations/failure.ts';
import { EP, item, listening, rawBroker, scene } from './scene.ts';

const reasonOf = (opened: Promise<unknown>) =>
  opened.then(
    () => 'connected',
    (cause: unknown) => (cause instanceof TargetError ? cause.failure.reason : `no sentence: ${String(cause)}`),
  );

t.test('what is no broker is a failure with a sentence, however it shows', async t => {
  const NONSENSE: readonly (readonly [what: string, bytes: Uint8Array, reason: RegExp])[] = [
    ['a web server', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), /does not speak MQTT/],
    ['a length without end', Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0xff]), /length is written in more than four/],
    ['a huge answer', Buffer.from([0x20, 0xff, 0xff, 0xff, 0x7f]), /a packet of 268435455 bytes/],
    ['SUBACK at first', Buffer.from([0x90, 0x03, 0x00, 0x01, 0x00]), /./],
    ['a message before the sign-in', Buffer.from([0x30, 0x03, 0x00, 0x01, 0x61]), /message that nobody asked for/],
    ['PINGREQ', Buffer.from([0xc0, 0x00]), /PINGREQ where none is expected/],
    ['an unknown type', Buffer.from([0x00, 0x00]), /does not speak MQTT/],
  ];
  for (const [what, bytes, reason] of NONSENSE) {
    const broker = await rawBroker(t);
    const { open, lost, clock } = scene(t, { brokerUrl: broker.url });
    const opened = reasonOf(open());
    const { socket, packets } = await broker.client();
    await packets.next();
    socket.write(bytes);
    if (what === 'SUBACK at first') await clock.advance(10_000);
    t.match(await opened, reason, what);
    t.same(lost.all, [], 'an attempt that failed is told once');
  }
});

t.test('every cut of an answer is waited for, byte by byte', async t => {
  const broker = await rawBroker(t, 5);
  const { open, send } = scene(t, { brokerUrl: broker.url, protocolVersion: '5' });
  const opened = open();
  const { socket, packets } = await broker.client();
  await packets.next();
  const connack = mqttPacket.generate(
    {
      cmd: 'connack',
      reasonCode: 0,
      sessionPresent: false,
      properties: { receiveMaximum: 5, reasonString: 'welcome' },
    },
    { protocolVersion: 5 },
  );
  for (const byte of connack) socket.write(Uint8Array.of(byte));
  await opened;
  const sent = send(item('up'));
  await packets.next();
  t.match(await packets.next(), { cmd: 'publish', messageId: 2 });
  for (const byte of [0x40, 0x02, 0x00, 0x02]) socket.write(Uint8Array.of(byte));
  t.same(await sent, { kind: 'accepted' });
});

t.test('half an answer, a close at once and silence are told apart', async t => {
  const closing = await listening(
    t,
    createServer(socket => socket.end()),
  );
  t.match(
    await reasonOf(scene(t, { brokerUrl: `mqtt://127.0.0.1:${closing}` }).open()),
    /closed the connection instead of an answer|connection broke/,
  );
  const broker = await rawBroker(t);
  const half = scene(t, { brokerUrl: broker.url });
  const opened = reasonOf(half.open());
  const client = await broker.client();
  await client.packets.next();
  client.socket.end(Buffer.from([0x20, 0x02, 0x00]));
  t.match(await opened, /closed the connection instead of an answer/);
  const silent = scene(t, { brokerUrl: broker.url });
  const waiting = reasonOf(silent.open());
  await (await broker.client()).packets.next();
  await silent.clock.advance(10_000);
  t.equal(await waiting, 'it does not answer CONNECT in 10 s');
});

t.test('a refusal is told in words, in both versions', async t => {
  const old = await rawBroker(t);
  const first = reasonOf(scene(t, { brokerUrl: old.url, username: 'u', password: 'secret' }).open());
  const client = await old.client();
  t.match(await client.packets.next(), { cmd: 'connect', username: 'u', protocolVersion: 4, clean: true });
  client.say({ cmd: 'connack', returnCode: 4, sessionPresent: false });
  t.equal(await first, 'the broker refuses us: bad user name or password');
  const five = await rawBroker(t, 5);
  const second = reasonOf(scene(t, { brokerUrl: five.url, protocolVersion: '5' }).open());
  const other = await five.client();
  await other.packets.next();
  other.say({ cmd: 'connack', reasonCode: 0x87, sessionPresent: false, properties: { reasonString: 'ask Bob' } });
  t.equal(await second, 'the broker refuses us: not authorized (ask Bob)');
});

t.test('an acknowledgement that never comes ends the connection after 20 s, with nothing settled', async t => {
  const broker = await rawBroker(t);
  const { open, driver, clock, lost } = scene(t, { brokerUrl: broker.url });
  const [, client] = await Promise.all([open(), broker.signedIn()]);
  let settled = 0;
  driver.send([item('up')], () => settled++);
  await client.packets.next();
  await client.packets.next();
  await clock.advance(19_000);
  t.equal(lost.all.length, 0);
  await clock.advance(2_000);
  t.same(lost.all, [{ reason: 'the broker does not acknowledge in 20 s' }]);
  t.equal(settled, 0);
  driver.send([item('up')], () => settled++);
  await driver.close();
  t.equal(settled, 0);
  t.equal(lost.all.length, 1);
});

t.test('a broker that is gone without a word shows by a ping', async t => {
  const broker = await rawBroker(t);
  const { open, clock, lost } = scene(t, { brokerUrl: broker.url, keepAliveSeconds: 60 });
  const [, client] = await Promise.all([open(), broker.signedIn()]);
  t.match(await client.packets.next(), { cmd: 'publish', payload: Buffer.from('{"online":true}'), retain: true });
  client.say({ cmd: 'puback', messageId: 1 });
  await clock.advance(44_000);
  const ping = client.packets.next();
  await clock.advance(2_000);
  t.match(await ping, { cmd: 'pingreq' });
  client.say({ cmd: 'pingresp' });
  await clock.advance(44_000);
  const again = client.packets.next();
  await clock.advance(2_000);
  t.match(await again, { cmd: 'pingreq' });
  await clock.advance(21_000);
  t.match(lost.all, [{ reason: 'the broker does not answer a ping in 20 s' }]);
});

t.test('a take-over is told with its remedy', async t => {
  const five = await rawBroker(t, 5);
  const { open, lost } = scene(t, { brokerUrl: five.url, protocolVersion: '5', clientId: 'box' });
  const [, client] = await Promise.all([open(), five.signedIn()]);
  client.say({ cmd: 'disconnect', reasonCode: 0x8e });
  t.equal(
    (await lost.next()).reason,
    'another client has signed in with the same client id: give this integration a client_id that nobody else has (now box)',
  );
  const old = await rawBroker(t);
  const second = scene(t, { brokerUrl: old.url });
  const [, other] = await Promise.all([second.open(), old.signedIn()]);
  other.socket.end();
  t.match(
    (await second.lost.next()).reason,
    /without a word; .* client_id that nobody else has \(now sc-[0-9a-f]{8}\)/,
  );
});

t.test('what acknowledges what was not sent ends the connection', async t => {
  const broker = await rawBroker(t);
  const { open, lost } = scene(t, { brokerUrl: broker.url });
  const [, client] = await Promise.all([open(), broker.signedIn()]);
  client.say({ cmd: 'puback', messageId: 77 });
  t.equal((await lost.next()).reason, 'it breaks the protocol: PUBACK for what was not sent');
});

t.test('so does the acknowledgement of another QoS', async t => {
  const broker = await rawBroker(t);
  const { open, send, lost } = scene(t, { brokerUrl: broker.url });
  const [, client] = await Promise.all([open(), broker.signedIn()]);
  await client.packets.next();
  void send(item('up'));
  const { messageId = 0 } = await client.packets.next();
  client.say({ cmd: 'pubcomp', messageId });
  t.equal((await lost.next()).reason, 'it breaks the protocol: PUBCOMP for what was not sent');
});

t.test('a connection that is reset at once is a failure, over WebSockets as well', async t => {
  const port = await listening(
    t,
    createServer(socket => socket.resetAndDestroy()),
  );
  for (const scheme of ['ws', 'mqtt'])
    t.match(await reasonOf(scene(t, { brokerUrl: `${scheme}://127.0.0.1:${port}` }).open()), /./);
});

t.test('reason codes of version 5 say whose fault it is', async t => {
  const broker = await rawBroker(t, 5);
  const { open, send } = scene(t, { brokerUrl: broker.url, protocolVersion: '5' });
  const [, client] = await Promise.all([open(), broker.signedIn()]);
  await client.packets.next();
  client.say({ cmd: 'puback', messageId: 1 });
  const CASES: readonly (readonly [code: number, kind: string])[] = [
    [0x00, 'accepted'],
    [0x10, 'accepted'],
    [0x90, 'refused'],
    [0x99, 'refused'],
    [0x97, 'failed'],
    [0x87, 'failed'],
    [0x83, 'failed'],
  ];
  for (const [reasonCode, kind] of CASES) {
    const sent = send(item('up'));
    const publish = await client.packets.next();
    client.say({ cmd: 'puback', messageId: publish.messageId ?? 0, reasonCode });
    t.equal((await sent).kind, kind, `0x${reasonCode.toString(16)}`);
  }
});

t.test('receive maximum and maximum packet size of the broker are kept', async t => {
  const broker = await rawBroker(t, 5);
  const { open, send } = scene(t, { brokerUrl: broker.url, protocolVersion: '5' });
  const [, client] = await Promise.all([open(), broker.signedIn({ receiveMaximum: 2, maximumPacketSize: 300 })]);
  const status = await client.packets.next();
  client.say({ cmd: 'puback', messageId: status.messageId ?? 0 });
  const big = await send(item('up', {}, { data: 'x'.repeat(400) }));
  t.match(big, { kind: 'refused', reason: /takes packets of 300 bytes, and this one has 5\d\d/ });
  const sent = [1, 2, 3, 4].map(place => send(item('up', { place })));
  const first = await client.packets.next();
  const second = await client.packets.next();
  await new Promise(resolve => setImmediate(resolve));
  t.equal(client.packets.all.length, 4, 'connect, status and two of four');
  client.say({ cmd: 'puback', messageId: second.messageId ?? 0 });
  t.match(await sent[1], { kind: 'accepted' });
  const third = await client.packets.next();
  t.match(third, { payload: /"seq":"3"/ }, 'in their order');
  client.say({ cmd: 'puback', messageId: first.messageId ?? 0 });
  client.say({ cmd: 'puback', messageId: third.messageId ?? 0 });
  const fourth = await client.packets.next();
  client.say({ cmd: 'puback', messageId: fourth.messageId ?? 0 });
  t.same(await Promise.all(sent), new Array(4).fill({ kind: 'accepted' }));
});

t.test('QoS 2 goes its four steps, QoS 0 is accepted when it has left', async t => {
  const broker = await rawBroker(t);
  const two = scene(t, { brokerUrl: broker.url, qos: 2, cleanSession: false });
  const [, client] = await Promise.all([two.open(), broker.signedIn()]);
  t.match(client.connect, { clean: true }, 'the broker would remember numbers that we forget');
  await client.packets.next();
  const sent = two.send(item('up'));
  t.match(await client.packets.next(), { cmd: 'publish', qos: 2, messageId: 2 });
  client.say({ cmd: 'pubrec', messageId: 2 });
  t.match(await client.packets.next(), { cmd: 'pubrel', messageId: 2 });
  client.say({ cmd: 'pubcomp', messageId: 2 });
  t.same(await sent, { kind: 'accepted' });
  const none = scene(t, { brokerUrl: broker.url, qos: 0 });
  const [, other] = await Promise.all([none.open(), broker.signedIn()]);
  await other.packets.next();
  t.same(await none.send(item('up')), { kind: 'accepted' });
  t.match(await other.packets.next(), { cmd: 'publish', qos: 0, topic: new RegExp(`/device/${EP}/event/up$`) });
});

t.test('close takes back that the box is there, and never waits for a broker that hangs', async t => {
  const broker = await rawBroker(t);
  const { open, driver, lost, clock } = scene(t, { brokerUrl: broker.url });
  const [, client] = await Promise.all([open(), broker.signedIn()]);
  await client.packets.next();
  const closed = driver.close();
  t.match(await client.packets.next(), {
    cmd: 'publish',
    payload: Buffer.from('{"online":false}'),
    retain: true,
    qos: 0,
  });
  t.match(await client.packets.next(), { cmd: 'disconnect' });
  await clock.advance(1_000);
  await closed;
  t.same(lost.all, []);
  await driver.close();
});

t.test('an attempt that is given up ends at once, wherever it stands, and leaves nothing behind', async t => {
  const broker = await rawBroker(t);
  const gone = (client: { socket: { once(event: 'close', listener: () => void): unknown; destroyed: boolean } }) =>
    new Promise<void>(resolve => (client.socket.destroyed ? resolve() : client.socket.once('close', resolve)));
  for (const how of ['close', 'abort'] as const)
    for (const stage of ['CONNACK', 'SUBACK'] as const) {
      const one = scene(t, { brokerUrl: broker.url, enableCommands: true });
      const stop = new AbortController();
      const opened = reasonOf(one.driver.open(stop.signal));
      const client = stage === 'SUBACK' ? await broker.signedIn() : await broker.client();
      await client.packets.next();
      if (how === 'close') await Promise.all([one.driver.close(), gone(client), one.clock.advance(1_000)]);
      else stop.abort();
      t.equal(await opened, 'given up', `${how} before ${stage}`);
      await gone(client);
      t.same(one.lost.all, []);
    }
  const early = scene(t, { brokerUrl: broker.url });
  const opened = reasonOf(early.open());
  await early.driver.close();
  t.equal(await opened, 'given up', 'while it is dialled');
});

t.test('an item whose topic is longer than MQTT can say is refused, and the connection stays', async t => {
  const broker = await rawBroker(t);
  const { open, send } = scene(t, { brokerUrl: broker.url });
  const [, client] = await Promise.all([open(), broker.signedIn()]);
  t.match(await send(item('x'.repeat(70_000))), { kind: 'refused', reason: /topic/ });
  const sent = send(item('up'));
  await client.packets.next();
  const { messageId = 0 } = await client.packets.next();
  client.say({ cmd: 'puback', messageId });
  t.same(await sent, { kind: 'accepted' });
});

t.test('an acknowledgement that is late ends what waits for a subscription', async t => {
  const broker = await rawBroker(t);
  const { open, clock } = scene(t, { brokerUrl: broker.url, enableCommands: true });
  const opened = reasonOf(open());
  const client = await broker.signedIn();
  t.match(await client.packets.next(), { cmd: 'subscribe' });
  await clock.advance(21_000);
  t.equal(await opened, 'the broker does not acknowledge in 20 s');
});
