import type { Db } from '../../database/driver.ts';
import { DAY_MS, MINUTE_MS } from '../../kit/units.ts';
import type { Observe } from '../alert/seen.ts';

/** How often the rows of stations are read for it: they change seldom. */
const LOOK_MS = MINUTE_MS;

/** Watches how long the newest certificate of each base station holds: the one that it has shown, or one that was issued since. */
export function stationDays(db: Db, { observe }: { observe: Observe }) {
  const ends = db.prepare(
    `SELECT s.id, s.org, s.eui, max(coalesce(s.certificate_expires_at, 0), coalesce((SELECT max(c.not_after_at) FROM certificate c
       WHERE c.kind = 'bs' AND c.eui = s.eui AND c.revoked_at IS NULL), 0)) AS endsAt
     FROM base_station s WHERE s.deleted_at IS NULL`,
  );
  let lookedAt = Number.NEGATIVE_INFINITY;
  /** What was told of each. */
  const told = new Map<number, number>();

  return {
    /** @param judgedAt the time by which certificates are judged, milliseconds */
    tick(now: number, judgedAt: number): void {
      if (Math.abs(now - lookedAt) < LOOK_MS) return;
      lookedAt = now;
      for (const { id, org, eui, endsAt } of ends.all() as { id: number; org: number; eui: string; endsAt: number }[]) {
        if (endsAt === 0) continue;
        const level = Math.floor(((endsAt - judgedAt) / DAY_MS) * 10) / 10;
        if (told.get(id) === level) continue;
        told.set(id, level);
        const data = { subject: `CN=${eui}`, notAfter: new Date(endsAt).toISOString() };
        observe({ rule: 'certificate_basestation', source: { type: 'base_station', id, org }, at: now, level, data });
      }
    },

    /** A write failed: what was told may not have been heard. */
    forget(): void {
      told.clear();
      lookedAt = Number.NEGATIVE_INFINITY;
    },
  };
}
