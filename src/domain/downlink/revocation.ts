import type { Db } from '../../database/driver.ts';
import { expectVersion, type WantedVersions } from '../../kit/expected-version.ts';
import { fault } from '../../kit/faults/faults.ts';
import { uuid7 } from '../../kit/uuid.ts';
import type { Person } from '../event/acting.ts';
import type { Operations } from '../session/operations.ts';
import type { Orders } from '../session/orders.ts';
import type { Answered, Refused } from '../session/session-records.ts';
import type { Row } from './downlink-columns.ts';
import type { HandOver } from './hand-over.ts';
import type { DownlinkLedger } from './ledger.ts';
import { downlinkVersion, isFinished } from './states.ts';

/** With these a station says that it does not have what it is to give up: it is unknown there (BSSCI 11.3). */
const NOT_HELD: ReadonlySet<number> = new Set([2, 95]);

/** Who asks: as the timeline of the endpoint shows it, and the person. */
export interface Revoking extends Partial<Person> {
  readonly actor: string;
  readonly origin: string;
}

/** Takes downlinks back on demand: at once where no station has them, else with the word of the station that does (BSSCI 11.2). */
export function revocationStore(
  db: Db,
  {
    ledger,
    operations,
    orders,
    handOver,
  }: {
    ledger: DownlinkLedger;
    operations: Pick<Operations, 'finish'>;
    orders: Orders;
    handOver: Pick<HandOver, 'next'>;
  },
) {
  const insertLine = db.prepare(
    `INSERT INTO endpoint_operation (uuid, org, endpoint, operation, origin, station, session, op_id, status, started_at, actor,
       que_id) VALUES (?, ?, ?, 'downlink_revoke', ?, ?, ?, ?, 'sent', ?, ?, ?)`,
  );
  const endLine = db.prepare(
    `UPDATE endpoint_operation SET status = ?, error = ?, finished_at = ?
     WHERE session = ? AND op_id = ? AND operation = 'downlink_revoke' AND finished_at IS NULL`,
  );

  const ofCenter = db.prepare(
    'SELECT que_id, packet_cnts FROM downlink WHERE endpoint = ? AND ac_eui = ? AND finished_at IS NULL',
  );
  const connected = db.prepare("SELECT 1 FROM session WHERE id = ? AND state = 'active'");

  /** What one application center queued for an endpoint: all of it, or what is for one counter (SCACI 7.5, 7.9). */
  const queuedBy = (endpoint: number, acEui: string, packetCnt: number | undefined): Row[] =>
    (ofCenter.all(endpoint, acEui) as { que_id: number; packet_cnts: string | null }[])
      .filter(({ packet_cnts }) => {
        if (packetCnt === undefined) return true;
        return packet_cnts !== null && (JSON.parse(packet_cnts) as number[]).includes(packetCnt);
      })
      .flatMap(({ que_id }) => ledger.find(que_id) ?? []);

  const revokeOne = (row: Row, by: Revoking, at: number): void => {
    const { actor, origin, userId, userEmail } = by;
    const person = { userId, userEmail };
    const { station, session, org, endpoint, que_id, ref } = row;
    if (row.state === 'revoking') return;
    if (station === null || session === null) {
      ledger.move(row, 'revoke', at);
      ledger.raise('downlink.revoked', row, at, { ref }, person);
      return;
    }
    const opId = orders.give({ station, session }, 'dlDataRev', endpoint, que_id, at);
    if (opId !== undefined) {
      insertLine.run(uuid7(at), org, endpoint, origin, station, session, opId, at, actor, que_id);
    }
    ledger.move(row, 'revoke', at);
    ledger.raise('downlink.revoke_requested', row, at, { ref }, person);
  };

  /**
   * The end of a `dlDataRev`.
   * @returns the downlink when a caller had asked for it: what we recall by ourselves has another fate already
   */
  const ended = ({ session, opId, at }: Answered, status: string, error: string): Row | undefined => {
    const row = ledger.about(session, opId);
    operations.finish(session, opId);
    return endLine.run(status, error, at, session, opId).changes > 0 ? row : undefined;
  };

  const confirmed = (answer: Answered): void => {
    const { station, at } = answer;
    const row = ended(answer, 'completed', '');
    if (!row || !ledger.move(row, 'revoke_done', at)) return;
    ledger.raise('downlink.revoked', row, at, { ref: row.ref });
    handOver.next(row.endpoint, station, at);
  };

  return {
    /**
     * Revokes one downlink of an endpoint, or all that are unfinished.
     * @returns their queue ids; throws faults DownlinkNotFound, DownlinkAlreadyFinished and, where it is not as it is meant, ConcurrentModification
     */
    revoke(
      { org, endpoint, queId }: { org: number; endpoint: number; queId: number | undefined },
      by: Revoking,
      at: number,
      wanted?: WantedVersions,
    ): number[] {
      const rows = queId === undefined ? ledger.unfinished(endpoint) : [ledger.find(queId)];
      const revoked: number[] = [];
      for (const row of rows) {
        if (!row || row.org !== org || row.endpoint !== endpoint)
          throw fault('DownlinkNotFound', { que_id: String(queId) });
        expectVersion(downlinkVersion(row), wanted);
        if (isFinished(row.state)) throw fault('DownlinkAlreadyFinished', { que_id: String(queId), status: row.state });
        revokeOne(row, by, at);
        revoked.push(row.que_id);
      }
      return revoked;
    },

    /** An endpoint that is suspended or without a key gets nothing any more of what stations have for it (BSSCI 9.9). */
    revokeHeld(endpoint: number, by: Revoking, at: number): void {
      for (const row of ledger.heldFor(endpoint)) revokeOne(row, by, at);
    },

    /** Revokes all of it; a station that is away gets it at its next resume (SCACI 7.5). */
    revokeOfCenter(endpoint: number, acEui: string, at: number): void {
      for (const row of queuedBy(endpoint, acEui, undefined)) revokeOne(row, byCenter(acEui), at);
    },

    /**
     * Revokes what is for one counter (SCACI 7.9).
     * @returns whether nothing was done, because a station that is not connected has some of it
     */
    revokeCounter(endpoint: number, acEui: string, packetCnt: number, at: number): boolean {
      const rows = queuedBy(endpoint, acEui, packetCnt);
      const outOfReach = ({ state, station, session }: Row) =>
        state !== 'revoking' && station !== null && session !== null && connected.get(session) === undefined;
      if (rows.some(outOfReach)) return true;
      for (const row of rows) revokeOne(row, byCenter(acEui), at);
      return false;
    },

    /** `dlDataRevRsp`. */
    revoked: confirmed,

    /** `error` to `dlDataRev`: not held is as good as revoked; anything else leaves it where it is. */
    notRevoked(refusal: Refused): void {
      const { code, text, at } = refusal;
      if (NOT_HELD.has(code)) {
        confirmed(refusal);
        return;
      }
      const last_error = `${code} ${text}`;
      const row = ended(refusal, 'failed', last_error);
      if (row) ledger.move(row, 'revoke_refused', at, { last_error });
    },
  };
}

function byCenter(acEui: string): Revoking {
  return { actor: `ac:${acEui}`, origin: 'scaci' };
}
