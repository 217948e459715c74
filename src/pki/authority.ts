import { randomBytes, type X509Certificate } from 'node:crypto';
import { fault } from '../kit/faults.ts';
import { DAY_MS, generateKey, type Issuer, type KeyType, signCertificate } from './issue.ts';
import type { Material } from './material.ts';

export interface AuthoritySettings {
  keyType: KeyType;
  days: number;
}

/**
 * Makes the authority when the folder is empty, or only its certificate when a first start ended between the two files.
 * A lost authority is never replaced: every station would be locked out by a start.
 * @throws Error with one sentence when half of it is missing
 */
export async function ensureAuthority(material: Material, settings: AuthoritySettings, nowMs: number): Promise<void> {
  const certificate = material.certificate('ca');
  const key = material.key('ca');
  if (certificate && key) {
    if (certificate.checkPrivateKey(key)) return;
    throw new Error(`ca.key in ${material.dir} does not belong to ca.crt: put both back from one backup.`);
  }
  if (certificate || material.pem('server') !== undefined) {
    const missing = key ? 'ca.crt' : 'ca.key';
    throw new Error(`${missing} is missing in ${material.dir} although certificates exist: put it back from a backup.`);
  }
  const made = key ?? (await generateKey(settings.keyType));
  if (!key) material.putKey('ca', made, { replace: false });
  const signed = await signCertificate({
    profile: { use: 'authority' },
    // the random part tells two installations apart in a station's trust store
    commonName: `Waystation CA ${randomBytes(4).toString('hex')}`,
    key: made,
    nowMs,
    notAfterMs: nowMs + settings.days * DAY_MS,
  });
  material.putCertificate('ca', signed);
}

/** The authority, ready to sign. Its key is opened for each use and not kept in memory. */
export function openAuthority(material: Material): Issuer {
  const certificate = material.certificate('ca');
  const key = material.key('ca');
  if (!certificate || !key) throw fault('CertificateAuthorityMissing');
  return { certificate, key };
}

/**
 * End of a certificate of `days` from now, never after the authority's own end.
 * @throws fault `InvalidValidityPeriod` when the authority has ended
 */
export function endWithin(authority: X509Certificate, nowMs: number, days: number): number {
  const authorityEnd = Date.parse(authority.validTo);
  if (authorityEnd <= nowMs)
    throw fault('InvalidValidityPeriod', { ca_not_after: new Date(authorityEnd).toISOString() });
  return Math.min(nowMs + days * DAY_MS, authorityEnd);
}
