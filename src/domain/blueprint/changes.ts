import { inserter } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import { fault } from '../../kit/faults/faults.ts';
import { uuid7 } from '../../kit/uuid.ts';
import { storedBlueprint } from './blueprints.ts';
import {
  bytesOfDocuments,
  type Editor,
  MAX_BLUEPRINTS,
  mayChange,
  mostOf,
  type RaiseOfCatalog,
  visible,
} from './catalog.ts';
import type { CheckedDocument, DocumentFacts } from './documents.ts';
import type { ManufacturerWriter, NewManufacturer } from './manufacturers.ts';
import type { ModelWriter, NewModel } from './models.ts';
import type { TypeEuiOwners } from './type-euis.ts';

export interface NewBlueprint {
  /** Uuid of its device model. */
  readonly model: string;
  /** Empty: that of the model, with the version. */
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly isDefault: boolean;
  readonly document: CheckedDocument;
  /** Made when it is left out. */
  readonly uuid?: string;
  /** It comes from a registry. */
  readonly imported?: boolean;
}

/** What may be changed of it; an empty name is again made of model and version. */
export interface BlueprintChanges {
  readonly name?: string;
  readonly description?: string;
  readonly document?: CheckedDocument;
}

/** A model with its first blueprint, and with its manufacturer if that is new. */
export interface NewModelWithBlueprint {
  /** Uuid of one that is there, or a new one. */
  readonly manufacturer: string | NewManufacturer;
  readonly model: Omit<NewModel, 'manufacturer'>;
  readonly blueprint: Omit<NewBlueprint, 'model' | 'isDefault'>;
}

interface Current {
  id: number;
  uuid: string;
  org: number | null;
  device_model: number;
  model_name: string;
  version: string;
  name: string;
  description: string;
  is_default: number;
  document: string;
}

const MAX_NAME = 128;

/** Writes blueprints, each change with its event. Documents were checked before: here is only decided what others can have changed. */
export function blueprintWriter(
  db: Db,
  {
    raise,
    types,
    manufacturers,
    deviceModels,
    catalogChanged,
  }: {
    raise: RaiseOfCatalog;
    types: TypeEuiOwners;
    manufacturers: Pick<ManufacturerWriter, 'insert'>;
    deviceModels: Pick<ModelWriter, 'found' | 'insert'>;
    /** What decodes an endpoint may be another blueprint from now on. */
    catalogChanged(): void;
  },
) {
  const insert = inserter(db, 'blueprint', storedBlueprint);
  const mayBeMore = mostOf(db, 'blueprint', MAX_BLUEPRINTS);
  const mustFit = bytesOfDocuments(db);
  const insertDocument = db.prepare('INSERT INTO blueprint_document (blueprint, document) VALUES (?, ?)');
  const markImported = db.prepare("UPDATE blueprint SET registry_state = 'imported' WHERE id = ?");
  const current = db.prepare(
    `SELECT b.id, b.uuid, b.org, b.device_model, m.name AS model_name, b.version, b.name, b.description, b.is_default, t.document
     FROM blueprint b JOIN device_model m ON m.id = b.device_model JOIN blueprint_document t ON t.blueprint = b.id
     WHERE b.uuid = ? AND ${visible('b.org')}`,
  );
  const versioned = db.prepare('SELECT 1 FROM blueprint WHERE device_model = ? AND version = ?');
  const defaultOf = db.prepare('SELECT 1 FROM blueprint WHERE device_model = ? AND is_default <> 0');
  const other = db.prepare('SELECT 1 FROM blueprint WHERE device_model = ? AND id <> ? LIMIT 1');
  const pinned = db.prepare('SELECT 1 FROM endpoint WHERE blueprint = ? AND deleted_at IS NULL LIMIT 1');
  const decodedWith = db.prepare('SELECT 1 FROM decoded_document WHERE blueprint = ? LIMIT 1');
  const clearDefault = db.prepare(
    'UPDATE blueprint SET is_default = 0, updated_at = ? WHERE device_model = ? AND is_default <> 0',
  );
  const makeDefault = db.prepare('UPDATE blueprint SET is_default = 1, updated_at = ? WHERE id = ?');
  const update = db.prepare('UPDATE blueprint SET name = ?, description = ?, updated_at = ? WHERE id = ?');
  const updateFacts = db.prepare(
    `UPDATE blueprint SET type_eui = ?, spec_type_eui = ?, uplink_formats = ?, downlink_formats = ?, output_names = ?, checksum = ?
     WHERE id = ?`,
  );
  const updateDocument = db.prepare('UPDATE blueprint_document SET document = ? WHERE blueprint = ?');
  const remove = db.prepare('DELETE FROM blueprint WHERE id = ?');

  const found = (uuid: string, by: Editor): Current => {
    const row = current.get(uuid, by.org) as Current | undefined;
    if (!row) throw fault('BlueprintNotFound', { id: uuid });
    mayChange(row, by);
    return row;
  };

  const insertBlueprint = intake((blueprint: NewBlueprint, by: Editor): string => {
    const { version, description, isDefault, document, imported = false } = blueprint;
    const { now } = by;
    const { uuid = uuid7(now) } = blueprint;
    const { id: model, org, name: modelName } = deviceModels.found(blueprint.model, by);
    if (versioned.get(model, version)) throw fault('BlueprintVersionExists', { version });
    mayBeMore(org);
    mustFit(org, document.text);
    const facts = columnsOf(document.facts);
    types.mayHave(org, facts.type_eui, model);
    // One that has none has no blueprint at all.
    const first = !defaultOf.get(model);
    if (isDefault && !first) clearDefault.run(now, model);
    const name = blueprint.name || defaultName(modelName, version);
    const times = { created_at: now, updated_at: now };
    const is_default = Number(isDefault || first);
    const id = insert({ ...facts, ...times, uuid, org, device_model: model, version, name, description, is_default });
    if (imported) markImported.run(id);
    insertDocument.run(id, document.text);
    catalogChanged();
    raise('blueprint.created', { org, uuid, name, version }, by);
    return uuid;
  });

  return {
    /** @returns its uuid */
    insert: insertBlueprint,

    /** All of them or none. @returns their uuids */
    insertWithModel: intake(({ manufacturer: given, model, blueprint }: NewModelWithBlueprint, by: Editor) => {
      const manufacturer = typeof given === 'string' ? given : manufacturers.insert(given, by);
      const made = deviceModels.insert({ ...model, manufacturer }, by);
      return {
        manufacturer,
        model: made,
        blueprint: insertBlueprint({ ...blueprint, model: made, isDefault: true }, by),
      };
    }),

    /** Changes what differs; nothing is written and no event raised when nothing does. */
    update: intake((uuid: string, changes: BlueprintChanges, by: Editor): void => {
      const before = found(uuid, by);
      const { id, org, version } = before;
      const name = changes.name === '' ? defaultName(before.model_name, version) : (changes.name ?? before.name);
      const description = changes.description ?? before.description;
      const document = changes.document?.text === before.document ? undefined : changes.document;
      if (name === before.name && description === before.description && !document) return;
      if (document) {
        if (decodedWith.get(uuid)) throw fault('BlueprintInUse', { reason: 'messages were decoded with it' });
        mustFit(org, document.text, before.document);
        const facts = columnsOf(document.facts);
        types.mayHave(org, facts.type_eui, before.device_model);
        const { type_eui, spec_type_eui, uplink_formats, downlink_formats, output_names, checksum } = facts;
        updateFacts.run(type_eui, spec_type_eui, uplink_formats, downlink_formats, output_names, checksum, id);
        updateDocument.run(document.text, id);
        catalogChanged();
      }
      update.run(name, description, by.now, id);
      raise('blueprint.updated', { org, uuid, name, version }, by);
    }),

    /** From the next uplink on it decodes what is not pinned to another one of its model. */
    setDefault: intake((uuid: string, by: Editor): void => {
      const row = found(uuid, by);
      if (row.is_default !== 0) return;
      clearDefault.run(by.now, row.device_model);
      makeDefault.run(by.now, row.id);
      catalogChanged();
      raise('blueprint.default_changed', row, by);
    }),

    remove(uuid: string, by: Editor): void {
      const row = found(uuid, by);
      if (pinned.get(uuid)) throw fault('BlueprintInUse', { reason: 'endpoints are pinned to it' });
      if (row.is_default !== 0 && other.get(row.device_model, row.id)) throw fault('BlueprintIsDefault', { id: uuid });
      remove.run(row.id);
      catalogChanged();
      raise('blueprint.deleted', row, by);
    },
  };
}
export type BlueprintWriter = ReturnType<typeof blueprintWriter>;

function columnsOf({ typeEui, placeholder, uplinkFormats, downlinkFormats, outputNames, checksum }: DocumentFacts) {
  return {
    type_eui: placeholder ? null : typeEui,
    spec_type_eui: typeEui,
    uplink_formats: JSON.stringify(uplinkFormats),
    downlink_formats: JSON.stringify(downlinkFormats),
    output_names: JSON.stringify(outputNames),
    checksum,
  };
}

/** What a blueprint is called that was given no name. */
export function defaultName(model: string, version: string): string {
  return [...`${model} ${version}`].slice(0, MAX_NAME).join('');
}
