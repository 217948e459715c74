// The newest messages on top, at most so many; while paused, what comes is only counted.

export interface LiveList<T> {
  /** Newest first. */
  rows: readonly T[];
  /** What came while it was paused, newest first. */
  held: readonly T[];
  paused: boolean;
  /** Went out at the end of the list, or was too much to show. */
  dropped: number;
  /** When messages came, in ms, of the last ten seconds. */
  recent: readonly number[];
}

export const MOST_ROWS = 500;
const RATE_OVER_MS = 10_000;
/** From this rate on, rows would only flicker. */
export const FAST_PER_SECOND = 50;

export function emptyList<T>(): LiveList<T> {
  return { rows: [], held: [], paused: false, dropped: 0, recent: [] };
}

/** With what is there already, newest first; what came within the last ten seconds counts for the rate. */
export function beginWith<T>(list: LiveList<T>, rows: readonly T[], of: (row: T) => number, now: number): LiveList<T> {
  const recent = rows
    .map(of)
    .filter(at => at <= now && now - at < RATE_OVER_MS)
    .toReversed();
  return { ...list, rows, recent };
}

/** `items` are oldest first. */
export function addTo<T>(list: LiveList<T>, items: readonly T[], now: number): LiveList<T> {
  const recent = [...list.recent.filter(at => now - at < RATE_OVER_MS), ...items.map(() => now)];
  const into = [...items].reverse().concat(list.paused ? list.held : list.rows);
  const kept = into.slice(0, MOST_ROWS);
  const dropped = list.dropped + into.length - kept.length;
  return list.paused ? { ...list, held: kept, dropped, recent } : { ...list, rows: kept, dropped, recent };
}

export function pause<T>(list: LiveList<T>): LiveList<T> {
  return { ...list, paused: true };
}

export function resume<T>(list: LiveList<T>): LiveList<T> {
  const rows = [...list.held, ...list.rows];
  return {
    ...list,
    rows: rows.slice(0, MOST_ROWS),
    held: [],
    paused: false,
    dropped: list.dropped + Math.max(0, rows.length - MOST_ROWS),
  };
}

/** Messages a second over the last ten seconds. */
export function rateOf<T>({ recent }: LiveList<T>, now: number): number {
  return recent.filter(at => now - at < RATE_OVER_MS).length / (RATE_OVER_MS / 1000);
}

export interface EndpointRate {
  key: string;
  name: string;
  perMinute: number;
}

/** How often each endpoint occurs among the rows, the most frequent first. */
export function ratesOf<T>(
  rows: readonly T[],
  of: (row: T) => { key: string; name: string; at: number },
  now: number,
): EndpointRate[] {
  const counts = new Map<string, { name: string; count: number }>();
  let oldest = now;
  for (const row of rows) {
    const { key, name, at } = of(row);
    oldest = Math.min(oldest, at);
    const found = counts.get(key);
    if (found) found.count++;
    else counts.set(key, { name, count: 1 });
  }
  const minutes = Math.max((now - oldest) / 60_000, 1 / 60);
  return [...counts]
    .map(([key, { name, count }]) => ({ key, name, perMinute: count / minutes }))
    .sort((a, b) => b.perMinute - a.perMinute);
}
