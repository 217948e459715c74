import type { Command } from './operations.ts';

/** What becomes of the operations of a group, one by one. */
export interface GroupEnds {
  answered(opId: number): void;
  /** It is refused, or not answered in time: from now on it is handled by itself. */
  singled(opId: number): void;
}

interface OpenGroup {
  readonly command: Command;
  readonly firstOpId: number;
  readonly since: number;
  readonly ends: GroupEnds;
  /** By the distance from the first id: 1 when it is not open in the group any more. */
  readonly closed: Uint8Array;
  open: number;
}

/**
 * Operations of ours that left together and wait for their answers: one object for all of a group, since thousands of them that
 * live for the time of an answer would outlive the collections of the young.
 */
export class OpenGroups {
  #groups: OpenGroup[] = [];

  get open(): number {
    let sum = 0;
    for (const group of this.#groups) sum += group.open;
    return sum;
  }

  add(command: Command, firstOpId: number, count: number, since: number, ends: GroupEnds): void {
    this.#groups.push({ command, firstOpId, since, ends, closed: new Uint8Array(count), open: count });
  }

  find(opId: number): OpenGroup | undefined {
    for (const group of this.#groups) {
      const at = group.firstOpId - opId;
      if (at >= 0 && at < group.closed.length) return group.closed[at] === 0 ? group : undefined;
    }
    return undefined;
  }

  /** The operation is not open in its group any more. */
  close(group: OpenGroup, opId: number): void {
    group.closed[group.firstOpId - opId] = 1;
    if (--group.open === 0) this.#groups = this.#groups.filter(other => other !== group);
  }

  /** Ids of those that were sent at or before this time, monotonic milliseconds. */
  sentBefore(time: number): number[] {
    const found: number[] = [];
    for (const { since, firstOpId, closed } of this.#groups) {
      if (since > time) continue;
      for (const [at, isClosed] of closed.entries()) if (isClosed === 0) found.push(firstOpId - at);
    }
    return found;
  }

  clear(): void {
    this.#groups = [];
  }
}
