import { bytesInHex } from './text/eui.ts';
import { type NamedValue, namedValues } from './values.ts';

/** What a message says: values, or why there are none and the bytes. */
export interface Content {
  values: NamedValue[];
  status: 'success' | 'failed' | 'skipped' | 'pending';
  hex: string;
  /** Reason code of the decoder. */
  error: string;
}

interface Decoded {
  decoded?: unknown;
  decodedMeta?: unknown;
  decodeStatus: string;
  decodeError: string;
  userData: Uint8Array;
}

export function contentOf({ decoded, decodedMeta, decodeStatus, decodeError, userData }: Decoded): Content {
  const status = ['success', 'failed', 'skipped', 'pending'].includes(decodeStatus) ? decodeStatus : 'skipped';
  return {
    values: namedValues(decoded, decodedMeta),
    status: status as Content['status'],
    hex: bytesInHex(userData),
    error: decodeError,
  };
}
