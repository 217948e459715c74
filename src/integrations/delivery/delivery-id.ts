import { hash } from 'node:crypto';
import { uuid8 } from '../../kit/uuid.ts';
import type { Stream } from '../driver.ts';

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
  return uuid8(hash('sha256', `${installation} ${integrationId} ${stream} ${place}`, 'buffer'));
}
