import type { Payload } from '../../../payload.ts';
import type { Layout, LayoutContext } from '../layout.ts';
import { checkedTopic, dashed, objectOf, textOf } from '../topics.ts';
import { statusTopic } from './platform.ts';

declare global {
  /** What JavaScript has and its types have not yet. */
  interface JSON {
    rawJSON(text: string): unknown;
  }
}

const DOWNLINK = /^([^/]+)\/downlink$/;

/**
 * The interface of application centers over MQTT of Fraunhofer IIS, as far as it is public (integrations section 2.4), and as its clients
 * read it: they ask for each key without a default, so that what is absent is null.
 */
export function acmqttiLayout({ settings, names }: LayoutContext): Layout {
  const { acmqttiVersion: version, euiCase } = settings;
  const euiLevel = (eui: string) => (euiCase === 'upper' ? dashed(eui).toUpperCase() : dashed(eui));
  const prefix = checkedTopic(settings.topicPrefix, 'topic_prefix');
  const own = `${prefix}/${euiLevel(settings.acEui ?? names.scEui)}`;
  const root = version === '0.1' ? own : `${own}/v1`;
  // Clients of 0.1 know no other.
  const stationOf = settings.numericBsEui || version === '0.1' ? numberOfEui : textOf;

  return {
    publications(item) {
      // One that shows by hand that the way is free.
      const { event, epEui, payload } = item;
      if (event === 'test') return [{ topic: `${own}/test`, payload: item.text(), retain: false }];
      if (!epEui) return [];
      const topic = `${root}/${euiLevel(epEui)}`;
      if (event === 'downlink_result')
        return [
          { topic: `${topic}/downlinkResult`, payload: JSON.stringify(withNulls(payload, RESULT)), retain: false },
        ];
      const name = payload.duplicate === true ? 'uplinkDuplicate' : 'uplink';
      return event === 'up'
        ? [{ topic: `${topic}/${name}`, payload: JSON.stringify(uplinkOf(payload, stationOf)), retain: false }]
        : [];
    },
    greeting: [{ topic: `${own}/version`, payload: version, retain: true }],
    statusTopic: statusTopic(prefix, names.scEui),
    commandFilters: [`${root}/+/downlink`],

    command({ topic, body, retained }) {
      if (!topic.startsWith(`${root}/`)) return undefined;
      const epEui = DOWNLINK.exec(topic.slice(root.length + 1))?.[1];
      return epEui === undefined ? undefined : { command: 'down', epEui, body: downOf(body) ?? body, retained };
    },
  };
}

const RESULT = ['queId', 'result', 'packetCnt', 'txTime'];
const UPLINK = ['packetCnt', 'format'];
const RECEPTION = ['rssi', 'snr', 'eqSnr', 'subpackets'];

type Keys = Readonly<Record<string, unknown>>;

function picked(from: Keys, keys: readonly string[]): Keys {
  return Object.fromEntries(keys.flatMap(key => (from[key] === undefined ? [] : [[key, from[key]]])));
}

function withNulls(from: Keys, keys: readonly string[]): Keys {
  return Object.fromEntries(keys.map(key => [key, from[key] ?? null]));
}

function uplinkOf(payload: Payload, stationOf: (eui: unknown) => unknown): Keys {
  const { typeEui, deviceModel, manufacturer } = objectOf(payload.device);
  const receptions = Array.isArray(payload.baseStations) ? payload.baseStations.map(objectOf) : [];
  const components = Object.entries(objectOf(payload.components));
  return {
    baseStations: receptions.map(each => ({
      bsEui: stationOf(each.bsEui) ?? null,
      ...withNulls(each, RECEPTION),
      rxTime: numberOf(each.rxTime) ?? null,
    })),
    ...withNulls(payload, UPLINK),
    // As readers of version 0.1 call it.
    cnt: payload.packetCnt ?? null,
    data: [...Buffer.from(textOf(payload.data) ?? '', 'base64')],
    typeEui: typeEui ?? null,
    components: Object.fromEntries(components.map(([name, each]) => [name, withNulls(objectOf(each), COMPONENT)])),
    meta: { name: deviceModel ?? null, vendor: manufacturer ?? null },
  };
}

const COMPONENT = ['unit', 'value'];

/** A decimal text as a number with all its digits, which a number of JavaScript does not hold. */
function numberOf(decimal: unknown): unknown {
  return typeof decimal === 'string' ? JSON.rawJSON(decimal) : undefined;
}

function numberOfEui(eui: unknown): unknown {
  return typeof eui === 'string' ? numberOf(String(BigInt(`0x${eui}`))) : undefined;
}

/**
 * A downlink as this interface writes it, as the object of integrations section 2.2; undefined when it is none: what carries it out
 * says what is wrong.
 */
function downOf(body: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
  const { data, packetCnt, ...more } = objectOf(parsed);
  const options = picked(more, ['format', 'prio', 'responseExp', 'ref']);
  const single = base64Of(data);
  if (single !== undefined) return packetCnt === undefined ? { ...options, data: single } : undefined;
  if (!Array.isArray(data) || !Array.isArray(packetCnt) || data.length !== packetCnt.length) return undefined;
  const entries = data.map((each, index) => ({ packetCnt: packetCnt[index] as unknown, data: base64Of(each) }));
  return entries.every(entry => entry.data !== undefined) ? { ...options, entries } : undefined;
}

function base64Of(bytes: unknown): string | undefined {
  const isBytes = Array.isArray(bytes) && bytes.every(byte => Number.isInteger(byte) && byte >= 0 && byte <= 255);
  return isBytes ? Buffer.from(bytes as readonly number[]).toString('base64') : undefined;
}
