// Points of a chart: gaps, what is nearest, and what the whole says.

/** A value, or the average of a bucket with its lowest and highest. */
export interface Point {
  at: number;
  value: number;
  low?: number;
  high?: number;
  /** How many values it stands for. */
  count?: number;
}

/** A series of which nothing came for so many intervals is broken. */
const GAP_INTERVALS = 3;

/** Runs of points between gaps. `interval` is the usual distance; unknown, it is the median of the distances. */
export function unbroken(points: readonly Point[], interval = medianDistance(points)): Point[][] {
  const runs: Point[][] = [];
  let last: Point | undefined;
  for (const point of points) {
    if (last === undefined || (interval > 0 && point.at - last.at > GAP_INTERVALS * interval)) runs.push([]);
    runs.at(-1)?.push(point);
    last = point;
  }
  return runs;
}

/** The longest time in which nothing came, where it is longer than three intervals. */
export function longestGap(
  points: readonly Point[],
  interval = medianDistance(points),
): { from: number; to: number } | undefined {
  let found: { from: number; to: number } | undefined;
  for (let at = 1; at < points.length; at++) {
    const [from, to] = [points[at - 1]?.at ?? 0, points[at]?.at ?? 0];
    if (to - from <= GAP_INTERVALS * interval) continue;
    if (!found || to - from > found.to - found.from) found = { from, to };
  }
  return found;
}

export function medianDistance(points: readonly Point[]): number {
  const distances = points.slice(1).map((point, at) => point.at - (points[at]?.at ?? point.at));
  distances.sort((a, b) => a - b);
  return distances[Math.floor(distances.length / 2)] ?? 0;
}

/** The point nearest to a time. Points are in order of time. */
export function nearest(points: readonly Point[], at: number): Point | undefined {
  let [from, to] = [0, points.length - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((points[middle]?.at ?? 0) < at) from = middle + 1;
    else to = middle;
  }
  const [before, after] = [points[from - 1], points[from]];
  if (!before || !after) return after ?? before;
  return at - before.at <= after.at - at ? before : after;
}

export interface Extent {
  low: number;
  high: number;
  last: number;
  count: number;
}

/** Lowest, highest, newest and how many values; undefined without a point. */
export function extentOf(points: readonly Point[]): Extent | undefined {
  const last = points.at(-1);
  if (!last) return undefined;
  let [low, high, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (const point of points) {
    low = Math.min(low, point.low ?? point.value);
    high = Math.max(high, point.high ?? point.value);
    count += point.count ?? 1;
  }
  return { low, high, last: last.value, count };
}
