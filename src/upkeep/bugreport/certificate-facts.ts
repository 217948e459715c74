import type { X509Certificate } from 'node:crypto';
import { certificatesIn } from '../../pki/material.ts';

/** When the certificates of a PEM file begin and end, and how they are told apart. Their subjects name people and places. */
export function certificateFacts(file: string, pem: string): object[] {
  return certificatesIn(pem).map((certificate: X509Certificate) => ({
    file,
    not_before: certificate.validFromDate.toISOString(),
    not_after: certificate.validToDate.toISOString(),
    ca: certificate.ca,
    fingerprint_ends: certificate.fingerprint256.slice(-11),
  }));
}
