import type { Store } from '../../domain/domain.ts';
import type { StationRow } from '../../domain/station/station-columns.ts';
import type { StationsNow } from '../../domain/station/station-store.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Call } from '../call/define.ts';
import type { BaseStationOut } from '../schema.gen.ts';
import { stationToWire } from './base-station-wire.ts';

/** A connected base station. */
export interface LiveStation {
  /** Row id. */
  readonly station: number;
  readonly bsEui: string;
  readonly bidi: boolean;
  /** Last frame of any kind (milliseconds). */
  readonly lastSeenAt: number;
  /** address:port */
  readonly remoteAddress: string;
}

/** The connected base stations. */
export interface LiveStations {
  all(): Iterable<LiveStation>;
  find(station: number): LiveStation | undefined;
  /** Closes the connection of a station, if there is one; resolves when that is stored. */
  disconnect(station: number, reason: 'disabled' | 'eui_changed' | 'deleted'): Promise<void>;
}

export interface StationSources {
  readonly store: Store;
  readonly clock: Clock;
  readonly stations: Pick<LiveStations, 'all' | 'find'>;
  /** What to enter at a base station: `tls://host:port`; empty when the service center has no name that can be reached from outside. */
  serviceCenterUrl(): string;
}

/** Base stations as clients see them: their rows, with what is known of the connected ones. */
export function stationView({ store, clock, stations, serviceCenterUrl }: StationSources) {
  const stationsNow = (): StationsNow => ({
    now: clock.now(),
    live: Object.fromEntries(Array.from(stations.all(), ({ station, lastSeenAt }) => [station, lastSeenAt])),
  });
  const toWire = (row: StationRow, { organizationId }: Call) =>
    stationToWire(row, {
      organizationId,
      remoteAddress: stations.find(row.id)?.remoteAddress,
      serviceCenterUrl: serviceCenterUrl(),
    });

  return {
    stationsNow,
    toWire,

    find(bs_eui: string, { org }: Call): StationRow {
      const row = store.read.baseStations.find(org, bs_eui, stationsNow());
      if (!row) throw fault('BaseStationNotFound', { bs_eui });
      return row;
    },

    /** A base station as it is after a change of it, under whatever EUI. */
    stored(id: number): StationRow {
      const row = store.read.baseStations.row(id, stationsNow());
      if (!row) throw new Error(`base station ${id} has no row`);
      return row;
    },

    /** A base station with what costs a query of its own. */
    toDetail(row: StationRow, call: Call) {
      const attached_endpoints = store.read.baseStations.attachedEndpoints(row.id);
      return { ...toWire(row, call), attached_endpoints } satisfies BaseStationOut;
    },
  };
}
