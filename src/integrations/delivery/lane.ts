import type { ItemsRead } from '../../domain/integration/integration-records.ts';
import type { Notifier } from '../../kit/notifier.ts';
import type { Item, Stream } from '../driver.ts';

/** An item that is told how often it was given out. */
export type CountedItem = Item & { attempt: number };

/** Items read in one go. */
const CHUNK = 64;

/** Everything that is about one of these keeps its order; what is about none, too. */
export const orderKey = ({ epEui, bsEui }: Pick<Item, 'epEui' | 'bsEui'>): string => epEui ?? bsEui ?? '';

interface Entry {
  readonly place: number;
  readonly key: string;
  /** Undefined once it is settled. */
  item: CountedItem | undefined;
  /** How often it was given out: it may be with the target, by this connection or an earlier one. */
  attempts: number;
}

/** Items of a lane that are sent together, in the order of their places. */
export interface LaneBatch {
  readonly lane: Lane;
  readonly items: readonly Item[];
  readonly keys: ReadonlySet<string>;
}

/** A cursor, and what is to be stored with it. */
export interface Mark {
  readonly cursor: number;
  readonly delivered: number;
  readonly settled: number;
}

export interface LaneOptions {
  readonly stream: Stream;
  /** Everything up to there is settled. */
  readonly cursor: number;
  /** The last place it goes to; undefined: it has no end. */
  readonly end?: number | undefined;
  readonly news: Notifier;
  read(after: number, limit: number): Omit<ItemsRead, 'items'> & { readonly items: readonly CountedItem[] };
}

/**
 * One cursor of one stream: reads ahead, gives out what may be sent, and knows the lowest place that is not settled. An item of which
 * it is not known what became is given out again.
 */
export class Lane {
  readonly #options: LaneOptions;
  /** From the lowest place that is not settled on, in order. */
  #entries: Entry[] = [];
  /** Those of them that are not given out. */
  #waiting: Entry[] = [];
  /** Settled ones among them. */
  #above = 0;
  /** Settled items up to the cursor, and how many of these were accepted, since the cursor was stored. */
  #settled = 0;
  #delivered = 0;
  #cursor: number;
  #stored: number;
  #readTo: number;
  /** Places beyond the cursor that will be read again and may be with the target already: how often each was given out. */
  #known = new Map<number, { readonly settled: boolean; readonly attempts: number }>();
  /** The version of the log in which nothing was left to be read. */
  #endSeen: number | undefined;
  /** What comes next is not settled, and there was no room for it. */
  #needsRoom = false;
  #oldestAt: number | undefined;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#cursor = options.cursor;
    this.#stored = options.cursor;
    this.#readTo = options.cursor;
  }

  get stream(): Stream {
    return this.#options.stream;
  }

  /** Everything up to there is accepted, parked, or not for it. */
  get cursor(): number {
    return this.#cursor;
  }

  /** Items in memory, and settled ones beyond the stored cursor: what may have been sent and would be sent again after a kill. */
  get beyond(): number {
    return this.#entries.length + this.#settled + this.#known.size;
  }

  /** Settled items that storing the cursor would be the end of. */
  get settled(): number {
    return this.#settled;
  }

  /** Whether everything there is was given out and settled. */
  get idle(): boolean {
    return this.atEnd && this.pending === 0;
  }

  /** Whether nothing was left to be read, and nothing new was told of since. */
  get atEnd(): boolean {
    const { end, news } = this.#options;
    return (end !== undefined && this.#readTo >= end) || this.#endSeen === news.version;
  }

  /** Whether it has an end and has come to it. */
  get finished(): boolean {
    const { end } = this.#options;
    return end !== undefined && this.#cursor >= end;
  }

  /** When the oldest item that is not settled was stored, milliseconds; undefined: none is known. */
  get oldestAt(): number | undefined {
    return this.#entries[0]?.item?.storedAt ?? (this.atEnd ? undefined : this.#oldestAt);
  }

  /** Items in memory that are not settled. */
  get pending(): number {
    return this.#entries.length - this.#above;
  }

  /** @param room items that it may take more */
  canRead(room: number): boolean {
    return !this.atEnd && (room > 0 || (this.#known.size > 0 && !this.#needsRoom));
  }

  /** Reads a part more; what may be with the target already takes no more room. @returns whether something waits that did not before */
  read(room: number): boolean {
    const { news, read, end = Number.POSITIVE_INFINITY } = this.#options;
    const { version } = news;
    const { items, upTo, more } = read(this.#readTo, Math.min(CHUNK, room + this.#known.size));
    let left = room;
    const waited = this.#waiting.length;
    this.#needsRoom = false;
    for (const item of items) {
      const { place } = item;
      if (place > end) break;
      if (!this.#known.has(place)) {
        if (left <= 0) {
          this.#needsRoom = true;
          this.#readTo = place - 1;
          break;
        }
        left--;
      }
      this.#add(item);
    }
    if (!this.#needsRoom) this.#readTo = Math.max(this.#readTo, Math.min(upTo, end));
    this.#endSeen = more || this.#needsRoom ? undefined : version;
    // What is not for it any more by now.
    this.#forget(this.#readTo);
    this.#proceed();
    return this.#waiting.length > waited;
  }

  #add(item: CountedItem): void {
    const { place } = item;
    const { settled = false, attempts = 0 } = this.#known.get(place) ?? {};
    this.#known.delete(place);
    const entry: Entry = { place, key: orderKey(item), item: settled ? undefined : item, attempts };
    this.#entries.push(entry);
    if (settled) this.#above++;
    else this.#waiting.push(entry);
  }

  #forget(upTo: number): void {
    for (const [place, { settled }] of this.#known) {
      if (place > upTo) continue;
      this.#known.delete(place);
      if (settled) this.#settled++;
    }
  }

  /** How many items could be sent together now, `limit` at most. */
  sendable(limit: number, busy: ReadonlySet<string>): number {
    let count = 0;
    for (const { key } of this.#waiting) if (!busy.has(key) && ++count === limit) break;
    return count;
  }

  /** Gives out what comes next of those that nothing is under way of, `limit` at most. */
  take(limit: number, busy: ReadonlySet<string>): LaneBatch | undefined {
    const items: Item[] = [];
    const keys = new Set<string>();
    const left: Entry[] = [];
    let at = 0;
    for (; at < this.#waiting.length && items.length < limit; at++) {
      const entry = this.#waiting[at];
      if (!entry?.item) continue;
      if (busy.has(entry.key)) left.push(entry);
      else {
        entry.item.attempt = ++entry.attempts;
        items.push(entry.item);
        keys.add(entry.key);
      }
    }
    if (items.length === 0) return undefined;
    this.#waiting.splice(0, at, ...left);
    return { lane: this, items, keys };
  }

  /** These, which were given out, are sent once more. */
  again(items: readonly Item[]): void {
    const places = new Set(items.map(({ place }) => place));
    for (const entry of this.#entries) if (entry.item && places.has(entry.place)) entry.item.attempt = ++entry.attempts;
  }

  /** These are accepted or, else, parked. */
  settle(items: readonly Item[], accepted: boolean): void {
    const places = items.length === 1 ? undefined : new Set(items.map(({ place }) => place));
    const [only] = items;
    for (const entry of this.#entries) {
      if (!entry.item || !(places ? places.has(entry.place) : entry.place === only?.place)) continue;
      entry.item = undefined;
      this.#above++;
      if (!places) break;
    }
    if (accepted) this.#delivered += items.length;
    this.#proceed();
  }

  /** The cursor follows what is settled without a gap. */
  #proceed(): void {
    let passed = 0;
    while (passed < this.#entries.length && !this.#entries[passed]?.item) passed++;
    if (passed > 0) {
      this.#entries.splice(0, passed);
      this.#above -= passed;
      this.#settled += passed;
    }
    const [first] = this.#entries;
    this.#cursor = first ? first.place - 1 : this.#readTo;
  }

  /** What became of that which is under way is not known: all that is not settled is read again, and nothing else is sent again. */
  rewind(): void {
    this.#oldestAt = this.oldestAt;
    for (const { place, item, attempts } of this.#entries) {
      if (attempts > 0) this.#known.set(place, { settled: !item, attempts });
    }
    this.#entries = [];
    this.#waiting = [];
    this.#above = 0;
    this.#readTo = this.#cursor;
    this.#endSeen = undefined;
    this.#needsRoom = false;
  }

  /** What its target has got already is not for it. Only while nothing is under way; never goes back. */
  skipTo(cursor: number): void {
    if (cursor <= this.#cursor) return;
    this.rewind();
    this.#cursor = cursor;
    this.#readTo = cursor;
    this.#forget(cursor);
  }

  /** Undefined: the stored cursor says all. */
  mark(): Mark | undefined {
    if (this.#cursor === this.#stored && this.#delivered === 0) return undefined;
    return { cursor: this.#cursor, delivered: this.#delivered, settled: this.#settled };
  }

  /** It is stored. */
  marked({ cursor, delivered, settled }: Mark): void {
    this.#stored = cursor;
    this.#delivered -= delivered;
    this.#settled -= settled;
  }
}
