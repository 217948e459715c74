// What the search box of events asks for.

import { RANGES } from '../text/time.ts';
import type { Filter } from './filter-words.ts';

export const EVENT_WORDS = ['category', 'severity', 'type', 'since'] as const;
export const EVENT_CATEGORIES = [
  ...['endpoint', 'basestation', 'message', 'downlink', 'scaci', 'certificate'],
  ...['integration', 'catalog', 'audit', 'security', 'system'],
] as const;
const SEVERITIES = ['info', 'warning', 'error', 'critical'];

export interface EventQuestion {
  categories: string[];
  severities: string[];
  /** Kinds; a star at the end stands for all that begin so. */
  types: string[];
  search: string;
  sinceMs: number | undefined;
  /** Values that there are not: said, and not asked for. */
  wrong: string[];
}

export function eventQuestion({ words, text }: Filter): EventQuestion {
  const wrong: string[] = [];
  const listOf = (word: string, isKnown: (value: string) => boolean) =>
    (words.get(word) ?? '')
      .toLowerCase()
      .split(',')
      .filter(value => {
        if (value === '') return false;
        if (!isKnown(value)) wrong.push(`${word}:${value}`);
        return isKnown(value);
      });
  const since = words.get('since');
  const sinceMs =
    since !== undefined && Object.hasOwn(RANGES, since) ? RANGES[since as keyof typeof RANGES] : undefined;
  if (since !== undefined && sinceMs === undefined) wrong.push(`since:${since}`);
  return {
    categories: listOf('category', value => (EVENT_CATEGORIES as readonly string[]).includes(value)),
    severities: listOf('severity', value => SEVERITIES.includes(value)),
    types: listOf('type', value => /^[a-z_.]+\*?$/.test(value)),
    ...{ search: text, sinceMs, wrong },
  };
}

/** Whether one that comes by the stream is asked for: that knows nothing of what is searched for. */
export function matchesSearch(
  event: { title: string; description: string; sourceId: string; sourceName: string },
  search: string,
): boolean {
  const wanted = search.toLowerCase();
  const { title, description, sourceId, sourceName } = event;
  return [title, description, sourceId, sourceName].some(part => part.toLowerCase().includes(wanted));
}
