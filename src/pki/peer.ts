import type { X509Certificate } from 'node:crypto';
import type { SecureVersion } from 'node:tls';
import { type Eui, parseEui } from '../kit/eui.ts';

/** `bs` and `ac` come from `urn:mioty:…` names; `plain` is a CN, DNS or URI entry that is an EUI by itself. */
export interface PeerName {
  kind: 'bs' | 'ac' | 'plain';
  /** Absent when a `urn:mioty:` name carries no EUI. */
  eui?: Eui;
}

export interface PeerIdentity {
  /** SHA-256 of the certificate, lower-case hex without separators. */
  fingerprint: string;
  /** Lower-case hex. */
  serial: string;
  notBefore: Date;
  notAfter: Date;
  cn: string | undefined;
  /** The subject's organization, as written. */
  organization: string | undefined;
  /** The whole subject in one line. */
  subject: string;
  /** Whether its extended key usage has clientAuth; undefined when it has no such extension. */
  clientAuth: boolean | undefined;
  names: PeerName[];
  /** The one EUI that all names agree on. */
  namedEui: Eui | undefined;
}

/** Extended key usage: TLS client authentication (RFC 5280). */
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';
const URN = /^urn:mioty:(bs|ac):(.*)$/is;

/** What a peer's certificate says about who it is (BSSCI 2.2 rule 1). */
export function peerIdentity(certificate: X509Certificate): PeerIdentity {
  // the typings have one common name; a certificate may have several
  const { CN: cn, O: o }: { CN?: string | string[]; O?: string | string[] } =
    certificate.toLegacyObject().subject ?? {};
  // the typings call it key usage and leave out that there may be none
  const usages: readonly string[] | undefined = certificate.keyUsage;
  const commonNames = cn === undefined ? [] : [cn].flat();
  const alternative = alternativeNames(certificate.subjectAltName ?? '').filter(({ type }) => type !== 'IP Address');
  const names = [...commonNames, ...alternative.map(({ value }) => value)].flatMap(readName);
  const euis = new Set(names.map(({ eui }) => eui));
  return {
    fingerprint: fingerprintOf(certificate),
    serial: certificate.serialNumber.toLowerCase(),
    notBefore: certificate.validFromDate,
    notAfter: certificate.validToDate,
    cn: commonNames[0],
    organization: o === undefined ? undefined : [o].flat()[0],
    subject: certificate.subject.replaceAll('\n', ', '),
    clientAuth: usages?.includes(CLIENT_AUTH),
    names,
    namedEui: euis.size === 1 ? [...euis][0] : undefined,
  };
}

/**
 * Whether a certificate is for `eui` on a listener of this kind: `mismatch` when any of its names is another EUI or
 * of the other kind, `unnamed` when it names none, so that only a registered fingerprint can admit it (BSSCI 2.2 rules 2, 4).
 */
export function nameMatch(identity: PeerIdentity, kind: 'bs' | 'ac', eui: Eui): 'match' | 'mismatch' | 'unnamed' {
  if (identity.names.length === 0) return 'unnamed';
  const fits = (name: PeerName) => name.eui === eui && (name.kind === 'plain' || name.kind === kind);
  return identity.names.every(fits) ? 'match' : 'mismatch';
}

/** SHA-256 fingerprint, lower-case hex without separators. */
export function fingerprintOf(certificate: X509Certificate): string {
  return certificate.fingerprint256.replaceAll(':', '').toLowerCase();
}

export interface ListenerCertificate {
  certPem: string;
  keyPem: string;
  caPem: string;
}

/** Options for `tls.createServer` and for `setSecureContext`, which takes the whole context anew: mutual TLS, no ALPN. */
export function tlsOptions({ certPem, keyPem, caPem }: ListenerCertificate, minVersion: SecureVersion) {
  return { cert: certPem, key: keyPem, ca: caPem, minVersion, requestCert: true, rejectUnauthorized: true };
}

/** What a common name or an alternative name says about whose certificate it is; most say nothing. */
export function readName(text: string): PeerName[] {
  const urn = URN.exec(text);
  if (urn) {
    const kind = urn[1]?.toLowerCase() === 'ac' ? 'ac' : 'bs';
    const eui = parseEui(urn[2] ?? '');
    return [eui ? { kind, eui } : { kind }];
  }
  const eui = parseEui(text);
  return eui ? [{ kind: 'plain', eui }] : [];
}

/** The entries of `subjectAltName`: Node writes `DNS:a, URI:b` and puts a value with anything doubtful in it (a comma, a quote) between JSON quotes. */
export function alternativeNames(text: string): { type: string; value: string }[] {
  const entry = /([^:,"]+):("(?:[^"\\]|\\.)*"|[^,"]*)(?:, |$)/gy;
  return [...text.matchAll(entry)].map(([, type = '', value = '']) => ({
    type,
    value: value.startsWith('"') ? String(JSON.parse(value)) : value,
  }));
}
