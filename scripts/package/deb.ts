// The Debian package of an executable. Needs dpkg-deb and nothing else: no root, no other machine.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { exampleFile } from '../../src/config/print.ts';
import { latestOf } from '../../src/database/migrate.ts';
import { COPY_EXTRA_BYTES, COPY_FACTOR } from '../../src/database/upgrade-room.ts';
import { migrations } from '../../src/domain/migrations/all.ts';
import type { Package } from '../bill/component.ts';
import { commandLine } from './command-line.ts';
import { bashCompletion, fishCompletion, zshCompletion } from './completions.ts';
import { copyrightFile, debianChangelog, debianVersion } from './debian-documents.ts';
import { manualPage } from './manual.ts';

const root = join(import.meta.dirname, '..', '..');
const packaging = join(root, 'packaging');

/** Debian's names of what is made. */
export type Architecture = 'amd64' | 'arm64';

export interface DebOf {
  readonly executable: string;
  readonly architecture: Architecture;
  /** Folder of the package. */
  readonly out: string;
  /** The LICENSE file that came with the Node.js inside the executable. */
  readonly nodeLicence: string;
  /** The libraries inside it. */
  readonly packages: readonly Package[];
  /** That of package.json unless given. */
  readonly version?: string | undefined;
  /** Of xz, 0 to 9; the best unless given, which takes a minute or two. */
  readonly compression?: string | undefined;
}

/**
 * Makes one package and returns its path. The same sources give the same bytes.
 * @throws Error with one sentence where dpkg-deb is missing or refuses
 */
export async function buildDeb(of: DebOf): Promise<string> {
  if (spawnSync('dpkg-deb', ['--version']).error) {
    throw new Error('dpkg-deb is not on this machine: install the package dpkg, then make the Debian packages again.');
  }
  const version = of.version ?? packageVersion();
  const tree = mkdtempSync(join(tmpdir(), 'waystation-deb-'));
  try {
    await fill(tree, of, version);
    mkdirSync(of.out, { recursive: true });
    const file = join(of.out, `waystation_${debianVersion(version)}_${of.architecture}.deb`);
    // One thread: the number of processors must not show in the bytes.
    const options = ['--root-owner-group', '-Zxz', `-z${of.compression ?? 9}`, '--threads-max=1'];
    const env = { ...process.env, SOURCE_DATE_EPOCH: String(sourceDate().getTime() / 1000) };
    execFileSync('dpkg-deb', [...options, '--build', tree, file], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    return file;
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

async function fill(tree: string, of: DebOf, version: string): Promise<void> {
  const date = sourceDate();
  const program = await commandLine();
  const control = readFileSync(join(packaging, 'debian/control'), 'utf8');
  const maintainer = /^Maintainer: (.*)$/m.exec(control)?.[1] ?? '';
  const files: Record<string, string | Uint8Array> = {
    ...Object.fromEntries(
      ['waystation.service', 'waystation-update.service', 'waystation-update.path'].map(unit => [
        `usr/lib/systemd/system/${unit}`,
        source(`systemd/${unit}`),
      ]),
    ),
    'usr/lib/sysusers.d/waystation.conf': source('packaging/sysusers.conf'),
    'usr/lib/tmpfiles.d/waystation.conf': source('packaging/tmpfiles.conf'),
    'usr/share/bash-completion/completions/waystation': bashCompletion(program),
    'usr/share/zsh/vendor-completions/_waystation': zshCompletion(program),
    'usr/share/fish/vendor_completions.d/waystation.fish': fishCompletion(program),
    'usr/share/man/man1/waystation.1.gz': zipped(
      manualPage(program, { version, date: date.toISOString().slice(0, 10) }),
    ),
    'usr/share/doc/waystation/copyright': copyrightFile({
      root,
      packages: of.packages,
      nodeLicence: readFileSync(of.nodeLicence, 'utf8'),
      catalogSources: source('catalog/SOURCES.md'),
    }),
    'usr/share/doc/waystation/changelog.gz': zipped(
      debianChangelog(source('CHANGELOG.md'), { version, maintainer, date }),
    ),
    ...documents(),
    'usr/share/lintian/overrides/waystation': source('packaging/debian/lintian-overrides'),
    'usr/share/waystation/examples/waystation.yaml': exampleFile(),
    ...Object.fromEntries(
      readdirSync(join(packaging, 'examples')).map(name => [
        `usr/share/waystation/examples/${name}`,
        source(`packaging/examples/${name}`),
      ]),
    ),
  };
  for (const [path, content] of Object.entries(files)) put(tree, path, content, 0o644);
  mkdirSync(join(tree, 'usr/bin'), { recursive: true });
  copyFileSync(of.executable, join(tree, 'usr/bin/waystation'));
  chmodSync(join(tree, 'usr/bin/waystation'), 0o755);

  const sums = filesBelow(tree, '').map(
    path =>
      `${createHash('md5')
        .update(readFileSync(join(tree, path)))
        .digest('hex')}  ${path}\n`,
  );
  const values: Record<string, string> = {
    VERSION: debianVersion(version),
    ARCHITECTURE: of.architecture,
    INSTALLED_SIZE: String(installedKiB(tree)),
  };
  put(
    tree,
    'DEBIAN/control',
    control.replace(/@(\w+)@/g, (_, name) => values[name] ?? ''),
    0o644,
  );
  put(tree, 'DEBIAN/md5sums', sums.join(''), 0o644);
  for (const script of ['postinst', 'prerm', 'postrm']) {
    put(tree, `DEBIAN/${script}`, source(`packaging/debian/${script}`), 0o755);
  }
  put(tree, 'DEBIAN/preinst', roomCheck(), 0o755);
  for (const folder of ['.', ...foldersBelow(tree)]) chmodSync(join(tree, folder), 0o755);
}

/** What a person reads who has nothing but the package: documents, the schema of the API and the document of REST. */
function documents(): Record<string, string | Uint8Array> {
  const below = (folder: string, wanted: RegExp) =>
    readdirSync(join(root, folder), { recursive: true })
      .map(name => `${folder}/${name}`)
      .filter(path => wanted.test(path))
      .toSorted();
  const paths = ['README.md', 'SECURITY.md', ...below('docs', /^docs\/[\w-]+\.md$/)];
  return {
    ...Object.fromEntries(paths.map(path => [`usr/share/doc/waystation/${path.replace('docs/', '')}`, source(path)])),
    'usr/share/waystation/openapi.json': source('docs/openapi.json'),
    ...Object.fromEntries(
      below('proto', /\.proto$|^proto\/platform\.binpb$/).map(path => [`usr/share/waystation/${path}`, source(path)]),
    ),
  };
}

/** Asks before the old program is gone whether an upgrade finds room, by the same figures as the program itself. */
export function roomCheck(schema = latestOf(migrations)): string {
  const values: Record<string, number> = {
    SCHEMA: schema,
    COPY_PERCENT: Math.round(COPY_FACTOR * 100),
    COPY_EXTRA_BYTES,
  };
  return source('packaging/debian/preinst').replace(/@(\w+)@/g, (_, name) => String(values[name]));
}

const source = (path: string): string => readFileSync(join(root, path), 'utf8');
const zipped = (text: string): Uint8Array => gzipSync(text, { level: 9 });

/** Modes are set, not asked for: the umask of who packs must not show. */
function put(tree: string, path: string, content: string | Uint8Array, mode: number): void {
  const file = join(tree, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  chmodSync(file, mode);
}

function filesBelow(tree: string, folder: string): string[] {
  return readdirSync(join(tree, folder), { recursive: true })
    .map(String)
    .filter(path => statSync(join(tree, folder, path)).isFile())
    .sort();
}

function foldersBelow(tree: string): string[] {
  return readdirSync(tree, { recursive: true })
    .map(String)
    .filter(path => statSync(join(tree, path)).isDirectory());
}

/** As dpkg-gencontrol counts: every file in whole KiB, every folder as one. */
function installedKiB(tree: string): number {
  const files = filesBelow(tree, '').map(path => Math.ceil(statSync(join(tree, path)).size / 1024));
  return files.reduce((sum, size) => sum + size, foldersBelow(tree).length);
}

function packageVersion(): string {
  return (JSON.parse(source('package.json')) as { version: string }).version;
}

/** When the sources were last changed: `$SOURCE_DATE_EPOCH`, else the last commit. */
function sourceDate(): Date {
  const given = process.env.SOURCE_DATE_EPOCH;
  const { stdout, status } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  const seconds = given ?? (status === 0 ? stdout.trim() : String(Math.floor(statSync(root).mtimeMs / 1000)));
  return new Date(Number(seconds) * 1000);
}
