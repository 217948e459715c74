import { type BatteryField, batteryValue } from './battery.ts';
import { readBytes, readFloat, readWhole } from './bits.ts';
import type { Decoded, Judgement, NotDecoded, Payload, TraceLine, Value, ValueDescription } from './blueprint.ts';
import type { Field, Programs, VirtualField } from './compile.ts';
import { isTrue } from './expression/close.ts';
import { LIMITS } from './limits.ts';
import type { DecodeCode } from './problems.ts';
import { ABSENT, type Run, TEXT } from './run.ts';
import { shownNumber, valueJson } from './values.ts';

/** Visible values by name, and what is said about each. */
interface DecodedFields {
  readonly values: Map<string, Value>;
  readonly shown: ValueDescription[];
}

const DECODED = { code: '', battery: undefined } as const;

/** Decodes payloads by the layouts of one document. */
export class Decoder {
  readonly #programs: Programs;
  readonly #state: Run;
  readonly #battery: BatteryField | undefined;

  constructor(programs: Programs, run: Run, battery?: BatteryField) {
    this.#programs = programs;
    this.#state = run;
    this.#battery = battery;
  }

  decode(asked: Payload, trace?: TraceLine[]): Decoded {
    const values = new Map<string, Value>();
    const shown: ValueDescription[] = [];
    const result = this.#run(asked, { values, shown }, trace);
    return typeof result === 'number' ? { ok: true, values, shown, unusedBits: result } : result;
  }

  /** Keeps no values. */
  judge(asked: Payload): Judgement {
    const result = this.#run(asked);
    if (typeof result !== 'number') return { code: result.code, battery: undefined };
    return this.#battery === undefined ? DECODED : { code: '', battery: batteryValue(this.#battery, this.#state) };
  }

  /** @returns the bits that are left over, or what failed */
  #run(
    { direction, format, payload, calibration }: Payload,
    kept?: DecodedFields,
    trace?: TraceLine[],
  ): number | NotDecoded {
    const program = this.#programs.find(direction, format);
    if (!program) return failure('format_not_found', `there is no ${direction} layout with the id ${format}`);
    if (program.encrypted) return failure('encrypted_payload', `the ${direction} layout ${format} is encrypted`);
    if (payload.length > LIMITS.payloadBytes) {
      return failure('limit_exceeded', `the payload has more than ${LIMITS.payloadBytes} bytes`);
    }
    const run = this.#state;
    run.begin(calibration);
    const bits = payload.length * 8;
    let at = 0;
    let furthest = 0;
    for (const field of program.fields) {
      if (field.condition !== undefined) {
        const condition = field.condition.evaluate(run);
        if (run.failure !== undefined) return runFailure(run, 'condition_error', field.shown, at);
        if (!isTrue(condition)) continue;
      }
      if (field.offset >= 0) at = field.offset;
      if (at + field.size > bits) return tooShort(field, at, bits);
      const raw = readRaw(field, payload, at, run);
      const value = finish(field, raw, run);
      if (run.failure !== undefined) return runFailure(run, 'expression_error', field.shown, at);
      if (kept && !field.hidden) put(kept, field, value);
      if (trace) trace.push(traceLine(field, payload, at, raw, value));
      at += field.size;
      if (at > furthest) furthest = at;
    }
    for (const virtual of program.virtuals) {
      const holds = virtual.condition === undefined || isTrue(virtual.condition.evaluate(run));
      if (run.failure !== undefined) return runFailure(run, 'condition_error', virtual.shown, furthest);
      if (!holds) continue;
      const value = virtualValue(virtual, run);
      if (run.failure !== undefined) return runFailure(run, 'expression_error', virtual.shown, furthest);
      if (value === undefined) continue;
      if (kept && !virtual.hidden) put(kept, virtual, value);
      if (trace) {
        trace.push({ name: virtual.shown.name, bitOffset: furthest, bitSize: 0, raw: '', value: valueJson(value) });
      }
    }
    return bits - furthest;
  }
}

/** What stands in the payload: a number before anything is computed, or a text. */
export type Raw = number | bigint | string;

export function readRaw(field: Field, payload: Uint8Array, at: number, run: Run): Raw {
  switch (field.type) {
    case 'string':
      return textOf(readBytes(payload, at, field.size));
    case 'binary':
      return readBytes(payload, at, field.size).toString('hex');
    case 'float':
      return readFloat(run.scratch, payload, at, field.size, field.swapped);
    case 'bool':
      return readWhole(payload, at, field.size, false, false);
    default:
      return readWhole(payload, at, field.size, field.swapped, field.type === 'int');
  }
}

/** Text fills its field up with NUL. */
function textOf(bytes: Buffer): string {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return bytes.toString('utf8', 0, end);
}

/**
 * Makes the value of what was read, and lets later expressions see it: `scale` and `bias`, calibration, `func`, `enum`. The order
 * and what each of them changes in the type of the result are in this function only.
 */
export function finish(field: Field, raw: Raw, run: Run): Value {
  if (typeof raw === 'string') {
    run.values[field.slot] = TEXT;
    return raw;
  }
  let number = Number(raw);
  if (!Number.isFinite(number)) number = ABSENT;
  else if (field.type === 'bool' && number !== 0) number = 1;
  if (field.scaled) number = scaled(field, number, run);
  if (field.func !== undefined) number = computed(field, number, run);
  run.values[field.slot] = number;
  if (Number.isNaN(number)) return null;
  const value = typed(field, raw, number);
  if (field.choices === undefined) return value;
  return field.choices.get(String(typeof value === 'boolean' ? Number(value) : value)) ?? value;
}

function scaled(field: Field, number: number, run: Run): number {
  let result = number * field.scale + field.bias;
  if (field.calibration !== undefined) result *= run.calibrationOf(field.calibration);
  return Number.isFinite(result) ? result : run.odd(number, number, 'scaling');
}

function computed({ func }: Field, number: number, run: Run): number {
  run.own = number;
  const result = func?.evaluate(run) ?? ABSENT;
  return Number.isNaN(result) ? run.fail('expression', 'func uses a value that is absent') : result;
}

/** The result as it is shown. A whole number that nothing was computed with keeps all of its digits. */
function typed(field: Field, raw: number | bigint, number: number): Value {
  if (field.func !== undefined) return field.func.logical ? number !== 0 : shownNumber(number);
  if (field.scaled || field.type === 'float') return shownNumber(number);
  return field.type === 'bool' ? number !== 0 : raw;
}

/** Undefined when the value is left out. */
function virtualValue(virtual: VirtualField, run: Run): number | bigint | boolean | undefined {
  const result = virtual.func.evaluate(run);
  if (Number.isNaN(result)) return undefined;
  run.values[virtual.slot] = result;
  return virtual.logical ? result !== 0 : shownNumber(result);
}

/** The later of two visible values of one name wins, in the place of the earlier one. */
function put({ values, shown }: DecodedFields, field: Field | VirtualField, value: Value): void {
  const { name } = field.shown;
  if (!field.repeated || !values.has(name)) shown.push(field.shown);
  else shown[shown.findIndex(each => each.name === name)] = field.shown;
  values.set(name, value);
}

function traceLine(field: Field, payload: Uint8Array, at: number, raw: Raw, value: Value): TraceLine {
  const { size, type } = field;
  const text = type === 'string' ? readBytes(payload, at, size).toString('hex') : String(raw);
  const bits = type === 'float' ? String(readWhole(payload, at, size, field.swapped, false)) : text;
  return { name: field.shown.name, bitOffset: at, bitSize: size, raw: bits, value: valueJson(value) };
}

function failure(code: DecodeCode, detail: string): NotDecoded {
  return { ok: false, code, detail };
}

function tooShort({ shown, size }: Field, at: number, bits: number): NotDecoded {
  const left = Math.max(0, bits - at);
  return failure('payload_too_short', `${shown.name} at bit ${at}: ${size} bits are needed, ${left} are left`);
}

function runFailure(
  run: Run,
  code: 'condition_error' | 'expression_error',
  { name }: ValueDescription,
  at: number,
): NotDecoded {
  const detail = `${name} at bit ${at}: ${run.detail}`;
  return failure(codeOf(run, code), detail);
}

/** The code of what failed in a run; a failed expression has another one in a condition. */
export function codeOf({ failure }: Run, expression: 'condition_error' | 'expression_error'): DecodeCode {
  return failure === 'calibration_missing' || failure === 'limit_exceeded' ? failure : expression;
}
