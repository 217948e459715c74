import type { Run } from '../run.ts';
import type { BitOperator } from './parse.ts';

/** Counts of bits that something can be shifted by. */
const MOST_SHIFTED = 63;
/** A result may be that far from zero. */
const MOST = 2 ** 63;
const MOST_WIDE = BigInt(MOST);

/**
 * An operation on the whole parts of two numbers, as on integers of any width. Whole numbers that lie in 31 bits, which nearly all
 * of them do, take the operators of the language; all others take the slow way, to the same result.
 */
export function bitwise(operator: BitOperator, a: number, b: number, run: Run): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.NaN;
  if (!isSmall(a) || !isSmall(b)) return onWide(operator, a, b, run);
  switch (operator) {
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '<<':
      // Exact: it moves the exponent of a double only.
      return b > MOST_SHIFTED || a * 2 ** b > MOST ? tooFar(run) : a * 2 ** b;
    case '>>':
      if (b > MOST_SHIFTED) return tooFar(run);
      return b > 31 ? 0 : a >> b;
  }
}

export function complement(a: number, run: Run): number {
  if (Number.isNaN(a)) return a;
  return isSmall(a) ? ~a : within(~BigInt(Math.trunc(a)), run);
}

function onWide(operator: BitOperator, a: number, b: number, run: Run): number {
  const left = BigInt(Math.trunc(a));
  const right = BigInt(Math.trunc(b));
  switch (operator) {
    case '&':
      return within(left & right, run);
    case '|':
      return within(left | right, run);
    case '^':
      return within(left ^ right, run);
  }
  if (right < 0n || right > MOST_SHIFTED) return tooFar(run);
  return within(operator === '<<' ? left << right : left >> right, run);
}

/** 0 to 2^31 − 1, in which no operator of 32 bits meets a sign. */
function isSmall(value: number): boolean {
  return (value | 0) === value && value >= 0;
}

function within(result: bigint, run: Run): number {
  return result > MOST_WIDE || result < -MOST_WIDE ? tooFar(run) : Number(result);
}

function tooFar(run: Run): number {
  return run.fail('expression', 'a bit operation leaves 64 bits');
}
