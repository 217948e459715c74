import { fault } from '../../kit/faults.ts';

/** The service of the schema. */
export const SERVICE = 'platform.api.v1.PlatformService';
/** Largest request and response message (platform API section 1.12). */
export const MAX_MESSAGE = 4 << 20;

/** @throws fault `ResponseTooLarge` */
export function bounded(message: Uint8Array): Uint8Array {
  if (message.length > MAX_MESSAGE) throw fault('ResponseTooLarge', { limit: MAX_MESSAGE });
  return message;
}
