import type { Db } from '../../database/driver.ts';
import type { ListenedMs } from '../../kit/time/listened.ts';
import type { RuleName } from '../alert/rules.ts';
import type { Observe } from '../alert/seen.ts';
import type { Arrivals } from '../uplink/arrivals.ts';
import type { KnownEndpoint } from '../uplink/known-endpoints.ts';
import type { OpenTelegram } from '../uplink/newest.ts';
import { EndpointWatch } from './endpoints.ts';
import { StationWatch } from './stations.ts';
import { TrafficWatch } from './traffic.ts';

/** How the radio is watched. */
export interface RadioWatch {
  /** An endpoint heard within this time is active. */
  readonly activityMs: number;
  /** A battery that tells its voltage is low below this. */
  readonly batteryVolts: number;
}

/** What alerts see of the radio, in the writer: after telegrams and with the time. All of it is in memory but what `Heard` holds. */
export function radioStore(
  db: Db,
  {
    arrivals,
    observe,
    watches,
    activityMs,
    batteryVolts,
  }: RadioWatch & {
    readonly arrivals: Arrivals;
    readonly observe: Observe;
    /** Whether a rule is switched on. */
    watches(rule: RuleName): boolean;
  },
) {
  const stations = new StationWatch(db, observe);
  let newest = 0;
  const stationsInUse = (org: number) => stations.inUse(org, newest);
  const endpoints = new EndpointWatch(db, { arrivals, observe, watches, activityMs, batteryVolts, stationsInUse });
  const traffic = watches('traffic_drop') ? new TrafficWatch(db, observe) : undefined;

  return {
    stationHeard(station: number, at: number): void {
      newest = at;
      stations.heard(station, at);
    },
    endpointHeard: (endpoint: KnownEndpoint, telegram: OpenTelegram): void => endpoints.heard(endpoint, telegram),
    messagesStored: (org: number, messages: number, now: number): void => traffic?.stored(org, messages, now),
    endpointEdited: (endpoint: number): void => endpoints.changed(endpoint),
    /** The station that alone has heard an endpoint in its last week. */
    solelyHeardBy: (endpoint: number): number | undefined => endpoints.solelyHeardBy(endpoint, newest),

    /** Looks for what does not come. */
    tick(now: number, listened: ListenedMs): void {
      newest = now;
      endpoints.tick(now, listened);
      stations.tick(now);
      traffic?.tick(now);
    },

    /** A write failed after memory was changed. */
    forget(): void {
      endpoints.forget();
      stations.forget();
      traffic?.forget();
    },
  };
}
export type Radio = ReturnType<typeof radioStore>;
