import type { Db } from '../../database/driver.ts';
import { NO_ENDPOINT } from '../message/identity.ts';
import type { Reception, ReceptionCodec } from '../message/reception.ts';
import type { StoredTelegram } from './copies.ts';
import type { Newest, OpenTelegram } from './newest.ts';
import type { MacReport, UplinkOutcome } from './receive.ts';

/** The same telegram of a foreign MAC is received by all stations within this time (BSSCI appendix A). */
const COPY_NS = 2_000_000_000n;
/** The highest time SQLite can compare. */
const LAST_NS = 2n ** 63n - 1n;

/**
 * Commit 1 of telegrams of foreign MACs. They have neither endpoint nor counter: what is a copy is found by type, data, checksums
 * and the time on the radio, and only among what stations of the same organization heard.
 */
export function macTelegrams(
  db: Db,
  {
    codec,
    receptionMs,
    newest,
    organizationOf,
    begin,
    addReception,
    late,
  }: {
    readonly codec: ReceptionCodec;
    readonly receptionMs: number;
    newest(): Newest;
    organizationOf(station: number): number | null;
    /** Opens the reception window of a telegram. */
    begin(telegram: OpenTelegram, report: MacReport): void;
    /** Adds a reception. @returns whether there was one of this station already */
    addReception(telegram: StoredTelegram, reception: Reception): boolean;
    /** Makes a reception of a message that is visible already a line of its own. */
    late(
      telegram: StoredTelegram,
      owner: { readonly org: number; readonly id: number },
      reception: Reception,
      bytes: number,
    ): void;
  },
) {
  const findOpen = db.prepare(
    `SELECT id FROM uplink WHERE org = ? AND vm_mac_type = ? AND vm_crc = ? AND rx_time_ns BETWEEN ? AND ? AND user_data = ?
     ORDER BY abs(rx_time_ns - ?) LIMIT 1`,
  );
  const findMessage = db.prepare(
    `SELECT seq, flags, receptions FROM message INDEXED BY message_of_mac
     WHERE org = ? AND vm_mac_type = ? AND vm_crc = ? AND rx_time_ns BETWEEN ? AND ? AND user_data = ?
     ORDER BY abs(rx_time_ns - ?) LIMIT 1`,
  );

  const find = (
    org: number,
    { macType, crc, userData, reception: { rxTime } }: MacReport,
  ): StoredTelegram | undefined => {
    const until = rxTime > LAST_NS - COPY_NS ? LAST_NS : rxTime + COPY_NS;
    const key = [org, macType, crc, rxTime - COPY_NS, until, userData, rxTime] as const;
    const waiting = findOpen.get(...key) as { id: number } | undefined;
    const open = waiting && newest().open.get(waiting.id);
    if (open) return { open, flags: open.flags, receptions: open.receptions };
    const row = findMessage.get(...key) as { seq: number; flags: number; receptions: Uint8Array } | undefined;
    return row && { seq: row.seq, flags: row.flags, receptions: codec.unpack(row.receptions) };
  };

  return (report: MacReport): UplinkOutcome => {
    const state = newest();
    const { userData, reception, arrivedAt, progress } = report;
    const org = organizationOf(reception.station);
    if (org === null) return 'unknown';
    const known = find(org, report);
    if (known) {
      if (addReception(known, reception)) return 'repeated';
      if (known.open) return 'merged';
      late(known, { org, id: NO_ENDPOINT }, reception, userData.length);
      return 'late';
    }
    const id = ++state.lastOpen;
    const about = { endpoint: NO_ENDPOINT, epEui: '', generation: 0, packetCnt: 0, flags: 0, skipped: 0 } as const;
    const content = undefined;
    const when = { rxTime: reception.rxTime, arrivedAt, dueAt: arrivedAt + receptionMs };
    begin({ ...about, ...when, id, org, content, bytes: userData.length, progress, receptions: [reception] }, report);
    return 'new';
  };
}
