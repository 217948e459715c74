// Endpoints that are heard and not registered: strangers, or one that is to be adopted.
import type { Db } from '../../database/driver.ts';
import type { Eui } from '../../kit/eui.ts';
import { before, type CredibleMs } from '../../kit/time/clock.ts';
import { SteadyTime } from '../../kit/time/steady-time.ts';
import { DAY_MS, SECOND_MS } from '../../kit/units.ts';
import type { Acting } from '../event/acting.ts';
import type { Repeatable } from '../once/once-store.ts';

/** Of all organizations; beyond it the one that was heard longest ago goes. */
export const MOST_DISCOVERED = 10_000;
/** What was not heard for so long is not shown, and goes. */
export const DISCOVERED_MS = 7 * DAY_MS;
/** The row of an endpoint is written so often at most: strangers shall not wear the flash. */
const WRITE_MS = 20 * SECOND_MS;
/** Stations that are named for one endpoint. */
const MOST_STATIONS = 64;

/** One telegram of an endpoint that is not registered, as one station heard it. */
export interface StrangeTelegram {
  readonly org: number;
  readonly epEui: Eui;
  readonly packetCnt: number;
  readonly station: number;
  readonly snr: number;
  readonly rssi: number;
  /** Milliseconds. */
  readonly at: number;
}

/** An endpoint that was heard; times in milliseconds, stations by row id. */
export interface DiscoveredEndpoint {
  readonly epEui: Eui;
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly bestStation: number;
  readonly snr: number;
  readonly rssi: number;
  readonly stations: number;
  readonly ignored: boolean;
}

export const discoveredOrders = ['lastSeenAt', 'firstSeenAt', 'count', 'snr', 'epEui'] as const;
export type DiscoveredOrder = (typeof discoveredOrders)[number];

export interface DiscoveredQuery {
  readonly org: number;
  /** Part of the EUI, in lower case. */
  readonly search: string;
  readonly ignored: boolean;
  readonly sort: DiscoveredOrder;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
  /** Milliseconds. */
  readonly now: number;
}

const COLUMNS: Readonly<Record<DiscoveredOrder, string>> = {
  lastSeenAt: 'last_at',
  firstSeenAt: 'first_at',
  count: 'count',
  snr: 'snr',
  epEui: 'ep_eui',
};
/** One that is registered meanwhile is none any more. */
const WHERE = `WHERE org = ? AND ignored = ? AND last_at > ? AND instr(ep_eui, ?) > 0
  AND NOT EXISTS (SELECT 1 FROM endpoint WHERE eui = ep_eui AND deleted_at IS NULL)`;

/** What is known of one since its row was written. */
interface Unwritten {
  count: number;
  packetCnt: number;
  writtenAt: number;
  ignored: boolean;
  readonly stations: Set<number>;
  best: { station: number; snr: number; rssi: number };
}

type Row = Omit<DiscoveredEndpoint, 'ignored'> & { readonly ignored: number };

export function discoveredReader(db: Db) {
  const count = db.prepare(`SELECT count(*) AS total FROM discovered_endpoint ${WHERE}`);
  const lists = new Map(
    discoveredOrders.flatMap(sort =>
      ['ASC', 'DESC'].map(direction => [
        `${sort} ${direction}`,
        db.prepare(
          `SELECT ep_eui AS epEui, count, first_at AS firstAt, last_at AS lastAt, best_station AS bestStation, snr, rssi,
             json_array_length(stations) AS stations, ignored
           FROM discovered_endpoint ${WHERE} ORDER BY ${COLUMNS[sort]} ${direction}, ep_eui LIMIT ? OFFSET ?`,
        ),
      ]),
    ),
  );
  const stationOf = db.prepare('SELECT eui FROM base_station WHERE id = ?');

  return {
    /** Those of the last seven days that are not registered; the EUI of the station that heard each best, empty where it is gone. */
    list(query: DiscoveredQuery): { rows: (DiscoveredEndpoint & { readonly bestBsEui: string })[]; total: number } {
      const { org, search, ignored, sort, descending, limit, offset, now } = query;
      const values = [org, ignored ? 1 : 0, now - DISCOVERED_MS, search];
      const { total } = count.get(...values) as { total: number };
      const rows = (lists.get(`${sort} ${descending ? 'DESC' : 'ASC'}`)?.all(...values, limit, offset) ?? []) as Row[];
      return {
        total,
        rows: rows.map(row => ({
          ...row,
          ignored: row.ignored === 1,
          bestBsEui: (stationOf.get(row.bestStation) as { eui: string } | undefined)?.eui ?? '',
        })),
      };
    },
  };
}

export function discoveredStore(db: Db, { repeatable }: { readonly repeatable: Repeatable }) {
  const find = db.prepare(
    'SELECT best_station AS station, snr, rssi, stations, ignored FROM discovered_endpoint WHERE org = ? AND ep_eui = ?',
  );
  const total = db.prepare('SELECT count(*) AS total FROM discovered_endpoint');
  const dropOldest = db.prepare(
    `DELETE FROM discovered_endpoint WHERE (org, ep_eui) IN
       (SELECT org, ep_eui FROM discovered_endpoint ORDER BY last_at LIMIT ?)`,
  );
  const save = db.prepare(
    `INSERT INTO discovered_endpoint (org, ep_eui, count, first_at, last_at, best_station, snr, rssi, stations, ignored)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count, last_at = max(last_at, excluded.last_at),
       best_station = excluded.best_station, snr = excluded.snr, rssi = excluded.rssi, stations = excluded.stations`,
  );
  const mark = db.prepare('UPDATE discovered_endpoint SET ignored = ? WHERE org = ? AND ep_eui = ?');
  const dropOld = db.prepare(
    `DELETE FROM discovered_endpoint WHERE (org, ep_eui) IN
       (SELECT org, ep_eui FROM discovered_endpoint WHERE last_at < ? ORDER BY last_at LIMIT ?)`,
  );
  const dropOf = db.prepare('DELETE FROM discovered_endpoint WHERE org = ?');
  const steady = new SteadyTime();
  const known = new Map<string, Unwritten>();

  const recalled = (key: string, { org, epEui, station, snr, rssi }: StrangeTelegram): Unwritten => {
    const row = find.get(org, epEui) as
      | { station: number; snr: number; rssi: number; stations: string; ignored: number }
      | undefined;
    if (!row) {
      const over = (total.get() as { total: number }).total + 1 - MOST_DISCOVERED;
      if (over > 0) dropOldest.run(over);
    }
    const found: Unwritten = {
      ...{ count: 0, packetCnt: -1, writtenAt: Number.NEGATIVE_INFINITY, ignored: row?.ignored === 1 },
      stations: new Set(row ? (JSON.parse(row.stations) as number[]) : []),
      best: row ? { station: row.station, snr: row.snr, rssi: row.rssi } : { station, snr, rssi },
    };
    if (known.size >= MOST_DISCOVERED) known.delete(known.keys().next().value ?? '');
    known.set(key, found);
    return found;
  };

  return {
    /** A telegram came of an endpoint that is not registered. @returns whether it is one to be ignored */
    heard(telegram: StrangeTelegram): boolean {
      const { org, epEui, packetCnt, station, snr, rssi, at } = telegram;
      const key = `${org} ${epEui}`;
      const one = known.get(key) ?? recalled(key, telegram);
      const elapsed = steady.at(at);
      if (packetCnt !== one.packetCnt) one.count++;
      one.packetCnt = packetCnt;
      const isNew = !one.stations.has(station) && one.stations.size < MOST_STATIONS;
      if (isNew) one.stations.add(station);
      if (snr > one.best.snr || one.best.station === station) one.best = { station, snr, rssi };
      if (!isNew && elapsed - one.writtenAt < WRITE_MS) return one.ignored;
      const { best, stations, count } = one;
      const about = [best.station, best.snr, best.rssi, JSON.stringify([...stations]), one.ignored ? 1 : 0];
      save.run(org, epEui, count, at, at, ...about);
      one.count = 0;
      one.writtenAt = elapsed;
      return one.ignored;
    },

    /** Whether it is shown and told of. @returns undefined: there is no such one */
    ignore: repeatable((org: number, epEui: Eui, ignored: boolean, _acting: Acting): true | undefined => {
      known.delete(`${org} ${epEui}`);
      return mark.run(ignored ? 1 : 0, org, epEui).changes > 0 || undefined;
    }),

    /** What was not heard for a week goes. @returns how many */
    removeOld: (credible: CredibleMs, limit: number): number =>
      dropOld.run(before(credible, DISCOVERED_MS), limit).changes,

    /** The organization is deleted. */
    removeAll(org: number): void {
      dropOf.run(org);
      known.clear();
    },

    /** A write failed: what was heard is read again. */
    forget: (): void => known.clear(),
  };
}
export type Discovered = ReturnType<typeof discoveredStore>;
