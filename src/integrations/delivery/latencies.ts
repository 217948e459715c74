const KEPT = 1000;

/** How long the last sends took. */
export class Latencies {
  readonly #kept: number[] = [];
  #next = 0;

  add(ms: number): void {
    this.#kept[this.#next] = ms;
    this.#next = (this.#next + 1) % KEPT;
  }

  /** Milliseconds; undefined before the first one. @param part 0.99: that of the slowest hundredth */
  quantile(part: number): number | undefined {
    const sorted = this.#kept.toSorted((a, b) => a - b);
    return sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)];
  }
}
