import type { Requester } from '../../domain/event/acting.ts';
import type { Eui } from '../../kit/eui.ts';
import { fault } from '../../kit/faults/faults.ts';
import { acting } from '../call/actor.ts';
import { type Call, type Row, rpc } from '../call/define.ts';
import type { ServingStation } from '../call/serving.ts';
import { type Wait, waitOf, waitSeconds } from '../call/waiting.ts';
import { eui } from '../checks.ts';
import { fields } from '../input.ts';
import { type StationSources, stationView } from './view.ts';

export interface RoundTrip {
  readonly opId: number;
  /** From sending to the answer; undefined when none came in time. */
  readonly latencyMs: number | undefined;
}

/** What a connected station can be asked for. Each throws `BaseStationOffline` when the station is not connected, or no longer. */
export interface StationControl {
  requestStatus(target: ServingStation, wait: Wait, by: Requester): Promise<RoundTrip>;
  ping(target: ServingStation, wait: Wait, by: Requester): Promise<RoundTrip>;
}

const STATUS_WAIT_S = 10;
const PING_WAIT_S = 5;

export function stationControl({
  store,
  clock,
  stations,
  serviceCenterUrl,
  control,
}: StationSources & { readonly control: StationControl }): readonly Row[] {
  const view = stationView({ store, clock, stations, serviceCenterUrl });
  const enabled = (bs_eui: Eui, call: Call): ServingStation => {
    const { id, disabled } = view.find(bs_eui, call);
    if (disabled !== 0) throw fault('BaseStationDisabled', { bs_eui });
    return { station: id, bsEui: bs_eui };
  };
  return [
    rpc('RequestBaseStationStatus', {
      access: 'org',
      needs: 'B',
      scope: 'basestations:write',
      input: fields({ bs_eui: eui, wait_seconds: waitSeconds(STATUS_WAIT_S) }),
      waitSeconds: ({ wait_seconds }) => wait_seconds,
      async handle({ bs_eui, wait_seconds }, call) {
        const target = enabled(bs_eui, call);
        const wait = waitOf(wait_seconds, call);
        const { opId, latencyMs } = await control.requestStatus(target, wait, acting(call, clock));
        if (latencyMs === undefined) return { op_id: opId, answered: false };
        const base_station = view.toDetail(view.find(bs_eui, call), call);
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
        const { opId, latencyMs } = await control.ping(enabled(bs_eui, call), wait, acting(call, clock));
        return { op_id: opId, answered: latencyMs !== undefined, latency_ms: latencyMs };
      },
    }),
  ];
}
