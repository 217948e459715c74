import { HEADER_BYTES } from '../protocol/frame.ts';

/** What begins every BSSCI frame (BSSCI 3.1). */
export const IDENTIFIER = Buffer.from('MIOTYB01');

/** Fills in the 12 header bytes at the front of `frame`. */
export function writeHeader(frame: Buffer): Buffer {
  return writeHeaderAt(frame, 0, frame.length);
}

/** The same for one of several frames in a buffer. */
export function writeHeaderAt(bytes: Buffer, start: number, end: number): Buffer {
  IDENTIFIER.copy(bytes, start);
  bytes.writeUInt32LE(end - start - HEADER_BYTES, start + IDENTIFIER.length);
  return bytes;
}

/** A frame around a payload that is encoded already, whatever it holds. */
export function frameOf(payload: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(HEADER_BYTES + payload.length);
  frame.set(payload, HEADER_BYTES);
  return writeHeader(frame);
}
