import { MS_NS } from '../../../kit/units.ts';
import { NO_ENDPOINT } from '../identity.ts';

/** What is kept of a message: its place in the rows of `Samples`. */
const Message = { org: 0, key: 1, at: 2, bytes: 3, snr: 4, rssi: 5, eqSnr: 6, skipped: 7, words: 8, seq: 9 } as const;
const MESSAGE_LENGTH = 10;
/** Likewise of a reception. `sole`: how many messages more, or less, only this station has heard. */
const Copy = {
  org: 0,
  key: 1,
  at: 2,
  bytes: 3,
  station: 4,
  snr: 5,
  rssi: 6,
  eqSnr: 7,
  receptions: 8,
  sole: 9,
  own: 10,
} as const;
const COPY_LENGTH = 11;
/** Rows that there is room for at first. */
const FIRST_ROWS = 64;
/** Pairs of words that are told apart: stations send free text. */
const MOST_WORDS = 256;
/** Rows are numbered below it. */
const MOST_ROWS = 2 ** 20;

/** Whose a message is. */
export interface SampleOwner {
  readonly org: number;
  /** Row id. */
  readonly endpoint: number;
  readonly duplicate: boolean;
  /** Radio time of the message, milliseconds. */
  readonly atMs: number;
  /** Of its payload. */
  readonly bytes: number;
}

/** Radio values of a reception. */
export interface SampleRadio {
  readonly snr: number;
  readonly rssi: number;
  readonly eqSnr?: number | undefined;
}

/** A reception as its station counts it: at its own time. */
export interface SampleReception extends SampleRadio {
  readonly station: number;
  /** Nanoseconds. */
  readonly rxTime: bigint;
  readonly profile?: string | undefined;
  readonly mode?: string | undefined;
}

/** What a station said of a reception in words. */
export interface SampleWords {
  readonly profile: string;
  readonly mode: string;
}

/** What stations receive is counted as if they were the endpoints of an organization with this row id, which none has. */
export const STATIONS = 0;

/** Where samples are put when they are read; the values are those of the last call only. */
export interface SampleSink {
  message(
    atMs: number,
    bytes: number,
    snr: number,
    rssi: number,
    eqSnr: number,
    skipped: number,
    words: SampleWords | undefined,
  ): void;
  copy(
    station: number,
    bytes: number,
    snr: number,
    rssi: number,
    eqSnr: number,
    receptions: number,
    sole: number,
    ownMs: number,
  ): void;
}

/** The rows of one group, by the keys they belong to. */
export interface SampleGroup {
  readonly messages: number[];
  readonly copies: number[];
}

/** Packet counters went backwards: nothing is known of what was lost. */
export const RESET = -1;

/** Messages of an endpoint and those that used a counter again are counted apart, under one key each. */
export const keyOf = (endpoint: number, duplicate: boolean): number => endpoint * 2 + (duplicate ? 1 : 0);

/** Rows of numbers outside of the heap: that of a block is half a megabyte, and the collector need not look at it. */
class Rows {
  readonly #length: number;
  #order = new Float64Array(0);
  values = new Float64Array(0);
  /** Numbers, not rows. */
  size = 0;

  constructor(length: number) {
    this.#length = length;
  }

  /** @returns where the next row begins */
  next(): number {
    const at = this.size;
    this.size += this.#length;
    if (this.size > this.values.length) {
      const larger = new Float64Array(Math.max(this.values.length * 2, FIRST_ROWS * this.#length));
      larger.set(this.values);
      this.values = larger;
    }
    return at;
  }

  value(at: number): number {
    return this.values[at] ?? 0;
  }

  /** Whether no row is outside of a time range. */
  areWithin(timeAt: number, fromMs: number, toMs: number): boolean {
    for (let at = timeAt; at < this.size; at += this.#length) {
      const atMs = this.value(at);
      if (atMs < fromMs || atMs >= toMs) return false;
    }
    return true;
  }

  /** Copies rows of a time range from another one. */
  take(from: Rows, timeAt: number, fromMs: number, toMs: number): void {
    for (let at = 0; at < from.size; at += this.#length) {
      const atMs = from.value(at + timeAt);
      if (atMs < fromMs || atMs >= toMs) continue;
      const to = this.next();
      this.values.set(from.values.subarray(at, at + this.#length), to);
    }
  }

  /** In the order of a field, and rows alike in it in the order they came; until it is asked for again. */
  sorted(places: readonly number[], field: number): Float64Array {
    // Lying outside of the heap, an array for each call would wait for a collection that it does not bring nearer.
    if (this.#order.length < places.length) this.#order = new Float64Array(2 * places.length);
    const order = this.#order.subarray(0, places.length);
    for (const [n, at] of places.entries()) order[n] = this.value(at + field) * MOST_ROWS + at / this.#length;
    order.sort();
    for (const [n, value] of order.entries()) order[n] = (value % MOST_ROWS) * this.#length;
    return order;
  }
}

/**
 * What is counted of messages and of their receptions, in the order it came and as plain numbers: of thousands of endpoints nearly each
 * message is another one's, and a record of its own for each would be more than the uplink itself. `eqSnr` that was not said is NaN.
 */
export class Samples {
  readonly #messages = new Rows(MESSAGE_LENGTH);
  readonly #copies = new Rows(COPY_LENGTH);
  /** By their number in a row, less one: stations say the same few again and again. */
  readonly #words: SampleWords[];
  readonly #numbers: Map<string, number>;

  /** @param of samples whose words are known by the same numbers */
  constructor(of?: Samples) {
    this.#words = of ? of.#words : [];
    this.#numbers = of ? of.#numbers : new Map();
  }

  /** @param top of the best reception; undefined: no station was counted yet @param skipped undefined: the counter went backwards */
  message(owner: SampleOwner, top: SampleRadio, skipped: number | undefined, { words = 0, seq = 0 } = {}): void {
    const at = this.#messages.next();
    const { values } = this.#messages;
    values[at + Message.org] = owner.org;
    values[at + Message.key] = keyOf(owner.endpoint, owner.duplicate);
    values[at + Message.at] = owner.atMs;
    values[at + Message.bytes] = owner.bytes;
    values[at + Message.snr] = top.snr;
    values[at + Message.rssi] = top.rssi;
    values[at + Message.eqSnr] = top.eqSnr ?? Number.NaN;
    values[at + Message.skipped] = skipped ?? RESET;
    values[at + Message.words] = words;
    values[at + Message.seq] = seq;
  }

  /** A message has got a copy that came late: its own values are those of the best one. @returns whether it is one of these */
  better(seq: number, top: SampleRadio): boolean {
    const m = this.#messages;
    for (let at = m.size - MESSAGE_LENGTH; at >= 0; at -= MESSAGE_LENGTH) {
      if (m.value(at + Message.seq) !== seq) continue;
      m.values[at + Message.snr] = top.snr;
      m.values[at + Message.rssi] = top.rssi;
      m.values[at + Message.eqSnr] = top.eqSnr ?? Number.NaN;
      return true;
    }
    return false;
  }

  /** @param sole whether no other station has heard it */
  copy(owner: SampleOwner, { station, rxTime, ...radio }: SampleReception, sole: boolean): void {
    this.#copy(owner, station, owner.bytes, radio, 1, sole ? 1 : 0, Number(rxTime / MS_NS));
  }

  /** Counts a reception for its station. @param first whether no other station reported the message before */
  reception(
    copy: SampleReception,
    first: boolean,
    { bytes, duplicate }: Pick<SampleOwner, 'bytes' | 'duplicate'>,
  ): void {
    const atMs = Number(copy.rxTime / MS_NS);
    const owner = { org: STATIONS, endpoint: copy.station, duplicate, atMs, bytes };
    this.message(owner, copy, first ? 1 : 0, { words: this.#numberOf(copy) });
  }

  /** A message that was counted as heard by this station alone has been heard by another one, too. */
  notSole(owner: SampleOwner, station: number): void {
    this.#copy(owner, station, 0, { snr: 0, rssi: 0 }, 0, -1, owner.atMs);
  }

  get empty(): boolean {
    return this.#messages.size === 0 && this.#copies.size === 0;
  }

  /** Begins anew, in the room there is. */
  clear(): void {
    this.#messages.size = 0;
    this.#copies.size = 0;
  }

  /** Those of a time range, milliseconds, [from, to). Itself, if these are all: nobody may add to what is found. */
  within(fromMs: number, toMs: number): Samples {
    const isAll = this.#messages.areWithin(Message.at, fromMs, toMs) && this.#copies.areWithin(Copy.at, fromMs, toMs);
    return isAll ? this : this.copiedWithin(fromMs, toMs);
  }

  /** Likewise, to be added to. */
  copiedWithin(fromMs: number, toMs: number): Samples {
    const found = new Samples(this);
    found.#messages.take(this.#messages, Message.at, fromMs, toMs);
    found.#copies.take(this.#copies, Copy.at, fromMs, toMs);
    return found;
  }

  /** The receptions of one station. */
  only(station: number): Samples {
    const found = new Samples(this);
    const m = this.#messages;
    for (let at = 0; at < m.size; at += MESSAGE_LENGTH) {
      if (Math.floor(m.value(at + Message.key) / 2) !== station) continue;
      const to = found.#messages.next();
      found.#messages.values.set(m.values.subarray(at, at + MESSAGE_LENGTH), to);
    }
    return found;
  }

  /**
   * Sorts the rows by what they are counted for.
   * @param nameOf the name of a group; undefined leaves a row out
   */
  grouped<K>(nameOf: (org: number, key: number, atMs: number) => K | undefined): Map<K, SampleGroup> {
    const groups = new Map<K, SampleGroup>();
    const into = (rows: Rows, at: number, kind: keyof SampleGroup) => {
      const name = nameOf(rows.value(at), rows.value(at + 1), rows.value(at + 2));
      if (name === undefined) return;
      let group = groups.get(name);
      if (!group) {
        group = { messages: [], copies: [] };
        groups.set(name, group);
      }
      group[kind].push(at);
    };
    for (let at = 0; at < this.#messages.size; at += MESSAGE_LENGTH) into(this.#messages, at, 'messages');
    for (let at = 0; at < this.#copies.size; at += COPY_LENGTH) into(this.#copies, at, 'copies');
    return groups;
  }

  /** How many messages each key has of some rows. */
  countsOf(messages: readonly number[]): Map<number, number> {
    const counts = new Map<number, number>();
    for (const at of messages) {
      const key = this.#messages.value(at + Message.key);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts;
  }

  /** Of the messages of a group. */
  keysOf({ messages }: SampleGroup): Set<number> {
    return new Set(messages.map(at => this.#messages.value(at + Message.key)));
  }

  /** The endpoints that sent the messages of a group, those of messages with a counter that was used before under 1. */
  endpointsOf(group: SampleGroup): Map<number, Set<number>> {
    const found = new Map<number, Set<number>>();
    for (const key of this.keysOf(group)) {
      const endpoint = Math.floor(key / 2);
      if (endpoint === NO_ENDPOINT) continue;
      const ids = found.get(key % 2);
      if (ids) ids.add(endpoint);
      else found.set(key % 2, new Set([endpoint]));
    }
    return found;
  }

  /** Reads the rows of a group. @param sinkOf where those of a key are put */
  read({ messages, copies }: SampleGroup, sinkOf: (key: number) => SampleSink): void {
    for (const at of messages) this.#readMessage(at, sinkOf(this.#messages.value(at + Message.key)));
    for (const at of copies) this.#readCopy(at, sinkOf(this.#copies.value(at + Copy.key)));
  }

  /** Reads the rows of a group into one sink, those of the lowest key first. @returns each key when all of it is read */
  *readByKey(group: SampleGroup, sink: SampleSink): Generator<number> {
    const messages = this.#messages.sorted(group.messages, Message.key);
    const copies = this.#copies.sorted(group.copies, Copy.key);
    const messageKey = (n: number) => keyAt(this.#messages, messages[n], Message.key);
    const copyKey = (n: number) => keyAt(this.#copies, copies[n], Copy.key);
    let [message, copy] = [0, 0];
    while (message < messages.length || copy < copies.length) {
      const key = Math.min(messageKey(message), copyKey(copy));
      while (messageKey(message) === key) this.#readMessage(messages[message++] ?? 0, sink);
      while (copyKey(copy) === key) this.#readCopy(copies[copy++] ?? 0, sink);
      yield key;
    }
  }

  #copy(
    owner: SampleOwner,
    station: number,
    bytes: number,
    radio: SampleRadio,
    receptions: number,
    sole: number,
    ownMs: number,
  ): void {
    const at = this.#copies.next();
    const { values } = this.#copies;
    values[at + Copy.org] = owner.org;
    values[at + Copy.key] = keyOf(owner.endpoint, owner.duplicate);
    values[at + Copy.at] = owner.atMs;
    values[at + Copy.bytes] = bytes;
    values[at + Copy.station] = station;
    values[at + Copy.snr] = radio.snr;
    values[at + Copy.rssi] = radio.rssi;
    values[at + Copy.eqSnr] = radio.eqSnr ?? Number.NaN;
    values[at + Copy.receptions] = receptions;
    values[at + Copy.sole] = sole;
    values[at + Copy.own] = ownMs;
  }

  #numberOf({ profile = '', mode = '' }: SampleReception): number {
    if (profile === '' && mode === '') return 0;
    const name = `${profile}\n${mode}`;
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    if (this.#words.length === MOST_WORDS) return 0;
    const number = this.#words.push({ profile, mode });
    this.#numbers.set(name, number);
    return number;
  }

  #readMessage(at: number, sink: SampleSink): void {
    const m = this.#messages;
    sink.message(
      m.value(at + Message.at),
      m.value(at + Message.bytes),
      m.value(at + Message.snr),
      m.value(at + Message.rssi),
      m.value(at + Message.eqSnr),
      m.value(at + Message.skipped),
      this.#words[m.value(at + Message.words) - 1],
    );
  }

  #readCopy(at: number, sink: SampleSink): void {
    const c = this.#copies;
    sink.copy(
      c.value(at + Copy.station),
      c.value(at + Copy.bytes),
      c.value(at + Copy.snr),
      c.value(at + Copy.rssi),
      c.value(at + Copy.eqSnr),
      c.value(at + Copy.receptions),
      c.value(at + Copy.sole),
      c.value(at + Copy.own),
    );
  }
}

/** Behind the last row there is no key. */
function keyAt(rows: Rows, at: number | undefined, field: number): number {
  return at === undefined ? Number.POSITIVE_INFINITY : rows.value(at + field);
}
