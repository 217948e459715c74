import type { Db } from '../../database/driver.ts';
import { HOUR_S } from '../../kit/units.ts';
import { uuid7 } from '../../kit/uuid.ts';
import { bucketStart } from '../message/figures/grain.ts';
import type { CenterLine, CenterRequest, DamagedLine, StoredRequest } from './center-records.ts';
import type { CenterGroups, CenterPlace } from './groups.ts';
import type { CenterLines } from './lines.ts';
import type { CenterSessions } from './sessions.ts';

/** Requests of a session whose answers are remembered: those a center may reissue after a resume (SCACI 6.4). */
const KEPT_REQUESTS = 4096;
/** So many more may be there before the oldest go, so that not every request has to search for one. */
const REQUEST_SLACK = 256;

interface Standing {
  last_sc: number;
  cursor: number;
  counted: number;
  waiting: number;
  status: string;
}

interface LineRow {
  kind: CenterLine['kind'];
  stored_at: number;
}

interface RequestRow {
  command: string;
  error_code: number | null;
  error_text: string;
  completed: number;
}

/** What the completion of a request is about. */
export interface RequestAbout {
  readonly endpoint: number;
  readonly preAttach: boolean;
}

type Outcome = 'succeeded' | 'failed';

/** Operations of sessions with application centers, in both directions (SCACI 5, 6.4, 11). */
export function centerOperationStore(
  db: Db,
  {
    groups,
    lines,
    sessions,
    messages,
  }: {
    groups: CenterGroups;
    lines: Pick<CenterLines, 'line'>;
    sessions: Pick<CenterSessions, 'find' | 'raise'>;
    messages: { consistent<T>(fn: () => T): T };
  },
) {
  const standing = db.prepare('SELECT last_sc, cursor, counted, waiting, status FROM center_session WHERE id = ?');
  const setIssued = db.prepare(
    `UPDATE center_session SET last_sc = ?, cursor = ?, counted = max(counted, ?), waiting = ?, operations = operations + ?
     WHERE id = ?`,
  );
  const takeId = db.prepare(
    "UPDATE center_session SET last_sc = last_sc - 1, operations = operations + 1 WHERE id = ? AND status <> 'terminated'",
  );
  const lineAt = db.prepare(
    "SELECT 'ulData' AS kind, stored_at FROM message WHERE seq = ? UNION ALL SELECT kind, stored_at FROM notice WHERE seq = ?",
  );
  const setSeen = db.prepare('UPDATE center_session SET last_activity_at = max(last_activity_at, ?) WHERE id = ?');
  const addCount = db.prepare(
    `INSERT INTO center_count (org, start_at, command, succeeded, failed, delivery_ms) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (org, start_at, command) DO UPDATE SET succeeded = succeeded + excluded.succeeded,
       failed = failed + excluded.failed, delivery_ms = delivery_ms + excluded.delivery_ms`,
  );
  const request = db.prepare(
    'SELECT command, error_code, error_text, completed FROM center_request WHERE session = ? AND op_id = ?',
  );
  const setAsked = db.prepare(
    `UPDATE center_session SET last_ac = max(last_ac, ?), last_activity_at = max(last_activity_at, ?),
       operations = operations + 1, requests = requests + 1 WHERE id = ? AND status <> 'terminated'`,
  );
  const insertRequest = db.prepare(
    `INSERT INTO center_request (session, op_id, command, error_code, error_text, endpoint, pre_attach, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const requestsOf = db.prepare('SELECT requests FROM center_session WHERE id = ?');
  const dropRequests = db.prepare(
    `DELETE FROM center_request WHERE session = ? AND op_id <
       (SELECT op_id FROM center_request WHERE session = ? ORDER BY op_id DESC LIMIT 1 OFFSET ${KEPT_REQUESTS - 1})`,
  );
  const setRequests = db.prepare('UPDATE center_session SET requests = requests - ? WHERE id = ?');
  const addError = db.prepare(
    `INSERT INTO center_error (uuid, session, op_id, command, code, text, direction, first_at, last_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (session, command, code, direction) DO UPDATE SET op_id = excluded.op_id, text = excluded.text,
       last_at = excluded.last_at, count = count + 1`,
  );

  /** @param deliveryMs from a line's becoming visible to its answer, of all of them */
  const tally = (
    session: number,
    command: string,
    outcome: Outcome,
    at: number,
    operations = 1,
    deliveryMs = 0,
  ): void => {
    const org = sessions.find(session)?.org;
    if (org === undefined) return;
    const [succeeded, failed] = outcome === 'succeeded' ? [operations, 0] : [0, operations];
    addCount.run(org, bucketStart(at, HOUR_S), command, succeeded, failed, outcome === 'succeeded' ? deliveryMs : 0);
  };

  /** Takes operations of the service center out and counts those that were there. */
  const end = (session: number, opIds: readonly number[], outcome: Outcome, at: number): void => {
    const sums = new Map<CenterLine['kind'], { operations: number; deliveryMs: number }>();
    for (const { seq, receptions, storedAt } of groups.end(session, opIds)) {
      // Notices are few, and so are operations from before their times were kept.
      const unknown = receptions === 0 || storedAt === null;
      const line = unknown ? (lineAt.get(seq, seq) as LineRow | undefined) : undefined;
      const kind = line?.kind ?? 'ulData';
      const sum = sums.get(kind) ?? { operations: 0, deliveryMs: 0 };
      sum.operations++;
      sum.deliveryMs += Math.max(at - (storedAt ?? line?.stored_at ?? at), 0);
      sums.set(kind, sum);
    }
    for (const [command, { operations, deliveryMs }] of sums) {
      tally(session, command, outcome, at, operations, deliveryMs);
    }
    setSeen.run(at, session);
  };

  const keep = (
    { session, opId, command, at }: CenterRequest,
    error: { code: number; text: string } | undefined,
    about: RequestAbout | undefined,
  ): void => {
    // A session that is over cannot be resumed, so the center will not ask again what was answered.
    if (setAsked.run(opId, at, session).changes === 0) return;
    insertRequest.run(
      ...[session, opId, command, error?.code ?? null, error?.text ?? ''],
      ...[about?.endpoint ?? null, Number(about?.preAttach ?? false), at],
    );
    const { requests } = requestsOf.get(session) as { requests: number };
    if (requests >= KEPT_REQUESTS + REQUEST_SLACK) setRequests.run(dropRequests.run(session, session).changes, session);
    tally(session, command, error ? 'failed' : 'succeeded', at);
  };

  return {
    /** Where our operations stand. One whose line is no longer stored cannot be sent again. */
    own(session: number): {
      lastSc: number;
      cursor: number;
      held: { opId: number; line: CenterLine }[];
      damaged: { opId: number; line: DamagedLine }[];
    } {
      return messages.consistent(() => {
        const { last_sc: lastSc, cursor } = standing.get(session) as Standing;
        const whole: { opId: number; line: CenterLine }[] = [];
        const damaged: { opId: number; line: DamagedLine }[] = [];
        for (const { opId, place } of groups.open(session)) {
          const line = lines.line(place.seq, place.receptions);
          if (line?.kind === 'damaged') damaged.push({ opId, line });
          else if (line) whole.push({ opId, line });
        }
        return { lastSc, cursor, held: whole, damaged };
      });
    },

    /** @returns the first of the ids, which fall by one; undefined when the session is over */
    issue(session: number, places: readonly CenterPlace[], upTo: number): number | undefined {
      const row = standing.get(session) as Standing | undefined;
      if (!row || row.status === 'terminated') return undefined;
      // A line becomes one operation of a session (SCACI 11): a delivery that is behind the cursor has to read again.
      if (places.some(({ seq }) => seq <= row.cursor)) throw new Error('these lines have been issued');
      const first = row.last_sc - 1;
      groups.add(session, first, places);
      const waiting = row.counted > upTo ? Math.max(row.waiting - places.length, 0) : 0;
      setIssued.run(row.last_sc - places.length, Math.max(row.cursor, upTo), upTo, waiting, places.length, session);
      return first;
    },

    /** An id for an operation that is not repeated. */
    issuePing(session: number): number | undefined {
      if (takeId.run(session).changes === 0) return undefined;
      return (standing.get(session) as Standing).last_sc;
    },

    /** The center has taken them over. */
    done(session: number, opIds: readonly number[], at: number): void {
      end(session, opIds, 'succeeded', at);
    },

    /** The center refused one: it is not offered again in this session. */
    failed(session: number, opId: number, at: number): void {
      end(session, [opId], 'failed', at);
    },

    /** What became of a request; undefined: it was never executed, or so many came after it that it cannot be reissued. */
    request(session: number, opId: number): StoredRequest | undefined {
      const row = request.get(session, opId) as RequestRow | undefined;
      if (!row) return undefined;
      const { command: operation, error_code: code, error_text: text, completed } = row;
      return code === null
        ? { operation, ...(completed !== 0 && { completed: true }) }
        : { operation, error: { code, text } };
    },

    /** A request was executed. @param about what its completion will be about */
    accept(asked: CenterRequest, about?: RequestAbout): void {
      keep(asked, undefined, about);
    },

    refuse(asked: CenterRequest, code: number, text: string): void {
      keep(asked, { code, text }, undefined);
    },

    error(failure: CenterFailure): void {
      const { session, opId, command, code, text, direction, at } = failure;
      const row = sessions.find(session);
      if (!row) return;
      addError.run(uuid7(at), session, opId, command, code, text, direction, at, at);
      sessions.raise('scaci.error', row, at, { opId: String(opId), command, code, message: text, direction });
    },
  };
}
export type CenterOperations = ReturnType<typeof centerOperationStore>;

interface CenterFailure {
  readonly session: number;
  readonly opId: number;
  readonly command: string;
  readonly code: number;
  readonly text: string;
  readonly direction: 'sent' | 'received';
  readonly at: number;
}
