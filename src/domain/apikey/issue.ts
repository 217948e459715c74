import type { Acting, Once } from '../event/acting.ts';
import type { KeyRow } from './api-key-columns.ts';
import type { ApiKeys, NewKey } from './api-key-store.ts';
import { type FreshKey, freshKey } from './format.ts';

/** What the writer does of a store. */
type Inserts = (...asked: Parameters<ApiKeys['insert']>) => Promise<KeyRow | undefined>;

/** How the text of a key is kept whose making may be repeated. */
export interface KeptTexts {
  seal(text: string, once: Once): Uint8Array;
  /** As it was sealed for the first call. */
  first(once: Once): string;
}

/**
 * Makes a key. Its text is nowhere but in the answer: the writer gets the digest, and a sealed copy when the call may be repeated.
 * @throws fault `ApiKeyNameExists`, `ApiKeyLimitReached`
 */
export async function issueKey(
  insert: Inserts,
  asked: Omit<NewKey, 'prefix' | 'hash'>,
  acting: Acting,
  { make = freshKey, texts }: { readonly make?: () => FreshKey; readonly texts?: KeptTexts | undefined } = {},
): Promise<{ readonly key: KeyRow; readonly text: string }> {
  const { once, ...by } = acting;
  for (;;) {
    const { text, prefix, hash } = make();
    const repeatable = once && texts && { once: { ...once, secret: texts.seal(text, once) } };
    const key = await insert({ ...asked, prefix, hash }, { ...by, ...repeatable });
    if (!key) continue;
    // A repeated call has made no key: the first one's is its answer.
    return { key, text: once && texts && key.prefix !== prefix ? texts.first(once) : text };
  }
}
