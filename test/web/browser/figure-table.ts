// Figures with what they must and should be.

/** Smaller is better, unless `least`. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  must?: number;
  aim?: number;
  least?: boolean;
  digits?: number;
  note?: string;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

export function verdict({ value, must, aim, least = false }: Figure): string {
  const holds = (limit: number) => (least ? value >= limit : value <= limit);
  if (must === undefined) return '';
  if (!holds(must)) return 'FAILS';
  return aim === undefined || holds(aim) ? 'holds, aim too' : 'holds';
}

/** One line per figure, in columns. */
export function table(figures: readonly Figure[]): string {
  const number = (value: number | undefined, { unit, digits = 0 }: Figure) =>
    value === undefined ? '' : `${value.toFixed(digits)} ${unit}`;
  const rows = figures.map(figure => [
    figure.name,
    number(figure.value, figure),
    number(figure.must, figure),
    number(figure.aim, figure),
    verdict(figure),
    figure.note ?? '',
  ]);
  const all = [['figure', 'measured', 'must', 'aim', '', ''], ...rows];
  const widths = all[0]?.map((_, at) => Math.max(...all.map(row => row[at]?.length ?? 0))) ?? [];
  return all
    .map(row =>
      row
        .map((cell, at) => (at === 0 || at > 3 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
