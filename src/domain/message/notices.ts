import type { Db } from '../../database/driver.ts';
import type { SalvagedTables } from '../../database/recovery/salvaged-tables.ts';
import type { Eui } from '../../kit/eui.ts';
import type { Subpackets } from './reception.ts';

/** `epStat` (SCACI 7.11); the radio values only when it was heard over the air. Bytes as hex. */
export interface EndpointStatus {
  readonly epEui: Eui;
  readonly epStatus: 'attached' | 'detached';
  readonly attachCnt?: number | undefined;
  readonly nonce?: string | undefined;
  readonly sign?: string | undefined;
  readonly snr?: number | undefined;
  readonly rssi?: number | undefined;
  readonly eqSnr?: number | undefined;
  readonly subpackets?: Subpackets | undefined;
}

/** `dlDataRes` (SCACI 7.10); 64-bit values as decimal text. */
export interface CenterResult {
  readonly epEui: Eui;
  readonly queId: string;
  readonly result: 'sent' | 'expired' | 'invalid';
  readonly txTime?: string | undefined;
  readonly packetCnt?: number | undefined;
  readonly bsEui?: Eui | undefined;
}

export const salvagedNotices: SalvagedTables = { group: 'log', tables: ['notice'] };

/** Places of the log that are no messages: what application centers get besides uplinks (SCACI 7.10, 7.11, 9). */
export function noticeStore(
  db: Db,
  {
    takePlace,
  }: {
    /** Takes the next place of the log. */
    takePlace(): number;
  },
) {
  // Among those that are not over, which are few; there may be many more of the past.
  const living = "center_session INDEXED BY center_session_open WHERE status <> 'terminated'";
  const anyCenter = db.prepare(`SELECT 1 FROM ${living} AND org = ? LIMIT 1`);
  const thatCenter = db.prepare(`SELECT 1 FROM ${living} AND org = ? AND ac_eui = ? LIMIT 1`);
  const insert = db.prepare(
    'INSERT INTO notice (seq, org, kind, ac_eui, endpoint, content, stored_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );

  // A center without a session gets nothing that happens before its next one: then there is no center to keep a line for.
  return {
    /** For every center of the organization. */
    status(org: number, endpoint: number, content: EndpointStatus, at: number): void {
      if (anyCenter.get(org)) insert.run(takePlace(), org, 'epStat', null, endpoint, JSON.stringify(content), at);
    },

    /** For the center that queued the downlink. */
    result(org: number, endpoint: number, acEui: Eui, content: CenterResult, at: number): void {
      if (!thatCenter.get(org, acEui)) return;
      insert.run(takePlace(), org, 'dlDataRes', acEui, endpoint, JSON.stringify(content), at);
    },
  };
}
export type Notices = ReturnType<typeof noticeStore>;
