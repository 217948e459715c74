import { RANGES, type Range } from '../text/time.ts';
import type { Filter } from './filter-words.ts';

export const MESSAGE_WORDS = ['decoded', 'format', 'since'];

const STATUSES: Readonly<Record<string, string>> = { yes: 'success', no: 'skipped', failed: 'failed' };

/** What the words of a list of messages ask for; a value that means nothing is left out. */
export function messageQuestion({ words }: Filter): {
  decodeStatus: string;
  format: number | undefined;
  sinceMs: number | undefined;
} {
  const format = words.get('format');
  const since = words.get('since') ?? '';
  return {
    decodeStatus: STATUSES[words.get('decoded') ?? ''] ?? '',
    format: format !== undefined && /^\d{1,3}$/.test(format) ? Number(format) : undefined,
    sinceMs: Object.hasOwn(RANGES, since) ? RANGES[since as Range] : undefined,
  };
}
