/** The only place that asks what time it is; tests give their own. */
export function now(): number {
  return Date.now();
}
