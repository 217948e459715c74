import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import { fault } from '../../kit/faults/faults.ts';
import { nameKey } from '../../kit/name-key.ts';
import type { Editor } from './catalog.ts';
import { type CatalogFile, readCatalogFile } from './catalog-file.ts';
import type { BlueprintWriter } from './changes.ts';
import type { ManufacturerWriter } from './manufacturers.ts';
import type { ModelWriter } from './models.ts';
import type { TypeEuiOwners } from './type-euis.ts';

/** What is there already of what a file names. */
export interface CatalogPlace {
  /** Uuids; undefined: would be created. */
  readonly manufacturer: string | undefined;
  readonly model: string | undefined;
  /** The blueprint of this version, or the same one among the rows of the system. */
  readonly blueprint: string | undefined;
  /** What is there under this version is another blueprint, and the file's own is not there for all. */
  readonly differs: boolean;
  /** A blueprint of this model is its default already. */
  readonly hasDefault: boolean;
  /** Another model has the Type EUI. */
  readonly typeEuiTaken: boolean;
}

export interface Imported extends CatalogPlace {
  /** Uuid of what was created, or of what was there. */
  readonly blueprint: string;
  readonly created: boolean;
  readonly isDefault: boolean;
}

/** What a file says, its document left out, and what is there of it. */
export interface ImportEntry extends Omit<CatalogFile, 'document'> {
  readonly checksum: string;
  /** Empty when it is only a placeholder. */
  readonly typeEui: string;
  readonly place: CatalogPlace;
}

/** The place in the catalog that a file names. @param org null: among the rows of the system */
export function catalogPlaces(db: Db, types: Pick<TypeEuiOwners, 'ownerOf'>) {
  const maker = db.prepare(
    `SELECT id, uuid FROM manufacturer WHERE (code = ? OR name_key = ?) AND org IS ? ORDER BY code <> ? LIMIT 1`,
  );
  const model = db.prepare(
    `SELECT id, uuid FROM device_model WHERE manufacturer = ? AND (code = ? OR name_key = ?) AND org IS ? ORDER BY code <> ? LIMIT 1`,
  );
  const version = db.prepare('SELECT uuid, checksum FROM blueprint WHERE device_model = ? AND version = ?');
  const defaultOf = db.prepare('SELECT 1 FROM blueprint WHERE device_model = ? AND is_default <> 0');
  interface Found {
    id: number;
    uuid: string;
  }

  return function placeOf(file: CatalogFile, org: number | null): CatalogPlace {
    const { name, code } = file.manufacturer;
    // A model of an organization may be of a manufacturer of the system.
    const makers = [...new Set([org, null])]
      .map(owner => maker.get(code, nameKey(name), owner, code) as Found | undefined)
      .filter(found => found !== undefined);
    const modelOf = ({ id }: Found, owner: number | null) =>
      model.get(id, file.model.code, nameKey(file.model.name), owner, file.model.code) as Found | undefined;
    const versionOf = (of: Found | undefined) =>
      of && (version.get(of.id, file.version) as { uuid: string; checksum: string } | undefined);
    const models = makers.map(each => modelOf(each, org));
    const at = models.findIndex(found => found !== undefined);
    const found = models[at];
    const { checksum, typeEui, placeholder } = file.document.facts;
    const owner = placeholder ? undefined : types.ownerOf(org, typeEui);
    const same = versionOf(found);
    // What all organizations see already is not made once more for one of them.
    const shared = makers.map(each => versionOf(modelOf(each, null))).find(each => each?.checksum === checksum);
    const there = same?.checksum === checksum ? same : shared;
    return {
      manufacturer: makers[Math.max(at, 0)]?.uuid,
      model: found?.uuid,
      blueprint: (there ?? same)?.uuid,
      differs: there === undefined && same !== undefined,
      hasDefault: found !== undefined && defaultOf.get(found.id) !== undefined,
      typeEuiTaken: owner !== undefined && owner !== found?.id,
    };
  };
}

/** Brings files into the catalog, each whole or not at all; what is there is left as it is. */
export function catalogImport(
  db: Db,
  {
    types,
    manufacturers,
    deviceModels,
    blueprints,
  }: {
    types: Pick<TypeEuiOwners, 'ownerOf'>;
    manufacturers: Pick<ManufacturerWriter, 'insert'>;
    deviceModels: Pick<ModelWriter, 'insert'>;
    blueprints: Pick<BlueprintWriter, 'insert'>;
  },
) {
  const placeOf = catalogPlaces(db, types);
  const known = db.prepare(
    'SELECT 1 FROM blueprint WHERE uuid = ? UNION ALL SELECT 1 FROM device_model WHERE uuid = ? LIMIT 1',
  );
  /** Rows of the system keep the ids that the registry gave them. */
  const keep = (uuid: string | undefined, system: boolean) =>
    system && uuid !== undefined && !known.get(uuid, uuid) ? { uuid } : {};

  return {
    /** @throws fault that says what is wrong with the file */
    read: readCatalogFile,

    /** What importing a file would create. @param org null: among the rows of the system @throws as `read` */
    look(text: string, org: number | null): ImportEntry {
      const file = readCatalogFile(text);
      const { document, ...named } = file;
      const { checksum, typeEui, placeholder } = document.facts;
      return { ...named, checksum, typeEui: placeholder ? '' : typeEui, place: placeOf(file, org) };
    },

    /** @throws fault `SystemCatalogProtected` for who may not change rows of the system */
    insert: intake((file: CatalogFile, system: boolean, by: Editor): Imported => {
      if (system && !by.administrator) throw fault('SystemCatalogProtected');
      // What goes to an organization is its own below a manufacturer of the system, too.
      const editor = { ...by, administrator: system };
      const place = placeOf(file, system ? null : by.org);
      const { blueprint, differs } = place;
      if (differs) throw fault('BlueprintVersionExists', { version: file.version });
      if (blueprint !== undefined) return { ...place, blueprint, created: false, isDefault: false };
      const manufacturer =
        place.manufacturer ??
        manufacturers.insert({ ...file.manufacturer, system, description: '', website: '', contact_email: '' }, editor);
      const model =
        place.model ??
        deviceModels.insert(
          { ...file.model, ...NO_HINTS, ...keep(file.modelUuid, system), manufacturer, system },
          editor,
        );
      const { version, document, enveloped } = file;
      const inserted = blueprints.insert(
        {
          model,
          version,
          document,
          name: '',
          description: '',
          isDefault: false,
          imported: enveloped,
          ...keep(file.uuid, system),
        },
        editor,
      );
      return { ...place, blueprint: inserted, created: true, isDefault: !place.hasDefault };
    }),
  };
}

/** What no file says of a device model. */
export const NO_HINTS = { type_eui: null, description: '', datasheet_url: '', ep_class: '', uplink_interval_s: 0 };
