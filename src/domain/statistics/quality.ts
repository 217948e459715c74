import { type Levels, RSSI_BIN_DB, SNR_BIN_DB } from '../message/figures/cell.ts';

/** Radio values of so many messages or receptions. */
export interface Quality {
  readonly count: number;
  readonly avgRssi: number | undefined;
  readonly minRssi: number | undefined;
  readonly maxRssi: number | undefined;
  readonly medianRssi: number | undefined;
  readonly avgSnr: number | undefined;
  readonly minSnr: number | undefined;
  readonly maxSnr: number | undefined;
  readonly medianSnr: number | undefined;
  readonly avgEqSnr: number | undefined;
  readonly p10Snr: number | undefined;
  readonly p90Snr: number | undefined;
}

/** One bar of a histogram, lower bound inclusive. */
export interface Bin {
  readonly lower: number;
  readonly upper: number;
  readonly count: number;
}

const MEDIAN = 0.5;
const LOW = 0.1;
const HIGH = 0.9;

export function qualityOf(levels: Levels, count: number): Quality {
  const some = (value: number) => (count > 0 ? value : undefined);
  const { snrMin, snrMax, rssiMin, rssiMax, snrBins, rssiBins } = levels;
  const snr = (part: number) => some(quantile(snrBins, SNR_BIN_DB, count, part, snrMin, snrMax));
  return {
    count,
    avgRssi: some(levels.rssiSum / count),
    minRssi: some(rssiMin),
    maxRssi: some(rssiMax),
    medianRssi: some(quantile(rssiBins, RSSI_BIN_DB, count, MEDIAN, rssiMin, rssiMax)),
    avgSnr: some(levels.snrSum / count),
    minSnr: some(snrMin),
    maxSnr: some(snrMax),
    medianSnr: snr(MEDIAN),
    avgEqSnr: levels.eqSnrCount > 0 ? levels.eqSnrSum / levels.eqSnrCount : undefined,
    p10Snr: snr(LOW),
    p90Snr: snr(HIGH),
  };
}

export const rssiHistogram = ({ rssiBins }: Levels): Bin[] => histogram(rssiBins, RSSI_BIN_DB);
export const snrHistogram = ({ snrBins }: Levels): Bin[] => histogram(snrBins, SNR_BIN_DB);

function histogram(bins: ReadonlyMap<number, number>, width: number): Bin[] {
  return [...bins]
    .sort(([a], [b]) => a - b)
    .map(([bin, count]) => ({ lower: bin * width, upper: (bin + 1) * width, count }));
}

/**
 * A quantile at position part · (count - 1). Where in a bin a value lies is not known: its middle is never more than half a bin off, and the
 * least and the greatest value are.
 */
function quantile(
  bins: ReadonlyMap<number, number>,
  width: number,
  count: number,
  part: number,
  min: number,
  max: number,
): number {
  const sorted = [...bins].sort(([a], [b]) => a - b);
  const valueAt = (position: number) => {
    let passed = 0;
    for (const [bin, inBin] of sorted) {
      passed += inBin;
      if (position < passed) return Math.min(Math.max((bin + MEDIAN) * width, min), max);
    }
    return max;
  };
  const position = part * (count - 1);
  const below = valueAt(Math.floor(position));
  const above = valueAt(Math.ceil(position));
  return below + (above - below) * (position - Math.floor(position));
}
