import type { Tree } from '../../../../src/domain/blueprint/codec/expression/parse.ts';
import { parseExpression } from '../../../../src/domain/blueprint/codec/expression/parse.ts';
import type { Json } from './documents.ts';

/**
 * The format once more, written for being read and not for being fast, and with nothing of the product but its parser: bits are
 * characters, bit operators are those of bigints only, a step is counted where a node is evaluated.
 */

export type Known = number | 'absent' | 'text';
export type Outcome =
  | { readonly code: string }
  | { readonly values: Map<string, unknown>; readonly unusedBits: number };

/** Not an Error, which would look at the stack each time. */
export class Failure {
  readonly code: string;
  constructor(code: string) {
    this.code = code;
  }
}

export interface Scene {
  readonly values: ReadonlyMap<string, Known>;
  readonly own: Known;
  readonly calibration: ReadonlyMap<string, number>;
  steps: number;
}

const MOST_STEPS = 10_000;

export function evaluate(tree: Tree, scene: Scene): number | 'absent' {
  scene.steps++;
  const of = (part: Tree) => evaluate(part, scene);
  switch (tree.kind) {
    case 'number':
      return tree.value;
    case 'self':
      return numeric(scene.own);
    case 'reference':
      return numeric(scene.values.get(tree.name) ?? 'absent');
    case 'calibration': {
      const value = scene.calibration.get(tree.key);
      if (value === undefined) throw new Failure('calibration_missing');
      return value;
    }
    case 'choice':
      return holds(of(tree.condition)) ? of(tree.yes) : of(tree.no);
    case 'unary': {
      const operand = of(tree.operand);
      if (tree.operator === '!') return holds(operand) ? 0 : 1;
      if (operand === 'absent') return operand;
      if (tree.operator === '~') return fromBits(~toBits(operand));
      return tree.operator === '-' ? -operand : operand;
    }
    case 'call':
      return call(tree.name, tree.of.map(of));
    case 'binary': {
      const { operator } = tree;
      const left = of(tree.left);
      if (operator === '&&') return holds(left) && holds(of(tree.right)) ? 1 : 0;
      if (operator === '||') return holds(left) || holds(of(tree.right)) ? 1 : 0;
      return binary(operator, left, of(tree.right));
    }
  }
}

function numeric(value: Known): number | 'absent' {
  if (value === 'text') throw new Failure('expression_error');
  return value;
}

function holds(value: number | 'absent'): boolean {
  return value !== 'absent' && value !== 0;
}

function binary(operator: string, left: number | 'absent', right: number | 'absent'): number | 'absent' {
  const isComparison = ['==', '!=', '<', '<=', '>', '>='].includes(operator);
  if (left === 'absent' || right === 'absent') return isComparison ? 0 : 'absent';
  switch (operator) {
    case '==':
      return left === right ? 1 : 0;
    case '!=':
      return left !== right ? 1 : 0;
    case '<':
      return left < right ? 1 : 0;
    case '<=':
      return left <= right ? 1 : 0;
    case '>':
      return left > right ? 1 : 0;
    case '>=':
      return left >= right ? 1 : 0;
    case '+':
      return finite(left + right);
    case '-':
      return finite(left - right);
    case '*':
      return finite(left * right);
    case '/':
      return finite(left / right);
    case '%':
      return finite(left % right);
    case '&':
      return fromBits(toBits(left) & toBits(right));
    case '|':
      return fromBits(toBits(left) | toBits(right));
    case '^':
      return fromBits(toBits(left) ^ toBits(right));
  }
  const by = toBits(right);
  if (by < 0n || by > 63n) throw new Failure('expression_error');
  return fromBits(operator === '<<' ? toBits(left) << by : toBits(left) >> by);
}

function call(name: string, of: readonly (number | 'absent')[]): number | 'absent' {
  const numbers = of.filter(value => value !== 'absent');
  const [a = 0, b = 0] = numbers;
  if (numbers.length < of.length) return 'absent';
  if (name === 'round') return finite(Math.floor(a + 0.5));
  if (name === 'min') return Math.min(...numbers);
  if (name === 'max') return Math.max(...numbers);
  if (name === 'pow') return finite(a ** b);
  return finite((Math as unknown as Record<string, (of: number) => number>)[name]?.(a) ?? Number.NaN);
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new Failure('expression_error');
  return value;
}

function toBits(value: number): bigint {
  return BigInt(Math.trunc(value));
}

function fromBits(value: bigint): number {
  if (value > 2n ** 63n || value < -(2n ** 63n)) throw new Failure('expression_error');
  return Number(value);
}

/** Decodes by a document as JSON has it. */
export function decode(spec: Json, direction: string, format: number, payload: Buffer): Outcome {
  try {
    return walk(spec, direction, format, payload);
  } catch (error) {
    if (error instanceof Failure) return { code: error.code };
    throw error;
  }
}

function walk(spec: Json, direction: string, format: number, payload: Buffer): Outcome {
  const layouts = (spec[direction] ?? []) as Json[];
  const layout = layouts.find(each => (each.id ?? 0) === format);
  if (!layout) throw new Failure('format_not_found');
  if (![undefined, 0, '0', ''].includes(layout.crypto as string)) throw new Failure('encrypted_payload');
  if (payload.length > 1024) throw new Failure('limit_exceeded');
  const bits = [...payload].map(byte => byte.toString(2).padStart(8, '0')).join('');
  const components = new Map(Object.entries((spec.component ?? {}) as Record<string, Json>));
  const calibration = new Map(Object.entries((spec.calibration ?? {}) as Record<string, number>));
  const values = new Map<string, Known>();
  const shown = new Map<string, unknown>();
  const counter = { steps: 0 };
  const run = (text: unknown, own: Known, ownValue: boolean, code: string): number | 'absent' => {
    const scene: Scene = { values, own, calibration, steps: 0 };
    try {
      const result = evaluate(treeOf(String(text), ownValue), scene);
      if (counter.steps + scene.steps > MOST_STEPS) throw new Failure('limit_exceeded');
      return result;
    } catch (error) {
      throw error instanceof Failure && error.code === 'expression_error' ? new Failure(code) : error;
    } finally {
      counter.steps += scene.steps;
    }
  };
  let at = 0;
  let furthest = 0;
  for (const own of layout.payload as Json[]) {
    const component = components.get(String(own.component)) ?? {};
    const element: Json = { ...component, ...own, hidden: own.hidden === true || component.hidden === true };
    const name = String(own.name);
    if (!blank(own.condition) && !holds(run(own.condition, 'absent', false, 'condition_error'))) continue;
    if (own.offset !== undefined) at = Number(own.offset);
    const size = Number(element.size);
    if (at + size > bits.length) throw new Failure('payload_too_short');
    let read = bits.slice(at, at + size);
    const little = own.littleEndian ?? component.littleEndian ?? layout.littleEndian ?? false;
    const turns = ['uint', 'int', 'float', 'enum'].includes(String(element.type)) && little === true && size % 8 === 0;
    if (turns) read = (read.match(/.{8}/g) ?? []).reverse().join('');
    const [value, known] = valueRead(
      { ...element, scale: own.scale, bias: own.bias, calibration: own.calibration },
      read,
      calibration,
      run,
    );
    values.set(name, known);
    if (element.hidden !== true) shown.set(name, value);
    at += size;
    furthest = Math.max(furthest, at);
  }
  for (const virtual of (layout.virtual ?? []) as Json[]) {
    if (!blank(virtual.condition) && !holds(run(virtual.condition, 'absent', false, 'condition_error'))) continue;
    const result = run(virtual.func, 'absent', false, 'expression_error');
    if (result === 'absent') continue;
    values.set(String(virtual.name), result);
    const value =
      virtual.type === 'bool' || isLogical(String(virtual.func), false) ? result !== 0 : numberShown(result);
    if (virtual.hidden !== true) shown.set(String(virtual.name), value);
  }
  return { values: shown, unusedBits: bits.length - furthest };
}

type Running = (text: unknown, own: Known, ownValue: boolean, code: string) => number | 'absent';

function valueRead(
  element: Json,
  bits: string,
  calibration: ReadonlyMap<string, number>,
  run: Running,
): [unknown, Known] {
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)));
  if (element.type === 'string') return [bytes.toString('utf8').replace(/\0*$/, ''), 'text'];
  if (element.type === 'binary' || element.type === 'bytes') return [bytes.toString('hex'), 'text'];
  const unsigned = BigInt(`0b${bits}`);
  let raw: number | bigint = element.type === 'int' ? BigInt.asIntN(bits.length, unsigned) : unsigned;
  if (element.type === 'float') raw = bits.length === 32 ? bytes.readFloatBE() : bytes.readDoubleBE();
  let number: number | 'absent' = Number(raw);
  if (!Number.isFinite(number)) number = 'absent';
  if (element.type === 'bool') number = number === 0 ? 0 : 1;
  if (element.scale !== undefined || element.bias !== undefined || element.calibration !== undefined) {
    const factor = element.calibration === undefined ? 1 : calibration.get(String(element.calibration));
    if (factor === undefined) throw new Failure('calibration_missing');
    if (number !== 'absent')
      number = finite((number * Number(element.scale ?? 1) + Number(element.bias ?? 0)) * factor);
    raw = Number.NaN;
  }
  const computed = !blank(element.func) && treeOf(String(element.func), true).kind !== 'self';
  if (computed) {
    number = run(element.func, number, true, 'expression_error');
    if (number === 'absent') throw new Failure('expression_error');
  }
  if (number === 'absent') return [null, number];
  let value: unknown = numberShown(number);
  if (computed && isLogical(String(element.func), true)) value = number !== 0;
  else if (!computed && typeof raw === 'bigint') value = element.type === 'bool' ? number !== 0 : wholeShown(raw);
  const choices = new Map(Object.entries((element.enum ?? {}) as Json));
  const key = String(value === true ? 1 : value === false ? 0 : value);
  return [choices.has(key) ? choices.get(key) : value, number];
}

/** What was parsed last: the payloads of one document follow each other. */
const trees = new Map<string, Tree>();

function treeOf(text: string, ownValue: boolean): Tree {
  const key = `${ownValue} ${text}`;
  const tree = trees.get(key) ?? parseExpression(text, ownValue).tree;
  if (trees.size > 1000) trees.clear();
  trees.set(key, tree);
  return tree;
}

function blank(text: unknown): boolean {
  return text === undefined || String(text).trim() === '';
}

function isLogical(text: string, ownValue: boolean): boolean {
  const tree = treeOf(text, ownValue);
  if (tree.kind === 'unary') return tree.operator === '!';
  return tree.kind === 'binary' && ['==', '!=', '<', '<=', '>', '>=', '&&', '||'].includes(tree.operator);
}

/** As JSON has it. */
function numberShown(value: number): unknown {
  return Number.isInteger(value) ? wholeShown(BigInt(value)) : value;
}

function wholeShown(whole: bigint): unknown {
  return Number.isSafeInteger(Number(whole)) ? Number(whole) : String(whole);
}
