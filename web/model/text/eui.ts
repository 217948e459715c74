// EUIs and keys as people type, paste and read them.

const SEPARATORS = /[\s:.\-_,]/g;

/** Lower-case hex digits without separators; what is no hex digit stays, so that a mistake can be named. */
export function compactHex(text: string): string {
  return text.trim().replace(/^0x/i, '').replace(SEPARATORS, '').toLowerCase();
}

/** Digits in fours: `70b3 d567 7000 0101`. */
export function grouped(hex: string): string {
  return hex.replace(/(.{4})(?=.)/g, '$1 ');
}

/** Bytes in twos and capitals, as radio people write them: `0A 00 01`. */
export function bytesInHex(bytes: Uint8Array): string {
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0').toUpperCase()).join(' ');
}

/** Without spaces, in lower case, as the API has it. */
export function hexOf(bytes: Uint8Array): string {
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

export type HexMistake =
  | { kind: 'empty' }
  | { kind: 'letter'; letter: string }
  | { kind: 'short' | 'long'; by: number };

/** What is wrong with hex of a known number of digits, undefined where nothing is. */
export function hexMistake(text: string, digits: number): HexMistake | undefined {
  const hex = compactHex(text);
  if (hex === '') return { kind: 'empty' };
  const letter = /[^0-9a-f]/.exec(hex)?.[0];
  if (letter !== undefined) return { kind: 'letter', letter };
  if (hex.length < digits) return { kind: 'short', by: digits - hex.length };
  if (hex.length > digits) return { kind: 'long', by: hex.length - digits };
  return undefined;
}

export const EUI_DIGITS = 16;
export const KEY_DIGITS = 32;

/** Whether a text is a complete EUI however it is written. */
export function isEui(text: string): boolean {
  return hexMistake(text, EUI_DIGITS) === undefined;
}
