import { connect as connectTcp } from 'node:net';
import { connect, type IClientOptions, type MqttClient } from 'mqtt';
import t, { type Test } from 'tap';
import type { VerifiedKey } from '../../../src/domain/apikey/gate.ts';
import type { Attachment } from '../../../src/integrations/broker/attachment.ts';
import { type BrokerOptions, EmbeddedBroker } from '../../../src/integrations/broker/broker.ts';
import type { BrokerMessage, Outcome } from '../../../src/integrations/driver.ts';
import { createLog } from '../../../src/kit/log.ts';
import { testAuthority } from '../../peers/certificates.ts';

const OWN = '0198c0de-0000-7000-8000-0000000000aa';
const OTHER = '0198c0de-0000-7000-8000-0000000000bb';
const log = await createLog({ level: 'silent', format: 'json' });

function key(prefix: string, given: Partial<VerifiedKey> = {}): VerifiedKey {
  return {
    ...{
      id: `id of ${prefix}`,
      name: prefix,
      prefix,
      type: 'service_account',
      userId: undefined,
      userEmail: undefined,
    },
    ...{ org: 1, organizationId: OWN, scopes: ['messages:read', 'downlinks:write'] },
    ...given,
  };
}

const KEYS = [
  key('wsown000'),
  key('wsreader', { scopes: ['messages:read'] }),
  key('wswriter', { scopes: ['downlinks:write'] }),
  key('wsother0', { organizationId: OTHER, org: 2 }),
];

async function scene(
  t: Test,
  given: Partial<BrokerOptions> & { readonly limits?: Partial<BrokerOptions['limits']> } = {},
) {
  const ends = new Map<string, () => void>();
  const used: string[] = [];
  const rejected: unknown[][] = [];
  const broker = await EmbeddedBroker.start({
    listeners: [{ host: '127.0.0.1', port: 0 }],
    defaultOrganization: OWN,
    log,
    ...given,
    limits: { connections: 10, subscriptions: 5, retained: 3, ...given.limits },
    keys: {
      verify(presented) {
        const key = KEYS.find(({ prefix }) => presented === `${prefix}_secret`);
        return key ? { key } : { refusal: 'InvalidApiKey', org: undefined };
      },
      rejected: (presented, refused, address) => rejected.push([presented, refused, address]),
      used: id => used.push(id),
      ended: (id, signal) =>
        new Promise(resolve => {
          ends.set(id, () => resolve('ApiKeyInactive'));
          signal.addEventListener('abort', resolve, { once: true });
        }),
    },
  });
  t.teardown(() => broker.stop());
  const options = (prefix: string): IClientOptions => ({
    ...{ username: prefix, password: `${prefix}_secret`, reconnectPeriod: 0, clientId: `c-${Math.random()}` },
  });
  const client = async (prefix: string, more: IClientOptions = {}): Promise<MqttClient> => {
    const made = connect(`mqtt://127.0.0.1:${broker.ports[0]}`, { ...options(prefix), ...more });
    t.teardown(() => made.end(true));
    made.on('error', () => undefined);
    await happened(made, 'connect');
    return made;
  };
  const attach = (organizationId = OWN) => {
    const arrived: BrokerMessage[] = [];
    const ended: string[] = [];
    const waiting: (() => void)[] = [];
    const attachment = broker.attach({
      organizationId,
      ended: ({ reason }) => ended.push(reason),
      arrived(arrival) {
        arrived.push(arrival);
        for (const wake of waiting.splice(0)) wake();
      },
    });
    const next = async () => {
      while (arrived.length === 0) await new Promise<void>(resolve => waiting.push(resolve));
      return arrived.shift() as BrokerMessage;
    };
    return { attachment, arrived, ended, next };
  };
  return { broker, client, attach, ends, used, rejected, options };
}

const published = (attachment: Attachment, topic: string, payload = '{}', retain = false) =>
  new Promise<Outcome>(resolve => attachment.publish({ topic, payload, retain }, resolve));

/** The next messages of a client. */
function messages(client: MqttClient): { readonly topics: string[]; next(): Promise<string> } {
  const topics: string[] = [];
  const waiting: (() => void)[] = [];
  client.on('message', topic => {
    topics.push(topic);
    for (const wake of waiting.splice(0)) wake();
  });
  return {
    topics,
    async next() {
      while (topics.length === 0) await new Promise<void>(resolve => waiting.push(resolve));
      return topics.shift() ?? '';
    },
  };
}

/** The library's emitter is not the one that Node.js has. */
const happened = (client: MqttClient, event: 'connect' | 'error') =>
  new Promise<unknown>(resolve => client.once(event, resolve));

/** An error before it is part of it. */
const closed = (client: MqttClient) => new Promise<void>(resolve => client.once('close', () => resolve()));

const UP = `mioty/${OWN}/device/70b3d56770110001/event/up`;
const DOWN = `mioty/${OWN}/device/70b3d56770110001/command/down`;

t.test('a handshake that is not finished ends, before anything is begun and in its middle', async t => {
  const tls = await (await testAuthority()).server();
  const { broker } = await scene(t, { listeners: [{ host: '127.0.0.1', port: 0, tls: () => tls }], handshakeMs: 20 });
  for (const begun of [Buffer.alloc(0), Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1])]) {
    const socket = connectTcp({ port: broker.ports[0] ?? 0, host: '127.0.0.1' });
    socket.on('error', () => undefined).resume();
    socket.write(begun);
    await new Promise(resolve => socket.once('close', resolve));
  }
  t.pass();
});

t.test('only a key that is right signs in, under its own prefix', async t => {
  const { broker, client, options, used, rejected } = await scene(t);
  await client('wsown000');
  t.same(used, ['id of wsown000']);
  t.same(rejected, []);
  for (const wrong of [
    { ...options('wsown000'), password: 'wrong' },
    { ...options('wsown000'), username: 'wsreader' },
    { ...options('wsown000'), username: undefined, password: undefined },
  ]) {
    const refused = connect(`mqtt://127.0.0.1:${broker.ports[0]}`, wrong as IClientOptions);
    const cause = await happened(refused, 'error');
    t.match(cause, { code: 4 }, 'bad user name or password');
    refused.end(true);
  }
  const nobodys = { refusal: 'InvalidApiKey', org: undefined };
  t.same(rejected, [
    ['wrong', nobodys, '127.0.0.1'],
    ['wsown000_secret', { ...nobodys, org: 1 }, '127.0.0.1'],
    ['', nobodys, '127.0.0.1'],
  ]);
});

t.test('an organization gets what is its own, whatever it subscribes to', async t => {
  const { client, attach } = await scene(t);
  const own = await client('wsown000');
  const other = await client('wsother0');
  t.same(
    (await own.subscribeAsync('#')).map(({ qos }) => qos),
    [0],
  );
  t.same(
    (await other.subscribeAsync('#')).map(({ qos }) => qos),
    [0],
  );
  const [ofOwn, ofOther] = [messages(own), messages(other)];
  t.same(await published(attach().attachment, UP), { kind: 'accepted' });
  await published(attach().attachment, 'homeassistant/device/ws_1/config');
  const theirs = attach(OTHER).attachment;
  t.same(await published(theirs, `mioty/${OTHER}/x`), { kind: 'accepted' });
  t.match(await published(theirs, UP), { kind: 'refused', reason: /another organization/ });
  t.match(await published(theirs, 'homeassistant/device/ws_1/config'), { kind: 'refused' });
  t.equal(await ofOwn.next(), UP);
  t.equal(await ofOwn.next(), 'homeassistant/device/ws_1/config');
  t.equal(await ofOther.next(), `mioty/${OTHER}/x`);
  t.same([ofOwn.topics, ofOther.topics], [[], []]);
});

t.test('filters of another organization, without the scope, or too many are refused', async t => {
  const { client } = await scene(t);
  const granted = async (of: MqttClient, filter: string) =>
    of.subscribeAsync(filter).then(
      list => list[0]?.qos,
      () => 128,
    );
  const own = await client('wsown000');
  t.equal(await granted(own, `mioty/${OTHER}/#`), 128);
  t.equal(await granted(own, '$SYS/#'), 128);
  t.equal(await granted(await client('wswriter'), `mioty/${OWN}/#`), 128);
  for (let at = 0; at < 5; at++) t.equal(await granted(own, `mioty/${OWN}/${at}`), 0);
  t.equal(await granted(own, `mioty/${OWN}/5`), 128);
});

t.test('retained messages reach who comes later, as many as are kept', async t => {
  const { client, attach } = await scene(t);
  const { attachment } = attach();
  for (const at of [1, 2, 3])
    t.same(await published(attachment, `mioty/${OWN}/${at}`, 'x', true), { kind: 'accepted' });
  t.match(await published(attachment, `mioty/${OWN}/4`, 'x', true), {
    kind: 'failed',
    failure: { reason: /3 retained/ },
  });
  t.same(await published(attachment, `mioty/${OWN}/1`, 'again', true), { kind: 'accepted' });
  t.same(await published(attachment, `mioty/${OWN}/2`, '', true), { kind: 'accepted' }, 'an empty one takes it back');
  t.same(await published(attachment, `mioty/${OWN}/4`, 'x', true), { kind: 'accepted' });
  const late = await client('wsreader');
  const got = messages(late);
  await late.subscribeAsync(`mioty/${OWN}/#`);
  t.same(
    [await got.next(), await got.next(), await got.next()].sort(),
    [1, 3, 4].map(at => `mioty/${OWN}/${at}`),
  );
  const other = await client('wsother0');
  const theirs = messages(other);
  await other.subscribeAsync('#');
  await published(attach(OTHER).attachment, `mioty/${OTHER}/x`);
  t.equal(await theirs.next(), `mioty/${OTHER}/x`, 'nothing before it');
});

t.test('a command is acknowledged when it is stored, and not before', async t => {
  const { client, attach } = await scene(t);
  const { attachment, next } = attach();
  await attachment.subscribe([`mioty/${OWN}/device/+/command/+`]);
  const writer = await client('wsown000');
  const got = messages(writer);
  await writer.subscribeAsync(UP);
  let acknowledged = false;
  const publishing = writer.publishAsync(DOWN, '{"data":"AQ=="}', { qos: 1, retain: true }).then(() => {
    acknowledged = true;
  });
  const arrival = await next();
  t.match(arrival, { topic: DOWN, retained: true });
  t.equal(Buffer.from(arrival.body).toString(), '{"data":"AQ=="}');
  // What the client is sent later comes before it, on the same connection: nothing but the command waits.
  for (let time = 0; time < 3; time++) {
    await published(attachment, UP);
    await got.next();
  }
  t.notOk(acknowledged);
  attachment.acknowledge(arrival.messageId ?? 0);
  await publishing;
  t.ok(acknowledged);
  const late = messages(await client('wsreader'));
  t.same(late.topics, [], 'nothing is left behind for others');
});

t.test('who may not publish is let go, and no client gets it', async t => {
  const { client, attach } = await scene(t);
  const { attachment, arrived } = attach();
  await attachment.subscribe([`mioty/${OWN}/device/+/command/+`]);
  const attempts: [prefix: string, topic: string][] = [
    ['wsreader', DOWN],
    ['wsother0', DOWN],
    ['wsown000', UP],
    ['wsown000', `mioty/${OWN}/device/x/y/command/down`],
    ['wsown000', '$SYS/command'],
  ];
  for (const [prefix, topic] of attempts) {
    const one = await client(prefix);
    const gone = closed(one);
    one.publish(topic, 'x', { qos: 1 }, () => undefined);
    await gone;
  }
  t.same(arrived, []);
});

t.test('that Home Assistant has begun anew reaches who listens for it', async t => {
  const { client, attach } = await scene(t);
  const { attachment, next } = attach();
  await attachment.subscribe(['homeassistant/status']);
  const reader = await client('wsreader');
  const sent = reader.publishAsync('homeassistant/status', 'online', { qos: 1 });
  const arrival = await next();
  t.equal(Buffer.from(arrival.body).toString(), 'online');
  attachment.acknowledge(arrival.messageId ?? 0);
  await sent;
  const again = reader.publishAsync('homeassistant/status', 'online', { qos: 1, retain: true });
  attachment.acknowledge((await next()).messageId ?? 0);
  await again;
  const late = await client('wsreader');
  const got = messages(late);
  await late.subscribeAsync('#');
  await published(attachment, 'homeassistant/x');
  t.equal(await got.next(), 'homeassistant/x', 'clients leave nothing behind');
});

t.test('a command reaches no integration of another organization', async t => {
  const { client, attach } = await scene(t);
  const [own, other] = [attach(), attach(OTHER)];
  for (const { attachment } of [own, other]) await attachment.subscribe(['mioty/+/v1/+/downlink']);
  const sent = (await client('wswriter')).publishAsync('mioty/x/v1/y/downlink', '{}', { qos: 1 });
  own.attachment.acknowledge((await own.next()).messageId ?? 0);
  await sent;
  t.same(other.arrived, []);
});

t.test('nothing is kept for who is away', async t => {
  const { client, attach } = await scene(t);
  const { attachment } = attach();
  const session = { clientId: 'mine', clean: false };
  const first = await client('wsown000', session);
  await first.subscribeAsync(`mioty/${OWN}/#`, { qos: 1 });
  await first.endAsync();
  await published(attachment, `mioty/${OWN}/1`);
  const second = await client('wsown000', session);
  const got = messages(second);
  await second.subscribeAsync(`mioty/${OWN}/2`);
  await published(attachment, `mioty/${OWN}/1`);
  await published(attachment, `mioty/${OWN}/2`);
  t.equal(await got.next(), `mioty/${OWN}/2`);
});

t.test('the connections of a key end with it', async t => {
  const { client, ends } = await scene(t);
  const one = await client('wsown000');
  const other = await client('wsreader');
  const gone = closed(one);
  ends.get('id of wsown000')?.();
  await gone;
  t.ok(other.connected);
});

t.test('a client of the same name in another organization is another one', async t => {
  const { client, broker } = await scene(t);
  const own = await client('wsown000', { clientId: 'same' });
  await client('wsother0', { clientId: 'same' });
  t.ok(own.connected);
  t.equal(broker.clients, 2);
  const gone = closed(own);
  await client('wsreader', { clientId: 'same' });
  await gone;
});

t.test('more clients than are allowed are turned away, and one that leaves makes room', async t => {
  const { client, broker, options } = await scene(t, { limits: { connections: 2, subscriptions: 5, retained: 3 } });
  const first = await client('wsown000');
  await client('wsown000');
  const third = connect(`mqtt://127.0.0.1:${broker.ports[0]}`, options('wsown000'));
  third.on('error', () => undefined);
  await closed(third);
  third.end(true);
  await first.endAsync(true);
  while (broker.clients > 1) await new Promise(resolve => setImmediate(resolve));
  await client('wsown000');
});

t.test('strangers who send too much or nonsense are let go', async t => {
  const { broker, client, attach } = await scene(t);
  const packets = [
    Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f, 0x00]),
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    Buffer.from([0x30, 0x02, 0x00, 0x00]),
    Buffer.from([0x10, 0x02, 0x00, 0x00]),
    Buffer.alloc(1000, 0xff),
  ];
  for (const packet of packets) {
    const socket = connectTcp({ port: broker.ports[0] ?? 0, host: '127.0.0.1' });
    socket.on('error', () => undefined).resume();
    socket.write(packet);
    await new Promise(resolve => socket.on('close', resolve));
  }
  const { attachment, arrived } = attach();
  await attachment.subscribe([DOWN]);
  const own = await client('wsown000');
  const gone = closed(own);
  own.publish(DOWN, 'x'.repeat(100_000), { qos: 1 }, () => undefined);
  await gone;
  t.same(arrived, []);
  t.ok((await client('wsown000')).connected);
});

t.test('TLS, and a new certificate for who comes after it', async t => {
  const authority = await testAuthority();
  let { cert, key: secret } = await authority.server();
  const { broker, options } = await scene(t, {
    listeners: [{ host: '127.0.0.1', port: 0, tls: () => ({ cert, key: secret }) }],
  });
  const serial = async () => {
    const made = connect(`mqtts://127.0.0.1:${broker.ports[0]}`, { ...options('wsown000'), ca: authority.ca });
    t.teardown(() => made.end(true));
    await happened(made, 'connect');
    const { stream } = made;
    return 'getPeerCertificate' in stream
      ? (stream as import('node:tls').TLSSocket).getPeerCertificate().serialNumber
      : '';
  };
  const first = await serial();
  ({ cert, key: secret } = await authority.server());
  broker.reloadCertificates();
  t.not(await serial(), first);
});

t.test('a client that takes nothing does not hold up the others', async t => {
  const { client, attach } = await scene(t, { drainMs: 100 });
  const slow = await client('wsown000');
  const quick = await client('wsreader');
  await slow.subscribeAsync(`mioty/${OWN}/#`);
  await quick.subscribeAsync(`mioty/${OWN}/last`);
  slow.stream.pause();
  const { attachment } = attach();
  const got = messages(quick);
  const large = 'x'.repeat(50_000);
  const sent: Promise<Outcome>[] = [];
  for (let at = 0; at < 200; at++) sent.push(published(attachment, `mioty/${OWN}/${at}`, large));
  sent.push(published(attachment, `mioty/${OWN}/last`));
  t.equal(await got.next(), `mioty/${OWN}/last`);
  slow.end(true);
});
