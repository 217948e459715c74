import type { Db } from '../../database/driver.ts';
import type { AlertSource } from './seen.ts';

/** A source as alerts show it. */
export interface SourceDescription {
  /** An EUI or uuid. */
  readonly id: string;
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
}

/** Looks up what alerts are about. */
export function alertSources(db: Db) {
  const endpoint = db.prepare('SELECT eui AS id, name, tags FROM endpoint WHERE id = ?');
  const station = db.prepare('SELECT eui AS id, name, tags FROM base_station WHERE id = ?');
  const center = db.prepare('SELECT name FROM center_session WHERE ac_eui = ? ORDER BY id DESC LIMIT 1');
  const integration = db.prepare('SELECT name FROM integration WHERE uuid = ?');
  const organization = db.prepare('SELECT name FROM organization WHERE uuid = ?');
  const scEui = db.prepare("SELECT value FROM meta WHERE key = 'sc_eui'");

  const row = ({ type, id }: AlertSource): { id: string; name: string; tags: string } | undefined => {
    if (typeof id === 'string') return undefined;
    const found = type === 'endpoint' ? endpoint.get(id) : type === 'base_station' ? station.get(id) : undefined;
    return found as { id: string; name: string; tags: string } | undefined;
  };

  return (source: AlertSource): SourceDescription => {
    const { type, id } = source;
    const found = row(source);
    if (found) return { id: found.id, name: found.name, tags: JSON.parse(found.tags) as Record<string, string> };
    if (type === 'service_center') {
      const eui = scEui.get() as { value: string } | undefined;
      const ofOrganization = organization.get(String(id)) as { name: string } | undefined;
      return { id: eui?.value ?? '', name: ofOrganization?.name ?? String(id), tags: {} };
    }
    const known = type === 'application_center' ? center : type === 'integration' ? integration : undefined;
    const named = known?.get(String(id)) as { name: string } | undefined;
    return { id: String(id), name: named?.name ?? '', tags: {} };
  };
}
export type AlertSources = ReturnType<typeof alertSources>;
