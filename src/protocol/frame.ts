/** Identifier and length in front of every payload (BSSCI 3.1). */
export const HEADER_BYTES = 12;
const IDENTIFIER_BYTES = 8;
/** First piece of memory for a payload that comes in pieces: what a peer announces is not believed at once. */
const FIRST_PIECE = 4096;
/** Most chunks end with a frame: what is read of one then is not kept until the next comes. */
const NOTHING = Buffer.alloc(0);

/** The byte stream is not the protocol, or asks for more memory than allowed: there is no way to find the next frame. */
export class FrameError extends Error {}

/**
 * Cuts a byte stream into payloads. A payload that lies within one chunk is a view of it, not a copy, so a view is valid
 * only until its chunk is given up; one that comes in pieces is collected in memory that grows with what arrived.
 */
export class FrameReader {
  /** Longest payload that is accepted; may be raised between two frames. */
  limit: number;
  readonly #identifier: Buffer;
  readonly #empty: boolean;
  #chunk: Buffer = NOTHING;
  #at = 0;
  /** Only for a header that comes in pieces. */
  #header: Buffer | undefined;
  #headed = 0;
  #payload: Buffer | undefined;
  #filled = 0;
  #length = 0;

  /**
   * @param identifier 8 bytes that begin every frame
   * @param empty whether a frame without payload is one; otherwise it is an error
   */
  constructor(identifier: Buffer, limit: number, empty = false) {
    this.#identifier = identifier;
    this.#empty = empty;
    this.limit = limit;
  }

  /** Takes over a chunk. What `next` has not read of earlier chunks stays in front of it. */
  push(chunk: Buffer): void {
    this.#chunk = this.#at < this.#chunk.length ? Buffer.concat([this.#chunk.subarray(this.#at), chunk]) : chunk;
    this.#at = 0;
  }

  /**
   * The next complete payload, or undefined when more bytes are needed.
   * @throws FrameError on a wrong identifier or a length over the limit, as soon as the bytes that show it are there
   */
  next(): Buffer | undefined {
    const chunk = this.#chunk;
    if (this.#headed === 0 && chunk.length - this.#at >= HEADER_BYTES) {
      const length = this.#check(chunk, this.#at, HEADER_BYTES);
      const begin = this.#at + HEADER_BYTES;
      if (chunk.length - begin >= length) {
        this.#at = begin + length;
        return chunk.subarray(begin, this.#at);
      }
    }
    if (this.#at === chunk.length) {
      this.#chunk = NOTHING;
      this.#at = 0;
      return undefined;
    }
    return this.#collect();
  }

  #collect(): Buffer | undefined {
    if (this.#headed < HEADER_BYTES) {
      this.#header ??= Buffer.alloc(HEADER_BYTES);
      const taken = this.#chunk.copy(this.#header, this.#headed, this.#at);
      this.#headed += taken;
      this.#at += taken;
      this.#length = this.#check(this.#header, 0, this.#headed);
      if (this.#headed < HEADER_BYTES) return undefined;
    }
    const available = Math.min(this.#chunk.length - this.#at, this.#length - this.#filled);
    const payload = this.#bufferFor(this.#filled + available);
    this.#chunk.copy(payload, this.#filled, this.#at, this.#at + available);
    this.#at += available;
    this.#filled += available;
    if (this.#filled < this.#length) return undefined;
    this.#payload = undefined;
    this.#header = undefined;
    this.#filled = 0;
    this.#headed = 0;
    return payload.subarray(0, this.#length);
  }

  #bufferFor(bytes: number): Buffer {
    const current = this.#payload;
    if (current && current.length >= bytes) return current;
    const size = Math.min(this.#length, Math.max(bytes, (current?.length ?? 0) * 2, FIRST_PIECE));
    const larger = Buffer.allocUnsafe(size);
    current?.copy(larger, 0, 0, this.#filled);
    this.#payload = larger;
    return larger;
  }

  /** Judges a header of which `known` bytes are there; returns the length once it is complete. */
  #check(bytes: Buffer, at: number, known: number): number {
    const compared = Math.min(known, IDENTIFIER_BYTES);
    if (compared < IDENTIFIER_BYTES) return 0;
    if (this.#identifier.compare(bytes, at, at + IDENTIFIER_BYTES) !== 0) throw new FrameError('wrong identifier');
    if (known < HEADER_BYTES) return 0;
    const length = bytes.readUInt32LE(at + IDENTIFIER_BYTES);
    if (length === 0 && !this.#empty) throw new FrameError('empty frame');
    if (length > this.limit) throw new FrameError('frame too long');
    return length;
  }
}
