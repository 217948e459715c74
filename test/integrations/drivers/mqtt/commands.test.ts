import type { IPublishPacket } from 'mqtt-packet';
import t, { type Test } from 'tap';
import type { CommandOutcome, Incoming } from '../../../../src/integrations/commands.ts';
import { turn } from '../../../../src/kit/time/clock.ts';
import { aedesBroker } from './aedes.ts';
import { EP, item, ORG, ROOT, rawBroker, Sequence, scene } from './scene.ts';

/** Commands whose outcome the test says. */
function decided() {
  const asked = new Sequence<{ incoming: Incoming; answer(stored: CommandOutcome): void }>();
  const command = (incoming: Incoming) =>
    new Promise<CommandOutcome>(resolve => asked.add({ incoming, answer: resolve }));
  return { asked, command };
}

const publish = (messageId: number, epEui: string = EP, payload = '{}', command = 'down'): IPublishPacket => {
  const topic = `${ROOT}/device/${epEui}/command/${command}`;
  return { cmd: 'publish', topic, payload, qos: 1, dup: false, retain: false, messageId };
};

async function subscribed(t: Test, version: 4 | 5 = 4) {
  const broker = await rawBroker(t, version);
  const { asked, command } = decided();
  const settings = {
    brokerUrl: broker.url,
    enableCommands: true,
    protocolVersion: version === 5 ? '5' : '3.1.1',
  } as const;
  const one = scene(t, settings, { command });
  const opened = one.open();
  const client = await broker.signedIn();
  const subscribe = await client.packets.next();
  t.match(subscribe, {
    cmd: 'subscribe',
    subscriptions: [
      { topic: `${ROOT}/device/+/command/down`, qos: 1 },
      { topic: `${ROOT}/device/+/command/revoke`, qos: 1 },
    ],
  });
  client.say({ cmd: 'suback', messageId: subscribe.messageId ?? 0, granted: [1, 1] });
  await opened;
  await client.packets.next();
  return { ...one, client, asked, connect: client.connect };
}

t.test('commands come in through a real broker, each said to be stored before the broker forgets it', async t => {
  const broker = await aedesBroker(t);
  const one = scene(t, { brokerUrl: broker.mqtt, enableCommands: true });
  await broker.publish(`${ROOT}/device/${EP}/command/down`, '{"data":"AA=="}', { retain: true });
  await one.open();
  t.match(await one.commands.next(), { command: 'down', epEui: EP, retained: true });
  await broker.publish(`${ROOT}/device/nonsense/command/revoke`, '{"all":true}');
  const revoke = await one.commands.next();
  t.match(revoke, { command: 'revoke', epEui: 'nonsense', retained: false });
  t.equal(String(revoke.body), '{"all":true}');
});

t.test('PUBACK leaves when the command is stored, and nothing else waits for it', async t => {
  const { client, asked, send } = await subscribed(t);
  client.say(publish(1));
  client.say(publish(2));
  client.say(publish(3, 'other', '{}', 'revoke'));
  const first = await asked.next();
  t.equal((await asked.next()).incoming.epEui, 'other', 'that of another endpoint goes on');
  t.equal(asked.all.length, 2, 'the second of the same waits');
  const sent = send(item('up'));
  const published = await client.packets.next();
  t.match(published, { cmd: 'publish' }, 'nothing was acknowledged yet');
  client.say({ cmd: 'puback', messageId: published.messageId ?? 0 });
  t.same(await sent, { kind: 'accepted' });
  asked.all[1]?.answer('malformed');
  t.match(await client.packets.next(), { cmd: 'puback', messageId: 3 });
  first.answer('stored');
  t.match(await client.packets.next(), { cmd: 'puback', messageId: 1 });
  (await asked.next()).answer('stored');
  t.match(await client.packets.next(), { cmd: 'puback', messageId: 2 });
});

for (const version of [4, 5] as const)
  t.test(`a command without room is asked for again, later and later (version ${version})`, async t => {
    const { client, asked, clock, connect } = await subscribed(t, version);
    if (version === 5) t.match(connect, { properties: { receiveMaximum: 64 } });
    client.say(publish(1));
    (await asked.next()).answer('later');
    await turn();
    for (const pauseMs of [1_000, 2_000, 4_000]) {
      await clock.advance(pauseMs - 1);
      const asks = asked.all.length;
      const again = asked.next();
      await clock.advance(1);
      t.equal(asked.all.length, asks + 1, `after ${pauseMs} ms`);
      (await again).answer(pauseMs === 4_000 ? 'stored' : 'later');
      await turn();
    }
    t.match(await client.packets.next(), { cmd: 'puback', messageId: 1 });
  });

t.test(
  'a command that fails for a reason of ours is asked for again, and one in hand at the end is not acknowledged',
  async t => {
    let fails = true;
    const broker = await aedesBroker(t);
    const one = scene(
      t,
      { brokerUrl: broker.mqtt, enableCommands: true },
      {
        command: () => (fails ? Promise.reject(new Error('disk')) : Promise.resolve('stored')),
      },
    );
    await one.open();
    await broker.publish(`${ROOT}/device/${EP}/command/down`, '{}');
    await one.commands.next();
    fails = false;
    await one.clock.advance(1_000);
    await one.commands.next();
    const { client, asked, driver } = await subscribed(t);
    client.say(publish(9));
    client.say(publish(10));
    client.say(publish(11, 'other'));
    const inHand = await asked.next();
    await asked.next();
    await driver.close();
    inHand.answer('stored');
    await turn();
    t.equal(asked.all.length, 2, 'nothing more is begun');
    t.notOk(client.packets.all.some(({ cmd }) => cmd === 'puback'));
  },
);

t.test('what is longer than any command is handed on as too long, and what follows is understood', async t => {
  const { client, asked } = await subscribed(t);
  client.say(publish(1, EP, 'x'.repeat(2_000_000)));
  client.say(publish(2, 'next'));
  const { incoming, answer } = await asked.next();
  t.ok(incoming.body instanceof Uint8Array && incoming.body.length > 64 * 1024 && incoming.body.length <= 256 * 1024);
  answer('stored');
  t.match(await client.packets.next(), { cmd: 'puback', messageId: 1 });
  t.equal((await asked.next()).incoming.epEui, 'next');
});

t.test('a flood of commands ends the connection instead of filling the memory', async t => {
  const { client, lost, asked } = await subscribed(t);
  for (let messageId = 1; messageId <= 1_025; messageId++) client.say(publish(messageId));
  t.match(await lost.next(), { reason: /more commands than can be taken at a time/ });
  t.equal(asked.all.length, 1);
});

t.test('a broker that refuses the subscription is a failure', async t => {
  const REFUSALS = [
    [4, [1, 0x80], 'command/revoke: unspecified error'],
    [4, [1], 'command/revoke: unspecified error'],
    [5, [0x87, 1], 'command/down: not authorized'],
  ] as const;
  for (const [version, granted, reason] of REFUSALS) {
    const broker = await rawBroker(t, version);
    const protocolVersion = version === 5 ? '5' : '3.1.1';
    const one = scene(t, { brokerUrl: broker.url, enableCommands: true, protocolVersion });
    const message = `the broker refuses the subscription to ${ROOT}/device/+/${reason}`;
    const refused = t.rejects(one.open(), { message });
    const client = await broker.signedIn();
    const { messageId = 0 } = await client.packets.next();
    client.say({ cmd: 'suback', messageId, granted: [...granted] });
    await refused;
    t.same(one.lost.all, []);
  }
});

t.test(
  'without enable_commands nothing is subscribed; the custom layout takes both commands from one topic',
  async t => {
    const broker = await aedesBroker(t);
    const custom = { brokerUrl: broker.mqtt, layout: 'custom', eventTopic: 'a/{ep_eui}/{event}' } as const;
    const one = scene(t, {
      ...custom,
      enableCommands: true,
      commandTopic: 'a/{organization_id}/{ep_eui}/cmd',
      clientId: 'a',
    });
    await scene(t, { ...custom, clientId: 'b' }).open();
    await one.open();
    t.same(broker.subscriptions, [['a', `a/${ORG}/+/cmd`]]);
    await broker.publish(`a/other/${EP}/cmd`, '{}');
    await broker.publish(`a/${ORG}/${EP}/cmd`, '{"data":""}');
    t.match(await one.commands.next(), { command: 'down', epEui: EP });
    await broker.publish(`a/${ORG}/${EP}/cmd`, '{"revoke":{"queId":4}}');
    t.match(await one.commands.next(), { command: 'revoke', epEui: EP, body: { queId: 4 } });
  },
);
