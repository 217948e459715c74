import { DAY_MS, HOUR_MS } from '../../kit/units.ts';

/** 1970-01-01 was a Thursday; weeks begin on Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

export const GRANULARITIES = ['hour', 'day', 'week', 'month'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** Start of the UTC-aligned slot a time lies in (platform API section 1.10). */
export function slotStart(atMs: number, granularity: Granularity): number {
  switch (granularity) {
    case 'hour':
      return Math.floor(atMs / HOUR_MS) * HOUR_MS;
    case 'day':
      return Math.floor(atMs / DAY_MS) * DAY_MS;
    case 'week':
      return Math.floor((atMs - FIRST_MONDAY_MS) / (7 * DAY_MS)) * 7 * DAY_MS + FIRST_MONDAY_MS;
    case 'month': {
      const at = new Date(atMs);
      return Date.UTC(at.getUTCFullYear(), at.getUTCMonth());
    }
  }
}

/** Where the one behind it begins. */
export function nextSlot(startMs: number, granularity: Granularity): number {
  switch (granularity) {
    case 'hour':
      return startMs + HOUR_MS;
    case 'day':
      return startMs + DAY_MS;
    case 'week':
      return startMs + 7 * DAY_MS;
    case 'month': {
      const at = new Date(startMs);
      return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1);
    }
  }
}

/** All slots that [fromMs, toMs) touches, ascending; `end` is the start of the next one. */
export function slots(fromMs: number, toMs: number, granularity: Granularity): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (let start = slotStart(fromMs, granularity); start < toMs; ) {
    const end = nextSlot(start, granularity);
    found.push({ start, end });
    start = end;
  }
  return found;
}
