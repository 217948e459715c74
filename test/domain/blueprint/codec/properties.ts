import { deepStrictEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { Blueprint, Direction, TraceLine } from '../../../../src/domain/blueprint/codec/blueprint.ts';
import { closed } from '../../../../src/domain/blueprint/codec/expression/close.ts';
import { type Expression, parseExpression } from '../../../../src/domain/blueprint/codec/expression/parse.ts';
import { Problems, readJson } from '../../../../src/domain/blueprint/codec/json-tree.ts';
import { BlueprintProblem } from '../../../../src/domain/blueprint/codec/problems.ts';
import { readBlueprint } from '../../../../src/domain/blueprint/codec/read.ts';
import { Run, TEXT } from '../../../../src/domain/blueprint/codec/run.ts';
import { decodedJson, metaJson } from '../../../../src/domain/blueprint/codec/values.ts';
import type { Json } from './documents.ts';
import { brokenText, heavyDocument, randomDocument } from './random-documents.ts';
import { randomTree, textOf } from './random-expressions.ts';
import { decode, evaluate, Failure, type Known, type Scene } from './reference.ts';
import { Tape } from './tape.ts';

/** How often what came out. */
export type Tally = Map<string, number>;
export interface Runs {
  readonly runs: number;
  readonly seed: number;
}

/** Payloads that each document gets: making a document costs more than decoding. */
const PAYLOADS = 8;
const LONGEST_PAYLOAD = 96;
/** Numbers that the operators meet at their borders. */
const BORDERS = [
  0,
  1,
  -1,
  0.5,
  -0.5,
  31,
  32,
  63,
  64,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  2 ** 32,
  2 ** 53,
  -(2 ** 53),
  2 ** 63,
  2 ** 64,
];

/** JSON of a number, or the digits of a large one. */
const NUMBER = /^(?:-?[0-9][-+.e0-9]*|"-?[0-9]{17,}")$/;

export function count(tally: Tally, what: string): void {
  tally.set(what, (tally.get(what) ?? 0) + 1);
}

/** @param length of the tape, on which what it does not reach is 0 */
function check(length: number, { runs, seed }: Runs, predicate: (tape: Tape) => void): void {
  const numbers = fc.noBias(fc.uint32Array({ minLength: length, maxLength: length }));
  const property = fc.property(numbers, found => predicate(new Tape(found)));
  fc.assert(property, { numRuns: runs, seed });
}

/** Random documents, right ones and wrong ones, with payloads: what comes out is what the reference says, and nothing is thrown. */
export function checkDocuments({ runs, seed }: Runs, tally: Tally): void {
  check(1000, { runs: Math.ceil(runs / PAYLOADS), seed }, tape => {
    const kind = tape.below(64);
    const document = kind === 63 ? heavyDocument(tape) : randomDocument(tape, { invertible: false });
    const broken = kind < 16;
    const text = broken ? brokenText(document, tape) : JSON.stringify(document);
    const blueprint = readOrRefused(text, tally);
    ok(blueprint !== undefined || broken, `a right document was refused: ${text}`);
    if (!blueprint) return;
    equal(blueprint.runSamples(), undefined);
    for (let at = 0; at < PAYLOADS; at++) {
      const { uplinkFormats, downlinkFormats } = blueprint;
      const direction =
        uplinkFormats.length === 0 || (downlinkFormats.length > 0 && tape.onceIn(4)) ? 'downlink' : 'uplink';
      const formats = direction === 'uplink' ? uplinkFormats : downlinkFormats;
      const format = tape.onceIn(32) ? tape.below(256) : tape.pick(formats);
      checkDecoding(
        blueprint,
        direction,
        format,
        tape.bytes(tape.pick([tape.below(8), tape.below(LONGEST_PAYLOAD), LONGEST_PAYLOAD])),
        tally,
      );
    }
  });
}

function readOrRefused(text: string, tally: Tally): Blueprint | undefined {
  try {
    const blueprint = readBlueprint(text);
    count(tally, 'documents accepted');
    return blueprint;
  } catch (error) {
    if (!(error instanceof BlueprintProblem)) throw error;
    count(tally, 'documents refused');
    count(tally, `refused: ${error.reason}`);
    const lines = text.split(/\r\n|\r|\n/);
    ok(error.line >= 1 && error.line <= lines.length, 'the line is one of the text');
    ok(error.column >= 1 && error.column <= (lines[error.line - 1] ?? '').length + 1, 'the column is one of the line');
    return undefined;
  }
}

function checkDecoding(
  blueprint: Blueprint,
  direction: Direction,
  format: number,
  payload: Buffer,
  tally: Tally,
): void {
  const { trace, ...decoded } = blueprint.trace({ direction, format, payload });
  deepStrictEqual(blueprint.decode({ direction, format, payload }), decoded, 'the trace changes nothing');
  equal(blueprint.judge({ direction, format, payload }).code, decoded.ok ? '' : decoded.code, 'judged alike');
  const wanted = decode(blueprint.spec as Json, direction, format, payload);
  count(tally, decoded.ok ? 'decoded' : `not decoded: ${decoded.code}`);
  if (!decoded.ok) {
    equal(decoded.code, 'code' in wanted ? wanted.code : 'decoded');
    ok(decoded.detail.length < 400);
    return;
  }
  if ('code' in wanted) throw new Error(`it decodes, and the reference says ${wanted.code}`);
  const json = decodedJson(decoded);
  const values = new Map(Object.entries(JSON.parse(json) as Json));
  // Names that look like indexes come first in an object, in whatever order they were written.
  deepStrictEqual([...values].sort(), [...wanted.values].sort());
  equal(decoded.unusedBits, wanted.unusedBits);
  deepStrictEqual(Object.keys(JSON.parse(metaJson(decoded))), [...values.keys()]);
  if (values.size > 0) count(tally, 'decoded to something');
  ok(json.length < 64 * 1024 && values.size <= 512 && trace.length <= 512, 'the result is within its limits');
  for (const [name, value] of decoded.values) {
    ok(blueprint.outputNames.includes(name));
    ok(typeof value !== 'number' || (Number.isFinite(value) && !Object.is(value, -0)));
    ok(typeof value !== 'string' || value.length <= 1024);
  }
}

/** What is decoded, each number moved by less than half of its raw step, encodes to what decodes to the same again. */
export function checkEncoding({ runs, seed }: Runs, tally: Tally, fixed: readonly Blueprint[] = []): void {
  check(1000, { runs: Math.ceil(runs / PAYLOADS), seed }, tape => {
    const document = randomDocument(tape, { invertible: true });
    const blueprint = fixed.length > 0 ? tape.pick(fixed) : readBlueprint(JSON.stringify(document));
    for (let at = 0; at < PAYLOADS; at++) {
      const format = tape.pick(blueprint.downlinkFormats);
      checkRoundTrip(blueprint, format, tape.bytes(LONGEST_PAYLOAD), tape, tally);
    }
  });
}

function checkRoundTrip(blueprint: Blueprint, format: number, payload: Buffer, tape: Tape, tally: Tally): void {
  const asked = { direction: 'downlink', format } as const;
  const first = blueprint.trace({ ...asked, payload });
  // A float that is no number has no value that could be given, and a replaced character is another one.
  const sayable = first.trace.every(({ value }) => value !== 'null' && !value.includes('\ufffd'));
  if (!first.ok || !sayable) {
    count(tally, first.ok ? 'not to be said' : `not decoded: ${first.code}`);
    return;
  }
  const moves = tape.onceIn(2);
  const given = first.trace.map(line => [line.name, moves ? movedBy(line, tape) : JSON.parse(line.value)] as const);
  const encoded = blueprint.encode({ format, values: Object.fromEntries(given) });
  if (!encoded.ok) throw new Error(`${encoded.reason} of ${encoded.field}: ${JSON.stringify(given)}`);
  count(tally, 'encoded');
  const second = blueprint.trace({ ...asked, payload: encoded.payload });
  ok(second.ok && second.unusedBits < 8);
  equal(second.trace.length, first.trace.length);
  for (const [at, line] of second.trace.entries()) checkSame(line, first.trace[at]);
}

/** The same element with a value that is nearer than any step of a random function; a double of its own is turned round inexactly. */
function checkSame(line: TraceLine, before: TraceLine | undefined): void {
  deepStrictEqual([line.name, line.bitOffset, line.bitSize], [before?.name, before?.bitOffset, before?.bitSize]);
  const [now, then] = [line.value, before?.value ?? ''];
  if (!NUMBER.test(now) || !NUMBER.test(then)) equal(now, then);
  else ok(Math.abs(numberOf(now) - numberOf(then)) <= 1e-5 + Math.abs(numberOf(then)) * 1e-12, `${now} is ${then}`);
}

function numberOf(json: string): number {
  return Number(JSON.parse(json));
}

/** A number that still rounds to the same raw number; what may be a float has no steps to round to. */
function movedBy({ value, bitSize }: TraceLine, tape: Tape): unknown {
  const number: unknown = JSON.parse(value);
  if (typeof number !== 'number' || Math.abs(number) > 1e6 || bitSize % 32 === 0) return number;
  return number + tape.pick([0, 0.000004, -0.000004]);
}

/** Random expressions: the closures, with their quick way for small numbers, give what a walk with bigints only gives. */
export function checkExpressions({ runs, seed }: Runs, tally: Tally): void {
  const names = ['a', 'b', 'c', 'value'];
  check(60, { runs, seed }, tape => {
    const tree = randomTree(tape, { names, ownValue: true, keys: ['k', 'none'] }, tape.pick([1, 2, 3, 4]));
    const text = textOf(tree, tape);
    const parsed = parsedOrTooLong(text, tally);
    if (!parsed) return;
    const values = new Map(names.map(name => [name, randomValue(tape)]));
    const own = randomValue(tape);
    const scene: Scene = { values, own: own === 'text' ? 'absent' : own, calibration: new Map([['k', 2.5]]), steps: 0 };
    const run = new Run(names.length, scene.calibration);
    run.begin(undefined);
    run.values.set(names.map(name => inSlot(values.get(name) ?? 'absent')));
    run.own = inSlot(scene.own);
    const result = closed(parsed, name => names.indexOf(name)).evaluate(run);
    const got = run.failure ?? (Number.isNaN(result) ? 'absent' : result + 0);
    const wanted = outcomeOf(parsed, scene);
    equal(got, wanted, text);
    if (typeof wanted === 'number' || wanted === 'absent') equal(run.steps, scene.steps, `steps of ${text}`);
    count(tally, typeof wanted === 'number' ? 'a number' : wanted);
  });
}

function parsedOrTooLong(text: string, tally: Tally): Expression | undefined {
  if (text.length > 512) {
    count(tally, 'too long');
    return undefined;
  }
  return parseExpression(text, true);
}

function outcomeOf({ tree }: Expression, scene: Scene): number | string {
  try {
    const result = evaluate(tree, scene);
    return result === 'absent' ? result : result + 0;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.code === 'expression_error' ? 'expression' : error.code;
  }
}

function randomValue(tape: Tape): Known {
  const kind = tape.below(16);
  if (kind === 0) return 'absent';
  if (kind === 1) return 'text';
  if (kind < 6) return tape.pick(BORDERS);
  if (kind < 10) return tape.below(2 ** 32) % 2 ** 31;
  if (kind < 12) return tape.below(2 ** 32) / 256 - 2 ** 23;
  return tape.below(kind === 12 ? 2 ** 32 : 256);
}

function inSlot(value: Known): number {
  if (value === 'text') return TEXT;
  return value === 'absent' ? Number.NaN : value;
}

/** Random trees: what is written of one is read as the same one. */
export function checkParsing({ runs, seed }: Runs): void {
  check(60, { runs, seed }, tape => {
    const tree = randomTree(tape, { names: ['a', 'b'], ownValue: true, keys: ['k'] }, 4);
    const text = textOf(tree, tape);
    if (text.length <= 512) deepStrictEqual(parseExpression(text, true).tree, tree, text);
  });
}

/** Parts of what is JSON and of what some readers take for it. */
const PIECES = [
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"b"',
    '"a":',
    '{}',
    '[]',
    '1',
    '-',
    '0',
    '01',
    '.5',
    '1.',
    'e1',
    'E+',
    'true',
    'null',
  ],
  ...[
    '\\',
    '"',
    '"\\n"',
    '"\\x"',
    '"\\u12"',
    '"\u0001"',
    '"\t"',
    ' ',
    '\n',
    '\r',
    '\t',
    '/',
    '//x\n',
    '/**/',
    '\u00a0',
    '\ufeff',
    '\u2028',
  ],
  ...['NaN', 'Infinity', 'True', "'a'", '#', '+1', '\v', '\0'],
];

/** Random texts: what is JSON here is what is JSON for the language. */
export function checkStrictness({ runs, seed }: Runs, tally: Tally): void {
  check(16, { runs, seed }, tape => {
    const text = Array.from({ length: 1 + tape.below(7) }, () => tape.pick(PIECES)).join('');
    const ours = accepts(() => readJson(text, new Problems(text)));
    equal(
      ours,
      accepts(() => JSON.parse(text)),
      JSON.stringify(text),
    );
    count(tally, ours ? 'JSON' : 'not JSON');
  });
}

function accepts(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
