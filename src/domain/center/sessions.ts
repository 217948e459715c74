import { inserter, namesOf, type RowOf } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import type { Eui } from '../../kit/eui.ts';
import { uuid7 } from '../../kit/uuid.ts';
import type { EventType, Severity } from '../event/catalog.ts';
import type { Events } from '../event/event-store.ts';
import { begun, greeted } from './center-columns.ts';
import type {
  CenterCloseReason,
  CenterGreeting,
  CenterSessionRecord,
  CenterStatus,
  NewCenterSession,
} from './center-records.ts';
import type { CenterGroups } from './groups.ts';

/** A session in the writer, as far as its life is concerned. */
export interface CenterSessionRow {
  id: number;
  uuid: string;
  org: number;
  ac_eui: Eui;
  name: string;
  version: string;
  remote_address: string;
  status: CenterStatus;
  close_reason: CenterCloseReason | '';
}

interface LatestRow {
  id: number;
  org: number;
  sn_ac_uuid: Uint8Array;
  sn_sc_uuid: Uint8Array;
  version: string;
  last_ac: number;
  last_sc: number;
  status: CenterStatus;
  disconnected_at: number | null;
}

const GREETED = namesOf(greeted);
const COLUMNS = 'id, uuid, org, ac_eui, name, version, remote_address, status, close_reason';

/** Sessions of application centers: which one is the latest, and how it began, went on and ended (SCACI 6). */
export function centerSessionStore(
  db: Db,
  {
    events,
    groups,
    newest,
    centerAway,
  }: {
    events: Events;
    groups: Pick<CenterGroups, 'drop'>;
    /** The newest place of the log. */
    newest(): number;
    /** A center was connected when the process ended without a word. */
    centerAway(org: number, acEui: Eui, at: number): void;
  },
) {
  const latest = db.prepare(
    `SELECT id, org, sn_ac_uuid, sn_sc_uuid, version, last_ac, last_sc, status, disconnected_at
     FROM center_session WHERE ac_eui = ? ORDER BY id DESC LIMIT 1`,
  );
  const organization = db.prepare('SELECT id FROM organization WHERE uuid = ? AND deleted_at IS NULL');
  const defaultOrganization = db.prepare('SELECT id FROM organization WHERE is_default = 1');
  const byId = db.prepare(`SELECT ${COLUMNS} FROM center_session WHERE id = ?`);
  const livingOf = db.prepare(
    `SELECT ${COLUMNS} FROM center_session INDEXED BY center_session_open WHERE ac_eui = ? AND status <> 'terminated'`,
  );
  const insert = inserter(db, 'center_session', begun);
  const setGreeting = db.prepare(
    `UPDATE center_session SET ${GREETED.map(name => `${name} = ?`).join(', ')}, last_activity_at = ?
     WHERE id = ? AND status <> 'terminated'`,
  );
  const setConnected = db.prepare(
    `UPDATE center_session SET status = ?, close_reason = '', connected_at = ?, last_activity_at = ?, disconnected_at = NULL
     WHERE id = ? AND status <> 'terminated'`,
  );
  const setDisconnected = db.prepare(
    "UPDATE center_session SET status = 'disconnected', close_reason = ?, disconnected_at = ? WHERE id = ?",
  );
  const setTerminated = db.prepare(
    `UPDATE center_session SET status = 'terminated', close_reason = ?, waiting = 0, requests = 0,
       disconnected_at = coalesce(disconnected_at, ?) WHERE id = ?`,
  );
  const dropRequests = db.prepare('DELETE FROM center_request WHERE session = ?');
  const setLastAc = db.prepare('UPDATE center_session SET last_ac = max(last_ac, ?) WHERE id = ?');
  const setSeen = db.prepare(
    'UPDATE center_session SET last_ac = max(last_ac, ?), last_activity_at = max(last_activity_at, ?) WHERE id = ?',
  );
  const leftConnected = db.prepare(
    "SELECT org, ac_eui AS acEui FROM center_session WHERE status IN ('active', 'resumed')",
  );
  const recover = db.prepare(
    `UPDATE center_session SET status = 'disconnected', close_reason = 'server_stopped', disconnected_at = ?
     WHERE status IN ('active', 'resumed')`,
  );

  const raise = (
    type: EventType,
    { org, ac_eui: acEui, name: sourceName, uuid: sessionId }: CenterSessionRow,
    at: number,
    data: Readonly<Record<string, string | number>>,
    severity?: Severity,
  ): void => {
    events.raise({ type, org, acEui, sourceName, severity, at, storedAt: at, data: { sessionId, ...data } });
  };

  const closed = (row: CenterSessionRow, reason: CenterCloseReason, at: number): void => {
    const unwanted = reason === 'connection_lost' || reason === 'protocol_error';
    raise('scaci.session_closed', row, at, { reason }, unwanted ? 'warning' : undefined);
  };

  /** Ends a session for ever, with all that is held for it. */
  const terminate = (row: CenterSessionRow, reason: CenterCloseReason, at: number): void => {
    setTerminated.run(reason, at, row.id);
    groups.drop(row.id);
    dropRequests.run(row.id);
    // A session that never was open ends in silence; the end of one that its successor has closed is reported already.
    if (isOpen(row) || (row.close_reason !== '' && row.close_reason !== reason)) closed(row, reason, at);
  };

  return {
    terminate,
    raise,
    find: (session: number) => byId.get(session) as CenterSessionRow | undefined,

    latest(acEui: Eui): CenterSessionRecord | undefined {
      const row = latest.get(acEui) as LatestRow | undefined;
      return (
        row && {
          id: row.id,
          org: row.org,
          snAcUuid: row.sn_ac_uuid,
          snScUuid: row.sn_sc_uuid,
          version: row.version,
          lastAc: row.last_ac,
          lastSc: row.last_sc,
          status: row.status,
          disconnectedAt: row.disconnected_at,
        }
      );
    },

    /** Organization of that uuid, or the default one. */
    organization(uuid: string | undefined): number | undefined {
      const row = (uuid === undefined ? defaultOrganization.get() : organization.get(uuid)) as
        | { id: number }
        | undefined;
      return row?.id;
    },

    /** A new session, which gets what becomes visible from now on; it is open when its `conCmp` has come (SCACI 6.6). */
    begin({ org, acEui, snAcUuid, snScUuid, version, greeting, at }: NewCenterSession): number {
      for (const earlier of livingOf.all(acEui) as CenterSessionRow[]) terminate(earlier, 'superseded', at);
      const cursor = newest();
      return insert({
        ...{ uuid: uuid7(at), org, ac_eui: acEui, sn_ac_uuid: snAcUuid, sn_sc_uuid: snScUuid, version },
        ...{ status: 'disconnected', cursor, counted: cursor, ...toColumns(greeting) },
        ...{ connected_at: at, last_activity_at: at, disconnected_at: at },
      });
    },

    resume(session: number, greeting: CenterGreeting, at: number): void {
      const columns = toColumns(greeting);
      const { changes } = setGreeting.run(...GREETED.map(name => columns[name]), at, session);
      // Its limits may have ended it since it was read: the center begins a new one when it connects again.
      if (changes === 0) throw new Error('the session has ended');
    },

    /** `conCmp` came. */
    activate(session: number, resumed: boolean, at: number): void {
      if (setConnected.run(resumed ? 'resumed' : 'active', at, at, session).changes === 0) return;
      const row = byId.get(session) as CenterSessionRow;
      const { ac_eui: acEui, remote_address: remoteAddress, version } = row;
      raise(resumed ? 'scaci.session_resumed' : 'scaci.session_opened', row, at, { acEui, remoteAddress, version });
    },

    disconnect(session: number, lastAc: number, reason: CenterCloseReason, at: number): void {
      setLastAc.run(lastAc, session);
      const row = byId.get(session) as CenterSessionRow | undefined;
      if (!row || row.status === 'terminated') return;
      setDisconnected.run(isOpen(row) ? reason : row.close_reason, at, session);
      if (isOpen(row)) closed(row, reason, at);
    },

    organizationDeleted(session: number, at: number): void {
      const row = byId.get(session) as CenterSessionRow | undefined;
      if (row && row.status !== 'terminated') terminate(row, 'organization_deleted', at);
    },

    /** What changes without an effect, written now and then. */
    touch(touches: readonly { session: number; lastAc: number; at: number }[]): void {
      for (const { session, lastAc, at } of touches) setSeen.run(lastAc, at, session);
    },

    /** Sessions that a crash left connected become resumable. */
    recover(at: number): void {
      const left = leftConnected.all() as { org: number; acEui: Eui }[];
      recover.run(at);
      for (const { org, acEui } of left) centerAway(org, acEui, at);
    },
  };
}
export type CenterSessions = ReturnType<typeof centerSessionStore>;

function isOpen({ status }: CenterSessionRow): boolean {
  return status === 'active' || status === 'resumed';
}

function toColumns(greeting: CenterGreeting): RowOf<typeof greeted> {
  return {
    vendor: greeting.vendor,
    model: greeting.model,
    name: greeting.name,
    sw_version: greeting.swVersion,
    info: greeting.info ?? null,
    remote_address: greeting.remoteAddress,
    tls_version: greeting.tlsVersion,
    cipher_suite: greeting.cipherSuite,
    certificate_fingerprint: greeting.certificateFingerprint,
    certificate_subject: greeting.certificateSubject,
  };
}
