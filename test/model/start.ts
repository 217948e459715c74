import {
  DEAF_STATION,
  type Downlink,
  ENDPOINTS,
  type Endpoint,
  type Heard,
  STATIONS,
  type Station,
  type Told,
} from './facts.ts';

/** A hand-over that the contract leaves open. */
export interface Chance {
  readonly queId: number;
  readonly station: number;
  readonly heard: Heard | undefined;
}

/** Everything that changes; may be cloned. */
export interface WorldState {
  now: number;
  readonly stations: Station[];
  readonly endpoints: Endpoint[];
  readonly downlinks: Map<number, Downlink>;
  chances: Chance[];
}

export function newState(now: number): WorldState {
  return {
    now,
    stations: Array.from({ length: STATIONS }, (_, index) => newStation(index !== DEAF_STATION)),
    endpoints: Array.from({ length: ENDPOINTS }, () => ({
      ...{ attached: true, generation: 0, packetCnt: 0, heard: new Map() },
    })),
    downlinks: new Map(),
    chances: [],
  };
}

/** One that has never been connected. */
export function newStation(bidi: boolean): Station {
  return {
    ...{ bidi, connected: false, hasSession: false, offlineSince: 0, lowest: 0, query: undefined },
    ...{ open: [], repeat: [], owed: [], holds: new Map(), told: new Map(), unfinished: undefined },
  };
}

/** The station is to be told that the endpoint is attached. */
export function newTold(): Told {
  return { kind: 'att', due: true, may: false, retryAt: undefined, refusals: 0, opId: undefined };
}
