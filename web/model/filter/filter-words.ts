// The one search box of a list: free text, words such as `status:inactive`, and tags such as `floor=2`. All must hold.

export interface Filter {
  /** What is no word and no tag. */
  text: string;
  /** By word: `status` and what follows the colon. */
  words: ReadonlyMap<string, string>;
  tags: ReadonlyMap<string, string>;
  /** Words that this list does not know: said, not ignored in silence. */
  unknown: readonly string[];
}

const PART = /(?:[^\s"]+|"[^"]*")+/g;

export function parseFilter(text: string, known: readonly string[]): Filter {
  const words = new Map<string, string>();
  const tags = new Map<string, string>();
  const unknown: string[] = [];
  const free: string[] = [];
  for (const part of text.match(PART) ?? []) {
    const [, word = '', value = ''] = /^([a-z]+):(.+)$/i.exec(part) ?? [];
    const [, tag = '', tagged = ''] = /^([\w.-]+)=(.*)$/.exec(part) ?? [];
    if (word !== '' && known.includes(word.toLowerCase())) words.set(word.toLowerCase(), unquoted(value));
    else if (word !== '' && !/^[0-9a-f]{2}$/i.test(word)) unknown.push(word);
    else if (tag !== '') tags.set(tag, unquoted(tagged));
    else free.push(unquoted(part));
  }
  return { text: free.join(' '), words, tags, unknown };
}

const unquoted = (text: string): string => text.replaceAll('"', '');

export interface Chip {
  text: string;
  /** The filter without it. */
  without: string;
}

/** The words and tags of a filter, each with what remains when it is taken away. */
export function chipsOf(text: string): Chip[] {
  const parts = text.match(PART) ?? [];
  return parts.flatMap((part, at) =>
    /^[\w.-]+[:=]/.test(part) ? [{ text: part, without: parts.filter((_, other) => other !== at).join(' ') }] : [],
  );
}
