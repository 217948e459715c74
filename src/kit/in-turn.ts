/** Does what it is given one after the other; what failed does not stop the next. */
export class InTurn {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#last.then(act);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves when all that it was given so far is over. Never rejects. */
  async settled(): Promise<void> {
    await this.#last;
  }
}
