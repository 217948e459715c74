import { hexOf } from './eui.ts';

/** Sixteen random bytes as a UUID of version 4. */
export function uuidOf(random: Uint8Array): string {
  const bytes = Uint8Array.from(random);
  bytes[6] = 0x40 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return hexOf(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
