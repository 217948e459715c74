import type { Target } from './calls.ts';
import type { Farm } from './farm.ts';

export function targetOf(farm: Farm): Target {
  const { organization, mast, meter, valve, center } = farm;
  return { organization, user: farm.headers['x-user-id'], mast, meter, valve, center, id: what => farm.id(what) };
}

/** As it can be searched: bytes as hex, texts as they are. */
export function textOf(answer: unknown): string {
  return JSON.stringify(answer, (_, value) => {
    const bytes = value?.type === 'Buffer' ? Buffer.from(value.data) : undefined;
    if (!bytes) return value;
    const text = bytes.toString();
    return /^[\x20-\x7e\r\n]*$/.test(text) && bytes.length > 16 ? text : bytes.toString('hex');
  });
}

/** What of an organization is in an answer. */
export function marksIn(text: string, { marks, radio }: Farm, what: 'all' | 'names' = 'all'): string[] {
  return [...marks, ...(what === 'all' ? radio : [])].filter(mark => text.includes(mark));
}
