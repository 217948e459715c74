import type { DecodedValues, SampleFailure, TraceLine, Value } from './blueprint.ts';
import type { Decoder } from './decode.ts';
import type { Document } from './document.ts';
import type { Encoder } from './encode.ts';
import type { Sample } from './samples.ts';

/** How far a number may be from what a sample says, which is often rounded, relative to it. */
const RELATIVE = 1e-9;

/** The first sample of a document that does not hold. */
export function failingSample(
  { samples }: Pick<Document, 'samples'>,
  decoder: Decoder,
  encoder: Encoder,
): SampleFailure | undefined {
  for (const sample of samples) {
    const detail = disagreement(sample, decoder, encoder);
    if (detail !== undefined) return { ...sample.place, detail };
  }
  return undefined;
}

function disagreement(sample: Sample, decoder: Decoder, encoder: Encoder): string | undefined {
  const { error, expected, direction } = sample;
  const decoded = decoder.decode(sample);
  if (error !== undefined) {
    if (decoded.ok) return `it decodes, and should fail with ${error}`;
    return decoded.code === error ? undefined : `it fails with ${decoded.code} in place of ${error}: ${decoded.detail}`;
  }
  if (!decoded.ok) return `it does not decode: ${decoded.code}: ${decoded.detail}`;
  const difference = expected && differenceOf(decoded, expected);
  if (difference !== undefined || direction === 'uplink') return difference;
  return encodingDifference(sample, decoder, encoder);
}

/** Whether the values that were decoded make the payload again: those that the sample shows, and the hidden ones. */
function encodingDifference(sample: Sample, decoder: Decoder, encoder: Encoder): string | undefined {
  const { format, payload, expected } = sample;
  const trace: TraceLine[] = [];
  decoder.decode(sample, trace);
  const read = trace.filter(({ bitSize }) => bitSize > 0);
  const values = new Map(read.map(({ name, value }) => [name, expected?.get(name) ?? JSON.parse(value)]));
  const raws = new Map(read.map(({ name, raw }) => [name, raw]));
  for (;;) {
    // From a map's entries: a value may be called `__proto__`.
    const encoded = encoder.encode({ format, values: Object.fromEntries(values) });
    if (encoded.ok) {
      return Buffer.from(encoded.payload).equals(payload) ? undefined : 'its values do not encode to its payload';
    }
    const raw = raws.get(encoded.field);
    if (encoded.reason !== 'func_not_invertible' || raw === undefined || !raws.delete(encoded.field)) {
      return `its values do not encode: ${encoded.reason} of ${encoded.field}: ${encoded.detail}`;
    }
    values.set(encoded.field, { raw: Number.isSafeInteger(Number(raw)) ? Number(raw) : raw });
  }
}

function differenceOf({ values }: DecodedValues, expected: ReadonlyMap<string, unknown>): string | undefined {
  for (const [name, value] of values) {
    if (!expected.has(name)) return `${name} is decoded, and not expected`;
    if (!agrees(value, expected.get(name))) return `${name} is ${String(value)}, and not as expected`;
  }
  const missing = [...expected.keys()].find(name => !values.has(name));
  return missing === undefined ? undefined : `${missing} is expected, and not decoded`;
}

function agrees(value: Value, expected: unknown): boolean {
  if (typeof value === 'bigint') return expected === String(value);
  if (typeof value !== 'number' || typeof expected !== 'number') return value === expected;
  return Math.abs(value - expected) <= RELATIVE * Math.max(Math.abs(value), Math.abs(expected));
}
