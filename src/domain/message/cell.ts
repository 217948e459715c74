import type { Unpacked } from './packing.ts';
import { RESET, type SampleSink } from './samples.ts';

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
  };
}

export function noStationCell(): StationCell {
  return { receptions: 0, sole: 0, bytes: 0, levels: noLevels() };
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

/** What is read of sums: those of the cell, and of its stations; `counts` leaves the radio values out of both. */
export type SumsDetail = 'cell' | 'counts' | 'all';

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
  readonly stations: StationFields[] = [];
  readonly #spare: { readonly sums: StationFields; readonly levels: LevelSums }[] = [];

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
    const count = detail === 'cell' ? 0 : from.whole();
    while (this.stations.length > count) this.stations.pop();
    for (let at = 0; at < count; at++) this.stations[at] = this.#station(at, from, detail);
  }

  #station(at: number, from: Unpacked, detail: SumsDetail): StationFields {
    let spare = this.#spare[at];
    if (!spare) {
      const levels = noLevelSums();
      spare = { levels, sums: { station: 0, receptions: 0, sole: 0, bytes: 0, levels } };
      this.#spare.push(spare);
    }
    const { sums, levels } = spare;
    sums.station = from.whole();
    const head = from.whole();
    sums.receptions = Math.floor(head / 4);
    sums.sole = from.signed();
    sums.bytes = head & SAME_BYTES ? this.bytes : from.whole();
    sums.levels = head & SAME_LEVELS ? this.levels : levels;
    if (sums.levels === this.levels) return sums;
    if (detail === 'counts') passLevelSums(sums.receptions, from);
    else readLevelSums(levels, sums.receptions, from);
    return sums;
  }
}

/** Passes over what `SumsBuffer` reads. */
export function passSums(messages: number, from: Unpacked): void {
  from.passWhole(1);
  const hasResets = from.whole() % 2 === 1;
  // The last time is there when it may differ from the first.
  from.passWhole((hasResets ? 1 : 0) + Math.min(messages, 2));
  passLevelSums(messages, from);
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
    message(atMs, bytes, snr, rssi, eqSnr, skipped) {
      cell.messages++;
      cell.bytes += bytes;
      if (skipped === RESET) cell.resets++;
      else cell.lost += skipped;
      if (atMs < cell.firstAt) cell.firstAt = atMs;
      if (atMs > cell.lastAt) cell.lastAt = atMs;
      addLevel(cell.levels, snr, rssi, eqSnr);
    },
    copy(station, bytes, snr, rssi, eqSnr, receptions, sole) {
      const of = stationIn(cell, station);
      of.sole += sole;
      if (receptions === 0) return;
      of.receptions += receptions;
      of.bytes += bytes;
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
}

/** Likewise. */
export function addStation(to: StationCell, more: StationCell): void {
  to.receptions += more.receptions;
  to.sole += more.sole;
  to.bytes += more.bytes;
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

/** Reads the distributions behind these sums, and adds all of it. */
export function addUnpacked(to: Cell, sums: CellSums, from: Unpacked): void {
  const { messages, bytes, lost, resets, firstAt, lastAt } = sums;
  const levels = unpackDistribution(from, sums.levels, messages);
  to.messages += messages;
  to.bytes += bytes;
  to.lost += lost;
  to.resets += resets;
  to.firstAt = Math.min(to.firstAt, firstAt);
  to.lastAt = Math.max(to.lastAt, lastAt);
  addLevels(to.levels, levels);
  for (const { station, receptions, sole, bytes: ofStation, levels: own } of sums.stations) {
    const of = stationIn(to, station);
    of.receptions += receptions;
    of.sole += sole;
    of.bytes += ofStation;
    addLevels(of.levels, own === sums.levels ? levels : unpackDistribution(from, own, receptions));
  }
}

function readLevelSums(into: LevelSums, count: number, from: Unpacked): void {
  into.snrSum = count > 0 ? from.number() : 0;
  into.rssiSum = count > 0 ? from.number() : 0;
  into.eqSnrCount = count > 0 ? from.whole() : 0;
  into.eqSnrSum = into.eqSnrCount > 0 ? from.number() : 0;
}

function unpackDistribution(from: Unpacked, sums: LevelSums, count: number): Levels {
  const levels = noLevels();
  if (count === 1) addLevel(levels, sums.snrSum, sums.rssiSum, sums.eqSnrCount > 0 ? sums.eqSnrSum : Number.NaN);
  if (count < 2) return levels;
  Object.assign(levels, sums);
  levels.snrMin = from.number();
  levels.snrMax = from.number();
  levels.rssiMin = from.number();
  levels.rssiMax = from.number();
  unpackBins(from, levels.snrBins);
  unpackBins(from, levels.rssiBins);
  return levels;
}

function unpackBins(from: Unpacked, into: Map<number, number>): void {
  let bin = 0;
  for (let left = from.whole(); left > 0; left--) {
    bin += from.signed();
    into.set(bin, from.whole());
  }
}
