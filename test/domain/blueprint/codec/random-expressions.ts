import type {
  BinaryOperator,
  FunctionName,
  Tree,
  UnaryOperator,
} from '../../../../src/domain/blueprint/codec/expression/parse.ts';
import type { Tape } from './tape.ts';

/** What a random expression may refer to. */
export interface Known {
  readonly names: readonly string[];
  readonly ownValue: boolean;
  readonly keys: readonly string[];
}

const BINARY: readonly (readonly BinaryOperator[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];
const OPERATORS = BINARY.flat();
const BITS: readonly BinaryOperator[] = ['&', '|', '^', '<<', '>>'];
const UNARY: readonly UnaryOperator[] = ['-', '~', '!', '+'];
const OF_ONE: readonly FunctionName[] = [
  'floor',
  'ceil',
  'round',
  'trunc',
  'abs',
  'sqrt',
  'exp',
  'log',
  'log10',
  'log2',
];
const NUMBERS = [
  0,
  1,
  2,
  3,
  7,
  0.5,
  10,
  31,
  32,
  63,
  64,
  255,
  1e3,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 63,
  1e-7,
  1e300,
];
const ATOM = 11;

/** A random expression; a tape at its end gives the simplest one. */
export function randomTree(tape: Tape, known: Known, depth: number): Tree {
  const kind = depth === 0 ? 0 : tape.below(10);
  if (kind < 3) return randomLeaf(tape, known);
  const part = () => randomTree(tape, known, depth - 1);
  if (kind === 3) return { kind: 'unary', operator: tape.pick(UNARY), operand: part() };
  if (kind === 4) return { kind: 'choice', condition: part(), yes: part(), no: part() };
  if (kind === 5) {
    if (tape.onceIn(3)) return { kind: 'call', name: 'pow', of: [part(), part()] };
    if (tape.onceIn(3)) return { kind: 'call', name: tape.pick(['min', 'max']), of: [part(), part(), part()] };
    return { kind: 'call', name: tape.pick(OF_ONE), of: [part()] };
  }
  return { kind: 'binary', operator: tape.pick(kind < 8 ? BITS : OPERATORS), left: part(), right: part() };
}

function randomLeaf(tape: Tape, { names, ownValue, keys }: Known): Tree {
  const kind = tape.below(6);
  if (kind < 2 && ownValue) return { kind: 'self' };
  if (kind < 4 && names.length > 0) return { kind: 'reference', name: tape.pick(names) };
  if (kind === 4 && keys.length > 0) return { kind: 'calibration', key: tape.pick(keys) };
  return { kind: 'number', value: tape.onceIn(4) ? tape.below(2 ** 32) : tape.pick(NUMBERS) };
}

/** A factor and a term: what can be turned round. */
export function randomAffine(tape: Tape): Tree {
  const factor = tape.pick([0.1, 0.125, -1, 2, 10, 1 / 3, -0.01]);
  const term = tape.pick([0, -40, 273.15, 1]);
  const self: Tree = { kind: 'self' };
  const number = (value: number): Tree =>
    value < 0
      ? { kind: 'unary', operator: '-', operand: { kind: 'number', value: -value } }
      : { kind: 'number', value };
  const product: Tree = tape.onceIn(2)
    ? { kind: 'binary', operator: '*', left: self, right: number(factor) }
    : { kind: 'binary', operator: '/', left: self, right: number(factor) };
  return { kind: 'binary', operator: tape.pick(['+', '-']), left: product, right: number(term) };
}

/** The text of an expression, with the parentheses that it needs and now and then some that it does not. */
export function textOf(tree: Tree, tape: Tape, around = 0): string {
  const [text, binding] = written(tree, tape);
  return binding < around || tape.onceIn(12) ? `(${text})` : text;
}

function written(tree: Tree, tape: Tape): [text: string, binding: number] {
  const blank = () => tape.pick([' ', '', '', '\n ', '\t']);
  switch (tree.kind) {
    case 'number':
      return [numberText(tree.value, tape), ATOM];
    case 'self':
      return [tape.onceIn(8) ? '$value' : '$', ATOM];
    case 'reference':
      return [`$${tree.name}`, ATOM];
    case 'calibration':
      return [`$calibration.${tree.key}`, ATOM];
    case 'unary':
      return [`${tree.operator}${blank()}${textOf(tree.operand, tape, ATOM)}`, ATOM];
    case 'call':
      return [
        `${tape.pick(['', 'Math.'])}${tree.name}(${tree.of.map(each => textOf(each, tape)).join(`,${blank()}`)})`,
        ATOM,
      ];
    case 'choice': {
      const [condition, yes, no] = [textOf(tree.condition, tape, 1), textOf(tree.yes, tape), textOf(tree.no, tape)];
      if (tape.onceIn(3)) return [`if(${condition},${yes},${no})`, ATOM];
      return [`${condition} ?${blank()}${yes} :${blank()}${no}`, 0];
    }
    case 'binary': {
      const binding = BINARY.findIndex(level => level.includes(tree.operator)) + 1;
      const operator = tape.onceIn(4) && /^[=!]=$/.test(tree.operator) ? `${tree.operator}=` : tree.operator;
      const [left, right] = [textOf(tree.left, tape, binding), textOf(tree.right, tape, binding + 1)];
      return [`${left}${blank()}${operator}${blank()}${right}`, binding];
    }
  }
}

function numberText(value: number, tape: Tape): string {
  if (Number.isInteger(value) && value < 2 ** 64 && tape.onceIn(3)) return `0x${BigInt(value).toString(16)}`;
  return String(value).replace('e+', tape.pick(['e', 'e+']));
}
