import { createHmac } from 'node:crypto';

/** What a receiver that knows a secret checks a delivery by. */
export interface Signed {
  readonly id: string;
  /** Unix time, seconds. */
  readonly timestamp: number;
  readonly body: string;
}

const PREFIX = 'whsec_';

/** The value of `webhook-signature` (Standard Webhooks): one signature for each secret, `whsec_` and base64. */
export function signatures({ id, timestamp, body }: Signed, secrets: readonly string[]): string {
  return secrets
    .map(secret => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(' ');
}
