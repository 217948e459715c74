/** Choices that come from a list of random numbers, so that a failing run shrinks to few and simple ones; behind its end they are 0. */
export class Tape {
  readonly #numbers: ArrayLike<number>;
  #at = 0;

  constructor(numbers: ArrayLike<number>) {
    this.#numbers = numbers;
  }

  /** A whole number from 0, below the limit. */
  below(limit: number): number {
    return (this.#numbers[this.#at++] ?? 0) % limit;
  }

  /** Whether something happens that does so once in so many times. */
  onceIn(times: number): boolean {
    return this.below(times) === times - 1;
  }

  pick<T>(from: readonly T[]): T {
    const found = from[this.below(from.length)];
    if (found === undefined) throw new Error('nothing to choose from');
    return found;
  }

  bytes(length: number): Buffer {
    const bytes = Buffer.alloc(length);
    const filled = this.pick([-1, -1, -1, 0x00, 0xff]);
    for (let at = 0; at < length; at++) bytes[at] = filled < 0 ? this.below(256) : filled;
    return bytes;
  }
}
