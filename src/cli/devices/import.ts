import { readFileSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import type { Eui } from '../../kit/eui.ts';
import { Fault } from '../../kit/faults/faults.ts';
import { cleaned } from '../../kit/printable.ts';
import { systemClock } from '../../kit/time/clock.ts';
import { type Calls, withCalls } from '../box.ts';
import { explain } from '../explain.ts';
import { progressLine } from '../recovery/progress.ts';
import { settledConfig } from '../settings.ts';
import { type Column, DEVICE_MODEL, type JsonRow } from './columns.ts';
import { type CsvRow, readCsv } from './csv.ts';
import { modelsFor, type Noun, rowOf } from './noun.ts';

const STDIN = '-';
/** More than a hundred thousand lines. */
const MOST_BYTES = 32 * 1024 * 1024;
/** More than a person mends at once. */
const MOST_MISTAKES = 100;
/** EUIs that are asked for at once. */
const CHUNK = 500;

interface Options {
  update?: boolean;
  check?: boolean;
  json?: boolean;
}

/** One line of the file, checked. */
interface Planned {
  readonly line: number;
  readonly eui: Eui;
  readonly row: JsonRow;
  readonly mask: readonly string[];
}

interface Mistake {
  readonly line: number;
  readonly problem: string;
}

/** Every line is checked before the first is stored. */
export async function importFile(noun: Noun, file: string, options: Options, command: Command): Promise<void> {
  const { update = false, check = false, json = false } = options;
  const rows = readCsv(textOf(file));
  const columns = columnsOf(noun, rows[0]);
  const { config } = settledConfig(command);
  const progress = progressLine(process.stderr, systemClock);
  const { signal: interrupted, ended } = interruption();
  const outcome = await withCalls(config, async calls => {
    const models = await modelsFor(calls, columns.includes(DEVICE_MODEL));
    const { planned, mistakes } = plan(noun, columns, rows.slice(1), models);
    const there = await known(noun, calls, planned);
    if (!update) {
      for (const { line, eui } of planned) {
        if (there.has(eui)) mistakes.push({ line, problem: `${eui} is registered already; --update changes it` });
      }
    }
    if (mistakes.length > 0 || check) return { mistakes, planned, there };
    const done = { added: 0, changed: 0 };
    for (const [at, each] of planned.entries()) {
      progress.show('importing', at, planned.length);
      try {
        if (interrupted.aborted) throw new Error('interrupted');
        done[await stored(noun, calls, each, there.has(each.eui), update)]++;
      } catch (error) {
        throw new Error(`line ${each.line}: ${explain(error)}; ${said(done, at)}`, { cause: error });
      }
    }
    return { mistakes, planned, there };
  }).finally(() => {
    progress.end();
    ended();
  });
  tell(noun, outcome, { check, json });
}

/** Stores a line as what it is by now: another import may have been faster. */
async function stored(
  noun: Noun,
  calls: Calls,
  { row, mask }: Planned,
  isThere: boolean,
  update: boolean,
): Promise<'added' | 'changed'> {
  const change = async () => {
    await noun.update(calls, row, mask);
    return 'changed' as const;
  };
  if (isThere) return change();
  try {
    await noun.create(calls, row);
    return 'added';
  } catch (error) {
    const exists =
      error instanceof Fault && (error.fault === 'EndPointEUIExists' || error.fault === 'BaseStationEUIExists');
    if (!update || !exists) throw error;
    return change();
  }
}

/** What is stored when a line cannot be, and how to go on. @param lines that came before */
function said({ added, changed }: { readonly added: number; readonly changed: number }, lines: number): string {
  const before =
    lines === 0 ? 'nothing is stored' : `the ${lines} before it are stored (${added} added, ${changed} changed)`;
  const rest = lines === 0 ? '' : ', this one and those behind it are not: the same file with --update goes on';
  return `${before}${rest}`;
}

/** Ctrl-C ends between two lines, so that it can be said which are stored. */
function interruption(): { readonly signal: AbortSignal; ended: () => void } {
  const controller = new AbortController();
  const onSignal = () => controller.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  return { signal: controller.signal, ended: () => process.off('SIGINT', onSignal).off('SIGTERM', onSignal) };
}

function tell(
  noun: Noun,
  { mistakes, planned, there }: { mistakes: Mistake[]; planned: readonly Planned[]; there: ReadonlySet<string> },
  { check, json }: { check: boolean; json: boolean },
): void {
  mistakes.sort((a, b) => a.line - b.line);
  const changed = planned.filter(({ eui }) => there.has(eui)).length;
  const added = planned.length - changed;
  if (mistakes.length > 0) process.exitCode = 1;
  if (json) {
    const stored = mistakes.length === 0 && !check;
    console.log(JSON.stringify({ added: stored ? added : 0, changed: stored ? changed : 0, mistakes }));
    return;
  }
  for (const { line, problem } of mistakes.slice(0, MOST_MISTAKES)) console.error(cleaned(`line ${line}: ${problem}`));
  if (mistakes.length > MOST_MISTAKES) console.error(`and ${mistakes.length - MOST_MISTAKES} more`);
  if (mistakes.length > 0) console.error('nothing was stored');
  else if (check) console.log(`${planned.length} ${noun.many} are right: ${added} new, ${changed} to change`);
  else console.log(`${added} ${added === 1 ? noun.one : noun.many} added, ${changed} changed`);
}

function textOf(file: string): string {
  if (file !== STDIN && statSync(file).size > MOST_BYTES) throw new Error(`${file} has more than 32 MB`);
  return readFileSync(file === STDIN ? 0 : file, 'utf8');
}

/** Names of columns, in the order of the file. @throws Error for an unknown one */
function columnsOf(noun: Noun, heading: CsvRow | undefined): readonly string[] {
  const names = (heading?.cells ?? []).map(cell => cell.toLowerCase().replaceAll(/[ -]/g, '_'));
  const known = ['eui', ...noun.columns.map(({ name }) => name)];
  const unknown = names.find(name => !known.includes(name));
  const about = `the first line names the columns: eui, and any of ${known.slice(1).join(', ')}`;
  if (unknown !== undefined) throw new Error(cleaned(`there is no column ${unknown || 'without a name'}: ${about}`));
  if (!names.includes('eui')) throw new Error(`there is no column eui: ${about}`);
  if (new Set(names).size < names.length) throw new Error(`a column is there twice: ${about}`);
  return names;
}

/** What becomes of each line, or what is wrong with it. */
function plan(
  noun: Noun,
  columns: readonly string[],
  rows: readonly CsvRow[],
  models: Parameters<typeof rowOf>[3],
): { planned: Planned[]; mistakes: Mistake[] } {
  const planned: Planned[] = [];
  const mistakes: Mistake[] = [];
  const lines = new Map<string, number>();
  for (const { line, cells } of rows) {
    if (cells.length > columns.length) {
      mistakes.push({ line, problem: `has ${cells.length} cells under ${columns.length} columns` });
      continue;
    }
    const given = new Map(columns.map((name, at) => [name, cells[at] ?? '']));
    for (const { name } of noun.columns.filter(isSecret)) if (given.get(name) === '') given.delete(name);
    const { row, mask, problems } = rowOf(noun, given.get('eui') ?? '', given, models);
    const eui = row[noun.key] as Eui;
    const before = lines.get(eui);
    lines.set(eui, before ?? line);
    mistakes.push(...problems.map(problem => ({ line, problem })));
    if (before !== undefined) mistakes.push({ line, problem: `${eui} stands in line ${before} already` });
    else if (problems.length === 0) planned.push({ line, eui, row, mask });
  }
  return { planned, mistakes };
}

/** What is not given of a secret stays as it is. */
function isSecret({ secret }: Column): boolean {
  return secret === true;
}

/** Which of them are registered. */
async function known(noun: Noun, calls: Calls, planned: readonly Planned[]): Promise<ReadonlySet<string>> {
  const there = new Set<string>();
  for (let at = 0; at < planned.length; at += CHUNK) {
    const euis = planned.slice(at, at + CHUNK).map(({ eui }) => eui);
    for (const row of await noun.list(calls, { euis })) there.add(String(row[noun.key]));
  }
  return there;
}
