/** Counts and what is counted, as a language writes them. */
export interface Counting {
  n: (count: number) => string;
  plural: (count: number, one: string, other: string) => string;
}

/** Made when it is first needed: a browser reads tables for each, which takes a large part of the time until a page is there. */
export function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const known = new Map<string, Counting>();

/** @param numbers the locale whose separators are used; @param plurals the language of the rules */
export function counting(numbers: string, plurals: string): Counting {
  const key = `${numbers} ${plurals}`;
  const rules = lazy(() => new Intl.PluralRules(plurals));
  const format = lazy(() => new Intl.NumberFormat(numbers));
  const n = (count: number) => format().format(count);
  const made = known.get(key) ?? {
    n,
    plural: (count, one, other) => `${n(count)} ${rules().select(count) === 'one' ? one : other}`,
  };
  known.set(key, made);
  return made;
}
