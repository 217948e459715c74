import { spawn } from 'node:child_process';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { messageLine } from '../../src/cli/item-lines.ts';
import { freshKey } from '../../src/domain/apikey/format.ts';
import { MqttSubscriber, type Subscribed, type SubscriberOptions } from '../../src/simulate/mqtt-subscriber.ts';
import { aedesBroker } from '../integrations/drivers/mqtt/aedes.ts';
import { Sequence } from '../integrations/drivers/mqtt/scene.ts';
import { testAuthority } from '../peers/certificates.ts';
import { ManualClock } from '../peers/manual-clock.ts';

const UP = 'mioty/0198c0de-0000-7000-8000-0000000000aa/device/70b3d56770110001/event/up';
const item = (deliveryId: string, more: object = {}) =>
  JSON.stringify({ event: 'up', deliveryId, epEui: '70b3d56770110001', packetCnt: 7, dataHex: '0029', ...more });

function scene(t: Test, url: string, options: Partial<SubscriberOptions> = {}) {
  const clock = new ManualClock();
  const messages = new Sequence<Subscribed>();
  const states = new Sequence<string>();
  const { hostname: host, port } = new URL(url.replace(/^mqtts?/, 'http'));
  const subscriber = new MqttSubscriber({
    ...{ host, port: Number(port), tls: undefined, clientId: 'c', topics: ['mioty/#'], clock },
    onSubscribed: () => states.add('subscribed'),
    onLost: (reason, pauseMs) => states.add(`${reason}; ${pauseMs}`),
    onMessage: message => messages.add(message),
    ...options,
  });
  const stopping = new AbortController();
  const running = subscriber.run(stopping.signal);
  const stop = async () => {
    stopping.abort();
    await running;
  };
  t.teardown(stop);
  return { clock, messages, states, stop };
}

t.test('what arrives is told: items, those that were there before, repetitions, and what is no item', async t => {
  const broker = await aedesBroker(t);
  const status = 'mioty/service-center/70b3d59cd0000009/status';
  await broker.publish(status, '{"online":true}', { retain: true });
  const { messages, states, stop } = scene(t, broker.mqtt);
  t.equal(await states.next(), 'subscribed');
  t.match(await messages.next(), { topic: status, item: { online: true }, retained: true, repeated: false });
  await broker.publish('elsewhere/a', '{}');
  await broker.publish(UP, item('d1'));
  await broker.publish(UP, item('d1'));
  await broker.publish('mioty/a', 'no JSON');
  t.match(await messages.next(), { topic: UP, item: { packetCnt: 7 }, retained: false, repeated: false });
  t.match(await messages.next(), { repeated: true });
  t.same(await messages.next(), {
    topic: 'mioty/a',
    item: undefined,
    text: 'no JSON',
    retained: false,
    repeated: false,
  });
  const gone = new Promise(resolve => broker.broker.once('clientDisconnect', resolve));
  await stop();
  await gone;
  t.equal(broker.broker.connectedClients, 0);
});

t.test('it comes back after a loss, later each time, and is told from the beginning when that was of use', async t => {
  let letIn = true;
  const preConnect = (_client: unknown, _packet: unknown, done: (cause: Error | null, isIn: boolean) => void) =>
    done(letIn ? null : new Error('full'), letIn);
  const broker = await aedesBroker(t, {}, { preConnect });
  const { messages, states, clock } = scene(t, broker.mqtt);
  t.equal(await states.next(), 'subscribed');
  letIn = false;
  broker.cut();
  t.match(await states.next(), /^the broker closed the connection without a word; 1000$/);
  await clock.advance(1000);
  t.match(await states.next(), /; 2000$/);
  letIn = true;
  await clock.advance(2000);
  t.equal(await states.next(), 'subscribed');
  await broker.publish(UP, item('d2'));
  t.match(await messages.next(), { item: { deliveryId: 'd2' } });
  broker.cut();
  t.match(await states.next(), /; 1000$/);
});

t.test('it says why it is not let in, and ends while it waits to come back', async t => {
  const broker = await aedesBroker(
    t,
    {},
    {
      authenticate: (_client, username, password, done) =>
        username === 'me' && String(password) === 'word'
          ? done(null, true)
          : done(Object.assign(new Error('no'), { returnCode: 4 }), false),
    },
  );
  const refused = scene(t, broker.mqtt, { username: 'me', password: 'wrong' });
  t.equal(await refused.states.next(), 'the broker refuses us: bad user name or password; 1000');
  await refused.stop();
  const { states } = scene(t, broker.mqtt, { username: 'me', password: 'word' });
  t.equal(await states.next(), 'subscribed');
});

t.test('with TLS the broker has to be the one that it says it is', async t => {
  const authority = await testAuthority();
  const { cert, key } = await authority.server();
  const broker = await aedesBroker(t, { cert, key, ca: authority.ca });
  const stranger = await testAuthority();
  const { states } = scene(t, broker.mqtts, { tls: { ca: stranger.ca } });
  t.match(await states.next(), /certificate.*; 1000$/, 'not signed by whom it trusts');
});

t.test('what is no item in one line', async t => {
  const at = Date.UTC(2026, 0, 20, 10, 0, 1);
  t.equal(messageLine(at, 'a/b', '{"online":true}'), '10:00:01  a/b  {"online":true}');
  t.equal(messageLine(at, 'a/b', ''), '10:00:01  a/b  (empty)');
  t.equal(messageLine(at, 'a\u001b[2J', 'x'.repeat(200)), `10:00:01  a[2J  ${'x'.repeat(160)}…`);
});

const main = new URL('../../src/cli/program.ts', import.meta.url).href;
const script = `const { run } = await import(${JSON.stringify(main)}); process.exitCode = await run(process.argv.slice(1));`;

function simulate(t: Test, ...args: string[]) {
  return simulateIn(t, {}, ...args);
}

function simulateIn(t: Test, env: NodeJS.ProcessEnv, ...args: string[]) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, 'simulate', 'mqtt', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  t.teardown(() => void child.kill('SIGKILL'));
  const told = { out: '', err: '' };
  child.stdout.on('data', text => (told.out += text));
  const subscribed = new Promise<void>(resolve => {
    child.stderr.on('data', text => {
      told.err += text;
      if (told.err.includes('subscribed')) resolve();
    });
  });
  const printed = new Promise<void>(resolve => child.stdout.once('data', () => resolve()));
  const ended = new Promise<number | null>(resolve => child.on('close', resolve));
  return { child, told, subscribed, printed, ended };
}

t.test('the command prints a line for each message, and ends in order', async t => {
  const broker = await aedesBroker(t);
  const { child, told, subscribed, printed, ended } = simulate(t, '--url', broker.mqtt);
  await subscribed;
  await broker.publish(UP, item('d1', { device: { name: 'Room 12' } }));
  await printed;
  child.kill('SIGINT');
  t.equal(await ended, 0);
  t.match(told.out, /^\d\d:\d\d:\d\d {2}up {2}70b3d56770110001 \(Room 12\) {2}#7 {2}0029\n$/);
  t.match(told.err, /^mqtt:\/\/127\.0\.0\.1:\d+: subscribed to mioty\/#; Ctrl-C ends it\.\n$/);
});

t.test('secrets come by the environment, where no other user reads them; what is typed counts before', async t => {
  const signIns = new Sequence<string>();
  const [own, other] = [freshKey(), freshKey()];
  const broker = await aedesBroker(
    t,
    {},
    {
      authenticate(_client, username, password, done) {
        signIns.add(`${username} ${password}`);
        done(null, true);
      },
    },
  );
  const secrets = { WAYSTATION_API_KEY: own.text, WAYSTATION_MQTT_PASSWORD: 'by the environment' };
  for (const [args, wanted] of [
    [[], `${own.prefix} ${own.text}`],
    [['--username', 'me'], 'me by the environment'],
    [['--username', 'me', '--password', 'typed'], 'me typed'],
    [['--key', other.text], `${other.prefix} ${other.text}`],
  ] as const) {
    const { child, subscribed, ended } = simulateIn(t, secrets, '--url', broker.mqtt, ...args);
    await subscribed;
    t.equal(await signIns.next(), wanted);
    child.kill('SIGINT');
    await ended;
  }
});

t.test('the command tells programs topics, too, and refuses what cannot be meant', async t => {
  const broker = await aedesBroker(t);
  const { child, told, subscribed, printed, ended } = simulate(t, '--url', broker.mqtt, '--json', '--topic', 'a/+');
  await subscribed;
  await broker.publish('a/b', '{"x":1}');
  await printed;
  child.kill('SIGTERM');
  t.equal(await ended, 0);
  t.same(JSON.parse(told.out), { topic: 'a/b', retained: false, payload: { x: 1 } });
  for (const [args, why] of [
    [['--key', 'hunter2'], /no API key/],
    [['--url', 'http://a'], /A URL such as/],
    [['--ca', join(t.testdir(), 'none'), '--url', 'mqtts://127.0.0.1:9'], /none/],
  ] as const) {
    const wrong = simulate(t, ...args);
    t.not(await wrong.ended, 0);
    t.match(wrong.told.err, why);
  }
});
