import type { KeyObject, X509Certificate } from 'node:crypto';
import type { Eui } from '../kit/eui.ts';
import { fault } from '../kit/faults/faults.ts';
import { storageFault } from '../kit/faults/file-trouble.ts';
import { openAuthority } from './authority.ts';
import type { Bundle, Issued } from './bundle.ts';
import { certifyClient } from './client.ts';
import { generateKey, type KeyType, keyToPem } from './issue.ts';
import { certificatesIn, openMaterial } from './material.ts';
import { defaultServerNames, parseServerNames } from './names.ts';
import type { PkiOptions } from './options.ts';
import { openRevocations, type Revocations } from './revocation.ts';
import { checkDays, type ServerCertificate, serverCertificate } from './server.ts';
import { type CertificateStatus, statusOf } from './status.ts';

export interface IssueRequest {
  kind: 'base-station' | 'application-center';
  eui: Eui;
  /** Uuid of the organization of an application center; absent for the default organization. */
  organization?: string;
  /** 1–3650, default `client_days`; capped by the CA's end. */
  days?: number;
  keyType?: KeyType;
}

export interface Pki extends ServerCertificate {
  /** What peers must trust. */
  caPem(): string;
  /** Makes a key and a client certificate; nothing of it is kept here. Works beside a running server. */
  issue(request: IssueRequest): Promise<Bundle>;
  /** As `issue`, for a key that the peer has made: its public half. */
  certify(request: Omit<IssueRequest, 'keyType'>, publicKey: KeyObject): Promise<Issued>;
  /** A test for client certificates of an authority that was replaced here and counts no more; undefined: none was. */
  voided(): ((client: X509Certificate) => boolean) | undefined;
  /** Client certificates that are no longer let in. */
  readonly revocations: Revocations;
  /** Server certificate, authority, and earlier authorities whose clients are still let in. */
  status(): CertificateStatus[];
}

/**
 * Opens the PKI folder and makes what is missing: the authority only in an empty folder, a server certificate whenever none
 * is usable. A key that is there is never overwritten.
 * @throws Error with one sentence when part of the authority is lost; fault `KeyMaterialUnavailable` for another master key
 */
export async function openPki(options: PkiOptions): Promise<Pki> {
  const { dir, sealer, clock, settings, confirmed = () => clock.now() } = options;
  const material = openMaterial(dir, sealer);
  const configured = settings.server_names.length > 0 ? parseServerNames(settings.server_names) : defaultServerNames();
  const server = await serverCertificate(material, options, configured);
  const revocations = openRevocations(dir, options.log);

  async function certify(request: Omit<IssueRequest, 'keyType'>, key: KeyObject): Promise<Issued> {
    const { eui, organization, days = settings.client_days } = request;
    checkDays(days);
    const kind = request.kind === 'base-station' ? 'bs' : 'ac';
    const client = { kind, eui, organization, key, days, nowMs: clock.now(), confirmedMs: confirmed() } as const;
    const issued = await certifyClient(openAuthority(material), server.server().caPem, client);
    revocations.issued(kind, eui, issued.serial);
    // One that is not noted would be refused with those that were revoked before.
    const { failure } = revocations;
    if (failure !== undefined) throw storageFault(failure) ?? fault('CertificateGenerationFailed');
    return issued;
  }

  return {
    ...server,
    caPem: () => server.server().caPem,
    certify,
    voided() {
      const gone = material.retiredAuthorities().flatMap(certificatesIn);
      const present = certificatesIn(server.server().trustPem);
      if (gone.length === 0) return undefined;
      // One that was renewed with its key is both.
      return client => gone.some(each => client.checkIssued(each)) && !present.some(each => client.checkIssued(each));
    },
    revocations,
    async issue({ keyType = settings.key_type, ...request }) {
      checkDays(request.days);
      const key = await generateKey(keyType);
      return { ...(await certify(request, key)), keyPem: keyToPem(key) };
    },
    status() {
      const now = clock.now();
      const current = (['server', 'ca'] as const).flatMap(role => {
        const certificate = material.certificate(role);
        const pem = material.pem(role);
        return certificate && pem ? [statusOf(role, certificate, pem, now)] : [];
      });
      const earlier = material.trusted().flatMap(pem => {
        const [certificate] = certificatesIn(pem);
        return certificate ? [statusOf('earlier ca', certificate, pem, now)] : [];
      });
      return [...current, ...earlier];
    },
  };
}
