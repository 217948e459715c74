import { best } from '../reception.ts';
import type { CountedCopy } from './counted-copies.ts';
import type { SampleOwner, Samples } from './samples.ts';

/**
 * Counts a message with its receptions.
 * @param receptions genuine ones, at least one
 * @param skipped undefined: the counter went backwards
 * @param all those it is shown with: its own radio values are of the best of these, however late that came
 * @param seq its place, by which a better copy finds it
 */
export function sampleMessage(
  samples: Samples,
  owner: SampleOwner,
  receptions: readonly CountedCopy[],
  skipped: number | undefined,
  all: readonly CountedCopy[] = receptions,
  seq = 0,
): void {
  samples.message(owner, best(all), skipped, { seq });
  for (const reception of receptions) samples.copy(owner, reception, receptions.length === 1);
}

/**
 * Counts a reception that came when its message had been counted.
 * @param receptions genuine ones of the message in order of arrival, with this one
 */
export function sampleLate(
  samples: Samples,
  owner: SampleOwner,
  receptions: readonly CountedCopy[],
  station: number,
): void {
  const at = receptions.findIndex(reception => reception.station === station);
  const reception = receptions[at];
  if (!reception) return;
  samples.copy(owner, reception, false);
  const [first] = receptions;
  if (at === 1 && first) samples.notSole(owner, first.station);
}
