import type { Calibration } from './blueprint.ts';
import { LIMITS } from './limits.ts';

/** The value of a name that was not read in this message. A result is never NaN otherwise: that ends the decoding. */
export const ABSENT = Number.NaN;
/** Stands for a text in the place of a number; no number is infinite, for the same reason. */
export const TEXT = Number.POSITIVE_INFINITY;

/** Of a key that an expression spells out, which may be as long as the expression. */
const SHOWN_CHARACTERS = 128;

export type RunFailure = 'expression' | 'calibration_missing' | 'limit_exceeded';

/** What expressions see while one message is decoded or encoded. One for each document: it is used for each message again. */
export class Run {
  /** The latest final value of each name, by the slot of the name. */
  readonly values: Float64Array;
  /** The value of the element itself before its `func`. */
  own = ABSENT;
  /** The first thing that failed; what is computed after it says nothing. */
  failure: RunFailure | undefined;
  /** What failed, for a person. */
  detail = '';
  /** Where the bits of a float are turned round. */
  readonly scratch = new DataView(new ArrayBuffer(8));
  readonly #defaults: ReadonlyMap<string, number>;
  #calibration: Calibration | undefined;
  #steps = 0;

  constructor(slots: number, defaults: ReadonlyMap<string, number>) {
    this.values = new Float64Array(slots);
    this.#defaults = defaults;
  }

  begin(calibration: Calibration | undefined): void {
    this.values.fill(ABSENT);
    this.failure = undefined;
    this.#calibration = calibration;
    this.#steps = 0;
  }

  /** Takes so many nodes off what one decoding may evaluate. */
  pay(nodes: number): boolean {
    this.#steps += nodes;
    if (this.#steps <= LIMITS.steps) return true;
    this.fail('limit_exceeded', `more than ${LIMITS.steps} steps`);
    return false;
  }

  /** Nodes evaluated since the beginning. */
  get steps(): number {
    return this.#steps;
  }

  fail(failure: RunFailure, detail: string): number {
    if (this.failure === undefined) {
      this.failure = failure;
      this.detail = detail;
    }
    return ABSENT;
  }

  /** What comes of an operation whose result is no finite number: absent when an operand was, else a failure. */
  odd(left: number, right: number, what: string): number {
    return Number.isNaN(left) || Number.isNaN(right)
      ? ABSENT
      : this.fail('expression', `${what} gives no finite number`);
  }

  value(slot: number): number {
    const value = this.values[slot] ?? ABSENT;
    return value === TEXT ? this.fail('expression', 'text cannot be computed with') : value;
  }

  calibrationOf(key: string): number {
    const own = this.#calibration && Object.hasOwn(this.#calibration, key) ? this.#calibration[key] : undefined;
    const value = own ?? this.#defaults.get(key);
    if (value !== undefined && Number.isFinite(value)) return value;
    return this.fail(
      'calibration_missing',
      `there is no calibration value ${JSON.stringify(key.slice(0, SHOWN_CHARACTERS))}`,
    );
  }
}
