/** SNR in dB; what lies beyond is counted at the edge. */
const LOWEST = -30;
const BINS = 80;

/** The SNR of the telegrams of a day, by whole dB. */
export class DaySnr {
  readonly #bins = new Uint16Array(BINS);
  count = 0;
  /** The lowest ever. */
  weakest = Number.POSITIVE_INFINITY;

  add(snr: number): void {
    const bin = Math.min(Math.max(Math.floor(snr - LOWEST), 0), BINS - 1);
    this.#bins[bin] = Math.min((this.#bins[bin] ?? 0) + 1, 0xffff);
    this.count++;
  }

  /** At most half a dB off. */
  get median(): number {
    const all = this.#bins.reduce((sum, count) => sum + count, 0);
    let before = 0;
    for (const [bin, count] of this.#bins.entries()) {
      before += count;
      if (before * 2 >= all && count > 0) return LOWEST + bin + 0.5;
    }
    return Number.NaN;
  }

  clear(): void {
    this.#bins.fill(0);
    this.count = 0;
  }
}
