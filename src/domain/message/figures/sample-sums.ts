import { type CellSums, type LevelSums, noLevelSums, type StationSums } from './cell-sums.ts';
import { RESET, type SampleGroup, type SampleSink, type Samples } from './samples.ts';

type Changing<T> = { -readonly [F in keyof T]: T[F] };

/** Sums of samples without their distributions, which cost three quarters of a cell and are read by few. */
export class SampleSums implements CellSums, SampleSink {
  messages = 0;
  bytes = 0;
  lost = 0;
  resets = 0;
  firstAt = Number.POSITIVE_INFINITY;
  lastAt = Number.NEGATIVE_INFINITY;
  readonly levels: LevelSums = noLevelSums();
  readonly stations: Changing<StationSums>[] = [];

  message(atMs: number, bytes: number, snr: number, rssi: number, eqSnr: number, skipped: number): void {
    this.messages++;
    this.bytes += bytes;
    if (skipped === RESET) this.resets++;
    else this.lost += skipped;
    if (atMs < this.firstAt) this.firstAt = atMs;
    if (atMs > this.lastAt) this.lastAt = atMs;
    addLevel(this.levels, snr, rssi, eqSnr);
  }

  copy(
    station: number,
    bytes: number,
    snr: number,
    rssi: number,
    eqSnr: number,
    receptions: number,
    sole: number,
  ): void {
    let of = this.stations.find(each => each.station === station);
    if (!of) {
      of = { station, receptions: 0, sole: 0, bytes: 0, levels: noLevelSums() };
      this.stations.push(of);
    }
    of.sole += sole;
    if (receptions === 0) return;
    of.receptions += receptions;
    of.bytes += bytes;
    addLevel(of.levels, snr, rssi, eqSnr);
  }
}

/** What a group of samples comes to, by key. @param keyOf under which key those of one are put */
export function sumsOfGroup(
  samples: Samples,
  group: SampleGroup,
  keyOf = (key: number): number => key,
): Map<number, SampleSums> {
  const found = new Map<number, SampleSums>();
  samples.read(group, key => {
    const own = keyOf(key);
    let sums = found.get(own);
    if (!sums) {
      sums = new SampleSums();
      found.set(own, sums);
    }
    return sums;
  });
  return found;
}

function addLevel(to: LevelSums, snr: number, rssi: number, eqSnr: number): void {
  to.snrSum += snr;
  to.rssiSum += rssi;
  if (Number.isNaN(eqSnr)) return;
  to.eqSnrSum += eqSnr;
  to.eqSnrCount++;
}
