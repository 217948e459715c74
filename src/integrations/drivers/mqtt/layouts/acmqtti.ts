import type { Payload } from '../../../payload.ts';
import type { Layout, LayoutContext } from '../layout.ts';
import { checkedTopic, dashed, objectOf, textOf } from '../topics.ts';
import { statusTopic } from './platform.ts';

/** The version of the interface that is spoken (integrations section 2.4). */
const VERSION = '0.3';
const DOWNLINK = /^([^/]+)\/downlink$/;

/** The interface of application centers over MQTT of Fraunhofer IIS, as far as it is public. */
export function acmqttiLayout({ settings, names }: LayoutContext): Layout {
  const prefix = checkedTopic(settings.topicPrefix, 'topic_prefix');
  const own = `${prefix}/${dashed(settings.acEui ?? names.scEui)}`;
  const root = `${own}/v1`;
  const textOfUplink = (payload: Payload) => {
    const json = JSON.stringify(uplinkOf(payload));
    return settings.numericBsEui ? withNumbers(json) : json;
  };

  return {
    publications(item) {
      // One that shows by hand that the way is free.
      const { event, epEui, payload } = item;
      if (event === 'test') return [{ topic: `${own}/test`, payload: item.text(), retain: false }];
      if (!epEui) return [];
      const topic = `${root}/${dashed(epEui)}`;
      if (event === 'downlink_result')
        return [{ topic: `${topic}/downlinkResult`, payload: JSON.stringify(picked(payload, RESULT)), retain: false }];
      const name = payload.duplicate === true ? 'uplinkDuplicate' : 'uplink';
      return event === 'up' ? [{ topic: `${topic}/${name}`, payload: textOfUplink(payload), retain: false }] : [];
    },
    greeting: [{ topic: `${own}/version`, payload: VERSION, retain: true }],
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
const UPLINK = ['packetCnt', 'format', 'components'];
const RECEPTION = ['bsEui', 'rssi', 'snr', 'eqSnr', 'rxTime', 'subpackets'];

function picked(from: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.flatMap(key => (from[key] === undefined ? [] : [[key, from[key]]])));
}

function uplinkOf(payload: Payload): unknown {
  const { typeEui, deviceModel, manufacturer } = objectOf(payload.device);
  const receptions = Array.isArray(payload.baseStations) ? payload.baseStations.map(objectOf) : [];
  const meta = {
    ...(deviceModel !== undefined && { name: deviceModel }),
    ...(manufacturer !== undefined && { vendor: manufacturer }),
  };
  return {
    baseStations: receptions.map(each => ({ ...picked(each, RECEPTION) })),
    ...picked(payload, UPLINK),
    // As readers of version 0.1 call it.
    cnt: payload.packetCnt,
    data: [...Buffer.from(textOf(payload.data) ?? '', 'base64')],
    ...(typeEui !== undefined && { typeEui }),
    ...(Object.keys(meta).length > 0 && { meta }),
  };
}

/** With the EUIs of stations as numbers: all their digits, which a number of JavaScript does not hold. */
function withNumbers(json: string): string {
  return json.replace(/"bsEui":"([0-9a-f]{16})"/g, (_all, eui: string) => `"bsEui":${BigInt(`0x${eui}`)}`);
}

/**
 * A downlink as this interface writes it, as the object of integrations section 2.2; undefined when it is none: whoever carries it out
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
