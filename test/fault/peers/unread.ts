/**
 * Asks a service center for every kind of answer at every port, by 1 and by 40 connections without a key that read nothing, and sends telegrams
 * beside it: what its process holds may not grow by more than 30 MB, and the telegrams take at most twice as long as in quiet, by the median of
 * some rounds of quiet and flood; a row that took longer is measured again in two rounds more, and judged by all. Beside it stands how long the longest turn of the event loop was, in computing time: other work on the machine does
 * not change that. Usage: node test/fault/peers/unread.ts [--tls] [--only word] [--seconds 4] [--rounds 3] [--executable file]
 * All rows within a quarter of an hour, on a machine that does nothing else: --rounds 1 --seconds 2
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openApi } from '../../../src/cli/api.ts';
import { systemClock } from '../../../src/kit/time/clock.ts';
import { SimulatedStation } from '../../../src/simulate/base-station.ts';
import { type RunningCenter, startCenterProcess, usageOf } from '../../bench/rig/process.ts';
import { endpointEui, type Provisioned, provision } from '../../bench/rig/rig.ts';
import { euiOf, uplink } from '../../peers/telegrams.ts';
import type { LongestTurns } from './turns-probe.ts';
import { type Flood, floods, framed, SERVER_REFLECTION, WHOLE_FILE } from './unread-floods.ts';

const { values: options } = parseArgs({
  options: {
    tls: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    executable: { type: 'string' },
  },
});
const CONNECTIONS = [1, 40];
const MOST_BYTES = 30e6;
const ENDPOINTS = 1000;
const EVERY_MS = 20;
const LOOK_MS = 100;
const PATIENCE_MS = 10_000;
/** Of the longest turns. */
const LEFT_OUT = 2;
/** From the first of these on a process is another one's, with nothing behind it. */
const SPENT_BYTES = 20e6;
const MOST_TIMES = 2;
const seconds = Number(options.seconds);
const rounds = Number(options.rounds);
const { tls } = options;

const probe = new URL('./turns-probe.ts', import.meta.url).href;

let sent = 0;
let provisioned: Provisioned | undefined;
const dir = mkdtempSync(join(tmpdir(), 'waystation-unread-'));
const turnsFile = join(dir, 'turns.json');
try {
  await all();
} finally {
  rmSync(dir, { recursive: true, force: true });
}

interface Scene {
  readonly center: RunningCenter;
  readonly station: SimulatedStation;
  readonly quietBytes: number;
}

async function all(): Promise<void> {
  const wanted = floods(tls).filter(({ name, port }) => `${port} ${name}`.includes(options.only));
  let scene = await open();
  let failed = 0;
  console.log(
    '| port | answers | connections | +MB at most | +MB after | p99 ms (quiet) | times | longest turn ms (quiet) | |\n|---|---|---|---|---|---|---|---|---|',
  );
  for (const flood of wanted) {
    for (const connections of CONNECTIONS) {
      let { most, after, alive, all: measured } = await inRounds(scene, flood, connections, rounds);
      const timesOf = (all: typeof measured) => median(all.map(({ p99, quiet }) => p99 / quiet.p99));
      if (alive && timesOf(measured) > MOST_TIMES) {
        const again = await inRounds(scene, flood, connections, 2);
        ({ after, alive } = again);
        most = Math.max(most, again.most);
        measured = [...measured, ...again.all];
      }
      const grown = most - scene.quietBytes;
      const times = timesOf(measured);
      const isGood = alive && grown <= MOST_BYTES && times <= MOST_TIMES;
      if (!isGood) failed++;
      const mb = (bytes: number) => (bytes / 1e6).toFixed(0);
      const both = (of: (measured: Sent) => number, digits: number) =>
        `${median(measured.map(of)).toFixed(digits)} (${median(measured.map(({ quiet }) => of(quiet))).toFixed(digits)})`;
      const p99 = both(each => each.p99, 0);
      const turn = both(each => each.turnMs, 1);
      const sizes = [mb(grown), mb(after - scene.quietBytes)];
      const cells = [flood.port, flood.name, connections, ...sizes, p99, times.toFixed(2), turn];
      console.log(`| ${cells.join(' | ')} | ${alive ? (isGood ? '' : 'FAILED') : 'GONE'} |`);
      if (alive && after - scene.quietBytes < SPENT_BYTES && grown < 3 * SPENT_BYTES) continue;
      await close(scene);
      scene = await open();
    }
  }
  await close(scene);
  console.log(`${failed} of ${wanted.length * CONNECTIONS.length} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

async function open(): Promise<Scene> {
  const dataDir = join(dir, 'data');
  const settings = {
    PLATFORM_PKI_KEY_TYPE: 'ec-p256',
    PLATFORM_MQTT_BROKER_ENABLED: 'true',
    PLATFORM_MQTT_BROKER_PORT: '0',
    PLATFORM_MQTT_BROKER_TLS_PORT: '0',
    ...(tls && { PLATFORM_GATEWAY_TLS_ENABLED: 'true' }),
    ...(!options.executable && { TURNS_FILE: turnsFile, NODE_OPTIONS: `--import ${probe}` }),
  };
  if (!provisioned) {
    const center = await startCenterProcess(dataDir, settings, { executable: options.executable });
    const api = openApi(center.ports.core ?? 0);
    provisioned = await provision(dataDir, api, 1, ENDPOINTS);
    api.close();
    center.kill('SIGTERM');
    await center.exited;
  }
  const center = await startCenterProcess(dataDir, settings, { executable: options.executable });
  const [mine] = provisioned.stations;
  const station = await SimulatedStation.connect({
    ...{ host: '127.0.0.1', port: center.ports.bssci, clock: systemClock, loggedFrames: 0, ca: provisioned.ca },
    ...{ bsEui: mine?.bsEui ?? '', cert: mine?.cert ?? '', key: mine?.key ?? '' },
  });
  const scene = { center, station, quietBytes: 0 };
  await warm(center);
  await sleep(1000);
  const quiet = await sending(scene, seconds);
  return { ...scene, quietBytes: quiet.most };
}

async function close({ center, station }: Scene): Promise<void> {
  await station.close().catch(() => undefined);
  center.kill('SIGKILL');
  await center.exited;
}

/** What is loaded at its first use is no part of what a flood takes. */
async function warm({ ports }: RunningCenter): Promise<void> {
  const scheme = tls ? 'https' : 'http';
  if (tls) process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  const base = `${scheme}://127.0.0.1:${ports.gateway}`;
  const paths = ['openapi.json', 'docs/errors', 'docs/swagger-ui-bundle.js', 'v2/devices', 'nothing'];
  for (let round = 0; round < 5; round++) {
    for (const path of paths) await (await fetch(`${base}/api/${path}`)).arrayBuffer();
    for (const [type, body] of [['application/json', '{"pageSize":1000}']] as const) {
      const url = `${base}/platform.api.v1.PlatformService/ListEndPoints`;
      await (await fetch(url, { method: 'POST', headers: { 'content-type': type }, body })).arrayBuffer();
    }
    for (const path of ['health', 'metrics'])
      await (await fetch(`http://127.0.0.1:${ports.health_core}/${path}`)).text();
  }
  const api = openApi(ports.core ?? 0);
  for (let round = 0; round < 5; round++) {
    await api.call('GetSystemStatus', {});
    await api.call('ListEndPoints', {});
  }
  api.close();
  const session = connectHttp2(`http://127.0.0.1:${ports.core}`);
  const stream = session.request({
    ...{ ':method': 'POST', ':path': SERVER_REFLECTION, 'content-type': 'application/grpc', te: 'trailers' },
  });
  stream.end(framed(WHOLE_FILE)).resume();
  await once(stream, 'close');
  session.close();
}

function flooding(flood: Flood, ports: RunningCenter['ports'], connections: number) {
  const port = (ports as unknown as Record<string, number>)[flood.port] ?? 0;
  const script = fileURLToPath(new URL('./unread-process.ts', import.meta.url));
  const args = [script, `${flood.port} ${flood.name}`, tls ? 'tls' : '', String(port), String(connections)];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'inherit', 'inherit'] });
  return {
    end() {
      child.stdin.end();
    },
  };
}

/** Quiet and flood in turn: others work on the machine, too, so what is compared is a moment apart. */
async function inRounds(scene: Scene, flood: Flood, connections: number, rounds: number) {
  const all: (Sent & { readonly quiet: Sent })[] = [];
  let after = 0;
  for (let round = 0; round < rounds; round++) {
    const quiet = await sending(scene, seconds);
    const child = flooding(flood, scene.center.ports, connections);
    all.push({ ...(await sending(scene, seconds)), quiet });
    child.end();
    await sleep(2000);
    after = residentOf(scene.center.pid);
  }
  return { all, most: Math.max(...all.map(({ most }) => most)), after, alive: after > 0 };
}

function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
}

interface Sent {
  /** Resident memory at its highest. */
  readonly most: number;
  readonly p99: number;
  /** The longest turn of the event loop but two, in computing time, milliseconds; not known of an executable. */
  readonly turnMs: number;
}

/** Sends telegrams and looks at the process meanwhile. */
async function sending({ center, station }: Pick<Scene, 'center' | 'station'>, forSeconds: number): Promise<Sent> {
  let most = 0;
  await longestTurn(center.pid);
  const looking = setInterval(() => {
    most = Math.max(most, residentOf(center.pid));
  }, LOOK_MS);
  const took: number[] = [];
  const answers: Promise<void>[] = [];
  const until = performance.now() + forSeconds * 1000;
  for (let n = 0; performance.now() < until; n++) {
    const begun = performance.now();
    const epEui = euiOf(endpointEui((n % ENDPOINTS) + 1));
    const answer = station.start(
      'ulData',
      uplink({ epEui, packetCnt: ++sent, rxTime: BigInt(Date.now()) * 1_000_000n }),
    );
    const answered = answer.then(() => void took.push(performance.now() - begun));
    answers.push(answered.catch(() => undefined));
    await sleep(EVERY_MS);
  }
  // What is not answered by then took at least as long.
  await Promise.race([Promise.all(answers), sleep(5000)]);
  clearInterval(looking);
  while (took.length < answers.length) took.push(Infinity);
  took.sort((a, b) => a - b);
  const p99 = took[Math.floor((took.length - 1) * 0.99)] ?? Infinity;
  return { most, p99, turnMs: await longestTurn(center.pid) };
}

/** The third longest turn since it was asked last, and begins anew: a collection of all garbage or two are in every while. */
async function longestTurn(pid: number): Promise<number> {
  if (options.executable) return Number.NaN;
  rmSync(turnsFile, { force: true });
  try {
    process.kill(pid, 'SIGUSR2');
  } catch {
    return Number.NaN;
  }
  for (let waited = 0; !existsSync(turnsFile) && waited < PATIENCE_MS; waited += LOOK_MS) await sleep(LOOK_MS);
  await sleep(LOOK_MS);
  const { longest } = JSON.parse(readFileSync(turnsFile, 'utf8')) as LongestTurns;
  return longest[LEFT_OUT] ?? Number.NaN;
}

function residentOf(pid: number): number {
  try {
    return usageOf(pid).residentBytes;
  } catch {
    return 0;
  }
}
