import type { Log } from '../kit/log.ts';
import type { Clock, Timer } from '../kit/time/clock.ts';

/** What is done again and again, apart from what any peer asks for. */
export interface Job {
  /** For the log, as in "downlinks not swept". */
  readonly failure: string;
  readonly everyMs: number;
  run(): Promise<unknown>;
}

/**
 * Runs jobs at their times, none of them twice at once: one that is still running when it is due again runs once more when it has
 * ended. A failure is logged, and the job tried again at its next time.
 */
export class JobRunner {
  #timers: Timer[] = [];
  #running = new Set<Promise<void>>();
  #stopped = false;
  #clock: Clock;
  #log: Log;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  start(jobs: readonly Job[]): void {
    for (const { failure, everyMs, run } of jobs) {
      let due = false;
      let running: Promise<void> | undefined;
      const work = async () => {
        while (due && !this.#stopped) {
          due = false;
          await run().catch((cause: unknown) => this.#log.error({ err: cause }, failure));
        }
      };
      const turn = () => {
        due = true;
        if (running) return;
        const done = work().finally(() => {
          running = undefined;
          this.#running.delete(done);
        });
        running = done;
        this.#running.add(done);
      };
      this.#timers.push(this.#clock.every(everyMs, turn));
    }
  }

  /** Starts nothing more and waits for what runs. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) timer.cancel();
    await Promise.all(this.#running);
  }
}
