import type { Eui } from '../../kit/eui.ts';

/** The listener a client certificate is for: base stations or application centers. */
export type PeerKind = 'bs' | 'ac';

/** A client certificate, as much as is stored of it. */
export interface CertificateRecord {
  readonly kind: PeerKind;
  /** Row id of the organization. */
  readonly org: number;
  /** Whom it names. */
  readonly eui: Eui;
  /** Lower-case hex. */
  readonly serial: string;
  /** SHA-256, lower-case hex. */
  readonly fingerprint: string;
  /** Milliseconds since 1970. */
  readonly notBefore: number;
  readonly notAfter: number;
  readonly pem: string;
}
