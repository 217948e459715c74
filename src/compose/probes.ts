import type { BssciService } from '../bssci/listener.ts';
import { type Config, hasGatewayTls } from '../config/load.ts';
import type { Store } from '../domain/domain.ts';
import { HostClock } from '../health/host-clock.ts';
import type { ListenerChecks } from '../health/listener-checks.ts';
import { openAlerts } from '../health/open-alerts.ts';
import { eventLoopLag, type Load } from '../health/overload.ts';
import { createProbes, type Probes } from '../health/probes.ts';
import { type ServiceSources, serviceProbes } from '../health/services.ts';
import { background } from '../kit/background.ts';
import type { Log } from '../kit/log.ts';
import type { Clock } from '../kit/time/clock.ts';
import type { ScaciService } from '../scaci/listener.ts';
import type { TimeFloor } from '../upkeep/time-floor.ts';
import type { Data } from './data.ts';

/** The state of the parts is checked at this interval; in between, the last finding is given. */
const PROBE_MS = 10_000;

/** How far behind with its work the process is. */
export interface LoadMeter {
  readonly last: Load;
  /** Measures anew. */
  take(): Load;
}

export function openLoadMeter(store: Store, opened: AsyncDisposableStack): LoadMeter {
  const lag = eventLoopLag();
  opened.defer(() => lag.stop());
  let last: Load = { lagMs: 0, queue: 0 };
  return {
    get last() {
      return last;
    },
    take() {
      last = { lagMs: lag.takeMs(), queue: store.waiting };
      return last;
    },
  };
}

export interface ProbeOptions extends Pick<ServiceSources, 'brokerClients' | 'integrations'> {
  readonly config: Config;
  readonly clock: Clock;
  readonly data: Data;
  readonly time: TimeFloor;
  readonly load: LoadMeter;
  readonly listeners: ListenerChecks;
  readonly bssci: BssciService;
  readonly scaci: ScaciService | undefined;
  serving(): boolean;
}

/** Asks every part how it is. */
export function probesOf(options: ProbeOptions): Probes {
  const { config, clock, data, time, load, listeners, bssci, scaci, brokerClients, integrations, serving } = options;
  const { store, disk, snapshots } = data;
  const sources: ServiceSources = {
    ...{ store, snapshots, listeners, brokerClients, integrations, serving },
    disk: disk.guard,
    time: new HostClock({ clock, time }),
    load: () => load.last,
    now: () => clock.now(),
    gatewayHasTls: hasGatewayTls(config),
    stations: () => bssci.stations.count,
    centers: scaci && (() => scaci.centers.count),
  };
  return createProbes(clock, serviceProbes(sources), components =>
    openAlerts(components, store.read.alertsOfInstallation.open(), clock.now()),
  );
}

/** Asks them again and again, also when no client does. */
export function keepProbing(
  { clock, log, probes }: { readonly clock: Clock; readonly log: Log; readonly probes: Probes },
  opened: AsyncDisposableStack,
): void {
  const probing = clock.every(PROBE_MS, () => {
    background(probes.all(), cause => log.error({ err: cause }, 'state of the parts not known'));
  });
  opened.defer(() => probing.cancel());
}
