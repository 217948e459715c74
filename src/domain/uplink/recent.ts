/** Sealed messages that are still remembered: enough for copies that come seconds late even under load. */
const MAX_OLD = 32_768;
const COUNTERS = 0x1_0000_0000;
/** Telegrams under one counter: it begins anew with each attach, and there are devices that never move it on. */
const MAX_UNDER_ONE = 16;

/** One place, as nearly always; of several the newest first. */
type Places = number | readonly number[];

const NOWHERE: readonly number[] = [];

/**
 * Where the newest telegrams of each endpoint and counter are: the unsealed part of the log completely, the sealed part as
 * far as it is recent. An index over the history would cost a page to the card per uplink.
 */
export class RecentKeys {
  #fresh = new Map<number, Places>();
  #old = new Map<number, Places>();
  #blockMessages: number;

  constructor(blockMessages: number) {
    this.#blockMessages = blockMessages;
  }

  /** @param at the message's seq, or the negative id of an open telegram */
  add(endpoint: number, packetCnt: number, at: number): void {
    const key = endpoint * COUNTERS + packetCnt;
    this.#fresh.set(key, before(at, this.#fresh.get(key)));
  }

  /** An open telegram became a message. */
  moved(endpoint: number, packetCnt: number, id: number, seq: number): void {
    const key = endpoint * COUNTERS + packetCnt;
    const places = this.#fresh.get(key);
    if (typeof places !== 'object') this.#fresh.set(key, seq);
    else {
      const moved = places.map(at => (at === -id ? seq : at));
      this.#fresh.set(key, moved);
    }
  }

  /** Newest first. */
  find(endpoint: number, packetCnt: number): readonly number[] {
    const key = endpoint * COUNTERS + packetCnt;
    const fresh = this.#fresh.get(key);
    const old = this.#old.get(key);
    if (fresh === undefined && old === undefined) return NOWHERE;
    return [...list(fresh), ...list(old)];
  }

  /** A block was sealed: its telegrams can be found in the postings from now on. */
  sealed(): void {
    if (this.#old.size + this.#blockMessages > MAX_OLD) this.#old = new Map();
    const open = new Map<number, Places>();
    for (const [key, places] of this.#fresh) {
      for (const at of list(places).toReversed()) {
        const to = at < 0 ? open : this.#old;
        to.set(key, before(at, to.get(key)));
      }
    }
    this.#fresh = open;
  }

  clear(): void {
    this.#fresh = new Map();
    this.#old = new Map();
  }
}

function before(at: number, places: Places | undefined): Places {
  return places === undefined ? at : [at, ...list(places)].slice(0, MAX_UNDER_ONE);
}

function list(places: Places | undefined): readonly number[] {
  if (places === undefined) return NOWHERE;
  return typeof places === 'number' ? [places] : places;
}
