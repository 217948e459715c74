/** What follows the first byte of a format: bytes of a fixed number, or a length of `width` bytes and what it counts. */
interface Follows {
  readonly width: number;
  /** Bytes behind the length, and in each of what it counts. */
  readonly fixed: number;
  readonly bytes: number;
  /** Values in each of what it counts. */
  readonly values: number;
}

const follows = (fixed: number, width = 0, bytes = 0, values = 0): Follows => ({ width, fixed, bytes, values });
/** 0xc0 … 0xdf; 0xc1 is no format. */
const WIDE: readonly (Follows | undefined)[] = [
  ...[follows(0), undefined, follows(0), follows(0)],
  ...[1, 2, 4].map(width => follows(0, width, 1)),
  ...[1, 2, 4].map(width => follows(1, width, 1)),
  ...[4, 8, 1, 2, 4, 8, 1, 2, 4, 8].map(fixed => follows(fixed)),
  ...[1, 2, 4, 8, 16].map(data => follows(data + 1)),
  ...[1, 2, 4].map(width => follows(0, width, 1)),
  ...[2, 4].map(width => follows(0, width, 0, 1)),
  ...[2, 4].map(width => follows(0, width, 0, 2)),
];

/**
 * Where the MessagePack values that begin at `at` end, without building anything of them.
 * @param levels of arrays and maps that they may have
 * @returns undefined when they are not whole, or deeper
 */
export function endOf(bytes: Buffer, at: number, values: number, levels: number): number | undefined {
  // How many are still to come, level by level; of the innermost one it is `left`.
  const outer: number[] = [];
  let left = values;
  let end = at;
  for (;;) {
    while (left === 0) {
      const up = outer.pop();
      if (up === undefined) return end;
      left = up;
    }
    left--;
    const format = bytes[end++];
    if (format === undefined) return undefined;
    let inside = -1;
    if (format >= 0x80 && format < 0xa0) inside = (format & 0x0f) * (format < 0x90 ? 2 : 1);
    else if (format >= 0xa0 && format < 0xc0) end += format & 0x1f;
    else if (format >= 0xc0 && format < 0xe0) {
      const next = WIDE[format - 0xc0];
      if (!next || end + next.width > bytes.length) return undefined;
      const count = next.width === 0 ? 0 : bytes.readUIntBE(end, next.width);
      end += next.width + next.fixed + count * next.bytes;
      if (next.values > 0) inside = count * next.values;
    }
    if (end > bytes.length || inside > bytes.length - end) return undefined;
    if (inside < 0) continue;
    if (outer.length >= levels) return undefined;
    outer.push(left);
    left = inside;
  }
}
