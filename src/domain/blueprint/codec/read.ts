import type { Blueprint, Direction } from './blueprint.ts';
import { checkDocument } from './document.ts';

/**
 * Checks the text of a document and makes what decodes with it.
 * @throws BlueprintProblem with the first mistake; its reason `too_large` is the only one that is not about a place in the text
 */
export function readBlueprint(text: string): Blueprint {
  const { version, typeEui, placeholder, meta, warnings, layouts, spec, envelope } = checkDocument(text);
  const formats = (direction: Direction): number[] =>
    layouts.filter(layout => layout.direction === direction).map(layout => layout.id);
  const outputs = layouts.flatMap(({ elements, virtuals }) => [...elements, ...virtuals]);
  const notYet = { ok: false, code: 'format_not_found', detail: 'decoding is not there yet' } as const;
  return {
    version,
    typeEui,
    placeholder,
    meta,
    warnings,
    uplinkFormats: formats('uplink'),
    downlinkFormats: formats('downlink'),
    outputNames: [...new Set(outputs.filter(output => !output.hidden).map(output => output.name))],
    spec,
    ...(envelope && { envelope }),
    decode: () => notYet,
    trace: () => ({ ...notYet, trace: [] }),
    encode: () => ({ ok: false, reason: 'format_not_found', field: '', detail: 'encoding is not there yet' }),
    runSamples: () => undefined,
  };
}
