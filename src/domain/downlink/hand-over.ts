import type { Db } from '../../database/driver.ts';
import { credibleMs, type Moment } from '../../kit/time/clock.ts';
import type { Orders } from '../session/orders.ts';
import { unpackContentFlags } from './content.ts';
import type { Row } from './downlink-columns.ts';
import type { OpenedWindow } from './downlink-records.ts';
import { avoidedOf, type DownlinkLedger } from './ledger.ts';
import { type Candidate, choose, fits } from './schedule.ts';
import { isHeld } from './states.ts';

/** So many fitting windows may go by while a connected station holds a downlink; then it no longer keeps others waiting. */
const MAX_MISSED = 2;

/** Settings of the way of a downlink. */
export interface DownlinkPolicy {
  /** Milliseconds after which a downlink leaves a holder that is offline; 0: never. */
  readonly requeueOfflineMs: number;
  readonly handOver: 'window' | 'early';
}

export interface Target {
  readonly station: number;
  readonly session: number;
}

/** A row with what it is chosen by. */
type Waiting = Candidate & { readonly row: Row };

/** Chooses station and moment for a downlink (BSSCI 11.4), in the transaction that gives the occasion. */
export function handOverStore(
  db: Db,
  {
    ledger,
    orders,
    policy,
    queryBefore,
  }: {
    ledger: DownlinkLedger;
    orders: Orders;
    policy: DownlinkPolicy;
    /** Orders the reception status query that goes before a downlink, if one is due; `asking` is one that asks for it itself. */
    queryBefore(target: Target, endpoint: number, asking: number | undefined, at: number): void;
  },
) {
  const setMissed = db.prepare('UPDATE downlink SET missed = missed + 1 WHERE que_id = ?');
  const listens = db.prepare(
    `SELECT attach_generation AS generation FROM endpoint
     WHERE id = ? AND ep_class = 'A' AND suspended = 0 AND deleted_at IS NULL`,
  );
  const sends = db.prepare(
    `SELECT s.id FROM session s JOIN base_station b ON b.id = s.station
     WHERE s.station = ? AND s.state = 'active' AND b.bidi <> 0 AND b.disabled = 0 AND b.deleted_at IS NULL`,
  );
  const sessionOf = db.prepare('SELECT state, disconnected_at AS gone FROM session WHERE id = ?');

  /** How far the clock is ahead of what is credible: so much less a telegram's time says of what is over. */
  let aheadMs = 0;
  const momentOf = (at: number): Moment => ({ now: at, credible: credibleMs(at - aheadMs) });

  /** The session in which a station can be handed a downlink, and the endpoint's counters now. */
  const way = (endpoint: number, station: number): { session: number; generation: number } | undefined => {
    const session = sends.get(station) as { id: number } | undefined;
    const listening = session && (listens.get(endpoint) as { generation: number } | undefined);
    return listening && { session: session.id, generation: listening.generation };
  };

  const dispatch = (row: Row, target: Target, generation: number, at: number): boolean => {
    const { dlRxStatQry } = unpackContentFlags(row.flags);
    queryBefore(target, row.endpoint, dlRxStatQry ? row.que_id : undefined, at);
    const opId = orders.give(target, 'dlDataQue', row.endpoint, row.que_id, at);
    if (opId === undefined) return false;
    const attempts = row.attempts + 1;
    return ledger.move(row, 'dispatch', at, { ...target, op_id: opId, generation, attempts, missed: 0 });
  };

  /** Who has it is to drop it, now or at its next resume. One that is being revoked, or has ended, is on the way already. */
  const recall = ({ station, session, endpoint, que_id, state }: Row, at: number): void => {
    if (station === null || session === null || (state !== 'dispatched' && state !== 'queued')) return;
    orders.give({ station, session }, 'dlDataRev', endpoint, que_id, at);
  };

  /** Whether a downlink that a station holds will be sent in this window; one whose holder is away for long is freed. */
  const occupies = (row: Row, opened: OpenedWindow): boolean => {
    const { station, session, missed } = row;
    if (!isHeld(row.state) || station === null || session === null) return false;
    const { state, gone } = sessionOf.get(session) as { state: string; gone: number | null };
    if (state === 'active') {
      if (missed >= MAX_MISSED || !fits(toWaiting(row), opened)) return false;
      setMissed.run(row.que_id);
      return true;
    }
    const { requeueOfflineMs } = policy;
    if (row.state === 'revoking' || station === opened.station || requeueOfflineMs === 0) return false;
    // A retired session that a crash left without the time of its end is away for longer than any setting, and so is one that says a time that never was.
    if (Math.abs(since(gone ?? 0, momentOf(opened.at))) < requeueOfflineMs) return false;
    recall(row, opened.at);
    ledger.free(row, 'holder_offline', opened.at);
    return false;
  };

  return {
    /** Now and then, and when the clock was set. */
    clockWasSet({ now, credible }: Moment): void {
      aheadMs = Math.max(now - credible, 0);
    },

    /**
     * A telegram has opened a window: hands over at most one downlink for it.
     * @returns whether the window is taken, by this hand-over or by a downlink that a station holds already
     */
    window(opened: OpenedWindow): boolean {
      const { endpoint, station, at } = opened;
      const rows = ledger.unfinished(endpoint);
      if (rows.length === 0) return false;
      const open = way(endpoint, station);
      if (!open) return false;
      let taken = false;
      for (const row of rows) if (occupies(row, opened)) taken = true;
      if (taken) return true;
      const chosen = choose(pendingOf(rows), station, opened, momentOf(at));
      return chosen !== undefined && dispatch(chosen.row, { station, session: open.session }, open.generation, at);
    },

    /** Before a window: one at a time, to a station that keeps it until then. Does nothing when that cannot be. */
    early(endpoint: number, station: number, at: number): void {
      const open = way(endpoint, station);
      if (!open) return;
      const rows = ledger.unfinished(endpoint);
      if (rows.some(({ state }) => isHeld(state))) return;
      const chosen = choose(pendingOf(rows), station, undefined, momentOf(at));
      if (chosen) dispatch(chosen.row, { station, session: open.session }, open.generation, at);
    },

    /** A station has one downlink fewer for the endpoint: where they are handed over early, it gets the next. */
    next(endpoint: number, station: number, at: number): void {
      if (policy.handOver === 'early') this.early(endpoint, station, at);
    },

    recall,

    /** Both readings of the clock when something was stamped so, milliseconds. */
    momentOf,
  };
}
export type HandOver = ReturnType<typeof handOverStore>;

/** How long ago that was: by the clock that has said it. */
const since = (at: number, { now, credible }: Moment) => (at > credible ? now : credible) - at;

function toWaiting(row: Row): Waiting {
  const { packet_cnts, flags, expires_at: expiresAt } = row;
  const packetCnts = packet_cnts === null ? undefined : (JSON.parse(packet_cnts) as number[]);
  return { row, packetCnts, expOnly: unpackContentFlags(flags).expOnly, avoided: avoidedOf(row), expiresAt };
}

function pendingOf(rows: readonly Row[]): Waiting[] {
  return rows.filter(({ state }) => state === 'pending').map(toWaiting);
}
