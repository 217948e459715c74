import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { type ItemEvent, itemEvents } from '../domain/integration/integration-records.ts';
import type { ShownReplay } from '../integrations/by-hand.ts';
import type { RetryCounts } from '../integrations/delivery/retries.ts';
import type { TestResult } from '../integrations/test-run.ts';
import { fault } from '../kit/faults/faults.ts';
import { cleaned } from '../kit/printable.ts';
import { minuteOf } from '../kit/since.ts';
import type { Box, OutputOf } from '../upkeep/box/acts.ts';
import { MOST_PARKED } from '../upkeep/box/integration-acts.ts';
import { type Calls, type ResponseJson, withCalls } from './box.ts';
import { settledConfig } from './settings.ts';
import { tableLines } from './table.ts';
import { oneOf, time, whole } from './values.ts';

/** Enough of an id to be the only one. */
const SHOWN = 8;
const STDIN = '-';
const WORDS: Readonly<Record<TestResult['steps'][number]['name'], string>> = {
  resolved: 'name found',
  allowed: 'address allowed',
  tcp: 'connected',
  tls: 'secured',
  signedIn: 'signed in',
  accepted: 'accepted',
};

export function register(program: Command): void {
  const integrations = program
    .command('integrations')
    .description('targets to which what happens is passed on: add, list, switch, test, send again and remove them');
  integrations
    .command('add')
    .description(
      'add the integration that a file describes, in the JSON of the API; - reads it from the standard input',
    )
    .argument('<file>', 'readable by you alone when it holds passwords or keys')
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      `
What is secret is in that file, never on the command line: others can see those. It is sealed, and never shown again.

Example:
  $ waystation integrations add hook.json
with
  {"name": "Hook", "kind": "http", "http": {"url": "https://hooks.example.org/mioty", "signing_secret": "whsec_..."}}
or
  {"name": "Plant", "kind": "mqtt", "event_types": ["up", "alert"],
   "mqtt": {"broker_url": "mqtts://broker.example.org:8883", "username": "box", "password": "..."}}`,
    )
    .action(add);
  integrations
    .command('list')
    .description('every integration, how it is and what waits for it')
    .option('--json', 'for programs')
    .addHelpText('after', '\nExample:\n  $ waystation integrations list')
    .action(list);
  for (const [name, about] of [
    ['enable', 'deliver to it, from what happens next on'],
    ['disable', 'deliver nothing to it, and keep nothing for it'],
  ] as const) {
    integrations
      .command(name)
      .description(about)
      .argument('<integration>', 'its name, or its id as list shows it')
      .addHelpText('after', `\nExample:\n  $ waystation integrations ${name} Plant`)
      .action((integration: string, _: object, command: Command) => enable(integration, name === 'enable', command));
  }
  integrations
    .command('remove')
    .description('forget it, with its secrets and with what waits for it')
    .argument('<integration>', 'its name, or its id as list shows it')
    .addHelpText('after', '\nExample:\n  $ waystation integrations remove Plant')
    .action(remove);
  integrations
    .command('test')
    .description('deliver one payload of the event test to it now, and show every step on the way')
    .argument('<integration>', 'its name, or its id as list shows it')
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      `
The service has to run. What waits for the integration is not touched, and it may be disabled. A test at an MQTT broker signs in with
-test behind the client id: a second connection with the same id would end the first.

Example:
  $ waystation integrations test Plant`,
    )
    .action(test);
  integrations
    .command('replay')
    .description('send again what was stored in a time, beside what is new')
    .argument('<integration>', 'its name, or its id as list shows it')
    .requiredOption('--from <time>', 'the first of it, by when it was stored: 2026-11-01 or 2026-11-01T12:00:00Z', time)
    .option('--to <time>', 'up to this time, which is outside; default: up to now', time)
    .option('--event-types <events>', 'such as up,attach; default: those of the integration', events)
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      `
Payloads say "replay": true, have the same deliveryId as before, and go out at most 500 a second. list shows how many are left.

Example:
  $ waystation integrations replay Plant --from 2026-11-01 --to 2026-11-02 --event-types up`,
    )
    .action(replay);
  integrations
    .command('parked')
    .description('what it has refused for its own sake, the oldest first')
    .argument('<integration>', 'its name, or its id as list shows it')
    .option('--json', 'for programs')
    .addHelpText('after', '\nExample:\n  $ waystation integrations parked Plant')
    .action(parked);
  integrations
    .command('retry')
    .description('send again what is parked')
    .argument('<integration>', 'its name, or its id as list shows it')
    .option('--place <place>', 'only what stands there, as parked shows it', whole(1, Number.MAX_SAFE_INTEGER))
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      `
The service has to run. What is accepted is parked no more; what is refused again stays, with its new reason.

Example:
  $ waystation integrations retry Plant`,
    )
    .action(retry);
}

/** An integration as it is shown; never with a secret. */
interface ShownIntegration {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly enabled: boolean;
  readonly state: string;
  readonly queued: string;
  readonly parked: string;
  readonly lastError: string;
}

interface ListedIntegration extends ShownIntegration {
  readonly replays: readonly ShownReplay[];
}

function shown(integration: ResponseJson<'GetIntegration'>): ShownIntegration {
  const { id, name, kind, enabled, state, queued, parked, lastError } = integration;
  return { id, name, kind, enabled: enabled === true, state, queued, parked, lastError };
}

async function every({ call }: Calls): Promise<readonly ShownIntegration[]> {
  // An organization has fewer.
  const { integrations } = await call('ListIntegrations', { pageSize: 100 });
  return integrations.map(shown);
}

/** By its name, its id, or an end of that which no other has. */
async function idOf(wanted: string, calls: Calls): Promise<string> {
  const known = await every(calls);
  const named = known.find(({ name }) => name === wanted);
  const meant = named ? [named] : known.filter(({ id }) => id.endsWith(wanted.toLowerCase()));
  const [one] = meant;
  if (one === undefined || wanted === '') throw fault('IntegrationNotFound', { id: wanted });
  if (meant.length > 1) throw new Error(`several integrations end with ${wanted}: name more of it`);
  return one.id;
}

/** Has something done with one integration. */
function withOne<T>(
  wanted: string,
  command: Command,
  run: (id: string, calls: Calls, box: Box) => Promise<T>,
): Promise<T> {
  const { config } = settledConfig(command);
  return withCalls(config, async (calls, box) => run(await idOf(wanted, calls), calls, box));
}

async function add(file: string, { json = false }: { json?: boolean }, command: Command): Promise<void> {
  const integration = parsed(readFileSync(file === STDIN ? 0 : file, 'utf8'));
  const { config } = settledConfig(command);
  const made = shown(await withCalls(config, ({ call }) => call('CreateIntegration', { integration })));
  console.log(json ? JSON.stringify(made) : cleaned(`added ${made.name} [${made.id.slice(-SHOWN)}]: ${made.state}`));
}

/** Never with a part of the text, which may be a secret. The service looks at what it says. */
function parsed(text: string): Partial<ResponseJson<'GetIntegration'>> {
  try {
    return JSON.parse(text) as Partial<ResponseJson<'GetIntegration'>>;
  } catch {
    throw new Error('the description of the integration is not JSON');
  }
}

async function list({ json = false }: { json?: boolean }, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const found = await withCalls(config, async (calls, box) => {
    const listed: ListedIntegration[] = [];
    for (const each of await every(calls)) {
      listed.push({ ...each, replays: await box.act('integrations.replays', { integration: each.id }) });
    }
    return listed;
  });
  for (const line of json ? [JSON.stringify(found)] : lines(found)) console.log(line);
}

async function enable(wanted: string, enabled: boolean, command: Command): Promise<void> {
  const { name, state } = await withOne(wanted, command, (id, { call }) =>
    call('UpdateIntegration', { integration: { id, enabled }, updateMask: 'enabled' }),
  );
  console.log(cleaned(`${name}: ${state}`));
}

async function remove(wanted: string, _: object, command: Command): Promise<void> {
  await withOne(wanted, command, (id, { call }) => call('DeleteIntegration', { id }));
  console.log('removed');
}

async function test(wanted: string, { json = false }: { json?: boolean }, command: Command): Promise<void> {
  const result = await withOne(wanted, command, (integration, _, box) => box.act('integrations.test', { integration }));
  for (const line of json ? [JSON.stringify(result)] : stepLines(result)) console.log(line);
  if (!result.ok) process.exitCode = 1;
}

function stepLines({ ok, steps }: TestResult): string[] {
  const rows = steps.map(step => [WORDS[step.name], step.ok ? 'ok' : 'failed', `${step.milliseconds} ms`, step.detail]);
  return [...tableLines(['step', '', 'time', 'detail'], rows, ['time']), ok ? 'It works.' : 'It does not work.'];
}

interface ReplayOptions {
  from: number;
  to?: number;
  eventTypes?: readonly ItemEvent[];
  json?: boolean;
}

async function replay(wanted: string, options: ReplayOptions, command: Command): Promise<void> {
  const { from, to, eventTypes = [], json = false } = options;
  if (to !== undefined && from >= to) command.error('error: --to comes after --from');
  const begun = await withOne(wanted, command, (integration, _, box) =>
    box.act('integrations.replay', { integration, from, to: to ?? null, eventTypes }),
  );
  console.log(json ? JSON.stringify(begun) : `${begun.left} items are sent again${whenOf(begun)}`);
}

function events(text: string): readonly ItemEvent[] {
  return text.split(',').map(word => oneOf(...itemEvents)(word.trim()));
}

const whenOf = ({ state }: ShownReplay) => (state === 'waiting' ? ' as soon as the integration is enabled' : '');

async function parked(wanted: string, { json = false }: { json?: boolean }, command: Command): Promise<void> {
  const found = await withOne(wanted, command, (integration, _, box) =>
    box.act('integrations.parked', { integration, most: MOST_PARKED }),
  );
  for (const line of json ? [JSON.stringify(found)] : parkedLines(found)) console.log(line);
}

function parkedLines({ total, parked: all }: OutputOf<'integrations.parked'>): string[] {
  if (all.length === 0) return ['Nothing is parked.'];
  const rows = all.map(({ stream, place, event = 'gone', reason, parkedAt }) => {
    return [stream, String(place), event, minuteOf(parkedAt), reason];
  });
  const more = total > all.length ? [`${total - all.length} more are parked.`] : [];
  return [...tableLines(['stream', 'place', 'event', 'since', 'reason'], rows, ['place']), ...more];
}

interface RetryOptions {
  place?: number;
  json?: boolean;
}

async function retry(wanted: string, { place, json = false }: RetryOptions, command: Command): Promise<void> {
  const places = place === undefined ? null : [place];
  const counts = await withOne(wanted, command, (integration, _, box) =>
    box.act('integrations.retry', { integration, places }),
  );
  console.log(json ? JSON.stringify(counts) : retryLine(counts));
  if (counts.refused > 0 || counts.left > 0) process.exitCode = 1;
}

function retryLine({ accepted, refused, gone, left }: RetryCounts): string {
  const words = [
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
    ...(refused > 0 ? [`${refused} refused again`] : []),
    ...(gone > 0 ? [`${gone} not in the log any more, and parked no more`] : []),
    ...(left > 0 ? [`${left} still under way while the service runs`] : []),
  ];
  return words.length > 0 ? words.join('; ') : 'Nothing to send again.';
}

function lines(integrations: readonly ListedIntegration[]): string[] {
  if (integrations.length === 0) return ['There are no integrations.'];
  const rows = integrations.map(({ id, name, kind, state, queued, parked, lastError }) => {
    return [id.slice(-SHOWN), name, kind, state, queued, parked, lastError];
  });
  const again = integrations.flatMap(({ name, replays }) =>
    replays.map(each =>
      cleaned(`${name}: a replay of ${minuteOf(each.createdAt)} has ${each.left} items left${whenOf(each)}`),
    ),
  );
  const heading = ['id', 'name', 'kind', 'state', 'queued', 'parked', 'last error'];
  return [...tableLines(heading, rows, ['queued', 'parked']), ...again];
}
