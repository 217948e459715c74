/** Number of single-letter changes (insert, delete, replace, swap neighbours) between two words. */
export function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      const at = (line: number[], index: number) => line[index] ?? Number.POSITIVE_INFINITY;
      let best = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        best = Math.min(best, at(beforeLast, column - 2) + 1);
      }
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}

/** The known name that is most like `name`, undefined when none is like it. */
export function nearest(name: string, known: Iterable<string>): { name: string; distance: number } | undefined {
  let best: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    const steps = distance(name, candidate);
    if (!best || steps < best.distance) best = { name: candidate, distance: steps };
  }
  const tolerated = Math.max(2, Math.floor(name.length / 3));
  return best && best.distance <= tolerated ? best : undefined;
}
