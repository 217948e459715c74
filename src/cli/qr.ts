import { encode } from 'uqr';

/** Free modules around a QR code (ISO/IEC 18004 section 6.3.8). */
const QUIET = 4;
/** Black on white of the fixed colours: the sixteen that come before them are another thing in each terminal. */
const [INK, PLAIN] = ['\x1b[38;5;16;48;5;231m', '\x1b[0m'];
/** By whether the upper and the lower module are dark. */
const HALVES = [
  [' ', '▄'],
  ['▀', '█'],
] as const;

/** A QR code as lines for a terminal, dark or light: two rows of modules in each line. */
export function qrLines(text: string): string[] {
  const { data, size } = encode(text, { ecc: 'L', border: QUIET });
  const isDark = (row: number, column: number) => (data[row]?.[column] === true ? 1 : 0);
  return Array.from({ length: Math.ceil(size / 2) }, (_, line) => {
    const halves = Array.from(
      { length: size },
      (_, column) => HALVES[isDark(2 * line, column)][isDark(2 * line + 1, column)],
    );
    return `${INK}${halves.join('')}${PLAIN}`;
  });
}
