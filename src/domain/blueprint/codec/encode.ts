import { BitWriter } from './bits.ts';
import type { Encoded, EncodeInput } from './blueprint.ts';
import type { Field, Program, Programs } from './compile.ts';
import { codeOf, finish, type Raw, readRaw } from './decode.ts';
import { isTrue } from './expression/close.ts';
import { isRefusal, type Writing, writingOf } from './inverse.ts';
import { LIMITS } from './limits.ts';
import type { EncodeReason } from './problems.ts';
import type { Run } from './run.ts';

/** An element that was written. */
interface Written {
  readonly field: Field;
  readonly at: number;
  readonly raw: Raw;
}

/** Encodes values by the downlink layouts of one document. */
export class Encoder {
  readonly #programs: Programs;
  readonly #run: Run;

  constructor(programs: Programs, run: Run) {
    this.#programs = programs;
    this.#run = run;
  }

  encode({ format, values, calibration }: EncodeInput): Encoded {
    const program = this.#programs.find('downlink', format);
    if (!program) return refused('format_not_found', '', `there is no downlink layout with the id ${format}`);
    if (program.encrypted) return refused('encrypted_payload', '', `the downlink layout ${format} is encrypted`);
    this.#run.begin(calibration);
    const given = new Map(Object.entries(values));
    const writer = new BitWriter();
    const done = this.#write(program, given, writer);
    if (!Array.isArray(done)) return done;
    const payload = writer.bytes();
    return this.#superfluous(program, given, done) ?? this.#overwritten(payload, done) ?? { ok: true, payload };
  }

  #write(program: Program, given: ReadonlyMap<string, unknown>, writer: BitWriter): Written[] | Encoded {
    const run = this.#run;
    const done: Written[] = [];
    let at = 0;
    for (const field of program.fields) {
      const { name } = field.shown;
      const condition = field.condition?.evaluate(run) ?? 1;
      if (run.failure !== undefined) return refused(codeOf(run, 'condition_error'), name, run.detail);
      if (!isTrue(condition)) continue;
      if (field.offset >= 0) at = field.offset;
      if (at + field.size > LIMITS.payloadBytes * 8) {
        return refused('limit_exceeded', name, `the payload has more than ${LIMITS.payloadBytes} bytes`);
      }
      if (!given.has(name) && !field.hidden) return refused('missing_value', name, 'no value is given');
      const writing = given.has(name) ? writingOf(field, given.get(name), run) : padding(field);
      if (isRefusal(writing)) return refused(writing.reason, name, writing.detail);
      write(writer, field, at, writing.raw, run);
      // Later conditions see what the receiver will, which is not always the value that was given.
      finish(field, writing.raw, run);
      if (run.failure !== undefined) return refused(codeOf(run, 'expression_error'), name, run.detail);
      if (!isNear(run.values[field.slot] ?? Number.NaN, writing)) {
        return refused('value_out_of_range', name, 'the value does not come out as it goes in');
      }
      done.push({ field, at, raw: writing.raw });
      at += field.size;
    }
    return done;
  }

  /** A value that nothing was written for. */
  #superfluous(
    { fields, virtuals }: Program,
    given: ReadonlyMap<string, unknown>,
    done: readonly Written[],
  ): Encoded | undefined {
    const written = new Set(done.map(({ field }) => field.shown.name));
    for (const name of given.keys()) {
      if (written.has(name)) continue;
      if (fields.some(({ shown }) => shown.name === name)) {
        return refused('unexpected_value', name, 'the conditions leave this value out');
      }
      if (!virtuals.some(({ shown }) => shown.name === name)) {
        return refused('unknown_field', name, 'the layout has no such value');
      }
    }
    return undefined;
  }

  /** An element with an `offset` may have been written over another one. */
  #overwritten(payload: Uint8Array, done: readonly Written[]): Encoded | undefined {
    const lost = done.find(({ field, at, raw }) => !Object.is(readRaw(field, payload, at, this.#run), raw));
    return lost && refused('value_out_of_range', lost.field.shown.name, 'another element lies on the same bits');
  }
}

function write(writer: BitWriter, field: Field, at: number, raw: Raw, run: Run): void {
  if (typeof raw === 'string') {
    const bytes = Buffer.alloc(field.size / 8);
    bytes.write(raw, field.type === 'string' ? 'utf8' : 'hex');
    writer.writeBytes(at, bytes);
  } else if (field.type === 'float') {
    const { scratch } = run;
    if (field.size === 32) scratch.setFloat32(0, Number(raw));
    else scratch.setFloat64(0, Number(raw));
    writer.writeWhole(
      at,
      field.size,
      field.size === 32 ? scratch.getUint32(0) : scratch.getBigUint64(0),
      field.swapped,
    );
  } else writer.writeWhole(at, field.size, raw, field.swapped);
}

/** What a hidden element has when no value is given for it. */
function padding({ type, size }: Field): Writing {
  if (type === 'string') return { raw: '' };
  return { raw: type === 'binary' ? '0'.repeat(size / 4) : 0 };
}

function isNear(number: number, { wanted }: Writing): boolean {
  return wanted === undefined || Math.abs(number - wanted.number) <= wanted.within;
}

function refused(reason: EncodeReason, field: string, detail: string): Encoded {
  return { ok: false, reason, field, detail };
}
