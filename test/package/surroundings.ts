import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Starter } from './executable.ts';

/** The user `nobody`, who owns nothing but what is given to him. */
const NOBODY = 65534;
const EMULATOR = 'qemu-aarch64-static';
const ARM_LIBRARIES = ['libc6', 'libstdc++6', 'libgcc-s1'];

export interface Box extends Disposable {
  readonly starter: Starter;
  /** The only folder that can be written to. */
  readonly home: string;
  /** The temporary folder of a running service, as it sees it: noexec, and nothing should be in it. */
  temporary(pid: number): string[];
}

/** Whether this process may make mounts of its own. */
export function canShutIn(): boolean {
  return spawnSync('unshare', ['--mount', 'true'], { stdio: 'ignore' }).status === 0;
}

/**
 * A read-only system: the executable on a read-only disk in memory, everything else read-only too, a noexec temporary folder,
 * one writable folder, and an unprivileged user.
 */
export function readOnlyBox(executable: string): Box {
  const box = mkdtempSync(join(tmpdir(), 'waystation-box-'));
  chmodSync(box, 0o755);
  const [program, temporary, home] = ['program', 'tmp', 'home'].map(name => join(box, name)) as [
    string,
    string,
    string,
  ];
  for (const dir of [program, temporary, home]) mkdirSync(dir);
  chownSync(home, NOBODY, NOBODY);
  const script = `
    set -e
    mount -t tmpfs tmpfs ${program}
    cp ${executable} ${program}/waystation
    mount -o remount,ro ${program}
    mount -t tmpfs -o noexec,nosuid,nodev,mode=1777 tmpfs ${temporary}
    mount --bind ${home} ${home}
    mount -o remount,bind,ro /
    exec setpriv --reuid ${NOBODY} --regid ${NOBODY} --clear-groups ${program}/waystation "$@"`;
  return {
    home,
    starter: {
      command: ['unshare', '--mount', '--propagation', 'private', 'sh', '-c', script, 'sh'],
      env: { TMPDIR: temporary, HOME: '/nonexistent' },
    },
    temporary: pid => readdirSync(`/proc/${pid}/root${temporary}`),
    [Symbol.dispose]: () => rmSync(box, { recursive: true, force: true }),
  };
}

/** An emulator for the executable of another machine; why there is none otherwise. */
export function emulated(executable: string, cache: string): Starter | string {
  if (process.arch === 'arm64') return { command: [executable] };
  if (spawnSync(EMULATOR, ['--version'], { stdio: 'ignore' }).status !== 0) return `${EMULATOR} is not installed`;
  const root = armLibraries(cache);
  return root === undefined
    ? 'no arm64 libraries: apt-get could not fetch them'
    : { command: [EMULATOR, '-L', root, executable] };
}

/** A folder with the C and C++ libraries of arm64, as Debian has them; fetched once by apt-get with a state of its own. */
function armLibraries(cache: string): string | undefined {
  const root = join(cache, 'arm64-root');
  if (existsSync(join(root, 'lib/ld-linux-aarch64.so.1'))) return root;
  const state = join(cache, 'arm64-apt');
  const debs = join(state, 'debs');
  for (const dir of ['lists/partial', 'cache/archives/partial', 'debs', 'sources']) {
    mkdirSync(join(state, dir), { recursive: true });
  }
  writeFileSync(join(state, 'status'), '');
  writeFileSync(
    join(state, 'sources/debian.sources'),
    'Types: deb\nURIs: http://deb.debian.org/debian\nSuites: stable\nComponents: main\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg\n',
  );
  const settings = {
    'APT::Architecture': 'arm64',
    'APT::Architectures::': 'arm64',
    'Acquire::Languages': 'none',
    'APT::Sandbox::User': 'root',
    'Dir::State': state,
    'Dir::State::Lists': join(state, 'lists'),
    'Dir::State::status': join(state, 'status'),
    'Dir::Cache': join(state, 'cache'),
    'Dir::Etc::sourcelist': '/dev/null',
    'Dir::Etc::sourceparts': join(state, 'sources'),
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  try {
    execFileSync('apt-get', [...options, 'update'], { stdio: 'ignore' });
    execFileSync('apt-get', [...options, 'download', ...ARM_LIBRARIES], { cwd: debs, stdio: 'ignore' });
    for (const deb of readdirSync(debs)) execFileSync('dpkg-deb', ['-x', join(debs, deb), root], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  rmSync(state, { recursive: true, force: true });
  // This link comes with a package that nothing else is wanted of.
  if (!existsSync(join(root, 'lib'))) symlinkSync('usr/lib', join(root, 'lib'));
  return existsSync(join(root, 'lib/ld-linux-aarch64.so.1')) ? root : undefined;
}
