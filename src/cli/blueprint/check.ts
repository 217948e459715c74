import type { Command } from 'commander';
import type { Blueprint } from '../../domain/blueprint/codec/blueprint.ts';
import { factsOf, openDocument } from '../../domain/blueprint/documents.ts';
import { Fault, type FaultData, faultToData } from '../../kit/faults/faults.ts';
import { cleaned } from '../../kit/printable.ts';
import { explain } from '../explain.ts';
import { textOf } from './files.ts';
import { refusalLine } from './refusal.ts';

export function checking(blueprint: Command): void {
  blueprint
    .command('check')
    .description('look whether files are blueprints that can be used; exits with 1 when one is not')
    .argument('<file...>', 'blueprints, bare or as a registry has them')
    .option('--json', 'for programs')
    .addHelpText('after', '\nExample:\n  $ waystation blueprint check sensor.json')
    .action(check);
}

interface Checked {
  readonly file: string;
  readonly blueprint?: Blueprint;
  readonly refused?: FaultData;
  /** It could not even be read. */
  readonly problem?: string;
}

function check(files: readonly string[], { json = false }: { json?: boolean }): void {
  const all = files.map(checked);
  if (json) console.log(JSON.stringify(all.map(inJson)));
  else for (const each of all) for (const line of linesOf(each)) console.log(line);
  if (all.some(({ blueprint }) => !blueprint)) process.exitCode = 1;
}

function checked(file: string): Checked {
  try {
    const blueprint = openDocument(textOf(file));
    factsOf(blueprint);
    return { file, blueprint };
  } catch (error) {
    return error instanceof Fault ? { file, refused: faultToData(error) } : { file, problem: explain(error) };
  }
}

function linesOf({ file, blueprint, refused, problem = '' }: Checked): string[] {
  if (refused) return [`fail  ${refusalLine(file, refused)}`];
  if (!blueprint) return [`fail  ${cleaned(problem)}`];
  const { version, typeEui, uplinkFormats, downlinkFormats, outputNames, warnings } = blueprint;
  const formats = (direction: string, ids: readonly number[]) =>
    ids.length === 0 ? [] : [`      ${direction} formats ${ids.join(', ')}`];
  return [
    cleaned(`ok    ${file}: version ${version}, Type EUI ${typeEui}`),
    ...formats('uplink', uplinkFormats),
    ...formats('downlink', downlinkFormats),
    cleaned(`      values ${outputNames.join(', ') || 'none'}`),
    ...warnings.map(({ line, column, pointer, code, detail }) =>
      cleaned(`      warning ${file}:${line}:${column} ${pointer || '/'} ${code}: ${detail}`),
    ),
  ].map(line => (line.startsWith('ok') ? line : line.replace(/^\s*/, '      ')));
}

function inJson({ file, blueprint, refused, problem }: Checked): object {
  if (refused) return { file, ok: false, error: refused.fault, ...refused.about };
  if (!blueprint) return { file, ok: false, problem };
  const { version, typeEui, placeholder, uplinkFormats, downlinkFormats, outputNames, warnings } = blueprint;
  return {
    file,
    ok: true,
    version,
    type_eui: typeEui,
    placeholder,
    uplink_formats: uplinkFormats,
    downlink_formats: downlinkFormats,
    output_names: outputNames,
    warnings,
  };
}
