// What can be done with a station. Each puts its answer where lists show it.
import type { BaseStation } from '../gen/platform/api/v1/core_pb.ts';
import { client } from './call/client.ts';
import { outdate, put } from './call/query.ts';

/** Puts a station that was read or written where pages show it. */
export function showStation(changed: BaseStation): BaseStation {
  put<BaseStation[]>('stations', old => old?.map(station => (station.bsEui === changed.bsEui ? changed : station)));
  put<BaseStation>(`station ${changed.bsEui}`, () => changed);
  return changed;
}

export async function setDisabled(bsEui: string, disabled: boolean): Promise<BaseStation> {
  return showStation(
    await client.updateBaseStation({ baseStation: { bsEui, disabled }, updateMask: { paths: ['disabled'] } }),
  );
}

export async function deleteStation(bsEui: string): Promise<void> {
  await client.deleteBaseStation({ bsEui });
  put<BaseStation[]>('stations', old => old?.filter(station => station.bsEui !== bsEui));
}

/** Moves a station and its history to another EUI; its certificate is revoked. */
export async function changeStationEui(bsEui: string, newBsEui: string): Promise<void> {
  await client.updateBaseStationEui({ bsEui, newBsEui });
  outdate('station');
}

/** Round trip in ms, undefined without an answer. */
export async function ping(bsEui: string): Promise<number | undefined> {
  const { answered, latencyMs } = await client.initiatePing({ bsEui });
  return answered ? latencyMs : undefined;
}

export async function askStatus(bsEui: string): Promise<void> {
  await client.requestBaseStationStatus({ bsEui });
  showStation(await client.getBaseStation({ bsEui }));
}
