import { SECRETS, type SealedKeys, type Secret } from '../domain/attach/attach-records.ts';
import type { Sealer } from '../kit/seal.ts';

/** What a sealed key is bound to. */
const boundTo = (eui: string, secret: Secret) => `endpoint:${eui}:${secret}`;

export function sealKey(sealer: Sealer, eui: string, secret: Secret, key: Uint8Array | undefined): Uint8Array | null {
  return key ? sealer.seal(key, boundTo(eui, secret)) : null;
}

export function openKey(sealer: Sealer, eui: string, secret: Secret, sealed: Uint8Array): Uint8Array {
  return sealer.open(sealed, boundTo(eui, secret));
}

/** The same keys for the endpoint under its new EUI. */
export function resealKeys(sealer: Sealer, from: string, to: string, sealed: SealedKeys): SealedKeys {
  const moved = SECRETS.map(secret => {
    const value = sealed[secret];
    return [secret, value && sealKey(sealer, to, secret, openKey(sealer, from, secret, value))];
  });
  return Object.fromEntries(moved) as SealedKeys;
}
