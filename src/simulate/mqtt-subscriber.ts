import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { MqttConnection } from '../integrations/drivers/mqtt/connection.ts';
import { background, impossible } from '../kit/background.ts';
import { reasonOf } from '../kit/faults/reason.ts';
import { isJsonObject } from '../kit/json-object.ts';
import { type Clock, sleep } from '../kit/time/clock.ts';
import { SECOND_MS } from '../kit/units.ts';
import { keepAlive } from './keep-alive.ts';

const FIRST_PAUSE_MS = SECOND_MS;
const LONGEST_PAUSE_MS = 30 * SECOND_MS;
const CONNECT_MS = 10 * SECOND_MS;
const KEEP_ALIVE_S = 30;
/** Deliveries that are known again. */
const MAX_SEEN = 100_000;

/** A message, and what the subscriber thinks of it. */
export interface Subscribed {
  readonly topic: string;
  /** The payload where it is a JSON object. */
  readonly item: Readonly<Record<string, unknown>> | undefined;
  readonly text: string;
  /** It was there before the subscription. */
  readonly retained: boolean;
  /** The delivery was here before. */
  readonly repeated: boolean;
}

export interface SubscriberOptions {
  readonly host: string;
  readonly port: number;
  /** Undefined: in clear text. */
  readonly tls: { readonly ca: string | string[] } | undefined;
  readonly clientId: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly topics: readonly string[];
  readonly clock: Clock;
  onSubscribed(): void;
  /** @param pauseMs so long it waits before it tries again */
  onLost(reason: string, pauseMs: number): void;
  onMessage(message: Subscribed): void;
}

/** A subscriber of a broker as a customer would write it: acknowledges what it gets, knows repeated deliveries, comes back. */
export class MqttSubscriber {
  readonly #options: SubscriberOptions;
  readonly #seen = new Set<string>();
  #pauseMs = FIRST_PAUSE_MS;

  constructor(options: SubscriberOptions) {
    this.#options = options;
  }

  /** Stays connected until the signal comes, then signs off. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, onLost } = this.#options;
    using _alive = keepAlive();
    while (!signal.aborted) {
      const reason = await this.#connection(signal).catch(reasonOf);
      if (signal.aborted) return;
      const pauseMs = this.#pauseMs;
      this.#pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      onLost(reason, pauseMs);
      await sleep(clock, pauseMs, signal).catch(() => undefined);
    }
  }

  /** One connection to its end. @returns why it has ended */
  async #connection(signal: AbortSignal): Promise<string> {
    const { clientId, username, password, topics, clock, onSubscribed } = this.#options;
    const over = Promise.withResolvers<string>();
    const connection = new MqttConnection(await this.#dial(signal), {
      ...{ clientId, username, password, clock, keepAliveSeconds: KEEP_ALIVE_S },
      // What every broker speaks.
      protocolVersion: 4,
      cleanSession: true,
      qos: 1,
      will: undefined,
      arrived: ({ topic, body, retained, messageId }) => {
        this.#arrived(topic, Buffer.from(body).toString(), retained);
        if (messageId !== undefined) connection.acknowledge(messageId);
      },
      // Behind it stands what to change of an integration.
      ended: ({ reason }) => over.resolve(reason.replace(/;.*/, '')),
    });
    const leave = () =>
      background(
        connection.close().then(() => over.resolve('')),
        impossible,
      );
    signal.addEventListener('abort', leave, { once: true });
    try {
      await connection.open();
      await connection.subscribe(topics);
      this.#pauseMs = FIRST_PAUSE_MS;
      onSubscribed();
      return await over.promise;
    } finally {
      signal.removeEventListener('abort', leave);
      connection.end('given up');
    }
  }

  async #dial(signal: AbortSignal): Promise<Socket> {
    const { host, port, tls, clock } = this.#options;
    const late = new AbortController();
    const limit = clock.after(CONNECT_MS, () => late.abort());
    const socket = tls
      ? connectTls({ host, port, ca: tls.ca, ...(isIP(host) === 0 && { servername: host }) })
      : connectTcp({ host, port, noDelay: true });
    try {
      await once(socket, tls ? 'secureConnect' : 'connect', { signal: AbortSignal.any([signal, late.signal]) });
      return socket;
    } catch (cause) {
      socket.destroy();
      throw late.signal.aborted ? new Error(`no connection in ${CONNECT_MS / SECOND_MS} s`) : cause;
    } finally {
      limit.cancel();
    }
  }

  #arrived(topic: string, text: string, retained: boolean): void {
    const item = itemIn(text);
    const id = String(item?.deliveryId ?? '');
    const repeated = id !== '' && this.#seen.has(id);
    if (id !== '') this.#seen.add(id);
    if (this.#seen.size > MAX_SEEN) this.#seen.delete(this.#seen.values().next().value ?? '');
    this.#options.onMessage({ topic, item, text, retained, repeated });
  }
}

function itemIn(text: string): Subscribed['item'] {
  try {
    const said: unknown = JSON.parse(text);
    return isJsonObject(said) ? said : undefined;
  } catch {
    return undefined;
  }
}
