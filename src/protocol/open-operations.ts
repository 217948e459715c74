import type { Command } from './operations.ts';

/** An operation of the peer from its request up to its completion. */
export interface OpenOperation {
  readonly opId: number;
  readonly command: Command;
  answered: boolean;
  response: unknown;
}

/**
 * Operations that are open, in the order of their requests. There are few of them, and those that end are among the first. A Map,
 * whose entries come and go all the time, leaves tables behind that refer to each other; with all that was in them they outlive the
 * collections of the young.
 */
export class OpenOperations {
  readonly #all: OpenOperation[] = [];

  get size(): number {
    return this.#all.length;
  }

  /** The operation that has been open longest. */
  get oldest(): OpenOperation | undefined {
    return this.#all[0];
  }

  find(opId: number): OpenOperation | undefined {
    for (const operation of this.#all) if (operation.opId === opId) return operation;
    return undefined;
  }

  add(operation: OpenOperation): void {
    this.#all.push(operation);
  }

  remove(operation: OpenOperation): void {
    const at = this.#all.indexOf(operation);
    if (at === 0) this.#all.shift();
    else if (at > 0) this.#all.splice(at, 1);
  }
}
