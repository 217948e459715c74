import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openApi } from '../../../src/cli/api.ts';
import { type Engine, openDb } from '../../../src/database/driver.ts';
import { domain } from '../../../src/domain/domain.ts';
import { SimulatedEndpoint } from '../../../src/simulate/endpoint.ts';
import type { Load, Totals } from '../../../src/simulate/traffic.ts';
import { type RunningCenter, spawnCenter, startCenterProcess } from '../../bench/process.ts';
import { type Provisioned, provision } from '../../bench/rig.ts';
import { Fleet } from '../../load/fleet.ts';

export interface KillOptions {
  readonly dir: string;
  readonly engine: Engine;
  readonly rounds: number;
  /** The same seed kills after the same pauses. */
  readonly seed?: number;
  readonly onRound?: (round: number, acknowledged: number) => void;
}

export interface KillReport {
  readonly rounds: number;
  readonly seed: number;
  /** Telegrams that were sent, and those a station got an answer for. */
  readonly sent: number;
  readonly acknowledged: number;
  /** Acknowledged telegrams that are a message. */
  readonly found: number;
  readonly lost: number;
  /** Telegrams that are more than one message. */
  readonly doubled: number;
  /** Messages nobody sent. */
  readonly strange: number;
  /** Answered reports that are no reception of their message. */
  readonly receptionsLost: number;
  readonly refused: number;
  /** Telegrams that the figures call lost on the air, though none was. */
  readonly countedLost: number;
  /** Numbers of the log that nothing stands under. */
  readonly gaps: number;
  /** Telegrams whose window never closed. */
  readonly open: number;
  /** Messages that an endpoint's own list lacks or has too many. */
  readonly wrongCounts: number;
  readonly resumed: number;
  readonly newSessions: number;
  /** Uplinks sent again after a reconnect. */
  readonly repeated: number;
  readonly killedStarting: number;
  readonly longestRestartMs: number;
  /** What SQLite says of the file; `ok` when it is whole. */
  readonly integrity: string;
  /** Lines of warning or worse that a start or a stop wrote. */
  readonly complaints: readonly string[];
}

const PAUSE_MS = { least: 20, most: 400 };
/** Every so many rounds the restart is killed as well, at any moment of the way to being ready. */
const KILL_START_EVERY = 4;
const MAX_START_MS = 600;
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

/**
 * Kills a service center under load again and again, starts it on what is left, and compares in the end what is stored
 * with what the stations were answered.
 */
export async function killRun(options: KillOptions): Promise<KillReport> {
  const { dir, engine, rounds, seed = randomInt(2 ** 31), onRound } = options;
  const dataDir = join(dir, 'data');
  const settings = {
    PLATFORM_STORE_ENGINE: engine,
    PLATFORM_PKI_KEY_TYPE: 'ec-p256',
    PLATFORM_LIMITS_REQUESTS_PER_S: '0',
  };
  const random = sequence(seed);
  let center = await startCenterProcess(dataDir, settings);
  const ending = new AbortController();
  const fleets: Fleet[] = [];
  const endCenter = () => center.kill('SIGKILL');
  process.once('exit', endCenter);
  try {
    const provisioned = await provisionFleets(dataDir, center);
    fleets.push(...fleetsOf(provisioned, () => center.ports.bssci));
    await Promise.all(fleets.map(fleet => fleet.connect()));
    const running = fleets.map((fleet, index) => {
      const load = FLEETS[index]?.load ?? { window: 1 };
      return fleet.run({ ...load, signal: ending.signal });
    });

    const complaints: string[] = [];
    let longestRestartMs = 0;
    let killedStarting = 0;
    for (let round = 1; round <= rounds; round++) {
      await progressOf(fleets);
      await sleep(PAUSE_MS.least + random() * (PAUSE_MS.most - PAUSE_MS.least));
      center.kill('SIGKILL');
      await center.exited;
      complaints.push(...complaintsOf(center));
      if (round % KILL_START_EVERY === 0) {
        const starting = spawnCenter(dataDir, settings);
        await sleep(random() * MAX_START_MS);
        starting.kill('SIGKILL');
        await starting.exited;
        killedStarting++;
      }
      center = await startCenterProcess(dataDir, settings);
      longestRestartMs = Math.max(longestRestartMs, center.readyMs);
      onRound?.(
        round,
        fleets.reduce((sum, fleet) => sum + fleet.totals().acknowledged, 0),
      );
    }
    await progressOf(fleets);
    ending.abort();
    const totals = await Promise.all(running);
    for (const { failures } of fleets) for (const failure of failures) throw failure;
    await windowsClosed(center, sum(totals, 'acknowledged'));
    await Promise.all(fleets.map(fleet => fleet.close()));
    center.kill('SIGTERM');
    const exit = await center.exited;
    if (exit !== 0) complaints.push(`stopped with ${exit}`);
    complaints.push(...complaintsOf(center));
    return {
      ...{ rounds, seed, killedStarting, longestRestartMs, complaints },
      sent: sum(totals, 'sent'),
      acknowledged: sum(totals, 'acknowledged'),
      refused: sum(totals, 'refused'),
      resumed: sum(totals, 'resumed'),
      newSessions: sum(totals, 'reconnects') - sum(totals, 'resumed'),
      repeated: sum(totals, 'repeated'),
      ...compare(join(dataDir, 'waystation.db'), engine, fleets),
    };
  } finally {
    process.off('exit', endCenter);
    ending.abort();
    endCenter();
    await Promise.all(fleets.map(fleet => fleet.close()));
  }
}

/** What of a report must not be, in words; nothing when every acknowledged telegram is there once. */
export function failuresOf(report: KillReport): string[] {
  const bad = [
    'lost',
    'doubled',
    'strange',
    'receptionsLost',
    'refused',
    'countedLost',
    'gaps',
    'open',
    'wrongCounts',
  ] as const;
  const failures = bad.flatMap(name => (report[name] === 0 ? [] : [`${name}: ${report[name]}`]));
  if (report.acknowledged !== report.sent) failures.push(`${report.sent - report.acknowledged} never answered`);
  if (report.integrity !== 'ok') failures.push(`integrity: ${report.integrity}`);
  return [...failures, ...report.complaints];
}

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

/** Compares the database as it was left with what the stations of these fleets, of the usual shapes, were answered. */
export function compare(path: string, engine: Engine, fleets: readonly Fleet[]) {
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

/** Lines that a service center has written, of warning or worse. */
export function complaintsOf(center: RunningCenter): string[] {
  return center
    .log()
    .split('\n')
    .filter(line => line !== '');
}

function sum(
  totals: readonly Totals[],
  name: 'sent' | 'acknowledged' | 'refused' | 'resumed' | 'reconnects' | 'repeated',
) {
  return totals.reduce((total, one) => total + one[name], 0);
}

/** Numbers in [0, 1), the same for the same seed. */
export function sequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
