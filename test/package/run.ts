/**
 * Runs what `npm run package` has made, and says what it found: `node test/package/run.ts [--target x64|arm64]`.
 * Exit code 1 when something is not as it must be. What this machine cannot look at is said, and does not count.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { call, environment, memoryOf, oddLines, type Running, type Starter, serve } from './executable.ts';
import { live } from './life.ts';
import { canShutIn, emulated, readOnlyBox } from './surroundings.ts';
import { foreignWrites } from './writes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(root, 'node_modules', '.cache', 'waystation-package');

/** What the contract and the plan of the product allow. */
const MUST = { packedMB: 40, firstMs: 3000, againMs: 1000, residentMiB: 100 };
const AIM = { packedMB: 28, firstMs: 1500, againMs: 500, residentMiB: 80 };
const STARTS = 5;
const PORTS = ['BSSCI', 'SCACI', 'GATEWAY', 'CORE', 'HEALTH_CORE', 'HEALTH_GATEWAY'].map(
  name => `PLATFORM_${name}_PORT`,
);
/** After this the start is over and what it needed is given back. */
const IDLE_MS = 10_000;

const { values } = parseArgs({ options: { target: { type: 'string' } } });
const scratch = mkdtempSync(join(tmpdir(), 'waystation-package-'));
let failed = 0;
try {
  storeOnItsEngine();
  for (const target of ['x64', 'arm64'] as const) {
    if (values.target !== undefined && values.target !== target) continue;
    const file = join(root, 'dist', `waystation-linux-${target}`);
    if (!existsSync(file)) note(target, 'not there: npm run package makes it');
    else if (target === 'x64') await native(file);
    else await foreign(file);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;

/** The executables have the engine that `npm test` does not use. */
function storeOnItsEngine(): void {
  const tests = [join(root, 'scripts/test.mjs'), '--engine', 'node:sqlite'];
  const { status, stdout } = spawnSync(process.execPath, tests, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) console.log(stdout);
  finding('tests of the store on node:sqlite', status === 0, stdout.trim().split('\n').at(-1) ?? '');
}

async function native(file: string): Promise<void> {
  const starter = { command: [file] };
  contents('x64', file);
  await shortCommands(starter);
  await features(starter);
  await care(starter);
  await byHand(starter);

  const first: Start[] = [];
  const again: Start[] = [];
  for (let run = 0; run < STARTS; run++) {
    const data = join(scratch, `starts-${run}`);
    first.push(await startOnly(starter, data));
    again.push(await startOnly(starter, data));
  }
  // The best of them is what the program needs; the rest is what else the machine had to do.
  note('x64 load of this machine, and its processors', `${loadavg()[0]?.toFixed(1)}, ${availableParallelism()}`);
  starts('x64 first start to ready, keys made', first, MUST.firstMs, AIM.firstMs);
  starts('x64 start to ready, keys there', again, MUST.againMs, AIM.againMs);

  const writes = await foreignWrites(file, folder('traced'));
  if (typeof writes === 'string') note('x64 writes elsewhere', writes);
  else
    finding(
      'x64 writes and starts of programs outside its data folder',
      writes.length === 0,
      writes.join(', ') || 'none (strace)',
    );

  if (canShutIn()) await shutIn(file);
  else note('x64 on a read-only system', 'not looked at: only root may make the mounts');
}

async function shutIn(file: string): Promise<void> {
  using box = readOnlyBox(file);
  const data = join(box.home, 'data');
  const { problems, messages } = await live(box.starter, { command: [file] }, box.home, data);
  const what = 'x64 read-only system, noexec temporary folder, user nobody';
  finding(what, problems.length === 0, problems.join('; ') || `${messages} uplinks over TLS, stop, restart`);
  const idle = await serve(box.starter, data, box.home);
  await sleep(IDLE_MS);
  const left = box.temporary(idle.pid);
  finding('x64 its temporary folder stays empty', left.length === 0, left.join(', '));
  const { resident, anonymous, mapped } = memoryOf(idle.pid);
  const parts = `its own ${anonymous.toFixed(1)}, mapped files ${mapped.toFixed(1)}`;
  limit('x64 resident, idle, all listeners', resident, 'MiB', MUST.residentMiB, AIM.residentMiB, parts);
  await idle.stop();
}

async function foreign(file: string): Promise<void> {
  contents('arm64', file);
  const starter = emulated(file, cache);
  if (typeof starter === 'string') return note('arm64', `not started: ${starter}`);
  const version = await call(starter, ['version', '--json'], scratch);
  const facts = version.code === 0 ? JSON.parse(version.stdout) : {};
  finding(
    'arm64 version',
    facts.packaged === true && facts.platform === 'linux/arm64',
    version.stdout.trim() + version.stderr,
  );
  const station = existsSync(join(root, 'dist/waystation-linux-x64')) && process.arch === 'x64';
  const from = station ? { command: [join(root, 'dist/waystation-linux-x64')] } : starter;
  const home = folder('arm64');
  const { problems, messages, firstMs, secondMs } = await live(starter, from, home, join(home, 'data'));
  const told = `${messages} uplinks over TLS, stop, restart; ready in ${firstMs.toFixed(0)} and ${secondMs.toFixed(0)} ms`;
  finding('arm64 under emulation', problems.length === 0, problems.join('; ') || told);
}

/** What can be said of a file without starting it. */
function contents(target: string, file: string): void {
  const bytes = readFileSync(file);
  const packed = spawnSync('xz', ['-6', '-c', '-T0', file], { maxBuffer: 1 << 30 });
  note(`${target} size`, `${(statSync(file).size / 1e6).toFixed(1)} MB`);
  if (packed.status === 0)
    limit(`${target} size, xz -6`, packed.stdout.length / 1e6, 'MB', MUST.packedMB, AIM.packedMB);
  const keys = [
    ...bytes.toString('latin1').matchAll(/-----BEGIN [A-Z ]*PRIVATE KEY-----(?:\\n|\s)+[A-Za-z0-9+/=]{32,}/g),
  ];
  finding(`${target} private keys inside`, keys.length === 0, `${keys.length}`);
  finding(`${target} path of the folder it was made in`, !bytes.includes(root), bytes.includes(root) ? root : 'none');
}

/** Each answers, with nothing on stderr. */
async function shortCommands(starter: Starter): Promise<void> {
  const version = await call(starter, ['version', '--json'], scratch);
  const facts = version.code === 0 ? JSON.parse(version.stdout) : {};
  const is = facts.packaged === true && facts.sqlite_engine === 'node:sqlite' && /^[0-9a-f]{40}$/.test(facts.commit);
  finding('x64 version', is && version.stderr === '', version.stdout.trim() + version.stderr);
  const dir = folder('short');
  const yaml = join(dir, 'waystation.yaml');
  writeFileSync(yaml, 'log:\n  level: warn\n');
  writeFileSync(join(dir, 'passphrase'), 'an example\n');
  const data = ['--data-dir', join(dir, 'data')];
  const commands = [
    ['--help'],
    ['help', 'serve'],
    ['version'],
    ['config', 'print', '--defaults'],
    ['config', 'print', '--config', yaml],
    ['check', ...data],
    ['init', '--server-name', 'sc.example.org', ...data],
    ['certs', 'status', ...data],
    [
      'certs',
      'base-station',
      '70b3d59cd0000009',
      '--out',
      join(dir, 'b'),
      '--p12',
      '--passphrase-file',
      join(dir, 'passphrase'),
      ...data,
    ],
  ];
  const wrong: string[] = [];
  for (const args of commands) {
    const { code, stderr } = await call(starter, args, dir);
    if (code !== 0 || stderr !== '') wrong.push(`${args.join(' ')}: ${code} ${stderr.trim()}`);
  }
  finding('x64 short commands, nothing on stderr', wrong.length === 0, wrong.join('; ') || `${commands.length}`);
  const env = { ...starter.env, PLATFORM_STORE_ENGINE: 'better-sqlite3' };
  const refused = await call({ ...starter, env }, ['serve', ...data], dir);
  const sentence = refused.stderr.trim().split('\n').at(-1) ?? '';
  finding(
    'x64 refuses the engine it does not have',
    refused.code === 1 && /better-sqlite3 is not part/.test(sentence),
    sentence,
  );
}

/** What a person does with a data folder, on the engine that is inside. */
async function care(starter: Starter): Promise<void> {
  const home = folder('care');
  const data = join(home, 'data');
  const service = await serve(starter, data, home);
  const passphrase = join(home, 'passphrase');
  writeFileSync(passphrase, 'an example\n', { mode: 0o600 });
  const backup = ['backup', join(home, 'backup.tar.gz'), '--passphrase-file', passphrase];
  const beside = [backup, ['doctor'], ['database', 'status'], ['database', 'check']];
  const alone = [
    ['database', 'compact'],
    ['rekey'],
    ['restore', join(home, 'backup.tar.gz'), '--passphrase-file', passphrase],
  ];
  const wrong: string[] = [];
  const run = async (args: string[]) => {
    const { code, stdout, stderr } = await call(starter, [...args, '--data-dir', data], home);
    // The doctor may find something about this machine.
    const allowed = args[0] === 'doctor' ? [0, 1] : [0];
    if (!allowed.includes(code) || stdout === '' || /^ +at /m.test(stderr))
      wrong.push(`${args[0]}: ${code} ${stdout}${stderr}`);
  };
  for (const args of beside) await run(args);
  await service.stop();
  for (const args of alone) await run(args);
  const again = await serve(starter, data, home);
  if ((await again.stop()) !== 0) wrong.push('it does not stop with 0 afterwards');
  const what = [...beside, ...alone]
    .map(args =>
      args
        .slice(0, 2)
        .filter(arg => /^[a-z]+$/.test(arg))
        .join(' '),
    )
    .join(', ');
  finding('x64 care of a data folder', wrong.length === 0, wrong.join('; ') || what);
}

/** Started by hand, without the environment of the unit file. */
async function byHand({ command }: Starter): Promise<void> {
  const home = folder('hand');
  const { MALLOC_ARENA_MAX: _, ...bare } = environment;
  const service = await serve(
    { command: ['env', '-i', ...Object.entries(bare).map(pair => pair.join('=')), ...command] },
    join(home, 'data'),
    home,
  );
  const given = readFileSync(`/proc/${service.pid}/environ`, 'utf8').split('\0').includes('MALLOC_ARENA_MAX=1');
  const code = await service.stop();
  const odd = oddLines(service.output());
  finding(
    'x64 started by hand bounds its memory, as the same process',
    given && code === 0 && odd.length === 0,
    odd.join(' | '),
  );
}

/** What is loaded late is inside, too. */
async function features(starter: Starter): Promise<void> {
  const home = folder('features');
  const service = await serve({ ...starter, env: { PLATFORM_LOG_FORMAT: 'pretty' } }, join(home, 'data'), home);
  const pretty = service.output().stderr.includes('listening');
  const failures = await late(service);
  const code = await service.stop();
  finding(
    'x64 log for people, JSON API, health, metrics',
    pretty && failures.length === 0 && code === 0,
    failures.join('; ') || 'answered',
  );
  finding('x64 demo: attach, uplink, downlink over TLS', await demo(starter, home), '');
}

async function late({ ports }: Running): Promise<string[]> {
  const api = `http://127.0.0.1:${ports.gateway}/platform.api.v1.PlatformService/GetReleaseInfo`;
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  const asked: [string, RequestInit | undefined, RegExp][] = [
    [api, post, /"platform.api.v1"/],
    [`http://127.0.0.1:${ports.health_core}/health/ready`, undefined, /./],
    [`http://127.0.0.1:${ports.health_core}/metrics`, undefined, /^# TYPE/m],
  ];
  const failures: string[] = [];
  for (const [url, init, expected] of asked) {
    const answer = await fetch(url, init);
    const text = await answer.text();
    if (answer.status !== 200 || !expected.test(text)) failures.push(`${url}: ${answer.status} ${text.slice(0, 200)}`);
  }
  return failures;
}

/** Runs the demo until each of its lines was seen. */
async function demo({ command }: Starter, home: string): Promise<boolean> {
  const [program = ''] = command;
  const env = { PATH: '/usr/bin:/bin', MALLOC_ARENA_MAX: '1', ...Object.fromEntries(PORTS.map(name => [name, '0'])) };
  const child = spawn(program, ['--demo', '--data-dir', join(home, 'demo')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = once(child, 'exit');
  const output = { stderr: '', stdout: '' };
  child.stderr.on('data', chunk => {
    output.stderr += chunk;
  });
  const late = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const missing = new Set(['attach', 'uplink', 'downlink']);
  for await (const line of createInterface({ input: child.stdout })) {
    missing.delete(/ {2}(\w+) {2}/.exec(line)?.[1] ?? '');
    if (missing.size === 0) child.kill('SIGTERM');
  }
  const [code] = await exit;
  clearTimeout(late);
  return code === 0 && oddLines(output).length === 0;
}

interface Start {
  readonly ms: number;
  readonly cpuMs: number;
}

async function startOnly(starter: Starter, data: string): Promise<Start> {
  mkdirSync(data, { recursive: true });
  const service = await serve(starter, join(data, 'data'), data);
  const code = await service.stop();
  const odd = oddLines(service.output());
  if (code !== 0 || odd.length > 0) finding('x64 start and stop', false, `${code} ${odd.join(' | ')}`);
  return { ms: service.readyMs, cpuMs: service.readyCpuMs };
}

function folder(name: string): string {
  const dir = join(scratch, name);
  mkdirSync(dir, { recursive: true });
  return dir;
}

/** Time is judged where there is a processor for it, processor time on every machine. */
function starts(what: string, all: readonly Start[], must: number, aim: number): void {
  const list = (of: keyof Start) => all.map(start => start[of].toFixed(0)).join(' ');
  const best = (of: keyof Start) => Math.min(...all.map(start => start[of]));
  const busy = (loadavg()[0] ?? 0) > availableParallelism();
  limit(`${what}, processor time`, best('cpuMs'), 'ms', must, aim, `of ${list('cpuMs')}`);
  if (busy && best('ms') > must) note(what, `${list('ms')} ms, not judged: this machine is busy`);
  else limit(what, best('ms'), 'ms', must, aim, `of ${list('ms')}`);
}

function limit(what: string, figure: number, unit: string, must: number, aim: number, more = ''): void {
  const within = figure <= aim ? `within the aim of ${aim}` : `must ${must}, aim ${aim}`;
  finding(what, figure <= must, `${figure.toFixed(unit === 'ms' ? 0 : 1)} ${unit} (${within}) ${more}`);
}

function finding(what: string, holds: boolean, figure: string): void {
  if (!holds) failed++;
  console.log(`${holds ? 'ok    ' : 'FAILED'} ${what.padEnd(62)} ${figure}`.trimEnd());
}

function note(what: string, text: string): void {
  console.log(`-      ${what.padEnd(62)} ${text}`);
}
