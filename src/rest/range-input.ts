import { LIMITS } from '../domain/blueprint/codec/limits.ts';
import { aggregations } from '../domain/value/series.ts';
import { DAY_MS, SECOND_MS } from '../kit/units.ts';
import { characters, oneOf, time, uuid, type WireTime } from '../rpc/checks.ts';
import { type At, type Check, fields, type Input, list, type Maybe, optional, refine } from '../rpc/input.ts';
import { ceilMsOf } from '../rpc/list-input.ts';
import type { Range } from './measured.ts';

const MAX_KEYS = 100;
const MAX_DEVICES = 100;
const [LIMIT_DEFAULT, LIMIT_MAX] = [1000, 10_000];
const [STEP_MIN_S, STEP_MAX_S, STEP_DEFAULT_S] = [60, 2_678_400, 3600];

/** A name of a value as blueprints have them. */
const key: Check<string, string> = (wire, at) => {
  if (characters(wire) > LIMITS.nameCharacters) at.refuse('range', 'FieldTooLong', { limit: LIMITS.nameCharacters });
  return wire;
};

/** Names of values, each once; undefined: all. */
export const keys: Check<Maybe<readonly string[]>, readonly string[] | undefined> = (wire, at) => {
  const given = list(key, MAX_KEYS)(wire, at).filter(name => name !== '');
  return given.length > 0 ? [...new Set(given)] : undefined;
};

/** Devices of which something is asked, each once. */
export const deviceIds: Check<Maybe<readonly string[]>, readonly string[]> = (wire, at) => {
  if (!wire || wire.length === 0) return at.refuse('presence', 'IDRequired');
  return [...new Set(list(uuid, MAX_DEVICES)(wire, at))];
};

export const points: Check<Maybe<number>, number> = (wire, at) => {
  if (wire === undefined || wire === null) return LIMIT_DEFAULT;
  if (!Number.isInteger(wire) || wire < 1) at.refuse('range', 'InvalidLimit');
  return Math.min(wire, LIMIT_MAX);
};

interface WireSpan {
  readonly from?: Maybe<WireTime>;
  readonly to?: Maybe<WireTime>;
}

export interface Span {
  /** Milliseconds, [from, to). */
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
}

/** `from` and `to` as filters: each may be absent. */
export const span: Input<WireSpan, { readonly span: Span }, 'from' | 'to'> = refine(
  fields({ from: time, to: time }),
  ({ from, to }, at) => {
    if (from !== undefined && to !== undefined && to <= from) reversed(at);
    return { span: { fromMs: ceilMsOf(from), toMs: ceilMsOf(to) } };
  },
);

export function reversed(at: At): never {
  return at.in('to').refuse('range', 'InvalidTimeRange');
}

export interface WireRange extends WireSpan {
  readonly keys?: Maybe<readonly string[]>;
  readonly limit?: Maybe<number>;
  readonly order?: Maybe<string>;
  readonly aggregation?: Maybe<string>;
  readonly interval?: Maybe<number>;
}

/** What one point is for, seconds. */
export const step: Check<number, number> = (wire, at) => {
  if (Number.isInteger(wire) && wire >= STEP_MIN_S && wire <= STEP_MAX_S) return wire;
  return at.refuse('range', 'FieldOutOfRange', { min: STEP_MIN_S, max: STEP_MAX_S });
};

const plain = fields({
  keys,
  limit: points,
  order: optional(oneOf(['asc', 'desc'])),
  aggregation: optional(oneOf(aggregations)),
  interval: (wire: Maybe<number>) => wire ?? STEP_DEFAULT_S,
});

/** What of the values is asked for, and how they are put together (clarification R11). */
export const range: Input<WireRange, { readonly range: Range }, Exclude<keyof WireRange, 'order'>> = {
  names: ['from', 'to', 'keys', 'limit', 'aggregation', 'interval'],
  says: plain.says,
  read(request, at) {
    const asked = at.try(() => span.read(request, at));
    const { aggregation = 'none', order, interval, limit, keys: names } = plain.read(request, at);
    const inInterval = at.in('interval');
    const isStep = Number.isInteger(interval) && interval >= STEP_MIN_S && interval <= STEP_MAX_S;
    if (aggregation !== 'none' && !isStep) {
      inInterval.try(() => inInterval.refuse('range', 'FieldOutOfRange', { min: STEP_MIN_S, max: STEP_MAX_S }));
    }
    const toMs = asked?.span.toMs ?? at.context.nowMs;
    const fromMs = asked?.span.fromMs ?? toMs - DAY_MS;
    if (at.clean && toMs <= fromMs) reversed(at);
    const stepMs = interval * SECOND_MS;
    return { range: { keys: names, fromMs, toMs, aggregation, stepMs, limit, descending: order === 'desc' } };
  },
};
