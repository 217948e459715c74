import fc, { type Arbitrary } from 'fast-check';
import { BODIES, NAMED } from './bodies.ts';
import { type Operation, operations, type Schema, schemaOf, withoutNull } from './document.ts';
import { Ref } from './things.ts';

/** What a request says, before its ids are filled in. */
export interface Input {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly json: unknown;
}

const DEPTH = 4;
const nth = fc.nat({ max: 1000 });
const one = (kind: string, asParent = false) => nth.map(n => new Ref(kind, n, asParent));
const list = <T>(of: Arbitrary<T>) => fc.array(of, { minLength: 1, maxLength: 3 });
const eui = fc.nat({ max: 40 }).map(n => `70b3d5677012${n.toString(16).padStart(4, '0')}`);
const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 24 });
const between = (min: number, max: number) => fc.integer({ min, max }).map(ms => new Date(ms).toISOString());
const time = between(Date.UTC(2035, 0, 1), Date.UTC(2040, 0, 1));
const soon = fc.integer({ min: 1, max: 20 }).map(days => new Date(Date.now() + days * 86_400_000).toISOString());
const past = fc.integer({ min: 1, max: 20 }).map(days => new Date(Date.now() - days * 86_400_000).toISOString());

const KINDS: Readonly<Record<string, string>> = {
  deviceId: 'devices',
  dashboardId: 'dashboards',
  sensorId: 'sensors',
  sensorTemplateId: 'sensor-templates',
  mediaId: 'media',
  userId: 'users',
  ruleId: 'rules',
  integrationId: 'integrations',
  commandId: 'commands',
  epEui: 'endpoints',
};

/** Values that a schema does not tell from any other text. */
const BY_NAME: Readonly<Record<string, Arbitrary<unknown>>> = {
  organizationId: one('orgs'),
  clientDeviceId: eui,
  connectionId: fc.oneof({ weight: 4, arbitrary: fc.constant('mioty') }, { weight: 1, arbitrary: one('connections') }),
  unit: fc.constantFrom('minute', 'hour', 'day'),
  role: fc.constantFrom('viewer', 'operator', 'admin', 'owner'),
  scope: fc.constantFrom('devices:read', 'rules:write'),
  scopes: list(fc.constantFrom('devices:read', 'devices:write', 'telemetry:read')),
  operator: fc.constantFrom('gt', 'gte', 'lt', 'lte', 'eq', 'ne', 'between', 'changed'),
  aggregation: fc.constantFrom('none', 'avg', 'min', 'max', 'sum', 'count', 'last'),
  order: fc.constantFrom('asc', 'desc'),
  sort: fc.constantFrom('name', '-name', 'createdAt', '-lastSeen'),
  from: past,
  to: soon,
  interval: fc.constantFrom(60, 900, 3600),
  limit: fc.integer({ min: 1, max: 1000 }),
  offset: fc.nat({ max: 50 }),
  search: fc.string({ unit: 'grapheme', maxLength: 20 }),
  payloadHex: fc.uint8Array({ maxLength: 20 }).map(bytes => Buffer.from(bytes).toString('hex')),
  deleteEndpoint: fc.boolean(),
  updateMask: fc.constantFrom('name', 'name,description', 'title', ''),
  expiresAt: soon,
  until: soon,
  url: one('targets'),
  severity: fc.constantFrom('info', 'warning', 'error', 'critical'),
  category: fc.constantFrom('endpoint', 'message', 'integration', 'system'),
  eventTypes: fc.constantFrom(['up'], ['up', 'attach'], []),
  capability: fc.constantFrom('devices.read', 'view'),
  afterSeq: fc.nat({ max: 20 }),
  ticket: fc.constant(undefined),
  // A page goes on only under the filter that it began with.
  cursor: fc.constant(undefined),
};

/** Words of a query that mean one thing here and another there. */
const BY_OPERATION: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  listSensorTemplates: { kind: ['temperature', 'humidity', 'custom'] },
  listIntegrations: { kind: ['mqtt', 'http'], state: ['connecting', 'failing'] },
  listAlerts: {
    status: ['new', 'acknowledged', 'resolved', 'new,resolved'],
    severity: ['error', 'info,warning'],
    rule: ['certificate_basestation'],
  },
  listCommands: { status: ['pending', 'queued', 'sent'] },
};
/** No example names what a run has made. */
const COMMAND = { payloadHex: '01f4', ref: 'interval-7' };

/** What the JSON of a resource may look like, from the requests of REST that make one. */
const SHOWN: ReadonlyMap<string, unknown> = new Map(
  operations
    .filter(({ isRest, method }) => isRest && method === 'POST')
    .map(({ id, bodies }) => [lowerFirst(id.replace(/^create/, '')), bodies['application/json']?.example]),
);

/** Which sensors a device has no schema says. */
const ofOneSensor = nth.map(n => ({
  ...{ id: new Ref('sensors', n, true), organizationId: new Ref('orgs', 0), sensorIds: [new Ref('sensors', n)] },
}));

/** What is known of a source is told to a caller who knows where it is. */
const ofOneSource = nth.map(n => ({
  ...{ id: new Ref('heard', n), organizationId: new Ref('orgs', 0) },
  ...{ connectionId: 'mioty', clientDeviceId: new Ref('heard', n, true) },
}));

/** By values or by bytes, as a service of its own. */
const ofOneCommand: Arbitrary<Input> = fc.record({ nth, minutes: fc.nat({ max: 60_000 }), ref: word }).map(given => {
  const { nth: n, minutes, ref } = given;
  const what = n % 3 > 0 ? { payload: 'AfQ=' } : { commandId: 'Set interval', parameters: { minutes } };
  const options = { ref, confirmed: minutes % 2 === 0 };
  return posted({ organizationId: new Ref('orgs', 0), deviceId: commanded(n), ...what, options });
});

const WHOLE: Readonly<Record<string, Arbitrary<Input>>> = {
  removeSensors: ofOneSensor.map(({ id, organizationId, ...json }) => ({
    path: { id },
    query: { organizationId },
    json,
  })),
  'digitaldevice.v2.DigitalDeviceService.RemoveSensors': ofOneSensor.map(posted),
  listConnectorKeys: ofOneSource.map(({ id, ...query }) => ({ path: { id }, query, json: undefined })),
  'digitaldevice.v2.DigitalDeviceService.ListConnectorKeys': ofOneSource.map(posted),
  'actuator_command.v2.ActuatorCommandService.SendActuatorCommand': ofOneCommand,
};

function posted(json: unknown): Input {
  return { path: {}, query: {}, json };
}

/** Of most devices nothing was ever heard. */
const OF_HEARD = /^(getDeviceTelemetry|listDeviceMessages)/;
/** So many of five commands go to a device of which no request changes the model or the class. */
const STEADY_OF_FIVE = 3;

/** Input that the schema allows; nearly all of it looks like the example. */
export function validInput(operation: Operation): Arbitrary<Input> {
  const whole = WHOLE[operation.id];
  if (whole) return whole;
  const inPath = operation.parameters.filter(parameter => parameter.in === 'path');
  const inQuery = operation.parameters.filter(parameter => parameter.in === 'query');
  const media = operation.bodies['application/json'];
  const kind = NAMED[operation.id] ?? kindOf(operation);
  const likeSchema = media
    ? ofSchema(media.schema, { name: '', shown: shownOf(operation), kind, depth: 0 })
    : fc.constant(undefined);
  const body = BODIES[operation.id];
  const json = body ? fc.oneof({ weight: 16, arbitrary: body }, { weight: 1, arbitrary: likeSchema }) : likeSchema;
  return fc.record({
    path: fc
      .integer({ min: 0, max: 1000 })
      .map(n => Object.fromEntries(inPath.map(({ name }) => [name, pathRef(operation, name, n)]))),
    query: queryOf(operation.id, inQuery),
    json: json.map(inOneDashboard),
  });
}

/** Most requests say at most one thing that they need not say: what all of many filters leave is nothing. */
function queryOf(id: string, inQuery: Operation['parameters']): Arbitrary<Readonly<Record<string, unknown>>> {
  const isNeeded = ({ name, required }: Operation['parameters'][number]) => required || name === 'organizationId';
  const free = inQuery.filter(each => !isNeeded(each)).map(({ name }) => name);
  const values = inQuery.map(parameter => {
    const { name, schema } = parameter;
    const words = BY_OPERATION[id]?.[name];
    const value = words
      ? fc.constantFrom<unknown>(...words)
      : valueFor(schema, { name, shown: undefined, kind: '', depth: 0 });
    return [name, isNeeded(parameter) ? value : fc.option(value, { freq: 3, nil: undefined })];
  });
  return fc.tuple(fc.record(Object.fromEntries(values)), nth).map(([query, n]) => {
    if (n % 3 === 0) return query;
    const only = free[n % (free.length + 1)];
    return Object.fromEntries(Object.entries(query).filter(([name]) => name === only || !free.includes(name)));
  });
}

/** A widget is named with the dashboard that it is on. */
function inOneDashboard(json: unknown): unknown {
  if (!isObject(json)) return json;
  const { id } = json;
  const inside = Object.fromEntries(Object.entries(json).map(([key, value]) => [key, inOneDashboard(value)]));
  const isWidget = id instanceof Ref && id.kind === 'widgets' && 'dashboardId' in json;
  return isWidget ? { ...inside, dashboardId: new Ref('widgets', id.nth, true) } : inside;
}

function shownOf({ id, isRest, bodies }: Operation): unknown {
  if (id === 'sendDeviceCommand') return COMMAND;
  return isRest ? bodies['application/json']?.example : undefined;
}

/** A device that takes commands, unless a request has made another of it. */
function commanded(n: number): Ref {
  return new Ref(n % 5 < STEADY_OF_FIVE ? 'steady' : 'heard', n);
}

/** Both ids of a path that has two are of one thing and what it belongs to. */
function pathRef({ id, path }: Operation, name: string, n: number): Ref {
  if (NAMED[id]) return new Ref(NAMED[id], n);
  if (id === 'sendDeviceCommand') return commanded(n);
  if (OF_HEARD.test(id) && n % 2 === 0) return new Ref('heard', n);
  const child = /\{\w+\}\/([\w-]+)\/\{(\w+)\}/.exec(path);
  const kind = (new RegExp(`([\\w-]+)/\\{${name}\\}`).exec(path)?.[1] ?? '').replace(/^alert-/, '');
  if (child?.[1] && name !== child[2]) return new Ref(child[1], n, true);
  return new Ref(kind, n);
}

/** Which things an `id` in a posted method names. */
export function kindOf({ path, isRest }: Operation): string {
  if (isRest) return '';
  const [, service = ''] = /(?:\.|\/)(\w+?)(?:Access\w+|Service)\//.exec(path) ?? [];
  const plural: Readonly<Record<string, string>> = {
    DigitalDevice: 'devices',
    SensorTemplate: 'sensor-templates',
    Connector: 'connectors',
    Connection: 'connections',
    Dashboard: 'dashboards',
    Widget: 'widgets',
    ActuatorCommand: 'commands',
    Organizations: 'orgs',
    SensorQuery: 'devices',
  };
  return plural[service] ?? '';
}

interface Place {
  /** Of the field. */
  readonly name: string;
  /** What stands there in the example. */
  readonly shown: unknown;
  readonly kind: string;
  readonly depth: number;
}

const ALWAYS: ReadonlySet<string> = new Set([
  'id',
  'connectionId',
  'clientDeviceId',
  'role',
  'from',
  'to',
  'unit',
  'value',
  'updateMask',
  'scope',
]);

/** What is there and what is not follows the example. */
function ofSchema(named: Schema, place: Place): Arbitrary<unknown> {
  const schema = schemaOf(named);
  const notNull = withoutNull(schema);
  if (notNull)
    return fc.oneof({ weight: 12, arbitrary: ofSchema(notNull, place) }, { weight: 1, arbitrary: fc.constant(null) });
  const isMessage = schema.type === 'object' && schema.properties !== undefined;
  const shown = (isMessage ? SHOWN.get(place.name) : undefined) ?? place.shown;
  if (schema.type !== 'object' || !schema.properties || place.depth > DEPTH)
    return valueFor(schema, { ...place, shown });
  const known = isObject(shown) ? shown : {};
  const entries = Object.entries(schema.properties).map(([name, of]): [string, Arbitrary<unknown>] => {
    const value = ofSchema(of, { name, shown: known[name], kind: place.kind, depth: place.depth + 1 });
    if (schema.required?.includes(name) || name === 'organizationId') return [name, value];
    const isNamed = KINDS[name.replace(/s$/, '')] !== undefined || ALWAYS.has(name);
    const isResource = place.depth === 0 && shown === undefined && schemaOf(of).properties !== undefined;
    const isMeant =
      place.kind !== '' && (name === 'id' || isResource || (place.depth === 0 && KINDS[name] !== undefined));
    return [name, isMeant ? value : maybe(value, name in known || isNamed || isResource ? 12 : 1)];
  });
  return fc.record(Object.fromEntries(entries));
}

function valueFor(named: Schema, place: Place): Arbitrary<unknown> {
  const { name, shown, kind, depth } = place;
  const schema = schemaOf(named);
  const known = knownValue(name, kind, schema);
  // What goes together in the example stays so.
  const isFixed = shown !== undefined && (name === 'operator' || (Array.isArray(shown) && shown.length === 0));
  if (known && !isFixed) return known;
  if (schema.type === 'array' && Array.isArray(shown) && shown.length > 0 && depth <= DEPTH) {
    const item = ofSchema(schema.items ?? {}, { ...place, shown: shown[0], depth: depth + 1 });
    return fc.oneof(
      {
        weight: 6,
        arbitrary: name === 'actions' ? fc.constant(shown) : fc.array(item, { minLength: 1, maxLength: 1 }),
      },
      { weight: 1, arbitrary: fc.array(item, { maxLength: 3 }) },
    );
  }
  const free = freely(schema, place);
  if (shown === undefined || depth > DEPTH) return free;
  return fc.oneof({ weight: 6, arbitrary: fc.constant(shown) }, { weight: 1, arbitrary: free });
}

function knownValue(name: string, kind: string, schema: Schema): Arbitrary<unknown> | undefined {
  if (name === 'id' && kind !== '') return one(kind);
  const isList = schema.type === 'array';
  const single = KINDS[isList ? name.replace(/s$/, '') : name];
  if (single) return isList ? list(oneNamed(single)) : oneNamed(single);
  // By the query a list is text with commas.
  if (/Ids$/.test(name) && !isList) return oneNamed(KINDS[name.replace(/s$/, '')] ?? '');
  const byName = BY_NAME[name];
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  if (name === 'from' && isNumber) return fc.integer({ min: 60, max: 86_400 });
  return byName;
}

function oneNamed(kind: string): Arbitrary<Ref> {
  // Templates that devices have cannot be deleted.
  if (kind === 'sensor-templates')
    return fc.oneof({ weight: 4, arbitrary: one('system-templates') }, { weight: 1, arbitrary: one(kind) });
  return kind === 'devices' ? fc.oneof(one(kind), one('heard')) : one(kind);
}

function freely(schema: Schema, { depth, kind, name }: Place): Arbitrary<unknown> {
  switch (schema.type) {
    case 'object': {
      const { additionalProperties: of } = schema;
      if (schema.properties) {
        if (depth > DEPTH) return fc.constant({});
        return ofSchema(schema, { name, shown: undefined, kind, depth: depth + 1 });
      }
      const value =
        typeof of === 'object'
          ? freely(schemaOf(of), { name: '', shown: undefined, kind, depth: depth + 1 })
          : fc.jsonValue({ maxDepth: 2 });
      return fc.dictionary(word, value, { maxKeys: 3 });
    }
    case 'array':
      return depth > DEPTH
        ? fc.constant([])
        : // What a name stands for is the list; only an id is named in its items, too.
          fc.array(
            ofSchema(schema.items ?? {}, {
              name: /Ids$/.test(name) ? name : '',
              shown: undefined,
              kind,
              depth: depth + 1,
            }),
            { maxLength: 3 },
          );
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.oneof(fc.nat({ max: 100 }), fc.integer());
    case 'number':
      return fc.oneof(fc.nat({ max: 100 }), fc.double({ noDefaultInfinity: true, noNaN: true }));
    case 'string':
      if (schema.enum) return fc.constantFrom(...schema.enum);
      if (schema.format === 'date-time') return time;
      if (schema.format === 'uuid') return fc.uuid();
      if (schema.contentEncoding === 'base64') return fc.base64String({ maxLength: 24 });
      if (schema.pattern) return fc.nat().map(String);
      return word;
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** @param often how much more often there than not, of 13 */
function maybe<T>(value: Arbitrary<T>, often: number): Arbitrary<T | undefined> {
  return fc.oneof({ weight: often, arbitrary: value }, { weight: 13 - often, arbitrary: fc.constant(undefined) });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Ref);
}

function lowerFirst(text: string): string {
  return `${text[0]?.toLowerCase() ?? ''}${text.slice(1)}`;
}
