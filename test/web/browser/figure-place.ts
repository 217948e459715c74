import { openApi } from '../../../src/cli/api.ts';
import type { RunningCenter } from '../../bench/rig/process.ts';
import { type Provisioned, provision } from '../../bench/rig/rig.ts';

const STATIONS = 4;
const ENDPOINTS = 256;

/** Where uplinks come from, and where they go. */
export interface Place extends Provisioned {
  readonly url: string;
  /** Of base stations. */
  readonly port: number;
  readonly pid: number;
}

/** Registers stations and endpoints beside those that a box was filled with. @param after so many endpoints are there */
export async function placeOf(center: RunningCenter, dataDir: string, after: number): Promise<Place> {
  const api = openApi(center.ports.gateway);
  try {
    const provisioned = await provision(dataDir, api, STATIONS, ENDPOINTS, 'Z', after);
    return {
      ...provisioned,
      url: `http://127.0.0.1:${center.ports.gateway}`,
      port: center.ports.bssci,
      pid: center.pid,
    };
  } finally {
    api.close();
  }
}
