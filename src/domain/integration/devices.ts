import type { Db } from '../../database/driver.ts';
import type { EffectiveBlueprints } from '../blueprint/effective.ts';
import type { Subject } from './filter.ts';
import type { Device } from './integration-records.ts';

/** An endpoint, as filters and items need it. */
export interface KnownDevice {
  /** Row id. */
  readonly endpoint: number;
  readonly device: Device;
  readonly subject: Subject;
}

interface Row {
  id: number;
  eui: Device['epEui'];
  name: string;
  tags: string;
  type_eui: string | null;
  device_model: string | null;
}

/** Endpoints as items show them: as they are now. */
export function deviceReader(db: Db, { typeOfModel }: Pick<EffectiveBlueprints, 'typeOfModel'>) {
  // One table at a time: joined, a look at one row costs many times as much.
  const columns = 'id, eui, name, tags, type_eui, device_model';
  const byId = db.prepare(`SELECT ${columns} FROM endpoint WHERE id = ?`);
  const byEui = db.prepare(`SELECT ${columns} FROM endpoint WHERE eui = ? AND org = ? AND deleted_at IS NULL`);
  const modelOf = db.prepare('SELECT code, manufacturer FROM device_model WHERE uuid = ?');
  const manufacturerOf = db.prepare('SELECT code FROM manufacturer WHERE id = ?');
  const station = db.prepare('SELECT eui AS bsEui, name FROM base_station WHERE id = ?');

  const known = (row: Row | undefined): KnownDevice | undefined => {
    if (!row) return undefined;
    const { id: endpoint, eui: epEui, name, device_model: model } = row;
    const tags = JSON.parse(row.tags) as Record<string, string>;
    const typeEui = row.type_eui ?? (model === null ? null : typeOfModel(model)) ?? '';
    const ofModel =
      model === null ? undefined : (modelOf.get(model) as { code: string; manufacturer: number } | undefined);
    const by = ofModel && (manufacturerOf.get(ofModel.manufacturer) as { code: string } | undefined);
    const made = { deviceModel: ofModel?.code ?? '', manufacturer: by?.code ?? '' };
    return { endpoint, device: { epEui, name, tags, typeEui, ...made }, subject: { epEui, model, tags } };
  };

  const find = (org: number, epEui: string) => known(byEui.get(epEui, org) as Row | undefined);

  return {
    byId: (endpoint: number): KnownDevice | undefined => known(byId.get(endpoint) as Row | undefined),
    /** Among those that are registered. */
    byEui: find,
    /** One that is not registered has nothing but its EUI. */
    subject(org: number, epEui: string | undefined): Subject | undefined {
      if (epEui === undefined) return undefined;
      return find(org, epEui)?.subject ?? { epEui, model: null, tags: {} };
    },
    station: (id: number) => station.get(id) as { bsEui: Device['epEui']; name: string } | undefined,
  };
}
export type Devices = ReturnType<typeof deviceReader>;
