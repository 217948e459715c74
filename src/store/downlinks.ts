import { type DownlinkContent, packContentFlags, packEntries, unpackContentFlags } from '../domain/downlink/content.ts';
import type {
  Answered,
  DownlinkResult,
  NewDownlink,
  OpenedWindow,
  Refused,
  ReportedResult,
} from '../domain/downlink/records.ts';
import { type Candidate, choose, fits } from '../domain/downlink/schedule.ts';
import { isFinished, isHeld } from '../domain/downlink/states.ts';
import type { Progress } from '../domain/station/progress.ts';
import type { Eui } from '../kit/eui.ts';
import { fault } from '../kit/faults.ts';
import { uuid7 } from '../kit/uuid.ts';
import { downlinkLedger, type Row } from './downlink-ledger.ts';
import type { Db } from './driver.ts';
import type { Events } from './events.ts';
import type { Orders } from './orders.ts';
import type { Sessions } from './sessions.ts';

/** A repeated `request_id` is the same request for so long (platform API 5.2). */
const SAME_REQUEST_MS = 86_400_000;
/** Refusals of `dlDataQue` that are over after a while: busy, queue full, and their kin (BSSCI 11.3). */
const TEMPORARY: ReadonlySet<number> = new Set([11, 16, 28, 110]);
const AVOID_MS = 30_000;
const NO_ENTRY = 2;
const NOT_SUPPORTED = 95;
/** A station that does not know the endpoint is told it again so many times. */
const MAX_UNKNOWN_THERE = 2;
/** So many windows may go by unused while a connected station holds a downlink; then it no longer keeps others waiting. */
const MAX_MISSED = 2;
const COUNTERS = 2 ** 32;

/** A row with what choosing looks at. */
type Waiting = Candidate & { readonly row: Row };

const TRIGGER_OF = { sent: 'result_sent', expired: 'result_expired', invalid: 'result_invalid' } as const;

/** Settings of the way of a downlink. */
export interface DownlinkPolicy {
  /** Milliseconds after which a downlink leaves a holder that is offline; 0: never. */
  readonly requeueOfflineMs: number;
  readonly handOver: 'window' | 'early';
}

export interface DownlinkParts {
  events: Events;
  orders: Orders;
  policy: DownlinkPolicy;
  sessions: Pick<Sessions, 'finish'>;
  /** Advances the session in the same transaction. */
  advance(progress: Progress): void;
  /** Orders the reception status query that goes before a downlink, if one is due; `asking` is one that asks for it itself. */
  queryBefore(target: Target, endpoint: number, asking: number | undefined, at: number): void;
  /** The downlink that a query went with has not been taken. */
  queryBack(station: number, endpoint: number): void;
  /** Has the station told of the endpoint again. */
  announceAgain(station: number, endpoint: number, at: number): void;
  /** Whether a telegram with this counter has been heard already, and acknowledged the window before it. */
  acknowledgedBy(endpoint: number, packetCnt: number, generation: number): boolean;
  /** The station's feed has one line more; @returns its place. */
  feedLine(): number;
}

export interface Target {
  readonly station: number;
  readonly session: number;
}

/** The life of downlinks in the writer (BSSCI 11.3): every step is one transaction with what causes it. */
export function downlinkStore(db: Db, parts: DownlinkParts) {
  const { events, orders, policy, sessions, advance } = parts;
  const { find, unfinished, heldBy, due, move, free, raise, unacknowledged } = downlinkLedger(db, events);
  const countOf = db.prepare('SELECT count(*) AS count FROM downlink WHERE endpoint = ? AND finished_at IS NULL');
  const requested = db.prepare(
    'SELECT que_id FROM downlink WHERE org = ? AND request_id = ? AND created_at > ? ORDER BY que_id DESC LIMIT 1',
  );
  const insert = db.prepare(
    `INSERT INTO downlink (org, endpoint, state, entries, packet_cnts, format, flags, prio, expires_at, ref, source, created_by,
       created_at, request_id, ac_eui, ac_que_id, line) VALUES (?, ?, 'pending', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
  );
  const setLine = db.prepare('UPDATE downlink SET line = ? WHERE que_id = ?');
  const setSent = db.prepare('UPDATE downlink SET tx_time_ns = ?, tx_packet_cnt = ? WHERE que_id = ?');
  const setFeed = db.prepare('UPDATE downlink SET feed_seq = ? WHERE que_id = ?');
  const setMissed = db.prepare('UPDATE downlink SET missed = missed + 1 WHERE que_id = ?');
  const setError = db.prepare('UPDATE downlink SET last_error = ? WHERE que_id = ?');
  const endpointOf = db.prepare(
    'SELECT eui, name, ep_class, suspended, deleted_at, attach_generation AS generation FROM endpoint WHERE id = ?',
  );
  const stationOf = db.prepare('SELECT eui, bidi, disabled FROM base_station WHERE id = ?');
  const sessionState = db.prepare('SELECT state, disconnected_at AS gone FROM session WHERE id = ?');
  const activeSession = db.prepare(
    "SELECT id FROM session WHERE station = ? AND state = 'active' ORDER BY id DESC LIMIT 1",
  );
  const aboutOf = db.prepare('SELECT about FROM operation WHERE session = ? AND op_id = ?');
  const insertLine = db.prepare(
    `INSERT INTO endpoint_operation (uuid, org, endpoint, operation, origin, station, session, op_id, status, started_at, actor,
       que_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const endRevokeLine = db.prepare(
    `UPDATE endpoint_operation SET status = ?, error = ?, finished_at = ?
     WHERE session = ? AND op_id = ? AND operation = 'downlink_revoke' AND finished_at IS NULL`,
  );

  const dispatch = (row: Row, target: Target, generation: number, at: number): boolean => {
    const { dlRxStatQry } = unpackContentFlags(row.flags);
    parts.queryBefore(target, row.endpoint, dlRxStatQry ? row.que_id : undefined, at);
    const opId = orders.give(target, 'dlDataQue', row.endpoint, row.que_id, at);
    if (opId === undefined) return false;
    const { station, session } = target;
    const attempts = row.attempts + 1;
    return move(row, 'dispatch', at, { station, session, op_id: opId, generation, attempts, missed: 0 });
  };

  /** Early hand-over: one at a time, to a station that keeps it until a window comes (BSSCI 11.4 a). */
  const handOver = (endpoint: number, station: number, at: number): void => {
    const rows = unfinished(endpoint);
    if (rows.some(({ state }) => isHeld(state))) return;
    const { bidi, disabled } = stationOf.get(station) as { bidi: number; disabled: number };
    const session = (activeSession.get(station) as { id: number } | undefined)?.id;
    if (bidi === 0 || disabled !== 0 || session === undefined) return;
    const chosen = choose(pendingOf(rows), station, undefined, at);
    const { generation } = endpointOf.get(endpoint) as { generation: number };
    if (chosen) dispatch(chosen.row, { station, session }, generation, at);
  };

  /** The downlink that an operation of ours is about, and whether that operation is its present one. */
  const answered = ({ session, opId }: Answered): { row: Row; current: boolean } | undefined => {
    const { about } = (aboutOf.get(session, opId) as { about: string } | undefined) ?? {};
    const row = about ? find(Number(about)) : undefined;
    return row && { row, current: row.session === session && row.op_id === opId };
  };

  const finishSent = (row: Row, txTime: bigint, packetCnt: number, at: number): void => {
    setSent.run(txTime, packetCnt, row.que_id);
    raise('downlink.sent', row, at, { txTime: String(txTime), packetCnt, ref: row.ref });
    const next = (packetCnt + 1) % COUNTERS;
    if (parts.acknowledgedBy(row.endpoint, next, row.generation ?? 0)) acknowledge(row, packetCnt, at);
  };

  const acknowledge = (row: Row, packetCnt: number, at: number): void => {
    if (move(row, 'acknowledge', at, { acked_at: at })) {
      raise('downlink.acknowledged', row, at, { packetCnt, ref: row.ref });
    }
  };

  const revokeOne = (row: Row, actor: string, origin: string, at: number): void => {
    if (row.state === 'revoking') return;
    const { station, session } = row;
    if (station === null || session === null) {
      move(row, 'revoke', at);
      raise('downlink.revoked', row, at, { ref: row.ref });
      return;
    }
    const opId = orders.give({ station, session }, 'dlDataRev', row.endpoint, row.que_id, at);
    const about = [uuid7(at), row.org, row.endpoint, 'downlink_revoke', origin, station, session] as const;
    if (opId !== undefined) insertLine.run(...about, opId, 'sent', at, actor, row.que_id);
    move(row, 'revoke', at);
    raise('downlink.revoke_requested', row, at, { ref: row.ref });
  };

  const revokeConfirmed = (answer: Answered): void => {
    const found = answered(answer);
    sessions.finish(answer.session, answer.opId);
    endRevokeLine.run('completed', '', answer.at, answer.session, answer.opId);
    if (found?.row.session !== answer.session || !move(found.row, 'revoke_done', answer.at)) return;
    setFeed.run(parts.feedLine(), found.row.que_id);
    raise('downlink.revoked', found.row, answer.at, { ref: found.row.ref });
    if (policy.handOver === 'early') handOver(found.row.endpoint, answer.station, answer.at);
  };

  return {
    /** @returns its queue id; `deduplicated` when the same request was stored before */
    queue(asked: NewDownlink): { queId: number; deduplicated: boolean } {
      const { org, endpoint, content, at, requestId, source, createdBy, ref, expiresAt, center } = asked;
      if (requestId !== undefined) {
        const before = requested.get(org, requestId, at - SAME_REQUEST_MS) as { que_id: number } | undefined;
        if (before) return { queId: before.que_id, deduplicated: true };
      }
      const known = endpointOf.get(endpoint) as EndpointRow;
      if (known.deleted_at !== null) throw fault('EndPointNotFound', { ep_eui: known.eui });
      if (known.ep_class !== 'A') throw fault('EndPointNotBidirectional', { ep_eui: known.eui });
      if (known.suspended !== 0) throw fault('EndPointSuspended', { ep_eui: known.eui });
      if ((countOf.get(endpoint) as { count: number }).count >= asked.limit) {
        throw fault('DownlinkQueueFull', { ep_eui: known.eui });
      }
      const { lastInsertRowid: queId } = insert.run(
        ...[org, endpoint, packEntries(content.userData), countersText(content), content.format],
        ...[packContentFlags(content), content.prio, expiresAt, ref, source, createdBy, at],
        ...[requestId ?? null, center?.acEui ?? null, center?.queId ?? null],
      );
      const line = insertLine.run(
        ...[uuid7(at), org, endpoint, 'downlink', source, null, null, null, 'pending', at, createdBy, queId],
      );
      setLine.run(line.lastInsertRowid, queId);
      const bytes = content.userData.reduce((sum, entry) => sum + entry.length, 0);
      const { eui, name } = known;
      raise('downlink.queued', { que_id: queId, org, endpoint, eui, name, station: null }, at, {
        ref,
        origin: source,
        bytes,
        ...(content.packetCnts && { packetCnt: content.packetCnts.map(String) }),
      });
      if (asked.handTo !== undefined) handOver(endpoint, asked.handTo, at);
      return { queId, deduplicated: false };
    },

    /**
     * A telegram has opened a window: hands over at most one downlink for it (BSSCI 11.4).
     * @returns whether the window is taken, by this hand-over or by a downlink that a station holds already
     */
    window(opened: OpenedWindow): boolean {
      const { endpoint, station, session, generation, at } = opened;
      const rows = unfinished(endpoint);
      if (rows.length === 0) return false;
      const { bidi } = stationOf.get(station) as { bidi: number };
      const { ep_class } = endpointOf.get(endpoint) as EndpointRow;
      if (bidi === 0 || ep_class !== 'A') return false;
      let taken = false;
      for (const row of rows) if (occupies(row, opened)) taken = true;
      if (taken) return true;
      const chosen = choose(pendingOf(rows), station, opened, at);
      return chosen !== undefined && dispatch(chosen.row, { station, session }, generation, at);
    },

    /** An uplink acknowledges the window before it. */
    acknowledged(endpoint: number, packetCnt: number, generation: number, at: number): void {
      const window = (packetCnt - 1 + COUNTERS) % COUNTERS;
      for (const row of unacknowledged(endpoint, window, generation)) acknowledge(row, window, at);
    },

    /** `dlDataQueRsp`: the station has it. */
    accepted(answer: Answered): void {
      const found = answered(answer);
      sessions.finish(answer.session, answer.opId);
      if (!found?.current || !move(found.row, 'accept', answer.at, { accepted_at: answer.at })) return;
      raise('downlink.accepted', found.row, answer.at, { opId: String(answer.opId) });
    },

    /**
     * `error` to `dlDataQue`: another time, or never (BSSCI 11.3).
     * @returns whether the station has to be told the endpoint again
     */
    refused(refusal: Refused): boolean {
      const { session, station, opId, code, text, at } = refusal;
      const found = answered(refusal);
      sessions.finish(session, opId);
      if (!found?.current) return false;
      const { row } = found;
      parts.queryBack(station, row.endpoint);
      const last_error = `${code} ${text}`;
      const unknown_there = row.unknown_there + (code === NO_ENTRY ? 1 : 0);
      const again = code === NO_ENTRY && unknown_there <= MAX_UNKNOWN_THERE;
      if (again) parts.announceAgain(station, row.endpoint, at);
      if (again || TEMPORARY.has(code)) {
        const avoid = again ? {} : { avoid_station: station, avoid_until: at + AVOID_MS };
        free(row, last_error, at, { last_error, unknown_there, ...avoid }, 'postpone');
        return again;
      }
      const revoking = row.state === 'revoking';
      if (!move(row, 'refuse', at, { last_error, unknown_there })) return false;
      if (revoking) raise('downlink.revoked', row, at, { ref: row.ref });
      else raise('downlink.invalid', row, at, { code, message: text, ref: row.ref });
      if (!revoking) setFeed.run(parts.feedLine(), row.que_id);
      return false;
    },

    /** Revokes one downlink of an endpoint, or all that are unfinished. @returns their queue ids */
    revoke(
      asked: { org: number; endpoint: number; queId: number | undefined },
      by: { actor: string; origin: string },
      at: number,
    ): number[] {
      const { org, endpoint, queId } = asked;
      const rows = queId === undefined ? unfinished(endpoint) : [find(queId)];
      const revoked: number[] = [];
      for (const row of rows) {
        if (!row || row.org !== org || row.endpoint !== endpoint)
          throw fault('DownlinkNotFound', { que_id: String(queId) });
        if (isFinished(row.state)) throw fault('DownlinkAlreadyFinished', { que_id: String(queId), status: row.state });
        revokeOne(row, by.actor, by.origin, at);
        revoked.push(row.que_id);
      }
      return revoked;
    },

    /** `dlDataRevRsp`. */
    revoked: revokeConfirmed,

    /** `error` to `dlDataRev`: not held is as good as revoked; anything else leaves it where it is. */
    notRevoked(refusal: Refused): void {
      const { session, opId, code, text, at } = refusal;
      if (code === NO_ENTRY || code === NOT_SUPPORTED) {
        revokeConfirmed(refusal);
        return;
      }
      const found = answered(refusal);
      sessions.finish(session, opId);
      const last_error = `${code} ${text}`;
      endRevokeLine.run('failed', last_error, at, session, opId);
      if (found?.row.session === session) move(found.row, 'revoke_refused', at, { last_error });
    },

    /** `dlDataRes`. @returns whether the queue id was ever given out for this endpoint */
    result(report: ReportedResult): boolean {
      const { station, epEui, queId, result, txTime, packetCnt, progress, at } = report;
      advance(progress);
      const row = queId <= BigInt(Number.MAX_SAFE_INTEGER) ? find(Number(queId)) : undefined;
      if (!row || row.eui !== epEui) return false;
      // Only who has it can say what became of it; a late result never changes a final state.
      if (row.station !== station) return true;
      if (row.state === 'expired' && result === 'sent') {
        setError.run('sent after it had expired', row.que_id);
        raise('downlink.sent_after_expiry', row, at, { txTime: String(txTime) });
        return true;
      }
      const { session, op_id } = row;
      if (!move(row, TRIGGER_OF[result], at, result === 'sent' ? { tx_packet_cnt: packetCnt ?? null } : {}))
        return true;
      // The station has taken it, whether or not its answer to `dlDataQue` still comes: a resume must not bring it again.
      if (session !== null && op_id !== null) sessions.finish(session, op_id);
      setFeed.run(parts.feedLine(), row.que_id);
      tell(row, result, txTime ?? 0n, packetCnt ?? 0, at);
      if (policy.handOver === 'early') handOver(row.endpoint, station, at);
      return true;
    },

    /** Ends what has lived too long; who holds it is told. @returns how many; ask again while there are any */
    expire(now: number): number {
      const rows = due(now);
      for (const row of rows) {
        const { station, session, state } = row;
        move(row, 'expire', now);
        raise('downlink.expired', row, now, { ref: row.ref });
        if (station === null || session === null) continue;
        setFeed.run(parts.feedLine(), row.que_id);
        // One that is being revoked has its `dlDataRev` on the way.
        if (state !== 'revoking') orders.give({ station, session }, 'dlDataRev', row.endpoint, row.que_id, now);
      }
      return rows.length;
    },

    /** The station knows nothing of the time before (BSSCI 6.5). @returns how many wait again */
    stationForgot(station: number, reason: string, at: number): number {
      const rows = heldBy(station);
      return rows.filter(row => free(row, reason, at)).length;
    },

    /** No station is to send anything for the endpoint under the name it had. */
    endpointLeft(endpoint: number, reason: string, at: number): void {
      for (const row of unfinished(endpoint)) free(row, reason, at);
    },

    /** The station is told an endpoint anew, or to forget it: it drops what it held for it (BSSCI 6.5). */
    endpointForgotten(station: number, endpoint: number, reason: string, at: number): void {
      for (const row of heldBy(station)) if (row.endpoint === endpoint) free(row, reason, at);
    },
  };

  /** Whether a downlink that a station holds will be sent in this window; one whose holder is away for long is freed. */
  function occupies(row: Row, opened: OpenedWindow): boolean {
    const { station, session } = row;
    if (!isHeld(row.state) || station === null || session === null) return false;
    const { state, gone } = sessionState.get(session) as { state: string; gone: number | null };
    if (state === 'active') {
      if (row.missed >= MAX_MISSED || !fits(toWaiting(row), opened)) return false;
      setMissed.run(row.que_id);
      return true;
    }
    const { requeueOfflineMs } = policy;
    const away = opened.at - (gone ?? opened.at);
    if (row.state === 'revoking' || station === opened.station || requeueOfflineMs === 0 || away < requeueOfflineMs) {
      return false;
    }
    // Should it resume, it is told before anything new that this one is no longer its own.
    orders.give({ station, session }, 'dlDataRev', row.endpoint, row.que_id, opened.at);
    free(row, 'holder_offline', opened.at);
    return false;
  }

  function tell(row: Row, result: DownlinkResult, txTime: bigint, packetCnt: number, at: number): void {
    if (result === 'sent') finishSent(row, txTime, packetCnt, at);
    else if (result === 'expired') raise('downlink.expired', row, at, { ref: row.ref });
    else raise('downlink.invalid', row, at, { code: 0, message: 'reported by the base station', ref: row.ref });
  }
}
export type Downlinks = ReturnType<typeof downlinkStore>;

interface EndpointRow {
  eui: Eui;
  name: string;
  ep_class: string;
  suspended: number;
  deleted_at: number | null;
  generation: number;
}

function toWaiting(row: Row): Waiting {
  const { packet_cnts, flags, avoid_station: avoidStation, avoid_until: avoidUntil, expires_at: expiresAt } = row;
  const packetCnts = packet_cnts === null ? undefined : (JSON.parse(packet_cnts) as number[]);
  return { row, packetCnts, expOnly: unpackContentFlags(flags).expOnly, avoidStation, avoidUntil, expiresAt };
}

function pendingOf(rows: readonly Row[]): Waiting[] {
  return rows.filter(({ state }) => state === 'pending').map(toWaiting);
}

function countersText({ packetCnts }: DownlinkContent): string | null {
  return packetCnts === undefined ? null : JSON.stringify(packetCnts);
}
