import { FULL_PAGE_MS, PAGE_MS, type Page, type Position, type Scan } from './scan.ts';

export interface Keyed<T> {
  readonly at: Position;
  readonly item: T;
}

/** One bit of a walk: how far it has come, and the line it has found there, if any. */
export interface Step<T> {
  /** Everything up to here has been passed. */
  readonly at?: Position;
  readonly item?: T;
}

/** Goes over lines in order and finds some of them. */
export type Walk<T> = Generator<Step<T>, void>;

/** Something was read, nothing found, and no place reached. */
const PAUSE: Step<never> = {};

/** A part of the history whose sort values all lie in [min, max]; read only when it is reached. */
export interface Span<T> {
  readonly min: bigint;
  readonly max: bigint;
  /** What it has, in no order; undefined for a line that is passed over. */
  load(): Iterable<Keyed<T> | undefined>;
}

/** Where the walk has come when everything before this sort value is behind it. */
function before(value: bigint, descending: boolean): Position {
  return descending ? [value + 1n, 0] : [value - 1n, Number.MAX_SAFE_INTEGER];
}

/**
 * All items in exact order, reading only the parts that are needed. Parts may overlap: one that was stored late holds
 * older radio times.
 * @param from yields only what comes behind this key
 * @param most how many items are taken at most; no more of each part stay in memory
 */
export function* merged<T>(
  spans: readonly Span<T>[],
  descending: boolean,
  from: Position | undefined,
  most = Number.POSITIVE_INFINITY,
): Walk<T> {
  const isBefore = inOrder(descending);
  const edge = (span: Span<T>) => (descending ? span.max : span.min);
  const behind = (span: Span<T>) => !from || (descending ? span.min <= from[0] : span.max >= from[0]);
  const sort = (items: Keyed<T>[]) => items.sort((a, b) => (isBefore(a.at, b.at) ? -1 : 1));
  const waiting = spans
    .filter(behind)
    .sort((a, b) => (descending ? compareBigInt(edge(b), edge(a)) : compareBigInt(edge(a), edge(b))));
  let loaded: Keyed<T>[] = [];
  let next = 0;
  for (;;) {
    // Whatever could still come before the head of the loaded items must be loaded first.
    for (let span = waiting[next]; span; span = waiting[next]) {
      const head = loaded[0];
      if (head && (descending ? edge(span) < head.at[0] : edge(span) > head.at[0])) break;
      let fresh: Keyed<T>[] = [];
      for (const keyed of span.load()) {
        if (keyed && (!from || isBefore(from, keyed.at))) fresh.push(keyed);
        if (fresh.length > 2 * most) fresh = sort(fresh).slice(0, most);
        yield PAUSE;
      }
      loaded = sort([...loaded, ...fresh]);
      next++;
      if (loaded.length === 0) break;
    }
    const limit = waiting[next];
    let at = 0;
    for (let head = loaded[at]; head; head = loaded[at]) {
      if (limit && (descending ? edge(limit) >= head.at[0] : edge(limit) <= head.at[0])) break;
      yield head;
      at++;
    }
    loaded = loaded.slice(at);
    if (limit) {
      const reached = before(edge(limit), descending);
      if (!from || isBefore(from, reached)) yield { at: reached };
    } else if (loaded.length === 0) return;
  }
}

interface Side<T> {
  readonly walk: Walk<T>;
  /** How far it has come; undefined at its beginning. */
  at: Position | undefined;
  /** Its next item. */
  head: Keyed<T> | undefined;
  done: boolean;
}

/** Two walks that are in order by themselves as one; ending it early ends both. */
export function* interleaved<T>(a: Walk<T>, b: Walk<T>, descending: boolean): Walk<T> {
  const isBefore = inOrder(descending);
  const side = (walk: Walk<T>): Side<T> => ({ walk, at: undefined, head: undefined, done: false });
  const [one, other] = [side(a), side(b)];
  const isBehind = (x: Side<T>, y: Side<T>) => {
    if (x.done && !x.head) return false;
    if (y.done && !y.head) return true;
    const [of, than] = [x.head?.at ?? x.at, y.head?.at ?? y.at];
    // At the same position, the walk whose next item is not known.
    if (of && than) return isBefore(of, than) || (!isBefore(than, of) && !x.head);
    return !of;
  };
  try {
    for (;;) {
      // The walk that is behind goes on, or nothing would be known of what lies before the item of the other.
      const [mover, waiter] = isBehind(one, other) ? [one, other] : [other, one];
      if (mover.head) {
        yield mover.head;
        mover.at = mover.head.at;
        mover.head = undefined;
        continue;
      }
      if (mover.done) return;
      const step = mover.walk.next();
      if (step.done) {
        mover.done = true;
        continue;
      }
      const { at, item } = step.value;
      if (at && item !== undefined) mover.head = { at, item };
      else if (at) mover.at = at;
      const bound = waiter.head?.at ?? waiter.at;
      const passed = at && item === undefined && (bound ? isBefore(at, bound) : waiter.done);
      yield passed ? { at } : PAUSE;
    }
  } finally {
    a.return();
    b.return();
  }
}

/**
 * Takes a page, with the position where the next page begins; there is a next page only if a row is left, or may be.
 * @param skip rows that are passed over before the first
 * @param whole however long that takes: then there is a next page only if a row is left
 */
export function* takePage<T>(walk: Walk<T>, size: number, { skip = 0, whole = false } = {}): Scan<Page<T>> {
  const rows: T[] = [];
  let reached: Position | undefined;
  let passed = 0;
  for (const { at, item } of walk) {
    if (item !== undefined && passed < skip) passed++;
    else if (item !== undefined) {
      if (rows.length === size) return { rows, ...(reached && { next: reached }) };
      rows.push(item);
    }
    if (at) reached = at;
    const tookMs = yield;
    // Not before it has come somewhere: the next page would be at the same place.
    if (!whole && reached && tookMs > (rows.length === size ? FULL_PAGE_MS : PAGE_MS)) return { rows, next: reached };
  }
  return { rows };
}

function inOrder(descending: boolean): (a: Position, b: Position) => boolean {
  return descending ? (a, b) => compare(a, b) > 0 : (a, b) => compare(a, b) < 0;
}

function compare(a: Position, b: Position): number {
  return compareBigInt(a[0], b[0]) || a[1] - b[1];
}

function compareBigInt(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
