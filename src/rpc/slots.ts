import { addFigures, type Figures, noFigures } from '../domain/message/figures.ts';
import { type Granularity, slotStart, slots } from '../domain/statistics/slots.ts';

export interface Slot {
  readonly start: number;
  readonly figures: Figures;
  /** The other side of a pair scope: the stations of an endpoint. */
  readonly others: Set<number>;
}

/** Figures of every slot of a window, empty ones included (platform API section 1.10). */
export function perSlot(
  buckets: readonly { startAt: number; other: number; figures: Figures }[],
  fromMs: number,
  toMs: number,
  granularity: Granularity,
): Slot[] {
  const found = new Map<number, Slot>();
  for (const { start } of slots(fromMs, toMs, granularity)) {
    found.set(start, { start, figures: noFigures(), others: new Set() });
  }
  for (const { startAt, other, figures } of buckets) {
    const slot = found.get(slotStart(startAt, granularity));
    if (!slot) continue;
    addFigures(slot.figures, figures);
    slot.others.add(other);
  }
  return [...found.values()];
}
