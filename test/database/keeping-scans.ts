import type { Functions } from '../../src/database/calls.ts';
import type { Db } from '../../src/database/driver.ts';
import type { Scan } from '../../src/database/scan.ts';

const MB = 1024 * 1024;
const PER_STEP = MB / 4;

/** A quarter of a megabyte on the heap, or outside of it. */
const piece = (at: number, outside: boolean): unknown =>
  outside ? new Uint8Array(PER_STEP).fill(1) : new Array<number>(PER_STEP / 8).fill(at + 0.5);

/** Reads that keep what they meet. */
export const keeping = (_: Db) =>
  ({
    scans: {
      /** Keeps so much, step by step. @returns how much, MB */
      *keeps(mb: number, outside: boolean): Scan<number> {
        const kept: unknown[] = [];
        while (kept.length * PER_STEP < mb * MB) {
          kept.push(piece(kept.length, outside));
          yield;
        }
        return (kept.length * PER_STEP) / MB;
      },

      /** Keeps so much, and goes on for so many steps. */
      *holds(mb: number, steps: number): Scan<number> {
        const kept: unknown[] = [];
        while (kept.length * PER_STEP < mb * MB) kept.push(piece(kept.length, false));
        for (let step = 0; step < steps; step++) {
          kept[step % kept.length] = piece(step, false);
          yield;
        }
        return (kept.length * PER_STEP) / MB;
      },

      /** Keeps without a pause until there is no more room. */
      keepsAll(): number {
        const kept: unknown[] = [];
        for (;;) kept.push(piece(kept.length, false));
      },

      short: () => 'short',
    },
  }) satisfies Functions;
