import type { Db } from '../../database/driver.ts';

interface SpanRow {
  connected_at: number;
  disconnected_at: number | null;
}

/** Reads when stations were connected. */
export function availabilityReader(db: Db) {
  const spans = db.prepare(
    `SELECT connected_at, disconnected_at FROM presence
     WHERE station = ? AND connected_at < ? AND coalesce(disconnected_at, ?) > ?`,
  );

  /**
   * Which part of a time a station was connected; undefined when none of that has been yet.
   * @param onlineUntil until when a span that has no end yet counts (milliseconds)
   */
  return (station: number, fromMs: number, toMs: number, onlineUntil: number) => {
    const online = (spans.all(station, toMs, onlineUntil, fromMs) as SpanRow[]).map(span => ({
      from: span.connected_at,
      to: span.disconnected_at ?? onlineUntil,
    }));
    return (from: number, to: number, now: number): number | undefined => {
      const end = Math.min(to, now);
      return from < end ? connected(online, from, end) / (end - from) : undefined;
    };
  };
}

function connected(spans: readonly { from: number; to: number }[], from: number, to: number): number {
  let ms = 0;
  for (const span of spans) ms += Math.max(0, Math.min(span.to, to) - Math.max(span.from, from));
  return ms;
}
