import type { Clock } from '../../kit/time/clock.ts';

/** Where progress is shown. */
export interface ProgressOutput {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

/** How often a line is drawn anew: more is only flicker. */
const EVERY_MS = 100;
const CLEAR_LINE = '\r\x1b[2K';

/** One line at a terminal that says what is done and how far it is; nothing elsewhere. */
export function progressLine(output: ProgressOutput, clock: Pick<Clock, 'monotonic'>) {
  let drawn = Number.NEGATIVE_INFINITY;
  let last = '';
  return {
    show(what: string, done: number, of: number): void {
      if (!output.isTTY) return;
      const now = clock.monotonic();
      if (what === last && now - drawn < EVERY_MS) return;
      const share = of > 0 ? ` ${Math.floor((100 * done) / of)} %` : '';
      output.write(`${CLEAR_LINE}${what}${share}`);
      drawn = now;
      last = what;
    },
    end(): void {
      if (last !== '') output.write(CLEAR_LINE);
      last = '';
    },
  };
}
