/** Counters over which losses are counted (events 4, endpoint_loss). */
export const SPAN = 50;
const ALL = 2 ** SPAN;
const HALF = 2 ** (SPAN / 2);

/** No counter is known yet. */
export const NO_COUNTERS = 1;

/**
 * The last 50 counters of an endpoint as a number: a bit for each that was heard, the newest lowest, and one above them that ends
 * them. Powers of two multiply exactly, so all of it is exact below 2^53.
 * @param steps how far the counter has moved on
 */
export function movedOn(counters: number, steps: number): number {
  const moved = counters * 2 ** Math.min(steps, SPAN);
  return (moved < 2 * ALL ? moved : (moved % ALL) + ALL) + 1;
}

/** One that was missed has come late. @param back how far it is behind the newest */
export function cameLate(counters: number, back: number): number {
  const place = 2 ** Math.min(back, SPAN);
  const known = counters >= 2 * place && Math.floor(counters / place) % 2 === 1;
  return known || counters < 2 * place ? counters : counters + place;
}

/** The part of the last 50 counters that was not heard; undefined while fewer are known. */
export function lossOf(counters: number): number | undefined {
  if (counters < ALL) return undefined;
  const bits = counters - ALL;
  return 1 - (ones(Math.floor(bits / HALF)) + ones(bits % HALF)) / SPAN;
}

function ones(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}
