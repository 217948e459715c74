import type { Db } from '../../../database/driver.ts';
import { IdSet } from '../../../kit/id-set.ts';
import { MS_NS } from '../../../kit/units.ts';
import { addStation, type Cell, noStationCell, type StationCell } from '../../message/figures/cell.ts';

/** [fromMs, toMs) of an organization. */
export interface AnalyticsWindow {
  readonly org: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** The newest registration of what was registered again. */
export interface Newest {
  /** Nothing was registered again. */
  readonly none: boolean;
  of(id: number): number;
  distinct(ids: IdSet): number;
}

/** Whom analytics are about: what was registered again has another row, but is the same thing to those who ask. */
export function registrationsReader(db: Db) {
  const registered = db.prepare('SELECT id FROM endpoint WHERE org = ? AND deleted_at IS NULL');
  const endpointName = db.prepare('SELECT eui, name FROM endpoint WHERE id = ?');
  const firstByEui = db.prepare(
    `SELECT e.id, e.eui, e.name FROM json_each(?) j CROSS JOIN endpoint e ON e.id = j.value ORDER BY e.eui LIMIT ?`,
  );
  const ofEui = db.prepare('SELECT id FROM endpoint WHERE org = ? AND eui = ?');
  const stationsOf = db.prepare('SELECT id FROM base_station WHERE eui = ?');
  const ofModel = db.prepare('SELECT id FROM endpoint WHERE org = ? AND device_model = ? AND deleted_at IS NULL');
  const sentDownlinks = db.prepare(
    `SELECT tx_time_ns / 3600000000000 AS hour, endpoint, station, count(*) AS count FROM downlink
     WHERE org = ? AND tx_time_ns >= ? AND tx_time_ns < ? AND state IN ('sent', 'acknowledged') GROUP BY 1, 2, 3`,
  );
  const formerEndpoints = db.prepare(
    `SELECT id, (SELECT max(id) FROM endpoint n WHERE n.org = e.org AND n.eui = e.eui) AS newest
     FROM endpoint e WHERE org = ? AND deleted_at IS NOT NULL`,
  );
  const formerStations = db.prepare(
    `SELECT id, (SELECT max(id) FROM base_station n WHERE n.eui = b.eui) AS newest
     FROM base_station b WHERE deleted_at IS NOT NULL`,
  );
  const newestOf = (rows: readonly unknown[]): Newest => {
    const newest = new Map((rows as { id: number; newest: number }[]).map(row => [row.id, row.newest]));
    return {
      none: newest.size === 0,
      of: (id: number): number => newest.get(id) ?? id,
      /** How many there are of these. */
      distinct(all: IdSet): number {
        if (newest.size === 0) return all.size;
        const found = new IdSet();
        for (const id of all) found.add(newest.get(id) ?? id);
        return found.size;
      },
    };
  };
  const ids = (rows: readonly unknown[]) => new Set((rows as { id: number }[]).map(({ id }) => id));
  const newestStations = () => newestOf(formerStations.all());

  return {
    newestEndpoints: (org: number): Newest => newestOf(formerEndpoints.all(org)),
    newestStations,
    registered: (org: number): ReadonlySet<number> => ids(registered.all(org)),
    named: (endpoint: number) => endpointName.get(endpoint) as { eui: string; name: string },

    /** The first of some endpoints in the order of their EUIs. */
    firstByEui: (endpoints: readonly number[], limit: number) =>
      firstByEui.all(JSON.stringify(endpoints), limit) as { id: number; eui: string; name: string }[],

    /** Undefined: all. */
    stationsOf: (bsEui: string | undefined): ReadonlySet<number> | undefined =>
      bsEui === undefined ? undefined : ids(stationsOf.all(bsEui)),

    /** Endpoints that a query is about; undefined: all. */
    endpointsOf(
      org: number,
      epEui: string | undefined,
      deviceModel: string | undefined,
    ): ReadonlySet<number> | undefined {
      const byEui = epEui === undefined ? undefined : ids(ofEui.all(org, epEui));
      const byModel = deviceModel === undefined ? undefined : ids(ofModel.all(org, deviceModel));
      return byEui && byModel ? byEui.intersection(byModel) : (byEui ?? byModel);
    },

    /** What stations have heard of a cell, that of one which was registered again together. */
    stationsIn({ stations }: Cell): Map<number, StationCell> {
      const stationOf = newestStations();
      const found = new Map<number, StationCell>();
      for (const [id, station] of stations) {
        const sum = found.get(stationOf.of(id)) ?? noStationCell();
        found.set(stationOf.of(id), sum);
        addStation(sum, station);
      }
      return found;
    },

    /** Downlinks that were sent, counted by the hour since 1970, by endpoint and station. */
    sentDownlinks: ({ org, fromMs, toMs }: AnalyticsWindow) =>
      sentDownlinks.all(org, BigInt(fromMs) * MS_NS, BigInt(toMs) * MS_NS) as {
        hour: number;
        endpoint: number;
        station: number;
        count: number;
      }[],
  };
}
export type Registrations = ReturnType<typeof registrationsReader>;

/** Whether a key is of messages that are asked for. */
export const counts = (key: number, includeDuplicates: boolean) => includeDuplicates || key % 2 === 0;
