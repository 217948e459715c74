/** Radio values have two decimals at most, as nearly always. */
const DECIMALS = 100;
const LARGEST_SCALED = 2 ** 40;
/** In place of a scaled number: eight bytes follow. */
const RAW = 1;
/** What is added up in a machine word, seven bits at a time. */
const SMALL_BITS = 28;
const SMALL = 2 ** SMALL_BITS;
/** So many bytes are not copied one by one; a view of fewer costs more than they do. */
const MANY = 64;

/** Numbers and words, one behind the other, in as few bytes as they need. */
export class Packed {
  #buffer = Buffer.allocUnsafe(4096);
  #at = 0;

  /** From 0 on. */
  whole(value: number): void {
    this.#reserve(10);
    let rest = value;
    while (rest >= 0x80) {
      this.#buffer[this.#at++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#buffer[this.#at++] = rest;
  }

  /** From below 0 on, too. */
  signed(value: number): void {
    this.whole(value >= 0 ? value * 2 : -value * 2 - 1);
  }

  number(value: number): void {
    const scaled = Math.round(value * DECIMALS);
    if (Math.abs(scaled) < LARGEST_SCALED && scaled / DECIMALS === value) {
      this.whole((scaled >= 0 ? scaled * 2 : -scaled * 2 - 1) * 2);
      return;
    }
    this.whole(RAW);
    this.double(value);
  }

  double(value: number): void {
    this.#reserve(8);
    this.#at = this.#buffer.writeDoubleLE(value, this.#at);
  }

  /** Of a number that a float of four bytes can be. */
  single(value: number): void {
    this.#reserve(4);
    this.#at = this.#buffer.writeFloatLE(value, this.#at);
  }

  words(words: ReadonlyMap<string, number>): void {
    this.whole(words.size);
    for (const [text, count] of words) {
      const length = Buffer.byteLength(text);
      this.whole(length);
      this.#reserve(length);
      this.#at += this.#buffer.write(text, this.#at);
      this.whole(count);
    }
  }

  /** What another one has packed, behind its length. */
  part(packed: Packed): void {
    this.whole(packed.#at);
    this.#reserve(packed.#at);
    this.#at += packed.#buffer.copy(this.#buffer, this.#at, 0, packed.#at);
  }

  /** Bytes as they are. */
  copy(bytes: Uint8Array, from: number, to: number): void {
    this.#reserve(to - from);
    if (to - from < MANY) for (let at = from; at < to; at++) this.#buffer[this.#at++] = bytes[at] ?? 0;
    else {
      this.#buffer.set(bytes.subarray(from, to), this.#at);
      this.#at += to - from;
    }
  }

  /** Begins anew; what `bytes` gave is written over. */
  clear(): void {
    this.#at = 0;
  }

  get empty(): boolean {
    return this.#at === 0;
  }

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#at);
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#at + bytes));
    this.#buffer.copy(larger);
    this.#buffer = larger;
  }
}

/** Reads what `Packed` wrote. */
export class Unpacked {
  readonly #buffer: Buffer;
  #at = 0;

  constructor(blob: Uint8Array) {
    this.#buffer = Buffer.isBuffer(blob) ? blob : Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength);
  }

  ended(): boolean {
    return this.#at >= this.#buffer.length;
  }

  whole(): number {
    // Nearly all are small, and a page of analytics reads a million of them: what is this short becomes part of its callers.
    const byte = this.#buffer[this.#at++] ?? 0;
    return byte < 0x80 ? byte : this.#longer(byte & 0x7f);
  }

  /** @param low the lowest seven bits of a number of several bytes, which are read */
  #longer(low: number): number {
    let value = low;
    let byte = 0;
    for (let bits = 7; bits < SMALL_BITS; bits += 7) {
      byte = this.#buffer[this.#at++] ?? 0;
      value |= (byte & 0x7f) << bits;
      if (byte < 0x80) return value;
    }
    for (let weight = 2 ** SMALL_BITS; ; weight *= 0x80) {
      byte = this.#buffer[this.#at++] ?? 0;
      value += (byte & 0x7f) * weight;
      if (byte < 0x80) return value;
    }
  }

  signed(): number {
    const coded = this.whole();
    return coded % 2 === 0 ? coded / 2 : -(coded + 1) / 2;
  }

  /** How many bytes are read. */
  get at(): number {
    return this.#at;
  }

  set at(bytes: number) {
    this.#at = bytes;
  }

  number(): number {
    const coded = this.whole();
    if (coded === RAW) return this.double();
    if (coded < SMALL) return ((coded & 2) === 0 ? coded >>> 2 : -((coded >>> 2) + 1)) / DECIMALS;
    const folded = coded / 2;
    return (folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2) / DECIMALS;
  }

  /** Passes over so many whole numbers. */
  passWhole(count: number): void {
    const buffer = this.#buffer;
    let at = this.#at;
    for (let left = count; left > 0; left--) while ((buffer[at++] ?? 0) >= 0x80);
    this.#at = at;
  }

  /** Likewise over others. */
  passNumbers(count: number): void {
    for (let left = count; left > 0; left--) {
      if (this.#buffer[this.#at] === RAW) this.#at += 1 + 8;
      else this.passWhole(1);
    }
  }

  double(): number {
    this.#at += 8;
    return this.#buffer.readDoubleLE(this.#at - 8);
  }

  single(): number {
    this.#at += 4;
    return this.#buffer.readFloatLE(this.#at - 4);
  }

  words(): Map<string, number> {
    const words = new Map<string, number>();
    for (let left = this.whole(); left > 0; left--) {
      const length = this.whole();
      const text = this.#buffer.toString('utf8', this.#at, this.#at + length);
      this.#at += length;
      words.set(text, this.whole());
    }
    return words;
  }
}
