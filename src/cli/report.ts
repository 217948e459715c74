import { writeFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { MOST_REPORTED_DAYS } from '../upkeep/box/acts.ts';
import { reportPage } from '../upkeep/radio-report.ts';
import { withBox } from './box.ts';
import { reportText } from './report-text.ts';
import { settledConfig } from './settings.ts';

const WEEK_DAYS = 7;

type Tag = readonly [key: string, value: string];

interface Options {
  days: number;
  tag?: readonly Tag[];
  html?: string;
  json?: boolean;
}

export function register(program: Command): void {
  const report = program.command('report').description('reports about the site');
  report
    .command('radio')
    .description('what would be lost without each base station, and how well each endpoint is heard')
    .option('--days <days>', 'how many, up to now', days, WEEK_DAYS)
    .option('--tag <key=value>', 'only endpoints with this tag; may be given several times', tags)
    .option('--html <file>', 'write it as a page that can be printed')
    .option('--json', 'for programs')
    .addHelpText('after', '\nExample:\n  $ waystation report radio --tag building=north --html radio.html')
    .action(radio);
}

async function radio({ days, tag = [], html, json = false }: Options, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const found = await withBox(config, box => box.act('report.radio', { days, tags: tag }));
  if (html !== undefined) writeFileSync(html, reportPage(found));
  if (json) console.log(JSON.stringify(found));
  else if (html === undefined) for (const line of reportText(found)) console.log(line);
}

function days(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > MOST_REPORTED_DAYS) {
    throw new InvalidArgumentError(`A whole number from 1 to ${MOST_REPORTED_DAYS}.`);
  }
  return number;
}

function tags(text: string, before: readonly Tag[] = []): readonly Tag[] {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('A key and a value, such as building=north.');
  return [...before, [text.slice(0, at), text.slice(at + 1)]];
}
