import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { fault } from '../kit/faults/faults.ts';
import { randomBytes } from '../kit/random.ts';
import { DAY_MS } from '../kit/units.ts';
import { generateKey, type Issuer, type KeyType, signCertificate } from './issue.ts';
import { certificatesIn, type Material, type Pair } from './material.ts';

export interface AuthoritySettings {
  keyType: KeyType;
  days: number;
}

/**
 * Makes the authority when the folder is empty, or only its certificate when a first start ended between the two files.
 * A lost authority is never replaced: every station would be locked out by a start.
 * @throws Error with one sentence when half of it is missing
 */
export async function ensureAuthority(
  material: Material,
  settings: AuthoritySettings,
  nowMs: number,
  confirmedMs = nowMs,
): Promise<void> {
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
  if (!key) material.createKey('ca', made);
  material.putCertificate('ca', (await signAuthority(made, settings.days, nowMs, confirmedMs)).toString());
}

/**
 * A new authority, not stored yet.
 * @param confirmedMs it is signed as of no later, so that it is valid at once also when the clock is ahead
 */
export async function newAuthority(
  { keyType, days }: AuthoritySettings,
  nowMs: number,
  confirmedMs = nowMs,
): Promise<Pair> {
  const key = await generateKey(keyType);
  return { key, pem: (await signAuthority(key, days, nowMs, confirmedMs)).toString() };
}

function signAuthority(key: KeyObject, days: number, nowMs: number, confirmedMs: number): Promise<X509Certificate> {
  return signCertificate({
    profile: { use: 'authority' },
    // the random part tells two installations apart in a station's trust store
    commonName: `Waystation CA ${randomBytes(4).toString('hex')}`,
    key,
    nowMs: Math.min(nowMs, confirmedMs),
    notAfterMs: nowMs + days * DAY_MS,
  });
}

/** The authority, ready to sign. Its key is opened for each use and not kept in memory. */
export function openAuthority(material: Material): Issuer {
  const certificate = material.certificate('ca');
  const key = material.key('ca');
  if (!certificate || !key) throw fault('CertificateAuthorityMissing');
  return { certificate, key };
}

/** Of an authority in PEM, ready to sign. */
export function issuerOf({ key, pem }: Pair): Issuer {
  return { certificate: new X509Certificate(pem), key };
}

/**
 * The operator's authority from its files: a CA certificate, followed by those that lead to its root, and its key.
 * @throws Error with one sentence that says what does not fit
 */
export function readAuthority(pem: string, keyPem: string, passphrase: string | undefined, nowMs: number): Pair {
  const chain = certificatesIn(pem);
  const [authority] = chain;
  if (!authority) throw new Error('The file holds no certificate in PEM.');
  const key = readKey(keyPem, passphrase);
  if (!authority.checkPrivateKey(key)) throw new Error('The key does not belong to the first certificate of the file.');
  if (!authority.ca) throw new Error('The certificate is none of a certificate authority (basicConstraints CA:TRUE).');
  if (!canSign(key)) throw new Error('The key must be RSA of at least 2048 bits or EC P-256.');
  for (const [index, certificate] of chain.entries()) {
    const issuer = chain[index + 1] ?? certificate;
    if (!certificate.checkIssued(issuer) || !certificate.verify(issuer.publicKey)) {
      throw new Error(
        'The file must hold the CA certificate, then the one that signed it, and so on up to the root that signed itself.',
      );
    }
    const [from, to] = [certificate.validFromDate.getTime(), certificate.validToDate.getTime()];
    if (nowMs < from || nowMs >= to) throw new Error(`${nameOf(certificate)} is not valid now.`);
  }
  return { key, pem: chain.map(String).join('') };
}

function readKey(keyPem: string, passphrase: string | undefined): KeyObject {
  try {
    return createPrivateKey({ key: keyPem, ...(passphrase !== undefined && { passphrase }) });
  } catch (cause) {
    const reason = keyPem.includes('ENCRYPTED') ? ': is its passphrase right (--passphrase-file)?' : ' as PEM.';
    throw new Error(`The key cannot be read${reason}`, { cause });
  }
}

const SHORTEST_RSA = 2048;

function canSign({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  if (asymmetricKeyType === 'rsa') return (asymmetricKeyDetails?.modulusLength ?? 0) >= SHORTEST_RSA;
  return asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1';
}

const nameOf = ({ subject }: X509Certificate) => subject.split('\n').join(', ');

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
