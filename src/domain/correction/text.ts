import type { Correction } from '../../kit/time/credible-clock.ts';

/**
 * Times between `from` and `to` cannot have been: a clock that was ahead told them in a run of which nothing else is known. They become `at`, the
 * latest that they can have been; milliseconds.
 */
export interface Settlement {
  readonly from: number;
  readonly to: number;
  readonly at: number;
}

/** By how much times are moved, or to when. */
export type Shift = Correction | Settlement;

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** JSON text whose times within the correction are moved, be they numbers or RFC 3339; the same text where there is none. */
export function movedText(text: string, shift: Shift): string {
  const { from, to } = shift;
  const after = (ms: number) => ('offsetMs' in shift ? ms + shift.offsetMs : shift.at);
  let moved = false;
  const within = (ms: number) => ms >= from && ms <= to;
  const value: unknown = JSON.parse(text, (_, given: unknown) => {
    if (typeof given === 'number' && within(given)) {
      moved = true;
      return after(given);
    }
    if (typeof given === 'string' && RFC_3339.test(given) && within(Date.parse(given))) {
      moved = true;
      return new Date(after(Date.parse(given))).toISOString();
    }
    return given;
  });
  return moved ? JSON.stringify(value) : text;
}
