import { ORGANIZATION, readActive } from './figures/activity-rows.ts';
import { CellBuffer } from './figures/cell-buffer.ts';
import { SumsBuffer } from './figures/cell-sums.ts';
import type { SampleGroup, Samples } from './figures/samples.ts';
import { NO_ENDPOINT } from './identity.ts';
import { Packed, Unpacked } from './packing.ts';

/** A packed row, and what the times in it are counted from. */
export interface CellsAt {
  readonly cells: Uint8Array;
  readonly startAt: number;
}

/** A packed row of neighbours. */
export interface PlacedCells {
  readonly place: number;
  readonly cells: Uint8Array;
  /** How many cells it has. */
  readonly count: number;
}

const NONE_ACTIVE: ReadonlySet<number> = new Set();

/** The cells of a packed row, one after the other. */
class CellCursor {
  readonly from: Unpacked;
  readonly startAt: number;
  /** Behind the last cell none is as high. */
  key = 0;
  messages = 0;
  end = 0;

  constructor({ cells, startAt }: CellsAt) {
    this.from = new Unpacked(cells);
    this.startAt = startAt;
    this.next();
  }

  next(): void {
    this.from.at = this.end;
    if (this.from.ended()) {
      this.key = Number.POSITIVE_INFINITY;
      return;
    }
    this.key += this.from.whole();
    this.messages = this.from.whole();
    const length = this.from.whole();
    this.end = this.from.at + length;
  }
}

/** Packs rows of `activity`: what it gives holds until it packs the next. */
export class RowPacker {
  readonly #out = new Packed();
  readonly #one = new Packed();
  readonly #sums = new SumsBuffer();
  readonly #first = new CellBuffer();
  /** Of messages that used a counter again, where both are counted side by side. */
  readonly #again = new CellBuffer();
  #lastKey = 0;

  /** What samples come to for an organization. */
  organization(samples: Samples, group: SampleGroup, startAt: number): Uint8Array {
    this.#begin();
    samples.read(group, key => (key % 2 === 0 ? this.#first : this.#again));
    const active = samples.endpointsOf(group);
    if (!this.#first.empty) this.#put(ORGANIZATION, this.#first, startAt, active.get(0) ?? NONE_ACTIVE);
    if (!this.#again.empty) this.#put(ORGANIZATION + 1, this.#again, startAt, active.get(1) ?? NONE_ACTIVE);
    return this.#out.bytes();
  }

  /**
   * What samples come to for their endpoints.
   * @param placeOf the row that an endpoint is in: of a higher row id no lower one
   */
  *endpoints(
    samples: Samples,
    group: SampleGroup,
    startAt: number,
    placeOf: (endpoint: number) => number,
  ): Generator<PlacedCells> {
    this.#begin();
    let place = 0;
    let count = 0;
    for (const key of samples.readByKey(group, this.#first)) {
      const endpoint = Math.floor(key / 2);
      if (endpoint === NO_ENDPOINT) {
        this.#first.clear();
        continue;
      }
      const next = placeOf(endpoint);
      if (next !== place && count > 0) {
        yield { place, cells: this.#out.bytes(), count };
        this.#out.clear();
        this.#lastKey = 0;
        count = 0;
      }
      place = next;
      count++;
      this.#put(key, this.#first, startAt, NONE_ACTIVE);
    }
    if (count > 0) yield { place, cells: this.#out.bytes(), count };
  }

  /** Several rows put together as one. */
  sum(rows: readonly CellsAt[], startAt: number): Uint8Array {
    this.#begin();
    const cursors = rows.map(row => new CellCursor(row));
    const active = new Set<number>();
    for (;;) {
      let key = Number.POSITIVE_INFINITY;
      for (const cursor of cursors) if (cursor.key < key) key = cursor.key;
      if (key === Number.POSITIVE_INFINITY) return this.#out.bytes();
      for (const cursor of cursors) if (cursor.key === key) this.#add(cursor, active);
      this.#put(key, this.#first, startAt, active);
      active.clear();
    }
  }

  #begin(): void {
    this.#first.clear();
    this.#again.clear();
    this.#out.clear();
    this.#lastKey = 0;
  }

  #add(cursor: CellCursor, active: Set<number>): void {
    const { from, messages, startAt, end } = cursor;
    this.#sums.read(messages, from, startAt, 'all');
    readActive(from, active);
    this.#first.addPacked(this.#sums, from, startAt, end);
    cursor.next();
  }

  /** Each cell begins with its key, its messages and its length: most readers want few of them, or no more than that. */
  #put(key: number, cell: CellBuffer, startAt: number, active: ReadonlySet<number>): void {
    const [out, one] = [this.#out, this.#one];
    one.clear();
    cell.packSums(one, startAt);
    one.whole(active.size);
    let before = 0;
    for (const id of active.size > 0 ? Float64Array.from(active).sort() : []) {
      one.whole(id - before);
      before = id;
    }
    cell.packDistributions(one);
    cell.packEnd(one, startAt);
    out.whole(key - this.#lastKey);
    out.whole(cell.messages);
    out.part(one);
    this.#lastKey = key;
    cell.clear();
  }
}
