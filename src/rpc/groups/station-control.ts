import type { AttachOrigin } from '../../domain/attach/records.ts';
import type { Requester } from '../../domain/transmission/records.ts';
import type { Eui } from '../../kit/eui.ts';
import { fault } from '../../kit/faults.ts';
import { acting } from '../actor.ts';
import { eui, number } from '../checks.ts';
import { type Call, type Row, rpc } from '../define.ts';
import { type Check, fields } from '../input.ts';
import { found, toDetail } from './base-stations.ts';
import type { ServingStation } from './serving.ts';

/** How long a caller waits for a station. */
export interface Wait {
  /** 0: not at all. */
  readonly ms: number;
  readonly signal: AbortSignal;
}

export interface RoundTrip {
  readonly opId: number;
  /** From sending to the answer; undefined when none came in time. */
  readonly latencyMs: number | undefined;
}

/** An uplink to transmit, as `ulDataTx` has it (BSSCI 13). */
export interface Transmission {
  /** Row id. */
  readonly endpoint: number;
  readonly message: {
    readonly epEui: Eui;
    readonly nwkSnKey: Uint8Array;
    readonly shAddr: number;
    readonly packetCnt: number;
    readonly userData: Uint8Array;
    readonly profile?: string | undefined;
    readonly format?: number | undefined;
  };
  /** Uuid of its row in the timeline. */
  readonly operationId: string;
  readonly origin: AttachOrigin;
}

export interface Transmitted {
  readonly opId: number;
  readonly status: 'sent' | 'completed';
  readonly message: string;
}

/** What can be wanted of a connected station at once. Every function throws the fault BaseStationOffline when it is not, or no longer. */
export interface StationControl {
  requestStatus(target: ServingStation, wait: Wait, by: Requester): Promise<RoundTrip>;
  ping(target: ServingStation, wait: Wait, by: Requester): Promise<RoundTrip>;
  transmit(target: ServingStation, transmission: Transmission, wait: Wait, by: Requester): Promise<Transmitted>;
}

const MAX_WAIT_S = 30;
const STATUS_WAIT_S = 10;
const PING_WAIT_S = 5;

/** Seconds to wait for a station; 0 is not at all. */
export function waitSeconds(usual: number): Check<number | null | undefined, number> {
  const inRange = number(0, MAX_WAIT_S);
  return (wire, at) => inRange(wire ?? usual, at);
}

/** The wait of a caller who gives up when his call ends. */
export function waitOf(seconds: number, { signal }: Call): Wait {
  return { ms: seconds * 1000, signal };
}

export const stationControl: readonly Row[] = [
  rpc('RequestBaseStationStatus', {
    access: 'org',
    needs: 'B',
    scope: 'basestations:write',
    input: fields({ bs_eui: eui, wait_seconds: waitSeconds(STATUS_WAIT_S) }),
    waitSeconds: ({ wait_seconds }) => wait_seconds,
    async handle({ bs_eui, wait_seconds }, call) {
      const target = enabled(bs_eui, call);
      const wait = waitOf(wait_seconds, call);
      const { opId, latencyMs } = await call.deps.control.requestStatus(target, wait, acting(call));
      if (latencyMs === undefined) return { op_id: opId, answered: false };
      const base_station = toDetail(found(bs_eui, call), call);
      return { op_id: opId, answered: true, base_station, latency_ms: latencyMs };
    },
  }),
  rpc('InitiatePing', {
    access: 'org',
    needs: 'B',
    scope: 'basestations:write',
    input: fields({ bs_eui: eui, wait_seconds: waitSeconds(PING_WAIT_S) }),
    waitSeconds: ({ wait_seconds }) => wait_seconds,
    async handle({ bs_eui, wait_seconds }, call) {
      const wait = waitOf(wait_seconds, call);
      const { opId, latencyMs } = await call.deps.control.ping(enabled(bs_eui, call), wait, acting(call));
      return { op_id: opId, answered: latencyMs !== undefined, latency_ms: latencyMs };
    },
  }),
];

function enabled(bs_eui: Eui, call: Call): ServingStation {
  const { id, disabled } = found(bs_eui, call);
  if (disabled !== 0) throw fault('BaseStationDisabled', { bs_eui });
  return { station: id, bsEui: bs_eui };
}
