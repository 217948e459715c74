import type { Packet } from 'mqtt-packet';
import type { Outcome } from '../../driver.ts';
import { outcomeOf } from './reasons.ts';

export type Qos = 0 | 1 | 2;

export interface Publication {
  readonly topic: string;
  readonly payload: string;
  readonly retain: boolean;
}

/** What a broker can take, as it says when we sign in. */
export interface Limits {
  readonly window: number;
  readonly packetBytes: number;
  readonly qos: Qos;
  readonly retain: boolean;
}

type Settle = (outcome: Outcome) => void;

interface Flight {
  readonly settle: Settle;
  /** What the broker has to say next. */
  next: 'puback' | 'pubrec' | 'pubcomp';
  /** When it was last our turn. */
  since: number;
}

interface Waiting {
  readonly publication: Publication;
  readonly settle: Settle;
}

export type Acknowledgement = Packet & { cmd: 'puback' | 'pubrec' | 'pubcomp' };

const LAST_ID = 0xffff;
/** Bytes that the length of a topic can say. */
const LONGEST_TOPIC = 0xffff;
/** No character has more than four bytes. */
const SHORT = LONGEST_TOPIC / 4;
const ACCEPTED: Outcome = { kind: 'accepted' };

/** What is published and not acknowledged yet, on one connection. */
export class Outbox {
  readonly #encode: (packet: Packet) => Buffer;
  /** @param flushed when the bytes have left */
  readonly #write: (bytes: Buffer, flushed?: () => void) => void;
  readonly #now: () => number;
  readonly #flights = new Map<number, Flight>();
  #waiting: Waiting[] = [];
  #limits: Limits = { window: 0, packetBytes: 0, qos: 0, retain: false };
  #lastId = 0;

  constructor({
    encode,
    write,
    now,
  }: {
    encode(packet: Packet): Buffer;
    write(bytes: Buffer, flushed?: () => void): void;
    now(): number;
  }) {
    this.#encode = encode;
    this.#write = write;
    this.#now = now;
  }

  limit(limits: Limits): void {
    this.#limits = limits;
  }

  publish(publication: Publication, settle: Settle): void {
    if (this.#limits.qos > 0 && this.#flights.size >= this.#limits.window) this.#waiting.push({ publication, settle });
    else this.#send({ publication, settle });
  }

  /** @returns a sentence when the broker breaks the protocol */
  acknowledged(packet: Acknowledgement): string | undefined {
    const { cmd, messageId = 0, reasonCode = 0, properties } = packet;
    const flight = this.#flights.get(messageId);
    if (!flight || flight.next !== cmd) return `${cmd.toUpperCase()} for what was not sent`;
    if (cmd === 'pubrec' && reasonCode < 0x80) {
      // The second half is not the item's: it is with the broker.
      Object.assign(flight, { next: 'pubcomp', since: this.#now() } satisfies Partial<Flight>);
      this.#write(this.#encode({ cmd: 'pubrel', messageId }));
      return undefined;
    }
    this.#flights.delete(messageId);
    const outcome = cmd === 'pubcomp' ? ACCEPTED : outcomeOf(reasonCode, properties?.reasonString);
    const waiting = this.#waiting.shift();
    if (waiting) this.#send(waiting);
    flight.settle(outcome);
    return undefined;
  }

  /** What is published at last, when no answer is waited for any more. */
  unacknowledged({ topic, payload, retain }: Publication): Buffer {
    return this.#encode({ cmd: 'publish', topic, payload, retain: retain && this.#limits.retain, qos: 0, dup: false });
  }

  /** Whether an acknowledgement takes longer than that. */
  isOverdue(ms: number): boolean {
    const due = this.#now() - ms;
    for (const { since } of this.#flights.values()) if (since <= due) return true;
    return false;
  }

  /** An id that nothing under way has. */
  nextId(): number {
    do this.#lastId = (this.#lastId % LAST_ID) + 1;
    while (this.#flights.has(this.#lastId));
    return this.#lastId;
  }

  #send({ publication: { topic, payload, retain }, settle }: Waiting): void {
    const { qos, packetBytes, retain: mayRetain } = this.#limits;
    if (topic.length > SHORT && Buffer.byteLength(topic) > LONGEST_TOPIC) {
      queueMicrotask(() => settle({ kind: 'refused', reason: `its topic has ${topic.length} characters` }));
      return;
    }
    const messageId = qos > 0 ? this.nextId() : undefined;
    const message = { topic, payload, retain: retain && mayRetain, dup: false };
    const bytes = this.#encode({ cmd: 'publish', ...message, qos, ...(messageId !== undefined && { messageId }) });
    if (bytes.length > packetBytes) {
      const reason = `the broker takes packets of ${packetBytes} bytes, and this one has ${bytes.length}`;
      queueMicrotask(() => settle({ kind: 'refused', reason }));
    } else if (messageId === undefined) this.#write(bytes, () => settle(ACCEPTED));
    else {
      this.#flights.set(messageId, { settle, next: qos === 1 ? 'puback' : 'pubrec', since: this.#now() });
      this.#write(bytes);
    }
  }
}
