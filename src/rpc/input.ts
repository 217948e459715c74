import { type Eui, parseEui } from '../kit/eui.ts';
import { Fault, type FaultAbout, type FaultName } from '../kit/faults.ts';
import { parseUuid } from '../kit/uuid.ts';
import type { PageKey, PageTokens } from './page-token.ts';

/** The order in which mistakes answer: what is missing, what is malformed, what is out of range (error catalog section 1). */
const STEPS = ['presence', 'format', 'range'] as const;
type Step = (typeof STEPS)[number];

export interface Violation {
  /** Path in the request, for example `endpoint.tags`. */
  readonly field: string;
  readonly fault: FaultName;
  readonly about: FaultAbout;
}

/** A request that breaks one or more input checks. Token and details are those of the first; the others travel beside it. */
export class BadInput extends Fault {
  readonly violations: readonly Violation[];

  constructor(first: Violation, violations: readonly Violation[]) {
    super(first.fault, first.about);
    this.violations = violations;
  }
}

/** What a check may know beside the value. */
export interface InputContext {
  readonly method: string;
  readonly org: string;
  readonly tokens: PageTokens;
  /** Wall clock in milliseconds. */
  readonly nowMs: number;
}

class Refusal {
  readonly step: Step;
  readonly violation: Violation;

  constructor(step: Step, violation: Violation) {
    this.step = step;
    this.violation = violation;
  }
}

/** Where in the request a check stands. */
export class At {
  readonly context: InputContext;
  readonly field: string;
  readonly #found: Refusal[];

  constructor(context: InputContext, field = '', found: Refusal[] = []) {
    this.context = context;
    this.field = field;
    this.#found = found;
  }

  /** The same place one level deeper. */
  in(name: string): At {
    return new At(this.context, this.field === '' ? name : `${this.field}.${name}`, this.#found);
  }

  refuse(step: Step, name: FaultName, about: FaultAbout = {}): never {
    const field: FaultAbout = this.field === '' ? {} : { field: this.field };
    throw new Refusal(step, { field: this.field, fault: name, about: { ...field, ...about } });
  }

  /** Runs one check; its refusal is kept, so that the others are run too. The result is used only when nothing was refused. */
  try<T>(run: () => T): T {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#found.push(error);
      return undefined as T;
    }
  }

  get clean(): boolean {
    return this.#found.length === 0;
  }

  /** Throws what was refused, `order` being the names of the request's fields as the schema lists them. */
  finish(order: readonly string[]): void {
    if (this.clean) return;
    const place = ({ violation }: Refusal) => order.indexOf(violation.field.split('.', 1)[0] ?? '');
    const sorted = this.#found.toSorted((a, b) => place(a) - place(b));
    const first = sorted.toSorted((a, b) => STEPS.indexOf(a.step) - STEPS.indexOf(b.step))[0];
    if (first) {
      throw new BadInput(
        first.violation,
        sorted.map(({ violation }) => violation),
      );
    }
  }
}

/** Turns one value as the wire gives it into the narrow value a handler can trust, or refuses it. */
export type Check<Wire, Value> = (wire: Wire, at: At) => Value;

/** Turns a whole request into what the handler gets. `names` are the request fields it looks at. */
export interface Input<Wire, Value, Names extends string = string> {
  readonly names: readonly Names[];
  readonly read: (request: Wire, at: At) => Value;
}

type Maybe<T> = T | null | undefined;
type Shape = Readonly<Record<string, Check<never, unknown>>>;
type WireOf<S extends Shape> = { readonly [K in keyof S]?: Parameters<S[K]>[0] };
type ValueOf<S extends Shape> = { readonly [K in keyof S]: ReturnType<S[K]> };
type Named<S> = keyof S & string;

/** Reads a request with an input; throws `BadInput`. */
export function readInput<W, V>(input: Input<W, V>, request: W, context: InputContext, order: readonly string[]): V {
  const at = new At(context);
  const value = at.try(() => input.read(request, at));
  at.finish(order);
  return value;
}

/** One check per field. */
export function fields<S extends Shape>(shape: S): Input<WireOf<S>, ValueOf<S>, Named<S>> {
  const entries = Object.entries(shape);
  return {
    names: Object.keys(shape) as Named<S>[],
    read(request, at) {
      const value: Record<string, unknown> = {};
      for (const [name, check] of entries) {
        const field = at.in(name);
        value[name] = field.try(() => check(request[name as keyof S] as never, field));
      }
      return value as ValueOf<S>;
    },
  };
}

/** A request without fields, or whose fields do not matter. */
export const nothing: Input<object, Record<never, never>, never> = { names: [], read: () => ({}) };

/** Several inputs over the same request; the handler gets all their values in one object. */
export function all<W1, V1 extends object, N1 extends string, W2, V2 extends object, N2 extends string>(
  a: Input<W1, V1, N1>,
  b: Input<W2, V2, N2>,
): Input<W1 & W2, V1 & V2, N1 | N2>;
export function all<
  W1,
  V1 extends object,
  N1 extends string,
  W2,
  V2 extends object,
  N2 extends string,
  W3,
  V3 extends object,
  N3 extends string,
>(a: Input<W1, V1, N1>, b: Input<W2, V2, N2>, c: Input<W3, V3, N3>): Input<W1 & W2 & W3, V1 & V2 & V3, N1 | N2 | N3>;
export function all(...inputs: readonly Input<object, object>[]): Input<object, object> {
  return {
    names: inputs.flatMap(({ names }) => names),
    read: (request, at) => Object.assign({}, ...inputs.map(input => at.try(() => input.read(request, at)))),
  };
}

/** A check of values against each other; runs only when every single one is right. */
export function refine<W, V, N extends string, T>(
  input: Input<W, V, N>,
  check: (value: V, at: At) => T,
): Input<W, T, N> {
  return {
    names: input.names,
    read(request, at) {
      const value = input.read(request, at);
      return at.clean ? check(value, at) : (undefined as T);
    },
  };
}

/** Absent, null or empty is undefined, everything else is checked. */
export function optional<W, V>(check: Check<W, V>): Check<W | null | undefined, V | undefined> {
  return (wire, at) => (wire === undefined || wire === null || wire === '' ? undefined : check(wire, at));
}

/** A repeated field of at most `max` items. */
export function list<W, V>(check: Check<W, V>, max: number): Check<Maybe<readonly W[]>, readonly V[]> {
  return (wire, at) => {
    const items = wire ?? [];
    if (items.length > max) at.refuse('range', 'TooManyItems', { limit: max });
    return items.map(item => check(item, at));
  };
}

/** The value as it is: for flags and for what only the handler can judge. */
export function asIs<T>(wire: T): T {
  return wire;
}

/** A flag; absent is false. */
export const flag: Check<Maybe<boolean>, boolean> = wire => wire ?? false;

export const eui: Check<Maybe<string>, Eui> = (wire, at) => {
  if (wire === undefined || wire === null || wire === '') return at.refuse('presence', 'EUIRequired');
  return parseEui(wire) ?? at.refuse('format', 'InvalidEUIFormat', { value: wire.slice(0, 64) });
};

export const uuid: Check<Maybe<string>, string> = uuidOr('IDRequired');

/** A UUID whose absence has a token of its own, for example `OrganizationIDRequired`. */
export function uuidOr(missing: FaultName): Check<Maybe<string>, string> {
  return (wire, at) => {
    if (wire === undefined || wire === null || wire === '') return at.refuse('presence', missing);
    return parseUuid(wire) ?? at.refuse('format', 'InvalidIDFormat');
  };
}

const INT64_TEXT = /^(0|[1-9][0-9]{0,18})$/;

/** A storage number (int64 as text); 0 or absent is undefined, because the first one is 1. */
export const seq: Check<Maybe<string>, bigint | undefined> = (wire, at) => {
  if (wire === undefined || wire === null || wire === '' || wire === '0') return undefined;
  if (!INT64_TEXT.test(wire)) at.refuse('range', 'FieldOutOfRange', { min: 0, max: '9223372036854775807' });
  return BigInt(wire);
};

/** A key of 16 bytes as 32 hex digits, separators allowed; empty is undefined. Never shown in an error. */
export const hexKey: Check<Maybe<string>, Uint8Array | undefined> = (wire, at) => {
  const hex = (wire ?? '').replace(/[-: ]/g, '').toLowerCase();
  if (hex === '') return undefined;
  if (!/^[0-9a-f]{32}$/.test(hex) || /^0+$/.test(hex)) at.refuse('format', 'InvalidKeyFormat');
  return Buffer.from(hex, 'hex');
};

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const CONTROL_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** Trimmed text of at most `max` characters without control characters; `required` names the fault of an empty one. */
export function text(
  max: number,
  options: { required?: FaultName; lines?: boolean } = {},
): Check<Maybe<string>, string> {
  const refused = options.lines ? CONTROL_BUT_LINES : CONTROL;
  return (wire, at) => {
    const trimmed = (wire ?? '').trim();
    if (trimmed === '' && options.required) at.refuse('presence', options.required);
    if (refused.test(trimmed)) at.refuse('format', 'InvalidArgument', { reason: 'control character' });
    if (characters(trimmed) > max) at.refuse('range', 'FieldTooLong', { limit: max });
    return trimmed;
  };
}

/** Code points, as a person counts; counting is skipped where the number of code units decides already. */
function characters(value: string): number {
  return value.length <= 64 ? value.length : [...value].length;
}

export const name = text(128, { required: 'NameRequired' });
export const description = text(1024, { lines: true });
export const note = text(4096, { lines: true });

const SEARCH_MAX = 100;

/** The text of a substring search; empty is undefined. */
export const search: Check<Maybe<string>, string | undefined> = (wire, at) => text(SEARCH_MAX)(wire, at) || undefined;

/** The text of a search RPC: at least two characters. */
export const query: Check<Maybe<string>, string> = (wire, at) => {
  if ((wire ?? '').trim().length < 2) at.refuse('presence', 'QueryRequired');
  return text(SEARCH_MAX)(wire, at);
};

/** One of a closed list of words. */
export function oneOf<const T extends string>(
  values: readonly T[],
  mistake: FaultName = 'InvalidEnumValue',
): Check<Maybe<string>, T> {
  return (wire, at) => {
    const found = values.find(value => value === wire);
    return found ?? at.refuse('format', mistake, { allowed: values.join(', ') });
  };
}

/** A finite number from `min` to `max`; `mistake` names the fault of another one. */
export function number(min: number, max: number, mistake: FaultName = 'FieldOutOfRange'): Check<number, number> {
  return (wire, at) => {
    if (!(wire >= min && wire <= max)) at.refuse('range', mistake, { min, max });
    return wire;
  };
}

const TAG_KEY = /^[A-Za-z0-9_.-]{1,64}$/;
const TAGS_MAX = 32;
const TAG_VALUE_MAX = 256;

export const tags: Check<Maybe<Readonly<Record<string, string>>>, Readonly<Record<string, string>>> = (wire, at) => {
  const entries = Object.entries(wire ?? {});
  if (entries.length > TAGS_MAX) at.refuse('range', 'InvalidTags', { limit: TAGS_MAX });
  for (const [key, value] of entries) {
    if (!TAG_KEY.test(key) || characters(value) > TAG_VALUE_MAX || CONTROL.test(value))
      at.refuse('format', 'InvalidTags');
  }
  return Object.fromEntries(entries);
};

export const latitude = optional(number(-90, 90, 'InvalidLocation'));
export const longitude = optional(number(-180, 180, 'InvalidLocation'));

/** For `refine`, `nested` and `masked`: latitude and longitude are both given, both cleared, or both left alone. */
export function located<V extends object>(value: V, at: At): V {
  const { latitude: lat, longitude: lon } = value as { latitude?: unknown; longitude?: unknown };
  const both = (lat === undefined) === (lon === undefined) && 'latitude' in value === 'longitude' in value;
  return both ? value : at.in('latitude').refuse('format', 'InvalidLocation');
}

/** A resource message inside the request, for example the endpoint of CreateEndPoint. */
export function nested<S extends Shape, V = ValueOf<S>>(
  shape: S,
  check?: (value: ValueOf<S>, at: At) => V,
): Check<Maybe<WireOf<S>>, V> {
  const inner = fields(shape);
  return (wire, at) => {
    if (wire === undefined || wire === null) return at.refuse('presence', 'ResourceRequired');
    const value = inner.read(wire, at);
    return check && at.clean ? check(value, at) : (value as unknown as V);
  };
}

interface Mask {
  readonly paths?: Maybe<readonly string[]>;
}
interface MaskedValue<Id extends Shape, S extends Shape> {
  readonly id: ValueOf<Id>;
  /** Only the fields the mask names; one that is empty is to be cleared. */
  readonly changes: Partial<ValueOf<S>>;
}

/**
 * The resource and `update_mask` of an update: `id` fields name the row, `writable` ones may be in the mask (platform API section 1.7).
 * Only masked fields are checked. `unless` is a request field that makes an empty mask acceptable.
 */
export function masked<R extends string, Id extends Shape, S extends Shape, U extends string = never>(
  resource: R,
  id: Id,
  writable: S,
  options: { unless?: U; check?: (changes: Partial<ValueOf<S>>, at: At) => unknown } = {},
): Input<
  { readonly [K in R]?: Maybe<WireOf<Id> & WireOf<S>> } & { readonly update_mask?: Maybe<Mask> } & {
    readonly [K in U]?: unknown;
  },
  MaskedValue<Id, S>,
  R | 'update_mask' | U
> {
  const identity = fields(id);
  const names: (R | 'update_mask' | U)[] = [resource, 'update_mask'];
  if (options.unless !== undefined) names.push(options.unless);
  return {
    names,
    read(request, at) {
      const wire: Maybe<WireOf<Id> & WireOf<S>> = request[resource];
      const inside = at.in(resource);
      if (wire === undefined || wire === null) return inside.refuse('presence', 'ResourceRequired');
      const mask = at.in('update_mask');
      const mayBeEmpty = options.unless !== undefined && Boolean(request[options.unless]);
      const value = { id: identity.read(wire, inside), changes: {} as Partial<ValueOf<S>> };
      const paths = mask.try(() =>
        maskPaths(request.update_mask?.paths ?? [], Object.keys(writable), mayBeEmpty, mask),
      );
      if (!paths) return value;
      const chosen = Object.fromEntries(Object.entries(writable).filter(([field]) => paths.has(field))) as S;
      value.changes = fields(chosen).read(wire, inside);
      if (options.check && at.clean) options.check(value.changes, inside);
      return value;
    },
  };
}

function maskPaths(paths: readonly string[], writable: readonly string[], mayBeEmpty: boolean, at: At): Set<string> {
  if (paths.length === 0 && !mayBeEmpty) at.refuse('presence', 'UpdateMaskRequired');
  if (paths.includes('*')) return new Set(writable);
  const wrong = paths.find(path => !writable.includes(path));
  if (wrong !== undefined) at.refuse('format', 'UpdateMaskInvalid', { path: wrong.slice(0, 128) });
  return new Set(paths);
}

export interface Page {
  readonly size: number;
  /** Sort key of the last row of the page before; undefined for the first page. */
  readonly after: PageKey | undefined;
  /** The `next_page_token` for a page that ends with this row; empty when there is no further row. */
  next(last: PageKey | undefined): string;
}

/** Page sizes of most lists, and of the high-volume lists (platform API section 1.5). */
export const STANDARD_PAGE = { default: 20, max: 100 } as const;
export const LARGE_PAGE = { default: 100, max: 1000 } as const;

/** `page_size` and `page_token`. */
export function page(limits: {
  readonly default: number;
  readonly max: number;
}): Input<
  { readonly page_size?: Maybe<number>; readonly page_token?: Maybe<string> },
  { readonly page: Page },
  'page_size' | 'page_token'
> {
  return {
    names: ['page_size', 'page_token'],
    read(request, at) {
      const { page_size, page_token, ...filters } = request;
      const { method, org, tokens } = at.context;
      const scope = { method, org, filters };
      const size = page_size ?? 0;
      const inSize = at.in('page_size');
      if (size < 0) inSize.try(() => inSize.refuse('range', 'InvalidPageSize', { max: limits.max }));
      const inToken = at.in('page_token');
      const open = (token: string) => tokens.open(scope, token) ?? inToken.refuse('format', 'InvalidPageToken');
      return {
        page: {
          size: size === 0 ? limits.default : Math.min(size, limits.max),
          after: page_token ? inToken.try(() => open(page_token)) : undefined,
          next: last => (last ? tokens.seal(scope, last) : ''),
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

/** A google.protobuf.Timestamp as the codec gives it. */
export interface WireTime {
  readonly seconds?: Maybe<string | number>;
  readonly nanos?: Maybe<number>;
}

const YEAR_2000_S = 946_684_800n;
const YEAR_10000_S = 253_402_300_800n;
const SECOND_NS = 1_000_000_000n;

/** Nanoseconds since 1970 of a time between the years 2000 and 9999; absent is undefined. */
export const time: Check<Maybe<WireTime>, bigint | undefined> = (wire, at) => {
  if (wire === undefined || wire === null) return undefined;
  const seconds = BigInt(wire.seconds ?? 0);
  const nanos = wire.nanos ?? 0;
  if (seconds < YEAR_2000_S || seconds >= YEAR_10000_S || nanos < 0 || nanos > 999_999_999) {
    at.refuse('range', 'InvalidTimeRange');
  }
  return seconds * SECOND_NS + BigInt(nanos);
};

const HOUR_NS = 3600n * SECOND_NS;
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

/** No time that is stored is later, and no later one fits into the database. */
const LATEST_NS = 0x7fff_ffff_ffff_ffffn;

function storable(ns: bigint | undefined): bigint | undefined {
  return ns !== undefined && ns > LATEST_NS ? LATEST_NS : ns;
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
