const VERSION = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/;

/** Whether it is the version of a release: three numbers. What is built between releases has more behind them. */
export function isReleaseVersion(text: unknown): text is string {
  return typeof text === 'string' && VERSION.test(text);
}

/** Below 0 where `a` is older than `b`. What stands behind the three numbers does not count. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  const at = left.findIndex((number, index) => number !== right[index]);
  return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}

const numbersOf = (version: string): number[] => (version.split(/[-+]/)[0] ?? '').split('.').map(Number);
