import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { productEnvironment, productFlags } from '../../../scripts/install.mjs';
import type { Ports } from '../../../src/app.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const TICKS_PER_SECOND = 100;
const NS_PER_MS = 1e6;

/** What the kernel has counted of a process so far. */
export interface Usage {
  cpuSeconds: number;
  /** Handed to the block layer, not what a cache may still hold back. */
  writtenBytes: number;
  residentBytes: number;
  peakResidentBytes: number;
}

export function usageOf(pid: number): Usage {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kib = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024;
  const io = readFileSync(`/proc/${pid}/io`, 'utf8');
  return {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
    writtenBytes: Number(/write_bytes: (\d+)/.exec(io)?.[1] ?? 0),
    residentBytes: kib('VmRSS'),
    peakResidentBytes: kib('VmHWM'),
  };
}

/** What one thread of a process has worked so far, milliseconds: others on the machine do not change it. */
export function threadCpuMs(pid: number, thread: string): number {
  const tasks = `/proc/${pid}/task`;
  const own = readdirSync(tasks).filter(id => readFileSync(`${tasks}/${id}/comm`, 'utf8').trim() === thread);
  const worked = own.map(id => Number(readFileSync(`${tasks}/${id}/schedstat`, 'utf8').split(' ')[0]));
  return worked.reduce((sum, ns) => sum + ns, 0) / NS_PER_MS;
}

/**
 * Lets the system forget the pages of a file, as if it had just started: of a file that was written a moment ago it maps 20 MB more
 * than a process ever touches.
 */
function asAfterBoot(file: string): void {
  spawnSync('dd', [`of=${file}`, 'oflag=nocache', 'conv=notrunc,fdatasync', 'count=0'], { stdio: 'ignore' });
}

/** A service center in a process of its own, on free ports. */
export interface RunningCenter {
  readonly pid: number;
  readonly ports: Ports;
  /** From the start of the process until the ports were there, milliseconds. */
  readonly readyMs: number;
  readonly exited: Promise<number | string>;
  /** The end of its log. */
  log(): string;
  kill(signal: NodeJS.Signals): void;
}

export interface ProcessOptions {
  /** A command that becomes the one after it, such as a tracer that stands aside. */
  readonly runner?: readonly string[];
  /** What is started in place of the source: a file that `npm run package` made. */
  readonly executable?: string | undefined;
}

/** Starts `waystation serve` on a data directory and waits until it is ready. @throws what it said when it ends before */
export function startCenterProcess(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  options: ProcessOptions = {},
): Promise<RunningCenter> {
  return spawnCenter(dataDir, settings, options).ready();
}

/** Starts the process only; `ready` waits for its ports. */
export function spawnCenter(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  { runner = [], executable }: ProcessOptions = {},
): Pick<RunningCenter, 'exited' | 'kill'> & { ready(): Promise<RunningCenter> } {
  const portsFile = join(dataDir, '..', `ports-${process.pid}-${Date.now()}.json`);
  if (executable) asAfterBoot(executable);
  const begun = performance.now();
  const product = executable ? [executable] : [process.execPath, ...productFlags, join(root, 'src/main.ts')];
  const serving = ['serve', '--data-dir', dataDir, '--ports-file', portsFile];
  const [program = '', ...args] = [...runner, ...product, ...serving];
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...productEnvironment,
      // The executable has its program inside: nothing of it is cached on the disk, nor kept in memory for that.
      ...(executable && { NODE_COMPILE_CACHE: undefined }),
      PLATFORM_BSSCI_PORT: '0',
      PLATFORM_SCACI_PORT: '0',
      PLATFORM_GATEWAY_PORT: '0',
      PLATFORM_CORE_PORT: '0',
      PLATFORM_HEALTH_CORE_PORT: '0',
      PLATFORM_HEALTH_GATEWAY_PORT: '0',
      PLATFORM_BSSCI_HOST: '127.0.0.1',
      PLATFORM_SCACI_HOST: '127.0.0.1',
      PLATFORM_LOG_LEVEL: 'warn',
      PLATFORM_LOG_FORMAT: 'json',
      ...settings,
    },
  });
  const log = tailOf(child);
  const exited = new Promise<number | string>(resolve => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  const kill = (signal: NodeJS.Signals) => void child.kill(signal);
  let over = false;
  void exited.then(() => {
    over = true;
  });
  return {
    exited,
    kill,
    async ready() {
      while (!existsSync(portsFile)) {
        if (over) throw new Error(`the service center ended at its start:\n${log()}`);
        await new Promise(resolve => setTimeout(resolve, 5));
      }
      const readyMs = performance.now() - begun;
      const ports = JSON.parse(readFileSync(portsFile, 'utf8')) as Ports;
      rmSync(portsFile);
      return { pid: child.pid ?? 0, ports, readyMs, exited, log, kill };
    },
  };
}

/** The end of what a process says, for an error message. */
function tailOf(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-8192);
  });
  return () => text;
}
