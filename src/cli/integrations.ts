import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { cleaned } from '../kit/printable.ts';
import type { ShownIntegration } from '../upkeep/box/integration-acts.ts';
import { withBox } from './box.ts';
import { settledConfig } from './settings.ts';
import { tableLines } from './table.ts';

/** Enough of an id to be the only one. */
const SHOWN = 8;
const STDIN = '-';

export function register(program: Command): void {
  const integrations = program
    .command('integrations')
    .description('targets to which what happens is passed on: add, list, switch and remove them');
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
}

async function add(file: string, { json = false }: { json?: boolean }, command: Command): Promise<void> {
  const text = readFileSync(file === STDIN ? 0 : file, 'utf8');
  const { config } = settledConfig(command);
  const made = await withBox(config, box => box.act('integrations.add', { text }));
  console.log(json ? JSON.stringify(made) : cleaned(`added ${made.name} [${made.id.slice(-SHOWN)}]: ${made.state}`));
}

async function list({ json = false }: { json?: boolean }, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const found = await withBox(config, box => box.act('integrations.list', {}));
  for (const line of json ? [JSON.stringify(found)] : lines(found)) console.log(line);
}

async function enable(integration: string, enabled: boolean, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const { name, state } = await withBox(config, box => box.act('integrations.enable', { integration, enabled }));
  console.log(cleaned(`${name}: ${state}`));
}

async function remove(integration: string, _: object, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  await withBox(config, box => box.act('integrations.remove', { integration }));
  console.log('removed');
}

function lines(integrations: readonly ShownIntegration[]): string[] {
  if (integrations.length === 0) return ['There are no integrations.'];
  const rows = integrations.map(({ id, name, kind, state, queued, parked, lastError }) => {
    return [id.slice(-SHOWN), name, kind, state, queued, parked, lastError];
  });
  return tableLines(['id', 'name', 'kind', 'state', 'queued', 'parked', 'last error'], rows, ['queued', 'parked']);
}
