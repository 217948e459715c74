import type { Replay } from '../../domain/integration/integration-records.ts';
import { background } from '../../kit/background.ts';
import type { Lane } from './lane.ts';

interface AtWork {
  readonly id: number;
  readonly lanes: readonly Lane[];
  isEnding: boolean;
}

export interface ReplaysOptions {
  /** Those that are under way. */
  stored(): readonly Replay[];
  lanesOf(replay: Replay): readonly Lane[];
  /** All of a replay is settled. */
  end(id: number): Promise<void>;
  /** One has ended. */
  ended(): void;
  failed(cause: unknown): void;
}

/** What is delivered again on demand: lanes beside those of the integration, with an end. */
export class Replays {
  readonly #options: ReplaysOptions;
  #atWork: readonly AtWork[] = [];

  constructor(options: ReplaysOptions) {
    this.#options = options;
  }

  get lanes(): readonly Lane[] {
    return this.#atWork.flatMap(({ lanes }) => lanes);
  }

  /** The replay that a lane belongs to; undefined: none. */
  idOf(lane: Lane): number | undefined {
    return this.#atWork.find(({ lanes }) => lanes.includes(lane))?.id;
  }

  /** Some may be new, or were taken back. */
  refresh(): void {
    const { stored, lanesOf } = this.#options;
    this.#atWork = stored().map(replay => {
      const { id } = replay;
      return this.#atWork.find(known => known.id === id) ?? { id, lanes: lanesOf(replay), isEnding: false };
    });
  }

  endFinished(): void {
    for (const replay of this.#atWork) {
      if (replay.isEnding || !replay.lanes.every(({ finished }) => finished)) continue;
      replay.isEnding = true;
      background(this.#end(replay), cause => {
        replay.isEnding = false;
        this.#options.failed(cause);
      });
    }
  }

  async #end(replay: AtWork): Promise<void> {
    const { end, ended } = this.#options;
    await end(replay.id);
    this.#atWork = this.#atWork.filter(other => other !== replay);
    ended();
  }
}
