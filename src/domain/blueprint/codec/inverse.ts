import type { Field } from './compile.ts';
import type { Raw } from './decode.ts';
import { type Affine, affineOf, after } from './expression/affine.ts';
import type { EncodeReason } from './problems.ts';
import type { Run } from './run.ts';

/** Why a value does not become bits. */
export interface Refusal {
  readonly reason: EncodeReason;
  readonly detail: string;
}

/** What is written for a value, and what has to come out when it is read again. */
export interface Writing {
  readonly raw: Raw;
  /** The number that was asked for and how far off the result may be; undefined where none was, or it is no number. */
  readonly wanted?: { readonly number: number; readonly within: number };
}

/** As long as the digits of the largest double. */
const WHOLE = /^-?[0-9]{1,309}$/;
/** Half of the distance of two 32-bit floats, relative to the larger. */
const SINGLE = 2 ** -23;
const SMALLEST_SINGLE = 2 ** -149;
const RELATIVE = 1e-9;
const UNCHANGED: Affine = { factor: 1, term: 0 };

/** Finds the bits that a value is read from. */
export function writingOf(field: Field, given: unknown, run: Run): Writing | Refusal {
  if (field.type === 'string') return textWriting(field, given);
  if (field.type === 'binary') return bytesWriting(field, given);
  const explicit = explicitRaw(given);
  if (explicit !== undefined) return explicitWriting(field, explicit.raw);
  const chosen = keyOf(field, given);
  const value = chosen ?? numberGiven(field, given);
  if (value === undefined) return refusal('wrong_value_type', 'a number is expected');
  if (field.type === 'bool' && !field.scaled && !field.func) {
    return value === 0 || value === 1 ? { raw: Number(value) } : refusal('value_out_of_range', 'true, false, 0 or 1');
  }
  const change = changeOf(field, run);
  if (run.failure !== undefined) return refusal('calibration_missing', run.detail);
  if (!change || change.factor === 0 || !Number.isFinite(change.factor)) {
    return refusal('func_not_invertible', 'give the raw number as {"raw": number}');
  }
  return inverted(field, value, change);
}

export function isRefusal(of: Writing | Refusal): of is Refusal {
  return 'reason' in of;
}

function refusal(reason: EncodeReason, detail: string): Refusal {
  return { reason, detail };
}

function inverted(field: Field, value: number | bigint, change: Affine): Writing | Refusal {
  const number = Number(value);
  const same = change === UNCHANGED;
  const exact = same ? value : (number - change.term) / change.factor;
  if (typeof exact === 'number' && !Number.isFinite(exact)) return refusal('value_out_of_range', 'too large');
  const raw = field.type === 'float' ? single(field, Number(exact)) : rounded(exact);
  const range = rangeOf(field, raw);
  if (range) return range;
  const step = field.type === 'float' ? singleStep(field, raw) : 1;
  return { raw, wanted: { number, within: Math.abs(change.factor) * step + Math.abs(number) * RELATIVE } };
}

/** Everything that is done to the raw number, as one factor and one term. Undefined when it is more than that. */
function changeOf(field: Field, run: Run): Affine | undefined {
  if (!field.scaled && !field.func) return UNCHANGED;
  const calibration = field.calibration === undefined ? 1 : run.calibrationOf(field.calibration);
  const scaled = after({ factor: field.scale, term: field.bias }, { factor: calibration, term: 0 });
  const func = field.element.func ? affineOf(field.element.func.tree, run) : UNCHANGED;
  return func && after(scaled, func);
}

function numberGiven(field: Field, given: unknown): number | bigint | undefined {
  if (typeof given === 'bigint') return given;
  if (typeof given === 'number') return Number.isFinite(given) ? given : undefined;
  if (typeof given === 'boolean') return field.type === 'bool' ? Number(given) : undefined;
  return largeWhole(given);
}

/** Digits are taken where a number would have lost some. */
function largeWhole(given: unknown): bigint | undefined {
  if (typeof given !== 'string' || !WHOLE.test(given)) return undefined;
  const whole = BigInt(given);
  return whole > Number.MAX_SAFE_INTEGER || whole < -Number.MAX_SAFE_INTEGER ? whole : undefined;
}

/** The number that `enum` puts the given value in the place of. */
function keyOf({ choices }: Field, given: unknown): number | bigint | undefined {
  if (!choices) return undefined;
  for (const [key, choice] of choices) {
    if (choice !== given) continue;
    if (WHOLE.test(key)) return Number.isSafeInteger(Number(key)) ? Number(key) : BigInt(key);
    if (key.trim() !== '' && Number.isFinite(Number(key))) return Number(key);
  }
  return undefined;
}

function explicitRaw(given: unknown): { readonly raw: unknown } | undefined {
  if (typeof given !== 'object' || given === null || !Object.hasOwn(given, 'raw')) return undefined;
  return Object.keys(given).length === 1 ? { raw: (given as { raw: unknown }).raw } : undefined;
}

function explicitWriting(field: Field, given: unknown): Writing | Refusal {
  const raw = typeof given === 'number' || typeof given === 'bigint' ? given : largeWhole(given);
  const isWhole = typeof raw === 'bigint' || Number.isInteger(raw);
  if (raw === undefined || (field.type !== 'float' && !isWhole) || Number.isNaN(raw)) {
    return refusal('wrong_value_type', 'the raw number is a whole number');
  }
  const written = field.type === 'float' ? single(field, Number(raw)) : asRead(raw);
  return rangeOf(field, written) ?? { raw: written };
}

function textWriting({ size }: Field, given: unknown): Writing | Refusal {
  if (typeof given !== 'string') return refusal('wrong_value_type', 'a string is expected');
  let end = given.length;
  while (end > 0 && given.charCodeAt(end - 1) === 0) end--;
  const text = given.slice(0, end);
  if (!text.isWellFormed()) return refusal('value_out_of_range', 'half of a character has no bytes');
  if (Buffer.byteLength(text) <= size / 8) return { raw: text };
  return refusal('value_out_of_range', `the text has more than ${size / 8} bytes`);
}

function bytesWriting({ size }: Field, given: unknown): Writing | Refusal {
  if (typeof given !== 'string') return refusal('wrong_value_type', 'a string of hex digits is expected');
  if (given.length !== size / 4 || !/^[0-9A-Fa-f]*$/.test(given)) {
    return refusal('value_out_of_range', `${size / 4} hex digits are expected`);
  }
  return { raw: given.toLowerCase() };
}

/** Halves go away from zero. */
function rounded(exact: number | bigint): number | bigint {
  return asRead(typeof exact === 'bigint' ? exact : Math.sign(exact) * Math.round(Math.abs(exact)));
}

/** A whole number as it is read from bits: a number, without a sign at zero, unless that would lose digits. */
function asRead(whole: number | bigint): number | bigint {
  return Number.isSafeInteger(Number(whole)) ? Number(whole) + 0 : BigInt(whole);
}

function single({ size }: Field, exact: number): number {
  return size === 32 ? Math.fround(exact) : exact;
}

function singleStep({ size }: Field, raw: number | bigint): number {
  return size === 32 ? Math.abs(Number(raw)) * SINGLE + SMALLEST_SINGLE : 0;
}

function rangeOf({ type, size }: Field, raw: number | bigint): Refusal | undefined {
  if (type === 'float')
    return Number.isFinite(raw) ? undefined : refusal('value_out_of_range', 'too large for a float');
  const whole = BigInt(raw);
  const low = type === 'int' ? -(2n ** BigInt(size - 1)) : 0n;
  const high = low + 2n ** BigInt(size) - 1n;
  return whole >= low && whole <= high
    ? undefined
    : refusal('value_out_of_range', `the raw number is ${whole}, and it may be ${low} to ${high}`);
}
