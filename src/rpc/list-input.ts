import type { Position } from '../database/scan.ts';
import { time, type WireTime } from './checks.ts';
import { type Check, fields, type Input, type Maybe, refine } from './input.ts';
import { keyOf, type PageKey, positionOf } from './page-token.ts';

export interface Page<V extends string | number | bigint = string | number> {
  readonly size: number;
  /** How many are left out before the first: pages of REST have that in place of a token. */
  readonly offset?: number;
  /** Where the page before ended; undefined for the first page. */
  readonly after: Position<V> | undefined;
  /** What the page before wanted this one to know. */
  readonly carried: PageKey;
  /** The `next_page_token` for a page that ends there; empty when there is no further row. */
  next(last: Position<V> | undefined, ...carried: PageKey): string;
}

interface PageSizes {
  readonly default: number;
  readonly max: number;
}
type WirePage = { readonly page_size?: Maybe<number>; readonly page_token?: Maybe<string> };
type PageNames = 'page_size' | 'page_token';

/** Page sizes of most lists, and of the high-volume lists (platform API section 1.5). */
export const STANDARD_PAGE = { default: 20, max: 100 } as const;
export const LARGE_PAGE = { default: 100, max: 1000 } as const;

/** `page_size` and `page_token`. */
export function page(sizes: PageSizes): Input<WirePage, { readonly page: Page }, PageNames> {
  return pageBy(sizes, value => value);
}

/** The same for lists whose rows are sorted by a 64-bit value: nanoseconds, or the place in the log. */
export function logPage(sizes: PageSizes): Input<WirePage, { readonly page: Page<bigint> }, PageNames> {
  return pageBy(sizes, BigInt);
}

function pageBy<V extends string | number | bigint>(
  sizes: PageSizes,
  fromText: (text: string | number) => V,
): Input<WirePage, { readonly page: Page<V> }, PageNames> {
  return {
    names: ['page_size', 'page_token'],
    read(request, at) {
      const { page_size, page_token, ...filters } = request;
      const { method, org, tokens } = at.context;
      const scope = { method, org, filters };
      const size = page_size ?? 0;
      const inSize = at.in('page_size');
      if (size < 0) inSize.try(() => inSize.refuse('range', 'InvalidPageSize', { max: sizes.max }));
      const inToken = at.in('page_token');
      const open = (token: string) => {
        const key = tokens.open(scope, token);
        return (key && positionOf(key, fromText)) ?? inToken.refuse('format', 'InvalidPageToken');
      };
      const before = page_token ? inToken.try(() => open(page_token)) : undefined;
      return {
        page: {
          size: size === 0 ? sizes.default : Math.min(size, sizes.max),
          after: before?.position,
          carried: before?.carried ?? [],
          next: (last, ...carried) => (last ? tokens.seal(scope, keyOf(last, carried)) : ''),
        },
      };
    },
  };
}

export interface Order<F extends string> {
  readonly by: F;
  readonly direction: 'asc' | 'desc';
}

/** `order_by`: one field and a direction; the first of `offered` is the default, `direction` being its default direction. */
export function orderBy<const F extends string>(
  offered: readonly [F, ...F[]],
  direction: 'asc' | 'desc',
): Check<Maybe<string>, Order<F>> {
  return (wire, at) => {
    const words = (wire ?? '').trim().split(/ +/);
    if (words[0] === '') return { by: offered[0], direction };
    const by = offered.find(field => field === words[0]);
    const way = words[1] ?? 'asc';
    if (by === undefined || words.length > 2 || (way !== 'asc' && way !== 'desc')) {
      return at.refuse('format', 'InvalidOrderBy', { allowed: offered.join(', ') });
    }
    return { by, direction: way };
  };
}

const HOUR_NS = 3_600_000_000_000n;
const MAX_RANGE_HOURS = 366 * 24;

export interface TimeRange<Start> {
  /** First nanosecond inside. */
  readonly startNs: Start;
  /** First nanosecond after. */
  readonly endNs: Start;
}

interface WireTimeRange {
  readonly start_time?: Maybe<WireTime>;
  readonly end_time?: Maybe<WireTime>;
}
type RangeNames = 'start_time' | 'end_time';

/** `start_time` and `end_time` as filters: each may be absent. */
export const timeFilter: Input<WireTimeRange, { readonly range: TimeRange<bigint | undefined> }, RangeNames> = refine(
  fields({ start_time: time, end_time: time }),
  ({ start_time, end_time }, at) => {
    if (start_time !== undefined && end_time !== undefined && end_time <= start_time) {
      at.in('end_time').refuse('range', 'InvalidTimeRange');
    }
    return { range: { startNs: storable(start_time), endNs: storable(end_time) } };
  },
);

/** The latest time that fits into the database. */
const LATEST_NS = 0x7fff_ffff_ffff_ffffn;

function storable(ns: bigint | undefined): bigint | undefined {
  return ns !== undefined && ns > LATEST_NS ? LATEST_NS : ns;
}

/** Figures go by milliseconds; a bound inside one is rounded up. */
export function ceilMs(ns: bigint): number {
  return Number((ns + 999_999n) / 1_000_000n);
}

/** `ceilMs` of a bound that may be absent. */
export function ceilMsOf(ns: bigint | undefined): number | undefined {
  return ns === undefined ? undefined : ceilMs(ns);
}

/** `start_time` and `end_time` of statistics: absent bounds become now and a default window, the range has a maximum (section 1.10). */
export function timeRange(options: {
  readonly windowHours: number;
}): Input<WireTimeRange, { readonly range: TimeRange<bigint> }, RangeNames> {
  return refine(timeFilter, ({ range }, at) => {
    const endNs = range.endNs ?? BigInt(at.context.nowMs) * 1_000_000n;
    const startNs = range.startNs ?? endNs - BigInt(options.windowHours) * HOUR_NS;
    if (endNs <= startNs) at.in('end_time').refuse('range', 'InvalidTimeRange');
    if (endNs - startNs > BigInt(MAX_RANGE_HOURS) * HOUR_NS) {
      at.in('start_time').refuse('range', 'TimeRangeTooLarge', { limit: `${MAX_RANGE_HOURS / 24} d` });
    }
    return { range: { startNs, endNs } };
  });
}
