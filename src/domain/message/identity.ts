import { parseUuid } from '../../kit/uuid.ts';

/** Stands where a message has its endpoint: a telegram of a foreign MAC belongs to none. */
export const NO_ENDPOINT = 0;

/** Bits of the random part that tell a message's id from other version 7 ids of this service. */
const MARK = 0xa5;
const SEQ_BITS = 53n;
const TWO_32 = 0x1_0000_0000;
/** The two top bits of the second half. */
const VARIANT = 0x8000_0000;
/** Version 7 and the mark. */
const GROUP = `7${MARK.toString(16).padStart(3, '0')}`;

/**
 * The id of a message is its storage time and sequence number in the form of a UUID version 7, so it needs no column and no
 * index: 48 bits of milliseconds, version, a mark, variant, 53 bits of seq.
 */
export function messageUuid(seq: number, storedAt: number): string {
  const time = storedAt.toString(16).padStart(12, '0');
  const high = (VARIANT + Math.floor(seq / TWO_32)).toString(16);
  const low = (seq % TWO_32).toString(16).padStart(8, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-${GROUP}-${high.slice(0, 4)}-${high.slice(4)}${low}`;
}

/** The seq and storage time inside a message id, or undefined when the text is no message id. */
export function seqOfUuid(text: string): { seq: number; storedAt: number } | undefined {
  const uuid = parseUuid(text);
  if (uuid?.slice(14, 18) !== GROUP) return undefined;
  const storedAt = Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
  const rest = BigInt(`0x${uuid.slice(19, 23)}${uuid.slice(24)}`);
  const seq = rest & ((1n << SEQ_BITS) - 1n);
  if (rest !== ((0b10n << 62n) | seq)) return undefined;
  return { seq: Number(seq), storedAt };
}
