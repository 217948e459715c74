import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import { commandOf } from '../../../../src/integrations/drivers/nats/command.ts';
import { natsDriver } from '../../../../src/integrations/drivers/nats/nats.ts';
import { messageId, subjectsOf } from '../../../../src/integrations/drivers/nats/subjects.ts';
import { type Failure, TargetError } from '../../../../src/integrations/failure.ts';
import type { NatsSettings } from '../../../../src/integrations/kinds/nats.ts';
import { parseEui } from '../../../../src/kit/eui.ts';
import { EP, item, targetContext } from '../target.ts';

const settings: NatsSettings = {
  ...{ servers: [], creds: undefined, nkeySeed: undefined, username: undefined, password: undefined },
  ...{ subjectPrefix: 'mioty', manageStreams: false, msgId: 'place', enableCommands: false },
  ...{ caPem: undefined, clientCertPem: undefined, clientKeyPem: undefined, insecureSkipVerify: false },
};
const names = { scEui: EP, organizationId: '0198c0de-0000-7000-8000-0000000000aa' };
const INFO = 'INFO {"server_id":"x","version":"2.9.10","max_payload":1048576,"headers":true,"proto":1}\r\n';

t.test('subjects name direction, service center, organization and what it is about', async t => {
  const subjects = subjectsOf('site.mioty', names, ['up', 'attach']);
  const own = `${EP}.${names.organizationId}`;
  t.equal(subjects.of(item(1)), `site.mioty.up.${own}.${EP}`);
  t.equal(subjects.of(item(1, { epEui: undefined })), `site.mioty.up.${own}.-`);
  t.equal(subjects.of(item(1, { event: 'attach' })), `site.mioty.ev.${own}.attach.${EP}`);
  t.equal(subjects.of(item(1, { event: 'alert', epEui: undefined, bsEui: EP })), `site.mioty.ev.${own}.alert.${EP}`);
  t.equal(subjects.of(item(1, { event: 'event', epEui: undefined })), `site.mioty.ev.${own}.event.-`);
  t.same(
    subjects.streams.map(({ name, subject }) => [name, subject]),
    [
      ['SITE_MIOTY_UP', 'site.mioty.up.>'],
      ['SITE_MIOTY_EV', 'site.mioty.ev.>'],
      ['SITE_MIOTY_CMD', 'site.mioty.cmd.>'],
    ],
  );
  for (const [subject, eui] of [
    [`site.mioty.cmd.${own}.${EP}`, EP],
    [`site.mioty.cmd.${own}.${EP}.x`, undefined],
    [`site.mioty.cmd.${own}.`, undefined],
    [`site.mioty.cmd.${EP}.other.${EP}`, undefined],
    [`mioty.cmd.${own}.${EP}`, undefined],
  ] as const) {
    t.equal(subjects.endpointOf(subject), eui, subject);
  }
});

t.test('only what is asked for needs a stream', t => {
  const kinds = (...wanted: string[]) => [...new Set(subjectsOf('mioty', names, wanted).own.map(({ kind }) => kind))];
  t.same(kinds('up'), ['UP']);
  t.same(kinds('alert'), ['EV']);
  t.same(kinds('attach', 'up'), ['EV', 'UP']);
  const test = item(0, { event: 'test', epEui: undefined });
  t.match(subjectsOf('mioty', names, ['up']).of(test), /^mioty\.up\./, 'a test goes where there is a stream');
  t.match(subjectsOf('mioty', names, ['up', 'alert']).of(test), /^mioty\.ev\./);
  t.end();
});

t.test('a message is known again by its place, or by its telegram', async t => {
  const up = (place: number, payload: object) => item(place, { payload: { ...payload } });
  t.equal(messageId('place', EP, item(7)), `${EP}-l-7`);
  t.equal(messageId('place', EP, item(7, { stream: 'events', event: 'event' })), `${EP}-e-7`);
  const telegram = messageId('telegram', EP, up(7, { packetCnt: 3, data: 'AQ==' }));
  const other = parseEui('0011223344556677') ?? EP;
  t.equal(messageId('telegram', other, up(99, { packetCnt: 3, data: 'AQ==' })), telegram);
  t.not(messageId('telegram', EP, up(7, { packetCnt: 4, data: 'AQ==' })), telegram);
  t.not(messageId('telegram', EP, up(7, { packetCnt: 3, data: 'Ag==' })), telegram);
  t.equal(messageId('telegram', EP, item(7, { event: 'attach' })), `${EP}-l-7`);
  for (const by of ['place', 'telegram'] as const)
    t.equal(messageId(by, EP, item(0, { event: 'test', deliveryId: 'd' })), `${EP}-d`, 'each test is another');
});

t.test('a command takes back, or is a downlink', async t => {
  const of = (text: string) => commandOf(EP, Buffer.from(text));
  t.match(of('{"revoke":{"queId":7}}'), { command: 'revoke', epEui: EP, body: { queId: 7 } });
  t.same(of('{"revoke":7}').body, {});
  t.equal(of('{"data":"AQ=="}').command, 'down');
  for (const text of ['nonsense', '[]', 'null', '']) {
    t.match(of(text), { command: 'down', body: Buffer.from(text) }, JSON.stringify(text));
  }
});

/** A server that does what the test says with each connection. */
async function server(t: Test, met: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const listener = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    met(socket);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    listener.close();
  });
  return (listener.address() as AddressInfo).port;
}

function driver(t: Test, port: number, given: Partial<NatsSettings> = {}, allow?: readonly string[]) {
  const lost = Promise.withResolvers<Failure>();
  const context = targetContext(
    { ...settings, servers: [`nats://127.0.0.1:${port}`], ...given },
    { lost: lost.resolve, ...(allow && { allow }) },
  );
  const made = natsDriver(context);
  t.teardown(() => made.close());
  return { made, lost: lost.promise, clock: context.clock, open: () => made.open(new AbortController().signal) };
}

t.test('a server that talks nonsense, too much, or breaks off is a failure, and nothing worse', async t => {
  const says = [
    'HTTP/1.1 400 Bad Request\r\n\r\n',
    'INFO nonsense\r\n',
    'INFO 7\r\n',
    'INFO null\r\n',
    '',
    'INFO {"server_id":',
    '-ERR go away\r\n',
    `INFO {"x":"${'x'.repeat(100_000)}"`,
  ];
  for (const words of says) {
    const port = await server(t, socket => {
      if (words.length > 70_000) socket.write(words);
      else socket.end(words);
    });
    const failed = await driver(t, port)
      .open()
      .catch((cause: unknown) => cause);
    t.ok(failed instanceof TargetError, JSON.stringify(words.slice(0, 20)));
  }
});

t.test('nonsense later on ends the connection', async t => {
  const port = await server(t, socket => {
    socket.write(INFO);
    socket.once('data', () => socket.write('PONG\r\nnonsense \u0000\u0001 nonsense\r\nMSG\r\n'));
  });
  const failed = await driver(t, port)
    .open()
    .catch((cause: unknown) => cause);
  t.ok(failed instanceof TargetError);
});

t.test('a server with TLS is told apart from one without', async t => {
  const withTls = await server(t, socket => socket.write(INFO.replace('"proto"', '"tls_required":true,"proto"')));
  await t.rejects(driver(t, withTls).open(), { message: /use tls:\/\// });
  const without = await server(t, socket => socket.write(INFO));
  await t.rejects(driver(t, without, { servers: [`tls://127.0.0.1:${without}`] }).open(), { message: /use nats:\/\// });
});

t.test('an address that is not allowed is not connected to', async t => {
  let met = 0;
  const port = await server(t, () => met++);
  const failed = await driver(t, port, {}, [])
    .open()
    .catch((cause: unknown) => cause);
  t.ok(failed instanceof TargetError && failed.failure.notAllowed);
  t.equal(met, 0);
});
