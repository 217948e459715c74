/** What of a file one connection holds: nothing, to read, about to write, waiting for readers, all of it. */
export const Lock = { none: 0, shared: 1, reserved: 2, pending: 3, exclusive: 4 } as const;

/** Locks of the index of a log. */
const SLOTS = 8;

/** What connections in one process hold of one file, and the index of its log, which is memory that they share. */
export class Locks {
  /** Connection to what it holds. */
  readonly #held = new Map<object, number>();
  /** Per slot of the index: those that read, or the one that writes. */
  readonly #readers = Array.from({ length: SLOTS }, () => new Set<object>());
  readonly #writer: (object | undefined)[] = Array.from({ length: SLOTS }, () => undefined);
  /** Places of the regions of the index in the memory of the library. */
  readonly regions: number[] = [];
  /** Connections that have the index. */
  readonly users = new Set<object>();

  /** @returns false when others are in the way */
  lock(by: object, wanted: number): boolean {
    const own = this.#held.get(by) ?? Lock.none;
    if (own >= wanted) return true;
    const others = Math.max(Lock.none, ...[...this.#held].filter(([one]) => one !== by).map(([, level]) => level));
    if (wanted === Lock.shared && others >= Lock.pending) return false;
    if (wanted > Lock.shared && others >= Lock.reserved) return false;
    if (wanted === Lock.exclusive && others >= Lock.shared) {
      this.#held.set(by, Lock.pending);
      return false;
    }
    this.#held.set(by, wanted);
    return true;
  }

  unlock(by: object, to: number): void {
    if (to === Lock.none) this.#held.delete(by);
    else if ((this.#held.get(by) ?? Lock.none) > to) this.#held.set(by, to);
  }

  get isReserved(): boolean {
    return [...this.#held.values()].some(level => level >= Lock.reserved);
  }

  /** Locks slots of the index. @returns false when others are in the way */
  lockIndex(by: object, from: number, count: number, exclusive: boolean): boolean {
    for (let slot = from; slot < from + count; slot++) {
      const writer = this.#writer[slot];
      if (writer !== undefined && writer !== by) return false;
      if (exclusive && [...(this.#readers[slot] ?? [])].some(one => one !== by)) return false;
    }
    for (let slot = from; slot < from + count; slot++) {
      if (exclusive) this.#writer[slot] = by;
      else this.#readers[slot]?.add(by);
    }
    return true;
  }

  unlockIndex(by: object, from = 0, count = SLOTS): void {
    for (let slot = from; slot < from + count; slot++) {
      if (this.#writer[slot] === by) this.#writer[slot] = undefined;
      this.#readers[slot]?.delete(by);
    }
  }
}
