import { type Command, InvalidArgumentError, Option } from 'commander';
import { MAX_USER_DATA } from '../../bssci/operations.ts';
import { type Eui, euiFromBigInt, euiToBigInt } from '../../kit/eui.ts';
import { systemClock } from '../../kit/time/clock.ts';
import type { StationOptions } from '../../simulate/base-station.ts';
import type { Dialect } from '../../simulate/dialect.ts';
import { SimulatedEndpoint } from '../../simulate/endpoint.ts';
import type { SensorPayloads } from '../../simulate/sensor-payloads.ts';
import type { Vanishing } from '../../simulate/steady-station.ts';
import { type Load, type Totals, Traffic } from '../../simulate/traffic.ts';
import type { DownlinkEvent } from '../../simulate/transmitter.ts';
import {
  type BundleOptions,
  bundleOptions,
  bundleProblem,
  euiOfCertificate,
  readBundle,
} from '../certificates/bundle.ts';
import { namedValues } from '../decoded-values.ts';
import { canAsk } from '../recovery/passphrase.ts';
import { secretIn, terminal } from '../secret.ts';
import { eui, hex, oneOf, positive, whole } from '../values.ts';
import { downlinkLine, eventInJson, eventInWords } from './downlink-lines.ts';
import { registerApplicationCenter } from './simulate-center.ts';
import { registerMqtt } from './simulate-mqtt.ts';
import { registerTargets } from './simulate-targets.ts';
import { BLUEPRINT_FILE, readSensorPayloads } from './simulated-blueprint.ts';
import { attachRefusal, connectRefusal } from './simulated-refusals.ts';
import { unregisteredOf } from './simulated-registrations.ts';
import { TelegramLines } from './telegram-lines.ts';

interface Options extends BundleOptions {
  host: string;
  port: number;
  eui?: Eui;
  stations: number;
  endpointEui: Eui;
  endpoints?: number;
  heardBy: number;
  window?: number;
  rate?: number;
  count?: number;
  duration?: number;
  payload?: Buffer;
  blueprint?: string;
  format?: number;
  attach?: boolean;
  networkKey?: Buffer;
  networkKeyFile?: string;
  firstCounter?: number;
  listenEvery?: number;
  loseDownlinks?: boolean;
  refuseDownlinks?: number;
  vanish?: Vanishing;
  json?: boolean;
}

const EXAMPLES = `
The endpoints must be registered at the service center, with consecutive EUIs. {eui} in a path stands for the station's EUI.
What is sent is printed, and whether the service center took it, while it is no more than five telegrams per second; so is what happens
to downlinks. The service center answers a sensor that is not registered like any other, and drops what it says: where it runs on this
machine, that is said. They are for endpoints of class A that are attached: by --attach, or beforehand.

Examples:
  $ waystation simulate base-station --bundle ./70b3d59cd0000001
  $ waystation simulate base-station --bundle ./70b3d59cd0000001 --window 8 --count 1000
  $ waystation simulate base-station --bundle './certs/{eui}' --eui 70b3d59cd0000001 --stations 4 --heard-by 2 \\
      --endpoint-eui fe0000000000e101 --endpoints 20 --rate 300 --duration 60
  $ waystation simulate base-station --bundle ./70b3d59cd0000001 --blueprint weptech/munia-m/v1.json
  $ waystation simulate base-station --bundle ./70b3d59cd0000001 --attach --network-key-file meter.key
  $ waystation simulate base-station --bundle ./70b3d59cd0000001 --attach --network-key-file - \\
      --rate 1 --listen-every 3`;

/** How often a busy sensor sends. A trial of the command should neither take long nor fill the disk. */
const SENSOR_S = 10;
const PROGRESS_MS = 200;
/** How long a station without connection keeps trying. */
const GIVE_UP_MS = 60_000;
const ATTACH_STEP_MS = 10_000;
const MAX_ATTACH_CNT = 0xff_ffff;

export function register(program: Command): void {
  const simulate = program
    .command('simulate')
    .description('simulated base stations, application centers and targets of integrations');
  const command = simulate
    .command('base-station')
    .description('report uplinks over real TLS, like base stations do; exit code 1 when one was lost or refused')
    .option('--host <host>', 'address of the service center', '127.0.0.1')
    .option('--port <port>', 'its BSSCI port', whole(1, 65_535), 5000);
  bundleOptions(command)
    .option('--eui <eui>', 'EUI of the first station (default: the one its certificate names)', eui)
    .option('--stations <n>', 'number of stations, with consecutive EUIs', whole(1, 1000), 1)
    .option('--endpoint-eui <eui>', 'EUI of the first endpoint', eui, 'fe0000000000e101' as Eui)
    .option('--endpoints <n>', 'number of endpoints (default: one per station)', whole(1, 1_000_000))
    .option('--heard-by <k>', 'stations that hear each telegram', whole(1, 1000), 1)
    .option(
      '--window <n>',
      'as fast as they are answered, with so many unanswered uplinks per station',
      whole(1, 65_536),
    )
    .option(
      '--rate <r>',
      'telegrams per second whatever is answered (default: one of each endpoint every 10 s)',
      positive,
    )
    .option('--count <n>', 'end after so many telegrams (default: at Ctrl-C)', whole(1, Number.MAX_SAFE_INTEGER))
    .option('--duration <s>', 'end after so many seconds', positive)
    .option('--payload <hex>', 'user data (default: a made-up climate)', hex(0, MAX_USER_DATA))
    .option('--blueprint <file>', `send values by this blueprint, and say what downlinks mean: ${BLUEPRINT_FILE}`)
    .option('--format <id>', 'its uplink format (default: the first)', whole(0, 255))
    .option('--attach', 'attach every endpoint over the air first')
    .option('--network-key-file <file>', 'network key of the endpoints, for --attach; - asks for it, or reads stdin')
    .addOption(
      new Option('--network-key <hex>', 'the same in clear: other users of this host can read it')
        .argParser(networkKeyIn)
        .env('WAYSTATION_NETWORK_KEY'),
    )
    .option(
      '--first-counter <n>',
      'first packet counter without --attach (default: from the time)',
      whole(0, 2 ** 32 - 1),
    )
    .option('--listen-every <n>', 'endpoints listen for a downlink after every n-th uplink', whole(1, 1_000_000))
    .option('--lose-downlinks', 'take downlinks, but neither send nor report them')
    .option(
      '--refuse-downlinks <code>',
      'refuse them: 11 busy, 2 unknown endpoint, 22 malformed, …',
      whole(1, 2 ** 32 - 1),
    )
    .option(
      '--vanish <how>',
      'break the connection once while holding a downlink, and come back: resume, new',
      oneOf('resume', 'new'),
    )
    .option('--json', 'for programs: a JSON object per line, the totals last')
    .addHelpText('after', EXAMPLES)
    .action(run);
  registerApplicationCenter(simulate);
  registerTargets(simulate);
  registerMqtt(simulate);
}

const networkKeyIn = hex(16, 16);

async function run(given: Options, command: Command): Promise<void> {
  const options = { ...given, ...(await keyOf(given, command)) };
  const problem = contradiction(options);
  if (problem) command.error(`error: ${problem}`);
  const payloads = payloadsOf(options, command);
  const stations = stationsOf(options, payloads);
  const endpoints = endpointsOf(options, payloads);
  const unregistered = await unregisteredOf(command, options, {
    stations: stations.map(({ bsEui }) => bsEui),
    endpoints: endpoints.map(({ epEui }) => epEui),
  });
  const lines = new TelegramLines(options, payloads, unregistered);
  const ending = new AbortController();
  const onSignal = () => ending.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  await using traffic = await Traffic.start({
    stations: stations.map(station => ({ station, vanish: options.vanish, giveUpMs: GIVE_UP_MS })),
    endpoints,
    heardBy: options.heardBy,
    payload: options.payload,
    onTelegram: lines.show,
  }).catch((cause: unknown) => {
    throw connectRefusal(cause, stations, unregistered);
  });
  if (options.attach) {
    await traffic.attach().catch((cause: unknown) => {
      throw attachRefusal(cause, unregistered);
    });
  }
  const progress = showProgress(traffic);
  const totals = await traffic.run(loadOf(options, ending.signal));
  progress.end();
  process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  for (const failure of traffic.failures) console.error(`a station gave up: ${failure.message}`);
  if (options.json) console.log(JSON.stringify(unregistered ? { ...totals, dropped: lines.dropped } : totals));
  else console.log([inWords(totals), ...lines.remarks()].join('\n'));
  if (lines.dropped > 0 || totals.lost > 0 || totals.refused > 0 || traffic.failures.length > 0) process.exitCode = 1;
}

/** A person is asked where a key is needed and none is given. */
async function keyOf(
  { attach, networkKey, networkKeyFile }: Options,
  command: Command,
): Promise<Pick<Options, 'networkKey'>> {
  const file = networkKeyFile ?? (attach && !networkKey && canAsk(terminal) ? '-' : undefined);
  if (file === undefined) return {};
  const text = await secretIn(file, 'network key');
  try {
    return { networkKey: networkKeyIn(text) };
  } catch (cause) {
    if (!(cause instanceof InvalidArgumentError)) throw cause;
    return command.error(`error: the network key is not 16 bytes in hex`);
  }
}

function contradiction(options: Options): string | undefined {
  const { attach, networkKey, heardBy, stations, endpoints = stations } = options;
  const { listenEvery, loseDownlinks, refuseDownlinks, vanish } = options;
  const missing = bundleProblem(options);
  if (missing) return missing;
  if (attach && !networkKey) return '--attach needs --network-key-file, or WAYSTATION_NETWORK_KEY in the environment';
  if (options.rate !== undefined && options.window !== undefined) return '--rate and --window exclude each other';
  if (options.blueprint !== undefined && options.payload) return '--blueprint and --payload exclude each other';
  if (options.format !== undefined && options.blueprint === undefined) return '--format needs --blueprint';
  if (heardBy > stations) return '--heard-by is more than --stations';
  if (endpoints < stations) return '--endpoints is less than --stations';
  const spoils = loseDownlinks || refuseDownlinks !== undefined || vanish;
  if (spoils && listenEvery === undefined) return 'without --listen-every there are no downlinks to spoil';
  if (vanish && refuseDownlinks !== undefined) return '--vanish needs a downlink that was not refused';
  return undefined;
}

/** What the endpoints say, when a blueprint was named. */
function payloadsOf({ blueprint, format }: Options, command: Command): SensorPayloads | undefined {
  if (blueprint === undefined) return undefined;
  try {
    return readSensorPayloads(blueprint, format);
  } catch (error) {
    return command.error(`error: ${(error as Error).message}`);
  }
}

function stationsOf(options: Options, payloads: SensorPayloads | undefined): StationOptions[] {
  const { host, port, stations, json = false } = options;
  const first = options.eui ?? euiOfCertificate(readBundle(options).cert);
  return Array.from({ length: stations }, (_, index) => {
    const bsEui = following(first, index);
    return {
      host,
      port,
      bsEui,
      ...readBundle(options, bsEui),
      dialect: dialectOf(options),
      onDownlink: event => show(event, json, payloads),
    };
  });
}

function dialectOf({ loseDownlinks, refuseDownlinks }: Options): Dialect {
  return {
    ...(loseDownlinks && { downlinks: { lose: true } }),
    ...(refuseDownlinks !== undefined && { refuse: { dlDataQue: { code: refuseDownlinks, message: 'on purpose' } } }),
  };
}

function show(event: DownlinkEvent, json: boolean, payloads: SensorPayloads | undefined): void {
  const now = systemClock.now();
  // The progress line is cleared first.
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  const { epEui, queId, transmission } = event;
  const values = transmission && namedValues(payloads?.blueprint, 'downlink', transmission);
  console.log(json ? eventInJson(now, event, values) : downlinkLine(now, epEui, queId, eventInWords(event, values)));
}

function endpointsOf(options: Options, payloads: SensorPayloads | undefined): SimulatedEndpoint[] {
  const { endpointEui, stations, endpoints = stations, networkKey, firstCounter, listenEvery } = options;
  const now = systemClock.now();
  // Counters that rise with time, so that a second run is neither a replay nor a repetition of the first.
  const counter = firstCounter ?? now % 2 ** 32;
  const attachCnt = Math.floor(now / ATTACH_STEP_MS) & MAX_ATTACH_CNT;
  return Array.from({ length: endpoints }, (_, index) => {
    const epEui = following(endpointEui, index);
    return new SimulatedEndpoint({
      epEui,
      nwkKey: networkKey ?? Buffer.alloc(16),
      attachCnt: attachCnt - 1,
      packetCnt: (counter - 1) >>> 0,
      ...(listenEvery !== undefined && { windowEvery: listenEvery }),
      ...(payloads && { format: payloads.format, payload: packetCnt => payloads.payload(epEui, packetCnt) }),
    });
  });
}

function loadOf(options: Options, signal: AbortSignal): Load {
  const { rate, window, count, duration, stations, endpoints = stations } = options;
  const paced = { rate: rate ?? endpoints / SENSOR_S };
  return {
    ...(window === undefined ? paced : { window }),
    ...(count !== undefined && { count }),
    ...(duration !== undefined && { durationMs: duration * 1000 }),
    signal,
  };
}

/** A progress line that is written again and again, for a person at a terminal only. */
function showProgress(traffic: Traffic): { end(): void } {
  if (!process.stderr.isTTY) return { end() {} };
  const timer = systemClock.every(PROGRESS_MS, () => process.stderr.write(`\r\x1b[K${inWords(traffic.totals())}`));
  return {
    end() {
      timer.cancel();
      process.stderr.write('\r\x1b[K');
    },
  };
}

function inWords(totals: Totals): string {
  const { sent, acknowledged, lost, refused, reconnects, repeated, perSecond, p50Ms, p99Ms } = totals;
  const speed = `${perSecond.toFixed(0)}/s, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
  const drops = reconnects > 0 ? `, ${reconnects} reconnects, ${repeated} repeated` : '';
  return `${sent} sent, ${acknowledged} acknowledged, ${lost} unanswered, ${refused} refused${drops}; ${speed}`;
}

function following(first: Eui, index: number): Eui {
  return euiFromBigInt(euiToBigInt(first) + BigInt(index));
}
