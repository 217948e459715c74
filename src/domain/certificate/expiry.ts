import type { Db } from '../../database/driver.ts';
import { DAY_MS } from '../../kit/units.ts';
import type { Events } from '../event/event-store.ts';

/** A certificate of the installation itself whose end is worth telling. */
export interface EndingCertificate {
  readonly fingerprint: string;
  readonly subject: string;
  /** Milliseconds since 1970. */
  readonly notAfter: number;
}

interface StationRow {
  id: number;
  org: number;
  eui: string;
  name: string;
  fingerprint: string;
  notAfter: number;
}

/** Days left at which an event is raised, the last first (platform API 14.3). */
const STAGES = [0, 7, 30] as const;
/** Which stage was reached by which certificate, as JSON. */
const STAGES_REACHED = 'certificates_told';

/** Tells of certificates that end, each stage once: those of the installation, and those that base stations have shown. */
export function certificateExpiryStore(db: Db, { events }: { events: Events }) {
  const get = db.prepare('SELECT value FROM meta WHERE key = ?');
  const set = db.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)');
  const ending = db.prepare(
    `SELECT id, org, eui, name, certificate_fingerprint AS fingerprint, certificate_expires_at AS notAfter
     FROM base_station WHERE deleted_at IS NULL AND certificate_fingerprint <> '' AND certificate_expires_at <= ?`,
  );

  return {
    /**
     * @param own certificates of the installation, whatever their end
     * @param now by which they end, milliseconds since 1970
     * @param at when it is told
     * @returns how many events were raised
     */
    tell(own: readonly EndingCertificate[], scEui: string, now: number, at = now): number {
      const stored = get.get(STAGES_REACHED) as { value: string } | undefined;
      const before = JSON.parse(stored?.value ?? '{}') as Record<string, number>;
      const after: Record<string, number> = {};
      let raised = 0;
      const check = (
        key: string,
        { subject, notAfter }: Pick<EndingCertificate, 'subject' | 'notAfter'>,
        of: object,
      ) => {
        const left = notAfter - now;
        const stage = STAGES.find(days => left <= days * DAY_MS);
        if (stage === undefined) return;
        const reached = before[key];
        after[key] = Math.min(stage, reached ?? stage);
        if (reached !== undefined && reached <= stage) return;
        raised++;
        events.raise({
          type: stage === 0 ? 'certificate.expired' : 'certificate.expiring',
          org: null,
          at,
          storedAt: at,
          data: { subject, notAfter: new Date(notAfter).toISOString(), daysLeft: Math.floor(left / DAY_MS) },
          ...of,
        });
      };
      for (const certificate of own) {
        check(certificate.fingerprint, certificate, { source: 'service_center', sourceId: scEui });
      }
      const until = now + Math.max(...STAGES) * DAY_MS;
      for (const { id, org, eui, name, fingerprint, notAfter } of ending.all(until) as StationRow[]) {
        const station = { source: 'base_station', org, station: id, bsEui: eui, sourceName: name };
        // one certificate may be that of several stations
        check(`${eui}:${fingerprint}`, { subject: `CN=${eui}`, notAfter }, station);
      }
      const text = JSON.stringify(after);
      if (text !== (stored?.value ?? '{}')) set.run(STAGES_REACHED, text);
      return raised;
    },
  };
}
