/** A sort value and, for equal values, a number that breaks the tie. */
export type SortKey = readonly [value: bigint, tie: number];

export interface Keyed<T> {
  readonly key: SortKey;
  readonly item: T;
}

/** A part of the history whose sort values all lie in [min, max]; read only when it is reached. */
export interface Span<T> {
  readonly min: bigint;
  readonly max: bigint;
  load(): Keyed<T>[];
}

/**
 * All items in exact order, reading only the parts that are needed. Parts may overlap: one that was stored late holds
 * older radio times.
 * @param from yields only what comes behind this key
 */
export function* merged<T>(spans: readonly Span<T>[], descending: boolean, from?: SortKey): IterableIterator<Keyed<T>> {
  const before = (a: SortKey, b: SortKey) => (descending ? compare(a, b) > 0 : compare(a, b) < 0);
  const edge = (span: Span<T>) => (descending ? span.max : span.min);
  const behind = (span: Span<T>) => !from || (descending ? span.min <= from[0] : span.max >= from[0]);
  const waiting = spans
    .filter(behind)
    .sort((a, b) => (descending ? compareBigInt(edge(b), edge(a)) : compareBigInt(edge(a), edge(b))));
  let loaded: Keyed<T>[] = [];
  let next = 0;
  for (;;) {
    // Whatever could still come before the head of the loaded items must be loaded first.
    for (let span = waiting[next]; span; span = waiting[next]) {
      const head = loaded[0];
      if (head && (descending ? edge(span) < head.key[0] : edge(span) > head.key[0])) break;
      const fresh = span.load().filter(({ key }) => !from || before(from, key));
      loaded = [...loaded, ...fresh].sort((a, b) => (before(a.key, b.key) ? -1 : 1));
      next++;
    }
    const limit = waiting[next];
    if (loaded.length === 0) {
      if (!limit) return;
      continue;
    }
    let at = 0;
    for (let head = loaded[at]; head; head = loaded[at]) {
      if (limit && (descending ? edge(limit) >= head.key[0] : edge(limit) <= head.key[0])) break;
      yield head;
      at++;
    }
    loaded = loaded.slice(at);
  }
}

/** Two walks that are in order by themselves as one; whoever ends it early ends both. */
export function* interleaved<T>(a: Iterator<T>, b: Iterator<T>, isBefore: (a: T, b: T) => boolean): Generator<T> {
  try {
    let one = a.next();
    let other = b.next();
    while (!one.done || !other.done) {
      if (!one.done && (other.done || isBefore(one.value, other.value))) {
        yield one.value;
        one = a.next();
      } else if (!other.done) {
        yield other.value;
        other = b.next();
      }
    }
  } finally {
    a.return?.();
    b.return?.();
  }
}

function compare(a: SortKey, b: SortKey): number {
  return compareBigInt(a[0], b[0]) || a[1] - b[1];
}

function compareBigInt(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
