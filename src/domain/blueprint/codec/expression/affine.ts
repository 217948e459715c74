import type { Run } from '../run.ts';
import type { Tree } from './parse.ts';

/** `factor * $ + term` */
export interface Affine {
  readonly factor: number;
  readonly term: number;
}

/**
 * What an expression does to `$`, when that is no more than a factor and a term: of numbers, calibration values, `$`, signs, sums,
 * and products and quotients with one side that is constant. Undefined for every other.
 */
export function affineOf(tree: Tree, run: Run): Affine | undefined {
  switch (tree.kind) {
    case 'number':
      return { factor: 0, term: tree.value };
    case 'self':
      return { factor: 1, term: 0 };
    case 'calibration':
      return { factor: 0, term: run.calibrationOf(tree.key) };
    case 'unary': {
      const operand = affineOf(tree.operand, run);
      if (!operand || tree.operator === '!' || tree.operator === '~') return undefined;
      return tree.operator === '+' ? operand : times(operand, -1);
    }
    case 'binary': {
      const left = affineOf(tree.left, run);
      const right = left && affineOf(tree.right, run);
      return right && combined(tree.operator, left, right);
    }
    default:
      return undefined;
  }
}

function combined(operator: string, left: Affine, right: Affine): Affine | undefined {
  switch (operator) {
    case '+':
      return { factor: left.factor + right.factor, term: left.term + right.term };
    case '-':
      return { factor: left.factor - right.factor, term: left.term - right.term };
    case '*':
      if (right.factor === 0) return times(left, right.term);
      return left.factor === 0 ? times(right, left.term) : undefined;
    case '/':
      if (right.factor !== 0 || right.term === 0) return undefined;
      return { factor: left.factor / right.term, term: left.term / right.term };
    default:
      return undefined;
  }
}

/** What one step after the other does. */
export function after(first: Affine, second: Affine): Affine {
  return { factor: first.factor * second.factor, term: first.term * second.factor + second.term };
}

function times({ factor, term }: Affine, by: number): Affine {
  return { factor: factor * by, term: term * by };
}
