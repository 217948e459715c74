import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { FieldAt, FieldsAt } from '../../domain/integration/kind-settings.ts';
import { document, flag, secret, type ValuesOf } from './setting.ts';

/** Chains and bundles of authorities are some kilobytes. */
const MAX_PEM = 262_144;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

const NO_CERTIFICATE = 'no certificate in PEM form that can be read';
const NO_KEY = 'no private key in PEM form that can be read without a passphrase';

/** How a target proves itself, and the client to it. PEM texts. */
export const tls = {
  /** Undefined: the system's authorities. */
  caPem: document(MAX_PEM, certificates),
  clientCertPem: document(MAX_PEM, certificates),
  clientKeyPem: secret(document(MAX_PEM, key)),
  insecureSkipVerify: flag(),
};
export type TlsSettings = ValuesOf<typeof tls>;

function certificates(given: string, at: FieldAt): void {
  if (!certificatesIn(given)) at.refuse('format', 'InvalidArgument', { reason: NO_CERTIFICATE });
}

function key(given: string, at: FieldAt): void {
  if (!keyIn(given)) at.refuse('format', 'InvalidArgument', { reason: NO_KEY });
}

/** @returns undefined when there is none, or one that is not readable */
function certificatesIn(pem: string): [X509Certificate, ...X509Certificate[]] | undefined {
  const blocks = pem.match(CERTIFICATE) ?? [];
  if (blocks.length !== pem.split('-----BEGIN').length - 1) return undefined;
  try {
    const [first, ...others] = blocks.map(block => new X509Certificate(block));
    return first && [first, ...others];
  } catch {
    return undefined;
  }
}

function keyIn(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

/** A client certificate and its key go together. */
export function checkTls({ clientCertPem, clientKeyPem }: TlsSettings, at: FieldsAt): void {
  if (clientCertPem === undefined && clientKeyPem === undefined) return;
  const atKey = at('client_key_pem');
  if (clientKeyPem === undefined) atKey.refuse('presence', 'InvalidArgument', { reason: 'no key for the certificate' });
  else if (clientCertPem === undefined)
    at('client_cert_pem').refuse('presence', 'InvalidArgument', { reason: 'no certificate for the key' });
  else if (!belongs(clientKeyPem, clientCertPem))
    atKey.refuse('format', 'InvalidArgument', { reason: 'a key that is not that of the certificate' });
}

function belongs(keyPem: string, certificatePem: string): boolean {
  const [certificate] = certificatesIn(certificatePem) ?? [];
  const own = keyIn(keyPem);
  return certificate !== undefined && own !== undefined && certificate.checkPrivateKey(own);
}
