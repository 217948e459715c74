import { ProtocolError } from '../../protocol/errors.ts';
import { AttachRefused } from '../../simulate/traffic.ts';
import type { Unregistered } from './simulated-registrations.ts';

/** What a station that was not let in can do about it; any other cause as it is. */
export function connectRefusal(
  cause: unknown,
  stations: readonly { readonly bsEui: string }[],
  unregistered: Unregistered | undefined,
): unknown {
  if (!(cause instanceof ProtocolError)) return cause;
  const { code, message } = cause;
  const unknown = stations.find(({ bsEui }) => unregistered?.stations.has(bsEui));
  const why = unknown
    ? `${unknown.bsEui} is not registered: register it, or set bssci.register_unknown`
    : 'is the base station registered and not disabled, and is the certificate its own?';
  return new Error(`the service center answered ${message} (code ${code}): ${why}`, { cause });
}

/** The same of an endpoint that could not attach. */
export function attachRefusal(cause: unknown, unregistered: Unregistered | undefined): unknown {
  if (!(cause instanceof AttachRefused)) return cause;
  const why = unregistered?.endpoints.has(cause.epEui)
    ? 'it is not registered: register it first, with its network key'
    : 'is it registered, with this network key, and was its attach counter lower before? The events of the service center say which';
  return new Error(`${cause.message}: ${why}`, { cause });
}
