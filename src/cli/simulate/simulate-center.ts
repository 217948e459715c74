import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import type { Eui } from '../../kit/eui.ts';
import { systemClock } from '../../kit/time/clock.ts';
import type { Arrival } from '../../simulate/application-answers.ts';
import { SteadyApplicationCenter } from '../../simulate/steady-center.ts';
import {
  type BundleOptions,
  bundleOptions,
  bundleProblem,
  euiOfCertificate,
  readBundle,
} from '../certificates/bundle.ts';
import { namedValues } from '../decoded-values.ts';
import { eui, positive, whole } from '../values.ts';
import { arrivalInJson, arrivalInWords, type Queueing, queueingInJson, queueingInWords } from './application-lines.ts';
import { BLUEPRINT_FILE, readBlueprintFile } from './simulated-blueprint.ts';
import {
  type DownlinkSetting,
  downlinkOfLine,
  downlinkOfOption,
  type SentDownlink,
  sentDownlink,
  type WrittenDownlink,
} from './simulated-downlinks.ts';

interface Options extends BundleOptions {
  host: string;
  port: number;
  eui?: Eui;
  blueprint?: string;
  format?: number;
  downlink?: WrittenDownlink[];
  count?: number;
  duration?: number;
  json?: boolean;
}

const EXAMPLES = `
A connection that is lost comes back with its session. A line "EPEUI HEX" on standard input is a downlink, too. With --blueprint, what
uplinks say is printed, and a downlink may be values in place of hex: a JSON object.

Examples:
  $ waystation certs application-center 70b3d59cd00000a1 --out ./center
  $ waystation simulate application-center --bundle ./center
  $ waystation simulate application-center --bundle ./center --downlink fe0000000000e101:0102ff --count 10 --json
  $ echo 'fe0000000000e101 0102ff' | waystation simulate application-center --bundle ./center
  $ waystation simulate application-center --bundle ./center --blueprint ./valve.json --downlink 'fe0000000000e101:{"setpoint":21.5}'`;

export function registerApplicationCenter(simulate: Command): void {
  const command = simulate
    .command('application-center')
    .description(
      'print what an application center is told over SCACI, and send downlinks; exit code 1 when one was refused',
    )
    .option('--host <host>', 'address of the service center', '127.0.0.1')
    .option('--port <port>', 'its SCACI port', whole(1, 65_535), 5001);
  bundleOptions(command)
    .option('--eui <eui>', 'EUI of the application center (default: the one its certificate names)', eui)
    .option('--blueprint <file>', `say what uplinks mean, and send values: ${BLUEPRINT_FILE}`)
    .option(
      '--format <id>',
      'format of downlinks (default: 0; of values the first that the blueprint has)',
      whole(0, 255),
    )
    .option('--downlink <eui:hex>', 'queue this for an endpoint at the start; may be given more than once', downlinks)
    .option('--count <n>', 'end after so many uplinks (default: at Ctrl-C)', whole(1, Number.MAX_SAFE_INTEGER))
    .option('--duration <s>', 'end after so many seconds', positive)
    .option('--json', 'for programs: a JSON object per line, the totals last')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

function downlinks(text: string, before: WrittenDownlink[] = []): WrittenDownlink[] {
  return [...before, downlinkOfOption(text)];
}

async function run(options: Options, command: Command): Promise<void> {
  const { duration } = options;
  const problem = bundleProblem(options);
  if (problem) command.error(`error: ${problem}`);
  const { setting, first } = downlinksOf(options, command);
  const { promise: asked, resolve: end } = Promise.withResolvers<undefined>();
  const onSignal = () => end(undefined);
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  const timer = duration === undefined ? undefined : systemClock.after(duration * 1000, onSignal);
  const report = new Report(options, setting, onSignal);
  await using center = await dialIn(options, report);
  const input = createInterface({ input: process.stdin });
  input.on('line', line => report.line(line, center));
  for (const each of first) report.queue(center, each);
  const gaveUp = await Promise.race([asked, center.over]);
  input.close();
  timer?.cancel();
  process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  await center.close();
  await report.settled();
  report.totals(center);
  if (gaveUp) throw gaveUp;
  if (report.failed > 0) process.exitCode = 1;
}

/** How downlinks are made, and those that are queued at the start. */
function downlinksOf({ blueprint, format, downlink = [] }: Options, command: Command) {
  try {
    const setting = { blueprint: blueprint === undefined ? undefined : readBlueprintFile(blueprint), format };
    return { setting, first: downlink.map(each => sentDownlink(each, setting)) };
  } catch (error) {
    return command.error(`error: ${(error as Error).message}`);
  }
}

function dialIn(options: Options, report: Report): Promise<SteadyApplicationCenter> {
  const { host, port } = options;
  const bundle = readBundle(options);
  const dialling = {
    host,
    port,
    ...bundle,
    acEui: options.eui ?? euiOfCertificate(bundle.cert),
    loggedFrames: 0,
    take: report.take,
    onComplaint: report.complain,
  };
  return SteadyApplicationCenter.start({
    options: () => dialling,
    onConnected({ connected }, resumed) {
      console.error(`connected to ${connected?.scEui}, ${resumed ? 'the session goes on' : 'a new session'}`);
    },
    onLost: ({ error }) => console.error(`connection lost${error ? `: ${error.message}` : ''}; trying again`),
  });
}

/** What is printed, and counted for the end. */
class Report {
  /** Downlinks that were not accepted, lines that are none, and rules the service center broke. */
  failed = 0;
  readonly #json: boolean;
  readonly #count: number;
  readonly #setting: DownlinkSetting;
  readonly #enough: () => void;
  readonly #tally = { uplinks: 0, duplicates: 0, results: 0, statuses: 0, queued: 0 };
  readonly #queueing: Promise<void>[] = [];
  /** Ids that rise with time, so that those of two runs do not meet. */
  #queId = BigInt(systemClock.now()) * 1000n;

  constructor(
    { json = false, count = Number.POSITIVE_INFINITY }: Options,
    setting: DownlinkSetting,
    enough: () => void,
  ) {
    this.#json = json;
    this.#count = count;
    this.#setting = setting;
    this.#enough = enough;
  }

  /** Is printed before it is answered: what was answered was seen. */
  readonly take = (arrival: Arrival): void => {
    const values = arrival.command === 'ulData' ? namedValues(this.#setting.blueprint, 'uplink', arrival) : undefined;
    const text = (this.#json ? arrivalInJson : arrivalInWords)(systemClock.now(), arrival, values);
    if (text !== undefined) console.log(text);
    const tally = this.#tally;
    if (arrival.command === 'dlDataRes') tally.results++;
    else if (arrival.command === 'epStat') tally.statuses++;
    else if (arrival.command === 'ulData') {
      tally.uplinks++;
      if (arrival.duplicate) tally.duplicates++;
      if (tally.uplinks === this.#count) this.#enough();
    }
  };

  readonly complain = (about: string): void => {
    this.failed++;
    console.error(`against the rules: ${about}`);
  };

  line(text: string, center: SteadyApplicationCenter): void {
    try {
      const downlink = downlinkOfLine(text);
      if (downlink) this.queue(center, sentDownlink(downlink, this.#setting));
    } catch (error) {
      this.failed++;
      console.error(`no downlink: ${text.trim()}: ${(error as Error).message}`);
    }
  }

  queue(center: SteadyApplicationCenter, { epEui, userData, format }: SentDownlink): void {
    const downlink = { epEui, queId: this.#queId++, userData };
    const { queId } = downlink;
    const request = { epEui, queId, cntDepend: false, userData: [userData], ...(format !== 0 && { format }) };
    const answered = center.request('dlDataQue', request).then(
      () => this.#report(downlink),
      (error: Error) => this.#report({ ...downlink, error }),
    );
    this.#queueing.push(answered);
  }

  /** Resolves when nothing is waited for any more; after the end of the application center. */
  async settled(): Promise<void> {
    await Promise.all(this.#queueing);
  }

  #report(queueing: Queueing): void {
    if (queueing.error) this.failed++;
    else this.#tally.queued++;
    console.log((this.#json ? queueingInJson : queueingInWords)(systemClock.now(), queueing));
  }

  totals({ session, reconnects }: SteadyApplicationCenter): void {
    const totals = { ...this.#tally, failed: this.failed, reissued: session.reissued, reconnects };
    console.log(this.#json ? JSON.stringify(totals) : inWords(totals));
  }
}

function inWords(
  totals: Readonly<
    Record<'uplinks' | 'results' | 'statuses' | 'queued' | 'failed' | 'reissued' | 'reconnects', number>
  >,
): string {
  const { uplinks, results, statuses, queued, failed, reissued, reconnects } = totals;
  const drops = reconnects > 0 ? `; ${reconnects} reconnects, ${reissued} came again` : '';
  return `${uplinks} uplinks, ${statuses} changes of endpoints; ${queued} downlinks queued, ${results} results, ${failed} failures${drops}`;
}
