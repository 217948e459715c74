import type { Db } from '../../database/driver.ts';
import type { AlertSource, Observe } from './seen.ts';

/** Base stations come and go. One that is deleted or disabled is not missed. */
export function stationAlerts(db: Db, observe: Observe) {
  const wanted = db.prepare('SELECT org FROM base_station WHERE id = ? AND deleted_at IS NULL AND disabled = 0');

  const sourceOf = (station: number): AlertSource | undefined => {
    const row = wanted.get(station) as { org: number } | undefined;
    return row && { type: 'base_station', id: station, org: row.org };
  };

  const back = (station: number, at: number): void =>
    observe({ rule: 'basestation_offline', source: { type: 'base_station', id: station, org: null }, at, level: 0 });

  return {
    back,

    /** Its connection has ended. @param lost by itself, and not because this process stopped */
    away(station: number, reason: string, lost: boolean, at: number): void {
      const source = sourceOf(station);
      if (!source) return;
      observe({ rule: 'basestation_offline', source, at, level: 1, data: { reason } });
      if (lost) observe({ rule: 'basestation_flapping', source, at, happened: true, data: { reason } });
    },

    /** What is stored of it has changed: it may be disabled. */
    changed(station: number, at: number): void {
      if (!sourceOf(station)) back(station, at);
    },
  };
}
