import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { asCaller } from '../../kit/caller.ts';
import type { Eui } from '../../kit/eui.ts';
import { cleaned } from '../../kit/printable.ts';
import { withCalls } from '../box.ts';
import { ask, canAsk } from '../recovery/passphrase.ts';
import { secretIn, terminal } from '../secret.ts';
import { settledConfig } from '../settings.ts';
import { tableLines } from '../table.ts';
import { eui as euiArgument } from '../values.ts';
import { type Column, DEVICE_MODEL, rowLines, valueText } from './columns.ts';
import { csvLine } from './csv.ts';
import { importFile } from './import.ts';
import { modelsFor, type Noun, optionOf, rowOf } from './noun.ts';

const EUI = 'in any spelling: 70b3d59cd0000001, 70-B3-D5-9C-D0-00-00-01';
const KEY_HELP = `
A key never stands on the command line, where others can see it: --network-key-file names a file whose first line it is, - is the standard input, and add asks for it on a terminal.
`;

type Given = Readonly<Record<string, string | boolean | undefined>>;

/** `waystation endpoints …` and `waystation base-stations …`, which differ in their columns alone. */
export function registerNoun(program: Command, noun: Noun, about: string): void {
  const group = program.command(noun.command).description(about);
  const { eui, options, csv } = noun.example;
  const example = (words: string) => `\nExample:\n  $ waystation ${noun.command} ${words}`;
  const keys = noun.columns.some(({ secret }) => secret) ? KEY_HELP : '';

  const add = group
    .command('add')
    .description(`register ${withArticle(noun.one)}`)
    .argument('<eui>', EUI, euiArgument);
  withColumns(add, noun)
    .option('--json', 'for programs')
    .addHelpText('after', `${keys}${example(`add ${eui} ${options}`)}`)
    .action((its: Eui, given: Given, command: Command) => addOne(noun, its, given, command));
  group
    .command('list')
    .description(`every ${noun.one} and how it is`)
    .option('--search <text>', 'only those with it in EUI, name or description')
    .option('--json', 'for programs, in the JSON of the API')
    .addHelpText('after', example('list'))
    .action((given: Given, command: Command) => list(noun, given, command));
  group
    .command('show')
    .description(`everything about one ${noun.one} but its keys`)
    .argument('<eui>', EUI, euiArgument)
    .option('--json', 'for programs, in the JSON of the API')
    .addHelpText('after', example(`show ${eui}`))
    .action((its: Eui, given: Given, command: Command) => show(noun, its, given, command));
  const set = group.command('set').description(`change one ${noun.one}`).argument('<eui>', EUI, euiArgument);
  withColumns(set, noun)
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      `\nWhat is not named stays as it is; an empty value clears.\n${keys}${example(`set ${eui} --name cellar`)}`,
    )
    .action((its: Eui, given: Given, command: Command) => setOne(noun, its, given, command));
  group
    .command('remove')
    .description(`forget ${noun.many}; asks on a terminal`)
    .argument('<eui...>', EUI, euis)
    .option('--yes', 'do not ask')
    .addHelpText('after', example(`remove ${eui} --yes`))
    .action((its: readonly Eui[], given: Given, command: Command) => remove(noun, its, given, command));
  group
    .command('import')
    .description(`register the ${noun.many} of a CSV file; - reads the standard input`)
    .argument('<file>', 'its first line names the columns')
    .option('--update', 'change those that are registered already')
    .option('--check', 'check every line and store nothing')
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      `
Every line is checked before the first is stored. Each mistake is named with its line; then nothing is stored, and the exit code is 1. Columns: eui, and any of ${noun.columns.map(({ name }) => name).join(', ')}.
${example('import fleet.csv')}
with
  ${csv}
  ${csv
    .split(',')
    .map(
      name =>
        ({
          eui,
          name: 'one',
          class: 'A',
          network_key: '000102030405060708090a0b0c0d0e0f',
          latitude: '47.4',
          longitude: '8.5',
          tags: 'site=north;floor=2',
        })[name],
    )
    .join()}`,
    )
    .action((file: string, given: Given, command: Command) => importFile(noun, file, given, command));
  group
    .command('export')
    .description(`every ${noun.one} as CSV${keys && ', without its keys'}`)
    .option('--out <file>', 'write it there; else to the standard output')
    .addHelpText('after', example('export --out fleet.csv'))
    .action((given: Given, command: Command) => exportAll(noun, given, command));
}

function withArticle(word: string): string {
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}

function withColumns(command: Command, noun: Noun): Command {
  for (const { name, about, value, secret } of noun.columns) {
    const option = `--${name.replaceAll('_', '-')}`;
    if (secret) command.option(`${option}-file <file>`, `${about}: the first line of this file, - the standard input`);
    else command.option(`${option} <${value}>`, about);
  }
  return command;
}

function euis(text: string, before: readonly Eui[] = []): readonly Eui[] {
  return [...before, euiArgument(text)];
}

/** Names of columns with what was given of them. @param asking a secret that is not given is asked for */
async function columnsIn(noun: Noun, given: Given, asking: boolean): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const column of noun.columns) {
    const value = column.secret ? await secretOf(column, given, asking) : given[optionOf(column)];
    if (typeof value === 'string') found.set(column.name, value);
  }
  return found;
}

async function secretOf({ name }: Column, given: Given, asking: boolean): Promise<string | undefined> {
  const file = given[`${optionOf({ name } as Column)}File`];
  const words = name.replaceAll('_', ' ');
  if (typeof file === 'string') return secretIn(file, words);
  if (!asking || !canAsk(terminal)) return undefined;
  const answer = await ask(terminal, `The ${words}, 32 hex digits (empty: none yet): `);
  return answer.trim() === '' ? undefined : answer.trim();
}

/** @throws Error with everything that is wrong */
async function stored(
  noun: Noun,
  eui: Eui,
  given: Given,
  command: Command,
  how: 'create' | 'update',
): Promise<Readonly<Record<string, unknown>>> {
  const columns = await columnsIn(noun, given, how === 'create');
  if (how === 'update' && columns.size === 0) return command.error('error: name what is to change: see --help');
  const { config } = settledConfig(command);
  return withCalls(config, async calls => {
    const models = await modelsFor(calls, (columns.get(DEVICE_MODEL) ?? '') !== '');
    const { row, mask, problems } = rowOf(noun, eui, columns, models);
    if (problems.length > 0) throw new Error(cleaned(problems.join('; ')));
    return how === 'create' ? noun.create(calls, row) : noun.update(calls, row, mask);
  });
}

async function addOne(noun: Noun, eui: Eui, given: Given, command: Command): Promise<void> {
  const made = await stored(noun, eui, given, command, 'create');
  console.log(given.json ? JSON.stringify(made) : cleaned(`added ${eui} ${valueText(made.name)}`));
}

async function setOne(noun: Noun, eui: Eui, given: Given, command: Command): Promise<void> {
  const made = await stored(noun, eui, given, command, 'update');
  console.log(given.json ? JSON.stringify(made) : cleaned(`changed ${eui} ${valueText(made.name)}`));
}

async function list(noun: Noun, { search, json }: Given, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const rows = await withCalls(config, calls => noun.list(calls, { ...(typeof search === 'string' && { search }) }));
  if (json) return console.log(JSON.stringify(rows));
  if (rows.length === 0) return console.log(`There are no ${noun.many}: see waystation ${noun.command} add --help.`);
  const cells = rows.map(row => noun.shown.map(([, field]) => shownValue(field, row[field])));
  const heading = noun.shown.map(([name]) => name);
  for (const line of tableLines(heading, cells)) console.log(line);
}

function shownValue(field: string, value: unknown): string {
  if (!field.endsWith('At')) return valueText(value);
  return typeof value === 'string' ? `${value.slice(0, 16).replace('T', ' ')} UTC` : 'never';
}

async function show(noun: Noun, eui: Eui, { json }: Given, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const row = await withCalls(config, calls => noun.get(calls, eui));
  for (const line of json ? [JSON.stringify(row)] : rowLines(row)) console.log(line);
}

async function remove(noun: Noun, wanted: readonly Eui[], { yes }: Given, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const all = [...new Set(wanted)];
  await withCalls(config, async calls => {
    // All of them are known before one is removed.
    const rows = await Promise.all(all.map(eui => noun.get(calls, eui)));
    if (!yes)
      await confirmed(
        noun,
        rows.map((row, at) => `${all[at]} ${valueText(row.name)}`.trimEnd()),
      );
    for (const eui of all) await noun.remove(calls, eui);
  });
  console.log(`removed ${all.length === 1 ? all[0] : `${all.length} ${noun.many}`}`);
}

/** @throws Error unless a person says yes */
async function confirmed(noun: Noun, names: readonly string[]): Promise<void> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new Error(`nobody can be asked here: --yes removes ${names.length === 1 ? `the ${noun.one}` : 'them'}`);
  }
  for (const name of names) console.error(cleaned(`  ${name}`));
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question('Remove? [y/N] ');
    if (!/^y(es)?$/i.test(answer.trim())) throw new Error('nothing was removed');
  } finally {
    terminal.close();
  }
}

async function exportAll(noun: Noun, { out }: Given, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const rows = await withCalls(config, calls => noun.list(calls, {}));
  const columns = noun.columns.filter(({ secret }) => !secret);
  const lines = [
    ['eui', ...columns.map(({ name }) => name)],
    ...rows.map(row => [String(row[noun.key]), ...columns.map(({ field }) => valueText(row[field]))]),
  ].map(csvLine);
  const text = `${lines.join('\n')}\n`;
  if (typeof out !== 'string') process.stdout.write(text);
  else asCaller(() => writeFileSync(out, text));
}
