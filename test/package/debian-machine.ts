import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const SUITE = 'bookworm';
/** Where Debian's packages come from, unless this machine says otherwise. */
const MIRROR = 'http://deb.debian.org/debian';

export interface MachineOf {
  /** Folder that keeps the Debian systems between runs. */
  readonly cache: string;
  readonly architecture: 'amd64' | 'arm64';
  /** Packages on top of the smallest system; `systemd-sysv` makes it one that systemd is the first process of. */
  readonly packages: readonly string[];
  readonly boot: boolean;
}

export interface Ran {
  readonly code: number;
  readonly output: string;
}

/** A Debian system in namespaces of its own: network, processes, mounts. Nothing of it is left when it is off. */
export interface Machine {
  /** Runs a shell command as root in it. */
  run(command: string, timeoutMs?: number): Ran;
  /** Puts a file into it. */
  put(file: string, at: string, mode?: number): void;
  /** The processes' end without warning, as when the power is cut; what they wrote is there at the next start. */
  off(): Promise<void>;
}

/** Starts one on top of a system that stays as it is; needs root, debootstrap and a mirror at the first time. */
export async function startMachine(of: MachineOf): Promise<Machine> {
  const emulation = emulate(of.architecture);
  const system = debianSystem(of);
  const dir = mkdtempSync(join(tmpdir(), 'waystation-machine-'));
  for (const each of ['upper', 'work', 'root', 'in']) mkdirSync(join(dir, each));
  const script = join(dir, 'start.sh');
  writeFileSync(script, startScript({ system, dir, boot: of.boot }));
  const cgroup = of.boot ? ownCgroup(dir) : undefined;
  const namespaces = ['--mount', '--pid', '--fork', '--net', '--uts', '--ipc', '--cgroup', '--kill-child'];
  const enter = cgroup === undefined ? '' : `echo $$ > ${cgroup}/cgroup.procs && `;
  const child = spawn('sh', ['-c', `${enter}exec unshare ${namespaces.join(' ')} sh ${script}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', part => {
      said += part;
    });
  }
  const ended = new Promise(resolve => child.on('close', resolve));
  const inside = (command: string, timeoutMs: number): Ran => {
    const first = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')[0];
    const into = ['--target', String(first), '--all', 'env', '-i', ...ENVIRONMENT];
    const { status, stdout, stderr, error } = spawnSync('nsenter', [...into, 'sh', '-c', command], {
      encoding: 'utf8',
      timeout: timeoutMs,
      maxBuffer: 64 << 20,
    });
    return { code: status ?? 1, output: `${stdout}${stderr}${error ? `${error.message}\n` : ''}` };
  };
  const machine: Machine = {
    run: (command, timeoutMs = 300_000) => inside(command, timeoutMs),
    put(file, at, mode = 0o644) {
      const place = join(dir, 'in', 'file');
      writeFileSync(place, readFileSync(file), { mode });
      const { code, output } = inside(`install -D -m ${mode.toString(8)} /in/file ${at}`, 60_000);
      if (code !== 0) throw new Error(output);
    },
    async off() {
      // A first process of systemd's ignores what it can ignore.
      child.kill('SIGKILL');
      await ended;
      if (cgroup !== undefined) await removeCgroup(cgroup);
      emulation?.end();
      rmSync(dir, { recursive: true, force: true });
    },
  };
  try {
    await ready(machine, of.boot, () => said);
  } catch (error) {
    await machine.off();
    throw error;
  }
  return machine;
}

const ENVIRONMENT = [
  'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  'HOME=/root',
  'LC_ALL=C.UTF-8',
  'DEBIAN_FRONTEND=noninteractive',
  'TERM=dumb',
];

async function ready(machine: Machine, boot: boolean, said: () => string): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    await sleep(500);
    try {
      const { output } = machine.run(
        boot ? 'systemctl is-system-running' : 'test -e /dev/null && echo running',
        10_000,
      );
      if (/^(running|degraded)/m.test(output)) return;
    } catch {
      // The first process is not there yet.
    }
  }
  throw new Error(`the Debian system did not start:\n${said().slice(-4000)}`);
}

/** What the first process does before it is systemd, or sleeps. */
function startScript({ system, dir, boot }: { system: string; dir: string; boot: boolean }): string {
  const root = join(dir, 'root');
  const devices = ['null', 'zero', 'full', 'random', 'urandom', 'tty'];
  return `set -e
mount --make-rprivate /
mount -t overlay overlay -o lowerdir=${system},upperdir=${dir}/upper,workdir=${dir}/work ${root}
mount -t proc proc ${root}/proc
mount -t sysfs sysfs ${root}/sys -o ro
mount -t tmpfs tmpfs ${root}/run -o mode=755
mount -t tmpfs tmpfs ${root}/dev -o mode=755
for each in ${devices.join(' ')}; do touch ${root}/dev/$each; mount --bind /dev/$each ${root}/dev/$each; done
mkdir ${root}/dev/pts ${root}/dev/shm ${root}/in
mount -t devpts devpts ${root}/dev/pts -o newinstance,ptmxmode=0666,mode=620
mount -t tmpfs tmpfs ${root}/dev/shm
ln -s pts/ptmx ${root}/dev/ptmx
ln -s /proc/self/fd ${root}/dev/fd
mount --bind ${dir}/in ${root}/in
ip link set lo up
hostname edge-box
${boot ? `mount -t tmpfs tmpfs ${root}/sys/fs/cgroup\nmount -t cgroup2 cgroup2 ${root}/sys/fs/cgroup\n` : ''}
# Not chroot alone: the kernel refuses a user namespace to a process below one.
cd ${root}
mkdir -p before
pivot_root . before
umount -l /before
# As every container manager does: systemd hands credentials over by a mount that comes from another process.
mount --make-rshared /
exec env -i container=test PATH=/usr/sbin:/usr/bin:/sbin:/bin ${boot ? '/lib/systemd/systemd' : 'sleep infinity'}
`;
}

/** The smallest Debian system with these packages, made once. */
function debianSystem({ cache, architecture, packages }: MachineOf): string {
  const system = join(cache, [SUITE, architecture, ...packages].join('-'));
  if (existsSync(system)) return system;
  mkdirSync(cache, { recursive: true });
  const part = `${system}.part`;
  rmSync(part, { recursive: true, force: true });
  const include = packages.length > 0 ? [`--include=${packages.join(',')}`] : [];
  execFileSync('debootstrap', ['--variant=minbase', `--arch=${architecture}`, ...include, SUITE, part, MIRROR], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  renameSync(part, system);
  return system;
}

const EMULATOR = 'waystation-aarch64';

/**
 * Lets this kernel run programs of the other architecture by QEMU, as its package would at the start of the machine. @returns
 * undefined when nothing was to be done
 */
function emulate(architecture: 'amd64' | 'arm64'): { end(): void } | undefined {
  if (architecture === 'amd64' || process.arch === 'arm64') return undefined;
  // What is registered is forgotten when this is mounted nowhere any more.
  const place = mkdtempSync(join(tmpdir(), 'waystation-binfmt-'));
  execFileSync('mount', ['-t', 'binfmt_misc', 'none', place]);
  const register = `[ -e ${EMULATOR} ] || sed s/:qemu-aarch64:/:${EMULATOR}:/ /usr/lib/binfmt.d/qemu-aarch64.conf > register`;
  execFileSync('sh', ['-ec', register], { cwd: place });
  return {
    end() {
      // Under a name of our own, so that no other is taken away.
      execFileSync('sh', ['-ec', `[ ! -e ${EMULATOR} ] || echo -1 > ${EMULATOR}`], { cwd: place });
      execFileSync('umount', [place]);
      rmSync(place, { recursive: true, force: true });
    },
  };
}

/** A control group that the system inside takes for the whole: it must not tidy up that of this machine. */
function ownCgroup(dir: string): string {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
  const base = mounts.map(line => line.split(' ')).find(([, , type]) => type === 'cgroup2')?.[1];
  if (base === undefined) throw new Error('this kernel has no cgroup2 mounted, which systemd needs');
  const group = join(base, dir.split('/').at(-1) ?? 'waystation-machine');
  mkdirSync(group);
  return group;
}

/** Also when the last processes in it are still being taken down. */
async function removeCgroup(group: string): Promise<void> {
  const folders = spawnSync('find', [group, '-depth', '-type', 'd'], { encoding: 'utf8' }).stdout.trim().split('\n');
  for (let tries = 0; existsSync(group) && tries < 50; tries++) {
    await sleep(100);
    for (const folder of folders) spawnSync('rmdir', [folder], { stdio: 'ignore' });
  }
}
