import type { History } from '../message/history.ts';
import { PostingKind } from '../message/postings.ts';

/** Counters that are kept at one time, of all endpoints: 6 MB. */
const MAX_KEPT = 524_288;
/** Look-ups after which what is kept makes room for other endpoints, when there is none left. */
const RENEWED_AFTER = 65_536;

/** The sealed messages of one endpoint by counter; of one counter the oldest first. */
interface EndpointCounters {
  counters: Uint32Array;
  seqs: Float64Array;
  /** Where the newest block begins that has been read. */
  readTo: number;
}

/**
 * Where the sealed messages of an endpoint with some counter are, for endpoints whose counter goes backwards or comes again: such a
 * device does so with each telegram, and there are as many blocks as there is history. The postings of an endpoint are read once.
 */
export class SealedCounters {
  readonly #history: Pick<History, 'blocksAfter' | 'linesIn'>;
  readonly #maxKept: number;
  readonly #of = new Map<number, EndpointCounters>();
  #kept = 0;
  #lookups = 0;

  constructor(history: Pick<History, 'blocksAfter' | 'linesIn'>, maxKept = MAX_KEPT) {
    this.#history = history;
    this.#maxKept = maxKept;
  }

  /** The newest seq first, of every sealed message of an endpoint with this packet counter; it may be gone since. */
  *with(endpoint: number, packetCnt: number): Generator<number> {
    const kept = this.#read(endpoint);
    if (!kept) {
      yield* this.#search(endpoint, packetCnt);
      return;
    }
    const { counters, seqs } = kept;
    for (let at = lastAtMost(counters, packetCnt); at >= 0 && counters[at] === packetCnt; at--) yield seqs[at] ?? 0;
  }

  /** A write failed: a block that was read may not be there. */
  forget(): void {
    this.#of.clear();
    this.#kept = 0;
    this.#lookups = 0;
  }

  /** What is kept of an endpoint, with what was sealed since; undefined when there is no room for it. */
  #read(endpoint: number): EndpointCounters | undefined {
    if (++this.#lookups > RENEWED_AFTER && this.#kept >= this.#maxKept) this.forget();
    let kept = this.#of.get(endpoint);
    if (!kept) {
      if (this.#kept >= this.#maxKept) return undefined;
      kept = { counters: new Uint32Array(0), seqs: new Float64Array(0), readTo: 0 };
      this.#of.set(endpoint, kept);
    }
    const found: [counter: number, seq: number][] = [];
    for (const firstSeq of this.#history.blocksAfter(kept.readTo)) {
      kept.readTo = firstSeq;
      const { seqs, counters } = this.#history.linesIn({ firstSeq }, PostingKind.endpoint, endpoint);
      for (const [at, counter] of counters.entries()) found.push([counter, seqs[at] ?? 0]);
    }
    if (found.length > 0) {
      this.#kept += found.length;
      add(kept, found);
    }
    return kept;
  }

  *#search(endpoint: number, packetCnt: number): Generator<number> {
    for (const firstSeq of this.#history.blocksAfter(0).reverse()) {
      const { seqs, counters } = this.#history.linesIn({ firstSeq }, PostingKind.endpoint, endpoint);
      for (let at = counters.length - 1; at >= 0; at--) if (counters[at] === packetCnt) yield seqs[at] ?? 0;
    }
  }
}

/** Merges newer messages, which are in storage order. */
function add(kept: EndpointCounters, newer: [counter: number, seq: number][]): void {
  const { counters, seqs } = kept;
  newer.sort(([a, s], [b, t]) => a - b || s - t);
  const length = counters.length + newer.length;
  kept.counters = new Uint32Array(length);
  kept.seqs = new Float64Array(length);
  let old = 0;
  let next = 0;
  for (let at = 0; at < length; at++) {
    const newerOne = newer[next];
    const counter = counters[old];
    if (counter === undefined || (newerOne && newerOne[0] < counter)) {
      kept.counters[at] = newerOne?.[0] ?? 0;
      kept.seqs[at] = newerOne?.[1] ?? 0;
      next++;
    } else {
      kept.counters[at] = counter;
      kept.seqs[at] = seqs[old++] ?? 0;
    }
  }
}

/** The last place that holds no more than a value; -1 when there is none. */
function lastAtMost(values: Uint32Array, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
