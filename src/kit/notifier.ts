/**
 * Says "something is new", without data. A reader that follows a cursor reads until nothing is left, then waits here.
 * `version` is taken before reading, so nothing that arrives between the read and the wait is missed.
 */
export class Notifier {
  #version = 0;
  #waiting = new Set<() => void>();

  get version(): number {
    return this.#version;
  }

  notify(): void {
    this.#version++;
    if (this.#waiting.size === 0) return;
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const resolve of waiting) resolve();
  }

  /** Resolves when `notify` was called since `version` was read, or when the signal ends. Never rejects. */
  wait(version: number, signal: AbortSignal): Promise<void> {
    if (version !== this.#version || signal.aborted) return Promise.resolve();
    return new Promise(resolve => {
      const done = () => {
        this.#waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#waiting.add(done);
      signal.addEventListener('abort', done, { once: true });
    });
  }
}
