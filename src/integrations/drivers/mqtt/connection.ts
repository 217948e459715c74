import type { Duplex } from 'node:stream';
import type { IConnackPacket, IPublishPacket, Packet } from 'mqtt-packet';
import { reasonOf } from '../../../kit/faults/reason.ts';
import type { Clock, Timer } from '../../../kit/time/clock.ts';
import { SECOND_MS } from '../../../kit/units.ts';
import type { BrokerLine, BrokerMessage, Outcome } from '../../driver.ts';
import { type Failure, TargetError } from '../../failure.ts';
import { type Acknowledgement, Outbox, type Publication, type Qos } from './outbox.ts';
import { encoded, PacketReader, type ProtocolVersion } from './packets.ts';
import { reasonOfReturnCode, TAKEN_OVER, wordsOf } from './reasons.ts';

/** A message that came in. */
export type Arrival = BrokerMessage;

export interface ConnectionOptions {
  readonly clientId: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly protocolVersion: ProtocolVersion;
  readonly cleanSession: boolean;
  readonly keepAliveSeconds: number;
  readonly qos: Qos;
  readonly will: Publication | undefined;
  readonly clock: Clock;
  arrived(arrival: Arrival): void;
  /** Told once, unless `close` came before. */
  ended(failure: Failure): void;
}

const CONNACK_MS = 10 * SECOND_MS;
/** For an acknowledgement, as for the answer to a ping: a broker that takes longer hangs. */
const ACK_MS = 20 * SECOND_MS;
const LOOK_MS = SECOND_MS;
/** For the last packets to leave. */
const GOODBYE_MS = SECOND_MS;
/** As many as the engine has under way at a time. */
const WINDOW = 64;
/** Brokers of 3.1.1 cannot say how many messages of QoS 2 they keep apart; mosquitto is stuck for ever beyond its twenty. */
const WINDOW_QOS_2 = 16;
/** Messages that a broker of version 5 hands over before the first of them is acknowledged. */
const RECEIVE_MAXIMUM = 64;
/** How long a broker of version 5 keeps a session for us: as long as what is not delivered is kept. */
const SESSION_S = 7 * 24 * 3600;

/**
 * One connection to a broker, from CONNECT to its end; it is never made anew, and keeps nothing for a later one: the sender knows where to
 * go on. Not the client of a library, because those acknowledge a message before it is stored, or let all others wait for it.
 */
export class MqttConnection implements BrokerLine {
  readonly #stream: Duplex;
  readonly #options: ConnectionOptions;
  readonly #outbox: Outbox;
  readonly #subscribing = new Map<number, { since: number; granted(codes: readonly number[]): void; failed(): void }>();
  #signIn: { resolve(connack: IConnackPacket): void; reject(cause: Error): void } | undefined;
  #failure: Failure = { reason: 'given up' };
  #over = false;
  #corked = false;
  #look: Timer | undefined;
  #keepAliveMs: number;
  #sentAt: number;
  #heardAt: number;
  #pingedAt: number | undefined;

  constructor(stream: Duplex, options: ConnectionOptions) {
    const { clock, protocolVersion } = options;
    this.#stream = stream;
    this.#options = options;
    this.#keepAliveMs = options.keepAliveSeconds * SECOND_MS;
    this.#sentAt = this.#heardAt = clock.monotonic();
    this.#outbox = new Outbox({
      encode: packet => encoded(packet, protocolVersion),
      write: (bytes, flushed) => this.#write(bytes, flushed),
      now: () => clock.monotonic(),
    });
    const reader = new PacketReader(protocolVersion, packet => this.#received(packet));
    stream.on('data', (bytes: Buffer) => {
      if (this.#over) return;
      this.#heardAt = clock.monotonic();
      try {
        reader.read(bytes);
      } catch (cause) {
        this.end(`it does not speak MQTT: ${reasonOf(cause)}`);
      }
    });
    stream.on('error', cause => this.end(`the connection broke: ${reasonOf(cause)}`));
    stream.on('end', () => this.end(this.#closedByBroker()));
    stream.on('close', () => this.end(this.#closedByBroker()));
  }

  /** Signs in. @throws TargetError */
  async open(): Promise<{ readonly sessionPresent: boolean }> {
    if (this.#over) throw new TargetError(this.#failure);
    const { clock, protocolVersion } = this.#options;
    const limit = clock.after(CONNACK_MS, () => this.end(`it does not answer CONNECT in ${CONNACK_MS / SECOND_MS} s`));
    try {
      const answered = new Promise<IConnackPacket>((resolve, reject) => {
        this.#signIn = { resolve, reject };
        this.#write(encoded(this.#connect(), protocolVersion));
      });
      const { sessionPresent } = await answered;
      // More may have come with the answer.
      if (this.#over) throw new TargetError(this.#failure);
      this.#look = clock.every(LOOK_MS, () => this.#lookAround());
      return { sessionPresent };
    } finally {
      this.#signIn = undefined;
      limit.cancel();
    }
  }

  /** @param settle is called once, never before `publish` has returned; not when the connection ends before */
  publish(publication: Publication, settle: (outcome: Outcome) => void): void {
    if (!this.#over) this.#outbox.publish(publication, settle);
  }

  /** @throws TargetError when the broker refuses one of them */
  async subscribe(filters: readonly string[]): Promise<void> {
    const messageId = this.#outbox.nextId();
    const codes = await new Promise<readonly number[]>((granted, reject) => {
      const failed = () => reject(new TargetError(this.#failure));
      if (this.#over) return failed();
      this.#subscribing.set(messageId, { since: this.#options.clock.monotonic(), granted, failed });
      const subscriptions = filters.map(topic => ({ topic, qos: 1, nl: true, rap: true, rh: 0 }) as const);
      this.#write(encoded({ cmd: 'subscribe', messageId, subscriptions }, this.#options.protocolVersion));
    });
    filters.forEach((filter, index) => {
      const code = codes[index] ?? 0x80;
      if (code < 0x80) return;
      throw new TargetError({ reason: `the broker refuses the subscription to ${filter}: ${wordsOf(code)}` });
    });
  }

  /** The answer is not waited for. */
  unsubscribe(filters: readonly string[]): void {
    if (this.#over) return;
    const messageId = this.#outbox.nextId();
    const unsubscriptions = [...filters];
    this.#write(encoded({ cmd: 'unsubscribe', messageId, unsubscriptions }, this.#options.protocolVersion));
  }

  /** Says of a message that came in that it is ours now. */
  acknowledge(messageId: number): void {
    if (!this.#over) this.#write(encoded({ cmd: 'puback', messageId }, this.#options.protocolVersion));
  }

  /** Leaves in peace: the broker does not send the last will. @param farewell is published before */
  async close(farewell?: Publication): Promise<void> {
    if (this.#over) return;
    if (farewell) this.#write(this.#outbox.unacknowledged(farewell));
    this.#stop();
    const { clock } = this.#options;
    await new Promise<void>(resolve => {
      const limit = clock.after(GOODBYE_MS, resolve);
      this.#stream.once('close', () => {
        limit.cancel();
        resolve();
      });
      this.#stream.end(encoded({ cmd: 'disconnect' }, this.#options.protocolVersion));
    });
    this.#stream.destroy();
  }

  #connect(): Packet {
    const { clientId, username, password, protocolVersion, cleanSession, keepAliveSeconds, will, qos } = this.#options;
    return {
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion,
      clean: cleanSession,
      clientId,
      keepalive: keepAliveSeconds,
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password: Buffer.from(password) }),
      ...(will && { will: { ...will, qos: Math.min(qos, 1) as Qos } }),
      ...(protocolVersion === 5 && {
        properties: { receiveMaximum: RECEIVE_MAXIMUM, ...(!cleanSession && { sessionExpiryInterval: SESSION_S }) },
      }),
    };
  }

  #received(packet: Packet): void {
    if (this.#over) return;
    switch (packet.cmd) {
      case 'connack':
        if (this.#signIn) this.#signedIn(packet);
        else this.#unexpected(packet);
        break;
      case 'puback':
      case 'pubrec':
      case 'pubcomp': {
        const wrong = this.#outbox.acknowledged(packet as Acknowledgement);
        if (wrong !== undefined) this.end(`it breaks the protocol: ${wrong}`);
        break;
      }
      case 'publish':
        this.#arrived(packet);
        break;
      case 'suback':
        this.#subscribing.get(packet.messageId ?? 0)?.granted(packet.granted.map(Number));
        this.#subscribing.delete(packet.messageId ?? 0);
        break;
      case 'pingresp':
        this.#pingedAt = undefined;
        break;
      case 'unsuback':
        break;
      case 'disconnect':
        this.end(this.#disconnected(packet.reasonCode ?? 0, packet.properties?.reasonString));
        break;
      default:
        this.#unexpected(packet);
    }
  }

  #signedIn(connack: IConnackPacket): void {
    const { reasonCode = 0, returnCode = 0, properties } = connack;
    const code = reasonCode || (returnCode && reasonOfReturnCode(returnCode));
    if (code !== 0) {
      this.end(`the broker refuses us: ${wordsOf(code, properties?.reasonString)}`);
      return;
    }
    const { qos, keepAliveSeconds } = this.#options;
    this.#outbox.limit({
      window: Math.min(qos === 2 ? WINDOW_QOS_2 : WINDOW, properties?.receiveMaximum ?? WINDOW),
      packetBytes: properties?.maximumPacketSize ?? Number.POSITIVE_INFINITY,
      qos: Math.min(qos, properties?.maximumQoS ?? qos) as Qos,
      retain: properties?.retainAvailable ?? true,
    });
    this.#keepAliveMs = (properties?.serverKeepAlive ?? keepAliveSeconds) * SECOND_MS;
    this.#signIn?.resolve(connack);
    this.#signIn = undefined;
  }

  #arrived({ topic, payload, qos, retain, messageId }: IPublishPacket): void {
    // Nothing was subscribed with more than QoS 1.
    const body = typeof payload === 'string' ? Buffer.from(payload) : payload;
    if (qos === 2 || this.#signIn) this.end('it breaks the protocol: a message that nobody asked for');
    else this.#options.arrived({ topic, body, retained: retain, messageId: qos === 0 ? undefined : messageId });
  }

  #unexpected({ cmd }: Packet): void {
    this.end(`it breaks the protocol: ${cmd.toUpperCase()} where none is expected`);
  }

  #disconnected(code: number, said: string | undefined): string {
    if (code === TAKEN_OVER) return `${wordsOf(code, said)}: ${this.#remedy()}`;
    return `the broker ended the connection: ${code === 0 ? 'without a reason' : wordsOf(code, said)}`;
  }

  /** Brokers of 3.1.1 cannot say why. */
  #closedByBroker(): string {
    if (this.#signIn) return 'the broker closed the connection instead of an answer to CONNECT';
    return `the broker closed the connection without a word; if it goes on like that, another client may use the same client id: ${this.#remedy()}`;
  }

  #remedy(): string {
    return `give this integration a client_id that nobody else has (now ${this.#options.clientId})`;
  }

  /** Once in a second: whether the broker still answers, and whether it has to hear of us. */
  #lookAround(): void {
    const now = this.#options.clock.monotonic();
    const late = [...this.#subscribing.values()].some(({ since }) => now - since >= ACK_MS);
    const deaf = this.#pingedAt !== undefined && now - this.#pingedAt >= ACK_MS;
    if (late || this.#outbox.isOverdue(ACK_MS)) this.end(`the broker does not acknowledge in ${ACK_MS / SECOND_MS} s`);
    else if (deaf) this.end(`the broker does not answer a ping in ${ACK_MS / SECOND_MS} s`);
    else if (this.#pingedAt === undefined && this.#isPingDue(now)) {
      this.#pingedAt = now;
      this.#write(encoded({ cmd: 'pingreq' }, this.#options.protocolVersion));
    }
  }

  /** A broker ends the connection after one and a half of the time; one that is gone shows only by a missing answer. */
  #isPingDue(now: number): boolean {
    const ms = this.#keepAliveMs;
    return ms > 0 && (now - this.#sentAt >= ms * 0.75 || now - this.#heardAt >= ms);
  }

  /** Everything of one turn leaves together. */
  #write(bytes: Buffer, flushed?: () => void): void {
    this.#sentAt = this.#options.clock.monotonic();
    if (!this.#corked) {
      this.#corked = true;
      this.#stream.cork();
      process.nextTick(() => {
        this.#corked = false;
        this.#stream.uncork();
      });
    }
    this.#stream.write(bytes, flushed && (cause => !cause && !this.#over && flushed()));
  }

  /** No answer is waited for any longer. */
  #stop(): void {
    this.#over = true;
    this.#look?.cancel();
    this.#signIn?.reject(new TargetError(this.#failure));
    for (const { failed } of this.#subscribing.values()) failed();
  }

  /** Ends it because of something the broker did. */
  end(reason: string): void {
    if (this.#over) return;
    this.#failure = { reason };
    this.#stop();
    this.#stream.destroy();
    this.#options.ended(this.#failure);
  }
}
