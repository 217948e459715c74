import { listed, namesOf } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import type { Eui } from '../../kit/eui.ts';
import type { CredibleMs } from '../../kit/time/clock.ts';
import type { Person } from '../event/acting.ts';
import type { EventType } from '../event/catalog.ts';
import type { Events } from '../event/event-store.ts';
import type { CenterResult, Notices } from '../message/notices.ts';
import { asked, moved, type Row, timeline } from './downlink-columns.ts';
import type { Avoided } from './schedule.ts';
import { type DownlinkState, type DownlinkTrigger, isFinished, nextState } from './states.ts';

const COLUMNS = `d.que_id, ${listed({ ...asked, ...moved, ...timeline }, 'd')}, e.eui, e.name`;
const MOVED = namesOf(moved);
const SOURCE = 'FROM downlink d JOIN endpoint e ON e.id = d.endpoint';
const HELD = "d.state IN ('dispatched', 'queued', 'revoking')";
/** Downlinks that expire in one transaction. */
const MAX_EXPIRED = 1000;
/** No station holds it. */
const FREE = { station: null, session: null, op_id: null, missed: 0 } as const;

/** How the timeline of the endpoint shows it. */
const LINE_STATUS: Readonly<Record<DownlinkState, string>> = {
  pending: 'pending',
  dispatched: 'sent',
  queued: 'sent',
  revoking: 'sent',
  sent: 'completed',
  acknowledged: 'completed',
  expired: 'timeout',
  invalid: 'failed',
  revoked: 'failed',
};

/** The window a downlink was sent in. */
export interface SentWindow {
  /** Centre of the first sub-packet, ns. */
  readonly txTime: bigint;
  readonly packetCnt: number;
}

/** The rows of downlinks: reads them, and takes them from state to state with their timeline, their feed and their events. */
export function downlinkLedger(
  db: Db,
  {
    events,
    notices,
    takePlace,
  }: {
    events: Events;
    notices: Pick<Notices, 'result'>;
    /** The station's feed has one line more; @returns its place in the log. */
    takePlace(): number;
  },
) {
  const byId = db.prepare(`SELECT ${COLUMNS} ${SOURCE} WHERE d.que_id = ?`);
  const unfinished = db.prepare(
    `SELECT ${COLUMNS} ${SOURCE} WHERE d.endpoint = ? AND d.finished_at IS NULL ORDER BY d.prio DESC, d.que_id`,
  );
  const heldBy = db.prepare(`SELECT ${COLUMNS} ${SOURCE} WHERE d.station = ? AND ${HELD} ORDER BY d.que_id`);
  const holds = db.prepare(`SELECT 1 FROM downlink d WHERE d.station = ? AND ${HELD} LIMIT 1`);
  const heldFor = db.prepare(
    `SELECT ${COLUMNS} ${SOURCE} WHERE d.endpoint = ? AND d.finished_at IS NULL AND ${HELD} ORDER BY d.que_id`,
  );
  const due = db.prepare(
    `SELECT ${COLUMNS} ${SOURCE} WHERE d.finished_at IS NULL AND d.expires_at <= ? ORDER BY d.expires_at LIMIT ${MAX_EXPIRED}`,
  );
  const unacknowledged = db.prepare(
    `SELECT ${COLUMNS} ${SOURCE} WHERE d.endpoint = ? AND d.state = 'sent' AND d.tx_packet_cnt = ? AND d.generation = ?
     ORDER BY d.finished_at DESC LIMIT 1`,
  );
  const save = db.prepare(`UPDATE downlink SET ${MOVED.map(name => `${name} = ?`).join(', ')} WHERE que_id = ?`);
  const setFeed = db.prepare('UPDATE downlink SET feed_seq = ? WHERE que_id = ?');
  const aboutOf = db.prepare('SELECT about FROM operation WHERE session = ? AND op_id = ?');
  const updateLine = db.prepare(
    'UPDATE endpoint_operation SET station = ?, session = ?, op_id = ?, status = ?, error = ?, finished_at = ? WHERE id = ?',
  );
  const endRevocation = db.prepare(
    `UPDATE endpoint_operation SET status = 'completed', finished_at = ?
     WHERE session = ? AND operation = 'downlink_revoke' AND que_id = ? AND finished_at IS NULL`,
  );
  const stationEui = db.prepare('SELECT eui FROM base_station WHERE id = ?');

  const euiOf = (station: number | null): Eui | undefined =>
    station === null ? undefined : (stationEui.get(station) as { eui: Eui } | undefined)?.eui;
  const bsEui = (station: number | null) => euiOf(station) ?? '';

  /** The result for the center that queued it; of a revoked downlink it hears nothing (SCACI 7.10). */
  const report = (row: Row, at: number, window: SentWindow | undefined): void => {
    const { org, endpoint, eui: epEui, ac_eui: acEui, ac_que_id: queId, state } = row;
    if (acEui === null || queId === null || (state !== 'sent' && state !== 'expired' && state !== 'invalid')) return;
    const where = window && { txTime: String(window.txTime), packetCnt: window.packetCnt, bsEui: euiOf(row.station) };
    notices.result(org, endpoint, acEui, { epEui, queId, result: state, ...where } satisfies CenterResult, at);
  };

  const ledger = {
    find: (queId: number) => byId.get(queId) as Row | undefined,
    /** Of one endpoint: higher priority first, then older first. */
    unfinished: (endpoint: number) => unfinished.all(endpoint) as Row[],
    holds: (station: number) => holds.get(station) !== undefined,
    heldBy: (station: number) => heldBy.all(station) as Row[],
    heldFor: (endpoint: number) => heldFor.all(endpoint) as Row[],
    /** Those whose lifetime is over, some at a time. */
    due: (credible: CredibleMs) => due.all(credible) as Row[],
    /** The one sent last in the window of this counter, unless its acknowledgement is known. Counters may be used twice. */
    unacknowledged: (endpoint: number, packetCnt: number, generation: number) =>
      unacknowledged.get(endpoint, packetCnt, generation) as Row | undefined,

    /** The downlink that an unfinished operation is about. */
    about(session: number, opId: number): Row | undefined {
      const { about } = (aboutOf.get(session, opId) as { about: string } | undefined) ?? {};
      return about ? ledger.find(Number(about)) : undefined;
    },

    /** Takes the one step that this state has for the trigger, with its timeline row; false when it has none. */
    move(row: Row, trigger: DownlinkTrigger, at: number, changes: Partial<Row> = {}, window?: SentWindow): boolean {
      const state = nextState(row.state, trigger);
      if (state === undefined) return false;
      const before = { status: LINE_STATUS[row.state], station: row.station, opId: row.op_id };
      Object.assign(row, changes, { state });
      const ends = isFinished(state) && row.finished_at === null;
      if (ends) row.finished_at = at;
      const { station, session, op_id, last_error, finished_at, que_id } = row;
      save.run(...MOVED.map(name => row[name]), que_id);
      // What never was at a station is in no station's feed.
      if (ends && station !== null) setFeed.run(takePlace(), que_id);
      if (ends) report(row, at, window);
      const status = LINE_STATUS[state];
      if (status !== before.status || station !== before.station || op_id !== before.opId) {
        const error = state === 'invalid' ? last_error : state === 'revoked' ? 'revoked' : '';
        updateLine.run(station, session, op_id, status, error, finished_at, row.line);
      }
      return true;
    },

    /** Its holder does not have it, or not any more. @returns whether it waits again: one that was being revoked is revoked */
    free(
      row: Row,
      reason: string,
      at: number,
      changes: Partial<Row> = {},
      trigger: 'give_back' | 'postpone' = 'give_back',
    ): boolean {
      const holder = row.station;
      const revoking = row.state === 'revoking';
      // Where it was stays visible once it is over.
      if (!ledger.move(row, trigger, at, revoking ? changes : { ...FREE, ...changes })) return false;
      if (revoking) {
        endRevocation.run(at, row.session, row.que_id);
        ledger.raise('downlink.revoked', row, at, { ref: row.ref });
      } else ledger.raise('downlink.requeued', { ...row, station: holder }, at, { reason });
      return !revoking;
    },

    raise(
      type: EventType,
      row: Pick<Row, 'que_id' | 'org' | 'endpoint' | 'eui' | 'name' | 'station'>,
      at: number,
      data: Readonly<Record<string, string | number | readonly string[]>>,
      by?: Person,
    ): void {
      const { org, endpoint, eui: epEui, name: sourceName, station } = row;
      const where = station === null ? {} : { bsEui: bsEui(station) };
      const about = { org, endpoint, epEui, sourceName, ...where, ...(station !== null && { station }) };
      const who = by && { userId: by.userId, userEmail: by.userEmail };
      events.raise({
        type,
        ...about,
        ...who,
        at,
        storedAt: at,
        data: { queId: String(row.que_id), ...where, ...data },
      });
    },
  };
  return ledger;
}
export type DownlinkLedger = ReturnType<typeof downlinkLedger>;

/** Stations that are not to get a downlink. */
export function avoidedOf(row: Row): Avoided {
  return JSON.parse(row.avoided) as Avoided;
}
