/** Which rows of the log something occurs in. */
export const PostingKind = { endpoint: 1, station: 2 } as const;
export type PostingKindId = (typeof PostingKind)[keyof typeof PostingKind];

export interface Posting {
  readonly seqs: number[];
  /** Packet counters beside the seqs; for endpoints only. */
  readonly counters: number[];
}

/** Whole numbers as variable-length deltas: small, and as fast to read as to skip. */
export function packDeltas(values: readonly number[]): Uint8Array {
  const out: number[] = [];
  let previous = 0;
  for (const value of values) {
    const delta = value - previous;
    previous = value;
    let rest = delta >= 0 ? delta * 2 : -delta * 2 - 1;
    while (rest >= 0x80) {
      out.push((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    out.push(rest);
  }
  return Uint8Array.from(out);
}

export function unpackDeltas(blob: Uint8Array): number[] {
  const values: number[] = [];
  let previous = 0;
  let rest = 0;
  let weight = 1;
  for (const byte of blob) {
    rest += (byte & 0x7f) * weight;
    if (byte & 0x80) {
      weight *= 0x80;
      continue;
    }
    previous += rest % 2 === 0 ? rest / 2 : -(rest + 1) / 2;
    values.push(previous);
    rest = 0;
    weight = 1;
  }
  return values;
}
