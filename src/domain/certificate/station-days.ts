import type { Db } from '../../database/driver.ts';
import { DAY_MS, MINUTE_MS } from '../../kit/units.ts';
import type { Observation, Observe } from '../alert/seen.ts';

/** How often all rows are read for it: what changes is looked at by itself, and the days go by slowly. */
const LOOK_MS = MINUTE_MS;
/** What is told of a station that has no certificate any more: an alert about the last one is over. */
const NONE = 'none';

interface Row {
  id: number;
  org: number;
  eui: string;
  endsAt: number | null;
}

/**
 * Watches how long the certificate of each base station holds: of those that name it the one issued last that is not revoked; of a station
 * that has shown one that names none, that one, until another is issued.
 */
export function stationDays(db: Db, { observe }: { observe: Observe }) {
  const select = `SELECT s.id, s.org, s.eui, CASE
      WHEN s.certificate_fingerprint <> '' AND (n.id IS NULL OR n.created_at <= coalesce(s.connected_at, 0))
        AND NOT EXISTS (SELECT 1 FROM certificate c WHERE c.fingerprint = s.certificate_fingerprint)
      THEN s.certificate_expires_at ELSE n.not_after_at END AS endsAt
    FROM base_station s LEFT JOIN certificate n ON n.id = (
      SELECT c.id FROM certificate c WHERE c.kind = 'bs' AND c.eui = s.eui AND c.revoked_at IS NULL
      ORDER BY c.not_before_at DESC, c.id DESC LIMIT 1)
    WHERE s.deleted_at IS NULL`;
  const all = db.prepare(select);
  const one = db.prepare(`${select} AND s.eui = ?`);
  let lookedAt = Number.NEGATIVE_INFINITY;
  /** How far the time by which certificates are judged is ahead of the clock. */
  let aheadMs = 0;
  /** What was told of each, its end and days left. */
  const told = new Map<number, string>();

  const tell = ({ id, org, eui, endsAt }: Row, now: number): void => {
    const level = endsAt === null ? undefined : Math.floor(((endsAt - now - aheadMs) / DAY_MS) * 10) / 10;
    const text = level === undefined ? NONE : `${endsAt} ${level}`;
    if (told.get(id) === text) return;
    told.set(id, text);
    const about: Pick<Observation, 'rule' | 'source' | 'at'> = {
      ...{ rule: 'certificate_basestation', source: { type: 'base_station', id, org }, at: now },
    };
    if (endsAt === null || level === undefined) observe({ ...about, over: true });
    else observe({ ...about, level, data: { subject: `CN=${eui}`, notAfter: new Date(endsAt).toISOString() } });
  };

  return {
    /** @param judgedAt the time by which certificates are judged, milliseconds */
    tick(now: number, judgedAt: number): void {
      aheadMs = judgedAt - now;
      if (Math.abs(now - lookedAt) < LOOK_MS) return;
      lookedAt = now;
      for (const row of all.all() as Row[]) tell(row, now);
    },

    /** One was issued for a base station, shown by it for the first time, or revoked. */
    changed(eui: string, now: number): void {
      for (const row of one.all(eui) as Row[]) tell(row, now);
    },

    /** A write failed: what was told may not have been heard. */
    forget(): void {
      told.clear();
      lookedAt = Number.NEGATIVE_INFINITY;
    },
  };
}
