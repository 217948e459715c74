import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import type { Comments } from './comments.ts';
import { type ClosedWords, fieldName } from './words.ts';

/** JSON Schema of 2020-12, as OpenAPI 3.1 has it. */
export type Schema = Readonly<Record<string, unknown>>;

/**
 * In which JSON a message travels: that of REST, or of Protocol Buffers where RPCs are posted. As it is answered, or as it is sent:
 * what is always there in an answer need not be sent.
 */
export interface Form {
  readonly json: 'rest' | 'rpc';
  /** `patch`: what is sent to change something, of which nothing need be there. */
  readonly side: 'answer' | 'request' | 'patch';
}

const WELL_KNOWN: Readonly<Record<string, Schema>> = {
  'google.protobuf.Timestamp': { type: 'string', format: 'date-time' },
  'google.protobuf.Struct': { type: 'object', additionalProperties: true },
  'google.protobuf.Value': {},
  'google.protobuf.ListValue': { type: 'array', items: {} },
  'google.protobuf.FieldMask': { type: 'string', description: 'Names of fields, with commas between them.' },
  'google.protobuf.Duration': { type: 'string' },
};
const OUTPUT_ONLY = /^Output only\.\s*/;
const REQUIRED = /^Required\.\s*/;
/** Of a field that an answer need not have as far as its type goes. */
const ALWAYS = /^((?:Output only\.|Required\.)?\s*)Always there\.\s*/;

/** Writes the schemas that are referred to, each once, under `components.schemas`. */
export class Schemas {
  readonly #comments: Comments;
  readonly #words: ClosedWords;
  readonly #written = new Map<string, Schema>();

  constructor(comments: Comments, words: ClosedWords) {
    this.#comments = comments;
    this.#words = words;
  }

  /** All that were referred to, by name. */
  get components(): Record<string, Schema> {
    return Object.fromEntries([...this.#written].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** A reference to the schema of a message. */
  of(message: DescMessage, form: Form): Schema {
    const known = WELL_KNOWN[message.typeName];
    if (known) return known;
    const name = nameOf(message, form);
    if (!this.#written.has(name)) {
      // Before its fields: a message may contain itself.
      this.#written.set(name, {});
      this.#written.set(name, this.message(message, form));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  /**
   * The schema of a message itself.
   * @param without names of fields that it has not here, in snake_case or lowerCamelCase, with dots for depth
   */
  message(message: DescMessage, form: Form, without: ReadonlySet<string> = new Set()): Schema {
    const fields = message.fields.filter(({ name, jsonName }) => !without.has(name) && !without.has(jsonName));
    const isShown = (field: DescField) =>
      form.side === 'answer' || !this.#is(OUTPUT_ONLY, field) || isKeyOf(field, form);
    const shown = fields.filter(isShown);
    if (isFree(message, form)) return this.#free(message);
    const required = shown.filter(
      field => form.side !== 'patch' && (form.side === 'answer' ? this.#isAlways(field) : this.isRequired(field)),
    );
    return {
      type: 'object',
      ...described(this.#comments.get(message.typeName)),
      properties: Object.fromEntries(shown.map(field => [field.jsonName, this.#without(field, form, without)])),
      ...(required.length > 0 && { required: required.map(({ jsonName }) => jsonName) }),
    };
  }

  #free({ typeName, fields }: DescMessage): Schema {
    const of = (field: DescField): [string, Schema] => [field.jsonName, { ...described(this.#textOf(field)) }];
    return {
      type: 'object',
      ...described(this.#comments.get(typeName)),
      properties: Object.fromEntries(fields.map(of)),
      additionalProperties: true,
    };
  }

  /** A message in a message of which something is left out is written where it stands. */
  #without(field: DescField, form: Form, without: ReadonlySet<string>): Schema {
    const start = `${field.jsonName}.`;
    const inside = [...without].filter(path => path.startsWith(start)).map(path => path.slice(start.length));
    if (inside.length === 0 || !field.message) return this.field(field, form);
    const schema = this.message(field.message, form, new Set(inside));
    const text = described(this.#textOf(field));
    return field.fieldKind === 'list' ? { type: 'array', items: schema, ...text } : { ...schema, ...text };
  }

  field(field: DescField, form: Form): Schema {
    const schema = this.#type(field, form);
    const isRemovable = form.side === 'patch' && !this.isRequired(field);
    return { ...(isRemovable ? orNull(schema) : schema), ...described(this.#textOf(field)) };
  }

  /** A field that is the whole body: that is there, whatever is in it. */
  body(field: DescField, form: Form): Schema {
    return { ...this.#type(field, form), ...described(this.#textOf(field)) };
  }

  /** A request must have it. */
  isRequired(field: DescField): boolean {
    return this.#is(REQUIRED, field);
  }

  #type(field: DescField, form: Form): Schema {
    if (field.fieldKind === 'map') {
      return { type: 'object', additionalProperties: this.#value(field, field.mapKind, form) };
    }
    if (field.fieldKind === 'list') return { type: 'array', items: this.#value(field, field.listKind, form) };
    return this.#value(field, field.fieldKind, form);
  }

  #value(field: DescField, kind: 'scalar' | 'enum' | 'message', form: Form): Schema {
    if (kind === 'message' && field.message) return this.of(field.message, form);
    return { ...scalar(field.scalar, form), ...this.#enum(field, form) };
  }

  /** An answer has what is left out as an empty text, which is no word: generators of clients make a name of each. */
  #enum(field: DescField, { side }: Form): Schema {
    const said = this.#words.get(fieldName(field));
    if (!said) return {};
    const mayBeEmpty = side === 'answer' && said.mayBeEmpty && !field.proto.proto3Optional;
    return mayBeEmpty ? { pattern: `^(${said.words.join('|')})?$` } : { enum: said.words };
  }

  /** What a comment says of the way of a field is said in the schema's own words. */
  #commentOf(field: DescField): string {
    return this.#comments.get(fieldName(field)) ?? '';
  }

  #textOf(field: DescField): string {
    return this.#commentOf(field).replace(ALWAYS, '$1').replace(OUTPUT_ONLY, '').replace(REQUIRED, '');
  }

  /** An answer always has it. */
  #isAlways(field: DescField): boolean {
    if (this.#is(ALWAYS, field)) return true;
    if (field.proto.proto3Optional || field.oneof) return false;
    return field.fieldKind !== 'message';
  }

  #is(pattern: RegExp, field: DescField): boolean {
    return pattern.test(this.#commentOf(field));
  }
}

/** The public contract types what is in these as nothing in particular. */
const FREE = 'digitaldevice.v2.SensorMapping';

function isFree({ typeName }: DescMessage, { json }: Form): boolean {
  return json === 'rest' && typeName === FREE;
}

/** Null takes away what was there. */
function orNull(schema: Schema): Schema {
  if (Array.isArray(schema.enum)) return { ...orNull({ type: schema.type }), enum: [...schema.enum, null] };
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] };
  return schema.$ref === undefined ? schema : { anyOf: [schema, { type: 'null' }] };
}

/** A posted method that changes something is told by the thing itself which one is meant. */
function isKeyOf({ name }: DescField, { json }: Form): boolean {
  return json === 'rpc' && name === 'id';
}

function scalar(type: ScalarType | undefined, { json }: Form): Schema {
  switch (type) {
    case ScalarType.BOOL:
      return { type: 'boolean' };
    case ScalarType.BYTES:
      return { type: 'string', contentEncoding: 'base64' };
    case ScalarType.INT32:
    case ScalarType.UINT32:
      return { type: 'integer', format: 'int32' };
    case ScalarType.INT64:
    case ScalarType.UINT64:
      return json === 'rest' ? { type: 'integer' } : { type: 'string', pattern: '^-?[0-9]+$' };
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return { type: 'number' };
    default:
      return { type: 'string' };
  }
}

function nameOf({ typeName, name }: DescMessage, { json, side }: Form): string {
  const base = json === 'rest' ? name : typeName;
  if (side === 'patch') return `${base}Patch`;
  return side === 'answer' ? base : `${base}${json === 'rest' ? 'Input' : '.Input'}`;
}

function described(text: string | undefined): Schema {
  return text ? { description: text } : {};
}
