import { COUNT_MS, type Page, type Scan, type Total } from './scan.ts';

/** How long a count may be given again, and how many are remembered (platform API section 1.5). */
const COUNT_AGE_MS = 10_000;
const MAX_COUNTS = 256;

/** How the lines of a list are counted. */
export interface Counting {
  /** From indexes and postings alone; undefined when they do not tell. */
  indexed(): number | undefined;
  /** Bit by bit otherwise. */
  lines(): Generator<number>;
}

/** Counts lines for a bounded time, and gives a count again for a short while. */
export function totalReader() {
  const known = new Map<string, { at: number; total: Total }>();

  const remember = (key: string, at: number, total: Total): Total => {
    const oldest = known.keys().next();
    if (known.size >= MAX_COUNTS && !oldest.done) known.delete(oldest.value);
    known.set(key, { at, total });
    return total;
  };

  /**
   * How many lines there are, after a page of them.
   * @param kind and `query` say what is counted
   * @param now milliseconds
   * @param first the page, when it was the first one
   */
  return function* total(
    kind: string,
    query: object,
    now: number,
    { indexed, lines }: Counting,
    first: Page<unknown> | undefined,
  ): Scan<Total> {
    const key = `${kind} ${JSON.stringify(query, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))}`;
    if (first && !first.next) return remember(key, now, { count: first.rows.length, isMinimum: false });
    const before = known.get(key);
    if (before && now >= before.at && now - before.at < COUNT_AGE_MS) return before.total;
    known.delete(key);
    const exact = indexed();
    if (exact !== undefined) return remember(key, now, { count: exact, isMinimum: false });
    let count = 0;
    for (const found of lines()) {
      count += found;
      const tookMs = yield;
      if (tookMs > COUNT_MS)
        return remember(key, now, { count: Math.max(count, first?.rows.length ?? 0), isMinimum: true });
    }
    return remember(key, now, { count, isMinimum: false });
  };
}
