import { NO_ENDPOINT } from '../identity.ts';
import { type Posting, PostingKind, type PostingKindId } from '../postings.ts';
import { best } from '../reception.ts';
import type { CountedCopy } from './counted-copies.ts';
import { type SampleOwner, Samples } from './samples.ts';
import { sampleLate, sampleMessage } from './sampling.ts';

/** What is counted of a message. */
export interface Counted extends SampleOwner {
  seq: number;
  packetCnt: number;
  /** Counters skipped since the endpoint's last message; undefined when the counter went backwards. */
  skipped: number | undefined;
  /** Those it had when it became visible. */
  receptions: readonly CountedCopy[];
  /** Those it has now; the same unless some came late. */
  all?: readonly CountedCopy[];
}

const noRoom = () => ({ samples: new Samples(), received: new Samples() });

/**
 * What is derived from messages: who occurs where, and what is counted of them. That of the unsealed part of the log is held in memory and
 * written when its block is sealed; after a restart it is counted again.
 */
export class Tally {
  readonly postings = new Map<PostingKindId, Map<number, Posting>>([
    [PostingKind.endpoint, new Map()],
    [PostingKind.station, new Map()],
  ]);
  readonly samples: Samples;
  /** What stations received, each by its own clock: apart, because nearly all readers want one of both. */
  readonly received: Samples;
  firstSeq = 0;
  lastSeq = 0;
  count = 0;
  minRx = 0n;
  maxRx = 0n;

  /** Of empty samples, with room that was needed before. */
  constructor({ samples, received }: Pick<Tally, 'samples' | 'received'> = noRoom()) {
    this.samples = samples;
    this.received = received;
  }

  /** The room it took, for the next one. */
  cleared(): Pick<Tally, 'samples' | 'received'> {
    const { samples, received } = this;
    samples.clear();
    received.clear();
    return { samples, received };
  }

  add(message: Counted): void {
    const { seq, endpoint, receptions, skipped, all } = message;
    this.extend(seq);
    this.count++;
    if (endpoint !== NO_ENDPOINT) this.#post(PostingKind.endpoint, endpoint, seq, message.packetCnt);
    sampleMessage(this.samples, message, receptions, skipped, all, seq);
    let first = true;
    for (const reception of receptions) {
      this.#received(seq, reception, first, message);
      first = false;
    }
  }

  /**
   * A reception that came after its message, under the seq of its own line.
   * @param message its seq
   * @param receptions genuine ones of the message in order of arrival, with this one
   * @returns whether the message is counted here too, with its best reception; else its hour has to be counted again
   */
  addLate(
    seq: number,
    message: number,
    owner: SampleOwner,
    receptions: readonly CountedCopy[],
    station: number,
  ): boolean {
    this.extend(seq);
    sampleLate(this.samples, owner, receptions, station);
    const reception = receptions.find(copy => copy.station === station);
    if (reception) this.#received(seq, reception, false, owner);
    return this.samples.better(message, best(receptions));
  }

  /** Lines and cells that are written when it is sealed, about. */
  get rows(): number {
    let rows = 0;
    for (const keys of this.postings.values()) rows += keys.size;
    return 2 * rows;
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

  /** One station's share. */
  #received(seq: number, reception: CountedCopy, first: boolean, owner: SampleOwner): void {
    const { rxTime, station } = reception;
    if (this.minRx === 0n || rxTime < this.minRx) this.minRx = rxTime;
    if (rxTime > this.maxRx) this.maxRx = rxTime;
    this.#post(PostingKind.station, station, seq);
    this.received.reception(reception, first, owner);
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
}
