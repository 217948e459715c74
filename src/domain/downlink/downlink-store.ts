import { inserter } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import type { SalvagedTables } from '../../database/recovery/salvaged-tables.ts';
import type { Eui } from '../../kit/eui.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Moment } from '../../kit/time/clock.ts';
import { uuid7 } from '../../kit/uuid.ts';
import type { Events } from '../event/event-store.ts';
import type { Notices } from '../message/notices.ts';
import type { Operations } from '../session/operations.ts';
import type { OrderCommand } from '../session/order.ts';
import type { Orders } from '../session/orders.ts';
import type { Answered, Refused } from '../session/session-records.ts';
import type { Acknowledging } from '../uplink/memory.ts';
import { packContentFlags, packEntries } from './content.ts';
import { asked, carried, type Row, timeline } from './downlink-columns.ts';
import type { DownlinkResult, NewDownlink, OpenedWindow, ReportedResult, ResultOutcome } from './downlink-records.ts';
import { type DownlinkPolicy, handOverStore, type Target } from './hand-over.ts';
import { avoidedOf, downlinkLedger, type SentWindow } from './ledger.ts';
import { countersText, repeatedRequests, requestKey } from './repeated.ts';
import { revocationStore } from './revocation.ts';
import { avoiding } from './schedule.ts';

const NO_ENTRY = 2;
const TIMED_OUT = 110;
/** Refusals of `dlDataQue` that are over after a while: busy, queue full, and their kin (BSSCI 11.3). */
const TEMPORARY: ReadonlySet<number> = new Set([11, 16, 28, TIMED_OUT]);
/** To a station that does not know the endpoint it is propagated again so many times. */
const MAX_UNKNOWN_THERE = 2;
const COUNTERS = 2 ** 32;
/** Until its line is stored. */
const NO_LINE = 0;
const SENT_LATE = 'sent after it had expired';

const TRIGGER_OF = { sent: 'result_sent', expired: 'result_expired', invalid: 'result_invalid' } as const;

/** An endpoint, or its detach, was propagated to a station, which has answered. */
export interface AnsweredPropagation {
  readonly station: number;
  readonly endpoint: number;
  readonly kind: 'att' | 'det';
  /** By which operation; undefined: the station has heard the endpoint itself. */
  readonly opId: number | undefined;
}

export const salvagedDownlinks: SalvagedTables = { group: 'downlinks', tables: ['downlink', 'endpoint_operation'] };

/** The life of downlinks in the writer (BSSCI 11.3): every step is one transaction with what causes it. */
export function downlinkStore(
  db: Db,
  {
    events,
    operations,
    orders,
    policy,
    notices,
    queryBefore,
    queryBack,
    acknowledgedBy,
    takePlace,
  }: {
    events: Events;
    operations: Pick<Operations, 'advance' | 'finish'>;
    orders: Orders;
    policy: DownlinkPolicy;
    notices: Pick<Notices, 'result'>;
    /** Orders the reception status query that goes before a downlink, if one is due; `asking` is one that asks for it itself. */
    queryBefore(target: Target, endpoint: number, asking: number | undefined, at: number): void;
    /** The downlink that a query went with has not been taken. */
    queryBack(station: number, endpoint: number): void;
    /** Whether such a telegram is stored, and acknowledges the window before it. */
    acknowledgedBy(telegram: Acknowledging): boolean;
    /** The station's feed has one line more; @returns its place in the log. */
    takePlace(): number;
  },
) {
  const repeated = repeatedRequests(db);
  const ledger = downlinkLedger(db, { events, takePlace, notices });
  const { find, move, free, raise } = ledger;
  const handOver = handOverStore(db, { ledger, orders, policy, queryBefore });
  const revocation = revocationStore(db, { ledger, operations, orders, handOver });
  const countOf = db.prepare('SELECT count(*) AS count FROM downlink WHERE endpoint = ? AND finished_at IS NULL');
  const insert = inserter(db, 'downlink', { ...asked, ...carried, ...timeline, state: 'text' });
  const insertLine = db.prepare(
    `INSERT INTO endpoint_operation (uuid, org, endpoint, operation, origin, status, started_at, actor, que_id)
     VALUES (?, ?, ?, 'downlink', ?, 'pending', ?, ?, ?)`,
  );
  const setLine = db.prepare('UPDATE downlink SET line = ? WHERE que_id = ?');
  const setSent = db.prepare('UPDATE downlink SET tx_time_ns = ?, tx_packet_cnt = ?, generation = ? WHERE que_id = ?');
  const setError = db.prepare('UPDATE downlink SET last_error = ? WHERE que_id = ?');
  const endpointOf = db.prepare('SELECT eui, name, ep_class, suspended, deleted_at FROM endpoint WHERE id = ?');
  const countersOf = db.prepare(
    'SELECT attach_generation AS generation, attach_rx_time_ns AS since FROM endpoint WHERE id = ?',
    { bigint: true },
  );

  /** The downlink of a `dlDataQue`, as long as that operation is its present one. */
  const answered = ({ session, opId }: Answered): Row | undefined => {
    const row = ledger.about(session, opId);
    operations.finish(session, opId);
    return row?.session === session && row.op_id === opId ? row : undefined;
  };

  const acknowledge = (row: Row, packetCnt: number, at: number): void => {
    if (move(row, 'acknowledge', at, { acked_at: at })) {
      raise('downlink.acknowledged', row, at, { packetCnt, ref: row.ref });
    }
  };

  /** To which attach the counter of a window belongs: the endpoint may have attached again since the hand-over. */
  const generationOf = (row: Row, txTime: bigint): number => {
    const { generation, since } = countersOf.get(row.endpoint) as { generation: bigint; since: bigint | null };
    const now = Number(generation);
    if (row.generation === now) return now;
    return since !== null && txTime < since ? now - 1 : now;
  };

  const sent = (row: Row, { txTime, packetCnt }: SentWindow, at: number): void => {
    const generation = generationOf(row, txTime);
    setSent.run(txTime, packetCnt, generation, row.que_id);
    raise('downlink.sent', row, at, { txTime: String(txTime), packetCnt, ref: row.ref });
    const next = (packetCnt + 1) % COUNTERS;
    const { eui: epEui, created_at: since } = row;
    // The endpoint may have been faster than the station's report.
    if (acknowledgedBy({ epEui, packetCnt: next, generation, since })) acknowledge(row, packetCnt, at);
  };

  const tell = (row: Row, result: DownlinkResult, window: SentWindow | undefined, at: number): void => {
    if (window) sent(row, window, at);
    else if (result === 'expired') raise('downlink.expired', row, at, { ref: row.ref });
    else raise('downlink.invalid', row, at, { code: 0, message: 'reported by the base station', ref: row.ref });
  };

  const refuse = (refusal: Refused): number | undefined => {
    const { station, code, text, at } = refusal;
    const row = answered(refusal);
    if (!row) return undefined;
    queryBack(station, row.endpoint);
    const last_error = `${code} ${text}`;
    const unknown_there = row.unknown_there + (code === NO_ENTRY ? 1 : 0);
    const again = code === NO_ENTRY && unknown_there <= MAX_UNKNOWN_THERE;
    if (again || TEMPORARY.has(code)) {
      const avoided = again ? row.avoided : JSON.stringify(avoiding(avoidedOf(row), station, at));
      free(row, last_error, at, { last_error, unknown_there, avoided }, 'postpone');
      return again ? row.endpoint : undefined;
    }
    const revoking = row.state === 'revoking';
    if (!move(row, 'refuse', at, { last_error, unknown_there })) return undefined;
    if (revoking) raise('downlink.revoked', row, at, { ref: row.ref });
    else raise('downlink.invalid', row, at, { code, message: text, ref: row.ref });
    handOver.next(row.endpoint, station, at);
    return undefined;
  };

  return {
    ...revocation,

    /** @returns its queue id; `deduplicated` when the same request was stored before */
    queue: intake((request: NewDownlink): { queId: number; deduplicated: boolean } => {
      const { org, endpoint, content, at, source, createdBy, ref, expiresAt, center } = request;
      const before = repeated.before({ ...request, at: handOver.momentOf(at).credible });
      if (before !== undefined) return { queId: before, deduplicated: true };
      // Only one that is asked for once more may be over; without an id that was looked at before.
      if (request.requestId !== undefined && expiresAt <= at)
        throw fault('DownlinkInvalidExpiry', { field: 'expires_at', limit: '30 d' });
      const known = endpointOf.get(endpoint) as EndpointRow;
      if (known.deleted_at !== null) throw fault('EndPointNotFound', { ep_eui: known.eui });
      if (known.ep_class !== 'A') throw fault('EndPointNotBidirectional', { ep_eui: known.eui });
      if (known.suspended !== 0) throw fault('EndPointSuspended', { ep_eui: known.eui });
      if ((countOf.get(endpoint) as { count: number }).count >= request.limit) {
        throw fault('DownlinkQueueFull', { ep_eui: known.eui });
      }
      const queId = insert({
        org,
        endpoint,
        state: 'pending',
        entries: packEntries(content.userData),
        packet_cnts: countersText(content),
        format: content.format,
        flags: packContentFlags(content),
        prio: content.prio,
        expires_at: expiresAt,
        ref,
        source,
        created_by: createdBy,
        created_at: at,
        request_id: requestKey(request),
        ac_eui: center?.acEui ?? null,
        ac_que_id: center?.queId ?? null,
        line: NO_LINE,
      });
      setLine.run(insertLine.run(uuid7(at), org, endpoint, source, at, createdBy, queId).lastInsertRowid, queId);
      const bytes = content.userData.reduce((sum, entry) => sum + entry.length, 0);
      const { eui, name } = known;
      const counters = content.packetCnts && { packetCnt: content.packetCnts.map(String) };
      const row = { que_id: queId, org, endpoint, eui, name, station: null };
      raise('downlink.queued', row, at, { ref, origin: source, bytes, ...counters }, request.by);
      if (request.handTo !== undefined) handOver.early(endpoint, request.handTo, at);
      return { queId, deduplicated: false };
    }),

    /** A telegram has opened a window (BSSCI 11.4). @returns whether a downlink takes it */
    window: (opened: OpenedWindow): boolean => handOver.window(opened),

    /** An uplink acknowledges the window before it. */
    acknowledged(endpoint: number, packetCnt: number, generation: number, at: number): void {
      const window = (packetCnt - 1 + COUNTERS) % COUNTERS;
      const row = ledger.unacknowledged(endpoint, window, generation);
      if (row) acknowledge(row, window, at);
    },

    /** `dlDataQueRsp`: the station has it. */
    accepted(answer: Answered): void {
      const row = answered(answer);
      if (!row || !move(row, 'accept', answer.at, { accepted_at: answer.at })) return;
      raise('downlink.accepted', row, answer.at, { opId: String(answer.opId) });
    },

    /**
     * `error` to `dlDataQue`: another time, or never (BSSCI 11.3).
     * @returns the endpoint, when the station does not know it, so that it has to be propagated again
     */
    refused: refuse,

    /** An operation that the station never answered has been repeated often enough (BSSCI 15). */
    unanswered(command: OrderCommand, answer: Answered): void {
      const refusal = { ...answer, code: TIMED_OUT, text: 'no answer' };
      if (command === 'dlDataRev') revocation.notRevoked(refusal);
      if (command !== 'dlDataQue') return;
      const row = ledger.about(answer.session, answer.opId);
      // It may have the downlink all the same.
      if (row?.session === answer.session && row.op_id === answer.opId) handOver.recall(row, answer.at);
      refuse(refusal);
    },

    /** `dlDataRes`: only who has it can say what became of it, and a final state stays. */
    result(report: ReportedResult): ResultOutcome {
      const { station, epEui, queId, result, txTime, packetCnt, progress, at } = report;
      operations.advance(progress);
      const row = queId <= BigInt(Number.MAX_SAFE_INTEGER) ? find(Number(queId)) : undefined;
      if (!row || row.eui !== epEui) return 'unknown';
      if (row.station !== station) return 'ignored';
      const { session, op_id: opId } = row;
      const window = result === 'sent' ? { txTime: txTime ?? 0n, packetCnt: packetCnt ?? 0 } : undefined;
      if (move(row, TRIGGER_OF[result], at, {}, window)) {
        // The station had it, whether or not its answer to `dlDataQue` still comes: a resume must not bring it again.
        if (session !== null && opId !== null) operations.finish(session, opId);
        tell(row, result, window, at);
        handOver.next(row.endpoint, station, at);
        return 'taken';
      }
      if (row.state === 'expired' && result === 'sent' && row.last_error !== SENT_LATE) {
        setError.run(SENT_LATE, row.que_id);
        raise('downlink.sent_after_expiry', row, at, { txTime: String(txTime) });
      }
      return 'ignored';
    },

    /** At a start, and when the clock was set. */
    clockWasSet: handOver.clockWasSet,

    /** Ends what has lived too long; its holder is asked to drop it. @returns how many; ask again while there are any */
    expire(when: Moment): number {
      const { now, credible } = when;
      handOver.clockWasSet(when);
      const rows = ledger.due(credible);
      for (const row of rows) {
        handOver.recall(row, now);
        move(row, 'expire', now);
        raise('downlink.expired', row, now, { ref: row.ref });
        if (row.station !== null) handOver.next(row.endpoint, row.station, now);
      }
      return rows.length;
    },

    /** The station knows nothing of the time before (BSSCI 6.5). @returns how many wait again */
    stationForgot(station: number, reason: string, at: number): number {
      return ledger.heldBy(station).filter(row => free(row, reason, at)).length;
    },

    /** The endpoint has another EUI; `gone` has the one by which stations know it. They are to send nothing they have for it. */
    endpointLeft(endpoint: number, gone: number | undefined, at: number): void {
      const held = ledger.heldFor(endpoint);
      if (gone !== undefined) {
        for (const row of held) handOver.recall({ ...row, endpoint: gone }, at);
        orders.leave(endpoint, gone);
      }
      for (const row of held) free(row, 'eui_changed', at);
    },

    holdsDownlinks(station: number): boolean {
      return ledger.holds(station);
    },

    /**
     * The station may have dropped what it had for the endpoint (BSSCI 6.5, 9.8). If it has not, it is asked to: it must not have
     * what another one gets.
     * @returns whether there was anything
     */
    endpointForgotten({ station, endpoint, kind, opId }: AnsweredPropagation, at: number): boolean {
      // What was handed over behind the announcement reached the station behind it.
      const lost = ledger
        .heldFor(endpoint)
        .filter(row => row.station === station && (opId === undefined || (row.op_id ?? 0) > opId));
      for (const row of lost) {
        handOver.recall(row, at);
        free(row, kind === 'att' ? 'attach_propagated' : 'detach_propagated', at);
      }
      return lost.length > 0;
    },
  };
}
export type Downlinks = ReturnType<typeof downlinkStore>;

interface EndpointRow {
  eui: Eui;
  name: string;
  ep_class: string;
  suspended: number;
  deleted_at: number | null;
}
