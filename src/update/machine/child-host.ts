import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { background } from '../../kit/background.ts';
import { reasonOf } from '../../kit/faults/reason.ts';
import { makeFolder, syncPath } from '../../kit/folder.ts';
import { RecentLines } from '../../kit/recent-lines.ts';
import { type MachineClock, sleep, type Timer } from '../../kit/time/clock.ts';
import type { Host, Serving, StartOptions } from './host.ts';
import { CARRYING, type Layout, nextProgram, SUPERVISED, TRIAL } from './layout.ts';

/** A program and what it is given in front of all else. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
}

export interface ChildHostOptions {
  readonly layout: Layout;
  readonly installed: Command;
  /** With which the service is started, behind `serve`. */
  readonly settings: readonly string[];
  readonly clock: Pick<MachineClock, 'after'>;
  /** Gets what the service logs. */
  readonly output: { write(text: string): unknown };
  readonly env?: NodeJS.ProcessEnv;
}

/** As the unit of systemd has them: what does not mend itself is not started again. */
const NO_RESTART: readonly (number | null)[] = [2, 65, 78];
const RESTART_MS = 5000;
const STOP_MS = 20_000;
const MEMORY_BYTES = 384 * 1024 * 1024;
const FILE = 'service';

/** The service as a child of this process, where no service manager is: one command that serves, and updates what serves. */
export class ChildHost implements Host {
  readonly memoryBytes = MEMORY_BYTES;
  readonly #options: ChildHostOptions;
  readonly #lines = new RecentLines();
  readonly #ended = Promise.withResolvers<number>();
  #child: ChildProcess | undefined;
  #how = 'was not started';
  #which: 'installed' | 'next' = 'installed';
  #carrying = false;
  /** What ends by itself is started again. */
  #restarts = true;
  #restart: Timer | undefined;

  constructor(options: ChildHostOptions) {
    this.#options = options;
  }

  /** Resolves with an exit code when the service has ended with one after which it is not started again. */
  get ended(): Promise<number> {
    return this.#ended.promise;
  }

  async serving(): Promise<Serving> {
    const pid = this.#child?.pid;
    return pid === undefined ? { pid: undefined, ended: this.#how } : { pid };
  }

  async start(which: 'installed' | 'next', { carrying = false }: StartOptions = {}): Promise<void> {
    await this.stop();
    this.#which = which;
    this.#carrying = carrying;
    this.#restarts = which === 'installed';
    await this.#spawn();
  }

  async stop(): Promise<void> {
    this.#restart?.cancel();
    const child = this.#child;
    if (!child) return;
    this.#restarts = false;
    const { clock } = this.#options;
    const ended = new Promise<void>(resolve => child.once('close', () => resolve()));
    signal(child, 'SIGTERM');
    const late = clock.after(STOP_MS, () => signal(child, 'SIGKILL'));
    await ended;
    late.cancel();
  }

  /** Has the service read its settings anew. */
  reload(): void {
    this.#child?.kill('SIGHUP');
  }

  async install(): Promise<void> {
    const { layout, installed } = this.#options;
    this.#restarts = true;
    try {
      renameSync(nextProgram(layout), installed.file);
    } catch (cause) {
      // It was there before a cut.
      if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    }
    syncPath(dirname(installed.file));
    this.#which = 'installed';
  }

  async lastLines(most: number): Promise<readonly string[]> {
    return this.#lines.all().slice(-most);
  }

  /** Ends a service that a supervisor has left behind which was killed. */
  async endLeftBehind(): Promise<void> {
    const { layout, clock } = this.#options;
    const [pid = 0, began] = readNote(join(layout.state, FILE));
    if (pid <= 1 || began === undefined || beganAt(pid) !== began) return;
    const end = (name: NodeJS.Signals) => {
      try {
        process.kill(-pid, name);
      } catch {
        // It has ended meanwhile.
      }
    };
    end('SIGTERM');
    for (let waited = 0; beganAt(pid) === began; waited += 100) {
      if (waited === STOP_MS) end('SIGKILL');
      await sleep(clock, 100);
    }
  }

  async #spawn(): Promise<void> {
    const { layout, installed, settings, env = process.env, output } = this.#options;
    const { file, args } = this.#which === 'next' ? { file: nextProgram(layout), args: [] } : installed;
    // A group of its own: a signal of the terminal is for this process, which ends it in order.
    const child = spawn(file, [...args, 'serve', ...settings], {
      stdio: ['ignore', 'inherit', 'pipe'],
      detached: true,
      env: { ...env, [SUPERVISED]: '1', ...(this.#carrying && { [TRIAL]: CARRYING }) },
    });
    const started = new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    child.stderr?.setEncoding('utf8');
    let rest = '';
    child.stderr?.on('data', (text: string) => {
      output.write(text);
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#lines.add(line);
    });
    child.once('close', (code, name) => this.#closed(child, code, name));
    try {
      await started;
    } catch (cause) {
      this.#how = `cannot be run (${reasonOf(cause)})`;
      throw cause;
    }
    this.#child = child;
    makeFolder(layout.state, 0o750);
    writeFileSync(join(layout.state, FILE), `${child.pid} ${beganAt(child.pid ?? 0) ?? ''}\n`, { mode: 0o640 });
  }

  #closed(child: ChildProcess, code: number | null, name: NodeJS.Signals | null): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    rmSync(join(this.#options.layout.state, FILE), { force: true });
    this.#how = name === null ? `ended with exit code ${code}` : `was ended by ${name}`;
    if (!this.#restarts) return;
    if (NO_RESTART.includes(code)) {
      this.#ended.resolve(code ?? 1);
      return;
    }
    this.#restart = this.#options.clock.after(RESTART_MS, () =>
      background(this.#spawn(), () => this.#ended.resolve(1)),
    );
  }
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined && name === 'SIGKILL') process.kill(-child.pid, name);
    else child.kill(name);
  } catch {
    // It has ended meanwhile.
  }
}

function readNote(path: string): [pid?: number, began?: string] {
  try {
    const [pid, began] = readFileSync(path, 'utf8').trim().split(' ');
    return [Number(pid), began ?? ''];
  } catch {
    return [];
  }
}

/** When a process began, in the ticks of the system: with its number it names the process. Undefined: there is none. */
function beganAt(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Whose end was not taken note of by its parent is none any more.
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
