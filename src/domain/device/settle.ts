import type { Db } from '../../database/driver.ts';

/** Devices may be of an older time than registrations: those whose endpoints have been deleted since go on as virtual ones. */
export function leaveDeletedEndpoints(db: Db): void {
  const left = `SELECT p.device FROM physical_device p JOIN endpoint e ON e.id = p.endpoint WHERE e.deleted_at IS NOT NULL`;
  db.exec(`DELETE FROM sensor_mapping WHERE sensor IN (SELECT id FROM device_sensor WHERE device IN (${left}))`);
  db.exec(`UPDATE device SET version = version + 1 WHERE id IN (${left})`);
  db.exec('DELETE FROM physical_device WHERE endpoint IN (SELECT id FROM endpoint WHERE deleted_at IS NOT NULL)');
}
