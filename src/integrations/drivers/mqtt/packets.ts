import mqttPacket, { type Packet } from 'mqtt-packet';

/** 4: MQTT 3.1.1. */
export type ProtocolVersion = 4 | 5;

/**
 * What is kept of one packet: a topic, and more of a payload than any command may have (integrations section 2.2), so that a command
 * that is too long is refused as one, and not the connection with it, for ever, when the broker retains it.
 */
const KEPT_BYTES = 256 * 1024;
const PUBLISH = 3;
/** First bytes of what a broker may send, messages apart: what speaks something else shows at once. */
const FIRST_BYTES: readonly number[] = [0x20, 0x40, 0x50, 0x62, 0x70, 0x90, 0xb0, 0xc0, 0xd0, 0xe0, 0xf0];
/** One byte of type, one to four of length. */
const LONGEST_HEADER = 5;

// Sixty-five thousand buffers of two bytes would save a few of them for each packet.
mqttPacket.writeToStream.cacheNumbers = false;

export function encoded(packet: Packet, protocolVersion: ProtocolVersion): Buffer {
  return mqttPacket.generate(packet, { protocolVersion });
}

/** Cuts what a broker sends into packets, and never keeps more of it than one packet may have. */
export class PacketReader {
  readonly #parser;
  /** Bytes of a packet whose end has not come. */
  #kept: Buffer[] = [];
  #size = 0;
  /** As many are needed before it is worth to look again. */
  #needed = 0;
  /** Bytes of a packet that is too long which are still to come, and to be left out. */
  #skip = 0;
  #failed: Error | undefined;

  constructor(protocolVersion: ProtocolVersion, received: (packet: Packet) => void) {
    this.#parser = mqttPacket.parser({ protocolVersion });
    this.#parser.on('packet', received);
    this.#parser.on('error', (error: Error) => {
      this.#failed ??= error;
    });
  }

  /** @throws Error when it is not MQTT */
  read(bytes: Buffer): void {
    const fresh = this.#skip === 0 ? bytes : bytes.subarray(this.#skip);
    this.#skip -= bytes.length - fresh.length;
    if (fresh.length === 0) return;
    this.#kept.push(fresh);
    this.#size += fresh.length;
    if (this.#size < this.#needed) return;
    const all = this.#kept.length === 1 ? fresh : Buffer.concat(this.#kept);
    const end = this.#packets(all);
    const rest = all.subarray(end);
    this.#kept = rest.length > 0 ? [rest] : [];
    this.#size = rest.length;
  }

  /** Hands the whole packets on, those that stand together at once. @returns where the first one begins that is not whole */
  #packets(all: Buffer): number {
    let from = 0;
    let at = 0;
    this.#needed = 0;
    for (;;) {
      const header = headerAt(all, at);
      if (!header) break;
      const { type, start, length } = header;
      const whole = start + length;
      if (length > KEPT_BYTES) {
        if (type !== PUBLISH) throw new Error(`a packet of ${length} bytes`);
        if (all.length < start + KEPT_BYTES) {
          this.#needed = start - at + KEPT_BYTES;
          break;
        }
        this.#parse(all.subarray(from, at));
        this.#parse(shortened(all, at, start));
        const end = Math.min(whole, all.length);
        this.#skip = whole - end;
        from = end;
        at = end;
      } else if (whole > all.length) {
        this.#needed = whole - at;
        break;
      } else at = whole;
    }
    this.#parse(all.subarray(from, at));
    return at;
  }

  #parse(packets: Buffer): void {
    if (packets.length > 0) this.#parser.parse(packets);
    if (this.#failed) throw this.#failed;
  }
}

/** Type and length of a packet; undefined while they are not there. */
function headerAt(bytes: Buffer, at: number): { type: number; start: number; length: number } | undefined {
  const first = bytes[at];
  if (first === undefined) return undefined;
  if (first >> 4 !== PUBLISH && !FIRST_BYTES.includes(first)) throw new Error(`no packet begins with ${first}`);
  let length = 0;
  for (let digit = 0; digit < LONGEST_HEADER - 1; digit++) {
    const byte = bytes[at + 1 + digit];
    if (byte === undefined) return undefined;
    length += (byte & 0x7f) * 128 ** digit;
    if (byte < 0x80) return { type: first >> 4, start: at + 2 + digit, length };
  }
  throw new Error('a packet whose length is written in more than four bytes');
}

/** The start of a packet as one that ends there. */
function shortened(all: Buffer, at: number, start: number): Buffer {
  const header = [all[at] ?? 0, (KEPT_BYTES & 0x7f) | 0x80, ((KEPT_BYTES >> 7) & 0x7f) | 0x80, KEPT_BYTES >> 14];
  return Buffer.concat([Uint8Array.from(header), all.subarray(start, start + KEPT_BYTES)]);
}
