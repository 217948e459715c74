import { background } from '../../kit/background.ts';
import type { Item, Stream } from '../driver.ts';
import type { Lane } from './lane.ts';

/** Where something is parked. */
export interface Place {
  readonly stream: Stream;
  readonly place: number;
}

/** What became of parked items that are sent again. */
export interface RetryCounts {
  /** Accepted, and parked no more. */
  readonly accepted: number;
  /** Refused again: they stay parked. */
  readonly refused: number;
  /** They are not in the log any more, and parked no more. */
  readonly gone: number;
  /** Nothing is known yet. */
  readonly left: number;
}

/** Parked items that are sent again. */
export interface Retry {
  readonly counts: RetryCounts;
  /** Resolves when nothing of it is left, or when it has ended before: what is left then stays parked. */
  readonly done: Promise<void>;
}

/** What a lane reads of parked places. */
export interface ParkedRead<I> {
  readonly items: readonly I[];
  readonly upTo: number;
  readonly more: boolean;
}

export interface RetriesOptions<I> {
  /** A lane up to `end`. */
  laneOf(stream: Stream, end: number, read: (after: number, limit: number) => ParkedRead<I>): Lane;
  /** Undefined: what stood there is gone. */
  itemAt(place: Place): I | undefined;
  /** Stores that these are parked no more. */
  unpark(places: readonly Place[]): Promise<void>;
  /** Stores what was accepted. */
  store(): Promise<void>;
  /** One has ended. */
  ended(): void;
  failed(cause: unknown): void;
}

interface AtWork {
  /** Those of which nothing is known yet, in order. */
  readonly left: Readonly<Record<Stream, Set<number>>>;
  readonly lanes: readonly Lane[];
  readonly counts: { accepted: number; refused: number; gone: number };
  readonly done: PromiseWithResolvers<void>;
  isEnding: boolean;
}

const STREAMS = ['log', 'events'] as const;

/** What is parked and sent again by hand: lanes beside those of the integration, over single places. Nothing of them is on the disk. */
export class Retries<I> {
  readonly #options: RetriesOptions<I>;
  #atWork: readonly AtWork[] = [];
  #isStopped = false;

  constructor(options: RetriesOptions<I>) {
    this.#options = options;
  }

  get lanes(): readonly Lane[] {
    return this.#atWork.flatMap(({ lanes }) => lanes);
  }

  has(lane: Lane): boolean {
    return this.#of(lane) !== undefined;
  }

  #of(lane: Lane): AtWork | undefined {
    return this.#atWork.find(({ lanes }) => lanes.includes(lane));
  }

  /** Begins to send these again, but for those that are on their way already. */
  begin(places: readonly Place[]): Retry {
    const fresh = places.filter(({ stream, place }) => !this.#atWork.some(({ left }) => left[stream].has(place)));
    const of = (wanted: Stream) =>
      new Set(
        fresh.flatMap(({ stream, place }) => (stream === wanted ? [place] : [])).toSorted((one, other) => one - other),
      );
    const left = { log: of('log'), events: of('events') };
    const counts = { accepted: 0, refused: 0, gone: 0 };
    const lanes = STREAMS.flatMap(stream => this.#lanesOf(stream, left[stream], counts));
    const done = Promise.withResolvers<void>();
    if (this.#isStopped) done.resolve();
    this.#atWork = [...this.#atWork, { left, lanes, counts, done, isEnding: false }];
    return {
      get counts() {
        return { ...counts, left: left.log.size + left.events.size };
      },
      done: done.promise,
    };
  }

  #lanesOf(stream: Stream, left: Set<number>, counts: AtWork['counts']): readonly Lane[] {
    const end = Math.max(...left);
    const read = (after: number, limit: number): ParkedRead<I> => {
      const next = [...left].filter(place => place > after).slice(0, limit);
      const gone: Place[] = [];
      const items = next.flatMap(place => {
        const item = this.#options.itemAt({ stream, place });
        if (item === undefined) gone.push({ stream, place });
        return item ?? [];
      });
      if (gone.length > 0) background(this.#forget(gone, left, counts), cause => this.#options.failed(cause));
      const last = next.at(-1) ?? end;
      return { items, upTo: last, more: last < end };
    };
    return left.size > 0 ? [this.#options.laneOf(stream, end, read)] : [];
  }

  async #forget(gone: readonly Place[], left: Set<number>, counts: AtWork['counts']): Promise<void> {
    try {
      await this.#options.unpark(gone);
      // A lane that was rewound has read them twice.
      for (const { place } of gone) if (left.has(place)) counts.gone++;
    } finally {
      // When that is not stored they stay parked, and the next retry finds them.
      for (const { place } of gone) left.delete(place);
      this.endFinished();
    }
  }

  /** Resolves when it is stored that these are parked no more. */
  async accepted(lane: Lane, items: readonly Item[]): Promise<void> {
    await this.#options.unpark(items.map(({ stream, place }) => ({ stream, place })));
    const found = this.#of(lane);
    for (const { place } of items) if (found?.left[lane.stream].delete(place)) found.counts.accepted++;
  }

  refused(lane: Lane, items: readonly Item[]): void {
    const found = this.#of(lane);
    for (const { place } of items) if (found?.left[lane.stream].delete(place)) found.counts.refused++;
  }

  endFinished(): void {
    for (const retry of this.#atWork) {
      const { left, lanes } = retry;
      const isOver = left.log.size + left.events.size === 0 && lanes.every(({ finished }) => finished);
      if (retry.isEnding || !isOver) continue;
      retry.isEnding = true;
      background(this.#end(retry), cause => this.#options.failed(cause));
    }
  }

  async #end(retry: AtWork): Promise<void> {
    const { store, ended, failed } = this.#options;
    // Only how many were accepted is not on the disk yet.
    if (retry.counts.accepted > 0) await store().catch(failed);
    this.#atWork = this.#atWork.filter(other => other !== retry);
    retry.done.resolve();
    ended();
  }

  /** Nothing is sent any more. */
  stop(): void {
    this.#isStopped = true;
    for (const { done } of this.#atWork) done.resolve();
  }
}
