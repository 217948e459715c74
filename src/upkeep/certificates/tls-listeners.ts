import { type Config, hasGatewayTls } from '../../config/load.ts';
import { reasonOf } from '../../kit/faults/reason.ts';
import { readPair } from '../../pki/given.ts';
import type { ListenerName, ListenerSettings } from '../../pki/served.ts';
import { type CertificateStatus, statusOf } from '../../pki/status.ts';

/** The listeners that have a certificate, and where it comes from. */
export function tlsListeners(config: Config): Partial<Record<ListenerName, ListenerSettings>> {
  const { bssci_tls, scaci_tls, gateway_tls, mqtt } = config;
  return {
    bssci: { ...bssci_tls, mutual: true },
    // these files alone may be missing at the start (SCACI 1)
    ...(config.scaci.enabled && { scaci: { ...scaci_tls, mutual: true, mayWait: true } }),
    ...(hasGatewayTls(config) && {
      gateway: { cert: gateway_tls.cert, key: gateway_tls.key, mutual: false, min_version: '1.2' as const },
    }),
    ...(mqtt.broker.enabled && { mqtt: { mutual: false, min_version: '1.2' as const } }),
  };
}

/** A certificate that the operator supplies, as it lies in its files now. */
export interface GivenCertificate {
  readonly listener: ListenerName;
  readonly file: string;
  readonly status: CertificateStatus | undefined;
  /** Why the files cannot be used; empty when they can. */
  readonly problem: string;
}

/** The operator's own certificates, as the configuration names them. */
export function givenCertificates(config: Config, nowMs: number): GivenCertificate[] {
  return Object.entries(tlsListeners(config)).flatMap(([name, { cert, key }]) => {
    if (cert === undefined || key === undefined) return [];
    const listener = name as ListenerName;
    try {
      const { chain, certPem } = readPair(cert, key);
      const [certificate] = chain;
      return {
        listener,
        file: cert,
        status: certificate && statusOf(listener, certificate, certPem, nowMs),
        problem: '',
      };
    } catch (cause) {
      return {
        listener,
        file: cert,
        status: undefined,
        problem: reasonOf(cause),
      };
    }
  });
}
