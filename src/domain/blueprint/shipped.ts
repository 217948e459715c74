import type { Db } from '../../database/driver.ts';
import { fault } from '../../kit/faults/faults.ts';
import { uuid5 } from '../../kit/uuid.ts';
import type { BlueprintReader } from './blueprints.ts';
import type { Editor } from './catalog.ts';
import type { CatalogFile } from './catalog-file.ts';
import { type BlueprintWriter, defaultName } from './changes.ts';
import { catalogPlaces, NO_HINTS } from './import.ts';
import type { ManufacturerReader, ManufacturerWriter } from './manufacturers.ts';
import type { ModelReader, ModelWriter } from './models.ts';
import type { TypeEuiOwners } from './type-euis.ts';

/** One file of the catalog that comes with the product. */
export interface ShippedFile {
  readonly file: CatalogFile;
  /** Whom to thank for it, and under which license it is handed on. */
  readonly attribution: string;
}

/** What became of the blueprint of a file. `removed`: it, its model or its manufacturer was deleted here; `kept`: it was changed here. */
export type Shipped = 'created' | 'updated' | 'unchanged' | 'kept' | 'removed';

/** In which ids are made of paths, where a file has none: that of the registry that most of the files come from. */
const NAMESPACE = 'bdb311ed-446a-5ecc-8cd1-fbb035804117';
/** No organization: nothing but rows of the system is seen. */
const NO_ORGANIZATION = 0;

/**
 * The rows of the system that come with a release. What a release has written is noted for each row: so the next one sees what was changed
 * or deleted since, by whatever way, and leaves it so.
 */
export function shippedCatalog(
  db: Db,
  {
    types,
    manufacturers,
    deviceModels,
    blueprints,
  }: {
    types: Pick<TypeEuiOwners, 'ownerOf'>;
    manufacturers: Pick<ManufacturerReader, 'find'> & ManufacturerWriter;
    deviceModels: Pick<ModelReader, 'find'> & ModelWriter;
    blueprints: Pick<BlueprintReader, 'find'> & BlueprintWriter;
  },
) {
  const placeOf = catalogPlaces(db, types);
  const noted = db.prepare('SELECT content, default_blueprint FROM shipped_row WHERE uuid = ?');
  const note = db.prepare(
    'INSERT INTO shipped_row (uuid, content) VALUES (?, ?) ON CONFLICT (uuid) DO UPDATE SET content = excluded.content',
  );
  const noteDefault = db.prepare('UPDATE shipped_row SET default_blueprint = ? WHERE uuid = ?');
  const notedOf = (uuid: string) =>
    noted.get(uuid) as { content: string; default_blueprint: string | null } | undefined;

  /** Brings one row to what a release ships. @param current its content as it stands, undefined: it is not there */
  const bring = (
    uuid: string,
    {
      current,
      wanted,
      insert,
      update,
    }: { current: string | undefined; wanted: string; insert(): void; update(): void },
  ): Shipped => {
    const before = notedOf(uuid);
    if (before && current === undefined) return 'removed';
    if (!before && current !== undefined) return 'kept';
    if (before && current !== before.content) return 'kept';
    if (current === wanted) return 'unchanged';
    if (current === undefined) insert();
    else update();
    note.run(uuid, wanted);
    return current === undefined ? 'created' : 'updated';
  };

  const ofManufacturer = ({ name, code }: CatalogFile['manufacturer'], there: string | undefined, by: Editor) => {
    const uuid = uuid5(NAMESPACE, code);
    const row = manufacturers.find(NO_ORGANIZATION, uuid);
    // One of the same name that an operator has made serves as well.
    if (!row && there !== undefined && !notedOf(uuid)) return there;
    const became = bring(uuid, {
      current: row && JSON.stringify([row.name, row.description, row.website, row.contact_email]),
      wanted: JSON.stringify([name, '', '', '']),
      insert() {
        const more = { description: '', website: '', contact_email: '' };
        manufacturers.insert({ uuid, name, code, system: true, ...more }, by);
      },
      update: () => manufacturers.update(uuid, { name }, by),
    });
    return became === 'removed' ? undefined : uuid;
  };

  const ofModel = (uuid: string, file: CatalogFile, manufacturer: string, there: string | undefined, by: Editor) => {
    const { name, code } = file.model;
    const row = deviceModels.find(NO_ORGANIZATION, uuid);
    if (!row && there !== undefined && !notedOf(uuid)) return there;
    const became = bring(uuid, {
      current:
        row &&
        JSON.stringify([
          row.name,
          row.type_eui,
          row.description,
          row.datasheet_url,
          row.ep_class,
          row.uplink_interval_s,
        ]),
      wanted: JSON.stringify([name, ...Object.values(NO_HINTS)]),
      insert: () => deviceModels.insert({ uuid, name, code, manufacturer, system: true, ...NO_HINTS }, by),
      update: () => deviceModels.update(uuid, { name }, by),
    });
    return became === 'removed' ? undefined : uuid;
  };

  const ofBlueprint = (uuid: string, { file, attribution }: ShippedFile, model: string, by: Editor): Shipped => {
    const { version, document, enveloped: imported, isDefault } = file;
    const name = defaultName(file.model.name, version);
    const row = blueprints.find(NO_ORGANIZATION, uuid);
    const chosen = deviceModels.find(NO_ORGANIZATION, model)?.default_blueprint ?? null;
    // Once a caller has chosen another default, releases change it no more.
    const ours = (notedOf(model)?.default_blueprint ?? null) === chosen;
    const description = attribution;
    const became = bring(uuid, {
      current: row && JSON.stringify([row.name, row.description, row.checksum]),
      wanted: JSON.stringify([name, description, document.facts.checksum]),
      insert: () =>
        blueprints.insert(
          { uuid, model, name, version, description, document, imported, isDefault: isDefault && ours },
          by,
        ),
      update: () => blueprints.update(uuid, { name, description, document }, by),
    });
    if (ours) noteDefault.run(deviceModels.find(NO_ORGANIZATION, model)?.default_blueprint ?? null, model);
    return became;
  };

  return {
    /**
     * Brings one file into the rows of the system, whole or not at all.
     * @throws fault where rows that an operator has made are in its way, or messages were decoded with what it would change
     */
    ship(shipped: ShippedFile, now: number): Shipped {
      const { file } = shipped;
      const by: Editor = { now, org: NO_ORGANIZATION, administrator: true, silently: true, ...NO_PERSON };
      const path = `${file.manufacturer.code}/${file.model.code}`;
      const place = placeOf(file, null);
      const manufacturer = ofManufacturer(file.manufacturer, place.manufacturer, by);
      if (manufacturer === undefined) return 'removed';
      const model = ofModel(file.modelUuid ?? uuid5(NAMESPACE, path), file, manufacturer, place.model, by);
      if (model === undefined) return 'removed';
      const uuid = file.uuid ?? uuid5(NAMESPACE, `${path}/${file.version}`);
      if (!notedOf(uuid) && place.blueprint !== undefined) {
        if (place.differs) throw fault('BlueprintVersionExists', { version: file.version });
        return 'kept';
      }
      return ofBlueprint(uuid, shipped, model, by);
    },
  };
}

const NO_PERSON = { userId: undefined, userEmail: undefined, actor: 'release' };
