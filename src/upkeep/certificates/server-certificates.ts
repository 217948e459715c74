import { fault } from '../../kit/faults/faults.ts';
import type { Pki } from '../../pki/pki.ts';
import type { ListenerCertificates, ListenerName } from '../../pki/served.ts';
import type { Generation, Renewal } from '../../pki/server.ts';
import { type CertificateStatus, statusOf } from '../../pki/status.ts';
import type { Actor, CertificateRenewal } from './renewal.ts';

/** A listener as it is found. */
export interface ListenerState {
  readonly name: ListenerName;
  readonly port: number;
  /** What it really serves; empty when it could not be asked. */
  readonly fingerprint: string;
  /** Milliseconds since 1970; undefined while it has nothing to serve. */
  readonly loadedAt: number | undefined;
}

export interface ServerCertificateSources {
  readonly pki: Pki;
  readonly certificates: ListenerCertificates;
  readonly renewal: CertificateRenewal;
  readonly listeners: { states(): Promise<readonly ListenerState[]> };
  readonly now: () => number;
}

/** What an operator sees of the service center's certificates. */
export interface ServerCertificateFacts {
  readonly server: CertificateStatus | undefined;
  readonly ca: CertificateStatus | undefined;
  readonly renewalNames: readonly string[];
  readonly external: boolean;
  readonly autoRenewAt: number | undefined;
  readonly listeners: readonly ListenerState[];
  readonly lastRenewalError: string;
}

/** The certificates of the service center as the API shows and changes them (platform API 14). */
export function serverCertificates({ pki, certificates, renewal, listeners, now }: ServerCertificateSources) {
  const generated = (name: 'server' | 'ca') => pki.status().find(each => each.name === name);
  const refuseExternal = () => {
    if (certificates.external) throw fault('ExternallyManagedCertificate');
  };
  return {
    async status(): Promise<ServerCertificateFacts> {
      const external = certificates.external;
      return {
        server: external ? operators(certificates, now()) : generated('server'),
        ca: generated('ca'),
        renewalNames: external ? [] : pki.renewalNames(),
        external,
        autoRenewAt: external ? undefined : pki.renewAt(),
        listeners: await listeners.states(),
        lastRenewalError: renewal.lastRenewalError,
      };
    },
    async renew(request: Renewal, by: Actor): Promise<void> {
      refuseExternal();
      if (!generated('server')) throw fault('ServerCertificateMissing');
      await renewal.renew(() => pki.renewServer(request), by);
    },
    async generate(generation: Generation, by: Actor): Promise<void> {
      refuseExternal();
      await renewal.renew(() => pki.generateServer(generation), by, true);
    },
  };
}

/** The operator's certificate that base stations see. */
function operators(certificates: ListenerCertificates, now: number): CertificateStatus | undefined {
  const served = certificates.served('bssci');
  const [certificate] = served?.chain ?? [];
  return served && certificate && statusOf('server', certificate, served.certPem, now);
}
