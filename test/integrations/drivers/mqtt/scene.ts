import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import mqttPacket, { type Packet, type Parser } from 'mqtt-packet';
import type { Test } from 'tap';
import type { CommandOutcome, Incoming } from '../../../../src/integrations/commands.ts';
import { connectorsOf, type Step } from '../../../../src/integrations/dial.ts';
import type { Driver, Item, Outcome, TargetContext } from '../../../../src/integrations/driver.ts';
import type { LayoutContext } from '../../../../src/integrations/drivers/mqtt/layout.ts';
import { mqttDriver } from '../../../../src/integrations/drivers/mqtt.ts';
import type { EndpointDescription } from '../../../../src/integrations/endpoints.ts';
import type { Failure } from '../../../../src/integrations/failure.ts';
import { TargetGuard } from '../../../../src/integrations/guard.ts';
import type { MqttSettings } from '../../../../src/integrations/kinds/mqtt.ts';
import type { Payload } from '../../../../src/integrations/payload.ts';
import type { Eui } from '../../../../src/kit/eui.ts';
import { createLog } from '../../../../src/kit/log.ts';
import { ManualClock } from '../../../peers/manual-clock.ts';
import { NO_FIELD_TYPES } from '../target.ts';

export const EP = '70b3d56770110001' as Eui;
export const BS = '0011223344556677' as Eui;
export const SC = 'fca84a0000000001' as Eui;
export const ORG = '0198c0de-0000-7000-8000-0000000000aa';
/** Where the platform layout begins. */
export const ROOT = `mioty/${ORG}`;
export const STATUS = `mioty/service-center/${SC}/status`;

const settings: MqttSettings = {
  brokerUrl: '',
  clientId: undefined,
  username: undefined,
  password: undefined,
  caPem: undefined,
  clientCertPem: undefined,
  clientKeyPem: undefined,
  insecureSkipVerify: false,
  layout: 'platform',
  topicPrefix: 'mioty',
  eventTopic: '',
  commandTopic: '',
  enableCommands: false,
  qos: 1,
  retain: false,
  cleanSession: true,
  keepAliveSeconds: 60,
  protocolVersion: '3.1.1',
  acEui: undefined,
  numericBsEui: false,
  acmqttiVersion: '0.3',
  euiCase: 'lower',
  discoveryPrefix: 'homeassistant',
};

/** What comes one after the other, for a test to wait for. */
export class Sequence<T> {
  readonly all: T[] = [];
  readonly #waiting: ((value: T) => void)[] = [];
  #taken = 0;

  add(value: T): void {
    this.all.push(value);
    const waiting = this.#waiting.shift();
    if (!waiting) return;
    this.#taken++;
    waiting(value);
  }

  next(): Promise<T> {
    const value = this.all[this.#taken];
    if (value === undefined) return new Promise(resolve => this.#waiting.push(resolve));
    this.#taken++;
    return Promise.resolve(value);
  }
}

export interface Scene {
  readonly driver: Driver;
  readonly clock: ManualClock;
  readonly lost: Sequence<Failure>;
  readonly commands: Sequence<Incoming>;
  readonly steps: readonly Step[];
  /** Connects. */
  open(): Promise<unknown>;
  /** What a layout alone is made of. */
  layoutContext(wanted: Partial<MqttSettings>): LayoutContext;
  send(...items: readonly Item[]): Promise<Outcome>;
}

export interface Around {
  readonly command?: (incoming: Incoming) => Promise<CommandOutcome>;
  readonly endpoints?: readonly EndpointDescription[];
  readonly changes?: Sequence<void>;
  readonly clock?: ManualClock;
  readonly isTest?: boolean;
}

/** What ends when a test does. */
export interface Ending {
  teardown(end: () => unknown): void;
}

/** A driver with what it works with. */
export function scene(t: Ending, wanted: Partial<MqttSettings>, around: Around = {}): Scene {
  const {
    command = () => Promise.resolve('stored'),
    endpoints = [],
    clock = new ManualClock(),
    isTest = false,
  } = around;
  const steps: Step[] = [];
  const [lost, commands] = [new Sequence<Failure>(), new Sequence<Incoming>()];
  const guard = new TargetGuard({ allow: ['127.0.0.1', 'localhost'], ownAddresses: () => [] });
  const context: TargetContext<MqttSettings> = {
    settings: { ...settings, ...wanted },
    names: {
      installation: '0198c0de-0000-7000-8000-0000000000ff',
      scEui: SC,
      integrationId: '0198c0de-0000-7000-8000-0000000000dd',
      integrationName: 'to the broker',
      organizationId: ORG,
      organizationName: 'Wärme & Licht/Süd',
    },
    clock,
    isTest,
    log: quiet,
    ...connectorsOf({ guard, clock }),
    embedded: undefined,
    command(incoming) {
      commands.add(incoming);
      return command(incoming);
    },
    lost: failure => lost.add(failure),
    events: ['up'],
    fieldTypes: NO_FIELD_TYPES,
    endpoints: {
      page: (after, limit) => endpoints.filter(({ epEui }) => after === undefined || epEui > after).slice(0, limit),
      find: epEui => endpoints.find(each => each.epEui === epEui),
      changed: signal =>
        new Promise(resolve => {
          signal.addEventListener('abort', () => resolve(), { once: true });
          around.changes?.next().then(resolve, resolve);
        }),
    },
  };
  const driver = mqttDriver(context);
  t.teardown(() => driver.close());
  return {
    ...{ driver, clock, lost, commands, steps },
    layoutContext: more => ({ ...context, settings: { ...context.settings, ...more } }),
    open: () => driver.open(new AbortController().signal, step => steps.push(step)),
    send: (...items) => new Promise(resolve => driver.send(items, resolve)),
  };
}

const quiet = await createLog({ level: 'silent', format: 'json', destination: { write: () => undefined } });

export function item(event: string, about: Partial<Item> = {}, extra: Payload = {}): Item {
  const place = about.place ?? 1;
  const payload: Payload = { v: 1, event, seq: String(place), ...extra };
  return {
    ...{
      stream: 'log',
      place,
      event,
      deliveryId: 'd-1',
      epEui: EP,
      bsEui: undefined,
      storedAt: 0,
      replay: false,
      attempt: 1,
    },
    payload,
    text: () => JSON.stringify(payload),
    ...about,
  };
}

export async function listening(t: Test, server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** A client of a broker that says exactly what a test wants, seen from the broker. */
export interface RawClient {
  readonly socket: Socket;
  readonly packets: Sequence<Packet>;
  say(packet: Packet): void;
}

/** A broker that does what a test wants. */
export async function rawBroker(t: Test, protocolVersion: 4 | 5 = 4) {
  const clients = new Sequence<RawClient>();
  const server = createServer({ noDelay: true }, socket => {
    t.teardown(() => socket.destroy());
    socket.on('error', () => undefined);
    const packets = new Sequence<Packet>();
    const parser: Parser = mqttPacket.parser({ protocolVersion });
    parser.on('packet', packet => packets.add(packet));
    parser.on('error', cause => t.fail(String(cause)));
    socket.on('data', bytes => parser.parse(bytes));
    const say = (packet: Packet) => socket.write(mqttPacket.generate(packet, { protocolVersion }));
    clients.add({ socket, packets, say: packet => void say(packet) });
  });
  const port = await listening(t, server);
  return {
    url: `mqtt://127.0.0.1:${port}`,
    client: () => clients.next(),
    /** Takes the next client in. */
    async signedIn(properties: Extract<Packet, { cmd: 'connack' }>['properties'] = {}) {
      const client = await clients.next();
      const connect = await client.packets.next();
      const v5 = protocolVersion === 5 && { reasonCode: 0, properties };
      client.say({ cmd: 'connack', sessionPresent: false, returnCode: 0, ...v5 });
      return { ...client, connect };
    },
  };
}
