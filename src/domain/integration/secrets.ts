import type { Sealer } from '../../kit/seal.ts';
import { secretsAbout } from './integration-records.ts';

/** Secrets of an integration in clear, by the names that drivers know; never kept longer than a connection or a change. */
export type Secrets = Readonly<Record<string, unknown>>;

/** @returns undefined when there are none */
export function sealSecrets(sealer: Sealer, uuid: string, secrets: Secrets): Uint8Array | undefined {
  if (Object.keys(secrets).length === 0) return undefined;
  return sealer.seal(Buffer.from(JSON.stringify(secrets)), secretsAbout(uuid));
}

/** @throws fault `KeyMaterialUnavailable` */
export function openSecrets(sealer: Sealer, uuid: string, sealed: Uint8Array | undefined): Secrets {
  if (!sealed) return {};
  return JSON.parse(Buffer.from(sealer.open(sealed, secretsAbout(uuid))).toString()) as Secrets;
}
