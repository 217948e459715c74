import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/nats-core/internal';
import t, { type Test } from 'tap';
import { type ItemEvent, itemEvents } from '../../src/domain/integration/integration-records.ts';
import type { CommandOutcome, Incoming } from '../../src/integrations/commands.ts';
import { natsDriver } from '../../src/integrations/drivers/nats/nats.ts';
import type { Failure } from '../../src/integrations/failure.ts';
import type { NatsSettings } from '../../src/integrations/kinds/nats.ts';
import { EP, item, sent, targetContext } from '../integrations/drivers/target.ts';
import { testAuthority } from '../peers/certificates.ts';
import { natsClient } from './nats-client.ts';
import { NatsServer } from './nats-server.ts';

const defaults: NatsSettings = {
  ...{ servers: [], creds: undefined, nkeySeed: undefined, username: undefined, password: undefined },
  ...{ subjectPrefix: 'mioty', manageStreams: true, msgId: 'place', enableCommands: false },
  ...{ caPem: undefined, clientCertPem: undefined, clientKeyPem: undefined, insecureSkipVerify: false },
};

/** A client beside the driver. */
async function client(t: Test, port: number): Promise<NatsConnection> {
  const connection = await natsClient({ port });
  t.teardown(() => connection.close());
  return connection;
}

async function opened(
  t: Test,
  port: number,
  settings: Partial<NatsSettings> = {},
  stored: (incoming: Incoming) => CommandOutcome = () => 'stored',
  events: readonly ItemEvent[] = itemEvents,
) {
  const lost: Failure[] = [];
  const commands: Incoming[] = [];
  const end = Promise.withResolvers<void>();
  const driver = natsDriver(
    targetContext(
      { ...defaults, servers: [`nats://127.0.0.1:${port}`], ...settings },
      {
        events,
        command(incoming) {
          commands.push(incoming);
          return Promise.resolve(stored(incoming));
        },
        lost(failure) {
          lost.push(failure);
          end.resolve();
        },
      },
    ),
  );
  t.teardown(() => driver.close());
  const answer = await driver.open(new AbortController().signal);
  return { driver, lost, ended: end.promise, commands, resumeAt: answer.resumeAt };
}

t.test('items are published in order under their subjects, once however often they are sent', async t => {
  const server = await NatsServer.start(t);
  const { driver } = await opened(t, server.port);
  for (const place of [1, 2, 3]) t.same(await sent(driver, item(place)), { kind: 'accepted' });
  t.same(await sent(driver, item(3)), { kind: 'accepted' });
  t.same(await sent(driver, item(4, { event: 'basestation_online', epEui: undefined, bsEui: EP })), {
    kind: 'accepted',
  });
  t.same(await sent(driver, item(1, { stream: 'events', event: 'event', epEui: undefined })), { kind: 'accepted' });
  const manager = await jetstreamManager(await client(t, server.port));
  const up = await manager.streams.getMessage('MIOTY_UP', { last_by_subj: 'mioty.up.>' });
  t.equal(up?.subject, `mioty.up.${EP}.o.${EP}`);
  t.equal(up?.header.get('Nats-Msg-Id'), `${EP}-l-3`);
  t.equal(up?.header.get('Waystation-Seq'), '3');
  t.same(up?.json(), { v: 1, event: 'up', place: 3 });
  t.equal((await manager.streams.info('MIOTY_UP')).state.messages, 3);
  const subjects = (await manager.streams.info('MIOTY_EV', { subjects_filter: '>' })).state.subjects;
  t.same(Object.keys(subjects ?? {}).sort(), [`mioty.ev.${EP}.o.basestation_online.${EP}`, `mioty.ev.${EP}.o.event.-`]);
});

t.test('what a killed server or box has stored is not there twice, however long ago it was', async t => {
  const server = await NatsServer.start(t);
  const manager = await jetstreamManager(await client(t, server.port));
  // The window in which the server itself knows messages again is over at once.
  const config = { name: 'SHORT', subjects: ['mioty.up.>'], duplicate_window: 100 * 1e6 };
  await manager.streams.add(config);
  const first = await opened(t, server.port);
  const endpoints = ['70b3d56770110001', '70b3d56770110002'] as (typeof EP)[];
  const places = Array.from({ length: 20 }, (_, at) => at + 1);
  const of = (place: number) => item(place, { epEui: endpoints[place % 2] });
  for (const place of places.slice(0, 15)) t.same(await sent(first.driver, of(place)), { kind: 'accepted' });
  // Of the other endpoint, ahead of its neighbour.
  t.same(await sent(first.driver, of(17)), { kind: 'accepted' });
  await server.kill();
  await first.ended;
  t.match(await sent(first.driver, of(16)), { kind: 'failed' });
  await server.run();
  const second = await opened(t, server.port);
  t.same(second.resumeAt, { log: 0, events: 0 }, '256 places before the last one');
  for (const place of places) t.same(await sent(second.driver, of(place)), { kind: 'accepted' });
  const again = await jetstreamManager(await client(t, server.port));
  const { messages, subjects } = (await again.streams.info('SHORT', { subjects_filter: '>' })).state;
  t.equal(messages, 20);
  t.same(Object.values(subjects ?? {}), [10, 10]);
});

t.test('far behind the last message, an integration goes on 256 places before it', async t => {
  const server = await NatsServer.start(t);
  const { driver } = await opened(t, server.port);
  await sent(driver, item(1000));
  await sent(driver, item(1300, { event: 'attach' }));
  await sent(driver, item(400, { stream: 'events', event: 'event' }));
  t.same((await opened(t, server.port)).resumeAt, { log: 1044, events: 144 });
});

t.test('without a stream it is the fault of the target, and the subject is named', async t => {
  const server = await NatsServer.start(t);
  await t.rejects(opened(t, server.port, { manageStreams: false }), {
    message: /no stream takes mioty\.up\..*manage_streams/,
  });
  const { driver } = await opened(t, server.port);
  const manager = await jetstreamManager(await client(t, server.port));
  await manager.streams.delete('MIOTY_UP');
  t.match(await sent(driver, item(1)), { kind: 'failed', failure: { reason: /no stream takes mioty\.up\./ } });
});

t.test('only streams of the kinds that are asked for are needed', async t => {
  const server = await NatsServer.start(t);
  const manager = await jetstreamManager(await client(t, server.port));
  await manager.streams.add({ name: 'OURS', subjects: ['mioty.up.>'] });
  const { driver } = await opened(t, server.port, { manageStreams: false }, undefined, ['up']);
  for (const event of ['up', 'test']) t.same(await sent(driver, item(1, { event })), { kind: 'accepted' }, event);
  await t.rejects(opened(t, server.port, { manageStreams: false }, undefined, ['up', 'alert']), {
    message: /no stream takes mioty\.ev\..*alert/,
  });
});

t.test('what is longer than the server or the stream takes is refused for its own sake', async t => {
  const server = await NatsServer.start(t, 'max_payload: 2000\n');
  const manager = await jetstreamManager(await client(t, server.port));
  await manager.streams.add({ name: 'SMALL', subjects: ['mioty.up.>'], max_msg_size: 1000 });
  const { driver } = await opened(t, server.port);
  t.match(await sent(driver, item(1, { payload: { data: 'x'.repeat(3000) } })), {
    kind: 'refused',
    reason: /2000 bytes/,
  });
  t.match(await sent(driver, item(2, { payload: { data: 'x'.repeat(1500) } })), { kind: 'refused' });
  t.same(await sent(driver, item(3)), { kind: 'accepted' });
});

t.test('two boxes that hear one telegram give one message, where that is asked for', async t => {
  const server = await NatsServer.start(t);
  const payload = { epEui: EP, packetCnt: 7, data: 'AQI=' };
  const { driver } = await opened(t, server.port, { msgId: 'telegram' });
  await sent(driver, item(1, { payload }));
  await sent(driver, item(900, { payload }));
  await sent(driver, item(901, { payload: { ...payload, data: 'AQM=' } }));
  await sent(driver, item(902, { payload: { ...payload, packetCnt: 8 } }));
  const manager = await jetstreamManager(await client(t, server.port));
  t.equal((await manager.streams.info('MIOTY_UP')).state.messages, 3);
});

t.test('commands are acknowledged after they are stored, and come again while there is no room', async t => {
  const server = await NatsServer.start(t);
  const answers: Record<string, CommandOutcome> = { later: 'later', malformed: 'malformed' };
  const met = new Map<string, number>();
  const waiting: (() => void)[] = [];
  const { commands } = await opened(t, server.port, { enableCommands: true }, ({ body, epEui }) => {
    const text = body instanceof Uint8Array ? Buffer.from(body).toString() : JSON.stringify(body);
    met.set(text, (met.get(text) ?? 0) + 1);
    for (const wake of waiting.splice(0)) wake();
    return answers[text] ?? (epEui === EP ? 'stored' : 'malformed');
  });
  const other = await client(t, server.port);
  const js = jetstream(other);
  const subject = `mioty.cmd.${EP}.o.${EP}`;
  for (const [to, text] of [
    [subject, '{"data":"AQ=="}'],
    [subject, '{"revoke":{"all":true}}'],
    [subject, 'later'],
    [subject, 'malformed'],
    [`mioty.cmd.${EP}.o.nobody`, 'lost'],
  ] as const) {
    await js.publish(to, text);
  }
  while (met.size < 4) await new Promise<void>(resolve => waiting.push(resolve));
  t.match(
    commands.find(({ command }) => command === 'revoke'),
    { epEui: EP, body: { all: true }, retained: false },
  );
  t.notOk([...met.keys()].includes('lost'), 'who is no endpoint is not asked for');
  const manager = await jetstreamManager(other);
  let left = 5;
  while (left !== 1) left = (await manager.streams.info('MIOTY_CMD')).state.messages;
  const { first_seq } = (await manager.streams.info('MIOTY_CMD')).state;
  const kept = await manager.streams.getMessage('MIOTY_CMD', { seq: first_seq });
  t.equal(kept?.string(), 'later', 'only what there was no room for is still there');
});

t.test(
  'a server hears of a command that takes its time, and gives those of a lost box to the next one soon',
  async t => {
    const server = await NatsServer.start(t);
    const done = Promise.withResolvers<CommandOutcome>();
    const taken = Promise.withResolvers<void>();
    const context = targetContext(
      { ...defaults, servers: [`nats://127.0.0.1:${server.port}`], enableCommands: true },
      {
        command() {
          taken.resolve();
          return done.promise;
        },
      },
    );
    const driver = natsDriver(context);
    t.teardown(() => driver.close());
    await driver.open(new AbortController().signal);
    const other = await client(t, server.port);
    const said: string[] = [];
    let heard = Promise.withResolvers<void>();
    other.subscribe('$JS.ACK.MIOTY_CMD.>', {
      callback(_, { data }) {
        said.push(Buffer.from(data).toString());
        heard.resolve();
      },
    });
    await other.flush();
    await jetstream(other).publish(`mioty.cmd.${EP}.o.${EP}`, '{"data":"AQ=="}');
    await taken.promise;
    const { config } = await (await jetstreamManager(other)).consumers.info('MIOTY_CMD', EP);
    t.equal(config.ack_wait, 10 * 1e9);
    await context.clock.advance(5000);
    await heard.promise;
    t.same(said, ['+WPI']);
    heard = Promise.withResolvers();
    done.resolve('stored');
    await heard.promise;
    t.match(said.at(-1), /^(\+ACK)?$/);
    await context.clock.advance(60_000);
    t.equal(said.length, 2, 'and of one that is done no more');
  },
);

t.test('TLS with a client certificate, and a server that asks for it is told so', async t => {
  const authority = await testAuthority();
  const [own, box] = [await authority.server(), await authority.client('box')];
  const folder = t.testdir({ 'ca.pem': authority.ca, 'cert.pem': own.cert, 'key.pem': own.key });
  const tls = `tls { cert_file: "${folder}/cert.pem", key_file: "${folder}/key.pem", ca_file: "${folder}/ca.pem", verify: true }\n`;
  const server = await NatsServer.start(t, tls);
  const servers = [`tls://127.0.0.1:${server.port}`];
  const client = { clientCertPem: box.cert, clientKeyPem: box.key };
  const { driver } = await opened(t, server.port, { servers, caPem: authority.ca, ...client });
  t.same(await sent(driver, item(1)), { kind: 'accepted' });
  await t.rejects(opened(t, server.port, { servers }), { message: /certificate/ });
  await t.rejects(opened(t, server.port, { servers, caPem: authority.ca }));
  await t.rejects(opened(t, server.port), { message: /asks for TLS: use tls:/ });
});

t.test('a wrong password and a right that is missing are told in words', async t => {
  const users = `authorization { users: [
    { user: box, password: secret }
    { user: poor, password: secret, permissions: { publish: ["$JS.API.>"] } }
  ] }\n`;
  const server = await NatsServer.start(t, users);
  const { driver } = await opened(t, server.port, { username: 'box', password: 'secret' });
  t.same(await sent(driver, item(1)), { kind: 'accepted' });
  await t.rejects(opened(t, server.port, { username: 'box', password: 'wrong' }), { message: /authorization/i });
  const poor = await opened(t, server.port, { username: 'poor', password: 'secret' });
  const outcome = await Promise.race([sent(poor.driver, item(2)), poor.ended]);
  t.match(outcome ?? { failure: poor.lost[0] }, { failure: { reason: /permission/i } });
});

t.test(
  'answers come to subjects of the service center, which no other client needs to be allowed to listen to',
  async t => {
    const users = `authorization { users: [
    { user: box, password: secret, permissions: { publish: ">", subscribe: ["_INBOX.${EP}.>"] } }
  ] }\n`;
    const server = await NatsServer.start(t, users);
    const signIn = { username: 'box', password: 'secret', enableCommands: true };
    const { driver, lost } = await opened(t, server.port, signIn);
    t.same(await sent(driver, item(1)), { kind: 'accepted' });
    t.same(lost, []);
  },
);

t.test('a second driver of the same box goes on taking the commands of the first', async t => {
  const server = await NatsServer.start(t);
  const first = await opened(t, server.port, { enableCommands: true });
  await first.driver.close();
  const arrived = Promise.withResolvers<void>();
  const second = await opened(t, server.port, { enableCommands: true }, () => {
    arrived.resolve();
    return 'stored';
  });
  await jetstream(await client(t, server.port)).publish(`mioty.cmd.${EP}.o.${EP}`, '{"data":"AQ=="}');
  await arrived.promise;
  t.equal(second.commands.length, 1);
  t.equal(first.commands.length, 0);
});

t.test('what was stored before something older of another endpoint is not there twice', async t => {
  const server = await NatsServer.start(t);
  const manager = await jetstreamManager(await client(t, server.port));
  const other = EP.replace(/.$/, digit => (digit === '1' ? '2' : '1')) as typeof EP;
  const first = await opened(t, server.port, { msgId: 'telegram' });
  for (const [place, epEui] of [
    [7, EP],
    [3, other],
  ] as const) {
    t.same(await sent(first.driver, item(place, { epEui })), { kind: 'accepted' });
  }
  await first.driver.close();
  // Under another id, as after the time in which the server knows it: only its subject tells.
  const second = await opened(t, server.port);
  t.same(await sent(second.driver, item(3, { epEui: other })), { kind: 'accepted' });
  t.same(await sent(second.driver, item(7)), { kind: 'accepted' });
  t.equal((await manager.streams.info('MIOTY_UP')).state.messages, 2);
  t.same(await sent(second.driver, item(8)), { kind: 'accepted' });
  t.equal((await manager.streams.info('MIOTY_UP')).state.messages, 3);
});

t.test('every test is published, and so is what is sent again by hand', async t => {
  const server = await NatsServer.start(t);
  const manager = await jetstreamManager(await client(t, server.port));
  const first = await opened(t, server.port);
  for (const place of [1, 2]) t.same(await sent(first.driver, item(place)), { kind: 'accepted' });
  const test = (n: number) => item(0, { event: 'test', epEui: undefined, deliveryId: `test-${n}` });
  for (const n of [1, 2]) t.same(await sent(first.driver, test(n)), { kind: 'accepted' });
  t.equal((await manager.streams.info('MIOTY_EV')).state.messages, 2);
  await first.driver.close();
  // By its place it is there already: the last one on its subject is behind it. Its message id is one the server does not know.
  const second = await opened(t, server.port, { msgId: 'telegram' });
  t.same(await sent(second.driver, item(1)), { kind: 'accepted' });
  t.equal((await manager.streams.info('MIOTY_UP')).state.messages, 2);
  t.same(await sent(second.driver, item(1, { replay: true })), { kind: 'accepted' });
  t.equal((await manager.streams.info('MIOTY_UP')).state.messages, 3);
});
