import { Fault } from '../../kit/faults/faults.ts';
import type { DecodingAssignment } from '../blueprint/effective.ts';
import type { Severity } from '../event/catalog.ts';
import type { RuleDevices } from './devices.ts';
import type { Action, CommandAction } from './rule-records.ts';
import { filled, type TextContext } from './texts.ts';

/** An action with everything it needs, texts filled in. */
export type PlannedAction =
  | {
      readonly kind: 'event' | 'alert';
      readonly severity: Severity;
      readonly title: string;
      readonly description: string;
    }
  | {
      readonly kind: 'command';
      /** Row id. */
      readonly endpoint: number;
      readonly payload: Uint8Array;
      readonly format: number;
    }
  | { readonly kind: 'integration'; readonly integrationId: string; readonly note: string }
  /** It cannot be done: why. */
  | { readonly kind: Action['kind']; readonly error: string };

export interface CommandEncoder {
  /** The number of a format for downlinks; undefined: the endpoint has none that is called so. */
  formatOf(endpoint: DecodingAssignment, command: string): number | undefined;
  /** @throws fault `DownlinkEncodingFailed` */
  encode(request: {
    readonly endpoint: DecodingAssignment & { readonly calibration: string | null };
    readonly format: number;
    readonly values: Readonly<Record<string, unknown>>;
  }): Uint8Array;
  /** By what it is encoded; undefined: the endpoint is gone. */
  assigned(endpoint: number): (DecodingAssignment & { readonly calibration: string | null }) | undefined;
}

/** What an action comes to, before anything is done. */
export function planned(
  action: Action,
  found: TextContext & { readonly endpoint: number | undefined; readonly org: number },
  { devices, commands }: { readonly devices: Pick<RuleDevices, 'endpointOf'>; readonly commands: CommandEncoder },
): PlannedAction {
  const { kind } = action;
  if (kind === 'integration') return { ...action, note: filled(action.note, found) };
  if (kind !== 'command') {
    return { ...action, title: filled(action.title, found), description: filled(action.description, found) };
  }
  const { deviceId } = action;
  const endpoint = deviceId === undefined ? found.endpoint : devices.endpointOf(found.org, deviceId);
  if (endpoint === undefined)
    return { kind, error: 'ErrTokenPhysicalDeviceRequired: there is no endpoint to send it to' };
  try {
    return { kind, endpoint, ...contentOf(action, endpoint, commands) };
  } catch (cause) {
    if (cause instanceof Fault) return { kind, error: cause.message };
    throw cause;
  }
}

/** @throws fault */
function contentOf(
  { command, parameters = {}, payloadHex = '', format = 0 }: CommandAction,
  endpoint: number,
  commands: CommandEncoder,
): { payload: Uint8Array; format: number } {
  if (command === undefined) return { payload: Buffer.from(payloadHex, 'hex'), format };
  const assigned = commands.assigned(endpoint);
  const known = assigned && commands.formatOf(assigned, command);
  if (!assigned || known === undefined) throw new Fault('ActuatorCommandNotFound', { command });
  return { payload: commands.encode({ endpoint: assigned, format: known, values: parameters }), format: known };
}
