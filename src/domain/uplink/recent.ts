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
  /** Those of the part of the log that is being sealed: they are in no block yet. */
  #sealing = new Map<number, Places>();
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
    const sealing = this.#sealing.get(key);
    const old = this.#old.get(key);
    if (fresh === undefined && sealing === undefined && old === undefined) return NOWHERE;
    return [...list(fresh), ...list(sealing), ...list(old)];
  }

  /** What is unsealed is being sealed from now on; open telegrams belong to what comes after it. */
  sealing(): void {
    const open = new Map<number, Places>();
    for (const [key, places] of this.#fresh) {
      if (typeof places === 'number' && places >= 0) continue;
      const opened = list(places).filter(at => at < 0);
      if (opened.length === 0) continue;
      open.set(key, opened);
      this.#fresh.set(
        key,
        list(places).filter(at => at >= 0),
      );
    }
    this.#sealing = this.#fresh;
    this.#fresh = open;
  }

  /** The block is sealed: its telegrams can be found in the postings from now on. */
  sealed(): void {
    if (this.#old.size + this.#blockMessages > MAX_OLD) this.#old = new Map();
    for (const [key, places] of this.#sealing) {
      for (const at of list(places).toReversed()) this.#old.set(key, before(at, this.#old.get(key)));
    }
    this.#sealing = new Map();
  }

  clear(): void {
    this.#fresh = new Map();
    this.#sealing = new Map();
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
