import type { KeyObject } from 'node:crypto';
import { fault } from '../kit/faults/faults.ts';
import { endWithin, issuerOf } from './authority.ts';
import { generateKey, type KeyType, keyToPem, signCertificate } from './issue.ts';
import { certificatesIn, type Material, type Pair } from './material.ts';
import { parseServerNames, serverNamesOf } from './names.ts';
import { fingerprintOf } from './peer.ts';
import { tryHandshake } from './trial.ts';

/** What a listener needs, and what it shows about it. */
export interface ServerIdentity {
  /** The certificate, followed by those between it and the root. */
  certPem: string;
  keyPem: string;
  /** What peers must trust. */
  caPem: string;
  /** What clients are checked against: the authority, and earlier ones that still count. */
  trustPem: string;
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
    trustPem: [caPem, ...material.trusted()].join(''),
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
  /** It is signed as of no later, so that it is valid at once also when the clock is ahead; default: `nowMs`. */
  confirmedMs?: number | undefined;
}

/**
 * Makes a server certificate with a new key, and proves by a handshake that a peer of this authority takes it. Nothing is stored.
 * @throws fault `InvalidServerName`, `InvalidValidityPeriod`; Error when the handshake fails
 */
export async function newServer(authority: Pair, request: ServerRequest): Promise<Pair> {
  const names = parseServerNames(request.names);
  const [commonName] = names;
  if (!commonName) throw fault('InvalidServerName');
  const issuer = issuerOf(authority);
  const notAfterMs = endWithin(issuer.certificate, request.nowMs, request.days);
  const key = await (request.key ?? generateKey(request.keyType));
  const certificate = await signCertificate({
    profile: { use: 'server', names },
    commonName,
    key,
    issuer,
    nowMs: Math.min(request.nowMs, request.confirmedMs ?? request.nowMs),
    notAfterMs,
  });
  const between = certificatesIn(authority.pem).filter(each => each.subject !== each.issuer);
  const pem = [certificate, ...between].map(String).join('');
  await tryHandshake({ cert: pem, key: keyToPem(key) }, authority.pem, names);
  return { key, pem };
}

/** When `part` of the lifetime is over, milliseconds since 1970. */
export function renewalTime({ notBefore, notAfter }: { notBefore: Date; notAfter: Date }, part: number): number {
  return notBefore.getTime() + (notAfter.getTime() - notBefore.getTime()) * part;
}
