import type { Unpacked } from '../packing.ts';
import { RESET, type SampleSink, type SampleWords } from './samples.ts';
import { addWords, countWord } from './words.ts';

/** Widths of the bins of a histogram (platform API section 11). */
export const SNR_BIN_DB = 2;
export const RSSI_BIN_DB = 5;
/** What is packed of a station only when it differs from the cell. */
export const SAME_BYTES = 1;
export const SAME_LEVELS = 2;
/** Whatever a station says fits into a bin that can be packed. */
const FARTHEST_BIN = 1e6;

/** Radio values of messages or receptions, of which it is known how many there are. */
export interface Levels {
  snrSum: number;
  snrMin: number;
  snrMax: number;
  rssiSum: number;
  rssiMin: number;
  rssiMax: number;
  eqSnrSum: number;
  eqSnrCount: number;
  /** By the number of the bin: how many. */
  readonly snrBins: Map<number, number>;
  readonly rssiBins: Map<number, number>;
}

/** What one station has heard of the messages of a cell. */
export interface StationCell {
  receptions: number;
  /** Messages that no other station has heard; below zero where a correction came later. */
  sole: number;
  bytes: number;
  /** When the last was received there, by its own clock. */
  lastAt: number;
  readonly levels: Levels;
}

/** What is counted of messages of one key in one hour or day. */
export interface Cell {
  messages: number;
  bytes: number;
  /** Counters that were skipped, and times that they went backwards. */
  lost: number;
  resets: number;
  firstAt: number;
  lastAt: number;
  /** Of the best reception of each message. */
  readonly levels: Levels;
  readonly stations: Map<number, StationCell>;
  /** What stations said of how it was sent: how often. Of cells of stations only. */
  readonly profiles: Map<string, number>;
  readonly modes: Map<string, number>;
}

function noLevels(): Levels {
  return {
    snrSum: 0,
    snrMin: Number.POSITIVE_INFINITY,
    snrMax: Number.NEGATIVE_INFINITY,
    rssiSum: 0,
    rssiMin: Number.POSITIVE_INFINITY,
    rssiMax: Number.NEGATIVE_INFINITY,
    eqSnrSum: 0,
    eqSnrCount: 0,
    snrBins: new Map(),
    rssiBins: new Map(),
  };
}

export function noCell(): Cell {
  return {
    messages: 0,
    bytes: 0,
    lost: 0,
    resets: 0,
    firstAt: Number.POSITIVE_INFINITY,
    lastAt: Number.NEGATIVE_INFINITY,
    levels: noLevels(),
    stations: new Map(),
    profiles: new Map(),
    modes: new Map(),
  };
}

export function noStationCell(): StationCell {
  return { receptions: 0, sole: 0, bytes: 0, lastAt: Number.NEGATIVE_INFINITY, levels: noLevels() };
}

/** Sums of radio values, which make averages. */
export type LevelSums = Pick<Levels, 'snrSum' | 'rssiSum' | 'eqSnrSum' | 'eqSnrCount'>;

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

/** Adds samples to a cell. */
export function sinkInto(cell: Cell): SampleSink {
  return {
    message(atMs, bytes, snr, rssi, eqSnr, skipped, words) {
      cell.messages++;
      cell.bytes += bytes;
      if (skipped === RESET) cell.resets++;
      else cell.lost += skipped;
      if (atMs < cell.firstAt) cell.firstAt = atMs;
      if (atMs > cell.lastAt) cell.lastAt = atMs;
      addLevel(cell.levels, snr, rssi, eqSnr);
      if (words) countWords(cell, words);
    },
    copy(station, bytes, snr, rssi, eqSnr, receptions, sole, ownMs) {
      const of = stationIn(cell, station);
      of.sole += sole;
      if (receptions === 0) return;
      of.receptions += receptions;
      of.bytes += bytes;
      if (ownMs > of.lastAt) of.lastAt = ownMs;
      addLevel(of.levels, snr, rssi, eqSnr);
    },
  };
}

/** Adds the second to the first. */
export function addCell(to: Cell, more: Cell): void {
  to.messages += more.messages;
  to.bytes += more.bytes;
  to.lost += more.lost;
  to.resets += more.resets;
  to.firstAt = Math.min(to.firstAt, more.firstAt);
  to.lastAt = Math.max(to.lastAt, more.lastAt);
  addLevels(to.levels, more.levels);
  for (const [station, of] of more.stations) addStation(stationIn(to, station), of);
  addWords(to.profiles, more.profiles);
  addWords(to.modes, more.modes);
}

/** Likewise. */
export function addStation(to: StationCell, more: StationCell): void {
  to.receptions += more.receptions;
  to.sole += more.sole;
  to.bytes += more.bytes;
  to.lastAt = Math.max(to.lastAt, more.lastAt);
  addLevels(to.levels, more.levels);
}

function stationIn({ stations }: Cell, station: number): StationCell {
  let of = stations.get(station);
  if (!of) {
    of = noStationCell();
    stations.set(station, of);
  }
  return of;
}

function addLevel(to: Levels, snr: number, rssi: number, eqSnr: number): void {
  to.snrSum += snr;
  to.rssiSum += rssi;
  if (snr < to.snrMin) to.snrMin = snr;
  if (snr > to.snrMax) to.snrMax = snr;
  if (rssi < to.rssiMin) to.rssiMin = rssi;
  if (rssi > to.rssiMax) to.rssiMax = rssi;
  if (!Number.isNaN(eqSnr)) {
    to.eqSnrSum += eqSnr;
    to.eqSnrCount++;
  }
  addBin(to.snrBins, binOf(snr, SNR_BIN_DB), 1);
  addBin(to.rssiBins, binOf(rssi, RSSI_BIN_DB), 1);
}

function addLevels(to: Levels, more: Levels): void {
  to.snrSum += more.snrSum;
  to.rssiSum += more.rssiSum;
  to.snrMin = Math.min(to.snrMin, more.snrMin);
  to.snrMax = Math.max(to.snrMax, more.snrMax);
  to.rssiMin = Math.min(to.rssiMin, more.rssiMin);
  to.rssiMax = Math.max(to.rssiMax, more.rssiMax);
  to.eqSnrSum += more.eqSnrSum;
  to.eqSnrCount += more.eqSnrCount;
  for (const [bin, count] of more.snrBins) addBin(to.snrBins, bin, count);
  for (const [bin, count] of more.rssiBins) addBin(to.rssiBins, bin, count);
}

function addBin(bins: Map<number, number>, bin: number, count: number): void {
  bins.set(bin, (bins.get(bin) ?? 0) + count);
}

/** Lower bound inclusive, upper bound exclusive. */
export function binOf(value: number, width: number): number {
  return Math.max(-FARTHEST_BIN, Math.min(FARTHEST_BIN, Math.floor(value / width)));
}

/**
 * Reads the distributions behind these sums, and adds all of it.
 * @param startAt what the times of its row are counted from
 * @param end of the cell
 */
export function addUnpacked(to: Cell, sums: CellSums, from: Unpacked, startAt: number, end: number): void {
  const { messages, bytes, lost, resets, firstAt, lastAt } = sums;
  to.messages += messages;
  to.bytes += bytes;
  to.lost += lost;
  to.resets += resets;
  to.firstAt = Math.min(to.firstAt, firstAt);
  to.lastAt = Math.max(to.lastAt, lastAt);
  const ofCell = from.at;
  addDistribution(to.levels, sums.levels, messages, from);
  for (const { station, receptions, sole, bytes: ofStation, levels: own } of sums.stations) {
    const of = stationIn(to, station);
    of.receptions += receptions;
    of.sole += sole;
    of.bytes += ofStation;
    if (own !== sums.levels) {
      addDistribution(of.levels, own, receptions, from);
      continue;
    }
    const next = from.at;
    from.at = ofCell;
    addDistribution(of.levels, own, messages, from);
    from.at = next;
  }
  for (const { station, receptions } of sums.stations) {
    const ownMs = lastOwn(sums, startAt, from, end);
    const of = stationIn(to, station);
    if (receptions > 0 && ownMs > of.lastAt) of.lastAt = ownMs;
  }
  if (from.at >= end) return;
  addWords(to.profiles, from.words());
  addWords(to.modes, from.words());
}

/** When one of the stations of a cell received the last, as the cell's end says: cells of older releases have none, and say it to the hour or day. */
export function lastOwn(
  { messages, lastAt }: Pick<CellSums, 'messages' | 'lastAt'>,
  startAt: number,
  from: Unpacked,
  end: number,
): number {
  return (messages > 0 ? lastAt : startAt) - (from.at < end ? from.signed() : 0);
}

/** Counts the words of one reception. */
function countWords({ profiles, modes }: Cell, { profile, mode }: SampleWords): void {
  if (profile !== '') countWord(profiles, profile, 1);
  if (mode !== '') countWord(modes, mode, 1);
}

function readLevelSums(into: LevelSums, count: number, from: Unpacked): void {
  into.snrSum = count > 0 ? from.number() : 0;
  into.rssiSum = count > 0 ? from.number() : 0;
  into.eqSnrCount = count > 0 ? from.whole() : 0;
  into.eqSnrSum = into.eqSnrCount > 0 ? from.number() : 0;
}

/** Adds values of which these are the sums, and reads how they are distributed. */
function addDistribution(to: Levels, sums: LevelSums, count: number, from: Unpacked): void {
  if (count === 0) return;
  if (count === 1) {
    addLevel(to, sums.snrSum, sums.rssiSum, sums.eqSnrCount > 0 ? sums.eqSnrSum : Number.NaN);
    return;
  }
  to.snrSum += sums.snrSum;
  to.rssiSum += sums.rssiSum;
  to.eqSnrSum += sums.eqSnrSum;
  to.eqSnrCount += sums.eqSnrCount;
  to.snrMin = Math.min(to.snrMin, from.number());
  to.snrMax = Math.max(to.snrMax, from.number());
  to.rssiMin = Math.min(to.rssiMin, from.number());
  to.rssiMax = Math.max(to.rssiMax, from.number());
  addPackedBins(to.snrBins, from);
  addPackedBins(to.rssiBins, from);
}

function addPackedBins(to: Map<number, number>, from: Unpacked): void {
  let bin = 0;
  for (let left = from.whole(); left > 0; left--) {
    bin += from.signed();
    addBin(to, bin, from.whole());
  }
}
