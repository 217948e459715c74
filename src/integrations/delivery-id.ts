import { hash } from 'node:crypto';
import { uuidText } from '../kit/uuid.ts';
import type { Stream } from './driver.ts';

/** Whose places they are. */
export interface Deliverer {
  readonly installation: string;
  readonly integrationId: string;
}

/**
 * The UUID version 8 (RFC 9562) of one item for one integration: the same on every repetition and after a restore, and stored nowhere
 * (integrations section 4).
 */
export function deliveryId({ installation, integrationId }: Deliverer, stream: Stream, place: number): string {
  const bytes = hash('sha256', `${installation} ${integrationId} ${stream} ${place}`, 'buffer').subarray(0, 16);
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return uuidText(bytes);
}
