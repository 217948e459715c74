import { background } from '../../kit/background.ts';
import type { Clock, Timer } from '../../kit/time/clock.ts';
import { SECOND_MS } from '../../kit/units.ts';
import type { Lane, Mark } from './lane.ts';

/** Cursors that have moved are stored so often at least. */
const STORE_MS = 30 * SECOND_MS;
/** After the store has failed. */
const AGAIN_MS = 5 * SECOND_MS;
/** Of the items that may be beyond the stored cursors: the others go on being sent while these are stored. */
const PART = 0.75;

/** What is to be known of a lane here. */
type Marked = Pick<Lane, 'beyond' | 'settled' | 'pending' | 'mark' | 'marked'>;

export interface ProgressOptions<L extends Marked> {
  readonly clock: Clock;
  /** Items that may be beyond the stored cursors, of all lanes together: what a kill repeats at most. */
  readonly ahead: number;
  lanes(): readonly L[];
  store(lane: L, mark: Mark): Promise<void>;
  /** There may be room again. */
  stored(): void;
  failed(cause: unknown): void;
}

/** Sees to it that cursors are stored, seldom, and before too much is sent beyond them. */
export class Progress<L extends Marked> {
  readonly #options: ProgressOptions<L>;
  readonly #enough: number;
  #timer: Timer | undefined;
  #storing: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: ProgressOptions<L>) {
    this.#options = options;
    this.#enough = Math.max(1, Math.floor(options.ahead * PART));
  }

  /** Items that may be read, and so sent, before cursors are stored. */
  get room(): number {
    const { ahead, lanes } = this.#options;
    return lanes().reduce((left, { beyond }) => left - beyond, ahead);
  }

  /** Something was settled, or passed over. */
  moved(): void {
    const lanes = this.#options.lanes();
    const settled = lanes.reduce((sum, lane) => sum + lane.settled, 0);
    if (settled >= this.#enough || (settled > 0 && this.room <= 0 && lanes.every(({ pending }) => pending === 0))) {
      this.#storeSoon();
    } else if (!this.#timer && lanes.some(lane => lane.mark())) {
      this.#storeIn(STORE_MS);
    }
  }

  #storeSoon(): void {
    if (this.#storing || this.#isStopped) return;
    background(this.store(), () => this.#storeIn(AGAIN_MS));
  }

  #storeIn(ms: number): void {
    if (this.#isStopped) return;
    this.#timer?.cancel();
    this.#timer = this.#options.clock.after(ms, () => this.#storeSoon());
  }

  /** Stores what has moved. @throws what the store throws */
  async store(): Promise<void> {
    while (this.#storing) await this.#storing.catch(() => undefined);
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#storing = this.#store();
    try {
      await this.#storing;
    } catch (cause) {
      this.#options.failed(cause);
      throw cause;
    } finally {
      this.#storing = undefined;
    }
    this.#options.stored();
    this.moved();
  }

  async #store(): Promise<void> {
    const { lanes, store } = this.#options;
    const results = await Promise.allSettled(
      lanes().map(async lane => {
        const mark = lane.mark();
        if (!mark) return;
        await store(lane, mark);
        lane.marked(mark);
      }),
    );
    // Not before the others are done: a lane has one mark on its way at a time.
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  /** Nothing is stored by itself any more. */
  stop(): void {
    this.#isStopped = true;
    this.#timer?.cancel();
  }
}
