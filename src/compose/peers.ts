import type { BssciService } from '../bssci/listener.ts';
import type { Uplinks } from '../domain/uplink/receive.ts';
import type { OpenListener } from '../health/listener-handshakes.ts';
import type { Notifier } from '../kit/notifier.ts';
import type { ListenerName } from '../pki/served.ts';
import type { ScaciService } from '../scaci/listener.ts';
import type { RevocationSync } from '../upkeep/certificates/revocation-sync.ts';
import { type ProtocolOptions, startCenters, startStations } from './protocols.ts';

/** What base stations and application centers are connected to. */
export interface Peers {
  readonly bssci: BssciService;
  /** Undefined where it is switched off. */
  readonly scaci: ScaciService | undefined;
  /** Ports that show a certificate; more are added while they are opened. */
  readonly tlsOpened: Map<ListenerName, OpenListener>;
}

export interface PeerOptions extends ProtocolOptions {
  readonly revocation: RevocationSync;
  readonly uplinks: Pick<Uplinks, 'receive' | 'receiveMac'>;
  readonly newMessages: Notifier;
}

/** Opens the ports of the protocols. New certificates are served from then on, revoked ones end their connections. */
export async function openPeers(options: PeerOptions, opened: AsyncDisposableStack): Promise<Peers> {
  const { config, certificates, revocation, uplinks, newMessages } = options;
  const tlsOpened = new Map<ListenerName, OpenListener>();
  const serve = (name: 'bssci' | 'scaci', service: BssciService | ScaciService) => {
    opened.defer(() => service.stop());
    opened.defer(certificates.onChange(name, () => service.reloadCertificates()));
    tlsOpened.set(name, { port: () => service.port, shownCertificate: () => service.shownCertificate() });
  };
  const bssci = await startStations(options, uplinks);
  serve('bssci', bssci);
  const scaci = config.scaci.enabled ? await startCenters(options, bssci, newMessages) : undefined;
  if (scaci) serve('scaci', scaci);
  revocation.onRevoked(() => {
    bssci.stations.closeRevoked();
    scaci?.centers.closeRevoked();
  });
  return { bssci, scaci, tlsOpened };
}
