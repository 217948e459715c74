import { type Act, TAKING_ROOM } from './disk.ts';
import { IoError } from './files.ts';
import type { Chance } from './random.ts';

/** Calls between two failures, on an average. What cannot be read ends the program, and there are many reads. */
const CALLS = { looking: 1500, changing: 15 };
/** So many fail in a row. */
const ROWS = [1, 1, 1, 3, 20];

/** Has calls of a disk fail now and then, by chance: one, some in a row, or for want of room. */
export class Faults {
  /** So far. */
  count = 0;
  #left = 0;
  #code: 'EIO' | 'ENOSPC' = 'EIO';
  readonly #chance: Chance;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  /** A call is about to be made. @throws IoError */
  meet(act: Act, path: string): void {
    const calls = act === 'read' || act === 'look' ? CALLS.looking : CALLS.changing;
    if (this.#left === 0 && this.#chance.often(1 / calls)) {
      this.#left = this.#chance.of(ROWS);
      this.#code = this.#chance.of(['EIO', 'ENOSPC']);
    }
    if (this.#left === 0 || (this.#code === 'ENOSPC' && !TAKING_ROOM.has(act))) return;
    this.#left--;
    this.count++;
    throw new IoError(this.#code, path);
  }
}
