import { readFileSync } from 'node:fs';
import { SimulatedEndpoint } from '../../../src/simulate/endpoint.ts';
import type { Load } from '../../../src/simulate/traffic.ts';
import { Fleet } from '../../load/fleet.ts';
import type { FleetTotals } from '../../load/tally.ts';

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
  /** Packet counters go up and down with each telegram. */
  jumping?: boolean;
  /** What each endpoint sends, as hex; by itself it makes something up. */
  payloads?: string[];
  /** Where the packet counters of the endpoints stand; default 0. */
  packetCnt?: number;
}

const JUMP = 7919;
/** Prime, so that no counter comes twice before all were there. */
const COUNTERS = 65_537;

class JumpingEndpoint extends SimulatedEndpoint {
  #first: number | undefined;
  #sent = 0;

  override uplinkTelegram(over: Parameters<SimulatedEndpoint['uplinkTelegram']>[0] = {}) {
    this.#first ??= this.packetCnt;
    this.packetCnt = this.#first + ((++this.#sent * JUMP) % COUNTERS);
    return super.uplinkTelegram(over);
  }
}

class FixedEndpoint extends SimulatedEndpoint {
  readonly #userData: Buffer;

  constructor(options: ConstructorParameters<typeof SimulatedEndpoint>[0], payload: string) {
    super(options);
    this.#userData = Buffer.from(payload, 'hex');
  }

  override uplinkTelegram(over: Parameters<SimulatedEndpoint['uplinkTelegram']>[0] = {}) {
    return super.uplinkTelegram({ userData: this.#userData, ...over });
  }
}

/** What the load made of it, and what it cost this process. */
export type LoadTotals = FleetTotals & { readonly cpuSeconds: number };

/** A process of its own: its CPU time is not the service center's. Prints a line when the load begins, and the totals as JSON. */
const request = JSON.parse(readFileSync(0, 'utf8')) as LoadRequest;
const { port, ca, heardBy, chunkBytes, jumping, packetCnt = 0 } = request;
const Endpoint = jumping ? JumpingEndpoint : SimulatedEndpoint;
await using fleet = new Fleet({
  stations: request.stations.map(station => ({
    ...station,
    host: '127.0.0.1',
    port,
    ca,
    loggedFrames: 0,
    ...(chunkBytes !== undefined && { dialect: { chunkBytes } }),
  })),
  endpoints: request.endpoints.map((epEui, at) => {
    const options = { epEui, packetCnt, nwkKey: new Uint8Array(16).fill(1) };
    const payload = request.payloads?.[at];
    return payload === undefined ? new Endpoint(options) : new FixedEndpoint(options, payload);
  }),
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
