import type { CertificateRow } from '../../domain/certificate/certificate-store.ts';
import type { Store } from '../../domain/domain.ts';
import { Fault, fault } from '../../kit/faults/faults.ts';
import type { Sealer } from '../../kit/seal.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { acting } from '../call/actor.ts';
import type { Call } from '../call/define.ts';

/** What the sealed key of a certificate is bound to. */
function boundTo(id: string): string {
  return `certificate:${id}:private_key`;
}

export function sealPrivateKey(sealer: Sealer, id: string, pem: string): Uint8Array {
  return sealer.seal(Buffer.from(pem), boundTo(id));
}

interface KeySources {
  readonly store: Store;
  readonly clock: Clock;
  readonly sealer: Sealer;
}

/** The private key that waits for its download. @throws fault `PrivateKeyUnavailable`, `PrivateKeyAlreadyDownloaded` */
export function openPrivateKey(
  { store, clock, sealer }: KeySources,
  { id, uuid: own, key_until }: CertificateRow,
): string {
  if (key_until === null) throw fault('PrivateKeyUnavailable');
  const sealed = store.read.certificates.sealedKey(id);
  if (!sealed || key_until <= clock.credible()) throw fault('PrivateKeyAlreadyDownloaded');
  return Buffer.from(sealer.open(sealed, boundTo(own))).toString();
}

/** Removes the key and stores who took it, in one transaction; of two calls at once the later fails. */
export async function takePrivateKey(
  { store, clock }: Omit<KeySources, 'sealer'>,
  row: CertificateRow,
  call: Call,
): Promise<void> {
  try {
    await store.write.certificates.takeKey(row, clock.credible(), acting(call, clock));
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    call.log.error({ err: cause }, 'audit record failed');
    throw fault('AuditRecordFailed');
  }
}
