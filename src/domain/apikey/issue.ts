import type { Acting } from '../event/acting.ts';
import type { KeyRow } from './columns.ts';
import { freshKey } from './format.ts';
import type { ApiKeys, NewKey } from './store.ts';

/** What the writer does of a store. */
type Inserts = (...asked: Parameters<ApiKeys['insert']>) => Promise<KeyRow | undefined>;

/**
 * Makes a key. Its text is nowhere but in the answer: the writer gets the digest only.
 * @param users uuids of the users whose keys can be used
 * @throws fault `ApiKeyNameExists`, `ApiKeyLimitReached`
 */
export async function issueKey(
  insert: Inserts,
  asked: Omit<NewKey, 'prefix' | 'hash'>,
  users: readonly string[],
  acting: Acting,
  make = freshKey,
): Promise<{ readonly key: KeyRow; readonly text: string }> {
  for (;;) {
    const { text, prefix, hash } = make();
    const key = await insert({ ...asked, prefix, hash }, users, acting);
    if (key) return { key, text };
  }
}
