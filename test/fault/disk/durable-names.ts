import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { anyPorts, main } from '../../cli/waystation.ts';

const CALLS = [
  ...['write', 'writev', 'pwrite64', 'pwritev', 'pwritev2', 'ftruncate', 'fallocate', 'fsync', 'fdatasync'],
  ...['rename', 'renameat', 'renameat2', 'link', 'linkat', 'unlink', 'unlinkat', 'rmdir', 'mkdir', 'mkdirat'],
];

/** What an administrator does, in this order; each must be on the disk when its command has ended. */
const COMMANDS: readonly (readonly string[])[] = [
  ['init', '--server-name', 'localhost', '--server-name', '127.0.0.1'],
  ['certs', 'renew'],
  ['certs', 'revoke', '70b3d59cd0000001', '--anyway'],
  ['certs', 'revoke', '4f1c', '--serial'],
  ['backup', 'backup.tar.gz', '--passphrase-file', 'passphrase'],
  ['rekey', '--out', 'new.key'],
  ['database', 'compact'],
  ['restore', 'backup.tar.gz', '--passphrase-file', 'passphrase'],
];

/**
 * Runs the commands of an administrator and judges every file they leave, those of the PKI folder and the master key among them: its content is
 * synced before it gets its name, and the folder after it, before the command says that it is done; the same for a folder that it makes. The database itself, which
 * SQLite writes, is for `Disk`. @returns what a loss of power could undo
 */
export async function judgeCommands(root: string, database: (dir: string) => Promise<unknown>): Promise<string[]> {
  const cwd = join(root, 'box');
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'passphrase'), 'correct horse\n');
  const wrong: string[] = [];
  for (const args of COMMANDS) {
    if (args[0] === 'backup') await database(join(cwd, 'data'));
    const trace = join(root, 'trace');
    const options = ['-f', '--seccomp-bpf', '-y', '-s', '4096', '-e', `trace=${CALLS.join(',')}`, '-o', trace];
    const { status, error } = spawnSync('strace', [...options, process.execPath, main, ...args], {
      cwd,
      env: { PATH: process.env.PATH, ...anyPorts },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (error) throw new Error('strace is needed to record what is written: install the package strace');
    if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
    const judge = new Judge(cwd);
    for (const { call, paths } of callsIn(readFileSync(trace, 'utf8'))) judge.see(call, paths);
    wrong.push(...judge.end().map(text => `${args[0]} ${args[1] ?? ''}: ${text}`));
    rmSync(trace);
  }
  return wrong;
}

interface Call {
  readonly call: string;
  readonly paths: readonly string[];
}

/** Calls that succeeded, in the order in which they were over. */
function callsIn(trace: string): Call[] {
  const begun = new Map<string, Call>();
  return trace.split('\n').flatMap(line => {
    const resumed = /^(\d+) +<\.\.\. \w+ resumed>.* = (-?\d+)/.exec(line);
    if (resumed) {
      const call = begun.get(resumed[1] ?? '');
      return call && Number(resumed[2]) >= 0 ? call : [];
    }
    const [, thread = '', call = '', rest = ''] = /^(\d+) +(\w+)\((.*)$/.exec(line) ?? [];
    const named = /^(?:rename|link|unlink|rmdir|mkdir)/.test(call);
    const paths = named ? [...rest.matchAll(/"([^"]*)"/g)] : [...rest.matchAll(/^\d+<([^>]*)>/g)];
    const found = { call, paths: paths.map(([, path = '']) => path) };
    if (rest.endsWith('<unfinished ...>')) {
      begun.set(thread, found);
      return [];
    }
    return call === '' || / = -1 /.test(rest) ? [] : found;
  });
}

class Judge {
  readonly #root: string;
  readonly #wrong: string[] = [];
  /** Written, and not synced since. */
  readonly #dirty = new Set<string>();
  /** Named, and the folder not synced since. */
  readonly #named = new Set<string>();

  constructor(root: string) {
    this.#root = root;
  }

  see(call: string, [path = '', to = '']: readonly string[]): void {
    if (!this.#judged(path)) return;
    if (call.startsWith('f') && call.endsWith('sync')) this.#synced(path);
    else if (call.startsWith('unlink') || call === 'rmdir') this.#gone(path);
    else if (call.startsWith('mkdir')) this.#named.add(path);
    else if (call.startsWith('rename') || call.startsWith('link')) this.#placed(path, to, call.startsWith('rename'));
    else this.#dirty.add(path);
  }

  end(): string[] {
    for (const path of this.#dirty) this.#wrong.push(`what ${path} holds is not synced`);
    for (const path of this.#named) this.#wrong.push(`the folder of ${path} is not synced after it got its name`);
    return this.#wrong;
  }

  #judged(path: string): boolean {
    return (
      (path === this.#root || path.startsWith(`${this.#root}/`)) && !/^waystation\.db(?:-|$)|^lock/.test(basename(path))
    );
  }

  #synced(path: string): void {
    this.#dirty.delete(path);
    for (const named of this.#named) if (dirname(named) === path) this.#named.delete(named);
  }

  #gone(path: string): void {
    for (const each of [this.#dirty, this.#named]) {
      for (const known of each) if (known === path || known.startsWith(`${path}/`)) each.delete(known);
    }
  }

  #placed(from: string, to: string, moved: boolean): void {
    for (const path of [...this.#dirty, ...this.#named]) {
      if (path !== from && !path.startsWith(`${from}/`)) continue;
      const what = this.#dirty.has(path) ? 'its content was' : 'its name in its folder was';
      if (path !== from || this.#dirty.has(path)) this.#wrong.push(`${to} took over before ${what} synced (${path})`);
    }
    if (moved) this.#gone(from);
    if (this.#judged(to)) this.#named.add(to);
  }
}
