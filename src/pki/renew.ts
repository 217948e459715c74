import type { KeyObject, X509Certificate } from 'node:crypto';
import { fault } from '../kit/faults.ts';
import { endWithin, openAuthority } from './authority.ts';
import { generateKey, type KeyType, keyToPem, signCertificate } from './issue.ts';
import type { Material } from './material.ts';
import { parseServerNames, serverNamesOf } from './names.ts';
import { fingerprintOf } from './peer.ts';

/** What a listener needs, and what it shows about it. */
export interface ServerIdentity {
  certPem: string;
  keyPem: string;
  caPem: string;
  /** SHA-256, lower-case hex. */
  fingerprint: string;
  /** Lower-case hex. */
  serial: string;
  notBefore: Date;
  notAfter: Date;
  names: string[];
}

/** The server certificate of the folder, or undefined when it, its key or the authority is missing or they do not fit. */
export function readServer(material: Material): ServerIdentity | undefined {
  const certificate = material.certificate('server');
  const key = material.key('server');
  const certPem = material.pem('server');
  const caPem = material.pem('ca');
  const authority = material.certificate('ca');
  if (!certificate || !key || !certPem || !caPem || !authority) return undefined;
  if (!certificate.checkPrivateKey(key) || !certificate.verify(authority.publicKey)) return undefined;
  const { dns, ip } = serverNamesOf(certificate);
  return {
    certPem,
    keyPem: keyToPem(key),
    caPem,
    fingerprint: fingerprintOf(certificate),
    serial: certificate.serialNumber.toLowerCase(),
    notBefore: certificate.validFromDate,
    notAfter: certificate.validToDate,
    names: [...dns, ...ip],
  };
}

export interface ServerRequest {
  names: readonly string[];
  days: number;
  keyType: KeyType;
  /** A new key that is being made already; absent: one is made. */
  key?: Promise<KeyObject> | undefined;
  nowMs: number;
}

/**
 * Makes a new server certificate with a new key under the same authority; the old certificate goes to `retired/`.
 * A power cut between the two files leaves a pair that does not fit, which the next start makes anew.
 */
export async function makeServer(material: Material, request: ServerRequest): Promise<X509Certificate> {
  const names = parseServerNames(request.names);
  const [commonName] = names;
  if (!commonName) throw fault('InvalidServerName');
  const [key, issuer] = await Promise.all([request.key ?? generateKey(request.keyType), openAuthority(material)]);
  const certificate = await signCertificate({
    profile: { use: 'server', names },
    commonName,
    key,
    issuer,
    nowMs: request.nowMs,
    notAfterMs: endWithin(issuer.certificate, request.nowMs, request.days),
  });
  // nothing may be awaited between the two, so that two renewals cannot mix their files
  material.putKey('server', key, { replace: true });
  material.putCertificate('server', certificate);
  return certificate;
}

/** When `part` of the lifetime is over, milliseconds since 1970. */
export function renewalTime({ notBefore, notAfter }: { notBefore: Date; notAfter: Date }, part: number): number {
  return notBefore.getTime() + (notAfter.getTime() - notBefore.getTime()) * part;
}
