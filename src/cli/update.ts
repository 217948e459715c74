import { join } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../config/load.ts';
import { readRelease } from '../config/release.ts';
import { present } from '../kit/present.ts';
import { cleaned } from '../kit/printable.ts';
import { packaged } from '../kit/program.ts';
import { minuteOf } from '../kit/since.ts';
import { systemClock } from '../kit/time/clock.ts';
import { shippedRoot } from '../update/anchor.ts';
import { BundleSource } from '../update/bundle-source.ts';
import { type Looked, lookForRelease } from '../update/look.ts';
import { verifyProgram } from '../update/program.ts';
import { UpdateRefused } from '../update/refusal.ts';
import type { ReleaseFile } from '../update/releases.ts';
import type { Source } from '../update/source.ts';
import { stage, verifyContent } from '../update/staging.ts';
import { TrustStore } from '../update/trust-store.ts';
import { WebSource } from '../update/web-source.ts';
import { timeBeside } from '../upkeep/time-beside.ts';
import { actAsOwner } from './as-owner.ts';
import { noData } from './locked.ts';
import { progressLine } from './recovery/progress.ts';
import { settledConfig } from './settings.ts';

interface Options {
  file?: string;
  stale?: boolean;
  downgrade?: boolean;
  json?: boolean;
}

/** Where the Debian package has the program; anywhere else it is the single file. */
const DEBIAN_PATH = '/usr/bin/waystation';
/** Folder in the data directory. */
const FOLDER = 'update';

export function register(program: Command): void {
  const update = program.command('update').description('signed releases of this program: look for them, fetch one');
  from(update.command('check'))
    .description('look for a newer release, and say whether it can be trusted; installs nothing')
    .addHelpText(
      'after',
      `
A bundle from a stick is read to its end and compared with what was signed for.

Example:
  $ waystation update check
  $ waystation update check --file /media/stick/waystation-0.2.0.wsu`,
    )
    .action(check);
  from(update.command('fetch'))
    .description('fetch the newest release and verify it, for you to install; goes on where it was cut off')
    .addHelpText('after', '\nSays how to install what it has fetched.\n\nExample:\n  $ waystation update fetch')
    .action(fetchRelease);
  update
    .command('status')
    .description('what runs here, and what is trusted about releases')
    .option('--json', 'for programs')
    .addHelpText('after', '\nExample:\n  $ waystation update status')
    .action(status);
}

function from(command: Command): Command {
  return command
    .option('--file <bundle>', 'from a bundle (.wsu) in place of update.url')
    .option('--stale', 'with --file: you know that it is the newest, although its date is over')
    .option('--downgrade', 'also a release older than this box has run')
    .option('--json', 'for programs');
}

async function check(options: Options, command: Command): Promise<void> {
  await reported(options, async () => {
    const { looked, source, box } = await look(options, command);
    const { release } = looked;
    // What comes over the network is compared when it is fetched.
    if (release && source instanceof BundleSource) await verifyContent(source, release);
    if (options.json) console.log(JSON.stringify(factsOf(looked, box.version)));
    else for (const line of linesOf(looked, source, box)) console.log(cleaned(line));
  });
}

async function fetchRelease(options: Options, command: Command): Promise<void> {
  await reported(options, async () => {
    const { looked, source, box, folder } = await look(options, command);
    const { release } = looked;
    const line = progressLine(process.stderr, systemClock);
    const progress = (done: number, of: number) => line.show('fetched', done, of);
    const staged = release && stage(source, release, { folder: join(folder, 'release'), progress });
    const path = await staged?.finally(line.end);
    if (options.json) console.log(JSON.stringify({ ...factsOf(looked, box.version), path: path ?? null }));
    else if (!release || path === undefined) console.log(newest(box));
    else {
      console.log(`${release.version} is as it was signed for: ${path}`);
      console.log(`install   ${installing(release, path)}`);
    }
  });
}

/**
 * Compares the program that runs with the list of releases that was seen last.
 * @throws UpdateRefused
 */
export async function verifyInstalled(command: Command, json: boolean): Promise<{ version: string; sha256: string }> {
  const { version, architecture } = boxOf();
  return reported({ json }, async () => {
    if (!packaged) throw new UpdateRefused('unsuitable', 'this runs from source: what is signed for is the executable');
    const { store } = storeOf(settledConfig(command).config);
    return { version, sha256: await verifyProgram({ path: process.execPath, version, architecture }, store) };
  });
}

function status({ json = false }: Options, command: Command): Promise<void> {
  return reported({ json }, () => {
    const { config } = settledConfig(command);
    const box = boxOf();
    const { store } = storeOf(config);
    const facts = { version: box.version, form: box.form, architecture: box.architecture, ...store.facts };
    if (json) {
      console.log(JSON.stringify({ ...facts, url: config.update.url ?? null }));
      return;
    }
    const { root, list, looked_until: until, committed } = store.facts;
    const lines = [
      `running   ${kindOf(box)}`,
      `releases  ${config.update.url ?? 'by file: update.url is not set'}`,
      `trusted   root ${root}${list === null ? ', no list of releases yet' : `, list ${list}, known until ${minuteOf(until ?? 0)}`}`,
      `highest   ${committed ?? 'not looked yet'}`,
    ];
    for (const line of lines) console.log(cleaned(line));
  });
}

/** A refusal is told to programs by its reason, too. */
async function reported<T>({ json = false }: Options, act: () => Promise<T> | T): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    if (json && cause instanceof UpdateRefused) {
      console.log(JSON.stringify({ refused: cause.reason, message: cause.message }));
    }
    throw cause;
  }
}

type Box = ReturnType<typeof boxOf>;

function boxOf() {
  const form: ReleaseFile['form'] = packaged && process.execPath === DEBIAN_PATH ? 'deb' : 'executable';
  return { version: readRelease().version, architecture: process.arch, form };
}

function storeOf(config: Config): { store: TrustStore; folder: string } {
  const root = shippedRoot();
  if (!present(config.data_dir)) throw new Error(noData(config.data_dir));
  actAsOwner(config);
  const folder = join(config.data_dir, FOLDER);
  const store = new TrustStore(folder, root);
  if (store.problem !== undefined) console.error(`warning: ${store.problem}`);
  return { store, folder };
}

async function look({ file, stale = false, downgrade = false }: Options, command: Command) {
  const { config } = settledConfig(command);
  if (stale && file === undefined) throw new UpdateRefused('expired', '--stale is for a bundle: say --file with it');
  const box = boxOf();
  // Opened before this goes on as the owner of the data: a stick may be readable by root alone.
  const source = sourceOf(config, file);
  const { store, folder } = storeOf(config);
  store.commit(box.version);
  const { floor, finding } = timeBeside(config, systemClock.now(), readRelease().builtAt);
  const now = Math.max(systemClock.now(), floor);
  if (finding) console.error(`warning: ${finding.text}; dates of releases are judged as of ${minuteOf(now)}`);
  const looked = await lookForRelease({ source, store, now, box, stale, downgrade });
  return { looked, source, box, folder };
}

function sourceOf({ update }: Config, file: string | undefined): Source {
  if (file !== undefined) return new BundleSource(file);
  if (update.url !== undefined) return new WebSource(update.url);
  throw new UpdateRefused('missing', 'no web server of releases is known: set update.url, or name a bundle by --file');
}

function factsOf({ verified, release }: Looked, version: string) {
  return {
    version,
    root: verified.root,
    list: verified.version,
    expires: Object.fromEntries(
      Object.entries(verified.expires).map(([role, at]) => [role, new Date(at).toISOString()]),
    ),
    stale: verified.stale,
    release: release ?? null,
  };
}

function linesOf({ verified, release }: Looked, source: Source, box: Box): string[] {
  const { expires, stale } = verified;
  const over = stale.map(role => `taken as the newest, as you say: ${role}.json held until ${minuteOf(expires[role])}`);
  const head = [
    `running   ${kindOf(box)}`,
    `releases  ${source.name}: root ${verified.root}, list ${verified.version}, signed until ${minuteOf(expires.timestamp)}`,
    ...over.map(line => `stale     ${line}`),
  ];
  if (!release) return [...head, newest(box)];
  const compared = source instanceof BundleSource ? ', whole and as it was signed for' : '';
  return [
    ...head,
    `found     ${release.version}${release.security ? ', closes a hole' : ''}: ${release.name}, ${megabytes(release.bytes)} MB${compared}`,
    ...(release.notes ?? '').split('\n').flatMap(line => (line.trim() === '' ? [] : [`          ${line}`])),
    'install   fetch it by waystation update fetch, with the same options',
  ];
}

function installing({ form }: ReleaseFile, path: string): string {
  return form === 'deb'
    ? `sudo apt install ${path}`
    : `stop the service, put ${path} in the place of the program (chmod 755), start it`;
}

const newest = ({ version }: Box): string => `newest    this is the newest release: ${version}`;
const kindOf = ({ version, form, architecture }: Box): string =>
  `${version}, ${packaged ? (form === 'deb' ? 'Debian package' : 'single file') : 'from source'} for ${architecture}`;
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
