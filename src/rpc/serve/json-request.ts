import { create, type DescMessage, fromJson, type JsonValue, type Registry, toBinary } from '@bufbuild/protobuf';
import { reflect } from '@bufbuild/protobuf/reflect';
import { FieldMaskSchema } from '@bufbuild/protobuf/wkt';
import { type FaultAbout, fault } from '../../kit/faults/faults.ts';

const FIELD_MASK = FieldMaskSchema.typeName;
/** How much of a name that the schema does not know comes back. */
const LONGEST_NAME = 128;

/**
 * The binary form of a request in JSON. What the schema does not know is refused: a misspelt field that is passed over looks like
 * one that was stored.
 */
export function readJson(schema: DescMessage, body: string, registry: Registry): Uint8Array {
  const json = parsed(body);
  refuseUnknown(schema, json, '');
  const { rest, mask } = withoutMask(schema, json);
  try {
    const message = fromJson(schema, rest, { registry });
    const field = mask && schema.fields.find(({ name }) => name === mask.field);
    if (field) reflect(schema, message).set(field, reflect(FieldMaskSchema, create(FieldMaskSchema, mask)));
    return toBinary(schema, message);
  } catch (error) {
    throw fault('MalformedRequest', { ...wrongField(error), reason: reasonOf(error) });
  }
}

function parsed(body: string): JsonValue {
  try {
    return JSON.parse(body === '' ? '{}' : body) as JsonValue;
  } catch (error) {
    throw fault('MalformedRequest', { reason: reasonOf(error) });
  }
}

/** What is no object where one belongs is found when it is read. */
function refuseUnknown(schema: DescMessage, json: JsonValue | undefined, path: string): void {
  if (!isObject(json) || hasOwnForm(schema)) return;
  for (const [key, value] of Object.entries(json)) {
    const field = schema.fields.find(({ name, jsonName }) => key === name || key === jsonName);
    const at = `${path}${key}`;
    if (!field)
      throw fault('MalformedRequest', { field: at.slice(0, LONGEST_NAME), problem: 'is no field of this request' });
    if (field.message === undefined) continue;
    const items =
      field.fieldKind === 'list'
        ? value
        : field.fieldKind === 'map' && isObject(value)
          ? Object.values(value)
          : [value];
    if (Array.isArray(items)) for (const item of items) refuseUnknown(field.message, item, `${at}.`);
  }
}

/** Times, masks and free JSON are no objects of fields. */
function hasOwnForm({ typeName }: DescMessage): boolean {
  return typeName.startsWith('google.protobuf.') && typeName !== 'google.protobuf.Empty';
}

interface Mask {
  readonly field: string;
  readonly paths: string[];
}

/** A mask may name fields as the schema does or as JSON does; the library knows the latter only. */
function withoutMask(schema: DescMessage, json: JsonValue): { rest: JsonValue; mask?: Mask } {
  const field = schema.fields.find(({ message }) => message?.typeName === FIELD_MASK);
  if (!field || !isObject(json)) return { rest: json };
  const { [field.jsonName]: camel, [field.name]: snake = camel, ...rest } = json;
  if (typeof snake !== 'string') return { rest: json };
  return { rest, mask: { field: field.name, paths: snake === '' ? [] : snake.split(',').map(snakeCase) } };
}

function snakeCase(path: string): string {
  return path.trim().replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
}

function isObject(json: JsonValue | undefined): json is { [key: string]: JsonValue } {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** How the library names the field it stumbled over. */
const STUMBLED = /^cannot decode field [\w.]+\.(\w+) from JSON/;

function wrongField(error: unknown): FaultAbout {
  const [, field] = STUMBLED.exec(reasonOf(error)) ?? [];
  return field === undefined ? {} : { field, problem: 'has a value of the wrong type' };
}

/** What the parser says about the client's own text, so that a person can find the mistake. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : 'not JSON';
}
