import type { PeerKind } from '../../domain/certificate/certificate-records.ts';
import type { Eui } from '../../kit/eui.ts';
import { type BundleContents, bundleFiles, p12Bundle, zipBundle } from '../../pki/bundle.ts';
import { describeClient } from '../../pki/client.ts';
import { readRequest } from '../../pki/csr.ts';
import type { KeyType } from '../../pki/issue.ts';
import type { Pki } from '../../pki/pki.ts';
import type { RevocationSync } from './revocation-sync.ts';

export interface ClientCertificateSources {
  readonly pki: Pki;
  readonly revocation: Pick<RevocationSync, 'enforce' | 'enforceOne'>;
  /** Certificates are judged at this time. */
  now(): number;
  /** Of the listener that base stations dial, in PEM. */
  serverPem(): string;
  /** What a peer of this kind dials. */
  address(kind: PeerKind): { readonly host: string; readonly port: number; readonly scEui: string };
}

type Credentials = Omit<BundleContents, 'caPem'>;

/** The authority as the API sees it (platform API 14). */
export function clientCertificates({ pki, revocation, now, serverPem, address }: ClientCertificateSources) {
  const withAuthority = (credentials: Credentials) => ({ ...credentials, caPem: pki.caPem() });
  const request = (eui: Eui, days: number | undefined) =>
    ({ kind: 'base-station', eui, ...(days !== undefined && { days }) }) as const;
  return {
    caPem: () => pki.caPem(),
    serverPem,
    facts: (pem: string) => describeClient(pem, now()),
    enforce: revocation.enforce,
    enforceOne: revocation.enforceOne,
    /** For an application center of an organization (uuid): it makes the key, or certifies that of a request. */
    async issueCenter(eui: Eui, organization: string, csrPem: string | undefined) {
      const wanted = { kind: 'application-center', eui, organization } as const;
      return csrPem === undefined ? pki.issue(wanted) : pki.certify(wanted, await readRequest(csrPem, eui));
    },
    issue(eui: Eui, { days, keyType }: { days?: number | undefined; keyType?: KeyType | undefined }) {
      return pki.issue({ ...request(eui, days), ...(keyType && { keyType }) });
    },
    async certify(eui: Eui, csrPem: string, { days }: { days?: number | undefined }) {
      return pki.certify(request(eui, days), await readRequest(csrPem, eui));
    },
    zip(kind: PeerKind, peerEui: Eui, credentials: Credentials) {
      return zipBundle(bundleFiles(withAuthority(credentials), { ...address(kind), peerEui }));
    },
    p12: (credentials: Credentials, passphrase: string) => p12Bundle(withAuthority(credentials), passphrase),
  };
}
