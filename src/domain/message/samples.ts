import { NO_ENDPOINT } from './identity.ts';

/** What is kept of a message: its place in the rows of `Samples`. */
const Message = { org: 0, key: 1, at: 2, bytes: 3, snr: 4, rssi: 5, eqSnr: 6, skipped: 7 } as const;
const MESSAGE_LENGTH = 8;
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
} as const;
const COPY_LENGTH = 10;

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

/** Where samples are put when they are read; the values are those of the last call only. */
export interface SampleSink {
  message(atMs: number, bytes: number, snr: number, rssi: number, eqSnr: number, skipped: number): void;
  copy(
    station: number,
    bytes: number,
    snr: number,
    rssi: number,
    eqSnr: number,
    receptions: number,
    sole: number,
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

/**
 * What is counted of messages and of their receptions, in the order it came and as plain numbers: of thousands of endpoints nearly each
 * message is another one's, and a record of its own for each would be more than the uplink itself. `eqSnr` that was not said is NaN.
 */
export class Samples {
  readonly #messages: number[] = [];
  readonly #copies: number[] = [];

  /** @param top of the best reception; undefined: no station was counted yet @param skipped undefined: the counter went backwards */
  message(owner: SampleOwner, top: SampleRadio, skipped: number | undefined): void {
    const { org, endpoint, duplicate, atMs, bytes } = owner;
    const { snr, rssi, eqSnr = Number.NaN } = top;
    this.#messages.push(org, keyOf(endpoint, duplicate), atMs, bytes, snr, rssi, eqSnr, skipped ?? RESET);
  }

  /** @param sole whether no other station has heard it */
  copy(owner: SampleOwner, station: number, radio: SampleRadio, sole: boolean): void {
    const { org, endpoint, duplicate, atMs, bytes } = owner;
    const { snr, rssi, eqSnr = Number.NaN } = radio;
    this.#copies.push(org, keyOf(endpoint, duplicate), atMs, bytes, station, snr, rssi, eqSnr, 1, sole ? 1 : 0);
  }

  /** A message that was counted as heard by this station alone has been heard by another one, too. */
  notSole({ org, endpoint, duplicate, atMs }: SampleOwner, station: number): void {
    this.#copies.push(org, keyOf(endpoint, duplicate), atMs, 0, station, 0, 0, Number.NaN, 0, -1);
  }

  get empty(): boolean {
    return this.#messages.length === 0 && this.#copies.length === 0;
  }

  /** Those of a time range, milliseconds, [from, to). */
  within(fromMs: number, toMs: number): Samples {
    const found = new Samples();
    const copy = (rows: readonly number[], length: number, into: number[]) => {
      for (let at = 0; at < rows.length; at += length) {
        const atMs = rows[at + Message.at] as number;
        if (atMs < fromMs || atMs >= toMs) continue;
        for (let field = at; field < at + length; field++) into.push(rows[field] as number);
      }
    };
    copy(this.#messages, MESSAGE_LENGTH, found.#messages);
    copy(this.#copies, COPY_LENGTH, found.#copies);
    return found;
  }

  /**
   * Sorts the rows by what they are counted for.
   * @param nameOf the name of a group; undefined leaves a row out
   */
  grouped<K>(nameOf: (org: number, key: number, atMs: number) => K | undefined): Map<K, SampleGroup> {
    const groups = new Map<K, SampleGroup>();
    const into = (rows: readonly number[], at: number, kind: keyof SampleGroup) => {
      const name = nameOf(rows[at] as number, rows[at + 1] as number, rows[at + 2] as number);
      if (name === undefined) return;
      let group = groups.get(name);
      if (!group) {
        group = { messages: [], copies: [] };
        groups.set(name, group);
      }
      group[kind].push(at);
    };
    for (let at = 0; at < this.#messages.length; at += MESSAGE_LENGTH) into(this.#messages, at, 'messages');
    for (let at = 0; at < this.#copies.length; at += COPY_LENGTH) into(this.#copies, at, 'copies');
    return groups;
  }

  /** How many messages each key has of some rows. */
  countsOf(messages: readonly number[]): Map<number, number> {
    const counts = new Map<number, number>();
    for (const at of messages) {
      const key = this.#messages[at + Message.key] as number;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts;
  }

  /** Of the messages of a group. */
  keysOf({ messages }: SampleGroup): Set<number> {
    return new Set(messages.map(at => this.#messages[at + Message.key] as number));
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
    const value = (rows: readonly number[], at: number, field: number) => rows[at + field] as number;
    for (const at of messages) {
      const m = (field: number) => value(this.#messages, at, field);
      const sink = sinkOf(m(Message.key));
      sink.message(
        m(Message.at),
        m(Message.bytes),
        m(Message.snr),
        m(Message.rssi),
        m(Message.eqSnr),
        m(Message.skipped),
      );
    }
    for (const at of copies) {
      const c = (field: number) => value(this.#copies, at, field);
      const sink = sinkOf(c(Copy.key));
      sink.copy(
        c(Copy.station),
        c(Copy.bytes),
        c(Copy.snr),
        c(Copy.rssi),
        c(Copy.eqSnr),
        c(Copy.receptions),
        c(Copy.sole),
      );
    }
  }
}
