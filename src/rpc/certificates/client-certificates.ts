import type { PeerKind } from '../../domain/certificate/certificate-records.ts';
import type { Eui } from '../../kit/eui.ts';

/** A certificate that was just made, with its key unless that was made elsewhere. */
export interface FreshCertificate {
  readonly certPem: string;
  readonly keyPem?: string | undefined;
  /** SHA-256, lower-case hex. */
  readonly fingerprint: string;
  /** Lower-case hex. */
  readonly serial: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** What a certificate says about itself. */
export interface CertificateFacts {
  readonly serial: string;
  /** SHA-256, lower-case hex. */
  readonly fingerprint: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly subject: string;
  readonly issuer: string;
  readonly dnsNames: readonly string[];
  readonly ipAddresses: readonly string[];
  readonly keyType: string;
  readonly daysUntilExpiry: number;
  readonly state: 'valid' | 'expiring' | 'expired' | 'not_yet_valid';
}

/** What is packed for a peer. */
export interface Packing {
  readonly certPem: string;
  readonly keyPem?: string | undefined;
}

/** The certificate authority, and the list of what it has revoked. */
export interface ClientCertificates {
  /** Makes a key and certifies it for a base station. @throws fault `CertificateAuthorityMissing`, `InvalidValidityPeriod` */
  issue(bsEui: Eui, wanted: { days?: number | undefined; keyType?: KeyType | undefined }): Promise<FreshCertificate>;
  /** Certifies the key of a request. @throws fault `InvalidCSR` too */
  certify(bsEui: Eui, csrPem: string, wanted: { days?: number | undefined }): Promise<FreshCertificate>;
  facts(pem: string): CertificateFacts;
  /** What peers must trust, in PEM. */
  caPem(): string;
  serverPem(): string;
  /** The files of a bundle (platform API 14.2). */
  zip(kind: PeerKind, eui: Eui, packing: Packing): Promise<Uint8Array>;
  p12(packing: Packing, passphrase: string): Promise<Uint8Array>;
  /** What is stored as revoked of an EUI holds from now on. */
  enforce(kind: PeerKind, eui: string): void;
  /** One certificate that is stored as revoked is let in no more, and ends what is connected with it. Time in milliseconds. */
  enforceOne(revoked: { readonly serial: string; readonly at: number; readonly reason: string }): void;
  /** For an application center of an organization (uuid). @throws fault `CertificateAuthorityMissing`, `InvalidCSR` */
  issueCenter(acEui: Eui, organization: string, csrPem: string | undefined): Promise<FreshCertificate>;
}

export const KEY_TYPES = ['rsa-2048', 'rsa-3072', 'ec-p256'] as const;
type KeyType = (typeof KEY_TYPES)[number];
