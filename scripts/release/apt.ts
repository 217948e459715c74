import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const DAY_MS = 24 * 3_600_000;
/** apt refuses what is older: as long as a timestamp of the releases holds. */
export const VALID_DAYS = 30;
const POOL = 'pool/main';
const ARCHITECTURES = ['amd64', 'arm64'] as const;

export interface AptOf {
  /** Folder of the repository; what is in its pool already stays offered. */
  readonly folder: string;
  /** New packages. */
  readonly packages: readonly string[];
  /** Key of GnuPG that signs, by what `gpg --local-user` takes; `$GNUPGHOME` has it. */
  readonly gpgKey: string;
  readonly now: number;
}

/**
 * Puts packages into an apt repository (`deb [signed-by=…] URL stable main`) and signs its list anew; with no new one, only that.
 * Needs dpkg-deb and gpg. What apt reads first is written last.
 */
export function publishApt({ folder, packages, gpgKey, now }: AptOf): void {
  const pool = join(folder, POOL);
  mkdirSync(pool, { recursive: true });
  for (const path of packages) copyFileSync(path, join(pool, path.slice(path.lastIndexOf('/') + 1)));
  const names = readdirSync(pool)
    .filter(name => name.endsWith('.deb'))
    .sort();
  const entries = names.map(name => entryOf(join(pool, name), `${POOL}/${name}`));
  const dist = join(folder, 'dists/stable');
  const lists = ARCHITECTURES.flatMap(architecture => {
    const text = entries.filter(each => each.includes(`\nArchitecture: ${architecture}\n`)).join('\n');
    const path = `main/binary-${architecture}/Packages`;
    mkdirSync(join(dist, `main/binary-${architecture}`), { recursive: true });
    return [
      [path, Buffer.from(text)],
      [`${path}.gz`, gzipSync(text, { level: 9 })],
    ] as [string, Buffer][];
  });
  for (const [path, bytes] of lists) writeFileSync(join(dist, path), bytes);
  const release = releaseOf(lists, now);
  const signed = execFileSync(
    'gpg',
    ['--batch', '--yes', '--local-user', gpgKey, '--digest-algo', 'SHA512', '--clearsign'],
    {
      input: release,
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  rmSync(join(dist, 'Release'), { force: true });
  writeFileSync(join(dist, 'InRelease.part'), signed);
  renameSync(join(dist, 'InRelease.part'), join(dist, 'InRelease'));
}

function entryOf(path: string, name: string): string {
  const bytes = readFileSync(path);
  const control = execFileSync('dpkg-deb', ['--field', path], { encoding: 'utf8' }).trimEnd();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return `${control}\nFilename: ${name}\nSize: ${bytes.length}\nSHA256: ${sha256}\n`;
}

function releaseOf(lists: readonly [string, Buffer][], now: number): string {
  const sums = lists.map(
    ([path, bytes]) => ` ${createHash('sha256').update(bytes).digest('hex')} ${bytes.length} ${path}`,
  );
  return [
    'Origin: Waystation',
    'Label: Waystation',
    'Suite: stable',
    'Codename: stable',
    `Date: ${new Date(now).toUTCString().replace('GMT', 'UTC')}`,
    `Valid-Until: ${new Date(now + VALID_DAYS * DAY_MS).toUTCString().replace('GMT', 'UTC')}`,
    `Architectures: ${ARCHITECTURES.join(' ')}`,
    'Components: main',
    'Description: mioty service center',
    'SHA256:',
    ...sums,
    '',
  ].join('\n');
}
