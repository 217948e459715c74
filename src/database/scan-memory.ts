import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MB = 1024 * 1024;
/** What one scan may keep; a page of analytics takes a quarter of it. */
const MOST_KEPT_BYTES = 64 * MB;
/** So much more has to come before it is looked at again: a collection takes some ten milliseconds. */
const LOOK_EVERY_BYTES = 16 * MB;
/** A scan that is watched alone keeps others waiting no longer. */
const MOST_SLICES_ALONE = 32;

/** What a scan has taken and, as far as it is known, not given back. */
export interface ScanMemoryUse {
  bytes: number;
}

/** `alone`: the next slice must be of the same scan, so that what grows is its own. */
type Verdict = 'fine' | 'alone' | 'too much';

/**
 * Knows which scan keeps too much, so that it ends before the memory of the machine does. By what the heap grows in its slices a scan is only
 * suspected: much of that is garbage. What is left when that is collected may be another's, so that a suspect goes on alone for a while; only
 * one that keeps half of what it takes is guilty.
 */
export class ScanMemory {
  /** What the thread held when the first of those began that are under way. */
  #before = 0;
  #watched:
    | { readonly taken: ScanMemoryUse; readonly held: number; readonly until: number; slices: number }
    | undefined;
  #collect: (() => void) | undefined;

  /** A scan begins. @param isFirst no other one is under way */
  begin(isFirst: boolean): ScanMemoryUse {
    if (isFirst) this.#before = used();
    return { bytes: 0 };
  }

  /** Does a slice of a scan. */
  during<T>(taken: ScanMemoryUse, slice: () => T): T {
    const before = used();
    const done = slice();
    taken.bytes = Math.max(0, taken.bytes + used() - before);
    return done;
  }

  /** What is to become of the scan whose slice is over. @param isOnly no other one is under way */
  judge(taken: ScanMemoryUse, isOnly: boolean): Verdict {
    const watched = this.#watched?.taken === taken ? this.#watched : undefined;
    if (watched) {
      if (taken.bytes < watched.until && ++watched.slices < MOST_SLICES_ALONE) return 'alone';
      this.#watched = undefined;
      return this.#left(taken) - watched.held > LOOK_EVERY_BYTES / 2 ? 'too much' : 'fine';
    }
    if (taken.bytes <= MOST_KEPT_BYTES) return 'fine';
    const held = this.#left(taken);
    if (held <= MOST_KEPT_BYTES) return 'fine';
    if (isOnly) return 'too much';
    this.#watched = { taken, held, until: MOST_KEPT_BYTES, slices: 0 };
    return 'alone';
  }

  /** What all scans keep, when garbage is gone. */
  #left(looked: ScanMemoryUse): number {
    if (!this.#collect) {
      setFlagsFromString('--expose-gc');
      this.#collect = runInNewContext('gc') as () => void;
      setFlagsFromString('--no-expose-gc');
    }
    // What lies outside of the heap is given back only after the collection that has found it.
    this.#collect();
    this.#collect();
    looked.bytes = MOST_KEPT_BYTES - LOOK_EVERY_BYTES;
    return used() - this.#before;
  }
}

/** Of this thread: its heap, and what its objects hold outside of it. */
function used(): number {
  const { used_heap_size: heap, external_memory: outside } = getHeapStatistics();
  return heap + outside;
}
