import { countToWire, type totalToWire } from '../rpc/paging.ts';

type Total = Parameters<typeof totalToWire>[0];

/** What a list says of how many items there are (clarification T1). */
export function totalToRest({ count, isMinimum }: Total) {
  return { total: countToWire(count), ...(isMinimum && { total_is_minimum: true }) };
}
