import { aggregations } from '../../domain/value/series.ts';
import type { Eui } from '../../kit/eui.ts';
import { DAY_MS, SECOND_MS } from '../../kit/units.ts';
import { eui, oneOf } from '../../rpc/checks.ts';
import { type Check, fields, type Input, list, type Maybe, optional } from '../../rpc/input.ts';
import type { Range } from '../measured.ts';
import { keys, points, reversed, span, step, type WireRange } from '../range-input.ts';

const MAX_EUIS = 200;
const LIMIT_DEFAULT = 500;
/** What people count time by, seconds: points of a window lie at whole ones of these. */
const STEPS_S = [60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 604_800, 2_678_400];

/** EUIs of endpoints, each once. */
export const epEuis: Check<Maybe<readonly string[]>, readonly Eui[]> = (wire, at) => {
  if (!wire || wire.length === 0) return at.refuse('presence', 'EUIRequired');
  return [...new Set(list(eui, MAX_EUIS)(wire, at))];
};

const plain = fields({
  keys,
  limit: (wire: Maybe<number>, at) => points(wire ?? LIMIT_DEFAULT, at),
  order: optional(oneOf(['asc', 'desc'])),
  aggregation: optional(oneOf([...aggregations, 'band'])),
  interval: optional(step),
});

/** A window of which a chart is made: who names no interval gets the shortest by which there are no more points than the limit. */
export const fittingRange: Input<WireRange, { readonly range: Range }, Exclude<keyof WireRange, 'order'>> = {
  names: ['from', 'to', 'keys', 'limit', 'aggregation', 'interval'],
  says: plain.says,
  read(request, at) {
    const asked = at.try(() => span.read(request, at));
    const { aggregation = 'none', order, interval, limit, keys: names } = plain.read(request, at);
    const toMs = asked?.span.toMs ?? at.context.nowMs;
    const fromMs = asked?.span.fromMs ?? toMs - DAY_MS;
    if (at.clean && toMs <= fromMs) reversed(at);
    const stepMs = (interval ?? fitting(fromMs, toMs, limit)) * SECOND_MS;
    return { range: { keys: names, fromMs, toMs, aggregation, stepMs, limit, descending: order === 'desc' } };
  },
};

/** Seconds. A window that begins within a point has one more than its length says. */
function fitting(fromMs: number, toMs: number, limit: number): number {
  const fits = (stepS: number) => {
    const stepMs = stepS * SECOND_MS;
    return Math.floor((toMs - 1) / stepMs) - Math.floor(fromMs / stepMs) + 1 <= limit;
  };
  return STEPS_S.find(fits) ?? STEPS_S.at(-1) ?? 1;
}
