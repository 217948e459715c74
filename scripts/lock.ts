// npm leaves out of package-lock.json the optional packages that it could not see when the lock was written, those of other
// platforms above all, and `npm ci` then refuses the lock everywhere. This names them again.

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
  engines?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  [field: string]: unknown;
}

interface Lock {
  packages: Record<string, LockedPackage>;
  [field: string]: unknown;
}

/** Parts of the names of packages that are for one platform, as npm writes it in `os`, `cpu` and `libc`. */
const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS: Readonly<Record<string, string>> = {
  arm: 'arm',
  armv7: 'arm',
  arm64: 'arm64',
  ia32: 'ia32',
  x64: 'x64',
};

/**
 * A lock in which every optional dependency of every package has its entry, sorted as npm sorts it. Those added have no
 * checksum, since the file was not seen here; what is there stays as it is.
 *
 * @throws Error where an optional dependency is for no platform and has no entry, or wants a range instead of a version.
 */
export function completeLock(text: string): string {
  const lock = JSON.parse(text) as Lock;
  const known = lock.packages;
  const added: [string, LockedPackage][] = [];
  for (const [path, owner] of Object.entries(known)) {
    for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
      if (isLocked(known, path, name)) continue;
      added.push([`node_modules/${name}`, ofPlatform(name, version, owner)]);
    }
  }
  const packages = Object.fromEntries(
    [...Object.entries(known), ...added].sort(([a], [b]) => a.localeCompare(b, 'en')),
  );
  return `${JSON.stringify({ ...lock, packages }, null, 2)}\n`;
}

/** Whether Node.js would find the package from the owner's folder: in its own `node_modules` or in one further up. */
function isLocked(known: Readonly<Record<string, LockedPackage>>, owner: string, name: string): boolean {
  for (let folder = owner; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (known[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`] !== undefined) return true;
    if (folder === '') return false;
  }
}

function ofPlatform(name: string, version: string, owner: LockedPackage): LockedPackage {
  const parts = name.slice(name.lastIndexOf('/') + 1).split('-');
  const os = parts.find(part => SYSTEMS.includes(part));
  const cpu = parts.map(part => PROCESSORS[part]).find(found => found !== undefined);
  if (os === undefined || cpu === undefined || !/^\d+\.\d+\.\d+/.test(version)) {
    throw new Error(`${name}@${version} is optional and not in the lock: run npm install where the registry has it`);
  }
  return {
    version,
    cpu: [cpu],
    ...(owner.dev === true && { dev: true }),
    ...(parts.includes('musl') && { libc: ['musl'] }),
    ...(owner.license !== undefined && { license: owner.license }),
    optional: true,
    os: [os],
    ...(owner.engines !== undefined && { engines: owner.engines }),
  };
}
