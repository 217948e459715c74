import type { Db } from '../../database/driver.ts';
import { HOUR_MS } from '../../kit/units.ts';
import { movedText } from './text.ts';

/** An event that is later than now by more was stored by a clock that was ahead. */
const AHEAD_MS = HOUR_MS;

interface Row {
  readonly seq: number;
  readonly stored_at: number;
  readonly category: string;
  readonly data: string;
}

/**
 * Events that a clock stored that was ahead, in a run that no correction reaches any more: they would lead every list until it is as late as they
 * say. Their numbers tell when they were: before the next one. They are marked as moved, and audit events stay chained by what they said.
 */
export function eventsAhead(db: Db) {
  const found = db.prepare('SELECT EXISTS (SELECT 1 FROM event WHERE timestamp_at > ? AND stored_at > ?) AS found');
  const latest = db.prepare(
    `SELECT seq, stored_at, category, data FROM event WHERE timestamp_at > ? AND stored_at > ?
     ORDER BY timestamp_at DESC, seq DESC LIMIT ?`,
  );
  const next = db.prepare('SELECT stored_at, moved_ms FROM event WHERE seq > ? ORDER BY seq LIMIT 1');
  const move = db.prepare(
    `UPDATE event SET stored_at = stored_at + ?, moved_ms = moved_ms + ?, data = ?,
       timestamp_at = CASE WHEN timestamp_at > ? THEN timestamp_at + ? ELSE timestamp_at END WHERE seq = ?`,
  );

  /** By how much a row is moved: as its neighbour was, where that leaves them in order. */
  const offsetOf = ({ seq, stored_at }: Row, now: number): number => {
    const follower = next.get(seq) as { stored_at: number; moved_ms: number } | undefined;
    // One that is ahead itself has its turn later: this one waits at now.
    const end = Math.min(follower?.stored_at ?? now, now);
    const alike = follower?.moved_ms ?? 0;
    return alike < 0 && stored_at + alike <= end ? alike : end - stored_at;
  };

  return {
    /** @param now milliseconds, as a base station has confirmed it */
    areEventsAhead: (now: number): boolean =>
      (found.get(now + AHEAD_MS, now + AHEAD_MS) as { found: number }).found !== 0,

    /** Puts some of them where their numbers say, the newest first. @param now as above */
    placeEvents(now: number, limit: number): void {
      const from = now + AHEAD_MS;
      for (const row of latest.all(from, from, limit) as Row[]) {
        const offsetMs = offsetOf(row, now);
        const isChained = row.category === 'audit';
        const data = isChained ? row.data : movedText(row.data, { from, to: Number.MAX_SAFE_INTEGER, offsetMs });
        move.run(offsetMs, offsetMs, data, from, offsetMs, row.seq);
      }
    },
  };
}
