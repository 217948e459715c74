import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import type { Eui } from '../../kit/eui.ts';
import type { Observe } from '../alert/seen.ts';
import type { Events } from '../event/event-store.ts';
import type { Operations } from './operations.ts';
import type { OrderCommand } from './order.ts';
import type {
  Admission,
  Answered,
  Greeting,
  NewSession,
  Resumption,
  SessionRecord,
  SessionState,
  StationRecord,
  StationStatus,
  StatusReport,
} from './session-records.ts';
import { stationFacts } from './station-facts.ts';

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

interface GivenUpRow {
  opId: number;
  command: string;
  /** Empty where it is no order. */
  about: string;
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

/** Sessions of base stations: how they begin and go on. */
export function sessionStore(
  db: Db,
  {
    events,
    operations,
    stationForgot,
    propagationGivenUp,
    orderGivenUp,
    operationsGivenUp,
    observe,
    stationBack,
    statusReported,
  }: {
    events: Events;
    operations: Operations;
    /** The station begins anew and knows nothing of the time before. @returns how many downlinks wait again */
    stationForgot(station: number, reason: string, at: number): number;
    /** An operation with content of its own, maybe a propagation, had no answer and has been repeated often enough (BSSCI 15). */
    propagationGivenUp(unanswered: Answered): void;
    /** An order had no answer and has been repeated often enough (BSSCI 15). */
    orderGivenUp(command: OrderCommand, answer: Answered): void;
    /** Operations of the session that had no answer have been repeated often enough. */
    operationsGivenUp(session: number, at: number): void;
    /** What a station says of itself may be worth an alert. */
    observe: Observe;
    /** The station is connected. */
    stationBack(station: number, at: number): void;
    /** A station has said how it is. */
    statusReported(station: number, status: StationStatus, at: number): void;
  },
) {
  const stationOf = db.prepare(
    `SELECT id, org, eui, name, disabled, certificate_fingerprint, allowed_fingerprints
     FROM base_station WHERE eui = ? AND deleted_at IS NULL`,
  );
  const latest = db.prepare(
    `SELECT id, sn_bs_uuid, sn_sc_uuid, version, last_bs, done_bs, last_sc, state, disconnected_at
     FROM session WHERE station = ? ORDER BY id DESC LIMIT 1`,
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
  const endPresence = db.prepare(
    'UPDATE presence SET disconnected_at = max(connected_at, ?) WHERE station = ? AND disconnected_at IS NULL',
  );
  const setResumed = db.prepare(
    `UPDATE session SET state = 'active', connected_at = ?, disconnected_at = NULL WHERE id = ?`,
  );
  const countResume = db.prepare('UPDATE operation SET resumes = resumes + 1 WHERE session = ? AND resumes > 0');
  const endLinesOf = db.prepare(
    `UPDATE endpoint_operation SET status = 'failed', error = 'the session has ended', finished_at = ?
     WHERE session IN (SELECT id FROM session WHERE station = ?) AND finished_at IS NULL`,
  );
  const givenUp = db.prepare(
    `SELECT op_id AS opId, command, about FROM operation WHERE session = ? AND resumes > ${LATE_RESUMES + 1}`,
  );
  const giveUp = db.prepare(`DELETE FROM operation WHERE session = ? AND resumes > ${LATE_RESUMES + 1}`);
  const retire = db.prepare(`UPDATE session SET state = 'retired' WHERE id = ?`);
  const addPresence = db.prepare('INSERT OR REPLACE INTO presence (station, connected_at) VALUES (?, ?)');
  const facts = stationFacts(db, { events, observe, statusReported });

  const greet = (station: number, greeting: Greeting, resumed: boolean, quiet: boolean, at: number) => {
    addPresence.run(station, at);
    facts.greeting(station, greeting, resumed, quiet, at);
    stationBack(station, at);
  };

  return {
    macTypes: facts.macTypes,

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

    /** Registers a station under the default organization. */
    register: intake((eui: Eui, at: number): void => {
      if (stationOf.get(eui)) return;
      const { lastInsertRowid: station } = insertStation.run(eui, eui, at, at);
      facts.raise('basestation.registered', station, at);
    }),

    /** A station passed the checks of its connect. Also shows whether the store takes writes, before anything is answered. */
    admit: intake(({ station, at, certificate }: Admission): void => {
      setSeen.run(at, station);
      if (certificate) facts.certificate(station, certificate, at);
    }),

    /** A new session: the one before is dead for ever, and the station knows no endpoint (BSSCI 6.5). */
    begin({ station, snBsUuid, snScUuid, greeting, quiet = false, at }: NewSession): number {
      endPresence.run(at, station);
      const downlinks = stationForgot(station, 'new_session', at);
      endLinesOf.run(at, station);
      const { lastInsertRowid: session } = insertSession.run(station, snBsUuid, snScUuid, greeting.version, at);
      // Only now, so that the number of a dead session is not given to this one.
      const replaced = deleteSessions.run(station, session).changes > 0;
      greet(station, greeting, false, quiet, at);
      if (replaced) {
        facts.raise('basestation.session_reset', station, at, { reason: 'not_resumed', downlinks });
      }
      return session;
    },

    resume({ session, station, greeting, at, quiet }: Resumption): void {
      endPresence.run(at, station);
      setResumed.run(at, session);
      countResume.run(session);
      for (const { opId, command, about } of givenUp.all(session) as GivenUpRow[]) {
        const unanswered = { session, station, opId, at };
        if (about === '') propagationGivenUp(unanswered);
        else orderGivenUp(command as OrderCommand, unanswered);
      }
      giveUp.run(session);
      operationsGivenUp(session, at);
      greet(station, greeting, true, quiet, at);
    },

    /** The session can never be resumed; its station begins a new one at the next connect. */
    retire(session: number): void {
      retire.run(session);
    },

    /** `statusRsp`. */
    status({ session, opId, ...report }: StatusReport): void {
      operations.finish(session, opId);
      facts.status(report);
    },
  };
}
export type Sessions = ReturnType<typeof sessionStore>;
