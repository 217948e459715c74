import { ABSENT, type Run } from '../run.ts';
import { bitwise, complement } from './bitwise.ts';
import type { Arithmetic, BinaryOperator, BitOperator, Comparison, Expression, FunctionName, Tree } from './parse.ts';

/** Absent is NaN; after a failure of the run the result says nothing. */
type Evaluate = (run: Run) => number;

/** An expression that can be evaluated. */
export interface Computation {
  /** Whether the outermost operation is a comparison or logic, so that the result is true or false. */
  readonly logical: boolean;
  evaluate(run: Run): number;
}

const LOGICAL: ReadonlySet<string> = new Set<BinaryOperator>(['==', '!=', '<', '<=', '>', '>=', '&&', '||']);

/** @param slotOf the place of a name's value */
export function closed({ tree }: Expression, slotOf: (name: string) => number): Computation {
  const logical =
    (tree.kind === 'binary' && LOGICAL.has(tree.operator)) || (tree.kind === 'unary' && tree.operator === '!');
  return { logical, evaluate: paid(tree, slotOf) };
}

/** Whether a result counts as true: what is absent does not. */
export function isTrue(value: number): boolean {
  return value > 0 || value < 0;
}

/**
 * A part of an expression that is evaluated as a whole or not at all. It is paid for at once and before, node by node as it is
 * written; what is evaluated in some cases only is a part of its own within it.
 */
function paid(tree: Tree, slotOf: (name: string) => number): Evaluate {
  const evaluate = close(tree, slotOf);
  const cost = costOf(tree);
  return run => (run.pay(cost) ? evaluate(run) : ABSENT);
}

function costOf(tree: Tree): number {
  switch (tree.kind) {
    case 'unary':
      return 1 + costOf(tree.operand);
    case 'binary':
      return 1 + costOf(tree.left) + (tree.operator === '&&' || tree.operator === '||' ? 0 : costOf(tree.right));
    case 'choice':
      return 1 + costOf(tree.condition);
    case 'call':
      return tree.of.reduce((sum, each) => sum + costOf(each), 1);
    default:
      return 1;
  }
}

function close(tree: Tree, slotOf: (name: string) => number): Evaluate {
  switch (tree.kind) {
    case 'number': {
      const { value } = tree;
      return () => value;
    }
    case 'self':
      return run => run.own;
    case 'reference': {
      const slot = slotOf(tree.name);
      return run => run.value(slot);
    }
    case 'calibration': {
      const { key } = tree;
      return run => run.calibrationOf(key);
    }
    case 'unary':
      return closeUnary(tree.operator, close(tree.operand, slotOf));
    case 'choice': {
      const condition = close(tree.condition, slotOf);
      const yes = paid(tree.yes, slotOf);
      const no = paid(tree.no, slotOf);
      return run => (isTrue(condition(run)) ? yes(run) : no(run));
    }
    case 'call':
      return closeCall(
        tree.name,
        tree.of.map(each => close(each, slotOf)),
      );
    case 'binary':
      return closeBinary(tree.operator, close(tree.left, slotOf), tree.right, slotOf);
  }
}

function closeUnary(operator: '-' | '+' | '!' | '~', operand: Evaluate): Evaluate {
  switch (operator) {
    case '-':
      return run => -operand(run);
    case '+':
      return operand;
    case '!':
      return run => (isTrue(operand(run)) ? 0 : 1);
    case '~':
      return run => complement(operand(run), run);
  }
}

function closeBinary(operator: BinaryOperator, left: Evaluate, tree: Tree, slotOf: (name: string) => number): Evaluate {
  if (operator === '&&' || operator === '||') {
    const right = paid(tree, slotOf);
    return operator === '&&'
      ? run => (isTrue(left(run)) && isTrue(right(run)) ? 1 : 0)
      : run => (isTrue(left(run)) || isTrue(right(run)) ? 1 : 0);
  }
  const right = close(tree, slotOf);
  if (isBitOperator(operator)) return run => bitwise(operator, left(run), right(run), run);
  return closeArithmetic(operator, left, right) ?? closeComparison(operator as Comparison, left, right);
}

function isBitOperator(operator: BinaryOperator): operator is BitOperator {
  return ['&', '|', '^', '<<', '>>'].includes(operator);
}

// A difference with itself is zero for finite numbers only.
function closeArithmetic(operator: BinaryOperator, left: Evaluate, right: Evaluate): Evaluate | undefined {
  switch (operator as Arithmetic) {
    case '+':
      return run => {
        const a = left(run);
        const b = right(run);
        const result = a + b;
        return result - result === 0 ? result : run.odd(a, b, '+');
      };
    case '-':
      return run => {
        const a = left(run);
        const b = right(run);
        const result = a - b;
        return result - result === 0 ? result : run.odd(a, b, '-');
      };
    case '*':
      return run => {
        const a = left(run);
        const b = right(run);
        const result = a * b;
        return result - result === 0 ? result : run.odd(a, b, '*');
      };
    case '/':
      return run => {
        const a = left(run);
        const b = right(run);
        const result = a / b;
        return result - result === 0 ? result : run.odd(a, b, '/');
      };
    case '%':
      return run => {
        const a = left(run);
        const b = right(run);
        const result = a % b;
        return result - result === 0 ? result : run.odd(a, b, '%');
      };
    default:
      return undefined;
  }
}

/** With what is absent, NaN, every comparison is false. */
function closeComparison(operator: Comparison, left: Evaluate, right: Evaluate): Evaluate {
  switch (operator) {
    case '==':
      return run => (left(run) === right(run) ? 1 : 0);
    case '!=':
      return run => {
        const a = left(run);
        const b = right(run);
        return a < b || a > b ? 1 : 0;
      };
    case '<':
      return run => (left(run) < right(run) ? 1 : 0);
    case '<=':
      return run => (left(run) <= right(run) ? 1 : 0);
    case '>':
      return run => (left(run) > right(run) ? 1 : 0);
    case '>=':
      return run => (left(run) >= right(run) ? 1 : 0);
  }
}

const OF_ONE: ReadonlyMap<FunctionName, (value: number) => number> = new Map([
  ...(['floor', 'ceil', 'trunc', 'abs', 'sqrt', 'exp', 'log', 'log10', 'log2', 'sin', 'cos', 'tan'] as const).map(
    name => [name, Math[name]] as const,
  ),
  // Halves go up, also below zero.
  ['round', value => Math.floor(value + 0.5)],
]);

function closeCall(name: FunctionName, of: readonly Evaluate[]): Evaluate {
  const [first, second] = of;
  if (name === 'min' || name === 'max') {
    const better = name === 'min' ? Math.min : Math.max;
    return of.reduce((so, next) => run => better(so(run), next(run)));
  }
  const ofOne = OF_ONE.get(name);
  if (ofOne && first) {
    return run => {
      const value = first(run);
      const result = ofOne(value);
      return result - result === 0 ? result : run.odd(value, value, name);
    };
  }
  if (!first || !second) throw new Error('the number of arguments was checked');
  return run => {
    const a = first(run);
    const b = second(run);
    // The language gives 1 for anything to the power of 0, absent or not.
    const result = Number.isNaN(b) || Number.isNaN(a) ? ABSENT : a ** b;
    return result - result === 0 ? result : run.odd(a, b, name);
  };
}
