/** A line of a table with where it begins, for who has to mend it. */
export interface CsvRow {
  /** From 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const BYTE_ORDER_MARK = '\ufeff';

/**
 * The rows of a CSV file (RFC 4180), the heading among them; empty lines are left out. What stands between cells is a comma or, as some
 * spreadsheets write it, a semicolon: whichever comes first in the heading.
 * @throws Error with the line for a quote that never ends, or that stands within a cell
 */
export function readCsv(text: string): CsvRow[] {
  const content = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  const separator = /[,;]/.exec(content.split('\n', 1)[0] ?? '')?.[0] ?? ',';
  const plainCell = new RegExp(`[^${separator}\r\n]*`, 'y');
  const rows: CsvRow[] = [];
  let line = 1;
  let begun = 1;
  let cells: string[] = [];
  let at = 0;
  while (at < content.length) {
    let cell: string;
    if (content[at] === '"') {
      const end = endOfQuoted(content, at, line);
      const quoted = content.slice(at + 1, end);
      cell = quoted.replaceAll('""', '"');
      line += quoted.split('\n').length - 1;
      at = end + 1;
    } else {
      plainCell.lastIndex = at;
      const [plain = ''] = plainCell.exec(content) ?? [];
      cell = plain.trim();
      at += plain.length;
    }
    cells.push(cell);
    if (content[at] === separator) {
      at++;
      // A separator at the very end is followed by an empty cell.
      if (at < content.length && !'\r\n'.includes(content[at] ?? '')) continue;
      cells.push('');
    } else if (at < content.length && !'\r\n'.includes(content[at] ?? '')) {
      throw new Error(`line ${line}: something stands behind a closing quote`);
    }
    if (cells.some(each => each !== '')) rows.push({ line: begun, cells });
    if (content[at] === '\r') at++;
    if (content[at] === '\n') at++;
    line++;
    begun = line;
    cells = [];
  }
  return rows;
}

/** Where the quote ends that begins there. */
function endOfQuoted(content: string, from: number, line: number): number {
  for (let at = content.indexOf('"', from + 1); at >= 0; at = content.indexOf('"', at + 2)) {
    if (content[at + 1] !== '"') return at;
  }
  throw new Error(`line ${line}: a quote is opened and never closed`);
}

/** A line of CSV without its end. */
export function csvLine(cells: readonly string[]): string {
  return cells.map(cell => (/[",;\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');
}
