import type { Clock } from '../../kit/time/clock.ts';
import { SECOND_MS } from '../../kit/units.ts';

/** Longer nothing is believed that is not told of (identity API section 2.3). */
const AGE_MS = 10 * SECOND_MS;
const MOST = 4096;

/**
 * Remembers what was read a short time ago. Everything is forgotten when the version is another one, so that no change of rights is
 * seen late, and when there is too much of it.
 */
export class Recent<V> {
  readonly #clock: Clock;
  readonly #version: () => number;
  readonly #kept = new Map<string, V>();
  #sinceMs = 0;
  #seen = 0;

  constructor(clock: Clock, version: () => number) {
    this.#clock = clock;
    this.#version = version;
  }

  get(key: string): V | undefined {
    const version = this.#version();
    const now = this.#clock.monotonic();
    if (version !== this.#seen || now - this.#sinceMs >= AGE_MS || this.#kept.size >= MOST) {
      this.#kept.clear();
      this.#seen = version;
      this.#sinceMs = now;
    }
    return this.#kept.get(key);
  }

  keep(key: string, value: V): V {
    this.#kept.set(key, value);
    return value;
  }

  /** @param read gives what is not remembered */
  of(key: string, read: () => V): V {
    return this.get(key) ?? this.keep(key, read());
  }
}
