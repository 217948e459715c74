import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { anyPorts } from '../cli/waystation.ts';

/** How an executable is started: in front of it may stand an emulator, or what shuts it in. */
export interface Starter {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Ports {
  readonly bssci: number;
  readonly scaci: number;
  readonly gateway: number;
  readonly health_core: number;
}

export interface Running {
  readonly pid: number;
  readonly ports: Ports;
  /** Milliseconds from its start until it was ready. */
  readonly readyMs: number;
  /** Milliseconds of processor time it has taken for that, which says more on a busy machine. */
  readonly readyCpuMs: number;
  /** What it has written to stderr and, which it should not have, to stdout. */
  output(): { stderr: string; stdout: string };
  /** Asks it to stop; its exit code. */
  stop(): Promise<number | null>;
}

/** The environment of a service and nothing of ours. */
export const environment = {
  PATH: '/usr/bin:/bin',
  MALLOC_ARENA_MAX: '1',
  ...anyPorts,
  PLATFORM_PKI_KEY_TYPE: 'rsa-2048',
};
const POLL_MS = 2;
const LONGEST_START_MS = 120_000;

/** Starts a service on free ports, and resolves when it is ready. */
export async function serve({ command, env = {} }: Starter, dataDir: string, home: string): Promise<Running> {
  const [program = '', ...before] = command;
  const portsFile = join(home, 'ports.json');
  rmSync(portsFile, { force: true });
  const begun = performance.now();
  const args = [...before, 'serve', '--data-dir', dataDir, '--ports-file', portsFile];
  const child = spawn(program, args, { cwd: home, env: { ...environment, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stderr: '', stdout: '' };
  child.stderr.on('data', chunk => {
    output.stderr += chunk;
  });
  child.stdout.on('data', chunk => {
    output.stdout += chunk;
  });
  const exit = once(child, 'exit');
  while (!existsSync(portsFile)) {
    if (child.exitCode !== null || performance.now() - begun > LONGEST_START_MS) {
      child.kill('SIGKILL');
      throw new Error(`it did not start: ${output.stderr}`);
    }
    await sleep(POLL_MS);
  }
  const readyMs = performance.now() - begun;
  const readyCpuMs = child.pid === undefined ? 0 : cpuMsOf(child.pid);
  return {
    pid: child.pid ?? 0,
    ports: JSON.parse(readFileSync(portsFile, 'utf8')) as Ports,
    readyMs,
    readyCpuMs,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      const [code] = await exit;
      return code;
    },
  };
}

/** Runs a short command to its end. */
export function call(
  { command, env = {} }: Starter,
  args: readonly string[],
  cwd: string,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const [program = '', ...before] = command;
  return new Promise(resolve => {
    const options = { cwd, env: { ...environment, ...env } };
    const child = execFile(program, [...before, ...args], options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

/** Lines of a service's log that are warnings or worse, or no log at all. */
export function oddLines({ stderr, stdout }: { stderr: string; stdout: string }): string[] {
  const odd = stderr.split('\n').filter(line => line !== '' && !/^\{"level":[1-3]0,/.test(line));
  return stdout === '' ? odd : [...odd, stdout];
}

function cpuMsOf(pid: number): number {
  const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ').slice(13, 15).map(Number);
  // In ticks, of which Linux shows a hundred a second on every machine.
  return (user + system) * 10;
}

export interface Memory {
  /** Megabytes (2^20) in RAM: all of it, what no file backs, and what is the mapped executable and libraries. */
  readonly resident: number;
  readonly anonymous: number;
  readonly mapped: number;
}

export function memoryOf(pid: number): Memory {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / 1024;
  const [resident, anonymous] = [of('Rss'), of('Anonymous')];
  return { resident, anonymous, mapped: resident - anonymous };
}
