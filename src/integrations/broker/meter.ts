/**
 * Follows the packets in a stream of MQTT without keeping any of it: a client says the length of a packet before it sends it, and
 * may say a quarter of a gigabyte.
 */
export class PacketMeter {
  readonly #most: number;
  /** Bytes of the present packet that are still to come. */
  #left = 0;
  /** The length of the next packet as far as it was said: 7 bits a byte. */
  #length = 0;
  #shift = 0;
  #inLength = false;

  /** @param most bytes of a packet behind its length */
  constructor(most: number) {
    this.#most = most;
  }

  /** @returns whether every packet that has begun is as long as it may be */
  passes(bytes: Uint8Array): boolean {
    for (let at = 0; at < bytes.length; ) {
      if (this.#left > 0) {
        const here = Math.min(this.#left, bytes.length - at);
        this.#left -= here;
        at += here;
      } else if (this.#inLength) {
        const byte = bytes[at++] ?? 0;
        this.#length |= (byte & 0x7f) << this.#shift;
        this.#shift += 7;
        if (this.#length > this.#most || this.#shift > 28) return false;
        if ((byte & 0x80) === 0) {
          this.#left = this.#length;
          this.#inLength = false;
        }
      } else {
        at++;
        this.#inLength = true;
        this.#length = this.#shift = 0;
      }
    }
    return true;
  }
}
