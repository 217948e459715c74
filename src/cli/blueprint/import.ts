import type { Command } from 'commander';
import type { ImportEntry } from '../../domain/blueprint/import.ts';
import { importOrder, importPlan, type Planned } from '../../domain/blueprint/import-plan.ts';
import type { FaultData } from '../../kit/faults/faults.ts';
import { cleaned } from '../../kit/printable.ts';
import { systemClock } from '../../kit/time/clock.ts';
import type { Box } from '../../upkeep/box/acts.ts';
import { withBox } from '../box.ts';
import { progressLine } from '../recovery/progress.ts';
import { settledConfig } from '../settings.ts';
import { filesOf, type NamedText } from './files.ts';
import { refusalLine } from './refusal.ts';

interface Options {
  apply?: boolean;
  system?: boolean;
  json?: boolean;
}

/** What becomes of one file, or would. */
interface Outcome {
  readonly name: string;
  readonly file?: ImportEntry;
  readonly became: Planned | { readonly outcome: 'unreadable'; readonly problem: string };
  /** Of the blueprint in the catalog. */
  readonly id?: string;
}

export function importing(blueprint: Command): void {
  blueprint
    .command('import')
    .description('bring blueprints into the catalog; shows what would be created, and does it with --apply')
    .argument('<file>', 'a blueprint, or a folder or a ZIP with blueprints')
    .option('--apply', 'create it')
    .option('--system', 'as rows of the system, which all organizations share')
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      `
What is there already is left as it is. Each blueprint is created whole or not at all, and one with a mistake does not keep back
the others; then the exit code is 1. The first blueprint of a model becomes its default; no import changes a default that is there.

Example:
  $ waystation blueprint import registry.zip
  $ waystation blueprint import registry.zip --apply`,
    )
    .action(run);
}

async function run(path: string, options: Options, command: Command): Promise<void> {
  const { apply = false, system = false, json = false } = options;
  const { files, ignored } = await filesOf(path);
  if (files.length === 0) throw new Error(`there is no blueprint in ${path}`);
  const { config } = settledConfig(command);
  const line = progressLine(process.stderr, systemClock);
  const outcomes = await withBox(config, async box => {
    const planned = await plan(box, files, system, line.show);
    return apply ? applied(box, planned, files, system, line.show) : planned;
  }).finally(() => line.end());
  if (json) console.log(JSON.stringify({ applied: apply, ignored, files: outcomes.map(inJson) }));
  else for (const text of [...outcomes.map(lineOf(apply)), ...summary(outcomes, ignored, apply)]) console.log(text);
  if (outcomes.some(({ became: { outcome } }) => outcome === 'refused' || outcome === 'unreadable')) {
    process.exitCode = 1;
  }
}

type Show = (what: string, done: number, of: number) => void;

async function plan(box: Box, files: readonly NamedText[], system: boolean, show: Show): Promise<Outcome[]> {
  const refused: Outcome[] = [];
  const looked: (ImportEntry & { readonly path: string })[] = [];
  for (const [at, { name, text, problem }] of files.entries()) {
    show('reading', at, files.length);
    if (text === undefined) {
      refused.push({ name, became: { outcome: 'unreadable', problem } });
      continue;
    }
    const found = await box.act('blueprint.look', { text, system });
    if ('refused' in found) refused.push({ name, became: { outcome: 'refused', refused: found.refused } });
    else looked.push({ ...found, path: name });
  }
  const next = importPlan();
  return [...importOrder(looked).map(file => ({ name: file.path, file, became: next(file) })), ...refused];
}

/** What is created, and what is there, is found out again in the write: others may be at work, too. */
async function applied(
  box: Box,
  planned: readonly Outcome[],
  files: readonly NamedText[],
  system: boolean,
  show: Show,
): Promise<Outcome[]> {
  const texts = new Map(files.map(({ name, text }) => [name, text]));
  const outcomes: Outcome[] = [];
  for (const [at, each] of planned.entries()) {
    show('importing', at, planned.length);
    const text = texts.get(each.name);
    if (each.became.outcome !== 'create' || text === undefined) outcomes.push(each);
    else outcomes.push(await imported(box, each, text, system));
  }
  return outcomes;
}

async function imported(box: Box, each: Outcome, text: string, system: boolean): Promise<Outcome> {
  const done = await box.act('blueprint.import', { text, system });
  if ('refused' in done) return { ...each, became: { outcome: 'refused', refused: done.refused } };
  const { created, blueprint: id, isDefault, manufacturer, model } = done;
  const made = { newManufacturer: manufacturer === undefined, newModel: model === undefined, isDefault };
  return { ...each, id, became: created ? { outcome: 'create', ...made } : { outcome: 'there' } };
}

function lineOf(apply: boolean): (outcome: Outcome) => string {
  return ({ name, file, became }) => {
    if (became.outcome === 'unreadable') return cleaned(`refused  ${name}: ${became.problem}`);
    if (became.outcome === 'refused') return `refused  ${refusalLine(name, became.refused)}`;
    const what = file ? `${file.manufacturer.name} ${file.model.name}, version ${file.version}` : '';
    if (became.outcome === 'there') return cleaned(`there    ${what}: ${name}`);
    const news = [
      ...(became.newManufacturer ? ['new manufacturer'] : []),
      ...(became.newModel ? ['new model'] : []),
      became.isDefault ? 'default' : 'not the default',
    ];
    return cleaned(`${apply ? 'created' : 'create '}  ${what} (${news.join(', ')}): ${name}`);
  };
}

function summary(outcomes: readonly Outcome[], ignored: number, apply: boolean): string[] {
  const count = (...wanted: string[]) => outcomes.filter(({ became }) => wanted.includes(became.outcome)).length;
  const created = count('create');
  const others = ignored === 0 ? '' : `, ${ignored} other files ignored`;
  const numbers = `${count('there')} there already, ${count('refused', 'unreadable')} refused${others}`;
  return [
    `${created} ${apply ? 'created' : 'to create'}, ${numbers}`,
    ...(apply || created === 0 ? [] : ['nothing was changed; --apply creates them']),
  ];
}

function inJson({ name, file, became, id }: Outcome): object {
  const { outcome, ...more } = became;
  const named = file && {
    manufacturer: file.manufacturer.name,
    model: file.model.name,
    version: file.version,
    type_eui: file.typeEui,
  };
  if ('refused' in more) return { file: name, outcome, ...named, ...about(more.refused) };
  if ('problem' in more) return { file: name, outcome: 'refused', problem: more.problem };
  if (!('newModel' in more)) return { file: name, outcome, ...named, ...(id !== undefined && { id }) };
  const { newManufacturer, newModel, isDefault } = more;
  const made = { new_manufacturer: newManufacturer, new_model: newModel, is_default: isDefault };
  return { file: name, outcome, ...named, ...made, ...(id !== undefined && { id }) };
}

function about({ fault, about }: FaultData): object {
  return { error: fault, ...about };
}
