import type { Db } from '../../database/driver.ts';
import type { Eui } from '../../kit/eui.ts';
import { uuid7 } from '../../kit/uuid.ts';
import type { AnsweredPropagation } from '../downlink/downlink-store.ts';
import type { Events } from '../event/event-store.ts';
import type { Operations } from '../session/operations.ts';
import type { Answered } from '../session/session-records.ts';
import { type Announcing, ATTACHED } from './announcing.ts';
import type { AttachStatus, PropagationKind, StartedPropagation, UnreadableAnnouncements } from './attach-records.ts';
import { BY_LIST, LEAVING, LIVE, propagationReader } from './propagation-state.ts';

/** Pauses before a station that refused an endpoint is asked again; then an alarm (BSSCI 9.8). */
const RETRY_MS = [30_000, 60_000, 120_000];

const UNREADABLE = 'its key cannot be read';
/** POSIX number for a fault of ours. */
const EIO = 5;
interface SentRow {
  endpoint: number;
  kind: PropagationKind;
  attempts: number;
}

interface AnnouncedRow {
  endpoint: number;
  kind: PropagationKind;
}

/**
 * What each station knows of each endpoint, where that does not follow from how far the list was announced to it (BSSCI 9.8, 9.9).
 * `retry_at` says when it is propagated: 0 at once, null not at all.
 */
export function propagationStore(
  db: Db,
  {
    events,
    operations,
    announcing,
    endpointChanged,
    endpointForgotten,
  }: {
    events: Events;
    operations: Pick<Operations, 'issue' | 'finish'>;
    announcing: Pick<Announcing, 'opIdOf' | 'refused' | 'takeOut' | 'waiting' | 'waitsFor' | 'stationForgot'>;
    /** An endpoint is attached or detached by now. */
    endpointChanged(eui: Eui): void;
    /** A station to which an endpoint was propagated anew, or its detach, may have dropped the downlinks it held for it. */
    endpointForgotten(announced: AnsweredPropagation, at: number): void;
  },
) {
  const statusOf = db.prepare(
    'SELECT org, eui, name, attach_status AS status, attach_origin AS origin FROM endpoint WHERE id = ?',
  );
  const needAttach = db.prepare(
    `INSERT INTO propagation (station, endpoint, kind, state, retry_at, operation_uuid, updated_at)
     SELECT s.station, ?, 'att', 'needed', 0, ?, ? FROM session s
     WHERE s.state IN ('active', 'disconnected') AND s.station <> ?
       AND NOT EXISTS (SELECT 1 FROM station_operation o WHERE o.session = s.id AND o.endpoint = ? AND o.command = 'att')
     ON CONFLICT (station, endpoint) DO UPDATE SET kind = 'att', state = 'needed', retry_at = 0, op_id = NULL,
       operation_uuid = excluded.operation_uuid, attempts = 0, error = '', updated_at = excluded.updated_at`,
  );
  const needDetach = db.prepare(
    `UPDATE propagation SET kind = 'det', state = 'needed', retry_at = 0, op_id = NULL, operation_uuid = ?, attempts = 0,
       error = '', updated_at = ? WHERE endpoint = ? AND station <> ? AND kind = 'att'`,
  );
  const needDetachByList = db.prepare(
    `INSERT INTO propagation (station, endpoint, kind, state, retry_at, operation_uuid, updated_at)
     SELECT s.station, e.id, 'det', 'needed', 0, ?, ? FROM endpoint e, session s
     WHERE e.id = ? AND s.station <> ? AND e.attach_status IN ('attached', 'attaching') AND ${LIVE} AND s.announced > e.id
       AND ${BY_LIST}`,
  );
  const needForget = db.prepare(
    `INSERT INTO propagation (station, endpoint, kind, state, retry_at, operation_uuid, updated_at)
     SELECT DISTINCT s.station, o.endpoint, 'det', 'needed', 0, ?, ? FROM station_operation o JOIN session s ON s.id = o.session
     WHERE o.endpoint = ? AND o.command = 'att' AND s.state IN ('active', 'disconnected')
     ON CONFLICT (station, endpoint) DO UPDATE SET kind = 'det', state = 'needed', retry_at = 0, op_id = NULL,
       operation_uuid = excluded.operation_uuid, attempts = 0, error = '', updated_at = excluded.updated_at`,
  );
  const dropOpen = db.prepare('DELETE FROM station_operation WHERE endpoint = ?');
  const needAgain = db.prepare(
    `INSERT INTO propagation (station, endpoint, kind, state, retry_at, updated_at)
     SELECT ?, id, 'att', 'needed', 0, ? FROM endpoint
     WHERE id = ? AND deleted_at IS NULL AND suspended = 0 AND attach_status IN ('attached', 'attaching')
     ON CONFLICT (station, endpoint) DO UPDATE SET kind = 'att', state = 'needed', retry_at = 0, op_id = NULL, attempts = 0,
       error = '', updated_at = excluded.updated_at`,
  );
  const setKnown = db.prepare(
    `INSERT INTO propagation (station, endpoint, kind, state, updated_at) VALUES (?, ?, 'att', 'known', ?)
     ON CONFLICT (station, endpoint) DO UPDATE SET kind = 'att', state = 'known', retry_at = NULL, op_id = NULL, attempts = 0,
       error = '', updated_at = excluded.updated_at`,
  );
  const knownByList = db.prepare(
    `DELETE FROM propagation WHERE station = ? AND endpoint = ?
       AND EXISTS (SELECT 1 FROM session s WHERE s.station = ? AND ${LIVE} AND s.announced > ?)`,
  );
  const detachSent = db.prepare(
    `UPDATE propagation SET kind = 'det', state = 'needed', retry_at = 0, op_id = NULL, attempts = 0, error = '', updated_at = ?
     WHERE station = ? AND endpoint = ? AND kind = 'att' AND state = 'sent'`,
  );
  const detachListed = db.prepare(
    `INSERT INTO propagation (station, endpoint, kind, state, retry_at, updated_at) VALUES (?, ?, 'det', 'needed', 0, ?)
     ON CONFLICT (station, endpoint) DO UPDATE SET kind = 'det', state = 'needed', retry_at = 0, op_id = NULL,
       updated_at = excluded.updated_at`,
  );
  const dropDetach = db.prepare(
    "DELETE FROM propagation WHERE station = ? AND endpoint = ? AND kind = 'det' AND state <> 'sent'",
  );
  const drop = db.prepare('DELETE FROM propagation WHERE station = ? AND endpoint = ?');
  const dropAll = db.prepare('DELETE FROM propagation WHERE station = ?');
  const fresh = db.prepare(
    `SELECT e.org, e.attach_origin AS origin, p.operation_uuid AS uuid FROM propagation p JOIN endpoint e ON e.id = p.endpoint
     WHERE p.station = ? AND p.endpoint = ? AND p.kind = ? AND p.retry_at IS NOT NULL
       AND e.attach_generation = ? AND e.updated_at = ? AND NOT (p.kind = 'att' AND ${LEAVING})`,
  );
  const setSent = db.prepare(
    `UPDATE propagation SET state = 'sent', op_id = ?, retry_at = NULL, updated_at = ? WHERE station = ? AND endpoint = ?`,
  );
  const sentBy = db.prepare(
    `SELECT p.endpoint, p.kind, p.attempts FROM session s JOIN propagation p ON p.station = s.station
     WHERE s.id = ? AND p.station = ? AND p.op_id = ? AND p.state = 'sent'`,
  );
  const announcedBy = db.prepare(
    `SELECT endpoint, iif(command = 'detPrp', 'det', 'att') AS kind FROM operation WHERE session = ? AND op_id = ?`,
  );
  const confirm = db.prepare(
    `UPDATE propagation SET state = 'known', op_id = NULL, attempts = 0, updated_at = ? WHERE station = ? AND endpoint = ?`,
  );
  const fail = db.prepare(
    `UPDATE propagation SET state = 'failed', attempts = attempts + 1, retry_at = ?, error = ?, updated_at = ?
     WHERE station = ? AND endpoint = ?`,
  );
  const giveUp = db.prepare(
    `UPDATE propagation SET state = 'failed', error = 'no answer', retry_at = ?, attempts = attempts + 1, op_id = NULL
     WHERE station = ? AND state = 'sent' AND op_id = ?`,
  );
  const giveUpLine = db.prepare(
    `UPDATE endpoint_operation SET status = 'timeout', error = 'no answer', finished_at = ?
     WHERE session = ? AND op_id = ? AND finished_at IS NULL AND operation IN ('attach_propagate', 'detach_propagate')`,
  );
  const insertUnreadable = db.prepare(
    `INSERT INTO propagation (station, endpoint, kind, state, error, updated_at) VALUES (?, ?, 'att', 'failed', ?, ?)
     ON CONFLICT (station, endpoint) DO NOTHING`,
  );
  const insertLine = db.prepare(
    `INSERT INTO endpoint_operation (uuid, org, endpoint, operation, origin, station, session, op_id, status, started_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'sent', ?)`,
  );
  const endLine = db.prepare(
    'UPDATE endpoint_operation SET status = ?, error = ?, finished_at = ? WHERE session = ? AND op_id = ? AND finished_at IS NULL',
  );
  const unsettled = db.prepare(
    `SELECT 1 FROM propagation p JOIN session s ON s.station = p.station
     WHERE p.endpoint = ? AND p.kind = ? AND (p.state IN ('needed', 'sent') OR p.retry_at IS NOT NULL) AND s.state = 'active'
     UNION ALL
     SELECT 1 FROM endpoint e, session s
     WHERE ? = 'att' AND e.id = ? AND ${ATTACHED} AND s.state = 'active' AND s.announced <= e.id AND ${BY_LIST}
     LIMIT 1`,
  );
  const confirmed = db.prepare(
    `SELECT 1 FROM propagation WHERE endpoint = ? AND kind = 'att' AND state = 'known' LIMIT 1`,
  );
  const setStatus = db.prepare('UPDATE endpoint SET attach_status = ? WHERE id = ?');
  const unsettledAt = db.prepare(
    `SELECT p.endpoint FROM propagation p JOIN endpoint e ON e.id = p.endpoint
     WHERE p.station = ? AND e.attach_status IN ('attaching', 'detaching')
     UNION
     SELECT e.id FROM session s JOIN endpoint e ON e.id >= s.announced
     WHERE s.station = ? AND ${ATTACHED} AND e.attach_status = 'attaching'`,
  );

  const raiseFailed = (
    endpoint: number,
    station: number,
    bsEui: Eui,
    why: { readonly code: number; readonly message: string },
    at: number,
  ) => {
    const { org, eui: epEui, name: sourceName } = statusOf.get(endpoint) as { org: number; eui: Eui; name: string };
    const data = { bsEui, operation: 'attPrp', ...why };
    const type = 'endpoint.propagation_failed';
    events.raise({ type, org, endpoint, station, epEui, bsEui, sourceName, at, storedAt: at, data });
  };

  const endOf = (endpoint: number, status: AttachStatus, isConfirmed: boolean): AttachStatus => {
    if (status === 'attaching') {
      return isConfirmed || confirmed.get(endpoint) || !unsettled.get(endpoint, 'att', 'att', endpoint)
        ? 'attached'
        : status;
    }
    return status === 'detaching' && !unsettled.get(endpoint, 'det', 'det', endpoint) ? 'detached' : status;
  };

  const store = {
    ...propagationReader(db, announcing),

    /** To every station but one, except those that have just given the endpoint its key themselves. */
    needAttach(endpoint: number, operationId: string | null, at: number, except = 0): boolean {
      return needAttach.run(endpoint, operationId, at, except, endpoint).changes > 0;
    },

    /** The detach, to every station but one that may know the endpoint; to be called while it still counts as attached. */
    needDetach(endpoint: number, operationId: string | null, at: number, except = 0): boolean {
      const changed = needDetach.run(operationId, at, endpoint, except).changes;
      return needDetachByList.run(operationId, at, endpoint, except).changes + changed > 0;
    },

    /**
     * An attach that was answered ends before it is completed: the detach goes to stations that got the key, and a completion that
     * comes all the same does nothing. @returns whether there are any
     */
    abandon(endpoint: number, operationId: string, at: number): boolean {
      const { changes } = needForget.run(operationId, at, endpoint);
      dropOpen.run(endpoint);
      return changes > 0;
    },

    /** One station does not know an endpoint that was propagated to it: again, if it is attached. */
    needAgain(station: number, endpoint: number, at: number): void {
      needAgain.run(station, at, endpoint);
    },

    /** The station knows nothing of the time before (BSSCI 6.5). */
    stationForgot(station: number): void {
      dropAll.run(station);
      announcing.stationForgot(station);
    },

    /** The station has not answered the operation, often enough (BSSCI 15): the endpoint is propagated by another one. */
    givenUp({ session, station, opId, at }: Answered): void {
      giveUp.run(at, station, opId);
      giveUpLine.run(at, session, opId);
    },

    setKnown(station: number, endpoint: number, at: number): void {
      setKnown.run(station, endpoint, at);
      // What the station still answers to an announcement of the time before means nothing any more.
      if (!announcing.waitsFor(station, endpoint)) knownByList.run(station, endpoint, station, endpoint);
    },

    /** The station is answered a new key for the endpoint: a detach that it has not been sent would take that key. */
    keyGiven(station: number, endpoint: number): void {
      dropDetach.run(station, endpoint);
    },

    /**
     * A station has heard that the endpoint leaves: it needs no propagation, unless it has not answered an announcement, which may
     * have come to it behind that.
     * @returns whether it has to be told
     */
    forgotten(station: number, endpoint: number, at: number): boolean {
      const listed = announcing.waitsFor(station, endpoint);
      if (listed) detachListed.run(station, endpoint, at);
      const sent = listed || detachSent.run(at, station, endpoint).changes > 0;
      if (!sent) drop.run(station, endpoint);
      endpointForgotten({ station, endpoint, kind: 'det', opId: undefined }, at);
      return sent;
    },

    /** Takes an operation id for it. Undefined when the endpoint or the decision has changed since it was read. */
    start({ session, station, endpoint, kind, seen, content, at }: StartedPropagation): number | undefined {
      const row = fresh.get(station, endpoint, kind, seen.generation, seen.updatedAt) as
        | { org: number; origin: string | null; uuid: string | null }
        | undefined;
      if (!row) return undefined;
      const command = kind === 'att' ? 'attPrp' : 'detPrp';
      const opId = operations.issue({ session, command, content, at }, endpoint);
      if (opId === undefined) return undefined;
      setSent.run(opId, at, station, endpoint);
      const operation = kind === 'att' ? 'attach_propagate' : 'detach_propagate';
      const origin = row.uuid === null ? 'reconnect' : (row.origin ?? 'api');
      insertLine.run(uuid7(at), row.org, endpoint, operation, origin, station, session, opId, at);
      return opId;
    },

    /** The station has done it. A newer decision about the endpoint is not undone. */
    taken(session: number, station: number, opId: number, at: number): void {
      const sent = sentBy.get(session, station, opId) as SentRow | undefined;
      const announced = announcedBy.get(session, opId) as AnnouncedRow | undefined;
      operations.finish(session, opId);
      endLine.run('completed', '', at, session, opId);
      if (announced) endpointForgotten({ ...announced, station, opId }, at);
      if (!sent) return;
      if (sent.kind === 'att') {
        confirm.run(at, station, sent.endpoint);
        knownByList.run(station, sent.endpoint, station, sent.endpoint);
      } else drop.run(station, sent.endpoint);
      store.settle(sent.endpoint, sent.kind === 'att');
    },

    /** @returns when it is tried again, undefined when it was given up */
    refused(
      refusal: { session: number; station: number; bsEui: Eui; opId: number; code: number; text: string },
      at: number,
    ): number | undefined {
      const { session, station, bsEui, opId, code, text } = refusal;
      announcing.refused(session, station, opId, at);
      const sent = sentBy.get(session, station, opId) as SentRow | undefined;
      operations.finish(session, opId);
      endLine.run('failed', `${code} ${text}`, at, session, opId);
      if (!sent) return undefined;
      const pause = RETRY_MS[sent.attempts];
      const retryAt = pause === undefined ? undefined : at + pause;
      fail.run(retryAt ?? null, `${code} ${text}`, at, station, sent.endpoint);
      if (retryAt === undefined) {
        raiseFailed(sent.endpoint, station, bsEui, { code, message: text }, at);
      }
      store.settle(sent.endpoint);
      return retryAt;
    },

    /** Endpoints of the list cannot be announced, since what they are cannot be read: a change of them is announced again. */
    unreadable({ session, station, bsEui, opIds, at }: UnreadableAnnouncements): void {
      for (const opId of opIds) {
        const endpoint = announcing.takeOut(session, opId)?.endpoint;
        if (endpoint === undefined || insertUnreadable.run(station, endpoint, UNREADABLE, at).changes === 0) continue;
        raiseFailed(endpoint, station, bsEui, { code: EIO, message: UNREADABLE }, at);
      }
    },

    /** A station went away: it is not waited for any more. */
    stationLeft(station: number): void {
      for (const { endpoint } of unsettledAt.all(station, station) as { endpoint: number }[]) store.settle(endpoint);
    },

    /** `attaching` and `detaching` end when a station confirmed, or there is none to wait for (platform API 20.1). */
    settle(endpoint: number, isConfirmed = false): AttachStatus {
      const { status, eui } = statusOf.get(endpoint) as { status: AttachStatus; eui: Eui };
      const end = endOf(endpoint, status, isConfirmed);
      if (end === status) return status;
      setStatus.run(end, endpoint);
      endpointChanged(eui);
      return end;
    },
  };
  return store;
}
export type Propagations = ReturnType<typeof propagationStore>;
