import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import type { SealedColumn } from '../../database/sealed-column.ts';
import type { Eui } from '../../kit/eui.ts';
import type { Answered } from '../downlink/records.ts';
import type { Events } from '../event/store.ts';
import type { OrderCommand } from './order.ts';
import type { Progress } from './progress.ts';
import type {
  Disconnection,
  Greeting,
  Knock,
  NewOperation,
  NewSession,
  Resumption,
  SessionRecord,
  SessionState,
  StationRecord,
  StatusReport,
} from './records.ts';
import { stationToldStore } from './station-facts.ts';

/** Repeated on so many resumes after it was late, then given up (BSSCI 15). */
const LATE_RESUMES = 3;
interface StationRow {
  id: number;
  org: number;
  eui: Eui;
  name: string;
  disabled: number;
  certificate_fingerprint: string;
  allowed_fingerprints: string;
}

interface SessionRow {
  id: number;
  sn_bs_uuid: Uint8Array;
  sn_sc_uuid: Uint8Array;
  version: string;
  last_bs: number;
  done_bs: number;
  last_sc: number;
  state: SessionState;
  disconnected_at: number | null;
}

/** An unfinished operation of ours; `about` is set where its content is in another row. */
export interface HeldRow {
  op_id: number;
  command: string;
  content: Uint8Array;
  endpoint: number | null;
  about: string;
}

export interface SessionParts {
  /** The station begins anew and holds no downlink any more. @returns how many wait again */
  stationForgot(station: number, reason: string, at: number): number;
  /** An operation that the store has started was late and has been repeated often enough (BSSCI 15). */
  unanswered(command: OrderCommand, answer: Answered): void;
  /** Operations of the session that were late have been repeated often enough. */
  gaveUp(session: number, at: number): void;
}

export const sealedInSessions: readonly SealedColumn[] = [
  // An order has no content of its own.
  {
    table: 'operation',
    column: 'content',
    key: ['session', 'op_id'],
    where: 'length(content) > 0',
    about: () => 'operation',
    words: ({ session, op_id }) => `the content of operation ${op_id} in base station session ${session}`,
  },
];

/** Sessions of base stations and our unfinished operations. */
export function sessionStore(db: Db, events: Events, { stationForgot, unanswered, gaveUp }: SessionParts) {
  const stationOf = db.prepare(
    `SELECT id, org, eui, name, disabled, certificate_fingerprint, allowed_fingerprints
     FROM base_station WHERE eui = ? AND deleted_at IS NULL`,
  );
  const latest = db.prepare(
    `SELECT id, sn_bs_uuid, sn_sc_uuid, version, last_bs, done_bs, last_sc, state, disconnected_at
     FROM session WHERE station = ? ORDER BY id DESC LIMIT 1`,
  );
  const held = db.prepare(
    'SELECT op_id, command, content, endpoint, about FROM operation WHERE session = ? ORDER BY op_id DESC',
  );
  const advance = db.prepare(
    'UPDATE session SET last_bs = max(last_bs, ?), done_bs = max(done_bs, ?) WHERE id = ? AND (last_bs < ? OR done_bs < ?)',
  );
  const insertStation = db.prepare(
    `INSERT INTO base_station (org, eui, name, created_at, updated_at)
     SELECT id, ?, ?, ?, ? FROM organization WHERE is_default = 1`,
  );
  const setSeen = db.prepare('UPDATE base_station SET last_seen_at = ? WHERE id = ?');
  const deleteSessions = db.prepare('DELETE FROM session WHERE station = ? AND id <> ?');
  const insertSession = db.prepare(
    `INSERT INTO session (station, sn_bs_uuid, sn_sc_uuid, version, state, connected_at) VALUES (?, ?, ?, ?, 'active', ?)`,
  );
  const deletePropagation = db.prepare('DELETE FROM propagation WHERE station = ?');
  const needAll = db.prepare(
    `INSERT INTO propagation (station, endpoint, kind, state, retry_at, updated_at)
     SELECT ?, id, 'att', 'needed', 0, ? FROM endpoint
     WHERE deleted_at IS NULL AND suspended = 0 AND attach_status IN ('attached', 'attaching')`,
  );
  const endPresence = db.prepare(
    'UPDATE presence SET disconnected_at = max(connected_at, ?) WHERE station = ? AND disconnected_at IS NULL',
  );
  const setResumed = db.prepare(
    `UPDATE session SET state = 'active', connected_at = ?, disconnected_at = NULL WHERE id = ?`,
  );
  const countResume = db.prepare('UPDATE operation SET resumes = resumes + 1 WHERE session = ? AND resumes > 0');
  const giveUpPropagation = db.prepare(
    `UPDATE propagation SET state = 'failed', error = 'no answer', retry_at = ?, attempts = attempts + 1, op_id = NULL
     WHERE station = ? AND state = 'sent'
       AND op_id IN (SELECT op_id FROM operation WHERE session = ? AND resumes > ${LATE_RESUMES + 1})`,
  );
  const ordersGivenUp = db.prepare(
    `SELECT op_id AS opId, command FROM operation WHERE session = ? AND resumes > ${LATE_RESUMES + 1} AND about <> ''`,
  );
  const endLinesGivenUp = db.prepare(
    `UPDATE endpoint_operation SET status = 'timeout', error = 'no answer', finished_at = ?
     WHERE session = ? AND finished_at IS NULL AND operation IN ('attach_propagate', 'detach_propagate')
       AND op_id IN (SELECT op_id FROM operation WHERE session = ? AND resumes > ${LATE_RESUMES + 1})`,
  );
  const endLinesOf = db.prepare(
    `UPDATE endpoint_operation SET status = 'failed', error = 'the session has ended', finished_at = ?
     WHERE session IN (SELECT id FROM session WHERE station = ?) AND finished_at IS NULL`,
  );
  const giveUp = db.prepare(`DELETE FROM operation WHERE session = ? AND resumes > ${LATE_RESUMES + 1}`);
  const retire = db.prepare(`UPDATE session SET state = 'retired' WHERE id = ?`);
  const setDisconnected = db.prepare(
    `UPDATE session SET state = CASE state WHEN 'retired' THEN state ELSE 'disconnected' END, disconnected_at = ? WHERE id = ?`,
  );
  const setGone = db.prepare(
    'UPDATE base_station SET disconnected_at = ?, disconnect_reason = ?, last_seen_at = ? WHERE id = ?',
  );
  const dropClosed = db.prepare(
    'DELETE FROM station_operation WHERE session = ? AND op_id <= (SELECT done_bs FROM session WHERE id = ?)',
  );
  const takeId = db.prepare('UPDATE session SET last_sc = last_sc - 1 WHERE id = ?');
  const takenId = db.prepare('SELECT last_sc FROM session WHERE id = ?');
  const insertOperation = db.prepare(
    'INSERT INTO operation (session, op_id, command, content, endpoint, about, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const deleteOperation = db.prepare('DELETE FROM operation WHERE session = ? AND op_id = ?');
  const setLate = db.prepare('UPDATE operation SET resumes = 1 WHERE session = ? AND op_id = ? AND resumes = 0');
  const leftActive = db.prepare(
    `SELECT s.id, s.station, coalesce(b.last_seen_at, s.connected_at) AS seen FROM session s
     JOIN base_station b ON b.id = s.station WHERE s.state = 'active'`,
  );

  const addPresence = db.prepare('INSERT OR REPLACE INTO presence (station, connected_at) VALUES (?, ?)');
  const told = stationToldStore(db, events);

  const greet = (station: number, greeting: Greeting, resumed: boolean, quiet: boolean, at: number) => {
    addPresence.run(station, at);
    told.greeting(station, greeting, resumed, quiet, at);
  };

  const store = {
    macTypes: told.macTypes,

    stationOf(eui: Eui): StationRecord | undefined {
      const row = stationOf.get(eui) as StationRow | undefined;
      return (
        row && {
          id: row.id,
          org: row.org,
          eui: row.eui,
          name: row.name,
          disabled: row.disabled !== 0,
          fingerprint: row.certificate_fingerprint,
          allowedFingerprints: JSON.parse(row.allowed_fingerprints) as string[],
        }
      );
    },

    latest(station: number): SessionRecord | undefined {
      const row = latest.get(station) as SessionRow | undefined;
      return (
        row && {
          id: row.id,
          snBsUuid: row.sn_bs_uuid,
          snScUuid: row.sn_sc_uuid,
          version: row.version,
          lastBs: row.last_bs,
          doneBs: row.done_bs,
          lastSc: row.last_sc,
          state: row.state,
          disconnectedAt: row.disconnected_at,
        }
      );
    },

    /** Unfinished operations of ours in the order they were started. */
    held(session: number): HeldRow[] {
      return held.all(session) as HeldRow[];
    },

    /** Lowest id of ours in a session. */
    lastSc(session: number): number {
      return (takenId.get(session) as { last_sc: number }).last_sc;
    },

    /** How far the station has come, stored together with the effect of its operation. */
    advance({ session, lastBs, doneBs }: Progress): void {
      advance.run(lastBs, doneBs, session, lastBs, doneBs);
    },

    /** Registers a station under the default organization. */
    register: intake((eui: Eui, at: number): void => {
      if (stationOf.get(eui)) return;
      const { lastInsertRowid: station } = insertStation.run(eui, eui, at, at);
      told.raise('basestation.registered', station, at);
    }),

    /** A station passed the checks of its connect. Also shows whether the store takes writes, before anything is answered. */
    knock: intake(({ station, at, certificate }: Knock): void => {
      setSeen.run(at, station);
      if (certificate) told.certificate(station, certificate, at);
    }),

    /** A new session: the one before is dead for ever, and the station knows no endpoint (BSSCI 6.5). */
    begin({ station, snBsUuid, snScUuid, greeting, quiet = false, at }: NewSession): number {
      endPresence.run(at, station);
      deletePropagation.run(station);
      const downlinks = stationForgot(station, 'new_session', at);
      endLinesOf.run(at, station);
      const { lastInsertRowid: session } = insertSession.run(station, snBsUuid, snScUuid, greeting.version, at);
      // Only now, so that the number of a dead session is not given to this one.
      const replaced = deleteSessions.run(station, session).changes > 0;
      needAll.run(station, at);
      greet(station, greeting, false, quiet, at);
      if (replaced) {
        told.raise('basestation.session_reset', station, at, { reason: 'not_resumed', downlinks });
      }
      return session;
    },

    resume({ session, station, greeting, at, quiet }: Resumption): void {
      endPresence.run(at, station);
      setResumed.run(at, session);
      countResume.run(session);
      giveUpPropagation.run(at, station, session);
      endLinesGivenUp.run(at, session, session);
      for (const { opId, command } of ordersGivenUp.all(session) as { opId: number; command: OrderCommand }[]) {
        unanswered(command, { session, station, opId, at });
      }
      giveUp.run(session);
      gaveUp(session, at);
      greet(station, greeting, true, quiet, at);
    },

    /** The session can never be resumed; its station begins a new one at the next connect. */
    retire(session: number): void {
      retire.run(session);
    },

    disconnect({ station, progress, reason, at, lastSeenAt }: Disconnection): void {
      store.advance(progress);
      setDisconnected.run(at, progress.session);
      dropClosed.run(progress.session, progress.session);
      endPresence.run(at, station);
      setGone.run(at, reason, lastSeenAt, station);
    },

    /** What changes with every ping, written now and then. */
    touch(touches: readonly { station: number; progress: Progress; lastSeenAt: number }[]): void {
      for (const { station, progress, lastSeenAt } of touches) {
        store.advance(progress);
        setSeen.run(lastSeenAt, station);
      }
    },

    /** Takes the next id of ours, and keeps the operation when it has content. Undefined when the session is gone. */
    issue(
      { session, command, content, at }: NewOperation,
      endpoint: number | null = null,
      about = '',
    ): number | undefined {
      if (takeId.run(session).changes === 0) return undefined;
      const { last_sc: opId } = takenId.get(session) as { last_sc: number };
      if (content) insertOperation.run(session, opId, command, content, endpoint, about, at);
      return opId;
    },

    finish(session: number, opId: number): void {
      deleteOperation.run(session, opId);
    },

    /** It has no answer in time: from now on its resumes are counted. */
    late(session: number, opId: number): void {
      setLate.run(session, opId);
    },

    /** `statusRsp` to an operation of ours. */
    status({ session, opId, ...report }: StatusReport): void {
      deleteOperation.run(session, opId);
      told.status(report);
    },

    /** Sessions that a crash left active become disconnected. */
    recover(at: number): void {
      for (const { id, station, seen } of leftActive.all() as { id: number; station: number; seen: number }[]) {
        setDisconnected.run(at, id);
        endPresence.run(seen, station);
        setGone.run(at, 'server_stopped', seen, station);
      }
    },
  };
  return store;
}
export type Sessions = ReturnType<typeof sessionStore>;
