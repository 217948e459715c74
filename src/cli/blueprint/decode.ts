import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { LIMITS } from '../../domain/blueprint/codec/limits.ts';
import { previewDocument, type ShownPreview, shownPreview } from '../../domain/blueprint/preview.ts';
import { Fault, faultToData } from '../../kit/faults/faults.ts';
import { cleaned } from '../../kit/printable.ts';
import { parseUuid } from '../../kit/uuid.ts';
import { withBox } from '../box.ts';
import { settledConfig } from '../settings.ts';
import { tableLines } from '../table.ts';
import { hex, oneOf, whole } from '../values.ts';
import { textOf } from './files.ts';
import { refusalLine } from './refusal.ts';

interface Options {
  hex: Buffer;
  format: number;
  direction: 'uplink' | 'downlink';
  json?: boolean;
}

export function decoding(blueprint: Command): void {
  blueprint
    .command('decode')
    .description('what one payload means by a blueprint, and where each value stands in it')
    .argument('<file>', 'a blueprint, or the id of one in the catalog')
    .requiredOption('--hex <payload>', 'the user data, hex', hex(0, LIMITS.payloadBytes))
    .option('--format <id>', 'which layout', whole(0, LIMITS.formatId), 0)
    .option('--direction <way>', 'uplink or downlink', oneOf('uplink', 'downlink'), 'uplink')
    .option('--json', 'for programs')
    .addHelpText('after', '\nExample:\n  $ waystation blueprint decode sensor.json --hex 00d62f')
    .action(decode);
}

async function decode(file: string, options: Options, command: Command): Promise<void> {
  const { hex: payload, format, direction, json = false } = options;
  const shown = await previewed(file, { payload, format, direction }, command);
  if (json) {
    const { version, trace, result } = shown;
    console.log(JSON.stringify({ version, format, direction, ...result, trace }));
  } else for (const line of linesOf(shown)) console.log(line);
  if (!shown.result.ok) process.exitCode = 1;
}

async function previewed(
  file: string,
  { payload, format, direction }: Pick<Options, 'format' | 'direction'> & { payload: Buffer },
  command: Command,
): Promise<ShownPreview> {
  const blueprint = existsSync(file) ? undefined : parseUuid(file);
  if (blueprint !== undefined) {
    const { config } = settledConfig(command);
    const asked = { blueprint, direction, format, hex: payload.toString('hex') };
    return withBox(config, box => box.act('blueprint.preview', asked));
  }
  try {
    return shownPreview(previewDocument(textOf(file), { direction, format, payload }));
  } catch (error) {
    if (error instanceof Fault) throw new Error(refusalLine(file, faultToData(error)));
    throw error;
  }
}

function linesOf({ trace, result }: ShownPreview): string[] {
  const table = tableLines(
    ['offset', 'size', 'name', 'raw', 'value'],
    trace.map(({ name, bitOffset, bitSize, raw, value }) =>
      bitSize === 0 ? ['', '', name, raw, value] : [String(bitOffset), String(bitSize), name, raw, value],
    ),
    ['offset', 'size'],
  );
  const traced = trace.length === 0 ? [] : ['', ...table];
  if (!result.ok) return [cleaned(`does not decode: ${result.code}: ${result.detail}`), ...traced];
  const { values, unusedBits } = result;
  const width = Math.max(0, ...values.map(({ name }) => [...name].length));
  return [
    ...values.map(({ name, value, unit, label }) =>
      cleaned(`${name}${' '.repeat(width - [...name].length)}  ${value} ${unit}${label && ` (${label})`}`).trimEnd(),
    ),
    ...(values.length === 0 ? ['no values'] : []),
    ...(unusedBits === 0 ? [] : [`${unusedBits} bits are left over`]),
    ...traced,
  ];
}
