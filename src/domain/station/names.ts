import type { Db } from '../../database/driver.ts';

/** Who a row id of the history belongs to, also after its registration was deleted. */
export interface StationName {
  eui: string;
  name: string;
  org: number;
}

/** Finds row ids by EUI and names by row id, for readers of the history. */
export function directoryStore(db: Db) {
  const endpoint = db.prepare(
    'SELECT id, name, created_at, attach_status FROM endpoint WHERE org = ? AND eui = ? AND deleted_at IS NULL',
  );
  const endpoints = db.prepare('SELECT id FROM endpoint WHERE org = ? AND eui = ?');
  const station = db.prepare('SELECT id FROM base_station WHERE org = ? AND eui = ? AND deleted_at IS NULL');
  const stations = db.prepare('SELECT id FROM base_station WHERE eui = ?');
  const stationName = db.prepare('SELECT eui, name, org FROM base_station WHERE id = ?');
  const ids = (rows: unknown[]) => (rows as { id: number }[]).map(({ id }) => id);

  return {
    /** The current registration of an endpoint. */
    endpoint(
      org: number,
      eui: string,
    ): { id: number; name: string; createdAt: number; attachStatus: string } | undefined {
      const row = endpoint.get(org, eui) as
        | { id: number; name: string; created_at: number; attach_status: string }
        | undefined;
      return row && { id: row.id, name: row.name, createdAt: row.created_at, attachStatus: row.attach_status };
    },

    /** Every registration an EUI ever had in an organization. Reads the table: for the scanning thread. */
    endpointIds: (org: number, eui: string): number[] => ids(endpoints.all(org, eui)),

    /** The current registration of a base station. */
    stationId(org: number, eui: string): number | undefined {
      return (station.get(org, eui) as { id: number } | undefined)?.id;
    },

    /** Every registration an EUI ever had, in whatever organization. */
    stationIds: (eui: string): number[] => ids(stations.all(eui)),

    stationName(id: number): StationName | undefined {
      return stationName.get(id) as StationName | undefined;
    },
  };
}
