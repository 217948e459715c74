import type { EndpointDescription } from '../../../endpoints.ts';
import { objectOf, textOf } from '../topics.ts';
import { measurementOf } from './units.ts';

/** What a decoded value is: a number with its unit, which may be empty, or something else. */
export type Value =
  | { readonly kind: 'number'; readonly unit: string }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'text' };
export type Values = Readonly<Record<string, Value>>;

/** What is known of an endpoint beside its description. */
export interface EndpointFacts {
  readonly values: Values;
  /** The station that heard it first. */
  readonly bsEui: string | undefined;
}

/** What endpoints have last said, by the names of values: what stands in a state. */
export type State = Readonly<Record<string, string | number>>;

export interface Topics {
  readonly state: string;
  readonly availability: string;
  /** Whether the box is there. */
  readonly box: string;
}

/** Home Assistant gives up a value after so many missed uplinks. */
const EXPIRE_INTERVALS = 3;
const ONLINE = "{{ 'online' if value_json.online else 'offline' }}";

type Component = Readonly<Record<string, string | number | boolean>>;

/** Not to be taken for an endpoint with the same EUI. */
const STATION = 'ws_station_';

export function stationId(bsEui: string): string {
  return `${STATION}${bsEui}`;
}

/** Who says so, which the devices of this integration are known by. */
export function originOf(integrationName: string): { readonly name: string } {
  return { name: `Waystation: ${integrationName}` };
}

/** Device discovery of Home Assistant (2024.11 and newer): all that an endpoint has, in one message. */
export function endpointConfig(
  endpoint: EndpointDescription,
  { values, bsEui }: EndpointFacts,
  topics: Topics,
  integrationName: string,
): string {
  const { epEui, name, manufacturer, deviceModel, uplinkIntervalSeconds } = endpoint;
  const id = `ws_${epEui}`;
  const expires =
    uplinkIntervalSeconds === undefined ? {} : { expire_after: Math.ceil(uplinkIntervalSeconds * EXPIRE_INTERVALS) };
  const own = (key: string) => ({ unique_id: `${id}_${key}`, state_topic: topics.state });
  const measured = Object.entries(values).map(([key, value]): [string, Component] => [
    key,
    { ...component(key, value), name: key, ...own(key), ...expires },
  ]);
  return JSON.stringify({
    dev: {
      ids: [id],
      name: name || epEui,
      sn: epEui,
      ...(manufacturer !== '' && { mf: manufacturer }),
      ...(deviceModel !== '' && { mdl: deviceModel }),
      ...(bsEui !== undefined && { via_device: stationId(bsEui) }),
    },
    o: originOf(integrationName),
    avty: [{ t: topics.box, val_tpl: ONLINE }, { t: topics.availability }],
    avty_mode: 'all',
    cmps: Object.fromEntries([
      ...measured,
      ...DIAGNOSTICS.map(([key, more]) => [key, { p: 'sensor', ...more, ...own(key), ...HIDDEN }]),
    ]),
  });
}

/** A station as a device, for endpoints to hang on. */
export function stationConfig(
  bsEui: string,
  { state, box }: Omit<Topics, 'availability'>,
  integrationName: string,
): string {
  const id = stationId(bsEui);
  const connectivity = { p: 'binary_sensor', device_class: 'connectivity', name: 'connected' };
  return JSON.stringify({
    dev: { ids: [id], name: `Base station ${bsEui}`, sn: bsEui },
    o: originOf(integrationName),
    avty: [{ t: box, val_tpl: ONLINE }],
    cmps: { connected: { ...connectivity, unique_id: `${id}_connected`, state_topic: state } },
  });
}

/** What an earlier configuration knew; undefined when it is not one of this integration. */
export function knownIn(config: string, integrationName: string): EndpointFacts | undefined {
  const { dev, o, cmps } = objectOf(parsed(config));
  if (textOf(objectOf(o).name) !== originOf(integrationName).name) return undefined;
  const values = Object.entries(objectOf(cmps)).flatMap(([key, component]): [string, Value][] => {
    const { p, state_class, unit_of_measurement, entity_category } = objectOf(component);
    if (entity_category !== undefined) return [];
    if (p === 'binary_sensor') return [[key, { kind: 'boolean' }]];
    return [
      [key, state_class === undefined ? { kind: 'text' } : { kind: 'number', unit: textOf(unit_of_measurement) ?? '' }],
    ];
  });
  return { values: Object.fromEntries(values), bsEui: textOf(objectOf(dev).via_device)?.slice(STATION.length) };
}

/** What a decoded value is (`components` of integrations section 1.1). */
export function kindOf({ value, unit }: Readonly<Record<string, unknown>>): Value {
  if (typeof value === 'boolean') return { kind: 'boolean' };
  return typeof value === 'number' ? { kind: 'number', unit: textOf(unit) ?? '' } : { kind: 'text' };
}

/** What a value is that was another one before: Home Assistant takes everything for a text, and a number for nothing else. */
export function kindOfBoth(before: Value | undefined, now: Value, value: unknown): Value {
  if (before === undefined || before.kind === now.kind) return now;
  // Whole numbers that JavaScript has not are texts of digits.
  return before.kind === 'number' && isNumeric(value) ? before : { kind: 'text' };
}

/** A value as its template gives it to the component: `ON` and `OFF` are what a binary sensor knows. */
export function stateOf(value: unknown): string | number {
  if (typeof value === 'boolean') return value ? 'ON' : 'OFF';
  return typeof value === 'number' ? value : String(value);
}

/** What an earlier state said. */
export function statesIn(state: string): State {
  const entries = Object.entries(objectOf(objectOf(parsed(state)).values));
  return Object.fromEntries(
    entries.filter((each): each is [string, string | number] => ['string', 'number'].includes(typeof each[1])),
  );
}

const isNumeric = (value: unknown) => typeof value === 'string' && /^-?\d+$/.test(value);

function component(key: string, value: Value): Component {
  // Not `.values`: that is a method of what Home Assistant makes of the JSON.
  const value_template = template(`value_json['values'][${JSON.stringify(key)}]`);
  if (value.kind === 'boolean') return { p: 'binary_sensor', value_template };
  if (value.kind === 'text') return { p: 'sensor', value_template };
  const { unit, deviceClass, stateClass } = measurementOf(key, value.unit);
  return {
    p: 'sensor',
    value_template,
    ...(unit !== '' && { unit_of_measurement: unit }),
    ...(deviceClass !== undefined && { device_class: deviceClass }),
    state_class: stateClass,
  };
}

/** Of what is missing an empty text, which leaves numbers and binary sensors as they are; anything else would be no number. */
function template(path: string): string {
  return `{{ ${path} | default('') }}`;
}

const HIDDEN = { entity_category: 'diagnostic', enabled_by_default: false };
const DIAGNOSTICS: readonly (readonly [key: string, more: Component])[] = [
  [
    'ws_rssi',
    {
      name: 'RSSI',
      value_template: template('value_json.rssi'),
      device_class: 'signal_strength',
      unit_of_measurement: 'dBm',
      state_class: 'measurement',
    },
  ],
  [
    'ws_snr',
    { name: 'SNR', value_template: template('value_json.snr'), unit_of_measurement: 'dB', state_class: 'measurement' },
  ],
  ['ws_last_seen', { name: 'Last seen', value_template: template('value_json.time'), device_class: 'timestamp' }],
];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
