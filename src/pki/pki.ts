import type { Clock } from '../kit/clock.ts';
import type { Eui } from '../kit/eui.ts';
import type { Log } from '../kit/log.ts';
import type { Sealer } from '../kit/seal.ts';
import { endWithin, openAuthority } from './authority.ts';
import type { Bundle } from './bundle.ts';
import { generateKey, type KeyType, keyToPem, signCertificate } from './issue.ts';
import { certificatesIn, openMaterial } from './material.ts';
import { defaultServerNames, parseServerNames } from './names.ts';
import { fingerprintOf } from './peer.ts';
import { checkDays, type ServerCertificate, serverCertificate } from './server.ts';
import { type CertificateStatus, statusOf } from './status.ts';

/** The keys of `pki` in the configuration. */
export interface PkiSettings {
  key_type: 'rsa-2048' | 'ec-p256';
  ca_days: number;
  server_days: number;
  client_days: number;
  renew_at: number;
  /** Empty: host name, `localhost` and all own addresses. */
  server_names: readonly string[];
}

export interface PkiOptions {
  /** The `pki` folder. */
  dir: string;
  sealer: Sealer;
  /** Judges validity; the caller gives one that does not go below its time floor. */
  clock: Pick<Clock, 'now'>;
  /** Whether the clock may be right; nothing is renewed by itself while it cannot be. */
  plausible?: () => boolean;
  settings: PkiSettings;
  log: Pick<Log, 'info' | 'warn'>;
}

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
  /** Server certificate, authority, and earlier authorities whose clients are still let in. */
  status(): CertificateStatus[];
}

/**
 * Opens the PKI folder and makes what is missing: the authority only in an empty folder, a server certificate whenever none
 * is usable. A key that is there is never overwritten.
 * @throws Error with one sentence when part of the authority is lost; fault `KeyMaterialUnavailable` for another master key
 */
export async function openPki(options: PkiOptions): Promise<Pki> {
  const { dir, sealer, clock, settings } = options;
  const material = openMaterial(dir, sealer);
  const configured = settings.server_names.length > 0 ? parseServerNames(settings.server_names) : defaultServerNames();
  const server = await serverCertificate(material, options, configured);
  return {
    ...server,
    caPem: () => server.server().caPem,
    async issue({ kind, eui, organization, days, keyType = settings.key_type }) {
      checkDays(days);
      const issuer = openAuthority(material);
      const nowMs = clock.now();
      const key = await generateKey(keyType);
      const certificate = await signCertificate({
        profile: { use: 'client', uri: `urn:mioty:${kind === 'base-station' ? 'bs' : 'ac'}:${eui}` },
        commonName: eui,
        organization,
        key,
        issuer,
        nowMs,
        notAfterMs: endWithin(issuer.certificate, nowMs, days ?? settings.client_days),
      });
      return {
        certPem: certificate.toString(),
        keyPem: keyToPem(key),
        caPem: server.server().caPem,
        fingerprint: fingerprintOf(certificate),
        serial: certificate.serialNumber.toLowerCase(),
        notBefore: certificate.validFromDate,
        notAfter: certificate.validToDate,
      };
    },
    status() {
      const now = clock.now();
      const own = (['server', 'ca'] as const).flatMap(role => {
        const certificate = material.certificate(role);
        const pem = material.pem(role);
        return certificate && pem ? [statusOf(role, certificate, pem, now)] : [];
      });
      const earlier = material.trusted().flatMap(pem => {
        const [certificate] = certificatesIn(pem);
        return certificate ? [statusOf('earlier ca', certificate, pem, now)] : [];
      });
      return [...own, ...earlier];
    },
  };
}
