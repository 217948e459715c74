import type { Db } from '../../database/driver.ts';
import type { CredibleMs } from '../../kit/time/clock.ts';
import { JUMP_MS } from '../../kit/time/credible-clock.ts';
import { type ListenedMs, listenedMs } from '../../kit/time/listened.ts';
import { MINUTE_MS } from '../../kit/units.ts';

/** A process that is killed may lose so much of the time that it has listened while nothing came. */
const KEPT_EVERY_MS = 10 * MINUTE_MS;
/** Nothing refers to older ones but messages that rules have not looked at since so many starts. */
const MOST_SPANS = 64;

/** A part of the log along which the time of day and the time listened went on alike. Milliseconds. */
interface Span {
  readonly id: number;
  /** Of messages behind this place. */
  readonly after: number;
  readonly offset: number;
  readonly from: number;
  upTo: number;
}

/**
 * When messages arrived, by the time that was listened (`ListenedMs`): where something is stored the time of day is, too, so it is enough to know
 * from which place on these were so far apart. Each absence of the service and each jump of its clock is one row.
 */
export class ListenedTime {
  readonly #rows: ReturnType<Db['prepare']>;
  readonly #add: ReturnType<Db['prepare']>;
  readonly #drop: ReturnType<Db['prepare']>;
  readonly #keep: ReturnType<Db['prepare']>;
  readonly #newest: ReturnType<Db['prepare']>;
  readonly #arrived: ReturnType<Db['prepare']>;
  /** Newest first; undefined: to be read. */
  #spans: Span[] | undefined;
  #now = listenedMs(0);

  constructor(db: Db) {
    this.#rows = db.prepare(
      'SELECT id, after_seq AS after, offset_ms AS "offset", from_ms AS "from", upto_ms AS upTo FROM listened ORDER BY id DESC',
    );
    this.#add = db.prepare('INSERT INTO listened (id, after_seq, offset_ms, from_ms, upto_ms) VALUES (?, ?, ?, ?, ?)');
    this.#drop = db.prepare('DELETE FROM listened WHERE id <= ?');
    this.#keep = db.prepare('UPDATE listened SET upto_ms = ? WHERE id = ?');
    this.#newest = db.prepare('SELECT seq, stored_at AS storedAt FROM message ORDER BY seq DESC LIMIT 1');
    this.#arrived = db.prepare('SELECT max(arrived_ms) AS at FROM endpoint_heard');
  }

  /** As of the last look; 0 before the first. */
  get now(): ListenedMs {
    return this.#now;
  }

  /** So much has been listened by now. */
  looked(listened: ListenedMs): void {
    if (listened > this.#now) this.#now = listened;
  }

  /** Up to where it was listened before this start. @param first where nothing is known of it */
  before(first: CredibleMs): ListenedMs {
    const [last] = this.#read();
    const newest = this.#newest.get() as { seq: number; storedAt: number } | undefined;
    const arrived = (): number => (this.#arrived.get() as { at: number | null }).at ?? first;
    if (!last) return listenedMs(arrived());
    return listenedMs(Math.max(last.upTo, newest ? this.#in(newest.seq, newest.storedAt) : 0));
  }

  /** What is stored behind a place is stored at this time. @param now the time of day, milliseconds */
  passed(now: number, listened: ListenedMs, place: number): void {
    this.looked(listened);
    const spans = this.#read();
    const [last] = spans;
    const offset = now - listened;
    if (last && Math.abs(offset - last.offset) <= JUMP_MS) {
      if (listened - last.upTo >= KEPT_EVERY_MS) this.keep(listened);
      return;
    }
    const id = (last?.id ?? 0) + 1;
    this.#add.run(id, place, offset, listened, listened);
    spans.unshift({ id, after: place, offset, from: listened, upTo: listened });
    if (spans.length > MOST_SPANS) this.#drop.run(spans.pop()?.id ?? 0);
  }

  /** The next start goes on from here. */
  keep(listened: ListenedMs): void {
    const [last] = this.#read();
    if (!last) return;
    last.upTo = listened;
    this.#keep.run(listened, last.id);
  }

  /** When a message became visible. @param storedAt milliseconds, the time of day then */
  at(seq: number, storedAt: number): ListenedMs {
    return this.notLater(this.#in(seq, storedAt));
  }

  /** When a time of day was; where none fits, it is no later than now. @param at milliseconds */
  during(at: number): ListenedMs {
    let next: number = this.notLater(Number.POSITIVE_INFINITY);
    for (const { offset, from } of this.#read()) {
      if (at - offset >= from && at - offset <= next) return listenedMs(at - offset);
      next = from;
    }
    return this.notLater(at - (this.#spans?.at(-1)?.offset ?? 0));
  }

  /** What is stored may be ahead after a kill. */
  notLater(at: number): ListenedMs {
    return listenedMs(this.#now > 0 ? Math.min(at, this.#now) : at);
  }

  /** Rows may be other ones: they are read again. */
  forget(): void {
    this.#spans = undefined;
  }

  #in(seq: number, storedAt: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { after, offset, from } of this.#read()) {
      if (after < seq) return Math.min(Math.max(storedAt - offset, from), next);
      next = from;
    }
    return Math.min(storedAt - (this.#spans?.at(-1)?.offset ?? 0), next);
  }

  #read(): Span[] {
    this.#spans ??= this.#rows.all() as Span[];
    return this.#spans;
  }
}
