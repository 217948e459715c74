// A payload as a grid of bits, and which field each was read for.

export interface TraceLine {
  name: string;
  bitOffset: number;
  bitSize: number;
  raw: string;
  value: string;
}

export interface BitField {
  /** From 1 on, in the order of reading. */
  number: number;
  /** 1 to 6: its colour. */
  series: number;
  name: string;
  raw: string;
  value: string;
  /** First and last bit; undefined for what is computed and not read. */
  span: { from: number; to: number } | undefined;
  /** Its bits in fours. */
  bits: string;
}

export interface BitCell {
  bit: '0' | '1';
  /** Index of the field that it was read for first; undefined for a bit that was not read. */
  field: number | undefined;
  /** How many cells of the same field follow in this byte, itself included, where one begins here. */
  run: number | undefined;
}

export interface ByteOfBits {
  hex: string;
  cells: readonly BitCell[];
}

const SERIES = 6;
/** Longer fields are cut in the table; the grid has them whole. */
const MOST_BITS = 32;

export interface BitGrid {
  bytes: readonly ByteOfBits[];
  fields: readonly BitField[];
  /** Runs of bits that no field was read from. */
  rest: readonly { from: number; to: number }[];
}

export function bitGrid(payload: Uint8Array, trace: readonly TraceLine[]): BitGrid {
  const bits = [...payload].flatMap(byte => [...byte.toString(2).padStart(8, '0')] as ('0' | '1')[]);
  const owner: (number | undefined)[] = bits.map(() => undefined);
  const fields = trace.map(({ name, bitOffset, bitSize, raw, value }, at) => {
    for (let bit = bitOffset; bit < bitOffset + bitSize && bit < bits.length; bit++) owner[bit] ??= at;
    const span = bitSize === 0 ? undefined : { from: bitOffset, to: bitOffset + bitSize - 1 };
    const read = bits.slice(bitOffset, bitOffset + Math.min(bitSize, MOST_BITS)).join('');
    return {
      number: at + 1,
      series: (at % SERIES) + 1,
      ...{ name, raw, value, span },
      bits: (read.match(/.{1,4}/g) ?? []).join(' ') + (bitSize > MOST_BITS ? ' …' : ''),
    };
  });
  const bytes = [...payload].map((byte, at) => ({
    hex: byte.toString(16).padStart(2, '0').toUpperCase(),
    cells: cellsOf(bits.slice(at * 8, at * 8 + 8), owner.slice(at * 8, at * 8 + 8), owner[at * 8 - 1], at === 0),
  }));
  return { bytes, fields, rest: runsOf(owner) };
}

/** A run that goes on from the byte before has no beginning here. */
function cellsOf(
  bits: readonly ('0' | '1')[],
  owner: readonly (number | undefined)[],
  before: number | undefined,
  isFirst: boolean,
): BitCell[] {
  return bits.map((bit, at) => {
    const field = owner[at];
    const begins = at === 0 ? isFirst || field !== before : owner[at - 1] !== field;
    const next = owner.findIndex((other, place) => place > at && other !== field);
    return { bit, field, run: begins ? (next < 0 ? bits.length : next) - at : undefined };
  });
}

function runsOf(owner: readonly (number | undefined)[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (const [bit, field] of owner.entries()) {
    if (field !== undefined) continue;
    const last = runs.at(-1);
    if (last?.to === bit - 1) last.to = bit;
    else runs.push({ from: bit, to: bit });
  }
  return runs;
}
