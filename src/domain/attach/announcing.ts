import type { Db } from '../../database/driver.ts';
import { uuid7 } from '../../kit/uuid.ts';
import type { AnsweredPropagation } from '../downlink/downlink-store.ts';
import type { Operations } from '../session/operations.ts';
import type { HeldRecord } from '../session/session-records.ts';
import type { AnnouncedEndpoint, AnnouncedGroup, GroupWish, LateAnnouncement } from './attach-records.ts';
import { contentStore } from './contents.ts';
import { type UnansweredAnnouncement, unansweredStore } from './unanswered.ts';

/** Behind every row id: all endpoints have been announced. */
const ALL = Number.MAX_SAFE_INTEGER;
export const ATTACHED = "e.deleted_at IS NULL AND e.suspended = 0 AND e.attach_status IN ('attached', 'attaching')";

interface ProgressRow {
  announced: number;
  state: string;
}

interface NextRow {
  endpoint: number;
  version: number;
  last_packet_cnt: number;
  single: number;
  keyed: number;
}

/**
 * The list of endpoints that a station with a new session is told (BSSCI 6.5, 9.8). How far it has come, and what has no answer, is
 * kept with the session; an endpoint that changes meanwhile has a row of its own in `propagation`, which goes before this.
 */
export function announcingStore(
  db: Db,
  {
    operations,
    holdsDownlinks,
    endpointForgotten,
  }: {
    operations: Pick<Operations, 'reserve' | 'keepLate'>;
    /** Whether the station holds a downlink. */
    holdsDownlinks(station: number): boolean;
    /** A station to which an endpoint was propagated anew may have dropped the downlinks it held for it. */
    endpointForgotten(announced: AnsweredPropagation, at: number): void;
  },
) {
  const contents = contentStore(db);
  const unanswered = unansweredStore(db);
  const progressOf = db.prepare('SELECT announced, state FROM session WHERE id = ?');
  const setAnnounced = db.prepare('UPDATE session SET announced = ? WHERE id = ?');
  const next = db.prepare(
    `SELECT e.id AS endpoint, e.version, max(coalesce(h.last_packet_cnt, 0), 0) AS last_packet_cnt,
       e.attach_status = 'attaching'
         OR EXISTS (SELECT 1 FROM station_operation o WHERE o.session = ? AND o.endpoint = e.id AND o.command = 'det') AS single,
       e.nwk_sn_key IS NOT NULL OR (e.nwk_key IS NOT NULL AND e.attach_origin IS NOT 'over_the_air') AS keyed
     FROM endpoint e LEFT JOIN endpoint_heard h ON h.endpoint = e.id
     WHERE e.id >= ? AND ${ATTACHED} AND NOT EXISTS (SELECT 1 FROM propagation p WHERE p.station = ? AND p.endpoint = e.id)
     ORDER BY e.id LIMIT ?`,
  );
  const insertNeeded = db.prepare(
    `INSERT INTO propagation (station, endpoint, kind, state, retry_at, updated_at) VALUES (?, ?, 'att', 'needed', 0, ?)`,
  );
  const insertSent = db.prepare(
    `INSERT INTO propagation (station, endpoint, kind, state, op_id, updated_at)
     SELECT ?, e.id, 'att', 'sent', ?, ? FROM endpoint e WHERE e.id = ? AND e.version = ? AND ${ATTACHED}
     ON CONFLICT (station, endpoint) DO NOTHING`,
  );
  /** What was announced is one by itself from now on, unless it has changed since. @returns whether it is */
  const standAlone = (station: number, { opId, endpoint, version }: UnansweredAnnouncement, at: number): boolean =>
    insertSent.run(station, opId, at, endpoint, version).changes > 0;
  const insertLine = db.prepare(
    `INSERT INTO endpoint_operation (uuid, org, endpoint, operation, origin, station, session, op_id, status, started_at)
     SELECT ?, org, id, 'attach_propagate', 'reconnect', ?, ?, ?, 'sent', ? FROM endpoint WHERE id = ?`,
  );
  /** Kept versions; read when they are needed first. */
  let formers: Set<string> | undefined;
  const keptVersions = (): Set<string> => {
    formers ??= new Set(contents.kept().map(({ endpoint, version }) => `${endpoint} ${version}`));
    return formers;
  };

  /** Answers to these are not waited for any more: what only they needed is not kept. */
  const release = (entries: readonly UnansweredAnnouncement[]): void => {
    if (keptVersions().size === 0) return;
    for (const { endpoint, version } of entries) {
      const name = `${endpoint} ${version}`;
      if (!keptVersions().has(name) || unanswered.includes(endpoint, version)) continue;
      contents.drop(endpoint, version);
      keptVersions().delete(name);
    }
  };

  const answered = ({ session, station, opIds, at }: Marks): readonly UnansweredAnnouncement[] => {
    const before = unanswered.of(session);
    if (opIds.length === 0) return before;
    const ids = new Set(opIds);
    const left = before.filter(({ opId }) => !ids.has(opId));
    if (left.length === before.length) return before;
    unanswered.set(session, left);
    const done = before.filter(({ opId }) => ids.has(opId));
    release(done);
    if (holdsDownlinks(station)) {
      for (const { endpoint, opId } of done) endpointForgotten({ station, endpoint, kind: 'att', opId }, at);
    }
    return left;
  };

  /** An announcement that is not of the list any more. */
  const takeOut = (session: number, opId: number): UnansweredAnnouncement | undefined => {
    const before = unanswered.of(session);
    const found = before.find(entry => entry.opId === opId);
    if (!found) return undefined;
    unanswered.set(
      session,
      before.filter(entry => entry !== found),
    );
    release([found]);
    return found;
  };

  const line = (session: number, station: number, endpoint: number, opId: number, at: number) =>
    insertLine.run(uuid7(at), station, session, opId, at, endpoint);

  return {
    /** Announcements that have been answered; marked some time later: what is repeated until then keeps its id. */
    answered(marks: Marks): void {
      answered(marks);
    },

    /**
     * Takes the next endpoints of the list, with ids for them; they are stored before any of them is sent. Those that have a row of
     * their own are left to it.
     * @returns undefined when the session is gone
     */
    group({ session, station, limit, opIds, at }: GroupWish): AnnouncedGroup | undefined {
      const progress = progressOf.get(session) as ProgressRow | undefined;
      if (!progress || progress.state === 'retired') return undefined;
      const before = answered({ session, station, opIds, at });
      const rows = next.all(session, progress.announced, station, limit) as NextRow[];
      const last = rows.length < limit ? ALL : (rows.at(-1)?.endpoint ?? ALL) + 1;
      const complete = last === ALL;
      const single = rows.filter(row => row.single !== 0);
      // Its first confirmation is waited for, or the station has just reported that it leaves.
      for (const { endpoint } of single) insertNeeded.run(station, endpoint, at);
      const listed = rows.filter(row => row.single === 0 && row.keyed !== 0);
      if (last !== progress.announced) setAnnounced.run(last, session);
      const first = listed.length > 0 ? operations.reserve(session, listed.length) : undefined;
      if (first === undefined) return { entries: [], complete, single: single.length > 0 };
      const entries = listed.map(
        ({ endpoint, version, last_packet_cnt: lastPacketCnt }, index): UnansweredAnnouncement => ({
          opId: first - index,
          endpoint,
          version,
          lastPacketCnt,
        }),
      );
      unanswered.set(session, [...before, ...entries]);
      return { entries, complete, single: single.length > 0 };
    },

    /** There is no answer in time: from now on it is an operation by itself, whose resumes are counted (BSSCI 15). */
    late({ session, station, opId, content, at }: LateAnnouncement): void {
      const found = takeOut(session, opId);
      if (!found) return;
      operations.keepLate({ session, command: 'attPrp', content, at }, opId, found.endpoint);
      standAlone(station, found, at);
      line(session, station, found.endpoint, opId, at);
    },

    takeOut,

    /** The station has refused an operation: if it is an announcement of the list, it is one by itself from now on. */
    refused(session: number, station: number, opId: number, at: number): void {
      const found = takeOut(session, opId);
      if (!found) return;
      line(session, station, found.endpoint, opId, at);
      standAlone(station, found, at);
    },

    /** The endpoint is about to change: what is without an answer stays as it was said. */
    keep(endpoint: number): void {
      const version = contents.versionOf(endpoint);
      if (version === undefined || !unanswered.includes(endpoint, version)) return;
      contents.keep(endpoint, version);
      keptVersions().add(`${endpoint} ${version}`);
    },

    /** The sessions of the station have ended for ever. */
    stationForgot(station: number): void {
      unanswered.dropStation(station);
      release(contents.kept().map(({ endpoint, version }) => ({ opId: 0, endpoint, version, lastPacketCnt: 0 })));
    },

    /** What stations are told of an endpoint in one version. */
    content(endpoint: number, version: number): AnnouncedEndpoint | undefined {
      return contents.find(endpoint, version);
    },

    /** Announcements of the list without an answer. */
    waiting(session: number): number {
      return unanswered.stored(session).length;
    },

    /** The announcement of the list that a session has no answer to, if it is of this endpoint. */
    opIdOf(session: number, endpoint: number): number | undefined {
      return unanswered.stored(session).find(entry => entry.endpoint === endpoint)?.opId;
    },

    waitsFor: unanswered.waitsFor,

    /** Whether some of the list has not been announced in this session. */
    unfinished(session: number): boolean {
      return (progressOf.get(session) as ProgressRow | undefined)?.announced !== ALL;
    },

    /** Announcements of the list without an answer, as they are repeated after a resume (BSSCI 6.5). */
    held(session: number): HeldRecord[] {
      return unanswered.stored(session).map(({ opId, endpoint, version, lastPacketCnt }) => {
        const found = contents.find(endpoint, version);
        if (!found?.key) return { opId, command: 'attPrp', content: undefined };
        const { key, ...content } = found;
        const about = `endpoint:${content.epEui}:${key.column}`;
        return {
          opId,
          command: 'attPrp',
          content: { ...content, lastPacketCnt },
          sealed: { field: 'nwkSnKey', value: key.sealed, about },
        };
      });
    },

    /** A write failed after it had changed the memory. */
    forget(): void {
      unanswered.forget();
      formers = undefined;
    },
  };
}
export type Announcing = ReturnType<typeof announcingStore>;

interface Marks {
  readonly session: number;
  readonly station: number;
  /** Ids of the operations that the station has answered. */
  readonly opIds: readonly number[];
  readonly at: number;
}
