import type { Unpacked } from '../packing.ts';
import type { CellSums, LevelSums } from './cell-sums.ts';
import { RESET, type SampleSink, type SampleWords } from './samples.ts';
import { addWords, countWord } from './words.ts';

/** Widths of the bins of a histogram (platform API section 11). */
export const SNR_BIN_DB = 2;
export const RSSI_BIN_DB = 5;
/** Whatever a station says fits into a bin that can be packed. */
const FARTHEST_BIN = 1e6;

/** Radio values of messages or receptions, of which it is known how many there are. */
export interface Levels extends LevelSums {
  snrMin: number;
  snrMax: number;
  rssiMin: number;
  rssiMax: number;
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
