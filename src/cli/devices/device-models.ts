import type { Command } from 'commander';
import { everyPage, withCalls } from '../box.ts';
import { settledConfig } from '../settings.ts';
import { tableLines } from '../table.ts';

interface Options {
  search?: string;
  json?: boolean;
}

const PAGE = 100;

export function register(program: Command): void {
  const models = program.command('device-models').description('kinds of sensors that the catalog knows');
  models
    .command('list')
    .description('every device model, with the Type EUI that leads to it')
    .option('--search <text>', 'only those with it in their name')
    .option('--json', 'for programs, in the JSON of the API')
    .addHelpText('after', '\nExample:\n  $ waystation device-models list --search munia')
    .action(listModels);
}

/** `waystation blueprint list` */
export function listing(blueprint: Command): void {
  blueprint
    .command('list')
    .description('every blueprint of the catalog')
    .option('--search <text>', 'only those with it in their name')
    .option('--json', 'for programs, in the JSON of the API')
    .addHelpText('after', '\nExample:\n  $ waystation blueprints list --search munia')
    .action(listBlueprints);
}

async function listModels({ search, json }: Options, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const found = await withCalls(config, ({ call }) =>
    everyPage(
      pageToken => call('ListDeviceModels', { pageSize: PAGE, pageToken, search }),
      ({ deviceModels }) => deviceModels,
    ),
  );
  if (json) return console.log(JSON.stringify(found));
  if (found.length === 0) return console.log('There are no such device models.');
  const rows = found.map(({ id, name, manufacturerName, typeEui }) => [id, manufacturerName, name, typeEui]);
  for (const line of tableLines(['id', 'manufacturer', 'name', 'Type EUI'], rows)) console.log(line);
}

async function listBlueprints({ search, json }: Options, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const found = await withCalls(config, ({ call }) =>
    everyPage(
      pageToken => call('ListBlueprints', { pageSize: PAGE, pageToken, search }),
      ({ blueprints }) => blueprints,
    ),
  );
  if (json) return console.log(JSON.stringify(found));
  if (found.length === 0) return console.log('There are no such blueprints.');
  const rows = found
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ id, name, version, isDefault }) => [id, name, version, isDefault ? 'default' : '']);
  for (const line of tableLines(['id', 'name', 'version', ''], rows)) console.log(line);
}
