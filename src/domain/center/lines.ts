import type { Db } from '../../database/driver.ts';
import { type Eui, parseEui } from '../../kit/eui.ts';
import { placeReader } from '../message/places.ts';
import { byQuality, genuine, type Reception, ReceptionCodec } from '../message/reception.ts';
import { recentStretches, type Stretch } from '../message/stretches.ts';
import { type DownlinkReport, withReports } from '../rx-status/reported.ts';
import type { CenterLine, DamagedLine } from './center-records.ts';

/** Messages or notices that one read goes over: where nothing is for this center, it must not hold up the others for long. */
const SPAN = 4096;
const QUEUE_ID = /^\d+$/;
/** Lines of a stretch at most. */
const STRETCH = 256;

/** Whose lines are read. */
export interface LineReader {
  readonly org: number;
  readonly acEui: Eui;
}

type UplinkLine = Extract<CenterLine, { kind: 'ulData' }>;
type NoticeLine = Exclude<CenterLine, UplinkLine>;
type Damaged = DamagedLine & { readonly kind: 'damaged' };

interface MessageRow {
  seq: number;
  eui: Eui;
  packet_cnt: number;
  user_data: Uint8Array;
  format: number;
  flags: number;
  receptions: Uint8Array;
  stored_at: number;
}

interface NoticeRow {
  seq: number;
  kind: 'epStat' | 'dlDataRes';
  /** For whom; null: for every center. */
  ac_eui: Eui | null;
  content: string;
  stored_at: number;
}

/** Everything in (after, upTo] that centers with this key get, and what is only for some of them. */
interface CenterStretch extends Stretch {
  readonly key: string;
  /** There was nothing behind it when it was read. */
  readonly last: boolean;
  readonly found: readonly { readonly only: Eui | null; readonly line: CenterLine | Damaged }[];
}

interface ReportRow extends DownlinkReport {
  message: number;
}

const MESSAGE = 'm.seq, e.eui, m.packet_cnt, m.user_data, m.format, m.flags, m.receptions, m.stored_at';
// By place, and only so: by the index of an organization's times all of its messages would be read and sorted. Telegrams of
// foreign MACs have no endpoint.
const OWN_MESSAGES = `message m CROSS JOIN endpoint e ON e.id = m.endpoint WHERE m.seq > ? AND m.seq <= ? AND +m.org = ?`;
const NOTICES = 'notice n WHERE seq > ? AND seq <= ? AND org = ?';
/** Who had registered the endpoint last when the line got its place. */
const receiverOf = (line: 'm' | 'n') =>
  `(SELECT r.ac_eui FROM center_receiver r WHERE r.endpoint = ${line}.endpoint AND r.since < ${line}.seq ORDER BY r.since DESC LIMIT 1)`;

/** Reads the log as application centers get it (SCACI 7.6, 7.10, 7.11, 9). */
export function centerLineReader(
  db: Db,
  {
    messages,
    onlyRegistered,
  }: {
    /** Whether it gets only what is of endpoints that it has registered last (SCACI 9). */
    onlyRegistered: boolean;
    messages: {
      edges(): { newest: number };
      /** Runs several reads on one state of the database. */
      consistent<T>(fn: () => T): T;
    };
  },
) {
  const codec = new ReceptionCodec();
  const places = placeReader(db, ['message', 'notice']);
  // Received before it was stored whose it is, or while every center got everything: by its place.
  const owed = onlyRegistered ? `coalesce(m.ac_eui, ${receiverOf('m')}) = ?` : "m.ac_eui IS NOT ''";
  const ownMessages = `${OWN_MESSAGES} AND ${owed}`;
  const forAll = onlyRegistered ? `(ac_eui IS NULL AND ${receiverOf('n')} = ?)` : 'ac_eui IS NULL';
  const ownNotices = `${NOTICES} AND (ac_eui = ? OR ${forAll})`;
  const messagesAfter = db.prepare(`SELECT ${MESSAGE} FROM ${ownMessages} ORDER BY m.seq LIMIT ?`);
  const noticesAfter = db.prepare(
    `SELECT seq, kind, ac_eui, content, stored_at FROM ${NOTICES} AND (ac_eui IS NOT NULL OR ${forAll}) ORDER BY seq LIMIT ?`,
  );
  const countOf = db.prepare(
    `SELECT (SELECT count(*) FROM ${ownMessages}) + (SELECT count(*) FROM ${ownNotices}) AS count`,
  );
  /** The last value of either of the two. */
  const receiver = (acEui: Eui): Eui[] => (onlyRegistered ? [acEui] : []);
  const message = db.prepare(`SELECT ${MESSAGE} FROM message m JOIN endpoint e ON e.id = m.endpoint WHERE m.seq = ?`);
  const notice = db.prepare('SELECT seq, kind, ac_eui, content, stored_at FROM notice WHERE seq = ?');
  const reports = db.prepare(
    `SELECT message, station, dl_rx_snr AS dlRxSnr, dl_rx_rssi AS dlRxRssi FROM rx_status
     WHERE message BETWEEN ? AND ? ORDER BY message, id`,
  );
  const stationEui = db.prepare('SELECT eui FROM base_station WHERE id = ?');

  const heardOf = ({ receptions }: MessageRow): Reception[] => {
    try {
      return genuine(codec.unpack(receptions));
    } catch {
      return [];
    }
  };

  /** Makes lines of messages in order; the names of stations are looked up once for all of them. */
  const linesOf = (rows: readonly { row: MessageRow; count?: number }[]): (UplinkLine | Damaged)[] => {
    const [first, last] = [rows[0]?.row.seq, rows.at(-1)?.row.seq];
    if (first === undefined || last === undefined) return [];
    const reported = Map.groupBy(reports.all(first, last) as ReportRow[], report => report.message);
    const names = new Map<number, Eui>();
    const nameOf = (station: number): Eui | undefined => {
      const name = names.get(station) ?? (stationEui.get(station) as { eui: Eui } | undefined)?.eui;
      if (name !== undefined) names.set(station, name);
      return name;
    };
    return rows.map(({ row, count }) => {
      const heard = heardOf(row).slice(0, count);
      const receptions = withReports(heard.toSorted(byQuality), reported.get(row.seq) ?? []).flatMap(reception => {
        const bsEui = nameOf(reception.station);
        return bsEui === undefined ? [] : { ...reception, bsEui };
      });
      if (receptions.length === 0 || receptions.length < heard.length) return damaged(row.seq, 'ulData');
      return {
        ...{ kind: 'ulData', seq: row.seq, epEui: row.eui, packetCnt: row.packet_cnt, userData: row.user_data },
        ...{ format: row.format, flags: row.flags, storedAt: row.stored_at, count: heard.length },
        receptions,
      };
    });
  };

  const stretchAfter = (key: string, org: number, who: readonly Eui[], after: number, limit: number): CenterStretch =>
    messages.consistent(() => {
      const more = places.end(after, SPAN);
      // Places are given in the order of the commits: none up to the newest one that is visible can still be filled.
      const end = more ?? Math.max(after, messages.edges().newest);
      const rows = messagesAfter.all(after, end, org, ...who, limit) as MessageRow[];
      const uplinks = linesOf(rows.map(row => ({ row }))).map(line => ({ only: null, line }));
      const notices = (noticesAfter.all(after, end, org, ...who, limit) as NoticeRow[]).map(row => {
        return { only: row.ac_eui, line: noticeLine(row) };
      });
      const found = [...uplinks, ...notices].sort((a, b) => a.line.seq - b.line.seq).slice(0, limit);
      const last = found.at(-1);
      // Of either kind there may be more behind the last line only.
      const upTo = last && found.length === limit ? last.line.seq : end;
      return { key, after, upTo, last: upTo === end && more === undefined, found };
    });

  // Copies that arrive late are no part of what is delivered.
  const recent = recentStretches<CenterStretch>(db);
  /** Where the log ended for a key, and in which version of the log. */
  const ends = new Map<string, { readonly upTo: number; readonly version: number }>();
  const endsAt = (key: string, at: number, version: number): boolean => {
    const end = ends.get(key);
    return end?.upTo === at && end.version === version;
  };

  return {
    /**
     * What is behind a cursor for one center.
     * @param version of the log, which is another one when something may have been added
     * @returns `upTo`: there is nothing else for it up to this place, and never will be
     */
    lines(
      { org, acEui }: LineReader,
      after: number,
      limit: number,
      version?: number,
    ): { readonly lines: readonly CenterLine[]; readonly damaged: readonly DamagedLine[]; readonly upTo: number } {
      const who = receiver(acEui);
      const key = [org, ...who].join(' ');
      const own: (CenterLine | Damaged)[] = [];
      let upTo = after;
      for (let fresh = false; !fresh && own.length < limit; ) {
        const known = recent.behind(upTo, stretch => stretch.key === key);
        if (!known && version !== undefined && endsAt(key, upTo, version)) break;
        const stretch = known ?? stretchAfter(key, org, who, upTo, Math.max(limit - own.length, STRETCH));
        for (const { only, line } of stretch.found) {
          if (line.seq > upTo && (only === null || only === acEui)) own.push(line);
        }
        upTo = stretch.upTo;
        // Behind what is remembered there may be more.
        fresh = known === undefined;
        if (fresh) recent.remember(stretch);
        if (fresh && stretch.last && version !== undefined) ends.set(key, { upTo, version });
      }
      const taken = own.slice(0, limit);
      return {
        lines: taken.filter(isWhole),
        damaged: taken.filter(line => !isWhole(line)) as Damaged[],
        upTo: taken.length < own.length ? (taken.at(-1)?.seq ?? after) : upTo,
      };
    },

    /** How many lines are for one center in (after, upTo]. */
    count({ org, acEui }: LineReader, after: number, upTo: number): number {
      const own = receiver(acEui);
      return (countOf.get(after, upTo, org, ...own, after, upTo, org, acEui, ...own) as { count: number }).count;
    },

    /** One line as it was when it had so many receptions; undefined when it is no longer stored. */
    line(seq: number, receptions: number): CenterLine | Damaged | undefined {
      const row = message.get(seq) as MessageRow | undefined;
      if (row) return linesOf([{ row, count: receptions }])[0];
      const other = notice.get(seq) as NoticeRow | undefined;
      return other && noticeLine(other);
    },
  };
}
export type CenterLines = ReturnType<typeof centerLineReader>;

function isWhole(line: CenterLine | Damaged): line is CenterLine {
  return line.kind !== 'damaged';
}

function damaged(seq: number, command: CenterLine['kind']): Damaged {
  return { kind: 'damaged', seq, command };
}

function noticeLine({ seq, kind, content, stored_at: storedAt }: NoticeRow): NoticeLine | Damaged {
  try {
    const parsed = JSON.parse(content);
    const queId = kind === 'dlDataRes' ? parsed.queId : '0';
    return parseEui(parsed.epEui) && QUEUE_ID.test(queId)
      ? { kind, seq, content: parsed, storedAt }
      : damaged(seq, kind);
  } catch {
    return damaged(seq, kind);
  }
}
