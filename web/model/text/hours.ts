const HOUR_MS = 3_600_000;

/** So many hours up to the running one; those without an entry are 0. */
export function hourly(entries: readonly { at: number; count: number }[], hours: number, now: number): number[] {
  const last = Math.floor(now / HOUR_MS);
  const counts = new Array<number>(hours).fill(0);
  for (const { at, count } of entries) {
    const place = hours - 1 - (last - Math.floor(at / HOUR_MS));
    if (place >= 0 && place < hours) counts[place] = count;
  }
  return counts;
}
