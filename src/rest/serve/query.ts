import type protobuf from 'protobufjs';
import { fault } from '../../kit/faults/faults.ts';
import { BadInput } from '../../rpc/input.ts';
import { jsonName } from '../../rpc/serve/json-writer.ts';
import { timeOf } from './time.ts';

/** The first value of each key; others of a key that is there twice. */
export interface Query {
  readonly first: ReadonlyMap<string, string>;
  /** Values of `organizationId` that differ from the first. */
  readonly otherOrganizations: readonly string[];
}

const ORGANIZATION = 'organizationId';
const NONE: Query = { first: new Map(), otherOrganizations: [] };

/** @throws fault `MalformedRequest` for what no text is encoded in */
export function queryOf(search: string): Query {
  if (search === '') return NONE;
  const first = new Map<string, string>();
  const otherOrganizations: string[] = [];
  for (const pair of search.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const key = decoded(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decoded(pair.slice(equals + 1));
    const before = first.get(key);
    if (before === undefined) first.set(key, value);
    else if (key === ORGANIZATION && before !== value) otherOrganizations.push(value);
  }
  return { first, otherOrganizations };
}

function decoded(text: string): string {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw fault('MalformedRequest', { field: 'query', problem: 'is not percent-encoded UTF-8' });
  }
}

/** A field of a request that comes by the query. */
export interface QueryField {
  /** Its key. */
  readonly key: string;
  /** In snake_case. */
  readonly name: string;
  /** @throws BadInput */
  read(text: string): unknown;
  /** Whether an empty value is one. */
  readonly takesEmpty: boolean;
}

/** What no number is as handlers' checks see it: each has its own token for that. */
const INTEGER = /^-?\d{1,16}$/;
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?([eE][+-]?\d{1,2})?$/;
const EMPTY_IS_WRONG: ReadonlySet<string> = new Set(['limit', 'offset']);

/** @throws Error for a type that no query has */
export function queryField(field: protobuf.Field): QueryField {
  const { name } = field.resolve();
  const read = field.repeated ? listOf(field) : single(field);
  return { key: jsonName(name), name, read, takesEmpty: EMPTY_IS_WRONG.has(name) };
}

/** A list of texts is parted by commas. */
function listOf(field: protobuf.Field): (text: string) => unknown {
  if (field.type !== 'string') throw new Error(`${field.fullName}: a list in a query is one of texts`);
  return text => text.split(',');
}

function single(field: protobuf.Field): (text: string) => unknown {
  const refuse = (name: 'InvalidTimeRange' | 'InvalidEnumValue' | 'FieldOutOfRange', about = {}): never => {
    const whole = { field: field.name, ...about };
    const violation = { field: field.name, fault: name, about: whole };
    throw new BadInput(violation, [violation]);
  };
  if (field.resolvedType?.fullName === '.google.protobuf.Timestamp') {
    return text => timeOf(text) ?? refuse('InvalidTimeRange');
  }
  switch (field.type) {
    case 'string':
      return text => text;
    case 'int32':
    case 'uint32':
      return text => (INTEGER.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : Number.NaN);
    case 'int64':
    case 'uint64':
      return text =>
        /^-?\d{1,19}$/.test(text) ? text : refuse('FieldOutOfRange', { min: 0, max: '9223372036854775807' });
    case 'double':
      return text => (NUMBER.test(text) ? Number(text) : Number.NaN);
    case 'bool':
      return text =>
        text === 'true' ? true : text === 'false' ? false : refuse('InvalidEnumValue', { allowed: 'true, false' });
    default:
      throw new Error(`${field.fullName}: no query has ${field.type}`);
  }
}
