/** Counts and what is counted, as a language writes them. */
export interface Counting {
  n: (count: number) => string;
  plural: (count: number, one: string, other: string) => string;
}

/** @param numbers the locale whose separators are used; @param plurals the language of the rules */
export function counting(numbers: string, plurals: string): Counting {
  const rules = new Intl.PluralRules(plurals);
  const format = new Intl.NumberFormat(numbers);
  const n = (count: number) => format.format(count);
  return { n, plural: (count, one, other) => `${n(count)} ${rules.select(count) === 'one' ? one : other}` };
}
