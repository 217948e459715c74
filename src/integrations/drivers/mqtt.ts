import { createHash } from 'node:crypto';
import { background } from '../../kit/background.ts';
import { reasonOf } from '../../kit/faults/reason.ts';
import type { CommandOutcome, Incoming } from '../commands.ts';
import type { Report } from '../dial.ts';
import type { BrokerLine, Driver, Item, Outcome, ResumePlaces, TargetContext } from '../driver.ts';
import { type Failure, TargetError } from '../failure.ts';
import type { MqttSettings } from '../kinds/mqtt.ts';
import { type Arrival, type ConnectionOptions, MqttConnection } from './mqtt/connection.ts';
import { homeAssistantLayout } from './mqtt/home-assistant/layout.ts';
import { Inbox } from './mqtt/inbox.ts';
import type { Beside, Layout, LayoutContext, Line } from './mqtt/layout.ts';
import { acmqttiLayout } from './mqtt/layouts/acmqtti.ts';
import { customLayout } from './mqtt/layouts/custom.ts';
import { platformLayout } from './mqtt/layouts/platform.ts';
import type { Publication } from './mqtt/outbox.ts';
import { brokerOf, isEmbedded, streamOver } from './mqtt/stream.ts';

const LAYOUTS: Readonly<Record<MqttSettings['layout'], (context: LayoutContext) => Layout>> = {
  platform: platformLayout,
  acmqtti: acmqttiLayout,
  custom: customLayout,
  home_assistant: homeAssistantLayout,
};

/** One connection to a broker. */
export function mqttDriver(context: TargetContext<MqttSettings>): Driver {
  return new MqttDriver(context);
}

class MqttDriver implements Driver {
  readonly #context: TargetContext<MqttSettings>;
  readonly #inbox: Inbox;
  #connection: BrokerLine | undefined;
  #layout: Layout | undefined;
  readonly #beside = new AbortController();
  #isOpen = false;
  #closed = false;

  constructor(context: TargetContext<MqttSettings>) {
    this.#context = context;
    const { clock, log, isTest = false } = context;
    // Those that come in while one tests are for the connection that is there for them.
    const command = (incoming: Incoming) =>
      isTest ? Promise.resolve<CommandOutcome>('later') : context.command(incoming);
    this.#inbox = new Inbox({ clock, log, command });
  }

  async open(signal: AbortSignal, report?: Report): Promise<ResumePlaces> {
    const { settings, names, clock, endpoints, isTest = false } = this.#context;
    const layout = LAYOUTS[settings.layout]({ settings, names, clock, endpoints });
    this.#layout = layout;
    const line = await this.#line(layout, signal, report);
    const from = clock.monotonic();
    const told = (ok: boolean, detail: string) =>
      report?.({ name: 'signedIn', ok, detail, milliseconds: Math.round(clock.monotonic() - from) });
    const givenUp = () => this.#connection?.end('given up');
    try {
      const connection = await line.connect();
      this.#connection = connection;
      if (signal.aborted || this.#closed) givenUp();
      signal.addEventListener('abort', givenUp, { once: true });
      const { sessionPresent } = await connection.open();
      const beside = isTest ? undefined : layout.beside;
      const filters = [...(settings.enableCommands ? layout.commandFilters : []), ...(beside?.filters ?? [])];
      if (filters.length > 0) await connection.subscribe(filters);
      if (!isTest) this.#greet(connection, layout);
      told(
        true,
        `MQTT ${settings.protocolVersion} as ${clientIdOf(this.#context)}, ${sessionPresent ? 'known' : 'new'} session`,
      );
      this.#isOpen = true;
      if (beside) this.#runBeside(connection, beside);
      return {};
    } catch (cause) {
      line.giveUp();
      told(false, reasonOf(cause));
      if (cause instanceof TargetError) throw cause;
      throw new TargetError({ reason: `${line.name}: ${reasonOf(cause)}` }, { cause });
    } finally {
      signal.removeEventListener('abort', givenUp);
    }
  }

  send(items: readonly Item[], settle: (outcome: Outcome) => void): void {
    const connection = this.#connection;
    const layout = this.#layout;
    if (!connection || !layout) return;
    const publications = items.flatMap(item => layout.publications(item));
    let open = publications.length;
    if (open === 0) queueMicrotask(() => this.#isOpen && settle({ kind: 'accepted' }));
    let worst: Outcome = { kind: 'accepted' };
    const settled = (outcome: Outcome) => {
      if (worst.kind !== 'failed' && outcome.kind !== 'accepted') worst = outcome;
      if (--open === 0 && this.#isOpen) settle(worst);
    };
    for (const publication of publications) connection.publish(publication, settled);
  }

  async close(): Promise<void> {
    const connection = this.#connection;
    const wasOpen = this.#isOpen;
    this.#closed = true;
    this.#isOpen = false;
    this.#inbox.close();
    this.#beside.abort();
    if (!connection) return;
    await connection.close(wasOpen && this.#layout ? this.#farewell(this.#layout) : undefined);
  }

  /** A test says nothing of whether the box is there. */
  #farewell(layout: Layout): Publication | undefined {
    return this.#context.isTest ? undefined : statusOf(layout, false);
  }

  /** Reaches the broker: over the network, or the one in this process. @throws TargetError */
  async #line(layout: Layout, signal: AbortSignal, report: Report | undefined) {
    const { settings, clock, dial, embedded } = this.#context;
    if (isEmbedded(settings)) {
      if (!embedded) throw new TargetError({ reason: 'there is no embedded broker: switch on mqtt.broker.enabled' });
      const connect = async (): Promise<BrokerLine> => embedded(this.#options(layout));
      return { name: 'embedded broker', connect, giveUp: () => this.#connection?.end('given up') };
    }
    const broker = brokerOf(settings);
    if (!broker) throw new TargetError({ reason: 'broker_url is no URL of a broker' });
    const { host, port, tls, alpn } = broker;
    const socket = await dial({ host, port, tls, alpn, signal, report });
    // Whatever is done with it: an error without a listener would end the process.
    socket.on('error', () => undefined);
    const connect = async (): Promise<BrokerLine> =>
      new MqttConnection(await streamOver(socket, broker, { clock, signal }), this.#options(layout));
    return { name: `${host}:${port}`, connect, giveUp: () => socket.destroy() };
  }

  #options(layout: Layout): ConnectionOptions {
    const { settings, clock, isTest = false } = this.#context;
    const { username, password, protocolVersion, cleanSession, keepAliveSeconds, qos } = settings;
    return {
      ...{ username, password, keepAliveSeconds, qos, clock },
      clientId: clientIdOf(this.#context),
      protocolVersion: protocolVersion === '5' ? 5 : 4,
      // Of a session of QoS 2 the broker remembers numbers that we have forgotten, and would take a new message for an old one.
      cleanSession: cleanSession || qos === 2 || isTest,
      will: this.#farewell(layout),
      arrived: arrival => this.#arrived(arrival, layout),
      ended: failure => this.#ended(failure),
    };
  }

  #greet(connection: BrokerLine, layout: Layout): void {
    const online = statusOf(layout, true);
    const failed = (outcome: Outcome) => {
      if (outcome.kind !== 'accepted')
        this.#context.log.warn({ outcome }, 'the broker does not take what we say of ourselves');
    };
    for (const each of [...(online ? [online] : []), ...(layout.greeting ?? [])]) connection.publish(each, failed);
  }

  #runBeside(connection: BrokerLine, beside: Beside): void {
    const { signal } = this.#beside;
    const line: Line = {
      publish: publication => new Promise(resolve => connection.publish(publication, () => resolve())),
      unsubscribe: filters => connection.unsubscribe(filters),
    };
    background(beside.run(line, signal), err => {
      if (!signal.aborted) this.#context.log.error({ err }, 'what goes on beside the items has ended');
    });
  }

  #arrived(arrival: Arrival, layout: Layout): void {
    const { messageId } = arrival;
    const done = () => messageId !== undefined && this.#connection?.acknowledge(messageId);
    if (layout.beside?.arrived(arrival)) {
      done();
      return;
    }
    const incoming = this.#context.settings.enableCommands ? layout.command(arrival) : undefined;
    // What a session still has from an earlier subscription is let go.
    if (!incoming) done();
    else if (!this.#inbox.take(incoming, done))
      this.#connection?.end('the broker hands over more commands than can be taken at a time');
  }

  #ended(failure: Failure): void {
    this.#inbox.close();
    this.#beside.abort();
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#context.lost(failure);
  }
}

function statusOf({ statusTopic: topic }: Layout, online: boolean): Publication | undefined {
  return topic === undefined ? undefined : { topic, payload: JSON.stringify({ online }), retain: true };
}

/** The same at each start; another one for each integration, because a broker ends the connection of the former with the same. */
function clientIdOf({ settings, names, isTest = false }: TargetContext<MqttSettings>): string {
  const hash = createHash('sha256').update(`${names.installation}\n${names.integrationId}`).digest('hex');
  return `${settings.clientId || `sc-${hash.slice(0, 8)}`}${isTest ? '-test' : ''}`;
}
