const BITS = 32;
/** What lies in the object itself, not in memory of its own: 64 bytes. */
const FIRST_WORDS = 16;

/** Row ids, which are small numbers, as one bit each: thousands of sets of them are counted and joined. */
export class IdSet {
  /** With a sign: half of what has none is no small integer, and thousands of them are read. */
  #words = new Int32Array(FIRST_WORDS);

  add(id: number): void {
    const word = id >>> 5;
    if (word >= this.#words.length) this.#grow(word);
    this.#words[word] = (this.#words[word] ?? 0) | (1 << (id % BITS));
  }

  has(id: number): boolean {
    return ((this.#words[id >>> 5] ?? 0) & (1 << (id % BITS))) !== 0;
  }

  addAll(more: IdSet): void {
    const last = more.#words.length - 1;
    if (last >= this.#words.length) this.#grow(last);
    for (let word = 0; word <= last; word++) {
      this.#words[word] = (this.#words[word] ?? 0) | (more.#words[word] ?? 0);
    }
  }

  get size(): number {
    let count = 0;
    for (const word of this.#words) count += bitsOf(word);
    return count;
  }

  *[Symbol.iterator](): Generator<number> {
    for (const [at, word] of this.#words.entries()) {
      for (let rest = word; rest !== 0; rest &= rest - 1) yield at * BITS + (BITS - 1 - Math.clz32(rest & -rest));
    }
  }

  #grow(word: number): void {
    const larger = new Int32Array(Math.max(this.#words.length * 2, word + 1));
    larger.set(this.#words);
    this.#words = larger;
  }
}

/** How many bits of a word are set: added up in pairs, in fours, and all bytes at once. */
function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
