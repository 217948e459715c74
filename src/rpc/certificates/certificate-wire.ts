import type { CertificateRow } from '../../domain/certificate/certificate-store.ts';
import type { CertificateOut } from '../schema.gen.ts';
import { timestamp } from '../wire.ts';
import type { CertificateFacts } from './client-certificates.ts';

export function certificateToWire(row: CertificateRow, facts: CertificateFacts) {
  return {
    id: row.uuid,
    bs_eui: row.kind === 'bs' ? row.eui : '',
    subject: facts.subject,
    issuer: facts.issuer,
    serial_number: row.serial,
    fingerprint: row.fingerprint,
    not_before: timestamp(row.not_before_at),
    not_after: timestamp(row.not_after_at),
    days_until_expiry: facts.daysUntilExpiry,
    status: row.revoked_at === null ? facts.state : 'revoked',
    dns_names: facts.dnsNames,
    ip_addresses: facts.ipAddresses,
    key_type: facts.keyType,
    created_at: timestamp(row.created_at),
    revoked_at: timestamp(row.revoked_at),
    pem: row.pem,
  } satisfies CertificateOut;
}
