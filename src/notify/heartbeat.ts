import { background, impossible } from '../kit/background.ts';
import { reasonOf } from '../kit/faults/reason.ts';
import type { Log } from '../kit/log.ts';
import { ask } from '../kit/net/http-client.ts';
import { trustedAuthorities } from '../kit/net/trusted.ts';
import type { Clock, Timer } from '../kit/time/clock.ts';
import { MINUTE_MS, SECOND_MS } from '../kit/units.ts';

const EVERY_MS = MINUTE_MS;
const LIMIT_MS = 10 * SECOND_MS;

/** Tells a monitor elsewhere every minute that this box lives: what it misses tells what no dead box can say. */
export class Heartbeat {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #url: URL;
  readonly #ca: string | string[] | undefined;
  #timer: Timer | undefined;
  #failing = false;
  #beating: AbortController | undefined;
  #stopped = false;

  constructor({ clock, log, url, ca }: { clock: Clock; log: Log; url: string; ca?: string[] }) {
    this.#clock = clock;
    this.#log = log;
    this.#url = new URL(url);
    // Loaded once: the list is long, and a beat is every minute.
    this.#ca = ca ?? (this.#url.protocol === 'https:' ? trustedAuthorities() : undefined);
  }

  start(): void {
    const beat = () => {
      if (!this.#beating) background(this.beat(), impossible);
    };
    beat();
    this.#timer = this.#clock.every(EVERY_MS, beat);
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
    this.#beating?.abort();
  }

  /** Never rejects. */
  async beat(): Promise<void> {
    const beating = new AbortController();
    this.#beating = beating;
    const limit = this.#clock.after(LIMIT_MS, () => beating.abort(new Error(`no answer in ${LIMIT_MS / SECOND_MS} s`)));
    // The path and what signs in may be secret; the host is not.
    const { host } = this.#url;
    try {
      const tls = this.#ca === undefined ? undefined : { ca: this.#ca };
      // What it says does not matter, and may be without end.
      const { status } = await ask(this.#url, { signal: beating.signal, most: 0, tls });
      if (status < 200 || status > 299)
        throw new Error(`answered with status ${status}${status < 400 ? ', and is not followed' : ''}`);
      if (this.#failing) this.#log.info({ host }, 'the heartbeat is heard again');
      this.#failing = false;
    } catch (cause) {
      if (this.#stopped) return;
      const reason = reasonOf(beating.signal.aborted ? beating.signal.reason : cause);
      if (!this.#failing) this.#log.warn({ host, reason }, 'the heartbeat is not heard');
      this.#failing = true;
    } finally {
      limit.cancel();
      this.#beating = undefined;
    }
  }
}
