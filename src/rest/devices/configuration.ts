import type { Secret } from '../../domain/attach/attach-records.ts';
import { type Configuration, merged } from '../../domain/device/configuration.ts';
import type { PhysicalDevice, WrappedEndpoint } from '../../domain/device/device-columns.ts';
import { isJsonObject } from '../../kit/json-object.ts';
import type { Changes } from '../../rpc/endpoints/endpoint-wire.ts';
import { writable } from '../../rpc/endpoints/endpoint-wire.ts';
import type { At } from '../../rpc/input.ts';

/** What stands for a secret: sent back, it leaves the secret as it is. */
export const HIDDEN = '***';

type JsonType = 'string' | 'integer' | 'boolean' | 'texts';
type Field = Exclude<keyof Changes, 'name' | 'description'>;

interface Known {
  readonly field: Field;
  readonly type: JsonType;
  readonly secret?: Secret;
  /** As it is shown; undefined: not. @param given whether a caller has said it */
  readonly shown: (endpoint: WrappedEndpoint, given: boolean) => unknown;
}

const secret = (field: Secret): Known => ({
  field,
  type: 'string',
  secret: field,
  shown: endpoint => (endpoint[`${field}_set`] === 0 ? undefined : HIDDEN),
});
const flag = (field: 'pre_attach' | 'dual_chan' | 'repetition' | 'wide_carr_off' | 'long_blk_dist'): Known => ({
  field,
  type: 'boolean',
  shown: (endpoint, given) => (endpoint[field] !== 0 || given ? endpoint[field] !== 0 : undefined),
});

/** Keys of the configuration of a mioty device that are fields of its endpoint (REST section 7). */
const KNOWN: ReadonlyMap<string, Known> = new Map<string, Known>([
  ['nwkKey', secret('nwk_key')],
  ['nwkSnKey', secret('nwk_sn_key')],
  ['appKey', secret('app_key')],
  ['shAddr', { field: 'sh_addr', type: 'integer', shown: ({ sh_addr }) => sh_addr ?? undefined }],
  [
    'epClass',
    {
      field: 'ep_class',
      type: 'string',
      shown: ({ ep_class }, given) => (ep_class !== 'Z' || given ? ep_class : undefined),
    },
  ],
  ['preAttach', flag('pre_attach')],
  ['dualChan', flag('dual_chan')],
  ['repetition', flag('repetition')],
  ['wideCarrOff', flag('wide_carr_off')],
  ['longBlkDist', flag('long_blk_dist')],
  ['typeEui', { field: 'type_eui', type: 'string', shown: ({ type_eui }) => type_eui ?? undefined }],
  [
    'deviceModelId',
    { field: 'device_model_id', type: 'string', shown: ({ device_model }) => device_model ?? undefined },
  ],
  ['blueprintId', { field: 'blueprint_id', type: 'string', shown: ({ blueprint }) => blueprint ?? undefined }],
  [
    'tags',
    {
      field: 'tags',
      type: 'texts',
      shown: ({ tags }, given) => (tags !== '{}' || given ? (JSON.parse(tags) as object) : undefined),
    },
  ],
]);

/** What a configuration of a mioty device says. */
export interface EndpointConfiguration {
  /** Of its endpoint; what is there and undefined goes back to its default. */
  readonly fields: Changes;
  /** Names of these fields that are given, and of those that are removed. */
  readonly given: readonly string[];
  readonly removed: readonly string[];
  /** Everything else. */
  readonly rest: Configuration;
}

/** Reads the configuration of a mioty device; a secret that is hidden is left out. */
export function readConfiguration(json: Configuration, at: At): EndpointConfiguration {
  const fields: Record<string, unknown> = {};
  const given: string[] = [];
  const removed: string[] = [];
  const rest: [string, unknown][] = [];
  for (const [key, value] of Object.entries(json)) {
    const known = KNOWN.get(key);
    if (!known) {
      rest.push([key, value]);
      continue;
    }
    if (known.secret && value === HIDDEN) continue;
    (value === null ? removed : given).push(key);
    const inside = at.in(key);
    fields[known.field] = inside.try(() => {
      if (value !== null && !isOfType(known.type, value)) {
        inside.refuse('format', 'InvalidDeviceConfiguration', { pointer: `/${key}` });
      }
      const check = writable[known.field] as (wire: unknown, at: At) => unknown;
      return check(value ?? undefined, inside);
    });
  }
  return { fields: fields as Changes, given, removed, rest: Object.fromEntries(rest) };
}

function isOfType(type: JsonType, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'texts':
      return isJsonObject(value) && Object.values(value).every(item => typeof item === 'string');
    default:
      return typeof value === type;
  }
}

/** The configuration of a device on a connection of others: secrets apart. */
export function partSecrets(json: Configuration): { shown: Configuration; secrets: Readonly<Record<string, string>> } {
  const secrets: Record<string, string> = {};
  const shown = Object.entries(json).flatMap(([key, value]): [string, unknown][] => {
    if (!KNOWN.get(key)?.secret || typeof value !== 'string') return [[key, value]];
    // Hidden, and nothing there that it could stand for.
    if (value === HIDDEN || value === '') return [];
    secrets[key] = value;
    return [[key, HIDDEN]];
  });
  return { shown: Object.fromEntries(shown), secrets };
}

/** What a client says over what is stored: a secret that is hidden stays. */
export function mergedWith(before: Configuration, patch: Configuration): Configuration {
  return merged(before, Object.fromEntries(Object.entries(patch).filter(([key, value]) => !isHidden(key, value))));
}

function isHidden(key: string, value: unknown): boolean {
  return value === HIDDEN && KNOWN.get(key)?.secret !== undefined;
}

/** What is shown of a configuration. */
export function shownConfiguration({ configuration, given, wrapped }: PhysicalDevice): Configuration {
  const rest = Object.entries(JSON.parse(configuration) as Configuration);
  if (!wrapped) return Object.fromEntries(rest);
  const said = new Set(JSON.parse(given) as string[]);
  const known = Array.from(KNOWN, ([key, { shown }]): [string, unknown] => [key, shown(wrapped, said.has(key))]);
  return Object.fromEntries([...known.filter(([, value]) => value !== undefined), ...rest]);
}

const text = (description: string, more: Configuration = {}) => ({ type: 'string', description, ...more });
const key = (description: string) => text(`${description}, 32 hex digits; comes out as ***`, { writeOnly: true });
const bool = (description: string) => ({ type: 'boolean', description });

/** JSON Schema of the configuration of a mioty device. */
export const miotySchema: Configuration = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  additionalProperties: true,
  properties: {
    nwkKey: key('Network key'),
    nwkSnKey: key('Network session key'),
    appKey: key('Application key'),
    shAddr: { type: 'integer', minimum: 0, maximum: 65_535, description: 'Short address' },
    epClass: text('Z: sends only; A: also receives', { enum: ['Z', 'A'] }),
    preAttach: bool('Attached without an attach over the air'),
    dualChan: bool('Dual channel mode'),
    repetition: bool('Repeats its downlink requests'),
    wideCarrOff: bool('Wide carrier offset'),
    longBlkDist: bool('Long block distance'),
    typeEui: text('Type EUI, 16 hex digits'),
    deviceModelId: text('Uuid of its device model', { format: 'uuid' }),
    blueprintId: text('Uuid of the blueprint by which its uplinks are decoded', { format: 'uuid' }),
    tags: { type: 'object', additionalProperties: { type: 'string' }, description: 'Tags of the endpoint' },
  },
};
