import { HEADER_BYTES } from '../protocol/frame.ts';

/** What begins every BSSCI frame (BSSCI 3.1). */
export const IDENTIFIER = Buffer.from('MIOTYB01');
/** Fills in the 12 header bytes at the front of `frame` (BSSCI 3.1). */
export function writeHeader(frame: Buffer): Buffer {
  IDENTIFIER.copy(frame, 0);
  frame.writeUInt32LE(frame.length - HEADER_BYTES, 8);
  return frame;
}

/** A frame around a payload that is encoded already, whatever it holds. */
export function frameOf(payload: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(HEADER_BYTES + payload.length);
  frame.set(payload, HEADER_BYTES);
  return writeHeader(frame);
}
