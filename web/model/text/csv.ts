// Tables as text that a spreadsheet opens (RFC 4180).

/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

export type Cell = string | number | boolean | undefined;

function cellText(cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Lines with the names of the columns first. */
export function csvOf(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [columns, ...rows].map(row => `${row.map(cellText).join(',')}\r\n`).join('');
}
