import { Packed, Unpacked } from '../packing.ts';
import { eachCell } from './activity-rows.ts';
import { SAME_BYTES, type StationSums, SumsBuffer, type SumsDetail } from './cell-sums.ts';

/**
 * What nearly all readers want of the cells of a row, cell by cell in their order: kept apart from them, it is read in a fraction of the
 * time that it takes to pass over all the rest.
 */
export interface KeptSums {
  /** Cells without anything but who received how much. */
  readonly counts: Uint8Array;
  /** The sums of SNR and RSSI of each cell, as numbers that need not be unpacked. */
  readonly radio: Float64Array;
}

export function keptSums(cells: Uint8Array): KeptSums {
  const [out, one] = [new Packed(), new Packed()];
  const radio: number[] = [];
  const sums = new SumsBuffer();
  let before = 0;
  eachCell(cells, (key, messages, from) => {
    sums.read(messages, from, 0, 'all');
    radio.push(sums.levels.snrSum, sums.levels.rssiSum);
    one.clear();
    one.whole(sums.bytes);
    one.whole(sums.stations.length);
    for (const { station, receptions, bytes } of sums.stations) {
      const same = bytes === sums.bytes;
      one.whole(station);
      one.whole(receptions * 2 + (same ? SAME_BYTES : 0));
      if (!same) one.whole(bytes);
    }
    out.whole(key - before);
    out.whole(messages);
    out.part(one);
    before = key;
  });
  return { counts: Buffer.from(out.bytes()), radio: Float64Array.from(radio) };
}

export const bytesOf = ({ counts, radio }: KeptSums): number => counts.length + radio.byteLength;

/** Which cells of a row are read, and how much of them. */
export interface AskedCells {
  readonly detail: SumsDetail;
  readonly wanted: (key: number) => boolean;
  /** Of others nothing is asked; undefined: all. */
  readonly stations?: ReadonlySet<number> | undefined;
}

/** Reads cells of a row into the sums, one after the other: from what is kept of them, if that says enough. */
export function eachAsked(
  { cells, packedAt, kept }: { readonly cells: Uint8Array; readonly packedAt: number; readonly kept?: KeptSums },
  { detail, wanted, stations }: AskedCells,
  sums: SumsBuffer,
  visit: (key: number) => void,
): void {
  if (kept && detail === 'counts') {
    const counts = new CellCursor(kept.counts);
    while (counts.next()) {
      if (!wanted(counts.key)) continue;
      sums.readCounts(counts.messages, counts.from);
      visit(counts.key);
    }
    return;
  }
  if (kept && detail === 'radio') {
    const counts = new CellCursor(kept.counts);
    for (let at = 0; counts.next(); at++) {
      if (!wanted(counts.key)) continue;
      sums.setRadio(counts.messages, kept.radio, 2 * at);
      visit(counts.key);
    }
    return;
  }
  const counts = kept && stations ? new CellCursor(kept.counts) : undefined;
  const isAsked = ({ station }: StationSums) => stations?.has(station) === true;
  const all = new CellCursor(cells);
  while (all.next()) {
    if (counts?.next()) {
      sums.readCounts(counts.messages, counts.from);
      if (!sums.stations.some(isAsked)) continue;
    }
    if (!wanted(all.key)) continue;
    sums.read(all.messages, all.from, packedAt, detail);
    visit(all.key);
  }
}

/** The cells of a row, one after the other, without a function that is called for each. */
class CellCursor {
  readonly from: Unpacked;
  key = 0;
  messages = 0;
  #end = 0;

  constructor(cells: Uint8Array) {
    this.from = new Unpacked(cells);
  }

  /** @returns whether there is one more */
  next(): boolean {
    this.from.at = this.#end;
    if (this.from.ended()) return false;
    this.key += this.from.whole();
    this.messages = this.from.whole();
    const length = this.from.whole();
    this.#end = this.from.at + length;
    return true;
  }
}
