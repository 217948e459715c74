/** What `fn` throws, or undefined: to be checked with `instanceof`. */
export function thrown(fn: () => unknown): unknown {
  try {
    fn();
  } catch (cause) {
    return cause;
  }
  return undefined;
}
