import type { Db } from '../../database/driver.ts';

/** A digital device, as far as it leads to what its endpoint sends. */
export interface KnownDevice {
  readonly uuid: string;
  /** Row id of the endpoint that it wraps; undefined: it wraps none. */
  readonly endpoint: number | undefined;
  /** Sensors that take their values from somewhere: uuids by names of values. */
  readonly sensors: ReadonlyMap<string, string>;
}

interface Row {
  readonly id: number;
  readonly uuid: string;
  readonly endpoint: number | null;
}

/** Finds devices for those who read what endpoints send. */
export function knownDevices(db: Db) {
  const byUuid = db.prepare(
    `SELECT d.id, d.uuid, p.endpoint FROM device d LEFT JOIN physical_device p ON p.device = d.id
     WHERE d.org = ? AND d.uuid = ?`,
  );
  const byEndpoint = db.prepare(
    'SELECT d.id, d.uuid, p.endpoint FROM physical_device p JOIN device d ON d.id = p.device WHERE p.endpoint = ?',
  );
  const mapped = db.prepare(
    `SELECT s.uuid, m.source_path FROM device_sensor s JOIN sensor_mapping m ON m.sensor = s.id
     WHERE s.device = ? ORDER BY s.id DESC`,
  );

  const known = (row: Row | undefined): KnownDevice | undefined => {
    if (!row) return undefined;
    const sensors = mapped.all(row.id) as { uuid: string; source_path: string }[];
    return {
      uuid: row.uuid,
      endpoint: row.endpoint ?? undefined,
      sensors: new Map(sensors.map(({ uuid, source_path }) => [source_path, uuid])),
    };
  };

  return {
    known: (org: number, uuid: string): KnownDevice | undefined => known(byUuid.get(org, uuid) as Row | undefined),

    /** The device that wraps an endpoint. @param endpoint row id */
    wrapping: (endpoint: number): KnownDevice | undefined => known(byEndpoint.get(endpoint) as Row | undefined),
  };
}
export type KnownDevices = ReturnType<typeof knownDevices>;
