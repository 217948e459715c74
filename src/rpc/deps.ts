import type { Store } from '../domain/domain.ts';
import type { Clock } from '../kit/clock.ts';
import type { Notifier } from '../kit/notifier.ts';
import type { Sealer } from '../kit/seal.ts';
import type { LiveStations } from './groups/base-stations.ts';
import type { ClientCertificates } from './groups/certificates.ts';
import type { AttachControl } from './groups/endpoints.ts';
import type { Organizations } from './groups/identity.ts';
import type { ScaciListener } from './groups/scaci.ts';
import type { ServerCertificates } from './groups/server-certificates.ts';
import type { StationControl } from './groups/station-control.ts';
import type { SystemFacts } from './groups/system.ts';

/** Values of the configuration that handlers need. */
export interface RpcSettings {
  /** An endpoint heard within this time is active. */
  readonly activityWindowMs: number;
  /** Most endpoints and base stations of the installation; undefined is no limit. */
  readonly maxEndpoints: number | undefined;
  readonly maxBaseStations: number | undefined;
  readonly downlink: DownlinkSettings;
}

/** What a new downlink gets that says nothing itself, and where it goes. */
export interface DownlinkSettings {
  /** Lifetime of one that names none. */
  readonly validityMs: number;
  /** Most unfinished downlinks of one endpoint. */
  readonly maxPending: number;
  readonly handOver: 'window' | 'early';
}

/** What handlers may use. A group adds the parts it needs, by type only; the values are put together at the start. */
export interface Deps {
  readonly clock: Clock;
  readonly organizations: Organizations;
  readonly store: Store;
  readonly sealer: Sealer;
  readonly attach: AttachControl;
  readonly stations: LiveStations;
  readonly clientCertificates: ClientCertificates;
  readonly control: StationControl;
  readonly settings: RpcSettings;
  /** Told when messages or downlinks of a station's feed became visible. */
  readonly newMessages: Notifier;
  readonly system: SystemFacts;
  /** Null when application centers cannot connect at all. */
  readonly scaci: ScaciListener | null;
  readonly serverCertificates: ServerCertificates;
  /** What to enter at a base station: `tls://host:port`; empty when no name of ours can be reached from outside. */
  serviceCenterUrl(): string;
}
