import type { Eui } from '../kit/eui.ts';
import { ProtocolError } from '../protocol/errors.ts';
import { eui } from '../protocol/fields.ts';
import type { Fields } from '../protocol/reader.ts';
import { MAX_USER_DATA } from './operations.ts';

/** What an uplink says of itself that cannot be taken as it is (events 3.3). */
export function rejectedUplink({ epEui, userData }: Fields): {
  reason: 'malformed' | 'payload_too_long';
  epEui: Eui | undefined;
} {
  const long = (Array.isArray(userData) || userData instanceof Uint8Array) && userData.length > MAX_USER_DATA;
  return { reason: long ? 'payload_too_long' : 'malformed', epEui: euiOf(epEui) };
}

function euiOf(value: unknown): Eui | undefined {
  try {
    return eui.read(value, 'epEui');
  } catch (cause) {
    if (cause instanceof ProtocolError) return undefined;
    throw cause;
  }
}
