/** An EUI-64 as 16 lower-case hex digits. It never travels as a JavaScript number: half of the range does not fit one. */
export type Eui = string & { readonly brand: 'eui' };

const HEX16 = /^[0-9a-f]{16}$/;
const SEPARATORS = /[-: ]/g;
const ALL_ZERO = '0000000000000000';

/**
 * Reads an EUI-64 the way people write it: upper or lower case, with `-`, `:` or blanks between the digits.
 * @returns the normalised EUI, or undefined when it is not 16 hex digits or all zero (platform API section 1.4)
 */
export function parseEui(text: string): Eui | undefined {
  const hex = text.replace(SEPARATORS, '').toLowerCase();
  return HEX16.test(hex) && hex !== ALL_ZERO ? (hex as Eui) : undefined;
}

/** The EUI of an unsigned 64-bit number; a negative one is the two's complement of the same EUI (BSSCI 3.3). */
export function euiFromBigInt(value: bigint): Eui {
  return BigInt.asUintN(64, value).toString(16).padStart(16, '0') as Eui;
}

/** The EUI as the unsigned 64-bit number that goes on the wire. */
export function euiToBigInt(eui: Eui): bigint {
  return BigInt(`0x${eui}`);
}
