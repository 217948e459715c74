import type { Db } from '../../database/driver.ts';
import { fault } from '../../kit/faults/faults.ts';
import { uuid7 } from '../../kit/uuid.ts';
import type { TemplateReader } from '../sensor-template/sensor-template-store.ts';

/** Sensors of one device. */
export const MAX_SENSORS = 100;

interface SensorRow {
  readonly id: number;
  readonly uuid: string;
  readonly template: string;
}

/** Sensors on devices, and where they take their values from. */
export function sensorStore(db: Db, { templates: catalog }: { templates: Pick<TemplateReader, 'find'> }) {
  const of = db.prepare('SELECT id, uuid, template FROM device_sensor WHERE device = ?');
  const insert = db.prepare(
    'INSERT INTO device_sensor (uuid, device, template, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
  );
  const drop = db.prepare('DELETE FROM device_sensor WHERE id = ?');
  const mapped = db.prepare('SELECT source_path FROM sensor_mapping WHERE sensor = ?');
  const setMapping = db.prepare(
    `INSERT INTO sensor_mapping (sensor, uuid, source_path, created_at, updated_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (sensor) DO UPDATE SET source_path = excluded.source_path, updated_at = excluded.updated_at`,
  );
  const dropMapping = db.prepare('DELETE FROM sensor_mapping WHERE sensor = ?');

  const sensorsOf = (device: number) => of.all(device) as SensorRow[];

  return {
    /** @param keys names of values: a sensor whose template has one of them as its default key is mapped to it */
    add(org: number, device: number, templates: readonly string[], keys: readonly string[], now: number): void {
      const wanted = templates.map(uuid => ({ uuid, template: catalog.find(org, uuid) }));
      const unknown = wanted.filter(({ template }) => !template).map(({ uuid }) => uuid);
      if (unknown.length > 0) throw fault('SensorTemplateNotFound', { ids: unknown.join(',') });
      const before = sensorsOf(device);
      const has = new Set(before.map(({ template }) => template));
      for (const { uuid } of wanted) {
        if (has.has(uuid)) throw fault('SensorAlreadyAttached', { ids: uuid });
        has.add(uuid);
      }
      if (has.size > MAX_SENSORS) throw fault('TooManyItems', { limit: MAX_SENSORS });
      for (const { uuid, template } of wanted) {
        const { lastInsertRowid: sensor } = insert.run(uuid7(now), device, uuid, now, now);
        const key = template?.default_key ?? '';
        if (key !== '' && keys.includes(key)) setMapping.run(sensor, uuid7(now), key, now, now);
      }
    },

    remove(device: number, uuids: readonly string[], templates: readonly string[]): void {
      const rows = sensorsOf(device);
      const unknown = [
        ...uuids.filter(uuid => !rows.some(row => row.uuid === uuid)),
        ...templates.filter(template => !rows.some(row => row.template === template)),
      ];
      if (unknown.length > 0) throw fault('SensorNotFound', { ids: unknown.join(',') });
      for (const row of rows) if (uuids.includes(row.uuid) || templates.includes(row.template)) drop.run(row.id);
    },

    /** @param path empty: none. @returns whether that is another one than before */
    map(device: number, uuid: string, path: string, isPhysical: boolean, now: number): boolean {
      const sensor = sensorsOf(device).find(row => row.uuid === uuid);
      if (!sensor) throw fault('SensorNotFound', { ids: uuid });
      if (!isPhysical) throw fault('PhysicalDeviceRequired');
      const before = (mapped.get(sensor.id) as { source_path: string } | undefined)?.source_path ?? '';
      if (path === before) return false;
      if (path === '') dropMapping.run(sensor.id);
      else setMapping.run(sensor.id, uuid7(now), path, now, now);
      return true;
    },
  };
}
export type SensorStore = ReturnType<typeof sensorStore>;
