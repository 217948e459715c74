import { type Command, InvalidArgumentError, Option } from 'commander';
import { cleaned } from '../../kit/printable.ts';
import { systemClock } from '../../kit/time/clock.ts';
import { type WebhookDelivery, WebhookReceiver } from '../../simulate/webhook-receiver.ts';
import { itemLine } from '../item-lines.ts';
import { whole } from '../values.ts';

type Downlinks = readonly Readonly<Record<string, unknown>>[];

interface WebhookOptions {
  host: string;
  port: number;
  secret?: string;
  status: number;
  delay: number;
  downlink?: Downlinks;
  json?: boolean;
}

const EXAMPLES = `
Integrations reach this machine only when integrations.allow_targets names its address.

Examples:
  $ waystation simulate webhook --port 8088
  $ WAYSTATION_WEBHOOK_SECRET="$SECRET" waystation simulate webhook
  $ waystation simulate webhook --status 503                 # a receiver that refuses
  $ waystation simulate webhook --downlink '{"epEui":"fe0000000000e101","data":"AQI=","ref":"order-17"}'`;

/** The other ends of integrations. */
export function registerTargets(simulate: Command): void {
  simulate
    .command('webhook')
    .description('receive what an http integration delivers, and print it')
    .option('--host <address>', 'where to listen', '127.0.0.1')
    .option('--port <port>', 'and at which port', whole(1, 65_535), 8088)
    .addOption(
      new Option(
        '--secret <whsec>',
        'check signatures by this secret, and refuse what is not signed; as an argument other users of this host can read it',
      )
        .argParser(secret)
        .env('WAYSTATION_WEBHOOK_SECRET'),
    )
    .option('--status <code>', 'answer with this status', whole(200, 599), 200)
    .option('--delay <ms>', 'answer so many milliseconds later', whole(0, 600_000), 0)
    .option('--downlink <json>', 'ask for this downlink in the first answer; may be given several times', downlink)
    .option('--json', 'for programs: each item as a JSON object per line')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(options: WebhookOptions, command: Command): Promise<void> {
  const { host, port, secret, status, delay, downlink: downlinks = [], json = false } = options;
  const { now, after } = systemClock;
  const onReceived = (received: WebhookDelivery) => show(received, json);
  const asked = { host, port, secret, status, delayMs: delay, downlinks, now, after, onReceived };
  await using receiver = await WebhookReceiver.start(asked).catch((error: Error) =>
    command.error(`error: cannot listen on ${host}:${port}: ${error.message}`),
  );
  console.error(
    `http://${host.includes(':') ? `[${host}]` : host}:${receiver.port}/ waits for deliveries; Ctrl-C ends it.`,
  );
  await new Promise<void>(resolve => {
    process.once('SIGINT', () => resolve()).once('SIGTERM', () => resolve());
  });
}

function show({ items, refusal, repeated, attempt, event }: WebhookDelivery, json: boolean): void {
  if (refusal !== undefined) console.error(cleaned(`refused: ${event}: ${refusal}`));
  for (const item of items) {
    const marks = [...(repeated ? ['repeated'] : []), ...(attempt > 1 ? [`attempt ${attempt}`] : [])];
    console.log(json ? JSON.stringify(item) : [itemLine(systemClock.now(), item), ...marks].join('  '));
  }
}

function secret(text: string): string {
  if (!/^whsec_[A-Za-z0-9+/]+=*$/.test(text))
    throw new InvalidArgumentError('A secret such as whsec_MfKQ9r8GKYqrTwjUPD8I…');
  return text;
}

function downlink(text: string, before: Downlinks = []): Downlinks {
  try {
    const said: unknown = JSON.parse(text);
    if (typeof said === 'object' && said !== null && !Array.isArray(said))
      return [...before, Object.fromEntries(Object.entries(said))];
  } catch {
    // Said below.
  }
  throw new InvalidArgumentError('A JSON object such as {"epEui":"fe0000000000e101","data":"AQI="}.');
}
