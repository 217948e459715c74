import type { Unpacked } from '../packing.ts';

/** What is packed of a station only when it differs from the cell. */
export const SAME_BYTES = 1;
export const SAME_LEVELS = 2;

/** Sums of radio values, which make averages. */
export interface LevelSums {
  snrSum: number;
  rssiSum: number;
  eqSnrSum: number;
  eqSnrCount: number;
}

/** What most readers want of a cell: without the distribution of its values. */
export interface CellSums {
  readonly messages: number;
  readonly bytes: number;
  readonly lost: number;
  readonly resets: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly levels: LevelSums;
  readonly stations: readonly StationSums[];
}

export interface StationSums {
  readonly station: number;
  readonly receptions: number;
  readonly sole: number;
  readonly bytes: number;
  readonly levels: LevelSums;
}

/**
 * What is read of sums: those of the cell, and of its stations; `counts` leaves the radio values out of both, and `radio` is no more
 * than the SNR and the RSSI of the cell.
 */
export type SumsDetail = 'cell' | 'radio' | 'counts' | 'all';

/** Of so few stations nearly all cells are. */
const MOST_LISTS = 32;

type StationFields = { -readonly [F in keyof StationSums]: StationSums[F] };

/**
 * Where the sums of packed cells are read into, those of one cell after those of the other: a window may have a hundred thousand, and
 * as many records of their own cost more than all the rest.
 */
export class SumsBuffer implements CellSums {
  messages = 0;
  bytes = 0;
  lost = 0;
  resets = 0;
  firstAt = 0;
  lastAt = 0;
  readonly levels: LevelSums = noLevelSums();
  /** As many as the cell has. */
  stations: readonly StationFields[] = [];
  readonly #spare: StationFields[] = [];
  /** Of each of them, where its levels are not those of the cell. */
  readonly #levels: LevelSums[] = [];
  /** The first of them, by how many: a list that grows and shrinks from cell to cell would be copied again and again. */
  readonly #lists: (readonly StationFields[])[] = [];

  /** Reads as much as is asked for. */
  read(messages: number, from: Unpacked, startAt: number, detail: SumsDetail): void {
    this.messages = messages;
    this.bytes = from.whole();
    const loss = from.whole();
    this.lost = Math.floor(loss / 2);
    this.resets = loss % 2 === 1 ? from.whole() : 0;
    this.firstAt = messages > 0 ? startAt + from.whole() : Number.POSITIVE_INFINITY;
    this.lastAt = messages > 0 ? this.firstAt : Number.NEGATIVE_INFINITY;
    if (messages > 1) this.lastAt += from.whole();
    if (detail === 'counts') passLevelSums(messages, from);
    else readLevelSums(this.levels, messages, from);
    this.stations = this.#listOf(detail === 'cell' || detail === 'radio' ? 0 : from.whole());
    let at = 0;
    for (const sums of this.stations) this.#readStation(sums, this.#levels[at++] ?? this.levels, from, detail);
  }

  /** Reads as much as `countsOf` has packed. */
  readCounts(messages: number, from: Unpacked): void {
    this.messages = messages;
    this.bytes = from.whole();
    this.stations = this.#listOf(from.whole());
    for (const sums of this.stations) {
      sums.station = from.whole();
      const head = from.whole();
      sums.receptions = Math.floor(head / 2);
      sums.bytes = head & SAME_BYTES ? this.bytes : from.whole();
    }
  }

  /** Takes the radio values of a cell that were read before. */
  setRadio(messages: number, radio: Float64Array, at: number): void {
    this.messages = messages;
    this.levels.snrSum = radio[at] ?? 0;
    this.levels.rssiSum = radio[at + 1] ?? 0;
    this.stations = this.#listOf(0);
  }

  #listOf(count: number): readonly StationFields[] {
    while (this.#spare.length < count) {
      const levels = noLevelSums();
      this.#levels.push(levels);
      this.#spare.push({ station: 0, receptions: 0, sole: 0, bytes: 0, levels });
    }
    if (count >= MOST_LISTS) return this.#spare.slice(0, count);
    while (this.#lists.length <= count) this.#lists.push(this.#spare.slice(0, this.#lists.length));
    return this.#lists[count] ?? [];
  }

  #readStation(sums: StationFields, own: LevelSums, from: Unpacked, detail: SumsDetail): void {
    sums.station = from.whole();
    const head = from.whole();
    sums.receptions = Math.floor(head / 4);
    sums.sole = from.signed();
    sums.bytes = head & SAME_BYTES ? this.bytes : from.whole();
    sums.levels = head & SAME_LEVELS ? this.levels : own;
    if (sums.levels === this.levels) return;
    if (detail === 'counts') passLevelSums(sums.receptions, from);
    else readLevelSums(own, sums.receptions, from);
  }
}

/** Passes over what `SumsBuffer` reads. */
export function passSums(messages: number, from: Unpacked): void {
  from.passWhole(1);
  const hasResets = from.whole() % 2 === 1;
  // The last time is there when it may differ from the first.
  from.passWhole((hasResets ? 1 : 0) + Math.min(messages, 2));
  passLevelSums(messages, from);
  passStations(from);
}

/** Passes over what it reads of stations. */
export function passStations(from: Unpacked): void {
  for (let left = from.whole(); left > 0; left--) {
    from.passWhole(1);
    const head = from.whole();
    from.passWhole(head & SAME_BYTES ? 1 : 2);
    if (!(head & SAME_LEVELS)) passLevelSums(Math.floor(head / 4), from);
  }
}

function passLevelSums(count: number, from: Unpacked): void {
  if (count === 0) return;
  from.passNumbers(2);
  if (from.whole() > 0) from.passNumbers(1);
}

export function noLevelSums(): LevelSums {
  return { snrSum: 0, rssiSum: 0, eqSnrSum: 0, eqSnrCount: 0 };
}

function readLevelSums(into: LevelSums, count: number, from: Unpacked): void {
  into.snrSum = count > 0 ? from.number() : 0;
  into.rssiSum = count > 0 ? from.number() : 0;
  into.eqSnrCount = count > 0 ? from.whole() : 0;
  into.eqSnrSum = into.eqSnrCount > 0 ? from.number() : 0;
}
