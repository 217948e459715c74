import type { Db } from '../../database/driver.ts';
import type { Progress } from './progress.ts';
import type { Disconnection } from './session-records.ts';

const STOPPED = 'server_stopped';

/** How connections of base stations end, and what is stored while they last. */
export function disconnectionStore(
  db: Db,
  {
    advance,
    stationAway,
  }: {
    advance(progress: Progress): void;
    /** A connection has ended. @param lost by itself, and not because the process stopped */
    stationAway?: (station: number, reason: string, lost: boolean, at: number) => void;
  },
) {
  const setDisconnected = db.prepare(
    `UPDATE session SET state = CASE state WHEN 'retired' THEN state ELSE 'disconnected' END, disconnected_at = ? WHERE id = ?`,
  );
  const setGone = db.prepare(
    'UPDATE base_station SET disconnected_at = ?, disconnect_reason = ?, last_seen_at = ? WHERE id = ?',
  );
  const dropClosed = db.prepare(
    'DELETE FROM station_operation WHERE session = ? AND op_id <= (SELECT done_bs FROM session WHERE id = ?)',
  );
  const endPresence = db.prepare(
    'UPDATE presence SET disconnected_at = max(connected_at, ?) WHERE station = ? AND disconnected_at IS NULL',
  );
  const setSeen = db.prepare('UPDATE base_station SET last_seen_at = ? WHERE id = ?');
  const leftActive = db.prepare(
    `SELECT s.id, s.station, coalesce(b.last_seen_at, s.connected_at) AS seen FROM session s
     JOIN base_station b ON b.id = s.station WHERE s.state = 'active'`,
  );

  return {
    disconnect({ station, progress, reason, at, lastSeenAt }: Disconnection): void {
      advance(progress);
      setDisconnected.run(at, progress.session);
      dropClosed.run(progress.session, progress.session);
      endPresence.run(at, station);
      setGone.run(at, reason, lastSeenAt, station);
      stationAway?.(station, reason, reason !== STOPPED, at);
    },

    /** What changes with every ping, written now and then. */
    touch(touches: readonly { station: number; progress: Progress; lastSeenAt: number }[]): void {
      for (const { station, progress, lastSeenAt } of touches) {
        advance(progress);
        setSeen.run(lastSeenAt, station);
      }
    },

    /** Sessions that a crash left active become disconnected. */
    recover(at: number): void {
      for (const { id, station, seen } of leftActive.all() as { id: number; station: number; seen: number }[]) {
        setDisconnected.run(at, id);
        endPresence.run(seen, station);
        setGone.run(at, STOPPED, seen, station);
        stationAway?.(station, STOPPED, false, at);
      }
    },
  };
}
