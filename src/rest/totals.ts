import type { Total } from '../database/scan.ts';
import { countToWire } from '../rpc/paging.ts';

/** What a list says of how many items there are (clarification T1). */
export function totalToRest({ count, isMinimum }: Total) {
  return { total: countToWire(count), ...(isMinimum && { total_is_minimum: true }) };
}
