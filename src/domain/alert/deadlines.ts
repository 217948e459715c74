/** What is due at some time, the soonest first (a binary heap). What has got another time since is passed over. */
export class Deadlines<T extends { due: number }> {
  #entries: { readonly due: number; readonly item: T }[] = [];

  /** @param due Infinity: at no time */
  set(item: T, due: number): void {
    if (item.due === due) return;
    item.due = due;
    if (due !== Number.POSITIVE_INFINITY) this.#push({ due, item });
  }

  /** Takes one that is due; it has no deadline then. */
  take(now: number): T | undefined {
    for (let first = this.#entries[0]; first !== undefined && first.due <= now; first = this.#entries[0]) {
      this.#pop();
      if (first.item.due !== first.due) continue;
      first.item.due = Number.POSITIVE_INFINITY;
      return first.item;
    }
    return undefined;
  }

  /** Nothing is due before it; Infinity: there is nothing. */
  get next(): number {
    return this.#entries[0]?.due ?? Number.POSITIVE_INFINITY;
  }

  /** With what is passed over. */
  get size(): number {
    return this.#entries.length;
  }

  #push(entry: { readonly due: number; readonly item: T }): void {
    const entries = this.#entries;
    let at = entries.length;
    for (;;) {
      const above = (at - 1) >> 1;
      const parent = at > 0 ? entries[above] : undefined;
      if (parent === undefined || parent.due <= entry.due) break;
      entries[at] = parent;
      at = above;
    }
    entries[at] = entry;
  }

  #pop(): void {
    const entries = this.#entries;
    const last = entries.pop();
    if (last === undefined || entries.length === 0) return;
    let at = 0;
    for (;;) {
      const left = entries[2 * at + 1];
      const right = entries[2 * at + 2];
      const isRight = right !== undefined && left !== undefined && right.due < left.due;
      const child = isRight ? right : left;
      if (child === undefined || child.due >= last.due) break;
      entries[at] = child;
      at = 2 * at + (isRight ? 2 : 1);
    }
    entries[at] = last;
  }
}
