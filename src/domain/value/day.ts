import { DAY_S, HOUR_S } from '../../kit/units.ts';

/** So many values of an endpoint are kept for a day. */
export const MOST_KEYS = 100;

/** What one value was in an hour, or in a day. */
export interface ValueFigures {
  n: number;
  sum: number;
  min: number;
  max: number;
  /** By radio time; of several in one second, that which was stored last. */
  last: number;
  /** Seconds into the hour or day. */
  lastAt: number;
}

/** The values of one endpoint on one day. */
export interface ValueDay {
  /** Seconds that figures are for. */
  readonly span: typeof HOUR_S | typeof DAY_S;
  /** By name, then by hour (0 for a day as a whole). */
  readonly values: Map<string, Map<number, ValueFigures>>;
  /** Further values are not kept. */
  leftOut: boolean;
}

export function noDay(span: ValueDay['span'] = HOUR_S): ValueDay {
  return { span, values: new Map(), leftOut: false };
}

/** @param second of the day */
export function addValue(to: ValueDay, name: string, second: number, value: number): void {
  const hour = Math.floor(second / to.span);
  const figures = { n: 1, sum: value, min: value, max: value, last: value, lastAt: second % to.span };
  addFigures(hoursOf(to, name), hour, figures);
}

/** Adds the second to the first, of whose messages none was stored later. */
export function addDay(to: ValueDay, more: ValueDay): void {
  if (more.leftOut) to.leftOut = true;
  for (const [name, hours] of more.values) {
    if (!to.values.has(name) && to.values.size >= MOST_KEYS) {
      to.leftOut = true;
      continue;
    }
    const into = hoursOf(to, name);
    for (const [hour, figures] of hours) {
      const second = hour * more.span + figures.lastAt;
      addFigures(into, Math.floor(second / to.span), { ...figures, lastAt: second % to.span });
    }
  }
}

/** Without the hours. */
export function condensed(day: ValueDay): ValueDay {
  const whole = noDay(DAY_S);
  addDay(whole, day);
  return whole;
}

export function addFigures(to: Map<number, ValueFigures>, at: number, more: ValueFigures): void {
  const sum = to.get(at);
  if (!sum) {
    to.set(at, { ...more });
    return;
  }
  sum.n += more.n;
  sum.sum += more.sum;
  sum.min = Math.min(sum.min, more.min);
  sum.max = Math.max(sum.max, more.max);
  if (more.lastAt < sum.lastAt) return;
  sum.last = more.last;
  sum.lastAt = more.lastAt;
}

function hoursOf({ values }: ValueDay, name: string): Map<number, ValueFigures> {
  let hours = values.get(name);
  if (!hours) {
    hours = new Map();
    values.set(name, hours);
  }
  return hours;
}
