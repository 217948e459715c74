import { type Command, InvalidArgumentError, Option } from 'commander';
import { prefixOf } from '../../domain/apikey/format.ts';
import { trustedAuthorities } from '../../kit/net/trusted.ts';
import { cleaned } from '../../kit/printable.ts';
import { randomBytes } from '../../kit/random.ts';
import { systemClock } from '../../kit/time/clock.ts';
import { SECOND_MS } from '../../kit/units.ts';
import { MqttSubscriber, type Subscribed } from '../../simulate/mqtt-subscriber.ts';
import { itemLine, messageLine } from '../item-lines.ts';

interface MqttOptions {
  url: { host: string; port: number; secure: boolean };
  key?: string;
  username?: string;
  password?: string;
  ca?: string;
  topic?: readonly string[];
  json?: boolean;
}

/** Everything of the layouts `platform`, `acmqtti` and `home_assistant` but the discovery of the last. */
const TOPICS = ['mioty/#'];

/** The embedded one. */
const OWN_BROKER = 'mqtt://127.0.0.1:1883';

const EXAMPLES = `
The embedded broker lets in who has an API key (waystation api-keys create); of its organization the key reads everything but commands.

Examples:
  $ read -rs WAYSTATION_API_KEY && export WAYSTATION_API_KEY # the key of the box: typed, and seen by nobody
  $ waystation simulate mqtt                                 # the broker in this box
  $ waystation simulate mqtt --topic 'homeassistant/#' --topic 'mioty/#'
  $ waystation simulate mqtt --url mqtt://192.168.1.20
  $ WAYSTATION_MQTT_PASSWORD=… waystation simulate mqtt --url mqtts://broker.example --username me --topic 'plant/+/event/up'`;

/** The other end of an `mqtt` integration. */
export function registerMqtt(simulate: Command): void {
  simulate
    .command('mqtt')
    .description('subscribe at a broker to what an mqtt integration delivers, and print it')
    .addOption(
      new Option('--url <url>', 'the broker: mqtt:// or mqtts://, host and port')
        .argParser(broker)
        .default(broker(OWN_BROKER), OWN_BROKER),
    )
    .addOption(
      new Option(
        '--key <key>',
        'sign in at the embedded broker with this API key; as an argument other users of this host can read it',
      )
        .argParser(key)
        .env('WAYSTATION_API_KEY'),
    )
    .option('--username <name>', 'sign in at another broker')
    .addOption(new Option('--password <word>', 'and with this password, likewise').env('WAYSTATION_MQTT_PASSWORD'))
    .option('--ca <file>', 'who vouches for the broker; default: whom this system trusts')
    .option('--topic <filter>', 'subscribe to this; may be given several times (default: mioty/#)', topic)
    .option('--json', 'for programs: each message as a JSON object per line')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(options: MqttOptions, command: Command): Promise<void> {
  const { url, username, ca, topic: topics = TOPICS, json = false } = options;
  const { host, port, secure } = url;
  const { apiKey, password } = credentials(options, command);
  if (apiKey !== undefined && (username ?? password) !== undefined)
    command.error('error: --key is user name and password of the embedded broker; leave out --username and --password');
  const said = (text: string) => console.error(cleaned(text));
  const where = `${secure ? 'mqtts' : 'mqtt'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const subscriber = new MqttSubscriber({
    ...{ host, port, topics, clock: systemClock },
    tls: secure ? { ca: trustedAuthorities(ca) } : undefined,
    clientId: `waystation-simulate-${randomBytes(4).toString('hex')}`,
    username: apiKey === undefined ? username : prefixOf(apiKey),
    password: apiKey ?? password,
    onSubscribed: () => said(`${where}: subscribed to ${topics.join(' and ')}; Ctrl-C ends it.`),
    onLost: (reason, pauseMs) => said(`${where}: ${reason}; again in ${pauseMs / SECOND_MS} s`),
    onMessage: message => console.log(json ? jsonLine(message) : line(message)),
  });
  const stopping = new AbortController();
  process.once('SIGINT', () => stopping.abort()).once('SIGTERM', () => stopping.abort());
  await subscriber.run(stopping.signal);
}

/** What is said on the command line counts before what the environment has for another broker. */
function credentials({ key: apiKey, username, password }: MqttOptions, command: Command) {
  const isTyped = (name: string) => command.getOptionValueSource(name) === 'cli';
  if (isTyped('key')) return { apiKey, password: isTyped('password') ? password : undefined };
  return username === undefined && !isTyped('password')
    ? { apiKey, password: undefined }
    : { apiKey: undefined, password };
}

function line({ topic: at, item, text, retained, repeated }: Subscribed): string {
  const now = systemClock.now();
  const marks = [...(repeated ? ['repeated'] : []), ...(retained ? ['retained'] : [])];
  return [item?.event === undefined ? messageLine(now, at, text) : itemLine(now, item), ...marks].join('  ');
}

function jsonLine({ topic: at, item, text, retained }: Subscribed): string {
  return JSON.stringify({ topic: at, retained, payload: item ?? text });
}

function broker(text: string): MqttOptions['url'] {
  const [, scheme = ''] = /^(mqtts?):\/\//i.exec(text) ?? [];
  const url = URL.parse(text);
  if (!url || scheme === '' || url.hostname === '' || url.username !== '')
    throw new InvalidArgumentError('A URL such as mqtt://192.168.1.20 or mqtts://broker.example:8883.');
  const secure = scheme.toLowerCase() === 'mqtts';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return { host, port: Number(url.port) || (secure ? 8883 : 1883), secure };
}

function key(text: string): string {
  if (prefixOf(text) === undefined)
    throw new InvalidArgumentError('It is no API key: waystation api-keys create prints one, once.');
  return text;
}

function topic(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}
