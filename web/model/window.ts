// Which rows of a long table are drawn: those in sight and some before and after.

export interface RowWindow {
  /** First row that is drawn, and the one after the last. */
  start: number;
  end: number;
}

/** Rows beyond what is in sight, so that a quick turn of the wheel meets no gap. */
const SPARE = 12;
/** Windows begin at multiples of this, so that a small movement draws nothing. */
const STEP = 6;
/** Tables of so few rows are drawn whole. */
const WHOLE = 120;

/**
 * @param above how far the top of the first row is above the top of what is in sight, in px; negative where it is below
 * @param height of what is in sight, in px
 */
export function rowWindow(count: number, rowHeight: number, above: number, height: number): RowWindow {
  if (count <= WHOLE || rowHeight <= 0) return { start: 0, end: count };
  const first = Math.floor(above / rowHeight) - SPARE;
  const visible = Math.ceil(height / rowHeight) + 2 * SPARE + STEP;
  const start = Math.max(0, Math.min(Math.floor(first / STEP) * STEP, count - visible));
  return { start, end: Math.min(count, start + visible) };
}
