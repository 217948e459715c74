import { createPublicKey, generateKeyPair, type KeyObject, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import { randomBytes } from '../kit/random.ts';
import { DAY_MS } from '../kit/units.ts';

export type KeyType = 'rsa-2048' | 'rsa-3072' | 'ec-p256';

/** A station whose clock is slow, or was never set, must not find our certificate "not yet valid". */
const BACKDATE_MS = DAY_MS;
const SERIAL_BYTES = 16;
/** Upper bound of a common name, RFC 5280 appendix A. */
const LONGEST_COMMON_NAME = 64;

const generate = promisify(generateKeyPair);

/** A private key made by the native generator, off the main thread. */
export async function generateKey(type: KeyType): Promise<KeyObject> {
  if (type === 'ec-p256') return (await generate('ec', { namedCurve: 'P-256' })).privateKey;
  return (await generate('rsa', { modulusLength: type === 'rsa-3072' ? 3072 : 2048 })).privateKey;
}

export const keyToPem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();

export interface Issuer {
  certificate: X509Certificate;
  key: KeyObject;
}

/** What a certificate is for; decides its extensions. */
export type Profile =
  | { use: 'authority' }
  | { use: 'server'; names: readonly string[] }
  | { use: 'client'; uri: string };

export interface CertificateRequest {
  profile: Profile;
  commonName: string;
  organization?: string | undefined;
  /** Public key of the subject; a private key is taken for its public half. */
  key: KeyObject;
  /** The authority; absent for a certificate that signs itself. */
  issuer?: Issuer;
  nowMs: number;
  notAfterMs: number;
}

/** Signs one certificate; validity begins a day in the past (never before the issuer's own). */
export async function signCertificate(request: CertificateRequest): Promise<X509Certificate> {
  // loaded on demand: issuing is rare, and a start with certificates in place does not pay for it
  const x509 = await import('@peculiar/x509');
  const { issuer, profile } = request;
  const publicKey = await publicCryptoKey(request.key);
  const signer = issuer?.key ?? request.key;
  const authorityKey = issuer ? await publicCryptoKey(issuer.key) : publicKey;
  const subject = [
    { CN: [request.commonName.slice(0, LONGEST_COMMON_NAME)] },
    ...(request.organization ? [{ O: [request.organization] }] : []),
  ];
  const notBefore = Math.max(request.nowMs - BACKDATE_MS, issuer ? Date.parse(issuer.certificate.validFrom) : 0);
  const made = await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject,
    issuer: issuer ? new x509.X509Certificate(issuer.certificate.raw).subjectName.toJSON() : subject,
    notBefore: wholeSeconds(notBefore),
    notAfter: wholeSeconds(request.notAfterMs),
    publicKey,
    signingKey: await signingCryptoKey(signer),
    signingAlgorithm: isRsa(signer) ? { name: RSA } : { name: EC, hash: 'SHA-256' },
    extensions: [
      ...extensionsOf(x509, profile, isRsa(request.key)),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(authorityKey),
    ],
  });
  return new X509Certificate(Buffer.from(made.rawData));
}

function extensionsOf(x509: typeof import('@peculiar/x509'), profile: Profile, rsa: boolean) {
  const { KeyUsageFlags, ExtendedKeyUsage } = x509;
  if (profile.use === 'authority') {
    return [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ];
  }
  const purpose = profile.use === 'server' ? ExtendedKeyUsage.serverAuth : ExtendedKeyUsage.clientAuth;
  const names =
    profile.use === 'server'
      ? profile.names.map(value => ({ type: isIP(value) ? ('ip' as const) : ('dns' as const), value }))
      : [{ type: 'url' as const, value: profile.uri }];
  return [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(KeyUsageFlags.digitalSignature | (rsa ? KeyUsageFlags.keyEncipherment : 0), true),
    new x509.ExtendedKeyUsageExtension([purpose]),
    new x509.SubjectAlternativeNameExtension(names),
  ];
}

/** Positive and never shortened: the first byte is 0x40…0x7f (RFC 5280 4.1.2.2). */
function newSerial(): string {
  const bytes = randomBytes(SERIAL_BYTES);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toString('hex');
}

const RSA = 'RSASSA-PKCS1-v1_5';
const EC = 'ECDSA';
const isRsa = (key: KeyObject) => key.asymmetricKeyType === 'rsa';
const algorithmOf = (key: KeyObject) =>
  isRsa(key) ? { name: RSA, hash: 'SHA-256' } : { name: EC, namedCurve: 'P-256' };
const wholeSeconds = (ms: number) => new Date(Math.floor(ms / 1000) * 1000);

function publicCryptoKey(key: KeyObject) {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return publicKey.toCryptoKey(algorithmOf(key), true, ['verify']);
}

function signingCryptoKey(key: KeyObject) {
  return key.toCryptoKey(algorithmOf(key), false, ['sign']);
}
