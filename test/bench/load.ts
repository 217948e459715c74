import { readFileSync } from 'node:fs';
import { SimulatedEndpoint } from '../../src/simulate/endpoint.ts';
import type { Load, Totals } from '../../src/simulate/traffic.ts';
import { Fleet } from '../load/fleet.ts';

/** One run of load, as the bench asks for it on the command line. */
export interface LoadRequest {
  port: number;
  ca: string;
  stations: { bsEui: string; cert: string; key: string }[];
  endpoints: string[];
  heardBy: number;
  /** Stations write in pieces of so many bytes. */
  chunkBytes?: number;
  load: Load;
}

/** What the load made of it, and what it cost this process. */
export type LoadTotals = Totals & { readonly cpuSeconds: number };

/** A process of its own: its CPU time is not the service center's. Prints a line when the load begins, and the totals as JSON. */
const request = JSON.parse(readFileSync(0, 'utf8')) as LoadRequest;
const { port, ca, heardBy, chunkBytes } = request;
await using fleet = new Fleet({
  stations: request.stations.map(station => ({
    ...station,
    host: '127.0.0.1',
    port,
    ca,
    loggedFrames: 0,
    ...(chunkBytes !== undefined && { dialect: { chunkBytes } }),
  })),
  endpoints: request.endpoints.map(epEui => new SimulatedEndpoint({ epEui, nwkKey: new Uint8Array(16).fill(1) })),
  heardBy,
});
await fleet.connect();
// What a center tells stations that are new to it is no part of the load.
await fleet.settled();
console.log('begun');
const before = process.cpuUsage();
const totals = await fleet.run(request.load);
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ ...totals, cpuSeconds: (user + system) / 1e6 } satisfies LoadTotals));
