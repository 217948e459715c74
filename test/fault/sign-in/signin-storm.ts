/**
 * Many who guess passwords, from 100 networks of this machine, beside base stations that report: what the telegrams wait, what memory it
 * takes, and whether somebody with the right password still gets in from where he signs in.
 * Usage: node test/fault/sign-in/signin-storm.ts [--guesses 10000] [--seconds 60] [--rate 200] [--calm] [--unlimited]
 * With --calm nobody guesses: what the same machine does without. With --unlimited the limit of sign-ins a minute is off, so that
 * nothing but the lockout stands before the hashes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openApi } from '../../../src/cli/api.ts';
import { openStore } from '../../../src/compose/store.ts';
import { hashPassword } from '../../../src/identity/signin/passwords.ts';
import { type RunningCenter, startCenterProcess, usageOf } from '../../bench/rig/process.ts';
import { provision, runLoad } from '../../bench/rig/rig.ts';

const { values: options } = parseArgs({
  options: {
    guesses: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '60' },
    rate: { type: 'string', default: '200' },
    calm: { type: 'boolean', default: false },
    unlimited: { type: 'boolean', default: false },
  },
});
const GUESSES = Number(options.guesses);
const DURATION_MS = Number(options.seconds) * 1000;
const NETWORKS = 100;
const AT_ONCE = 64;
const STATIONS = 5;
const ENDPOINTS = 200;
const ADMIN = 'admin@example.org';
const PASSWORD = 'blaue Bojen 17 im Teich';
/** Where the administrator signs in from. */
const HOME = '127.0.200.1';
const PAUSE_MS = 2000;
const MB = 1e6;

const work = mkdtempSync(join(tmpdir(), 'waystation-storm-'));
let running: RunningCenter | undefined;
const agents = new Map<string, Agent>();
process.once('exit', () => {
  running?.kill('SIGKILL');
  rmSync(work, { recursive: true, force: true });
});

const dataDir = join(work, 'data');
const first = await startCenterProcess(dataDir);
running = first;
const api = openApi(first.ports.gateway);
const provisioned = await provision(dataDir, api, STATIONS, ENDPOINTS);
api.close();
first.kill('SIGTERM');
await first.exited;
await makeAdmin();

const center = await startCenterProcess(dataDir, {
  PLATFORM_AUTH_ENABLED: 'true',
  ...(options.unlimited && { PLATFORM_LIMITS_LOGINS_PER_MIN: '0' }),
});
running = center;
const answers = new Map<string, number>();
const atHome: number[] = [];
if ((await login(HOME, ADMIN, PASSWORD)) !== 'OK') throw new Error('the administrator does not get in');
const before = usageOf(center.pid);
const { promise: reporting, resolve: reports } = Promise.withResolvers<void>();
const load = runLoad(
  {
    ...{
      port: center.ports.bssci,
      ca: provisioned.ca,
      stations: provisioned.stations,
      endpoints: provisioned.endpoints,
    },
    ...{ heardBy: 1, load: { rate: Number(options.rate), durationMs: DURATION_MS } },
  },
  reports,
);
await reporting;
const began = performance.now();
const over = () => performance.now() - began >= DURATION_MS;
let guessed = 0;
const guessing = options.calm ? [] : Array.from({ length: AT_ONCE }, guess);
const home = signInAtHome();
const stormMs = Promise.all(guessing).then(() => performance.now() - began);
const totals = await load;
const after = usageOf(center.pid);
await Promise.all([...guessing, home]);
const slowest = Math.max(...atHome);
console.log(
  JSON.stringify(
    {
      ...{ guesses: guessed, storm_s: Math.round((await stormMs) / 1000), answers: Object.fromEntries(answers) },
      uplinks: { sent: totals.sent, lost: totals.sent - totals.acknowledged, refused: totals.refused },
      latency_ms: { p50: ms(totals.p50Ms), p99: ms(totals.p99Ms), max: ms(totals.maxMs) },
      memory_mb: {
        before: mb(before.residentBytes),
        after: mb(after.residentBytes),
        peak: mb(after.peakResidentBytes),
      },
      cpu_s: after.cpuSeconds - before.cpuSeconds,
      right_password_at_home: { times: atHome.length, slowest_ms: Math.round(slowest) },
    },
    undefined,
    2,
  ),
);
center.kill('SIGTERM');
await center.exited;
process.exit(0);

/** Guesses one after the other, each from the next network: half of them the administrator's password, half of accounts made up. */
async function guess(): Promise<void> {
  while (guessed < GUESSES) {
    const nth = guessed++;
    const address = `127.0.${1 + (nth % NETWORKS)}.1`;
    const email = Math.floor(nth / NETWORKS) % 2 === 0 ? ADMIN : `somebody${nth}@example.org`;
    const answer = await login(address, email, `wrong ${nth}`);
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  }
}

/** @throws when the administrator does not get in */
async function signInAtHome(): Promise<void> {
  while (!over()) {
    const asked = performance.now();
    const answer = await login(HOME, ADMIN, PASSWORD);
    if (answer !== 'OK') throw new Error(`the right password from a known network: ${answer}`);
    atHome.push(performance.now() - asked);
    await new Promise(resolve => setTimeout(resolve, PAUSE_MS));
  }
}

function login(localAddress: string, email: string, password: string): Promise<string> {
  const body = JSON.stringify({ email, password });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const asked = request(
    {
      ...{ host: '127.0.0.1', port: center.ports.gateway, path: '/platform.api.v1.PlatformService/Login' },
      ...{ method: 'POST', localAddress, agent: agentOf(localAddress) },
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    },
    response => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on('end', () => resolve(/ErrToken\w+/.exec(text)?.[0] ?? (response.statusCode === 200 ? 'OK' : text)));
    },
  );
  // The other end has closed a connection that was kept just when it was used again.
  asked.on('error', cause =>
    asked.reusedSocket ? login(localAddress, email, password).then(resolve, reject) : reject(cause),
  );
  asked.end(body);
  return promise;
}

function agentOf(localAddress: string): Agent {
  const agent = agents.get(localAddress) ?? new Agent({ keepAlive: true, maxSockets: 8 });
  agents.set(localAddress, agent);
  return agent;
}

/** Into the database of a stopped service center. */
async function makeAdmin(): Promise<void> {
  const store = await openStore({
    path: join(dataDir, 'waystation.db'),
    engine: 'better-sqlite3',
    synchronous: 'full',
  });
  const acting = { now: Date.now(), userId: undefined, userEmail: undefined, actor: 'storm' };
  await store.write.accounts.createUser(
    {
      ...{ email: ADMIN, first_name: 'Ada', last_name: 'M', company_name: '', note: '', memberships: [] },
      ...{ is_admin: true, is_active: true, password_change_required: false, password: await hashPassword(PASSWORD) },
    },
    acting,
  );
  await store.close();
}

function ms(value: number): number {
  return Math.round(value * 10) / 10;
}

function mb(bytes: number): number {
  return Math.round(bytes / MB);
}
