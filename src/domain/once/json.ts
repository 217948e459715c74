/** A result as JSON text: what JSON does not know stands under keys that begin with `$`, and such keys get another one. */
export function resultToJson(result: unknown): string {
  return JSON.stringify(packed(result));
}

export function resultOfJson(json: string): unknown {
  return unpacked(JSON.parse(json));
}

function packed(value: unknown): unknown {
  if (typeof value === 'bigint') return { $n: String(value) };
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return { $b: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return value.map(packed);
  const named = Object.entries(value).map(([key, of]) => [key.startsWith('$') ? `$${key}` : key, packed(of)]);
  return Object.fromEntries(named);
}

function unpacked(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(unpacked);
  if ('$n' in value) return BigInt(String(value.$n));
  if ('$b' in value) return new Uint8Array(Buffer.from(String(value.$b), 'base64'));
  const named = Object.entries(value).map(([key, of]) => [key.startsWith('$') ? key.slice(1) : key, unpacked(of)]);
  return Object.fromEntries(named);
}
