import { NO_ENDPOINT } from '../uplink/mac.ts';
import { best, type Reception } from '../uplink/reception.ts';
import { addRadio, type Figures, noFigures, Scope, type ScopeId } from './figures.ts';

/** Seconds of a roll-up's bucket. */
export const HOUR = 3600;
export const DAY = 86_400;
export type Grain = typeof HOUR | typeof DAY;

/** Which rows of the log something occurs in. */
export const PostingKind = { endpoint: 1, station: 2 } as const;
export type PostingKindId = (typeof PostingKind)[keyof typeof PostingKind];

/** What the tail counts of a message. */
export interface Counted {
  seq: number;
  org: number;
  /** `NO_ENDPOINT` is counted for the organization and the stations only. */
  endpoint: number;
  packetCnt: number;
  /** First reception, ns. */
  rxTime: bigint;
  bytes: number;
  duplicate: boolean;
  /** Counters skipped since the endpoint's last message; undefined when the counter went backwards. */
  skipped: number | undefined;
  receptions: readonly Reception[];
}

export interface Posting {
  readonly seqs: number[];
  /** Packet counters beside the seqs; for endpoints only. */
  readonly counters: number[];
}

export interface FigureKey {
  readonly startAt: number;
  readonly scope: ScopeId;
  readonly key: number;
  readonly other: number;
}

/**
 * Everything that is derived from the newest, still unsealed part of the log: who occurs where, and the figures. Held in
 * memory and written when the block is sealed; after a restart it is built again from the log.
 */
export class Tail {
  readonly postings = new Map<PostingKindId, Map<number, Posting>>([
    [PostingKind.endpoint, new Map()],
    [PostingKind.station, new Map()],
  ]);
  /** Per hour; days are added up when the block is sealed. */
  readonly figures = new Map<string, { key: FigureKey; figures: Figures }>();
  firstSeq = 0;
  lastSeq = 0;
  count = 0;
  minRx = 0n;
  maxRx = 0n;

  add(message: Counted): void {
    const { seq, endpoint, org, receptions } = message;
    this.extend(seq);
    this.count++;
    const atMs = Number(message.rxTime / 1_000_000n);
    const top = best(receptions);
    const startAt = bucketStart(atMs, HOUR);
    const counted = [this.#at(startAt, Scope.organization, org, 0)];
    if (endpoint !== NO_ENDPOINT) {
      this.#post(PostingKind.endpoint, endpoint, seq, message.packetCnt);
      counted.push(this.#at(startAt, Scope.endpoint, endpoint, 0));
    }
    for (const figures of counted) {
      figures.messages++;
      if (message.duplicate) figures.duplicates++;
      figures.bytes += message.bytes;
      figures.receptions += receptions.length;
      if (message.skipped === undefined) figures.resets++;
      else figures.lost += message.skipped;
      addRadio(figures, top, atMs);
    }
    let first = true;
    for (const reception of receptions) {
      this.addReception(seq, endpoint, reception, first, message.bytes, message.duplicate);
      first = false;
    }
  }

  /** One station's share; also for a reception that came after the message, under the seq of its own line. */
  addReception(
    seq: number,
    endpoint: number,
    reception: Reception,
    first: boolean,
    bytes: number,
    duplicate: boolean,
  ): void {
    this.#widen(reception.rxTime);
    this.#post(PostingKind.station, reception.station, seq);
    const atMs = Number(reception.rxTime / 1_000_000n);
    const startAt = bucketStart(atMs, HOUR);
    const { station } = reception;
    const counted = [
      this.#at(startAt, Scope.station, station, 0),
      this.#at(startAt, Scope.stationByEndpoint, station, endpoint),
    ];
    if (endpoint !== NO_ENDPOINT) counted.push(this.#at(startAt, Scope.endpointByStation, endpoint, station));
    for (const figures of counted) {
      figures.receptions++;
      figures.bytes += bytes;
      if (first) figures.firsts++;
      if (duplicate) figures.duplicates++;
      addRadio(figures, reception, atMs);
    }
  }

  /** The line of a station is gone before it was sealed; what it was counted for stays. */
  drop(station: number, seq: number): void {
    const seqs = this.postings.get(PostingKind.station)?.get(station)?.seqs ?? [];
    const at = seqs.indexOf(seq);
    if (at >= 0) seqs.splice(at, 1);
  }

  /** A line that is no message of its own (a late reception) took this place in the log. */
  extend(seq: number): void {
    // Built again after a restart, it gets the messages first and the late receptions among them after that.
    if (this.firstSeq === 0 || seq < this.firstSeq) this.firstSeq = seq;
    if (seq > this.lastSeq) this.lastSeq = seq;
  }

  #widen(rxTime: bigint): void {
    if (this.minRx === 0n || rxTime < this.minRx) this.minRx = rxTime;
    if (rxTime > this.maxRx) this.maxRx = rxTime;
  }

  #post(kind: PostingKindId, key: number, seq: number, counter?: number): void {
    const ofKind = this.postings.get(kind);
    let posting = ofKind?.get(key);
    if (!posting) {
      posting = { seqs: [], counters: [] };
      ofKind?.set(key, posting);
    }
    posting.seqs.push(seq);
    if (counter !== undefined) posting.counters.push(counter);
  }

  #at(startAt: number, scope: ScopeId, key: number, other: number): Figures {
    const name = `${startAt} ${scope} ${key} ${other}`;
    let entry = this.figures.get(name);
    if (!entry) {
      entry = { key: { startAt, scope, key, other }, figures: noFigures() };
      this.figures.set(name, entry);
    }
    return entry.figures;
  }
}

/** Start of the UTC-aligned bucket, milliseconds. */
export function bucketStart(atMs: number, grain: Grain): number {
  const length = grain * 1000;
  return Math.floor(atMs / length) * length;
}

/** Whole numbers as variable-length deltas: small, and as fast to read as to skip. */
export function packDeltas(values: readonly number[]): Uint8Array {
  const out: number[] = [];
  let previous = 0;
  for (const value of values) {
    const delta = value - previous;
    previous = value;
    let rest = delta >= 0 ? delta * 2 : -delta * 2 - 1;
    while (rest >= 0x80) {
      out.push((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    out.push(rest);
  }
  return Uint8Array.from(out);
}

export function unpackDeltas(blob: Uint8Array): number[] {
  const values: number[] = [];
  let previous = 0;
  let rest = 0;
  let weight = 1;
  for (const byte of blob) {
    rest += (byte & 0x7f) * weight;
    if (byte & 0x80) {
      weight *= 0x80;
      continue;
    }
    previous += rest % 2 === 0 ? rest / 2 : -(rest + 1) / 2;
    values.push(previous);
    rest = 0;
    weight = 1;
  }
  return values;
}
