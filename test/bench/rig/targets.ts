/**
 * `npm run bench targets`: whether the target of an integration slows uplinks down. The same load again and again, beside no integration
 * (twice: what differs between these two is noise), beside one whose target takes everything, and beside one whose target lets us in
 * and then says nothing any more: it is stopped while it is connected. Ratios are medians over the rounds, each to no integration in
 * the same round.
 * Targets: a plain HTTP receiver, mosquitto, nats-server with JetStream, those of them that are there.
 * Usage: node test/bench/rig/targets.ts [--kinds http,mqtt,nats] [--rounds 7] [--uplinks 10000]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Api, openApi } from '../../../src/cli/api.ts';
import type { Load } from '../../../src/simulate/traffic.ts';
import { freePort, startPeer } from '../../real/peer-process.ts';
import { deliveryPeers, isPeerName, type PeerName } from './delivery-peers.ts';
import { type RunningCenter, startCenterProcess, usageOf } from './process.ts';
import { type Provisioned, provision, runLoad } from './rig.ts';

const { values } = parseArgs({
  options: {
    kinds: { type: 'string', default: 'http,mqtt,nats' },
    rounds: { type: 'string', default: '7' },
    uplinks: { type: 'string', default: '10000' },
  },
});
const SETTINGS = {
  PLATFORM_STORE_ENGINE: 'better-sqlite3',
  PLATFORM_PKI_KEY_TYPE: 'ec-p256',
  PLATFORM_LIMITS_REQUESTS_PER_S: '0',
  PLATFORM_INTEGRATIONS_ALLOW_TARGETS: '127.0.0.1',
};
const STATIONS = 4;
const ENDPOINTS = 256;
const WINDOW = 8;
/** Of uplinks, before the first round: until then code is compiled. */
const WARM_UP = 30_000;
const LOOK_MS = 50;
/** The last reception windows close, and what is behind them is done. */
const CLOSING_MS = 1500;

const settingsOf = {
  http: (port: number) => ({ url: `http://127.0.0.1:${port}/` }),
  mqtt: (port: number) => ({ broker_url: `mqtt://127.0.0.1:${port}` }),
  nats: (port: number) => ({ servers: [`nats://127.0.0.1:${port}`], manage_streams: true }),
};

interface Figures {
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly cpuPer10k: number;
}

interface Target {
  readonly kind: PeerName;
  /** Of the process. */
  readonly pid: number;
  /** Of the integration. */
  readonly id: string;
}

const ends: (() => unknown)[] = [];
const ending = { teardown: (end: () => unknown) => void ends.push(end) };
const work = mkdtempSync(join(tmpdir(), 'waystation-targets-'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => rmSync(work, { recursive: true, force: true }));
async function main(): Promise<void> {
  const center = await startCenterProcess(join(work, 'data'), SETTINGS);
  const endCenter = () => center.kill('SIGKILL');
  process.once('exit', endCenter);
  ends.push(endCenter);
  const api = openApi(center.ports.gateway);
  ends.push(() => api.close());
  const provisioned = await provision(join(work, 'data'), api, STATIONS, ENDPOINTS);
  const targets = await targetsOf(api);
  const bench = new Bench(center, api, provisioned);
  await bench.load({ window: WINDOW, count: WARM_UP });
  await hanging(bench, targets);
}

async function targetsOf(api: Api): Promise<Target[]> {
  const targets: Target[] = [];
  for (const kind of values.kinds.split(',').filter(isPeerName)) {
    const peer = deliveryPeers[kind];
    if (spawnSync('which', [peer.program]).status !== 0) {
      console.log(`${kind}: ${peer.program} is not there`);
      continue;
    }
    const port = await freePort();
    const { pid } = await startPeer(ending, peer.program, peer.arguments(port, ending), port);
    // One that is stopped ends no sooner than it goes on.
    ends.push(() => process.kill(pid, 'SIGCONT'));
    const settings = { [kind]: settingsOf[kind](port) };
    const integration = { kind, name: kind, enabled: false, event_types: ['up'], ...settings };
    const { id } = await api.call('CreateIntegration', { integration });
    targets.push({ kind, pid, id });
  }
  return targets;
}

/** A service center that gets uplinks, beside one integration or none. */
class Bench {
  readonly #center: RunningCenter;
  readonly #api: Api;
  readonly #provisioned: Provisioned;
  #packetCnt = 0;

  constructor(center: RunningCenter, api: Api, provisioned: Provisioned) {
    this.#center = center;
    this.#api = api;
    this.#provisioned = provisioned;
  }

  async load(load: Load & { readonly count: number }): Promise<Figures> {
    const { ca, stations, endpoints } = this.#provisioned;
    const { pid, ports } = this.#center;
    const packetCnt = this.#packetCnt;
    this.#packetCnt += Math.ceil(load.count / ENDPOINTS) + WINDOW;
    let before = usageOf(pid);
    const request = { port: ports.bssci, ca, stations, endpoints, heardBy: 1, load, packetCnt };
    const totals = await runLoad(request, () => {
      before = usageOf(pid);
    });
    await pause(CLOSING_MS);
    const after = usageOf(pid);
    if (totals.acknowledged !== load.count) throw new Error(`${totals.acknowledged} acknowledged of ${load.count}`);
    return {
      perSecond: totals.perSecond,
      p99Ms: totals.p99Ms,
      cpuPer10k: ((after.cpuSeconds - before.cpuSeconds) / load.count) * 10_000,
    };
  }

  /** The same with a target; it is enabled at the end of the log, so that nothing waits from the time before. */
  async loadWith({ id, pid }: Target, load: Load & { readonly count: number }, hangs: boolean): Promise<Figures> {
    await this.#becomes(id, true, 'connected');
    if (hangs) process.kill(pid, 'SIGSTOP');
    try {
      return await this.load(load);
    } finally {
      await this.#becomes(id, false, 'disabled');
      process.kill(pid, 'SIGCONT');
    }
  }

  async #becomes(id: string, enabled: boolean, state: string): Promise<void> {
    const change = { integration: { id, enabled }, update_mask: { paths: ['enabled'] } };
    await this.#api.call('UpdateIntegration', change);
    while ((await this.#api.call('GetIntegration', { id })).state !== state) await pause(LOOK_MS);
  }
}

async function hanging(bench: Bench, targets: readonly Target[]): Promise<void> {
  const load = { window: WINDOW, count: Number(values.uplinks) };
  const rows: { readonly name: string; readonly run: () => Promise<Figures> }[] = [
    { name: 'none', run: () => bench.load(load) },
    ...targets.flatMap(target =>
      [false, true].map(hangs => ({
        name: `${target.kind}, ${hangs ? 'hangs' : 'takes all'}`,
        run: () => bench.loadWith(target, load, hangs),
      })),
    ),
    { name: 'none again', run: () => bench.load(load) },
  ];
  const rounds: (readonly Figures[])[] = [];
  for (let round = 1; round <= Number(values.rounds); round++) {
    const figures: Figures[] = [];
    // Back and forth: a row that comes late in a round comes early in the next one.
    const order = round % 2 === 1 ? rows : rows.toReversed();
    for (const { run } of order) figures.push(await run());
    rounds.push(round % 2 === 1 ? figures : figures.toReversed());
    console.error(`round ${round}: load ${loadavg()[0]?.toFixed(1)}`);
  }
  console.log(
    `${load.count} uplinks of ${STATIONS} × ${WINDOW}, ${rounds.length} rounds; ratios to none, median (least to most)`,
  );
  const columns = [
    ['uplinks/s', 'perSecond', 0],
    ['p99 ms', 'p99Ms', 1],
    ['CPU s/10k', 'cpuPer10k', 2],
  ] as const;
  for (const [index, { name }] of rows.entries()) {
    const cells = columns.map(([title, of, digits]) => {
      const own = rounds.map(round => round[index]?.[of] ?? Number.NaN);
      const ratios = rounds.map((round, at) => (own[at] ?? Number.NaN) / (round[0]?.[of] ?? Number.NaN));
      const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map(each => each.toFixed(2));
      return `${title} ${median(own).toFixed(digits).padStart(6)} × ${median(ratios).toFixed(2)} (${least} to ${most})`;
    });
    console.log(`${name.padEnd(16)} ${cells.join('   ')}`);
  }
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

try {
  await main();
} finally {
  for (const end of ends.reverse()) await end();
}
