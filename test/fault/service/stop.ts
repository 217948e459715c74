/**
 * Stops a service center with SIGTERM under many connections: stations that report uplinks and are told of endpoints, idle ones, those
 * that neither read nor go, TLS without a word, half a handshake. It must end by itself in time, and nothing acknowledged be lost.
 * Usage: node test/fault/service/stop.ts [--stations 1000] [--endpoints 50] [--rate 500] [--rounds 3]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectTcp, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { parseArgs } from 'node:util';
import { openApi } from '../../../src/cli/api.ts';
import { SimulatedEndpoint } from '../../../src/simulate/endpoint.ts';
import { type RunningCenter, startCenterProcess, usageOf } from '../../bench/rig/process.ts';
import { type Provisioned, provision } from '../../bench/rig/rig.ts';
import { conOf } from '../../bssci/center.ts';
import { Fleet } from '../../load/fleet.ts';
import { RawStation } from '../../peers/raw-station.ts';
import { euiOf } from '../../peers/telegrams.ts';
import { fleetComparison, progressOf, windowsClosed } from '../harness/fleets.ts';

const { values: options } = parseArgs({
  options: {
    stations: { type: 'string', default: '1000' },
    endpoints: { type: 'string', default: '50' },
    rate: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '3' },
  },
});
/** How long a service manager is made to wait at most (operations 5). */
const STOP_MS = 10_000;
/** Stations that report uplinks. */
const REPORTING = 40;
/** Other connections that are being made at a time. */
const AT_ONCE = 32;
/** The first flight of a handshake that announces more than ever comes. */
const FIRST_FLIGHT = Buffer.from('1603010200010001fc0303', 'hex');
const KINDS = ['idle', 'deaf', 'silent', 'half'] as const;

const work = mkdtempSync(join(tmpdir(), 'waystation-stop-'));
const dataDir = join(work, 'data');
const settings = { PLATFORM_PKI_KEY_TYPE: 'ec-p256', PLATFORM_LIMITS_REQUESTS_PER_S: '0' };
let center: RunningCenter | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => {
  center?.kill('SIGKILL');
  rmSync(work, { recursive: true, force: true });
});

const failures: string[] = [];
const ending = new AbortController();
center = await startCenterProcess(dataDir, settings);
const provisioned = await provisioning(center);
const fleet = fleetOf(provisioned);
await fleet.connect();
const running = fleet.run({ rate: Number(options.rate), signal: ending.signal });
for (let round = 1; round <= Number(options.rounds); round++) {
  await progressOf([fleet]);
  const others = await otherPeers(center, provisioned);
  await progressOf([fleet]);
  const { residentBytes } = usageOf(center.pid);
  const begun = performance.now();
  center.kill('SIGTERM');
  const ended = await center.exited;
  const tookMs = performance.now() - begun;
  console.log(
    `round ${round}: ${(residentBytes / 1e6).toFixed(0)} MB, ended with ${ended} after ${(tookMs / 1000).toFixed(1)} s`,
  );
  if (ended !== 0 || tookMs > STOP_MS) failures.push(`stop ${round}: ${ended} after ${tookMs.toFixed(0)} ms`);
  if (center.log() !== '') failures.push(center.log());
  for (const socket of others) socket.destroy();
  center = await startCenterProcess(dataDir, settings);
}
await progressOf([fleet]);
ending.abort();
const totals = await running;
await windowsClosed(center, totals.acknowledged);
await fleet.close();
center.kill('SIGTERM');
await center.exited;
const { found, lost, doubled, strange, integrity } = fleetComparison(join(dataDir, 'waystation.db'), 'better-sqlite3', [
  fleet,
]);
console.log({ sent: totals.sent, acknowledged: totals.acknowledged, found, lost, doubled, strange, integrity });
if (lost + doubled + strange > 0 || integrity !== 'ok') failures.push('what is stored is not what was acknowledged');
for (const failure of failures) console.error(failure);
process.exit(failures.length === 0 ? 0 : 1);

async function provisioning({ ports }: RunningCenter): Promise<Provisioned> {
  const api = openApi(ports.gateway);
  try {
    return await provision(dataDir, api, Number(options.stations), Math.max(REPORTING, Number(options.endpoints)));
  } finally {
    api.close();
  }
}

function fleetOf({ ca, stations, endpoints }: Provisioned): Fleet {
  return new Fleet({
    stations: stations.slice(0, REPORTING).map(station => () => {
      return { ...station, ca, host: '127.0.0.1', port: center?.ports.bssci ?? 0, loggedFrames: 0 };
    }),
    endpoints: endpoints.map(epEui => new SimulatedEndpoint({ epEui, nwkKey: new Uint8Array(16).fill(1) })),
  });
}

/** Connections of all other stations, in turn of each kind. */
async function otherPeers({ ports }: RunningCenter, { ca, stations }: Provisioned): Promise<Socket[]> {
  const waiting = stations.slice(REPORTING).entries();
  const made: Socket[] = [];
  const worker = async () => {
    for (const [index, { bsEui, cert, key }] of waiting) {
      const kind = KINDS[index % KINDS.length];
      if (kind === 'half') {
        const raw = connectTcp(ports.bssci, '127.0.0.1').on('error', () => {});
        raw.write(FIRST_FLIGHT);
        made.push(raw);
        continue;
      }
      const dialled = { host: '127.0.0.1', port: ports.bssci, ca, cert, key, allowHalfOpen: kind === 'deaf' };
      const socket = connect(dialled);
      socket.on('error', () => {});
      made.push(socket);
      await new Promise(resolve => socket.once('secureConnect', resolve));
      if (kind === 'silent') continue;
      const station = new RawStation(socket, 'MIOTYB01');
      station.send(conOf(euiOf(bsEui)));
      const answer = await station.next();
      if (answer?.command !== 'conRsp') throw new Error(`${kind} ${index}: ${JSON.stringify(answer)}`);
      station.send({ command: 'conCmp', opId: 0 });
      if (kind === 'deaf') socket.pause();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  // Those that answer nothing are told of endpoints meanwhile.
  await sleep(1000);
  return made;
}
