import { execFile } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { reasonOf } from '../../kit/faults/reason.ts';
import { makeFolder } from '../../kit/folder.ts';
import { type MachineClock, sleep } from '../../kit/time/clock.ts';
import type { Host, Serving, StartOptions } from './host.ts';
import { CARRYING, type Layout, nextProgram, nextUnits, releaseFolder, TRIAL } from './layout.ts';
import { packagePlaces, placeUnits } from './package-upgrade.ts';
import { putInPlace } from './programs.ts';

export interface SystemdHostOptions {
  readonly layout: Layout;
  /** Path of the installed program. */
  readonly installed: string;
  readonly clock: Pick<MachineClock, 'after'>;
}

const UNIT = 'waystation.service';
/**
 * In memory: a cut of power takes it away, and the box starts the installed program. By its name it is read after what an administrator has
 * written (`override.conf`).
 */
const DROP_IN = `/run/systemd/system/${UNIT}.d/zz-update.conf`;
/** By this the package knows that the service is not to be restarted. */
const OWN_INSTALL = { WAYSTATION_UPDATE: '1', DEBIAN_FRONTEND: 'noninteractive' };
const MEMORY_BYTES = 384 * 1024 * 1024;
/** The unit's own TimeoutStopSec is shorter. */
const SYSTEMCTL_MS = 90_000;
const DPKG_MS = 600_000;
const JOURNAL_MS = 20_000;
/** A start that was asked for has begun, or will not. */
const BEGIN_MS = 10_000;
const POLL_MS = 100;

/** The service as a unit of systemd. */
export class SystemdHost implements Host {
  readonly memoryBytes: number;
  readonly #options: SystemdHostOptions;
  readonly #arguments: string;

  private constructor(options: SystemdHostOptions, memoryBytes: number, args: string) {
    this.#options = options;
    this.memoryBytes = memoryBytes;
    this.#arguments = args;
  }

  /** @throws Error where systemd does not answer */
  static async of(options: SystemdHostOptions): Promise<SystemdHost> {
    const { MemoryHigh, ExecStart = '' } = await properties('MemoryHigh', 'ExecStart');
    const bytes = Number(MemoryHigh);
    return new SystemdHost(
      options,
      bytes > 0 && Number.isSafeInteger(bytes) ? bytes : MEMORY_BYTES,
      argumentsOf(ExecStart),
    );
  }

  /** With which the unit starts the program, behind `serve`. */
  get settings(): readonly string[] {
    return this.#arguments.split(' ').filter(each => each !== '' && each !== 'serve');
  }

  /** The service runs, and is not about to be started again. */
  async isActive(): Promise<boolean> {
    return (await properties('ActiveState')).ActiveState === 'active';
  }

  async serving(): Promise<Serving> {
    const found = await properties('MainPID', 'ActiveState', 'Result', 'ExecMainStatus');
    const pid = Number(found.MainPID);
    if (pid > 0 && ['active', 'activating', 'reloading', 'deactivating'].includes(found.ActiveState ?? ''))
      return { pid };
    return { pid: undefined, ended: `ended: ${found.Result}, exit code or signal ${found.ExecMainStatus}` };
  }

  async start(which: 'installed' | 'next', { carrying = false }: StartOptions = {}): Promise<void> {
    if (which === 'next') this.#dropIn('no', carrying);
    else rmSync(DROP_IN, { force: true });
    await systemctl('daemon-reload');
    await systemctl('reset-failed', UNIT).catch(() => undefined);
    await systemctl('stop', UNIT);
    // Not until it is ready: a new program is given its time, and watched meanwhile.
    await systemctl('start', '--no-block', UNIT);
    for (let waited = 0; waited < BEGIN_MS; waited += POLL_MS) {
      const { MainPID, ActiveState } = await properties('MainPID', 'ActiveState');
      if (Number(MainPID) > 0 || ActiveState === 'failed') return;
      await sleep(this.#options.clock, POLL_MS);
    }
  }

  async stop(): Promise<void> {
    await systemctl('stop', UNIT);
  }

  async install(): Promise<void> {
    if (existsSync(DROP_IN)) {
      this.#dropIn('always');
      await systemctl('daemon-reload');
    }
    const file = this.#readyPackage();
    if (file === undefined) {
      this.#installProgram();
      placeUnits(nextUnits(this.#options.layout), packagePlaces(this.#options.layout).unitFolder);
    } else {
      try {
        await ran('dpkg', ['--install', file], DPKG_MS, { ...process.env, ...OWN_INSTALL });
      } catch (cause) {
        // What has proved itself is there after a power cut, too, whatever becomes of what else is in the package.
        this.#installProgram();
        throw cause;
      }
    }
    rmSync(DROP_IN, { force: true });
    await systemctl('daemon-reload');
  }

  async lastLines(most: number): Promise<readonly string[]> {
    const { stdout } = await ran(
      'journalctl',
      ['--unit', UNIT, '--lines', String(most), '--output', 'cat', '--no-pager'],
      JOURNAL_MS,
    );
    return stdout.split('\n').filter(line => line !== '');
  }

  #readyPackage(): string | undefined {
    const folder = releaseFolder(this.#options.layout);
    const name = existsSync(folder) ? readdirSync(folder).find(each => each.endsWith('.deb')) : undefined;
    return name === undefined ? undefined : join(folder, name);
  }

  #installProgram(): void {
    const { layout, installed } = this.#options;
    if (existsSync(nextProgram(layout))) putInPlace(nextProgram(layout), installed);
  }

  #dropIn(restart: 'no' | 'always', carrying = false): void {
    const start = `${nextProgram(this.#options.layout)} ${this.#arguments}`;
    makeFolder(dirname(DROP_IN), 0o755);
    const environment = carrying ? `Environment=${TRIAL}=${CARRYING}\n` : '';
    writeFileSync(
      DROP_IN,
      `# An update is in its trial: waystation update status\n[Service]\nExecStart=\nExecStart=${start}\nRestart=${restart}\n${environment}`,
      { mode: 0o644 },
    );
  }
}

/** Has systemd read its units anew. */
export const reloadUnits = async (): Promise<void> => void (await systemctl('daemon-reload'));

/** Of `{ path=/usr/bin/waystation ; argv[]=/usr/bin/waystation serve --config /x ; … }` what stands behind the program. */
export function argumentsOf(execStart: string): string {
  const argv = /argv\[\]=(.*?) ;/.exec(execStart)?.[1] ?? '';
  const [, ...args] = argv.split(' ');
  return args.length === 0 ? 'serve' : args.join(' ');
}

async function properties(...names: readonly string[]): Promise<Record<string, string>> {
  const { stdout } = await systemctl('show', UNIT, ...names.map(name => `--property=${name}`));
  return Object.fromEntries(
    stdout.split('\n').flatMap(line => {
      const at = line.indexOf('=');
      return at > 0 ? [[line.slice(0, at), line.slice(at + 1)] as const] : [];
    }),
  );
}

const systemctl = (...args: readonly string[]) => ran('systemctl', args, SYSTEMCTL_MS);

function ran(
  program: string,
  args: readonly string[],
  timeout: number,
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ stdout: string }> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { timeout, env, maxBuffer: 4 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (!error) return resolve({ stdout });
      const said = stderr.trim().split('\n').at(-1);
      reject(new Error(`${basename(program)} ${args.join(' ')} failed: ${said || reasonOf(error)}`, { cause: error }));
    });
  });
}
