/** Buckets per power of two: a percentile is at most about 3 % too high. */
const STEPS = 32;
const STEP_BITS = 5;
/** Up to 2^32 µs, more than an hour. */
const OCTAVES = 32 - STEP_BITS;

export interface HistogramDump {
  readonly buckets: readonly number[];
  readonly maxMs: number;
}

/** Latencies in buckets that grow with the value, so that any number of samples takes a few kilobytes. */
export class Histogram {
  readonly #buckets = new Float64Array((OCTAVES + 1) * STEPS);
  #count = 0;
  #maxMs = 0;

  get count(): number {
    return this.#count;
  }

  get maxMs(): number {
    return this.#maxMs;
  }

  add(ms: number): void {
    const micros = Math.min(Math.max(Math.round(ms * 1000), 0), 0xffff_ffff);
    const at = bucketOf(micros);
    this.#buckets[at] = (this.#buckets[at] ?? 0) + 1;
    this.#count++;
    if (ms > this.#maxMs) this.#maxMs = ms;
  }

  /** What another process adds to its own with `merge`. */
  dump(): HistogramDump {
    return { buckets: [...this.#buckets], maxMs: this.#maxMs };
  }

  merge({ buckets, maxMs }: HistogramDump): void {
    for (const [at, samples] of buckets.entries()) {
      this.#buckets[at] = (this.#buckets[at] ?? 0) + samples;
      this.#count += samples;
    }
    this.#maxMs = Math.max(this.#maxMs, maxMs);
  }

  /** Upper edge in ms of the bucket that holds this fraction (0…1) of all samples; 0 without samples. */
  percentile(fraction: number): number {
    const wanted = Math.max(1, Math.ceil(fraction * this.#count));
    let seen = 0;
    for (let at = 0; at < this.#buckets.length; at++) {
      seen += this.#buckets[at] ?? 0;
      if (seen >= wanted) return Math.min(upperEdge(at) / 1000, this.#maxMs);
    }
    return 0;
  }
}

function bucketOf(micros: number): number {
  if (micros < STEPS) return micros;
  const octave = 31 - Math.clz32(micros) - STEP_BITS;
  return (octave + 1) * STEPS + Math.floor(micros / 2 ** octave) - STEPS;
}

function upperEdge(at: number): number {
  if (at < STEPS) return at;
  const octave = Math.floor(at / STEPS) - 1;
  return ((at % STEPS) + STEPS + 1) * 2 ** octave - 1;
}
