import { batteryField } from './battery.ts';
import type { Blueprint, Direction, TraceLine } from './blueprint.ts';
import { compile } from './compile.ts';
import { Decoder } from './decode.ts';
import { checkDocument } from './document.ts';
import { Encoder } from './encode.ts';
import { Run } from './run.ts';
import { failingSample } from './sample-run.ts';

/**
 * Checks the text of a document and makes what decodes with it.
 * @throws BlueprintProblem with the first mistake
 */
export function readBlueprint(text: string): Blueprint {
  const document = checkDocument(text);
  const { version, typeEui, placeholder, meta, warnings, layouts, spec, envelope } = document;
  const programs = compile(layouts);
  const run = new Run(programs.slots, document.calibration);
  const decoder = new Decoder(programs, run, batteryField(programs));
  const encoder = new Encoder(programs, run);
  const formats = (direction: Direction): number[] =>
    layouts.filter(layout => layout.direction === direction).map(layout => layout.id);
  const outputs = layouts.flatMap(({ elements, virtuals }) => [...elements, ...virtuals]);
  return {
    version,
    typeEui,
    placeholder,
    meta,
    warnings,
    uplinkFormats: formats('uplink'),
    downlinkFormats: formats('downlink'),
    downlinks: layouts.filter(({ direction }) => direction === 'downlink'),
    outputNames: [...new Set(outputs.filter(output => !output.hidden).map(output => output.name))],
    spec,
    ...(envelope && { envelope }),
    decode: payload => decoder.decode(payload),
    judge: payload => decoder.judge(payload),
    trace: payload => {
      const trace: TraceLine[] = [];
      return { ...decoder.decode(payload, trace), trace };
    },
    encode: wanted => encoder.encode(wanted),
    runSamples: () => failingSample(document, decoder, encoder),
  };
}
