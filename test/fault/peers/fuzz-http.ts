/**
 * Sends random, half-right and broken HTTP to a service center in a process of its own: requests and frames of both versions of HTTP, in every
 * dialect, on all four ports. It must go on, write no error line and answer nothing with INTERNAL.
 * Usage: node test/fault/peers/fuzz-http.ts [--frames 100000] [--seed 1] [--main src/main.ts]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, watch } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { systemClock } from '../../../src/kit/time/clock.ts';
import { anyPorts } from '../../cli/waystation.ts';
import { Chance, EUIS, http1, http2, methodsOf, Requests } from './fuzz-input.ts';

const { values: options } = parseArgs({
  options: {
    frames: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    main: { type: 'string', default: 'src/main.ts' },
  },
});
const AT_ONCE = 16;
const PER_CONNECTION = 24;
/** A connection that is neither closed nor answered by then is given up; the service has its own patience with it. */
const GIVE_UP_MS = 250;
const SHOWN = 10;

const frames = Number(options.frames);
const dir = mkdtempSync(join(tmpdir(), 'waystation-fuzz-'));
const troubles: string[] = [];
const center = await startCenter();
try {
  const began = systemClock.monotonic();
  await call('CreateBaseStation', { base_station: { bs_eui: EUIS[0], name: 'roof' } });
  for (const ep_eui of EUIS.slice(0, 2)) await call('CreateEndPoint', { endpoint: { ep_eui, name: 'meter' } });
  await flood();
  const seconds = (systemClock.monotonic() - began) / 1000;
  await judge();
  console.log(`${frames} frames with seed ${options.seed} in ${seconds.toFixed(0)} s, ${troubles.length} troubles`);
  for (const trouble of troubles.slice(0, SHOWN)) console.log(trouble);
  process.exitCode = troubles.length > 0 ? 1 : 0;
} finally {
  center.child.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
}

async function startCenter() {
  const watcher = watch(dir);
  const env = { PATH: process.env.PATH ?? '', ...anyPorts, PLATFORM_LIMITS_REQUESTS_PER_S: '0' };
  const args = [resolve(options.main), 'serve', '--ports-file', 'ports.json'];
  const child = spawn(process.execPath, args, { cwd: dir, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const exit = once(child, 'exit');
  createInterface(child.stderr).on('line', line => {
    if (!line.startsWith('{')) troubles.push(`not a log line: ${line}`);
    else if (JSON.parse(line).level >= 50) troubles.push(line.slice(0, 2000));
  });
  const file = join(dir, 'ports.json');
  const ready = async () => {
    while (!existsSync(file)) await once(watcher, 'change');
  };
  await Promise.race([ready(), exit.then(() => Promise.reject(new Error(`no start: ${troubles.join('\n')}`)))]);
  watcher.close();
  const ports = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
  child.on('exit', (code, signal) => troubles.unshift(`the service ended with ${code ?? signal}`));
  return { child, exit, ports };
}

/** Several connections at a time, each with its own chance, so that a seed gives the same bytes however they interleave. */
async function flood(): Promise<void> {
  const { gateway = 0, core = 0, health_core = 0, health_gateway = 0 } = center.ports;
  const targets = [gateway, gateway, gateway, gateway, core, core, core, health_core, health_gateway];
  const schema = JSON.parse(readFileSync(new URL('../../../proto/platform.json', import.meta.url), 'utf8'));
  // Making keys and certificates takes the time of a thousand other calls.
  const methods = methodsOf(schema, /^(GenerateCertificate|Download|GenerateServer|RenewServer)/);
  const connections = Math.ceil(frames / PER_CONNECTION);
  let next = 0;
  const worker = async () => {
    while (next < connections && center.child.exitCode === null) {
      const chance = new Chance(Number(options.seed) * 1_000_003 + next++);
      const requests = new Requests(chance, methods);
      const port = chance.pick(targets);
      const plain = port === health_core || port === health_gateway;
      const bytes =
        plain || chance.often(0.35) ? http1(chance, requests, PER_CONNECTION) : http2(chance, requests, PER_CONNECTION);
      await converse(port, bytes, chance);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Writes the bytes as one packet or as several, then reads, leaves in order or resets. */
async function converse(port: number, bytes: Buffer, chance: Chance): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let answer = '';
  socket.on('error', () => {});
  socket.on('data', chunk => {
    answer += chunk.toString('latin1');
    if (answer.includes('ErrTokenInternal')) troubles.push(`INTERNAL: ${answer.slice(-1000)}`);
    answer = answer.slice(-32);
  });
  const closed = new Promise(done => socket.once('close', done));
  await Promise.race([once(socket, 'connect').catch(() => {}), closed]);
  const cut = chance.often(0.5) ? chance.below(bytes.length + 1) : bytes.length;
  socket.write(bytes.subarray(0, cut));
  if (cut < bytes.length) {
    await new Promise(setImmediate);
    socket.write(bytes.subarray(cut));
  }
  const leaving = chance.below(8);
  if (leaving === 0) socket.resetAndDestroy();
  else if (leaving === 1) socket.destroySoon();
  else if (leaving === 2) socket.end();
  const giveUp = systemClock.after(GIVE_UP_MS, () => socket.destroy());
  await closed;
  giveUp.cancel();
}

function call(method: string, body: object): Promise<Response> {
  return fetch(`http://127.0.0.1:${center.ports.gateway}/platform.api.v1.PlatformService/${method}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
}

async function judge(): Promise<void> {
  const { child, exit, ports } = center;
  if (child.exitCode !== null || child.signalCode !== null) return;
  for (const port of [ports.health_core, ports.health_gateway]) {
    const page = await fetch(`http://127.0.0.1:${port}/health`).then(answer => answer.status);
    if (page !== 200) troubles.push(`port ${port} says ${page}`);
  }
  const asked = await call('GetSystemStatus', {});
  const metrics = await (await fetch(`http://127.0.0.1:${ports.health_core}/metrics`)).text();
  const calls = new Map<string, number>();
  for (const [, code = '', count] of metrics.matchAll(/^waystation_rpc_calls_total\{.*code="(\w+)"\} (\d+)$/gm)) {
    calls.set(code, (calls.get(code) ?? 0) + Number(count));
  }
  console.log('calls that were answered, by code:', Object.fromEntries(calls));
  if (!asked.ok) troubles.push(`GetSystemStatus says ${asked.status}`);
  child.removeAllListeners('exit');
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = await Promise.race([ended, exit]);
  if (code !== 0) troubles.push(`the service stopped with ${code}`);
}
