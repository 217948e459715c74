import { fault } from '../../kit/faults/faults.ts';
import { isPrintable } from '../../kit/printable.ts';
import { parseUuid } from '../../kit/uuid.ts';
import { slug } from './catalog.ts';
import type { Blueprint } from './codec/blueprint.ts';
import { type CheckedDocument, factsOf, openDocument } from './documents.ts';

/** A file of a registry, or a bare blueprint, with the place in a catalog that it names. */
export interface CatalogFile {
  readonly document: CheckedDocument;
  readonly manufacturer: { readonly name: string; readonly code: string };
  readonly model: { readonly name: string; readonly code: string };
  readonly version: string;
  /** What the file says of itself; a model has one default whatever files say. */
  readonly isDefault: boolean;
  /** Of the blueprint and of its model; undefined where the file has none. */
  readonly uuid: string | undefined;
  readonly modelUuid: string | undefined;
  /** It has the envelope of a registry. */
  readonly enveloped: boolean;
}

const VERSION = /^[0-9A-Za-z.+-]{1,32}$/;
const CODE = /^(?=.{1,63}$)[a-z0-9]+(-[a-z0-9]+)*$/;
const MAX_NAME = 128;

/** Whether a text may be the version of a blueprint in the catalog. */
export function isCatalogVersion(text: string): boolean {
  return VERSION.test(text);
}

/**
 * Everything that is checked of a file before it gets into the catalog. Manufacturer and model come from the envelope, or else from what
 * `meta` calls `vendor` and `name`.
 * @throws fault that says what is wrong with it
 */
export function readCatalogFile(text: string): CatalogFile {
  const blueprint = openDocument(text);
  const facts = factsOf(blueprint);
  const { envelope, meta } = blueprint;
  const maker = nameOf(envelope?.manufacturerName ?? meta.vendor, 'manufacturer_name or meta.vendor');
  const name = nameOf(envelope?.deviceModelName ?? meta.name, 'device_model_name or meta.name');
  const version = envelope?.version ?? blueprint.version;
  if (!isCatalogVersion(version))
    throw fault('InvalidBlueprintVersion', { field: 'version', value: version.slice(0, 64) });
  return {
    document: { text, facts },
    manufacturer: { name: maker, code: codeOf(slug(maker), 'manufacturer_name') },
    model: { name, code: codeOf(envelope?.deviceModelCode || slug(name), 'device_model_code') },
    version,
    isDefault: envelope?.isDefault ?? false,
    ...identity(blueprint),
  };
}

function identity({ envelope }: Blueprint) {
  const uuid = parseUuid(envelope?.id ?? '');
  return { uuid, modelUuid: parseUuid(envelope?.deviceModelId ?? ''), enveloped: envelope !== undefined };
}

function nameOf(given: unknown, field: string): string {
  const name = typeof given === 'string' ? given.trim() : '';
  if (name === '') throw fault('NameRequired', { field });
  if (!isPrintable(name)) throw fault('InvalidArgument', { field, reason: 'a character that cannot be printed' });
  if ([...name].length > MAX_NAME) throw fault('FieldTooLong', { field, limit: MAX_NAME });
  return name;
}

function codeOf(code: string, field: string): string {
  if (!CODE.test(code)) throw fault('InvalidCode', { field });
  return code;
}
