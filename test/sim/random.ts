/** Chance that a seed gives: the same seed, the same numbers (xoshiro128**). */
export class Chance {
  readonly #state = new Uint32Array(4);

  constructor(seed: number) {
    // Neighbouring seeds must not begin alike.
    let z = (seed >>> 0) + Math.floor(seed / 2 ** 32) * 0x9e3779b9;
    for (let n = 0; n < 4; n++) {
      z = (z + 0x9e3779b9) | 0;
      let mixed = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
      mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
      this.#state[n] = (mixed ^ (mixed >>> 16)) >>> 0;
    }
    if (this.#state.every(word => word === 0)) this.#state[0] = 1;
  }

  #next(): number {
    const s = this.#state as unknown as [number, number, number, number];
    const five = Math.imul(s[1], 5);
    const result = Math.imul((five << 7) | (five >>> 25), 9) >>> 0;
    const shifted = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = (s[3] << 11) | (s[3] >>> 21);
    return result;
  }

  /** 0 to 1. */
  readonly fraction = (): number => this.#next() / 2 ** 32;

  /** A whole number below that. */
  below(limit: number): number {
    return Math.floor(this.fraction() * limit);
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  often(part: number): boolean {
    return this.fraction() < part;
  }

  of<T>(choices: readonly T[]): T {
    const found = choices[this.below(choices.length)];
    if (found === undefined) throw new Error('nothing to choose from');
    return found;
  }

  bytes(count: number): Buffer {
    const made = Buffer.alloc(count);
    for (let at = 0; at < count; at++) made[at] = this.#next() >>> 24;
    return made;
  }

  /** Another chance that goes on by itself. */
  branch(): Chance {
    return new Chance(this.#next());
  }
}
