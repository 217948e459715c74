import fc from 'fast-check';
import { type Operation, type Schema, schemaOf, withoutNull } from './document.ts';
import type { Draft } from './draft.ts';

/** One thing done to a request that was in order. */
export interface Mutation {
  readonly kind: number;
  /** Where, where there are many places. */
  readonly nth: number;
  readonly value: unknown;
}

const ODD_TEXT = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202egnp.exe',
  '\r\nX-Injected: yes',
  '%00',
  '../../etc/passwd',
  "'; DROP TABLE device; --",
  'x'.repeat(129),
  'é'.repeat(5000),
  'x'.repeat(60_000),
  '👩‍👩‍👧‍👦'.repeat(40),
  '__proto__',
  '1e400',
  'NaN',
  '2026-02-30T00:00:00Z',
  '9999999999999999999999',
];
const ODD = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  5e-324,
  [],
  {},
  [[]],
  [null],
  { a: { b: [] } },
];
const deep = (levels: number, inner: unknown = 1): unknown => (levels === 0 ? inner : { a: deep(levels - 1, inner) });

export const mutation = fc.record({
  kind: fc.nat({ max: 1 << 20 }),
  nth: fc.nat({ max: 1 << 20 }),
  value: fc.oneof(
    fc.constantFrom<unknown>(...ODD_TEXT),
    fc.constantFrom<unknown>(...ODD),
    fc.constantFrom<unknown>(deep(70), deep(600)),
    fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
  ),
});

/** Changes a draft; @returns whether it must be refused now, undefined when there was nothing to change */
type Mutate = (draft: Draft, operation: Operation, given: Mutation) => boolean | undefined;

const MISSING = '0192f000-0000-7000-8000-00000000dead';
const BAD_LIMITS = ['0', '-1', '1e3', '1.5', 'abc', '', '0x10', '99999999999999999999'];

const inPath: Mutate = ({ parameters }, _operation, { nth, value }) => {
  const names = Object.keys(parameters);
  const name = names[nth % names.length];
  if (name === undefined) return undefined;
  const isMissing = nth % 3 === 0;
  const given = isMissing ? MISSING : typeof value === 'string' ? value : JSON.stringify(value);
  // An empty segment is another path, and so are dots.
  if (given === '' || given.length > 2000 || /^\.+$/.test(given)) return undefined;
  // Any EUI may be one of a center; a number with as many digits is one, too.
  if (name === 'acEui' && /^[0-9a-f]{16}$/i.test(given)) return undefined;
  parameters[name] = given;
  return true;
};

const organization: Mutate = (draft, operation, { nth }) => {
  if (!operation.parameters.some(({ name, required }) => name === 'organizationId' && required)) return undefined;
  const others = draft.query.filter(([name]) => name !== 'organizationId');
  const wrong = [[], [['organizationId', MISSING]], [['organizationId', 'none']], [['organizationId', '']]] as const;
  draft.query = [...others, ...(wrong[nth % wrong.length] ?? [])];
  return true;
};

const page: Mutate = (draft, operation, { nth }) => {
  const name = nth % 2 === 0 ? 'limit' : 'offset';
  if (!operation.parameters.some(parameter => parameter.name === name)) return undefined;
  const value = BAD_LIMITS[nth % BAD_LIMITS.length] ?? '';
  draft.query = [...draft.query.filter(([known]) => known !== name), [name, value]];
  return value === '0' && name === 'offset'
    ? false
    : !(value === '' || /^\d+$/.test(value)) || (name === 'limit' && value === '0');
};

const inQuery: Mutate = (draft, operation, { nth, value }) => {
  const names = operation.parameters.filter(parameter => parameter.in === 'query').map(({ name }) => name);
  const name = names[nth % names.length];
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (name === undefined || name === 'organizationId' || text.length > 2000) return undefined;
  draft.query = [...draft.query, [name, text], ...(nth % 5 === 0 ? ([[name, 'again']] as const) : [])];
  return false;
};

const longAddress: Mutate = draft => {
  draft.query = [...draft.query, ['search', 'x'.repeat(8300)]];
  return draft.path.startsWith('/api/') || undefined;
};

interface Spot {
  readonly holder: Record<string, unknown>;
  readonly key: string;
  readonly schema: Schema | undefined;
}

const inBody: Mutate = (draft, operation, { nth, value }) => {
  const [json, schema] = bodyOf(draft, operation);
  const spots = spotsOf(json, schema);
  const spot = spots[nth % spots.length];
  if (!spot) return undefined;
  spot.holder[spot.key] = value;
  draft.body = JSON.stringify(json);
  const { type } = notNull(spot.schema) ?? {};
  // What is null is as absent; texts may be given as numbers where Protocol Buffers say so.
  if (value === null || !operation.isRest || spot.schema?.format === 'date-time') return false;
  const is = Array.isArray(value) ? 'array' : typeof value;
  const isNumber = type === 'integer' || type === 'number';
  return type !== undefined && (isNumber ? is !== 'number' && is !== 'string' : is !== type);
};

/** Of a closed list no other word is taken. */
const otherWord: Mutate = (draft, operation, { nth }) => {
  const [json, schema] = bodyOf(draft, operation);
  const spots = spotsOf(json, schema).filter(spot => spot.schema?.enum);
  const names = operation.parameters.filter(({ schema }) => schema.enum ?? schema.items?.enum).map(({ name }) => name);
  const place = nth % (spots.length + names.length);
  const spot = spots[place];
  const name = names[place - spots.length];
  if (spot) {
    spot.holder[spot.key] = 'another';
    draft.body = JSON.stringify(json);
  } else if (name !== undefined) {
    draft.query = [...draft.query.filter(([known]) => known !== name), [name, 'another']];
  } else return undefined;
  // Of what is to be changed only that is looked at which the mask names.
  return !(spot && typeof json === 'object' && json !== null && 'updateMask' in json);
};

const without: Mutate = (draft, operation, { nth }) => {
  const [json, schema] = bodyOf(draft, operation);
  const spots = spotsOf(json, schema);
  const spot = spots[nth % spots.length];
  if (!spot || Array.isArray(spot.holder)) return undefined;
  delete spot.holder[spot.key];
  draft.body = JSON.stringify(json);
  return false;
};

const unknownKey: Mutate = (draft, operation, { value }) => {
  const [json] = bodyOf(draft, operation);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  draft.body = JSON.stringify({ ...json, [typeof value === 'string' ? value.slice(0, 3000) : 'colour']: value });
  return false;
};

const NO_JSON = [
  '',
  '{',
  '[]',
  'null',
  '"text"',
  '1',
  '{"a":1}}',
  '{"a":NaN}',
  '\ufeff{}',
  '['.repeat(20_000),
  '{"a":'.repeat(20_000),
  "{'a':1}",
];

const notJson: Mutate = (draft, operation, { nth }) => {
  if (!('application/json' in operation.bodies)) return undefined;
  draft.body = NO_JSON[nth % NO_JSON.length] ?? '';
  return draft.body !== '' && draft.body !== 'null' && draft.body !== '\ufeff{}';
};

const otherType: Mutate = (draft, operation, { nth }) => {
  if (draft.body === undefined || draft.body.length === 0) return undefined;
  const types = ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/mixed', 'a'];
  if (nth % 6 === 5) draft.headers['content-encoding'] = 'zstd';
  else draft.headers['content-type'] = types[nth % 5] ?? '';
  return operation.isRest;
};

const tooLarge: Mutate = (draft, operation, { nth }) => {
  if (!('application/json' in operation.bodies) || nth % 20 !== 0) return undefined;
  draft.body = `{"name":"${'x'.repeat(1 << 20)}"}`;
  return operation.isRest;
};

const HEADERS: readonly (readonly [string, string, boolean])[] = [
  ['if-match', '"0"', false],
  ['if-match', 'W/', false],
  ['if-none-match', '*', false],
  ['if-none-match', 'W/"1"', false],
  ['idempotency-key', 'no uuid', true],
  ['idempotency-key', 'x'.repeat(4000), true],
  ['accept', 'text/html', false],
  ['accept-encoding', 'br;q=x,,*', false],
  ['x-request-id', 'é'.repeat(70), false],
  ['last-event-id', '-1', false],
  ['origin', 'https://elsewhere.example', false],
];

const header: Mutate = (draft, operation, { nth }) => {
  const [name, value, isSure] = HEADERS[nth % HEADERS.length] ?? ['x', 'y', false];
  draft.headers[name] = Buffer.from(value).toString('latin1');
  return isSure && operation.parameters.some(each => each.in === 'header' && each.name.toLowerCase() === name);
};

const odds: Mutate = (draft, operation, { value }) => {
  if (!('image/*' in operation.bodies)) return undefined;
  draft.body = JSON.stringify(value);
  return true;
};

const MUTATIONS: readonly Mutate[] = [
  inPath,
  organization,
  page,
  inQuery,
  inQuery,
  longAddress,
  inBody,
  inBody,
  inBody,
  inBody,
  otherWord,
  without,
  without,
  unknownKey,
  notJson,
  otherType,
  tooLarge,
  header,
  odds,
];

/** Does one thing to a draft that can be done to it. @returns its name, and whether the draft must be refused now */
export function mutate(draft: Draft, operation: Operation, given: Mutation): readonly [name: string, isSure: boolean] {
  for (let further = 0; further < MUTATIONS.length; further++) {
    const found = MUTATIONS[(given.kind + further) % MUTATIONS.length];
    const isSure = found?.(draft, operation, given);
    if (found && isSure !== undefined) return [found.name, isSure];
  }
  return ['nothing', false];
}

function bodyOf({ json }: Draft, { bodies }: Operation): readonly [json: unknown, schema: Schema | undefined] {
  return [structuredClone(json), bodies['application/json']?.schema];
}

/** What it is where it is not null. */
function notNull(named: Schema | undefined): Schema | undefined {
  const schema = named && schemaOf(named);
  const rest = schema && withoutNull(schema);
  return rest ? schemaOf(rest) : schema;
}

/** Every place in JSON, with what the document says of it. */
function spotsOf(json: unknown, named: Schema | undefined): Spot[] {
  if (typeof json !== 'object' || json === null) return [];
  const schema = notNull(named);
  const holder = json as Record<string, unknown>;
  const { additionalProperties: others } = schema ?? {};
  return Object.keys(holder).flatMap(key => {
    const of = Array.isArray(json)
      ? schema?.items
      : (schema?.properties?.[key] ?? (typeof others === 'object' ? others : undefined));
    return [{ holder, key, schema: of }, ...spotsOf(holder[key], of)];
  });
}
