import { ListenerChecks } from '../health/listener-checks.ts';
import { ListenerHandshakes } from '../health/listener-handshakes.ts';
import type { Metrics } from '../health/metrics.ts';
import { CertificateRenewal } from '../upkeep/certificates/renewal.ts';
import type { PeerOptions, Peers } from './peers.ts';
import type { Trust } from './trust.ts';

export interface RenewalOptions extends Pick<PeerOptions, 'clock' | 'log' | 'store' | 'installation'> {
  readonly trust: Trust;
  readonly metrics: Metrics;
  readonly tlsOpened: Peers['tlsOpened'];
}

/** What looks after the certificates that listeners show. */
export interface Renewal {
  readonly handshakes: ListenerHandshakes;
  readonly renewal: CertificateRenewal;
  readonly listeners: ListenerChecks;
}

export function openRenewal(
  { clock, log, store, installation, trust, metrics, tlsOpened }: RenewalOptions,
  opened: AsyncDisposableStack,
): Renewal {
  const { pki, certificates, certificateTime: now } = trust;
  const { scEui } = installation;
  const { raise } = store.write.events;
  const handshakes = new ListenerHandshakes({ clock, certificates, listeners: tlsOpened });
  const renewal = new CertificateRenewal({
    ...{ clock, log, pki, certificates, scEui, now, raise },
    listeners: handshakes,
    raiseEnding: (ending, at) => store.write.certificateExpiry.tell(ending, scEui, Math.min(at, clock.credible()), at),
  });
  opened.defer(() => renewal.stop());
  const listeners = new ListenerChecks({
    ...{ clock, log, pki, certificates, handshakes, scEui, now, raise },
    isOverdue: served => renewal.isOverdue(served),
    metrics: metrics.certificates,
  });
  return { handshakes, renewal, listeners };
}
