import type { Packed, Unpacked } from '../packing.ts';
import { binOf, lastOwn, RSSI_BIN_DB, SNR_BIN_DB } from './cell.ts';
import { type CellSums, type LevelSums, SAME_BYTES, SAME_LEVELS } from './cell-sums.ts';
import { RESET, type SampleSink, type SampleWords } from './samples.ts';
import { addWords, countWord } from './words.ts';

/** A histogram, its bins in order: of an endpoint it has few, and a map for each would cost more than all that is counted. */
class Bins {
  readonly #bins: number[] = [];
  readonly #counts: number[] = [];
  #size = 0;

  clear(): void {
    this.#size = 0;
  }

  add(bin: number, count: number): void {
    const [bins, counts] = [this.#bins, this.#counts];
    let at = this.#size;
    while (at > 0 && (bins[at - 1] ?? 0) > bin) at--;
    if (at > 0 && bins[at - 1] === bin) {
      counts[at - 1] = (counts[at - 1] ?? 0) + count;
      return;
    }
    for (let to = this.#size++; to > at; to--) {
      bins[to] = bins[to - 1] ?? 0;
      counts[to] = counts[to - 1] ?? 0;
    }
    bins[at] = bin;
    counts[at] = count;
  }

  addPacked(from: Unpacked): void {
    let bin = 0;
    for (let left = from.whole(); left > 0; left--) {
      bin += from.signed();
      this.add(bin, from.whole());
    }
  }

  pack(out: Packed): void {
    out.whole(this.#size);
    let before = 0;
    for (let at = 0; at < this.#size; at++) {
      const bin = this.#bins[at] ?? 0;
      out.signed(bin - before);
      out.whole(this.#counts[at] ?? 0);
      before = bin;
    }
  }

  equals(other: Bins): boolean {
    if (this.#size !== other.#size) return false;
    for (let at = 0; at < this.#size; at++) {
      if (this.#bins[at] !== other.#bins[at] || this.#counts[at] !== other.#counts[at]) return false;
    }
    return true;
  }
}

/** What `Levels` are, and how many they are of. */
class LevelsBuffer {
  count = 0;
  #snrSum = 0;
  #snrMin = 0;
  #snrMax = 0;
  #rssiSum = 0;
  #rssiMin = 0;
  #rssiMax = 0;
  #eqSnrSum = 0;
  #eqSnrCount = 0;
  readonly #snrBins = new Bins();
  readonly #rssiBins = new Bins();

  clear(): void {
    this.count = 0;
    this.#snrSum = 0;
    this.#snrMin = Number.POSITIVE_INFINITY;
    this.#snrMax = Number.NEGATIVE_INFINITY;
    this.#rssiSum = 0;
    this.#rssiMin = Number.POSITIVE_INFINITY;
    this.#rssiMax = Number.NEGATIVE_INFINITY;
    this.#eqSnrSum = 0;
    this.#eqSnrCount = 0;
    this.#snrBins.clear();
    this.#rssiBins.clear();
  }

  add(snr: number, rssi: number, eqSnr: number): void {
    const isSaid = !Number.isNaN(eqSnr);
    this.#addSums(1, snr, rssi, isSaid ? eqSnr : 0, isSaid ? 1 : 0);
    this.#widen(snr, snr, rssi, rssi);
    this.#snrBins.add(binOf(snr, SNR_BIN_DB), 1);
    this.#rssiBins.add(binOf(rssi, RSSI_BIN_DB), 1);
  }

  /** @param from where the distribution of so many stands, unless it follows from the sums */
  addPacked({ snrSum, rssiSum, eqSnrSum, eqSnrCount }: LevelSums, count: number, from: Unpacked): void {
    if (count === 1) this.add(snrSum, rssiSum, eqSnrCount > 0 ? eqSnrSum : Number.NaN);
    if (count < 2) return;
    this.#addSums(count, snrSum, rssiSum, eqSnrSum, eqSnrCount);
    this.#widen(from.number(), from.number(), from.number(), from.number());
    this.#snrBins.addPacked(from);
    this.#rssiBins.addPacked(from);
  }

  packSums(out: Packed): void {
    if (this.count === 0) return;
    out.number(this.#snrSum);
    out.number(this.#rssiSum);
    out.whole(this.#eqSnrCount);
    if (this.#eqSnrCount > 0) out.number(this.#eqSnrSum);
  }

  /** Where there is one value of each, the sums are all there is to it. */
  packDistribution(out: Packed): void {
    if (this.count < 2) return;
    out.number(this.#snrMin);
    out.number(this.#snrMax);
    out.number(this.#rssiMin);
    out.number(this.#rssiMax);
    this.#snrBins.pack(out);
    this.#rssiBins.pack(out);
  }

  equals(other: LevelsBuffer): boolean {
    return (
      this.count === other.count &&
      this.#snrSum === other.#snrSum &&
      this.#rssiSum === other.#rssiSum &&
      this.#snrMin === other.#snrMin &&
      this.#snrMax === other.#snrMax &&
      this.#rssiMin === other.#rssiMin &&
      this.#rssiMax === other.#rssiMax &&
      this.#eqSnrSum === other.#eqSnrSum &&
      this.#eqSnrCount === other.#eqSnrCount &&
      this.#snrBins.equals(other.#snrBins) &&
      this.#rssiBins.equals(other.#rssiBins)
    );
  }

  #addSums(count: number, snr: number, rssi: number, eqSnr: number, eqSnrCount: number): void {
    this.count += count;
    this.#snrSum += snr;
    this.#rssiSum += rssi;
    this.#eqSnrSum += eqSnr;
    this.#eqSnrCount += eqSnrCount;
  }

  #widen(snrMin: number, snrMax: number, rssiMin: number, rssiMax: number): void {
    if (snrMin < this.#snrMin) this.#snrMin = snrMin;
    if (snrMax > this.#snrMax) this.#snrMax = snrMax;
    if (rssiMin < this.#rssiMin) this.#rssiMin = rssiMin;
    if (rssiMax > this.#rssiMax) this.#rssiMax = rssiMax;
  }
}

interface StationBuffer {
  station: number;
  sole: number;
  bytes: number;
  /** When it received the last. */
  lastAt: number;
  /** Whether its values are those of the cell; known when the sums have been packed. */
  isSame: boolean;
  readonly levels: LevelsBuffer;
}

/**
 * Where a cell is counted that is to be packed, one after the other: a block has thousands of them, and as many records with their
 * histograms were most of what the seal cost.
 */
export class CellBuffer implements SampleSink {
  messages = 0;
  #bytes = 0;
  #lost = 0;
  #resets = 0;
  #firstAt = 0;
  #lastAt = 0;
  readonly #levels = new LevelsBuffer();
  readonly #stations: StationBuffer[] = [];
  /** How many of them are of this cell. */
  #count = 0;
  readonly #profiles = new Map<string, number>();
  readonly #modes = new Map<string, number>();

  constructor() {
    this.clear();
  }

  clear(): void {
    this.messages = 0;
    this.#bytes = 0;
    this.#lost = 0;
    this.#resets = 0;
    this.#firstAt = Number.POSITIVE_INFINITY;
    this.#lastAt = Number.NEGATIVE_INFINITY;
    this.#levels.clear();
    this.#count = 0;
    this.#profiles.clear();
    this.#modes.clear();
  }

  message(
    atMs: number,
    bytes: number,
    snr: number,
    rssi: number,
    eqSnr: number,
    skipped: number,
    words: SampleWords | undefined,
  ): void {
    const [lost, resets] = skipped === RESET ? [0, 1] : [skipped, 0];
    this.#addMessages(1, bytes, lost, resets, atMs, atMs);
    this.#levels.add(snr, rssi, eqSnr);
    if (!words) return;
    if (words.profile !== '') countWord(this.#profiles, words.profile, 1);
    if (words.mode !== '') countWord(this.#modes, words.mode, 1);
  }

  copy(
    station: number,
    bytes: number,
    snr: number,
    rssi: number,
    eqSnr: number,
    receptions: number,
    sole: number,
    ownMs: number,
  ): void {
    const of = this.#station(station);
    of.sole += sole;
    if (receptions === 0) return;
    of.bytes += bytes;
    if (ownMs > of.lastAt) of.lastAt = ownMs;
    of.levels.add(snr, rssi, eqSnr);
  }

  /**
   * Adds a cell of which the sums have been read.
   * @param from where its distributions stand
   * @param startAt what the times of its row are counted from
   * @param end of the cell
   */
  addPacked(sums: CellSums, from: Unpacked, startAt: number, end: number): void {
    const { messages, bytes, lost, resets, firstAt, lastAt, levels } = sums;
    this.#addMessages(messages, bytes, lost, resets, firstAt, lastAt);
    const ofCell = from.at;
    this.#levels.addPacked(levels, messages, from);
    let next = from.at;
    for (const { station, receptions, sole, bytes: ofStation, levels: own } of sums.stations) {
      const of = this.#station(station);
      of.sole += sole;
      of.bytes += ofStation;
      from.at = own === levels ? ofCell : next;
      of.levels.addPacked(own, receptions, from);
      if (own !== levels) next = from.at;
    }
    from.at = next;
    for (const { station, receptions } of sums.stations) {
      const ownMs = lastOwn(sums, startAt, from, end);
      const of = this.#station(station);
      if (receptions > 0 && ownMs > of.lastAt) of.lastAt = ownMs;
    }
    if (from.at >= end) return;
    addWords(this.#profiles, from.words());
    addWords(this.#modes, from.words());
  }

  get empty(): boolean {
    return this.messages === 0 && this.#count === 0;
  }

  /** Packs everything but the distributions of its values, which most readers do not want. */
  packSums(out: Packed, startAt: number): void {
    out.whole(this.#bytes);
    out.whole(this.#lost * 2 + (this.#resets > 0 ? 1 : 0));
    if (this.#resets > 0) out.whole(this.#resets);
    if (this.messages > 0) out.whole(this.#firstAt - startAt);
    if (this.messages > 1) out.whole(this.#lastAt - this.#firstAt);
    this.#levels.packSums(out);
    out.whole(this.#count);
    for (let at = 0; at < this.#count; at++) {
      const of = this.#stationAt(at);
      const { station, sole, bytes, levels } = of;
      const isSameBytes = bytes === this.#bytes;
      of.isSame = levels.equals(this.#levels);
      out.whole(station);
      out.whole(levels.count * 4 + (isSameBytes ? SAME_BYTES : 0) + (of.isSame ? SAME_LEVELS : 0));
      out.signed(sole);
      if (!isSameBytes) out.whole(bytes);
      if (!of.isSame) levels.packSums(out);
    }
  }

  /** Behind the sums. */
  packDistributions(out: Packed): void {
    this.#levels.packDistribution(out);
    for (let at = 0; at < this.#count; at++) {
      const { isSame, levels } = this.#stationAt(at);
      if (!isSame) levels.packDistribution(out);
    }
  }

  /** The end of a cell: how long before its last message each station received the last, and the words of a station's own cell. */
  packEnd(out: Packed, startAt: number): void {
    const at = this.messages > 0 ? this.#lastAt : startAt;
    for (let n = 0; n < this.#count; n++) {
      const { lastAt } = this.#stationAt(n);
      out.signed(Number.isFinite(lastAt) ? at - lastAt : 0);
    }
    if (this.#profiles.size + this.#modes.size === 0) return;
    out.words(this.#profiles);
    out.words(this.#modes);
  }

  #addMessages(count: number, bytes: number, lost: number, resets: number, firstAt: number, lastAt: number): void {
    this.messages += count;
    this.#bytes += bytes;
    this.#lost += lost;
    this.#resets += resets;
    if (firstAt < this.#firstAt) this.#firstAt = firstAt;
    if (lastAt > this.#lastAt) this.#lastAt = lastAt;
  }

  #station(station: number): StationBuffer {
    for (let at = 0; at < this.#count; at++) {
      const of = this.#stationAt(at);
      if (of.station === station) return of;
    }
    const of = this.#stationAt(this.#count++);
    of.station = station;
    of.sole = 0;
    of.bytes = 0;
    of.lastAt = Number.NEGATIVE_INFINITY;
    of.levels.clear();
    return of;
  }

  /** There is one more than this cell has so far. */
  #stationAt(at: number): StationBuffer {
    let of = this.#stations[at];
    if (!of) {
      of = { station: 0, sole: 0, bytes: 0, lastAt: 0, isSame: false, levels: new LevelsBuffer() };
      this.#stations.push(of);
    }
    return of;
  }
}
