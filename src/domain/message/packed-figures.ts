import { HOUR_MS } from '../../kit/units.ts';
import { type Figures, noFigures, type ScopeId } from './figures.ts';

/** What the figures of an hour are of. */
export interface FigureKey {
  readonly startAt: number;
  readonly scope: ScopeId;
  readonly key: number;
  readonly other: number;
}

export interface KeyedFigures {
  readonly key: FigureKey;
  readonly figures: Figures;
}

/** Radio values have two decimals at most, as nearly always. */
const DECIMALS = 100;
const LARGEST_SCALED = 2 ** 40;
/** In place of a scaled number: eight bytes follow. */
const RAW = 1;

/** Figures of hours in a third of the room that a row takes: whole numbers of variable length. */
export function packFigures(all: readonly KeyedFigures[]): Uint8Array {
  const out = new Packed();
  for (const { key, figures: f } of all) {
    out.whole(key.startAt / HOUR_MS);
    out.whole(key.scope);
    out.whole(key.key);
    out.whole(key.other);
    for (const count of [f.messages, f.duplicates, f.firsts, f.receptions, f.bytes, f.lost, f.resets]) out.whole(count);
    out.number(f.snrSum);
    out.number(f.rssiSum);
    out.number(f.eqSnrSum);
    out.whole(f.eqSnrCount);
    out.number(f.rssiMin);
    out.number(f.rssiMax);
    out.whole(f.firstAt - key.startAt);
    out.whole(f.lastAt - f.firstAt);
    out.words(f.profiles);
    out.words(f.modes);
  }
  return out.bytes();
}

/** @param wanted others are passed over */
export function* unpackFigures(blob: Uint8Array, wanted: (key: FigureKey) => boolean): Generator<KeyedFigures> {
  const from = new Unpacked(blob);
  const passedOver = noFigures();
  while (!from.ended()) {
    const startAt = from.whole() * HOUR_MS;
    const key: FigureKey = { startAt, scope: from.whole() as ScopeId, key: from.whole(), other: from.whole() };
    const isWanted = wanted(key);
    const f = isWanted ? noFigures() : passedOver;
    f.messages = from.whole();
    f.duplicates = from.whole();
    f.firsts = from.whole();
    f.receptions = from.whole();
    f.bytes = from.whole();
    f.lost = from.whole();
    f.resets = from.whole();
    f.snrSum = from.number();
    f.rssiSum = from.number();
    f.eqSnrSum = from.number();
    f.eqSnrCount = from.whole();
    f.rssiMin = from.number();
    f.rssiMax = from.number();
    f.firstAt = startAt + from.whole();
    f.lastAt = f.firstAt + from.whole();
    from.words(isWanted ? f.profiles : undefined);
    from.words(isWanted ? f.modes : undefined);
    if (isWanted) yield { key, figures: f };
  }
}

class Packed {
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

  number(value: number): void {
    const scaled = Math.round(value * DECIMALS);
    if (Math.abs(scaled) < LARGEST_SCALED && scaled / DECIMALS === value) {
      this.whole((scaled >= 0 ? scaled * 2 : -scaled * 2 - 1) * 2);
      return;
    }
    this.whole(RAW);
    this.#reserve(8);
    this.#at = this.#buffer.writeDoubleLE(value, this.#at);
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

class Unpacked {
  readonly #buffer: Buffer;
  #at = 0;

  constructor(blob: Uint8Array) {
    this.#buffer = Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength);
  }

  ended(): boolean {
    return this.#at >= this.#buffer.length;
  }

  whole(): number {
    let value = 0;
    for (let weight = 1; ; weight *= 0x80) {
      const byte = this.#buffer[this.#at++] ?? 0;
      value += (byte & 0x7f) * weight;
      if (byte < 0x80) return value;
    }
  }

  number(): number {
    const coded = this.whole();
    if (coded === RAW) {
      this.#at += 8;
      return this.#buffer.readDoubleLE(this.#at - 8);
    }
    const folded = coded / 2;
    return (folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2) / DECIMALS;
  }

  words(into: Map<string, number> | undefined): void {
    for (let left = this.whole(); left > 0; left--) {
      const length = this.whole();
      const text = into && this.#buffer.toString('utf8', this.#at, this.#at + length);
      this.#at += length;
      const count = this.whole();
      if (text !== undefined) into?.set(text, count);
    }
  }
}
