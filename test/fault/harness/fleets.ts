import { setTimeout as sleep } from 'node:timers/promises';
import { openApi } from '../../../src/cli/api.ts';
import { type Engine, openDb } from '../../../src/database/driver.ts';
import { domain } from '../../../src/domain/domain.ts';
import { SimulatedEndpoint } from '../../../src/simulate/endpoint.ts';
import type { Load, Totals } from '../../../src/simulate/traffic.ts';
import type { RunningCenter } from '../../bench/rig/process.ts';
import { type Provisioned, provision } from '../../bench/rig/rig.ts';
import { Fleet } from '../../load/fleet.ts';
import type { Ledger } from './run.ts';

const POLL_MS = 5;
const CLOSING_MS = 10_000;
const RESUMING_MS = 30_000;
const PAGE = 5000;
const ENDPOINTS_PER_STATION = 4;
export interface FleetShape {
  readonly stations: number;
  readonly heardBy: number;
  readonly load: Load;
}
/** One fleet as fast as the answers come; one at the pace of sensors, which goes on while the center is away, heard twice. */
const FLEETS: readonly FleetShape[] = [
  { stations: 4, heardBy: 1, load: { window: 8 } },
  { stations: 3, heardBy: 2, load: { rate: 150 } },
];

/** Registers the stations and endpoints of these fleets. */
export async function provisionFleets(
  dataDir: string,
  center: RunningCenter,
  shapes: readonly FleetShape[] = FLEETS,
): Promise<Provisioned> {
  const api = openApi(center.ports.gateway);
  const stations = shapes.reduce((total, fleet) => total + fleet.stations, 0);
  try {
    return await provision(dataDir, api, stations, stations * ENDPOINTS_PER_STATION);
  } finally {
    api.close();
  }
}

export function fleetsOf(
  { ca, stations, endpoints }: Provisioned,
  port: () => number,
  shapes: readonly FleetShape[] = FLEETS,
  /** How long a station tries to come back. */
  giveUpMs?: number,
  /** Told of every endpoint. */
  made: (endpoint: SimulatedEndpoint) => void = () => undefined,
): Fleet[] {
  let first = 0;
  return shapes.map(fleet => {
    const mine = stations.slice(first, first + fleet.stations);
    const theirs = endpoints.slice(first * ENDPOINTS_PER_STATION, (first + fleet.stations) * ENDPOINTS_PER_STATION);
    first += fleet.stations;
    return new Fleet({
      // A start gets free ports: whoever else opens connections here may have taken the old ones meanwhile.
      stations: mine.map(station => () => ({ ...station, ca, host: '127.0.0.1', port: port(), loggedFrames: 0 })),
      endpoints: theirs.map(epEui => {
        const endpoint = new SimulatedEndpoint({ epEui, nwkKey: new Uint8Array(16).fill(1) });
        made(endpoint);
        return endpoint;
      }),
      heardBy: fleet.heardBy,
      ...(giveUpMs !== undefined && { giveUpMs }),
    });
  });
}

/** Resolves when every fleet got answers from the center that runs now. */
export async function progressOf(fleets: readonly Fleet[]): Promise<void> {
  const before = fleets.map(fleet => fleet.totals().acknowledged);
  const deadline = performance.now() + RESUMING_MS;
  while (!fleets.every((fleet, index) => fleet.totals().acknowledged > (before[index] ?? 0))) {
    for (const { failures } of fleets) for (const failure of failures) throw failure;
    if (performance.now() > deadline) throw new Error('the stations do not come back');
    await sleep(POLL_MS);
  }
}

/** Resolves when so many messages are visible. */
export async function windowsClosed(center: RunningCenter, messages: number): Promise<void> {
  const api = openApi(center.ports.gateway);
  const deadline = performance.now() + CLOSING_MS;
  try {
    while (performance.now() < deadline) {
      const { total_count } = await api.call('ListMessages', { page_size: 1 });
      if (Number(total_count) >= messages) return;
      await sleep(50);
    }
  } finally {
    api.close();
  }
}

/** Fleets as a ledger: what their stations were answered. Their loads run until they are stopped, which comes last. */
export class FleetLedger implements Ledger, AsyncDisposable {
  readonly failures: string[] = [];
  readonly fleets: readonly Fleet[];
  readonly #stopping = new AbortController();
  readonly #running: Promise<readonly Totals[]>;

  private constructor(fleets: readonly Fleet[], shapes: readonly FleetShape[]) {
    this.fleets = fleets;
    const { signal } = this.#stopping;
    this.#running = Promise.all(fleets.map((fleet, at) => fleet.run({ ...(shapes[at] as FleetShape).load, signal })));
  }

  /** Connects all stations, then sends. @param shapes of these fleets, in the same order */
  static async start(fleets: readonly Fleet[], shapes: readonly FleetShape[] = FLEETS): Promise<FleetLedger> {
    await Promise.all(fleets.map(fleet => fleet.connect()));
    return new FleetLedger(fleets, shapes);
  }

  get acknowledged(): number {
    return this.fleets.reduce((sum, fleet) => sum + fleet.totals().acknowledged, 0);
  }

  get standing(): string {
    return `${this.acknowledged} acknowledged`;
  }

  /** Every telegram that a station sent was answered. */
  get isOver(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Sends nothing new; resolves when the last answer is here. */
  async stop(): Promise<FleetSums> {
    this.#stopping.abort();
    const totals = await this.#running;
    for (const { failures } of this.fleets) for (const failure of failures) throw failure;
    const sum = (name: keyof FleetSums) => totals.reduce((total, one) => total + one[name], 0);
    const names = ['sent', 'acknowledged', 'refused', 'resumed', 'reconnects', 'repeated'] as const;
    return Object.fromEntries(names.map(name => [name, sum(name)])) as unknown as FleetSums;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.fleets.map(fleet => fleet.close()));
  }
}

/** What became of the telegrams of all stations. */
export type FleetSums = Pick<Totals, 'sent' | 'acknowledged' | 'refused' | 'resumed' | 'reconnects' | 'repeated'>;

/** What is stored, beside what stations were answered. */
export interface FleetComparison {
  /** Acknowledged telegrams that are a message. */
  readonly found: number;
  readonly lost: number;
  /** Telegrams that are more than one message. */
  readonly doubled: number;
  /** Messages that no station has sent. */
  readonly strange: number;
  /** Answered reports that are no reception of their message. */
  readonly receptionsLost: number;
  /** Telegrams that the figures call lost on the air, though none was. */
  readonly countedLost: number;
  /** Messages that an endpoint's own list lacks or has too many. */
  readonly wrongCounts: number;
  /** Numbers of the log that nothing stands under. */
  readonly gaps: number;
  /** Telegrams whose window never closed. */
  readonly open: number;
  /** What SQLite says of the file; `ok` when it is whole. */
  readonly integrity: string;
}

/** Compares the database as it was left with what the stations of these fleets, of the usual shapes, were answered. */
export function fleetComparison(path: string, engine: Engine, fleets: readonly Fleet[]): FleetComparison {
  const db = openDb(path, { engine, mode: 'reader' });
  try {
    const { messages } = domain(db);
    const stored = new Map<string, Map<number, number>>();
    const heardBy = new Map(
      fleets.flatMap((fleet, at) =>
        [...fleet.acknowledged.keys()].map(eui => [eui as string, FLEETS[at]?.heardBy ?? 1]),
      ),
    );
    const result = { found: 0, lost: 0, doubled: 0, strange: 0, receptionsLost: 0, countedLost: 0, wrongCounts: 0 };
    const keys = new Map<string, { org: number; endpoint: number }>();
    for (let page = messages.after(0, PAGE); page.length > 0; page = messages.after(page.at(-1)?.seq ?? 0, PAGE)) {
      for (const { epEui, packetCnt, receptions, skipped, org, endpoint } of page) {
        const counters = stored.get(epEui) ?? new Map<number, number>();
        stored.set(epEui, counters);
        keys.set(epEui, { org, endpoint });
        const counter = packetCnt ?? -1;
        counters.set(counter, (counters.get(counter) ?? 0) + 1);
        const stations = new Set(receptions.map(({ station }) => station)).size;
        result.receptionsLost += (heardBy.get(epEui) ?? 0) - stations;
        result.countedLost += skipped ?? 1;
      }
    }
    for (const { acknowledged } of fleets) {
      for (const [epEui, counters] of acknowledged) {
        const mine = stored.get(epEui) ?? new Map<number, number>();
        for (const counter of counters) {
          if (mine.has(counter)) result.found++;
          else result.lost++;
        }
        for (const [counter, times] of mine) {
          if (times > 1) result.doubled++;
          if (!counters.has(counter)) result.strange++;
        }
        const key = keys.get(epEui);
        if (key) result.wrongCounts += Math.abs(messages.count(key) - counters.size);
      }
    }
    const number = (sql: string) => Object.values(db.prepare(sql).get() as Record<string, number>)[0] ?? 0;
    const lines = number('SELECT count(*) FROM message') + number('SELECT count(*) FROM late_reception');
    const integrity = db.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[];
    return {
      ...result,
      gaps: messages.edges().newest - lines,
      open: number('SELECT count(*) FROM uplink'),
      integrity: integrity.map(row => row.integrity_check).join('; '),
    };
  } finally {
    db.close();
  }
}
