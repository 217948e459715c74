const FIRST_BYTES = 64;

/** Packet counters of one endpoint, one bit each, counted from where the endpoint began. */
export class CounterSet {
  readonly first: number;
  #bits = new Uint8Array(FIRST_BYTES);
  #size = 0;

  constructor(first: number) {
    this.first = first;
  }

  get size(): number {
    return this.#size;
  }

  /** Returns false when the counter was there already. */
  add(counter: number): boolean {
    const offset = (counter - this.first) >>> 0;
    const byte = offset >>> 3;
    const bit = 1 << (offset & 7);
    if (byte >= this.#bits.length) {
      const larger = new Uint8Array(Math.max(this.#bits.length * 2, byte + 1));
      larger.set(this.#bits);
      this.#bits = larger;
    }
    const held = this.#bits[byte] ?? 0;
    if (held & bit) return false;
    this.#bits[byte] = held | bit;
    this.#size++;
    return true;
  }

  has(counter: number): boolean {
    const offset = (counter - this.first) >>> 0;
    return ((this.#bits[offset >>> 3] ?? 0) & (1 << (offset & 7))) !== 0;
  }

  *[Symbol.iterator](): Generator<number> {
    for (let offset = 0; offset < this.#bits.length * 8; offset++) {
      if ((this.#bits[offset >>> 3] ?? 0) & (1 << (offset & 7))) yield (this.first + offset) >>> 0;
    }
  }
}
