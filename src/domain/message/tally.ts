import { HOUR_S } from '../../kit/units.ts';
import type { CountedCopy } from './counted-copies.ts';
import { addRadio, bucketStart, type Figures, noFigures, Scope } from './figures.ts';
import { NO_ENDPOINT } from './identity.ts';
import type { KeyedFigures } from './packed-figures.ts';
import { type Posting, PostingKind, type PostingKindId } from './postings.ts';
import { best } from './reception.ts';
import { Samples } from './samples.ts';

/** What is counted of a message. */
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
  receptions: readonly CountedCopy[];
}

/** Figures of one hour by scope: of organizations, endpoints and stations by their row id, of pairs by that of both. */
export type HourScope =
  | typeof Scope.organization
  | typeof Scope.endpoint
  | typeof Scope.endpointByStation
  | typeof Scope.station;
type Hour = Readonly<Record<HourScope, Map<number, KeyedFigures>>>;

/** Row ids of stations are below it. */
const STATIONS = 2 ** 20;

/**
 * What is derived from messages: who occurs where, and the figures. That of the unsealed part of the log is held in memory and
 * written when its block is sealed; after a restart it is counted again.
 */
export class Tally {
  readonly postings = new Map<PostingKindId, Map<number, Posting>>([
    [PostingKind.endpoint, new Map()],
    [PostingKind.station, new Map()],
  ]);
  /** For those who seal: they fill it. */
  readonly samples: Samples;
  readonly #hours = new Map<number, Hour>();
  firstSeq = 0;
  lastSeq = 0;
  count = 0;
  minRx = 0n;
  maxRx = 0n;

  /** @param samples empty ones, with room that was needed before */
  constructor(samples = new Samples()) {
    this.samples = samples;
  }

  add(message: Counted): void {
    const { seq, endpoint, org, receptions } = message;
    this.extend(seq);
    this.count++;
    const atMs = Number(message.rxTime / 1_000_000n);
    const startAt = bucketStart(atMs, HOUR_S);
    const counted = [this.#at(startAt, Scope.organization, org, 0)];
    if (endpoint !== NO_ENDPOINT) {
      this.#post(PostingKind.endpoint, endpoint, seq, message.packetCnt);
      counted.push(this.#at(startAt, Scope.endpoint, endpoint, 0));
    }
    for (const figures of counted) addMessage(figures, message, atMs);
    let first = true;
    for (const reception of receptions) {
      this.addReception(seq, endpoint, reception, first, message.bytes, message.duplicate);
      first = false;
    }
  }

  /**
   * The figures per hour; days are added up later. A pair is counted once, as that of its endpoint and a station; what stations hear
   * of no endpoint (`NO_ENDPOINT`) is in it too.
   */
  *counted(): Generator<KeyedFigures> {
    for (const hour of this.#hours.values()) for (const ofScope of Object.values(hour)) yield* ofScope.values();
  }

  /** Likewise of one scope. */
  *countedOf(scope: HourScope): Generator<KeyedFigures> {
    for (const hour of this.#hours.values()) yield* hour[scope].values();
  }

  /** Lines and figures that are written when it is sealed. */
  get rows(): number {
    let rows = 0;
    for (const keys of this.postings.values()) rows += keys.size;
    for (const hour of this.#hours.values()) for (const ofScope of Object.values(hour)) rows += ofScope.size;
    return rows;
  }

  /** One station's share; also for a reception that came after the message, under the seq of its own line. */
  addReception(
    seq: number,
    endpoint: number,
    reception: CountedCopy,
    first: boolean,
    bytes: number,
    duplicate: boolean,
  ): void {
    this.#widen(reception.rxTime);
    this.#post(PostingKind.station, reception.station, seq);
    const atMs = Number(reception.rxTime / 1_000_000n);
    const startAt = bucketStart(atMs, HOUR_S);
    const { station } = reception;
    const counted = [
      this.#at(startAt, Scope.station, station, 0),
      this.#at(startAt, Scope.endpointByStation, endpoint, station),
    ];
    for (const figures of counted) addCopy(figures, reception, { first, bytes, duplicate }, atMs);
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

  #at(startAt: number, scope: HourScope, key: number, other: number): Figures {
    let hour = this.#hours.get(startAt);
    if (!hour) {
      hour = {
        [Scope.organization]: new Map(),
        [Scope.endpoint]: new Map(),
        [Scope.endpointByStation]: new Map(),
        [Scope.station]: new Map(),
      };
      this.#hours.set(startAt, hour);
    }
    const ofScope = hour[scope];
    const name = key * STATIONS + other;
    let entry = ofScope.get(name);
    if (!entry) {
      entry = { key: { startAt, scope, key, other }, figures: noFigures() };
      ofScope.set(name, entry);
    }
    return entry.figures;
  }
}

/** Counts a message for its organization or endpoint. */
export function addMessage(
  to: Figures,
  { bytes, duplicate, skipped, receptions }: Pick<Counted, 'bytes' | 'duplicate' | 'skipped' | 'receptions'>,
  atMs: number,
): void {
  to.messages++;
  if (duplicate) to.duplicates++;
  to.bytes += bytes;
  to.receptions += receptions.length;
  if (skipped === undefined) to.resets++;
  else to.lost += skipped;
  addRadio(to, best(receptions), atMs);
}

/** Counts a reception for its station, or for that and the endpoint. */
export function addCopy(
  to: Figures,
  copy: CountedCopy,
  { first, bytes, duplicate }: { readonly first: boolean } & Pick<Counted, 'bytes' | 'duplicate'>,
  atMs: number,
): void {
  to.receptions++;
  to.bytes += bytes;
  if (first) to.firsts++;
  if (duplicate) to.duplicates++;
  addRadio(to, copy, atMs);
}
