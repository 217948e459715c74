/** Distinct profile and mode texts counted apart; stations send free text. */
const MAX_WORDS = 32;

export function countWord(words: Map<string, number>, text: string, count: number): void {
  const counted = words.get(text);
  if (counted !== undefined) words.set(text, counted + count);
  else if (words.size < MAX_WORDS) words.set(text, count);
}

/** Adds the second to the first. */
export function addWords(to: Map<string, number>, more: ReadonlyMap<string, number>): void {
  for (const [text, count] of more) countWord(to, text, count);
}
