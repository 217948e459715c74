import { sentenceOf } from '../../kit/faults/fault-sentences.ts';
import { catalog, type FaultData } from '../../kit/faults/faults.ts';
import { cleaned } from '../../kit/printable.ts';

/** Why a file is refused, in one line: `name:line:column pointer reason: sentence`. */
export function refusalLine(name: string, { fault, about }: FaultData): string {
  const { line, column, pointer, reason, detail } = about;
  if (line === undefined) return cleaned(`${name}: ${sentenceOf(fault, catalog[fault].text, about)}`);
  return cleaned(`${name}:${line}:${column} ${pointer || '/'} ${reason}: ${detail}`);
}
