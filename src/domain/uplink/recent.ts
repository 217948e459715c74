/** Sealed messages that are still remembered: enough for copies that come seconds late even under load. */
const MAX_OLD = 32_768;
const COUNTERS = 0x1_0000_0000;

/**
 * Where the newest telegrams of each endpoint and counter are: the unsealed part of the log completely, the sealed part as
 * far as it is recent. An index over the history would cost a page to the card per uplink.
 */
export class RecentKeys {
  #fresh = new Map<number, number>();
  #old = new Map<number, number>();
  #blockMessages: number;

  constructor(blockMessages: number) {
    this.#blockMessages = blockMessages;
  }

  /** @param at the message's seq, or the negative id of an open telegram */
  add(endpoint: number, packetCnt: number, at: number): void {
    this.#fresh.set(endpoint * COUNTERS + packetCnt, at);
  }

  find(endpoint: number, packetCnt: number): number | undefined {
    const key = endpoint * COUNTERS + packetCnt;
    return this.#fresh.get(key) ?? this.#old.get(key);
  }

  /** A block was sealed: its telegrams can be found in the postings from now on. */
  sealed(): void {
    if (this.#old.size + this.#blockMessages > MAX_OLD) this.#old = new Map();
    const open = new Map<number, number>();
    for (const [key, at] of this.#fresh) {
      if (at < 0) open.set(key, at);
      else this.#old.set(key, at);
    }
    this.#fresh = open;
  }

  clear(): void {
    this.#fresh = new Map();
    this.#old = new Map();
  }
}
