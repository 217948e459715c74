// The newest messages on top, at most so many; while paused, what comes is only counted. What the server counted in place of sending it
// has no row, and is in the rates.

/** How often an endpoint was heard. */
export interface Share {
  key: string;
  name: string;
  messages: number;
}

export interface Arrivals<T> {
  /** Oldest first. */
  rows: readonly T[];
  /** Messages that came without a row. */
  counted: number;
  /** As many of those as came in ten seconds. */
  lately: number;
  /** Of rows, and of what came in ten seconds. */
  shares: readonly Share[];
}

export interface Arrival {
  /** When it came here, ms. */
  at: number;
  messages: number;
  shares: readonly Share[];
}

export interface LiveList<T> {
  /** Newest first. */
  rows: readonly T[];
  /** What came while it was paused, newest first. */
  held: readonly T[];
  paused: boolean;
  /** What came while it was paused, those without a row too. */
  new: number;
  /** Went out at the end of the list, or never was a row. */
  dropped: number;
  /** What came in the last ten seconds. */
  recent: readonly Arrival[];
}

export const MOST_ROWS = 500;
export const RATE_OVER_MS = 10_000;
/** From this rate on, rows would only flicker. */
export const FAST_PER_SECOND = 50;
/** Of a list that has just begun. */
const LEAST_OVER_MS = 1000;

export function emptyList<T>(): LiveList<T> {
  return { rows: [], held: [], paused: false, new: 0, dropped: 0, recent: [] };
}

/** With what is there already, newest first; what came within the last ten seconds counts for the rate. */
export function beginWith<T>(
  list: LiveList<T>,
  rows: readonly T[],
  of: (row: T) => { at: number; share: Share },
  now: number,
): LiveList<T> {
  const recent = rows
    .map(of)
    .filter(({ at }) => at <= now && now - at < RATE_OVER_MS)
    .map(({ at, share }) => ({ at, messages: share.messages, shares: [share] }))
    .toReversed();
  return { ...list, rows, recent };
}

export function addTo<T>(list: LiveList<T>, { rows, counted, lately, shares }: Arrivals<T>, now: number): LiveList<T> {
  const young = list.recent.filter(({ at }) => now - at < RATE_OVER_MS);
  const recent = [...young, { at: now, messages: rows.length + lately, shares }];
  const into = [...rows].reverse().concat(list.paused ? list.held : list.rows);
  const kept = into.slice(0, MOST_ROWS);
  const dropped = list.dropped + into.length - kept.length + counted;
  return list.paused
    ? { ...list, held: kept, new: list.new + rows.length + counted, dropped, recent }
    : { ...list, rows: kept, dropped, recent };
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
    new: 0,
    dropped: list.dropped + Math.max(0, rows.length - MOST_ROWS),
  };
}

/** Messages a second over the last ten seconds. */
export function rateOf({ recent }: Pick<LiveList<unknown>, 'recent'>, now: number): number {
  const young = recent.filter(({ at }) => now - at < RATE_OVER_MS);
  return young.reduce((sum, { messages }) => sum + messages, 0) / (RATE_OVER_MS / 1000);
}

export interface EndpointRate {
  key: string;
  name: string;
  perMinute: number;
}

/** How often each endpoint came in the last ten seconds, the most frequent first. */
export function ratesOf({ recent }: Pick<LiveList<unknown>, 'recent'>, now: number): EndpointRate[] {
  const found = new Map<string, { name: string; messages: number }>();
  let oldest = now;
  for (const { at, shares } of recent) {
    if (now - at >= RATE_OVER_MS) continue;
    oldest = Math.min(oldest, at);
    for (const { key, name, messages } of shares) {
      const known = found.get(key);
      if (known) known.messages += messages;
      else found.set(key, { name, messages });
    }
  }
  const minutes = Math.max(now - oldest, LEAST_OVER_MS) / 60_000;
  return [...found]
    .map(([key, { name, messages }]) => ({ key, name, perMinute: messages / minutes }))
    .sort((a, b) => b.perMinute - a.perMinute || a.name.localeCompare(b.name));
}
