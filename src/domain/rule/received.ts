import type { Db } from '../../database/driver.ts';
import { type Places, placeReader } from '../message/places.ts';

/** After a start so many messages are looked at: what came late behind older ones is not known to have come late. */
const WARM_MESSAGES = 16_384;

/**
 * When the newest message of each endpoint was received on the radio, up to a place of the log: one that was received before says
 * nothing about now. What is read in a stretch counts once that stretch is left behind.
 */
export class NewestReceived {
  readonly #warm: ReturnType<Db['prepare']>;
  readonly #messages: Places;
  #known = new Map<number, number>();
  #after: number | undefined;
  #unsettled = new Map<number, number>();
  #upTo: number | undefined;

  constructor(db: Db) {
    this.#messages = placeReader(db, ['message']);
    this.#warm = db.prepare(
      `SELECT endpoint, max(rx_time_ns) / 1000000 AS at FROM message WHERE seq >= ? AND seq <= ? GROUP BY endpoint`,
    );
  }

  /** The stretch behind a place is read: the one after the last, or that one again. */
  begin(after: number): void {
    if (after === this.#upTo) for (const [endpoint, at] of this.#unsettled) this.#known.set(endpoint, at);
    else if (after !== this.#after) this.#load(after);
    this.#unsettled = new Map();
    this.#after = after;
    this.#upTo = undefined;
  }

  end(upTo: number): void {
    this.#upTo = upTo;
  }

  /** A message was received then (milliseconds). @returns whether it is the newest of its endpoint */
  isNewest(endpoint: number, at: number): boolean {
    const newest = this.#unsettled.get(endpoint) ?? this.#known.get(endpoint);
    if (newest !== undefined && at < newest) return false;
    this.#unsettled.set(endpoint, at);
    return true;
  }

  #load(upTo: number): void {
    const rows = this.#warm.all(this.#messages.begin(upTo, WARM_MESSAGES), upTo) as { endpoint: number; at: number }[];
    this.#known = new Map(rows.map(({ endpoint, at }) => [endpoint, at]));
  }
}
