import { createHash } from 'node:crypto';
import { type Eui, parseEui } from '../../../../kit/eui.ts';
import { sleep } from '../../../../kit/time/clock.ts';
import { SECOND_MS } from '../../../../kit/units.ts';
import type { Item } from '../../../driver.ts';
import type { Arrival } from '../connection.ts';
import type { Layout, LayoutContext, Line } from '../layout.ts';
import { platformLayout } from '../layouts/platform.ts';
import type { Publication } from '../outbox.ts';
import { checkedTopic, level, objectOf } from '../topics.ts';
import {
  type EndpointFacts,
  endpointConfig,
  kindOf,
  kindOfBoth,
  knownIn,
  type State,
  stateOf,
  statesIn,
  stationConfig,
  stationId,
} from './discovery.ts';

/** How long a broker has to say what it has retained. */
const READING_MS = 5 * SECOND_MS;
/** Home Assistant that starts does not get everything at once. */
const SPREAD_MS = 30 * SECOND_MS;
const SLICES = 300;
/** Between two looks at which endpoints there are. */
const LOOK_MS = SECOND_MS;
const PAGE = 500;
const RETAINED_DEVICE = /^ws_([0-9a-f]{16})$/;

/** What stands in the broker of a device: its configuration only as a hash, for there are many. */
interface Device extends EndpointFacts {
  readonly hash: string;
  /** Not each uplink has each value: what one lacks is in its state all the same, for who comes later. */
  readonly state: State;
}

const UNKNOWN: Device = { values: {}, bsEui: undefined, hash: '', state: {} };

/** What of an uplink is in the state beside its values. */
interface Heard {
  readonly rssi: unknown;
  readonly snr: unknown;
  readonly time: unknown;
}

/** Devices and their values as Home Assistant finds them by itself (integrations section 6). */
export function homeAssistantLayout(context: LayoutContext): Layout {
  const platform = platformLayout(context);
  const devices = new Devices(context, platform.statusTopic ?? '');
  return {
    ...platform,
    publications: item => (item.event === 'test' ? platform.publications(item) : devices.publications(item)),
    beside: devices,
  };
}

class Devices {
  readonly filters: readonly string[];
  readonly #context: LayoutContext;
  readonly #discovery: string;
  readonly #configs: string;
  readonly #states: string;
  readonly #root: string;
  readonly #box: string;
  readonly #devices = new Map<Eui, Device>();
  readonly #available = new Set<string>();
  readonly #stations = new Set<string>();
  /** While what is retained is read, nothing is said of devices. */
  #isReading = true;
  /** Who was heard meanwhile: its state lacks what was read behind it. */
  readonly #early = new Map<Eui, Heard>();
  #restarted: (() => void) | undefined;

  constructor(context: LayoutContext, box: string) {
    const { settings, names } = context;
    this.#context = context;
    this.#box = box;
    this.#discovery = checkedTopic(settings.discoveryPrefix, 'discovery_prefix');
    this.#configs = `${this.#discovery}/device/+/config`;
    this.#root = `${settings.topicPrefix}/${level(names.organizationId)}`;
    this.#states = this.#stateTopic('+');
    this.filters = [`${this.#discovery}/status`, this.#configs, this.#states];
  }

  publications(item: Item): readonly Publication[] {
    const { event, epEui, bsEui, payload } = item;
    if (event === 'up' && epEui) return this.#uplink(epEui, item);
    if (event === 'alert' && epEui && payload.rule === 'endpoint_silent')
      return this.#availability(epEui, payload.change === 'resolved');
    const station = event === 'basestation_online' || event === 'basestation_offline';
    if (!station || !bsEui) return [];
    const state = retained(this.#stationTopic(bsEui), event === 'basestation_online' ? 'ON' : 'OFF');
    return [...this.#station(bsEui), state];
  }

  /** @returns whether the message was meant for this */
  arrived({ topic, body, retained }: Arrival): boolean {
    const text = () => Buffer.from(body).toString();
    if (topic === `${this.#discovery}/status`) {
      if (text() === 'online') this.#restarted?.();
      return true;
    }
    const config = levelIn(topic, this.#configs);
    const state = levelIn(topic, this.#states);
    const eui = parseEui(state ?? RETAINED_DEVICE.exec(config ?? '')?.[1] ?? '');
    // What is said now comes from here.
    if (this.#isReading && retained && eui !== undefined) {
      if (state === undefined) this.#readConfig(eui, text());
      else this.#readState(eui, text());
    }
    return config !== undefined || state !== undefined;
  }

  #readConfig(eui: Eui, text: string): void {
    const known = knownIn(text, this.#context.names.integrationName);
    if (!known) return;
    const before = this.#device(eui);
    const values = { ...known.values, ...before.values };
    this.#devices.set(eui, { ...before, values, bsEui: known.bsEui ?? before.bsEui, hash: hashOf(text) });
  }

  #readState(eui: Eui, text: string): void {
    // What stands there of others is not ours to remember.
    if (!this.#context.endpoints.find(eui)) return;
    const before = this.#device(eui);
    this.#devices.set(eui, { ...before, state: { ...statesIn(text), ...before.state } });
  }

  /** Reads what is retained, brings it up to date, and keeps it so. */
  async run(line: Line, signal: AbortSignal): Promise<void> {
    const { clock, endpoints } = this.#context;
    await sleep(clock, READING_MS, signal);
    this.#isReading = false;
    line.unsubscribe([this.#configs, this.#states]);
    await Promise.all([...this.#early].map(([eui, heard]) => line.publish(this.#state(eui, heard))));
    this.#early.clear();
    for (;;) {
      const turn = new AbortController();
      const over = AbortSignal.any([signal, turn.signal]);
      const restarted = new Promise<'restarted'>(resolve => {
        this.#restarted = () => resolve('restarted');
      });
      const changed = endpoints.changed(over).then(() => 'changed' as const);
      await this.#update(line, signal);
      const woken = await Promise.race([restarted, changed]);
      turn.abort();
      signal.throwIfAborted();
      if (woken === 'restarted') await this.#again(line, signal);
      else await sleep(clock, LOOK_MS, signal);
    }
  }

  /** Says what differs: of new and changed endpoints, and of those that are gone. */
  async #update(line: Line, signal: AbortSignal): Promise<void> {
    const { endpoints } = this.#context;
    const gone = new Set(this.#devices.keys());
    for (let page = endpoints.page(undefined, PAGE); page.length > 0; page = endpoints.page(page.at(-1)?.epEui, PAGE)) {
      for (const { epEui } of page) gone.delete(epEui);
      await Promise.all(page.flatMap(({ epEui }) => this.#config(epEui)).map(each => line.publish(each)));
      signal.throwIfAborted();
    }
    for (const eui of gone) {
      this.#devices.delete(eui);
      this.#available.delete(eui);
      const topics = [this.#configTopic(eui), this.#stateTopic(eui), this.#availabilityTopic(eui)];
      await Promise.all(topics.map(topic => line.publish(retained(topic, ''))));
    }
  }

  /** Everything once more, slowly. */
  async #again(line: Line, signal: AbortSignal): Promise<void> {
    const euis = [...this.#devices.keys()];
    const size = Math.max(1, Math.ceil(euis.length / SLICES));
    for (let at = 0; at < euis.length; at += size) {
      const slice = euis.slice(at, at + size);
      await Promise.all(slice.flatMap(eui => this.#config(eui, true)).map(each => line.publish(each)));
      await sleep(this.#context.clock, SPREAD_MS / Math.ceil(euis.length / size), signal);
    }
  }

  #uplink(epEui: Eui, { bsEui, payload }: Item): readonly Publication[] {
    const { components, time, rssi, snr } = payload;
    const heard = { rssi, snr, time };
    this.#learn(epEui, objectOf(components), bsEui);
    const state = this.#state(epEui, heard);
    if (this.#isReading) {
      this.#early.set(epEui, heard);
      return [state];
    }
    return [...(bsEui ? this.#station(bsEui) : []), ...this.#config(epEui), ...this.#availability(epEui, true), state];
  }

  #learn(epEui: Eui, components: Readonly<Record<string, unknown>>, bsEui: string | undefined): void {
    const known = this.#device(epEui);
    const given = Object.entries(components).map(([name, each]) => [name, objectOf(each)] as const);
    const before = new Map(Object.entries(known.values));
    const kinds = given.map(([name, each]) => [name, kindOfBoth(before.get(name), kindOf(each), each.value)] as const);
    this.#devices.set(epEui, {
      ...known,
      values: { ...known.values, ...Object.fromEntries(kinds) },
      state: { ...known.state, ...Object.fromEntries(given.map(([name, { value }]) => [name, stateOf(value)])) },
      bsEui: known.bsEui ?? bsEui,
    });
  }

  #device(epEui: Eui): Device {
    return this.#devices.get(epEui) ?? UNKNOWN;
  }

  #state(epEui: Eui, heard: Heard): Publication {
    return retained(this.#stateTopic(epEui), JSON.stringify({ values: this.#device(epEui).state, ...heard }));
  }

  /** The configuration of an endpoint, if it is another one than the broker has. @param again in any case */
  #config(epEui: Eui, again = false): readonly Publication[] {
    const endpoint = this.#context.endpoints.find(epEui);
    if (!endpoint) return [];
    const known = this.#device(epEui);
    const topics = { state: this.#stateTopic(epEui), availability: this.#availabilityTopic(epEui), box: this.#box };
    const config = endpointConfig(endpoint, known, topics, this.#context.names.integrationName);
    const hash = hashOf(config);
    if (hash === known.hash && !again) return [];
    this.#devices.set(epEui, { ...known, hash });
    return [retained(this.#configTopic(epEui), config), ...(known.hash === '' ? this.#availability(epEui, true) : [])];
  }

  #availability(epEui: string, online: boolean): readonly Publication[] {
    if (online && this.#available.has(epEui)) return [];
    if (online) this.#available.add(epEui);
    else this.#available.delete(epEui);
    return [retained(this.#availabilityTopic(epEui), online ? 'online' : 'offline')];
  }

  #station(bsEui: string): readonly Publication[] {
    if (this.#stations.has(bsEui)) return [];
    this.#stations.add(bsEui);
    const topics = { state: this.#stationTopic(bsEui), box: this.#box };
    const topic = `${this.#discovery}/device/${stationId(bsEui)}/config`;
    return [retained(topic, stationConfig(bsEui, topics, this.#context.names.integrationName))];
  }

  #configTopic(eui: string): string {
    return `${this.#discovery}/device/ws_${eui}/config`;
  }

  #stateTopic(epEui: string): string {
    return `${this.#root}/device/${epEui}/state`;
  }

  #availabilityTopic(epEui: string): string {
    return `${this.#root}/device/${epEui}/availability`;
  }

  #stationTopic(bsEui: string): string {
    return `${this.#root}/basestation/${bsEui}/state`;
  }
}

function retained(topic: string, payload: string): Publication {
  return { topic, payload, retain: true };
}

/** What stands in a topic where a filter has its only wildcard; undefined when it does not fit. */
function levelIn(topic: string, filter: string): string | undefined {
  const [start = '', end = ''] = filter.split('+');
  if (!topic.startsWith(start) || !topic.endsWith(end)) return undefined;
  const level = topic.slice(start.length, topic.length - end.length);
  return level.includes('/') ? undefined : level;
}

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('base64');
}
