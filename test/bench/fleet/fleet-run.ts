import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openApi } from '../../../src/cli/api.ts';
import { Histogram } from '../../load/histogram.ts';
import { type RunningCenter, startCenterProcess, type Usage, usageOf } from '../rig/process.ts';
import { type Provisioned, provision } from '../rig/rig.ts';
import type { FleetOrder, FleetPart, FleetProgress, FleetReport, FleetTotals } from './fleet-orders.ts';

export interface FleetRun {
  readonly stations: number;
  readonly endpoints: number;
  /** `resumed`: all are connected and told everything first, and dial in again after a restart. */
  readonly sessions: 'new' | 'resumed';
  /** Per second over all stations. */
  readonly uplinks: number;
  /** How long after all are connected; with new sessions it ends when everything is announced. */
  readonly seconds: number;
  /** Seconds within which all dial in. */
  readonly dial: number;
  /** What is left may settle so long before memory is looked at. */
  readonly settleMs: number;
  /** Processes that the stations are spread over. */
  readonly processes: number;
  /** An empty folder. */
  readonly work: string;
  readonly executable?: string | undefined;
  readonly settings?: Readonly<Record<string, string>>;
  /** Is told what can be ended, at once and at any time. */
  readonly started: (kill: () => void) => void;
  readonly say: (line: string) => void;
}

export interface FleetFigures {
  /** Announced before what is measured began, with resumed sessions. */
  readonly before: FleetTotals | undefined;
  readonly fleet: FleetTotals;
  /** Pairs of station and endpoint. */
  readonly due: number;
  readonly complete: boolean;
  readonly readyMs: number;
  /** Of the service center: before a station dialled, when the fleet was counted, and when that had settled, all connected. */
  readonly first: Usage;
  readonly counted: Usage;
  readonly last: Usage;
  readonly stopped: number | string;
  /** From the signal to the end of the process. */
  readonly stopMs: number;
  readonly bare: BareFigures;
}

export interface BareFigures {
  readonly seconds: number;
  readonly done: number;
  readonly failed: number;
  readonly emptyBytes: number;
  readonly residentBytes: number;
}

/** From the order to dial until its begin, so that all processes have it in time. */
const AHEAD_MS = 200;
const POLL_MS = 50;
/** In all, beside the time within which they dial. */
const CONNECT_S = 120;
const FIRST_RUN_S = 1800;

/** Measures one fleet on one service center, and a bare TLS server with as many connections. */
export async function runFleet(run: FleetRun): Promise<FleetFigures> {
  const dataDir = join(run.work, 'data');
  const provisioned = await provisionedAt(dataDir, run);
  const bare = await bareFigures(run, provisioned);
  const fleet = await Fleet.start(run, provisioned);
  const due = run.stations * run.endpoints;

  let center = await started(dataDir, run);
  let before: FleetTotals | undefined;
  if (run.sessions === 'resumed') {
    run.say('a first run, for sessions that can be resumed');
    await fleet.dial(center, 0);
    await fleet.joined();
    await fleet.until(({ known }) => known >= due, FIRST_RUN_S);
    before = await fleet.finish();
    fleet.tell({ order: 'wait' });
    await stopped(center);
    center = await started(dataDir, run);
  }
  const first = usageOf(center.pid);
  run.say(`${run.stations} stations dial in within ${run.dial} s`);
  await fleet.dial(center, run.uplinks);
  await fleet.joined();
  run.say('all are connected');
  await fleet.until(({ known }) => run.sessions === 'new' && known >= due, run.seconds);
  const totals = await fleet.finish();
  const counted = usageOf(center.pid);
  await pause(run.settleMs);
  const last = usageOf(center.pid);
  fleet.tell({ order: 'wait' });
  const stopAt = performance.now();
  const ended = await stopped(center);
  const stopMs = performance.now() - stopAt;
  if (ended !== 0) run.say(`the service center stopped with ${ended}:\n${center.log()}`);
  fleet.end();
  return {
    ...{ before, fleet: totals, due, complete: totals.known >= due, readyMs: center.readyMs, first, counted, last },
    ...{ stopped: ended, stopMs, bare },
  };
}

/** A first start that makes keys and gets its stations and endpoints. */
async function provisionedAt(dataDir: string, run: FleetRun): Promise<Provisioned> {
  const begun = performance.now();
  const center = await started(dataDir, run);
  const api = openApi(center.ports.gateway);
  const provisioned = await provision(dataDir, api, run.stations, run.endpoints);
  api.close();
  await stopped(center);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  run.say(`${run.stations} stations and ${run.endpoints} endpoints registered in ${seconds} s`);
  return provisioned;
}

async function started(dataDir: string, { executable, settings = {}, started }: FleetRun): Promise<RunningCenter> {
  const always = { PLATFORM_PKI_KEY_TYPE: 'ec-p256', PLATFORM_LIMITS_REQUESTS_PER_S: '0' };
  const center = await startCenterProcess(dataDir, { ...always, ...settings }, { executable });
  started(() => center.kill('SIGKILL'));
  return center;
}

function stopped(center: RunningCenter): Promise<number | string> {
  center.kill('SIGTERM');
  return center.exited;
}

async function bareFigures(run: FleetRun, provisioned: Provisioned): Promise<BareFigures> {
  const server = child('./fleet-yardstick.ts', run, true);
  const listening = new Promise<{ port: number }>((resolve, reject) => {
    server.once('message', message => resolve(message as { port: number }));
    server.once('exit', code => reject(new Error(`the yardstick ended with ${code}`)));
  });
  server.stdin?.end(JSON.stringify({ ca: provisioned.ca, ...provisioned.server }));
  const { port } = await listening;
  const fleet = await Fleet.start(run, provisioned);
  const { pid = 0 } = server;
  const { residentBytes: emptyBytes } = usageOf(pid);
  const begun = performance.now();
  const { done, failed } = await fleet.handshakes(port);
  const seconds = (performance.now() - begun) / 1000;
  await pause(run.settleMs);
  const { residentBytes } = usageOf(pid);
  fleet.end();
  server.disconnect();
  return { seconds, done, failed, emptyBytes, residentBytes };
}

function child(script: string, { started }: FleetRun, stdin = false): ChildProcess {
  const stdio = [
    stdin ? ('pipe' as const) : ('ignore' as const),
    'inherit' as const,
    'inherit' as const,
    'ipc' as const,
  ];
  const made = fork(fileURLToPath(new URL(script, import.meta.url)), { stdio });
  started(() => void made.kill('SIGKILL'));
  return made;
}

/** The processes of the stations as one. */
class Fleet {
  readonly #run: FleetRun;
  readonly #children: readonly ChildProcess[];
  #progress: FleetProgress[] = [];
  #ending = false;
  /** Rejects when a process ends by itself. */
  readonly #failed = Promise.withResolvers<never>();

  static async start(run: FleetRun, { ca, stations, endpoints }: Provisioned): Promise<Fleet> {
    const fleet = new Fleet(run);
    const step = fleet.#children.length;
    await fleet.#each('ready', index => {
      const own = stations
        .map((station, place) => ({ ...station, place }))
        .filter(({ place }) => place % step === index);
      const part: FleetPart = {
        ...{ ca, endpoints, stations: own, stationCount: stations.length, sender: { first: index, step } },
      };
      return { order: 'part', part };
    });
    return fleet;
  }

  private constructor(run: FleetRun) {
    this.#run = run;
    this.#failed.promise.catch(() => undefined);
    this.#children = Array.from({ length: Math.min(run.processes, run.stations, run.endpoints) }, (_, index) => {
      const made = child('./fleet-process.ts', run);
      made.on('message', message => {
        const report = message as FleetReport;
        if (report.report === 'progress') this.#progress[index] = report.progress;
      });
      made.once('exit', code => {
        if (!this.#ending) this.#failed.reject(new Error(`stations ended with ${code}`));
      });
      return made;
    });
  }

  tell(order: FleetOrder): void {
    for (const process of this.#children) process.send(order);
  }

  async handshakes(port: number): Promise<{ done: number; failed: number }> {
    const all = await this.#each('handshakes', () => ({ order: 'handshakes', port }));
    return { done: sum(all, 'done'), failed: sum(all, 'failed') };
  }

  /** Resolves when the stations begin to dial. */
  async dial({ ports }: RunningCenter, uplinksPerSecond: number): Promise<void> {
    const at = Date.now() + AHEAD_MS;
    this.tell({ order: 'dial', port: ports.bssci, at, dialMs: this.#run.dial * 1000, uplinksPerSecond });
    await pause(2 * AHEAD_MS);
    this.#progress = [];
  }

  async joined(): Promise<void> {
    const { stations, dial, say } = this.#run;
    const all = await this.until(({ joined }) => joined >= stations, dial + CONNECT_S);
    if (!all) say(`not all are connected ${CONNECT_S} s after the last one dialled`);
  }

  /** @returns whether it came true in time */
  async until(done: (progress: FleetProgress) => boolean, seconds: number): Promise<boolean> {
    const limit = performance.now() + seconds * 1000;
    while (performance.now() < limit) {
      if (this.#progress.filter(Boolean).length === this.#children.length && done(merged(this.#progress))) return true;
      await Promise.race([pause(POLL_MS), this.#failed.promise]);
    }
    return false;
  }

  async finish(): Promise<FleetTotals> {
    const parts = (await this.#each('totals', () => ({ order: 'finish' }))).map(({ totals }) => totals);
    return {
      ...merged(parts),
      joinedMs: parts.flatMap(({ joinedMs }) => joinedMs),
      connectMs: added(parts.map(({ connectMs }) => connectMs)),
      latency: added(parts.map(({ latency }) => latency)),
      lateness: added(parts.map(({ lateness }) => lateness)),
      resumed: sum(parts, 'resumed'),
      failedDials: sum(parts, 'failedDials'),
      dropped: sum(parts, 'dropped'),
      sent: sum(parts, 'sent'),
      refused: sum(parts, 'refused'),
      inTime: sum(parts, 'inTime'),
      late: sum(parts, 'late'),
    };
  }

  end(): void {
    this.#ending = true;
    this.tell({ order: 'end' });
  }

  /** Gives every process its order and waits for its report. */
  #each<K extends FleetReport['report']>(
    awaited: K,
    order: (index: number) => FleetOrder,
  ): Promise<Extract<FleetReport, { report: K }>[]> {
    const reports = this.#children.map((process, index) => {
      const { promise, resolve } = Promise.withResolvers<Extract<FleetReport, { report: K }>>();
      const listen = (message: unknown) => {
        const report = message as FleetReport;
        if (report.report !== awaited) return;
        process.off('message', listen);
        resolve(report as Extract<FleetReport, { report: K }>);
      };
      process.on('message', listen);
      process.send(order(index));
      return promise;
    });
    return Promise.race([Promise.all(reports), this.#failed.promise]);
  }
}

function merged(parts: readonly FleetProgress[]): FleetProgress {
  const times = (name: 'firstMs' | 'lastMs') => parts.map(part => part[name]).filter(ms => ms !== undefined);
  const first = times('firstMs');
  const last = times('lastMs');
  return {
    joined: sum(parts, 'joined'),
    known: sum(parts, 'known'),
    answered: sum(parts, 'answered'),
    repeated: sum(parts, 'repeated'),
    again: sum(parts, 'again'),
    firstMs: first.length > 0 ? Math.min(...first) : undefined,
    lastMs: last.length > 0 ? Math.max(...last) : undefined,
  };
}

function sum<K extends string>(parts: readonly Readonly<Record<K, number>>[], name: K): number {
  return parts.reduce((total, part) => total + part[name], 0);
}

function added(dumps: readonly FleetTotals['latency'][]): FleetTotals['latency'] {
  const all = new Histogram();
  for (const dump of dumps) all.merge(dump);
  return all.dump();
}
