import { type KeyObject, X509Certificate } from 'node:crypto';
import type { PeerKind } from '../domain/certificate/certificate-records.ts';
import type { Eui } from '../kit/eui.ts';
import { endWithin } from './authority.ts';
import type { Issued } from './bundle.ts';
import { type Issuer, signCertificate } from './issue.ts';
import { alternativeNames, fingerprintOf } from './peer.ts';
import { type CertificateState, expiry, keyTypeOf } from './status.ts';

export interface ClientRequest {
  readonly kind: PeerKind;
  readonly eui: Eui;
  /** Uuid of the organization of an application center. */
  readonly organization?: string | undefined;
  /** Public key, or a private key for its public half. */
  readonly key: KeyObject;
  readonly days: number;
  readonly nowMs: number;
  /** It is signed as of no later, so that it is valid at once also when the clock is ahead. */
  readonly confirmedMs: number;
}

/** Signs the certificate of a base station or application center (platform API 14.1). */
export async function certifyClient(issuer: Issuer, caPem: string, request: ClientRequest): Promise<Issued> {
  const { kind, eui, organization, key, days, nowMs, confirmedMs } = request;
  const certificate = await signCertificate({
    profile: { use: 'client', uri: `urn:mioty:${kind}:${eui}` },
    commonName: eui,
    organization,
    key,
    issuer,
    nowMs: Math.min(nowMs, confirmedMs),
    notAfterMs: endWithin(issuer.certificate, nowMs, days),
  });
  return {
    certPem: certificate.toString(),
    caPem,
    fingerprint: fingerprintOf(certificate),
    serial: certificate.serialNumber.toLowerCase(),
    notBefore: certificate.validFromDate,
    notAfter: certificate.validToDate,
  };
}

/** What a certificate says about itself, as the API shows it (platform API 14.2, `Certificate`). */
export interface ClientDescription {
  /** Lower-case hex. */
  readonly serial: string;
  /** SHA-256, lower-case hex. */
  readonly fingerprint: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly subject: string;
  readonly issuer: string;
  readonly dnsNames: string[];
  readonly ipAddresses: string[];
  readonly keyType: string;
  readonly daysUntilExpiry: number;
  readonly state: CertificateState;
}

export function describeClient(pem: string, nowMs: number): ClientDescription {
  const certificate = new X509Certificate(pem);
  const names = alternativeNames(certificate.subjectAltName ?? '');
  const { days, state } = expiry(certificate.validFromDate, certificate.validToDate, nowMs);
  const of = (wanted: string) => names.filter(({ type }) => type === wanted).map(({ value }) => value);
  return {
    serial: certificate.serialNumber.toLowerCase(),
    fingerprint: fingerprintOf(certificate),
    notBefore: certificate.validFromDate,
    notAfter: certificate.validToDate,
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    dnsNames: of('DNS'),
    ipAddresses: of('IP Address'),
    keyType: keyTypeOf(certificate),
    daysUntilExpiry: days,
    state,
  };
}

const oneLine = (name: string) => name.split('\n').join(', ');
