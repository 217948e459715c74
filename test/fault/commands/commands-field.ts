import { setTimeout as pause } from 'node:timers/promises';
import { SimulatedEndpoint } from '../../../src/simulate/endpoint.ts';
import { ConnectionLost } from '../../../src/simulate/peer/line.ts';
import { SteadyStation } from '../../../src/simulate/steady-station.ts';
import type { Provisioned } from '../../bench/rig/rig.ts';
import type { CommandLedger } from './commands-ledger.ts';

const PAUSE_MS = 10;
/** Endpoints that are on the air at a time. */
const AT_ONCE = 8;

/** A station and the endpoints around it: those for which something waits are heard, and get it. */
export class CommandField {
  readonly #station: SteadyStation;
  readonly #endpoints: readonly SimulatedEndpoint[];
  readonly #ledger: CommandLedger;
  readonly #running: Promise<void>;
  #closing = false;
  #next = 0;

  private constructor(station: SteadyStation, endpoints: readonly SimulatedEndpoint[], ledger: CommandLedger) {
    this.#station = station;
    this.#endpoints = endpoints;
    this.#ledger = ledger;
    this.#running = this.#run();
  }

  static async start(
    { ca, stations, endpoints }: Provisioned,
    port: number,
    ledger: CommandLedger,
  ): Promise<CommandField> {
    const [identity] = stations;
    if (!identity) throw new Error('no station');
    const station = await SteadyStation.start({
      station: {
        ...{ ...identity, ca, host: '127.0.0.1', port, loggedFrames: 0 },
        onDownlink: ({ what, queId }) => what === 'sent' && ledger.sent(queId),
      },
    });
    const nwkKey = new Uint8Array(16).fill(1);
    const heard = endpoints.map(epEui => new SimulatedEndpoint({ epEui, nwkKey, windowEvery: 1 }));
    return new CommandField(station, heard, ledger);
  }

  async #run(): Promise<void> {
    while (!this.#closing) {
      const { waiting } = this.#ledger;
      const those = this.#endpoints.filter(({ epEui }) => waiting.has(epEui)).slice(0, AT_ONCE);
      // One at least: a target that is asked nothing has no answer to give commands in.
      const other = this.#endpoints[this.#next++ % this.#endpoints.length];
      const heard = new Set(other ? [...those, other] : those);
      try {
        await Promise.all([...heard].map(endpoint => endpoint.uplink([{ station: this.#station }])));
      } catch (cause) {
        if (!this.#closing || !(cause instanceof ConnectionLost)) throw cause;
      }
      await pause(PAUSE_MS);
    }
  }

  async close(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    await this.#station.close();
    await this.#running;
  }
}
