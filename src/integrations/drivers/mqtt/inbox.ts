import { background, impossible } from '../../../kit/background.ts';
import type { Log } from '../../../kit/log.ts';
import type { Clock, Timer } from '../../../kit/time/clock.ts';
import { MINUTE_MS, SECOND_MS } from '../../../kit/units.ts';
import type { CommandOutcome, Incoming } from '../../commands.ts';

/** How many bytes of commands wait for their turn or for room: more is not taken from a broker. */
const HELD_BYTES = 4 * 1024 * 1024;
const HELD = 1024;
const FIRST_PAUSE_MS = SECOND_MS;
const LONGEST_PAUSE_MS = MINUTE_MS;

interface Held {
  readonly incoming: Incoming;
  readonly bytes: number;
  readonly done: () => void;
}

/**
 * Carries commands out: those of one endpoint one after the other, those of several side by side. One that has no room is asked for again,
 * and what follows it for the same endpoint waits; the broker is told of each only when it is done.
 */
export class Inbox {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #command: (incoming: Incoming) => Promise<CommandOutcome>;
  /** By endpoint as it is written; the first of each is under way. */
  readonly #queues = new Map<string, Held[]>();
  readonly #pauses = new Set<Timer>();
  #bytes = 0;
  #count = 0;
  #closed = false;

  constructor({
    clock,
    log,
    command,
  }: { clock: Clock; log: Log; command(incoming: Incoming): Promise<CommandOutcome> }) {
    this.#clock = clock;
    this.#log = log;
    this.#command = command;
  }

  /** @param done is called once it is stored or can never be @returns whether there was room for it */
  take(incoming: Incoming, done: () => void): boolean {
    const bytes = incoming.body instanceof Uint8Array ? incoming.body.length : 0;
    if (this.#count >= HELD || this.#bytes + bytes > HELD_BYTES) return false;
    this.#count++;
    this.#bytes += bytes;
    const queue = this.#queues.get(incoming.epEui);
    const held = { incoming, bytes, done };
    if (queue) queue.push(held);
    else {
      const own = [held];
      this.#queues.set(incoming.epEui, own);
      background(this.#work(incoming.epEui, own), impossible);
    }
    return true;
  }

  /** What is not done is not acknowledged either. */
  close(): void {
    this.#closed = true;
    for (const pause of this.#pauses) pause.cancel();
  }

  async #work(epEui: string, queue: Held[]): Promise<void> {
    for (let first = queue[0]; first; first = queue[0]) {
      await this.#untilStored(first.incoming);
      if (this.#closed) return;
      queue.shift();
      this.#count--;
      this.#bytes -= first.bytes;
      first.done();
    }
    this.#queues.delete(epEui);
  }

  async #untilStored(incoming: Incoming): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; !this.#closed; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      const stored = await this.#command(incoming).catch((err: unknown): CommandOutcome => {
        this.#log.warn({ err, epEui: incoming.epEui }, 'command failed');
        return 'later';
      });
      if (stored !== 'later') return;
      await this.#pause(pauseMs);
    }
  }

  /** Never ends for one that is closed. */
  #pause(ms: number): Promise<void> {
    return new Promise(resolve => {
      const pause = this.#clock.after(ms, () => {
        this.#pauses.delete(pause);
        resolve();
      });
      this.#pauses.add(pause);
    });
  }
}
