import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import type { BlueprintSource } from '../../domain/blueprint/compare.ts';
import type { ShownPreview } from '../../domain/blueprint/preview.ts';
import { cleaned } from '../../kit/printable.ts';
import { parseUuid } from '../../kit/uuid.ts';
import { type ComparedMessage, MOST_COMPARED } from '../../upkeep/box/acts.ts';
import { withBox } from '../box.ts';
import { settledConfig } from '../settings.ts';
import { tableLines } from '../table.ts';
import { whole } from '../values.ts';
import { textOf } from './files.ts';

interface Options {
  last: number;
  json?: boolean;
}

export function comparing(blueprint: Command): void {
  blueprint
    .command('compare')
    .description('what two blueprints make of the newest stored messages, side by side')
    .argument(
      '<first-file>',
      'a blueprint, or the id of one in the catalog: messages of the endpoints that it decodes are shown',
    )
    .argument('<second-file>', 'another one')
    .option('--last <messages>', 'how many messages', whole(1, MOST_COMPARED), 50)
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      `
A file stands for the endpoints of the blueprint that its Type EUI leads to. Nothing is changed. Lines that differ begin with *.

Example:
  $ waystation blueprint compare 8a3cd769-ad49-4694-91db-7c009fd5eb8b sensor-v2.json`,
    )
    .action(compare);
}

async function compare(
  first: string,
  second: string,
  { last, json = false }: Options,
  command: Command,
): Promise<void> {
  const asked = { first: sourceOf(first), second: sourceOf(second), last };
  const { config } = settledConfig(command);
  const messages = await withBox(config, box => box.act('blueprint.compare', asked));
  const compared = messages.map(message => ({ message, rows: rowsOf(message) }));
  const differing = compared.filter(({ rows }) => rows.some(({ differs }) => differs)).length;
  if (json) {
    console.log(
      JSON.stringify({
        differing,
        messages: compared.map(({ message, rows }) => ({ ...message, differs: rows.some(each => each.differs) })),
      }),
    );
    return;
  }
  for (const { message, rows } of compared) for (const line of linesOf(message, rows)) console.log(line);
  console.log(`${messages.length} messages, ${differing} with differences`);
}

function sourceOf(given: string): BlueprintSource {
  const blueprint = existsSync(given) ? undefined : parseUuid(given);
  return blueprint === undefined ? { document: textOf(given) } : { blueprint };
}

interface Row {
  readonly name: string;
  readonly first: string;
  readonly second: string;
  readonly differs: boolean;
}

/** A row for each name that either of them knows; of one that does not decode, the reason. */
function rowsOf({ first, second }: ComparedMessage): Row[] {
  const [one, other] = [cellsOf(first), cellsOf(second)];
  return [...new Set([...one.keys(), ...other.keys()])].map(name => {
    const [a = '-', b = '-'] = [one.get(name), other.get(name)];
    return { name, first: a, second: b, differs: a !== b };
  });
}

function cellsOf(result: ShownPreview['result']): Map<string, string> {
  if (!result.ok) return new Map([['(does not decode)', `${result.code}: ${result.detail}`]]);
  return new Map(result.values.map(({ name, value, unit }) => [name, `${value} ${unit}`.trimEnd()]));
}

function linesOf({ at, epEui, packetCnt, format, hex }: ComparedMessage, rows: readonly Row[]): string[] {
  const about = [
    new Date(at).toISOString(),
    epEui,
    ...(packetCnt === null ? [] : [`#${packetCnt}`]),
    ...(format === 0 ? [] : [`format ${format}`]),
    hex || 'no user data',
  ];
  const table = tableLines(
    [' ', 'name', 'first', 'second'],
    rows.map(({ name, first, second, differs }) => [differs ? '*' : ' ', name, first, second]),
  );
  return [cleaned(about.join('  ')), ...table, ''];
}
