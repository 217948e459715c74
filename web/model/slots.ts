/** What a tab says of itself to the others, times in ms. */
export interface Claim {
  id: string;
  /** Since when it wants a stream. */
  since: number;
  /** When it last got the focus, 0 = never. */
  focusedAt: number;
  saidAt: number;
}

const SLOTS = 2;
/** A tab that says nothing for so long has no slot. */
const SILENT_MS = 15_000;

/** Whether a tab is among the two that had the focus last; of equal ones, those that came first. */
export function mayHold(self: Claim, others: readonly Claim[], now: number): boolean {
  const alive = [self, ...others.filter(({ saidAt, id }) => id !== self.id && now - saidAt < SILENT_MS)];
  alive.sort((a, b) => b.focusedAt - a.focusedAt || a.since - b.since || (a.id < b.id ? -1 : 1));
  return alive.slice(0, SLOTS).some(({ id }) => id === self.id);
}
