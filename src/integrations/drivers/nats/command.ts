import type { Eui } from '../../../kit/eui.ts';
import { isJsonObject } from '../../../kit/json-object.ts';
import type { Incoming } from '../../commands.ts';

/** `{"revoke":{…}}` takes back, everything else is a downlink (integrations section 6). */
export function commandOf(epEui: Eui, data: Uint8Array): Incoming {
  const revoked = revokeIn(data);
  if (revoked !== undefined) return { command: 'revoke', epEui, body: revoked, retained: false };
  return { command: 'down', epEui, body: data, retained: false };
}

/** Undefined where nothing is to be taken back, or it cannot be read: then it is a downlink that is refused. */
function revokeIn(data: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  let said: unknown;
  try {
    said = JSON.parse(Buffer.from(data).toString());
  } catch {
    return undefined;
  }
  if (!isJsonObject(said) || !('revoke' in said)) return undefined;
  // What is no object names nothing to take back, and is refused as such.
  return isJsonObject(said.revoke) ? said.revoke : {};
}
