/**
 * Which of two versions is newer, as semantic versioning orders them; numbers of any length, as libraries of Node.js have them, are
 * compared likewise. @returns below 0 when `a` is older
 */
export function compareLoosely(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let at = 0; at < Math.max(left.numbers.length, right.numbers.length); at += 1) {
    const difference = (left.numbers[at] ?? 0) - (right.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  // What comes before a release is older than it.
  if (left.before === undefined || right.before === undefined) {
    return Number(left.before === undefined) - Number(right.before === undefined);
  }
  return compareBefore(left.before, right.before);
}

function partsOf(version: string): { numbers: number[]; before: string[] | undefined } {
  const [, numbers = '0', rest] = /^v?(\d+(?:\.\d+)*)(?:-([^+]*))?/.exec(version) ?? [];
  return { numbers: numbers.split('.').map(Number), before: rest?.split('.') };
}

function compareBefore(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const [left, right] = [a[at], b[at]];
    if (left === right) continue;
    if (left === undefined || right === undefined) return left === undefined ? -1 : 1;
    const [ofLeft, ofRight] = [/^\d+$/.test(left), /^\d+$/.test(right)];
    if (ofLeft && ofRight) return Number(left) - Number(right);
    if (ofLeft !== ofRight) return ofLeft ? -1 : 1;
    return left < right ? -1 : 1;
  }
  return 0;
}
