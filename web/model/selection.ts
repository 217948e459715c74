/** The keys from the one that was taken last to this one, in the order of the list. */
export function rangeBetween(keys: readonly string[], last: string | undefined, key: string): string[] {
  const [from, to] = [last === undefined ? -1 : keys.indexOf(last), keys.indexOf(key)];
  if (from < 0 || to < 0) return [key];
  return keys.slice(Math.min(from, to), Math.max(from, to) + 1);
}
