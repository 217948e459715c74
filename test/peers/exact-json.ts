/** What newer engines have for numbers that keep their spelling; the compiler's library does not know it yet. */
interface RawJson {
  rawJSON(text: string): unknown;
}

/** JSON in which a bigint keeps all its digits. */
export function writeExactly(message: object): string {
  return JSON.stringify(message, (_, value: unknown) =>
    typeof value === 'bigint' ? (JSON as typeof JSON & RawJson).rawJSON(String(value)) : value,
  );
}

/** Reads integers that a double does not hold as bigint. */
export function readExactly(text: string): Record<string, unknown> {
  return JSON.parse(text, exact);
}

function exact(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || Number.isSafeInteger(value)) return value;
  return /^-?\d+$/.test(source) ? BigInt(source) : value;
}
