import { background } from '../../kit/background.ts';
import { type Clock, type Timer, turn } from '../../kit/time/clock.ts';
import type { Lane, LaneBatch } from './lane.ts';
import { Pace } from './pace.ts';
import type { Progress } from './progress.ts';
import type { Window } from './window.ts';

/** Items a second that are sent again by hand, of all replays together. */
const REPLAY_PER_SECOND = 500;

/** How items leave together. */
export interface Batch {
  readonly items: number;
  readonly waitMs: number;
}

export interface TurnsOptions {
  readonly clock: Clock;
  /** 0: as many as there are. */
  readonly maxPerSecond: number;
  /** Lanes of what is sent for the first time. */
  readonly main: readonly Lane[];
  /** These, and those of what is sent again. */
  lanes(): readonly Lane[];
  readonly progress: Pick<Progress<Lane>, 'room' | 'moved'>;
  readonly window: Pick<Window, 'busy'>;
  /** There may be something to be sent that was not before. */
  more(): void;
  failed(cause: unknown): void;
}

/** Says what is sent next: whose turn it is, and how many items of a lane may leave now. */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #pace: Pace;
  readonly #replayPace: Pace;
  #batch: Batch = { items: 1, waitMs: 0 };
  /** Whose turn is the next one. */
  #turn = 0;
  /** Since when the items of a lane wait for more to leave with them. */
  readonly #growing = new Map<Lane, number>();
  #reading = false;
  #timer: (Timer & { readonly at: number }) | undefined;

  constructor(options: TurnsOptions) {
    this.#options = options;
    const { clock, maxPerSecond } = options;
    this.#pace = new Pace(clock, maxPerSecond);
    this.#replayPace = new Pace(clock, REPLAY_PER_SECOND);
  }

  /** There is a connection that takes so many items at a time. */
  begin(batch: Batch): void {
    this.#batch = batch;
  }

  /** The connection is over. */
  end(): void {
    this.stop();
    this.#timer = undefined;
    this.#growing.clear();
  }

  /** Nothing waits for its time any more. */
  stop(): void {
    this.#timer?.cancel();
  }

  /** Without a connection: whether something waits, and since when. */
  peek(): void {
    for (const lane of this.#options.main) if (lane.pending === 0) this.#readAhead(lane, 1);
  }

  /** What is to be sent next: each lane has its turn. */
  next(): LaneBatch | undefined {
    const { allowed } = this.#pace;
    if (allowed === 0) {
      this.#moreIn(this.#pace.waitMs);
      return undefined;
    }
    const lanes = this.#options.lanes();
    for (let tried = 0; tried < lanes.length; tried++) {
      const lane = lanes[(this.#turn + tried) % lanes.length];
      const taken = lane && this.#takeOf(lane, allowed);
      if (!taken) continue;
      this.#turn = (this.#turn + tried + 1) % lanes.length;
      this.#pace.took(taken.items.length);
      if (!this.#options.main.includes(lane)) this.#replayPace.took(taken.items.length);
      return taken;
    }
    return undefined;
  }

  #takeOf(lane: Lane, allowed: number): LaneBatch | undefined {
    const { main, window } = this.#options;
    let most = Math.min(this.#batch.items, allowed);
    if (!main.includes(lane)) {
      const { allowed: again } = this.#replayPace;
      if (again === 0) {
        this.#moreIn(this.#replayPace.waitMs);
        return undefined;
      }
      most = Math.min(most, again);
    }
    this.#readAhead(lane, most);
    return this.#mayGrow(lane) ? undefined : lane.take(most, window.busy);
  }

  /** Reads until so much can be sent, or a part of the stream is passed that has nothing for it. */
  #readAhead(lane: Lane, items: number): void {
    const { progress, window } = this.#options;
    let { room } = progress;
    while (lane.sendable(items, window.busy) < items && lane.canRead(room)) {
      const found = lane.read(room);
      progress.moved();
      room = progress.room;
      if (found) continue;
      // Everything else has its turn before the next part of it.
      if (lane.canRead(room)) this.#readOn();
      return;
    }
  }

  #readOn(): void {
    if (this.#reading) return;
    this.#reading = true;
    const reading = turn().then(() => {
      this.#reading = false;
      this.#options.more();
    });
    background(reading, cause => this.#options.failed(cause));
  }

  /** Whether items are to wait for others that leave with them. */
  #mayGrow(lane: Lane): boolean {
    const { clock, window } = this.#options;
    const { items, waitMs } = this.#batch;
    const sendable = waitMs > 0 && lane.atEnd ? lane.sendable(items, window.busy) : items;
    if (sendable > 0 && sendable < items) {
      const now = clock.monotonic();
      const since = this.#growing.get(lane) ?? now;
      const leftMs = since + waitMs - now;
      this.#growing.set(lane, since);
      if (leftMs > 0) {
        this.#moreIn(leftMs);
        return true;
      }
    }
    this.#growing.delete(lane);
    return false;
  }

  #moreIn(ms: number): void {
    const { clock, more } = this.#options;
    const at = clock.monotonic() + ms;
    if (this.#timer && this.#timer.at <= at) return;
    this.#timer?.cancel();
    const timer = clock.after(ms, () => {
      this.#timer = undefined;
      more();
    });
    this.#timer = { at, cancel: timer.cancel };
  }
}
