import { join } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../../config/load.ts';
import { readRelease } from '../../config/release.ts';
import { present } from '../../kit/present.ts';
import { cleaned } from '../../kit/printable.ts';
import { packaged } from '../../kit/program.ts';
import { minuteOf } from '../../kit/since.ts';
import { systemClock } from '../../kit/time/clock.ts';
import { shippedRoot } from '../../update/anchor.ts';
import { BundleSource } from '../../update/bundle-source.ts';
import { type Looked, lookForRelease } from '../../update/look.ts';
import { readJournal } from '../../update/machine/journal.ts';
import { serviceFolder } from '../../update/machine/layout.ts';
import type { RehearsalOutput } from '../../update/machine/rehearse.ts';
import { highestCommitted, stateOf, wordsOf } from '../../update/machine/state.ts';
import { verifyProgram } from '../../update/program.ts';
import { UpdateRefused } from '../../update/refusal.ts';
import { compareVersions } from '../../update/release-version.ts';
import type { ReleaseFile } from '../../update/releases.ts';
import type { Source } from '../../update/source.ts';
import { stage, verifyContent } from '../../update/staging.ts';
import { TrustStore } from '../../update/trust-store.ts';
import { timeBeside } from '../../upkeep/time-beside.ts';
import { actAsOwner } from '../as-owner.ts';
import { noData } from '../locked.ts';
import { progressLine } from '../recovery/progress.ts';
import { settledConfig } from '../settings.ts';
import type { ApplyOptions } from './apply.ts';
import { type Box, boxOf, kindOf } from './box.ts';
import { layoutFor } from './layout.ts';
import { otherPackage } from './other-package.ts';
import { sourceOf } from './source.ts';

/** Entries of the journal that status shows: the last update or two. */
const MOST_ENTRIES = 12;

export function register(program: Command): void {
  const update = from(program.command('update'))
    .description('bring this box to the newest signed release, and back if that does not work')
    .addHelpText(
      'after',
      '\nWith --file and no command it is `update apply`.\n\nExample:\n  $ sudo waystation update --file /media/stick/waystation-0.2.0.wsu',
    )
    .action((options: ApplyOptions, command: Command) => {
      if (options.file === undefined) command.help({ error: true });
      return reported(options, async () => (await import('./apply.ts')).apply(options, command));
    });
  from(update.command('apply'))
    .description('bring this box to the newest release: try it, watch it, keep it or go back')
    .addHelpText(
      'after',
      `
The new release is verified and tries itself beside the one that serves. Then it takes over and is watched for two minutes by the one before,
which takes over again when anything is wrong. It goes on when this command is ended.

Example:
  $ sudo waystation update apply
  $ sudo waystation update apply --file /media/stick/waystation-0.2.0.wsu`,
    )
    .action((_: object, command: Command) => {
      const options = command.optsWithGlobals<ApplyOptions>();
      return reported(options, async () => (await import('./apply.ts')).apply(options, command));
    });
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
    .action((_: object, command: Command) => check(command.optsWithGlobals(), command));
  from(update.command('fetch'))
    .description('fetch the newest release and verify it, for you to install; goes on where it was cut off')
    .addHelpText('after', '\nSays how to install what it has fetched.\n\nExample:\n  $ waystation update fetch')
    .action((_: object, command: Command) => fetchRelease(command.optsWithGlobals(), command));
  update
    .command('status')
    .description('what runs here, what is trusted about releases, and what became of the last update')
    .option('--json', 'for programs')
    .addHelpText('after', '\nExample:\n  $ waystation update status')
    .action((_: object, command: Command) => status(command.optsWithGlobals(), command));
  update.command('supervise', { hidden: true }).action(async (_: object, command: Command) => {
    await (await import('./supervise.ts')).superviseUnit(command);
  });
  update.command('rehearse', { hidden: true }).action(rehearse);
  update
    .command('hold [version]', { hidden: true })
    .action(async (version: string | undefined, _: object, command: Command) => {
      await (await import('./package.ts')).hold(version, command);
    });
  update.command('hand-over', { hidden: true }).action(async (_: object, command: Command) => {
    await (await import('./package.ts')).handOverPackage(command);
  });
}

function from(command: Command): Command {
  return command
    .option('--file <bundle>', 'from a bundle (.wsu) in place of update.url')
    .option('--stale', 'with --file: you know that it is the newest, although its date is over')
    .option('--downgrade', 'also a release older than this box has run')
    .option('--json', 'for programs');
}

async function check(options: ApplyOptions, command: Command): Promise<void> {
  await reported(options, async () => {
    const { looked, source, box } = await look(options, command);
    const { release } = looked;
    // What comes over the network is compared when it is fetched.
    if (release && source instanceof BundleSource) await verifyContent(source, release);
    if (options.json) console.log(JSON.stringify(factsOf(looked, box.version)));
    else for (const line of linesOf(looked, source, box)) console.log(cleaned(line));
  });
}

async function fetchRelease(options: ApplyOptions, command: Command): Promise<void> {
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

function status({ json = false }: ApplyOptions, command: Command): Promise<void> {
  return reported({ json }, async () => {
    const { config } = settledConfig(command);
    const box = boxOf();
    const entries = readJournal((await layoutFor(config)).state);
    const other = box.form === 'deb' ? otherPackage((await layoutFor(config)).state, box.version) : undefined;
    const { root, list, looked_until: until } = storeOf(config).store.facts;
    const highest = [highestCommitted(entries) ?? box.version, box.version].toSorted(compareVersions).at(-1);
    if (json) {
      const facts = {
        ...box,
        root,
        list,
        looked_until: until,
        highest,
        url: config.update.url ?? null,
        package: other ?? null,
      };
      console.log(JSON.stringify({ ...facts, last: stateOf(entries) ?? null }));
      return;
    }
    const lines = [
      `running   ${kindOf(box)}`,
      `releases  ${config.update.url ?? 'by file: update.url is not set'}`,
      `trusted   root ${root}${list === null ? ', no list of releases yet' : `, list ${list}, known until ${minuteOf(until ?? 0)}`}`,
      `highest   ${highest}`,
      ...(other === undefined ? [] : [`package   ${other} for dpkg: waystation doctor says what to do`]),
      ...entries.slice(-MOST_ENTRIES).map((entry, at) => `${at === 0 ? 'updates ' : '        '}  ${wordsOf(entry)}`),
    ];
    for (const line of lines) console.log(cleaned(line));
  });
}

/** A refusal is told to programs by its reason, too. */
async function reported<T>({ json = false }: ApplyOptions, act: () => Promise<T> | T): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    if (json && cause instanceof UpdateRefused) {
      console.log(JSON.stringify({ refused: cause.reason, message: cause.message }));
    }
    throw cause;
  }
}

function storeOf(config: Config): { store: TrustStore; folder: string } {
  const root = shippedRoot();
  if (!present(config.data_dir)) throw new Error(noData(config.data_dir));
  actAsOwner(config);
  const folder = serviceFolder(config.data_dir);
  const store = new TrustStore(folder, root);
  if (store.problem !== undefined) console.error(`warning: ${store.problem}`);
  return { store, folder };
}

async function look({ file, stale = false, downgrade = false }: ApplyOptions, command: Command) {
  const { config } = settledConfig(command);
  if (stale && file === undefined) throw new UpdateRefused('expired', '--stale is for a bundle: say --file with it');
  const box = boxOf();
  // Opened before this goes on as the owner of the data: a stick may be readable by root alone.
  const source = sourceOf(config, file);
  const { store, folder } = storeOf(config);
  const { floor, finding } = timeBeside(config, systemClock.now(), readRelease().builtAt);
  const now = Math.max(systemClock.now(), floor);
  if (finding) console.error(`warning: ${finding.text}; dates of releases are judged as of ${minuteOf(now)}`);
  const committed = highestCommitted(readJournal((await layoutFor(config)).state));
  const looked = await lookForRelease({ source, store, now, box, committed, stale, downgrade });
  return { looked, source, box, folder };
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
    'install   waystation update apply, with the same options; or fetch it by waystation update fetch',
  ];
}

function installing({ form }: ReleaseFile, path: string): string {
  return form === 'deb'
    ? `sudo apt install ${path}`
    : `stop the service, put ${path} in the place of the program (chmod 755), start it`;
}

const newest = ({ version }: Box): string => `newest    this is the newest release: ${version}`;
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** Beside the service, for the program before this one: as `RehearsalOutput` has it. */
async function rehearse(_: object, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const folder = serviceFolder(config.data_dir);
  const { migrations } = await import('../../domain/migrations/all.ts');
  const { rehearseUpgrade } = await import('../../upkeep/rehearsal.ts');
  const { upgradeMs, readableFrom } = await rehearseUpgrade(config, { folder, migrations, clock: systemClock });
  const output: RehearsalOutput = { upgrade_ms: upgradeMs, readable_from: readableFrom, carries: true };
  console.log(JSON.stringify(output));
}
