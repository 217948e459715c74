/**
 * Sends a service center whatever a station and an application center must not send, on both ports at once, beside what they may:
 * it must not end, not write a line of an error, answer a good station throughout, and leave a database that is whole.
 * Usage: node test/fault/peers/fuzz-radio.ts [--frames 100000] [--seed N]
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openApi } from '../../../src/cli/api.ts';
import { openDb } from '../../../src/database/driver.ts';
import { type RunningCenter, startCenterProcess } from '../../bench/rig/process.ts';
import { provision, provisionCenters } from '../../bench/rig/rig.ts';
import type { Certificate } from '../../peers/certificates.ts';
import { RawCenter } from '../../peers/raw-center.ts';
import type { RawPeer } from '../../peers/raw-peer.ts';
import { RawStation } from '../../peers/raw-station.ts';
import { sequence } from '../harness/run.ts';
import { bssciDialect, Choice, type Dialect, Frames, type Shot, scaciDialect } from './fuzz-frames.ts';

const { values: options } = parseArgs({
  options: { frames: { type: 'string', default: '100000' }, seed: { type: 'string' } },
});
const frames = Number(options.frames);
const seed = options.seed === undefined ? randomInt(2 ** 31) : Number(options.seed);

const SETTINGS = {
  PLATFORM_PKI_KEY_TYPE: 'ec-p256',
  PLATFORM_LOG_LEVEL: 'error',
  PLATFORM_LIMITS_REQUESTS_PER_S: '0',
  PLATFORM_LIMITS_HANDSHAKES_PER_S: '1000000',
  PLATFORM_BSSCI_MAC_TYPES: '1',
};
/** Peers that attack each port at a time. */
const ATTACKERS = 4;
const PATIENCE_MS = 10_000;
const BURST = 200;
/** Frames that are remembered of each peer: whichever did it is among them. */
const REMEMBERED = 300;
/** A process that is about to end takes so long. */
const DYING_MS = 50;
const SHOWN = 20;
const SHOWN_BYTES = 400;
const REPORT_EVERY_MS = 10_000;

/** One port, and who attacks it. */
interface Lane {
  readonly name: string;
  readonly dialect: Dialect;
  readonly choice: Choice;
  readonly port: () => number;
  open(certificate?: Certificate): Promise<RawPeer>;
  readonly certificate: Certificate;
  /** The last frames, oldest first. */
  readonly recent: Shot[];
  sent: number;
}

class Failure extends Error {}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const dir = mkdtempSync(join(tmpdir(), 'waystation-fuzz-'));
const dataDir = join(dir, 'data');
let exited: number | string | undefined;
let center = await started();
const endCenter = () => center.kill('SIGKILL');
process.once('exit', endCenter);
const lanes: Lane[] = [];
let longestPingMs = 0;
let failure: unknown;
const begun = performance.now();
try {
  await fuzz();
} catch (cause) {
  failure = cause;
}
const ended = exited === undefined ? [] : [`the service center ended with ${exited}`];
const said = [...ended, ...(await leftBehind()), ...errorLines()];
if (failure === undefined && said.length === 0) {
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  const longest = `longest ping of the good station ${longestPingMs.toFixed(0)} ms`;
  console.log(`seed ${seed}: ${counts()} in ${seconds} s, ${longest}, nothing found`);
  rmSync(dir, { recursive: true, force: true });
} else {
  console.error(`FAILED with seed ${seed} after ${counts()}, the data is left in ${dir}`);
  if (failure !== undefined) console.error(failure instanceof Failure ? failure.message : failure);
  for (const line of said) console.error(line);
  if (said.length > 0) await blame();
  for (const { name, recent } of lanes) {
    console.error(`last to ${name}, the newest last:`);
    for (const shot of recent.slice(-SHOWN)) console.error(`  ${shown(shot)}`);
  }
  process.exitCode = 1;
}
process.off('exit', endCenter);

async function fuzz(): Promise<void> {
  const api = openApi(center.ports.gateway);
  const { ca, stations, endpoints } = await provision(dataDir, api, 1 + ATTACKERS, 4, 'A');
  api.close();
  const [good, ...bad] = stations;
  if (!good) throw new Error('no good station');
  for (const [index, certificate] of bad.entries()) {
    lanes.push({
      ...{ name: 'BSSCI', dialect: bssciDialect(certificate.bsEui, endpoints), certificate, recent: [], sent: 0 },
      ...{ choice: new Choice(sequence(seed + index)), port: () => center.ports.bssci },
      open: proof => RawStation.open(center.ports.bssci, ca, proof),
    });
  }
  for (const [index, certificate] of (await provisionCenters(dataDir, ATTACKERS)).entries()) {
    lanes.push({
      ...{ name: 'SCACI', dialect: scaciDialect(certificate.acEui, endpoints), certificate, recent: [], sent: 0 },
      ...{ choice: new Choice(sequence(seed + ATTACKERS + index)), port: () => center.ports.scaci ?? 0 },
      open: proof => RawCenter.open(center.ports.scaci ?? 0, ca, proof),
    });
  }
  const calm = await connectGood(good, ca);
  const ending = new AbortController();
  const pinging = pingAlways(calm, ending.signal);
  const reports = setInterval(() => console.error(counts()), REPORT_EVERY_MS);
  try {
    await Promise.race([Promise.all(lanes.map(attack)), pinging]);
  } finally {
    clearInterval(reports);
    ending.abort();
  }
  await pinging;
  await calm.close();
}

async function connectGood(station: Certificate & { bsEui: string }, ca: string): Promise<RawStation> {
  const peer = await RawStation.open(center.ports.bssci, ca, station);
  const con = { version: '1.0.0', bsEui: BigInt(`0x${station.bsEui}`), bidi: false, snBsUuid: Array(16).fill(9) };
  peer.send({ command: 'con', opId: 0, ...con });
  await within(peer.next(), 'conRsp');
  peer.send({ command: 'conCmp', opId: 0 });
  return peer;
}

/** A good station pings without pause, and answers what it is asked. */
async function pingAlways(station: RawStation, over: AbortSignal): Promise<void> {
  for (let opId = 1; !over.aborted; opId++) {
    const at = performance.now();
    await within(station.ping(opId), `pingRsp ${opId}`);
    longestPingMs = Math.max(longestPingMs, performance.now() - at);
    station.send({ command: 'pingCmp', opId });
    while (station.received.length > 0) {
      const asked = await station.next();
      const command = String(asked?.command);
      if (/Cmp$|Ack$/.test(command)) continue;
      station.send({ command: 'error', opId: asked?.opId, code: 95, message: 'only here to ping' });
    }
    await sleep(5);
  }
}

async function attack(lane: Lane): Promise<void> {
  const share = Math.ceil(frames / ATTACKERS);
  while (lane.sent < share) {
    const burst = Math.min(1 + lane.choice.below(BURST), share - lane.sent);
    const way = lane.choice.below(20);
    if (way === 0) await rawBytes(lane);
    else if (way === 1) await unproved(lane);
    else await session(lane, burst, way);
    look();
  }
}

/** A session, or something that never becomes one, until it is closed or the frames are sent. */
async function session(lane: Lane, burst: number, way: number): Promise<void> {
  const { choice, dialect } = lane;
  const peer = await within(lane.open(lane.certificate), 'a TLS connection');
  const makes = new Frames(dialect, choice);
  let opId = 1;
  if (way > 3) {
    shoot(lane, peer, makes.con(way === 4));
    const answer = await within(peer.next(), 'an answer to con');
    const wrong = way === 5;
    if (answer?.command === 'conRsp') peer.raw(makes.message({ command: wrong ? 'ping' : 'conCmp', opId: 0 }));
    // What it had used in a session that goes on is not known here; far enough is always new.
    opId = answer?.snResume === true ? 1 + lane.sent * 2 : 1;
  }
  for (let i = 0; i < burst && !peer.socket.destroyed && !peer.socket.writableEnded; i++) {
    const waiting = peer.received.length > 0 ? await peer.next() : undefined;
    const shot = makes.next(opId, waiting);
    if (shot.used) opId += choice.chance(0.95) ? 1 : choice.below(5);
    shoot(lane, peer, shot);
    if (shot.last) break;
    if (choice.chance(0.3)) await turn();
    if (choice.chance(0.02)) await sleep(1);
  }
  if (choice.chance(0.3)) peer.socket.destroy();
  else peer.socket.end();
  await within(peer.closed, 'the end of a connection');
}

function shoot(lane: Lane, peer: RawPeer, shot: Shot): void {
  lane.sent++;
  lane.recent.push(shot);
  if (lane.recent.length > REMEMBERED) lane.recent.shift();
  const { bytes } = shot;
  if (bytes.length > 1 && lane.choice.chance(0.05)) {
    const middle = lane.choice.below(bytes.length);
    peer.raw(bytes.subarray(0, middle));
    peer.raw(bytes.subarray(middle));
  } else peer.raw(bytes);
}

/** Bytes that are no TLS, or begin like it and stop. */
async function rawBytes(lane: Lane): Promise<void> {
  const { choice } = lane;
  const hello = Buffer.concat([Buffer.from('1603010200010001fc0303', 'hex'), choice.bytes(choice.below(600))]);
  const bytes = choice.pick([
    hello,
    choice.bytes(1 + choice.below(400)),
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    Buffer.alloc(0),
  ]);
  remember(lane, 'TCP', bytes);
  const socket = connectTcp(lane.port(), '127.0.0.1');
  socket.on('error', () => {});
  const closed = new Promise(resolve => socket.once('close', resolve));
  socket.write(bytes);
  await sleep(choice.below(5));
  if (choice.chance(0.5)) socket.destroy();
  else socket.end();
  await Promise.race([closed, sleep(50)]);
  socket.destroy();
}

/** A handshake without a certificate, or one that is given up at any moment. */
async function unproved(lane: Lane): Promise<void> {
  const { choice } = lane;
  remember(lane, 'handshake', Buffer.alloc(0));
  const opening = lane.open(choice.chance(0.5) ? undefined : lane.certificate);
  const peer = await Promise.race([opening.catch(() => undefined), sleep(choice.below(8)).then(() => undefined)]);
  if (peer) {
    peer.raw(new Frames(lane.dialect, choice).con(false).bytes);
    peer.socket.destroy();
  } else void opening.then(late => late.socket.destroy()).catch(() => {});
}

function remember(lane: Lane, kind: string, bytes: Buffer): void {
  lane.sent++;
  lane.recent.push({ kind, bytes });
}

/** Starts the service center again and sends it what was sent last, each alone: whichever does it once more is told. */
async function blame(): Promise<void> {
  center = await started();
  for (const lane of lanes) {
    for (const shot of lane.recent.toReversed()) {
      try {
        const peer = await within(lane.open(lane.certificate), 'a TLS connection');
        const makes = new Frames(lane.dialect, lane.choice);
        peer.raw(makes.fresh());
        await within(peer.next(), 'an answer to con');
        peer.raw(makes.message({ command: 'conCmp', opId: 0 }));
        peer.raw(shot.bytes);
        peer.socket.end();
        await within(peer.closed, 'the end of a connection');
        await sleep(DYING_MS);
        look();
      } catch {
        console.error(`this one to ${lane.name} does it alone:\n  ${shown(shot, shot.bytes.length)}`);
        center.kill('SIGKILL');
        return;
      }
    }
  }
  console.error('none of the last does it alone');
  center.kill('SIGKILL');
}

async function started(): Promise<RunningCenter> {
  const running = await startCenterProcess(dataDir, SETTINGS);
  exited = undefined;
  void running.exited.then(code => {
    exited = code;
  });
  return running;
}

function shown({ kind, bytes }: Shot, most = SHOWN_BYTES): string {
  return `${kind}: ${bytes.subarray(0, most).toString('hex')}`;
}

/** How much was sent to each port. */
function counts(): string {
  const sum = (port: string) => lanes.reduce((total, { name, sent }) => (name === port ? total + sent : total), 0);
  return `${sum('BSSCI')} to BSSCI, ${sum('SCACI')} to SCACI`;
}

/** @throws Failure when the service center has ended, or has written a line of an error */
function look(): void {
  if (exited !== undefined) throw new Failure('the service center has ended');
  if (errorLines().length > 0) throw new Failure('the service center has written lines of errors');
}

function errorLines(): string[] {
  return center
    .log()
    .split('\n')
    .filter(line => line !== '');
}

async function within<T>(promise: Promise<T>, what: string): Promise<T> {
  const over = new AbortController();
  const late = sleep(PATIENCE_MS, undefined, { signal: over.signal }).then(
    () => {
      throw new Failure(`no ${what} within ${PATIENCE_MS} ms`);
    },
    () => new Promise<never>(() => {}),
  );
  try {
    return await Promise.race([promise, late]);
  } finally {
    over.abort();
  }
}

function turn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}

/** Ends the service center as one should, and looks at what it leaves. */
async function leftBehind(): Promise<string[]> {
  const wrong: string[] = [];
  if (exited === undefined) {
    center.kill('SIGTERM');
    const code = await center.exited;
    if (code !== 0) wrong.push(`stopped with ${code}`);
  }
  const db = openDb(join(dataDir, 'waystation.db'), { engine: 'better-sqlite3', mode: 'reader' });
  try {
    const rows = db.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[];
    for (const { integrity_check: text } of rows) if (text !== 'ok') wrong.push(`integrity: ${text}`);
  } finally {
    db.close();
  }
  return wrong;
}
