import type { Message } from './aedes.ts';

/**
 * What Home Assistant shows of a device after these messages, by the rules of its MQTT sensors and of the state of a numeric one; written
 * down here, for it cannot be installed where the tests run. Diagnostics are left out.
 * @throws where Home Assistant raises, and where a state would be replaced by an empty one
 */
export function entities(messages: readonly Message[], configTopic: string): Readonly<Record<string, string>> {
  const states = new Map<string, string>();
  let components: Record<string, Component> = {};
  const retained = new Map<string, string>();
  const take = (key: string, component: Component, text: string) => {
    const state = stateOf(component, rendered(component.value_template, JSON.parse(text)), key);
    if (state !== undefined) states.set(key, state);
  };
  for (const { topic, text } of messages) {
    retained.set(topic, text);
    const before = components;
    if (topic === configTopic) components = JSON.parse(text).cmps;
    for (const [key, component] of Object.entries(components)) {
      if (component.entity_category !== undefined || component.state_topic === undefined) continue;
      // A component that is new or another one is made anew, and subscribes.
      if (topic === configTopic && JSON.stringify(before[key]) !== JSON.stringify(component)) {
        const kept = retained.get(component.state_topic);
        if (kept) take(key, component, kept);
      } else if (topic === component.state_topic && text !== '') take(key, component, text);
    }
  }
  return Object.fromEntries(states);
}

interface Component {
  readonly p: 'sensor' | 'binary_sensor';
  readonly state_topic?: string;
  readonly value_template: string;
  readonly entity_category?: string;
  readonly device_class?: string;
  readonly unit_of_measurement?: string;
  readonly state_class?: string;
}

/** Undefined: it stays what it is. */
function stateOf(component: Component, payload: string, key: string): string | undefined {
  if (component.p === 'binary_sensor') {
    if (payload.trim() === '') return undefined;
    if (payload !== 'ON' && payload !== 'OFF') throw new Error(`${key}: ${payload} is no state of a binary sensor`);
    return payload.toLowerCase();
  }
  const { device_class, unit_of_measurement, state_class } = component;
  const isNumeric = (device_class ?? unit_of_measurement ?? state_class) !== undefined;
  if (isNumeric && payload === '') return undefined;
  if (isNumeric && !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(payload))
    throw new Error(`${key}: ${payload} is the state of a numeric sensor and no number`);
  if (payload === '') throw new Error(`${key}: the state of a text is replaced by an empty one`);
  return payload;
}

/** As much of Jinja as the templates have: a path, and what there is in place of a value that is missing. */
function rendered(template: string, valueJson: unknown): string {
  const [, path = '', fallback = ''] = /^\{\{ value_json(.*) \| default\('(.*)'\) \}\}$/.exec(template) ?? [
    undefined,
    ...unknownTemplate(template),
  ];
  let value: unknown = valueJson;
  for (const [step, attribute, single, double] of path.matchAll(/\.(\w+)|\['([^']*)'\]|\[("(?:[^"\\]|\\.)*")\]/g)) {
    // A dot leads to what a dictionary of Python can do before it leads to what is in it.
    if (attribute !== undefined && METHODS.has(attribute)) return `<built-in method ${attribute}>`;
    const key = attribute ?? single ?? JSON.parse(double ?? unknownTemplate(step)[0]);
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
  }
  if (value === undefined) return fallback;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value === null ? 'None' : String(value);
}

const METHODS: ReadonlySet<string> = new Set([
  ...['clear', 'copy', 'fromkeys', 'get', 'items', 'keys', 'pop', 'popitem', 'setdefault', 'update', 'values'],
]);

function unknownTemplate(template: string): [string] {
  throw new Error(`no template that is known: ${template}`);
}
