import { cleaned } from '../kit/printable.ts';

/** Rows under a heading, in columns; those that are `right` end below each other. */
export function tableLines(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly string[] = [],
): string[] {
  const all = [heading, ...rows].map(cells => cells.map(cleaned));
  const widths = heading.map((_, at) => Math.max(...all.map(cells => [...(cells[at] ?? '')].length)));
  return all.map(cells =>
    cells
      .map((cell, at) => {
        const gap = ' '.repeat((widths[at] ?? 0) - [...cell].length);
        return right.includes(heading[at] ?? '') ? gap + cell : cell + gap;
      })
      .join('  ')
      .trimEnd(),
  );
}
