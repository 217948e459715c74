import { X509Certificate } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Config, masterKeyPlace } from '../../config/load.ts';
import { type Engine, engineOf, openDb, withReader } from '../../database/driver.ts';
import { migrate } from '../../database/migrate.ts';
import { verifySnapshot } from '../../database/snapshot/snapshot.ts';
import { listSnapshots, timeText } from '../../database/snapshot/snapshot-files.ts';
import { type GoneAccounts, goneAccounts, hasUsers, takeAwayAgain } from '../../domain/account/gone.ts';
import { deleteAgain, deletedKeys, hasKeys } from '../../domain/apikey/gone.ts';
import { eventStore } from '../../domain/event/event-store.ts';
import { migrations } from '../../domain/migrations/all.ts';
import { startOver } from '../../domain/start-over.ts';
import { asCaller } from '../../kit/caller.ts';
import { makeFolder, syncPath } from '../../kit/folder.ts';
import { MASTER_KEY_BYTES, sealer } from '../../kit/seal.ts';
import { readIfThere } from '../../pki/files.ts';
import { loadMasterKey, NEXT_MASTER_KEY } from '../../pki/master-key.ts';
import { parseServerNames, serverNamesOf } from '../../pki/names.ts';
import { REVOKED_FILE } from '../../pki/revocation.ts';
import { giveToOwner } from '../owner.ts';
import { type SecretsCheck, tryAll } from '../sealed.ts';
import { BadBackup, CONFIGURATION, DATABASE, type Manifest, type Part, unpack } from './archive.ts';
import { openWithPassphrase, type PassphraseSealed } from './passphrase.ts';
import { besideDatabase, RESTORED_CONFIGURATION, type RestoreTargets, restoreTargets } from './restore-targets.ts';
import { ASIDE, finishSwitchOver, type Move, RESTORE_JOURNAL, STAGING, switchOver } from './switch-over.ts';

export interface RestoreOptions {
  readonly config: Config;
  /** The file the configuration was read from. */
  readonly configFile: string | undefined;
  readonly file: string;
  /** Milliseconds. */
  readonly now: number;
  /** Asked for when the backup has a key. */
  passphrase(manifest: Manifest): Promise<string>;
  progress?(what: string, done: number, of: number): void;
  /** Called with the name of each step before it, when everything is verified; what it throws ends the restore there, as a kill would. */
  step?(name: string): void;
}

export interface Restored {
  readonly manifest: Manifest;
  /** Folders with what was there before; none when there was nothing. */
  readonly aside: readonly string[];
  /** What is to be done now. */
  readonly warnings: readonly string[];
}

/** Free space that is left beside what is restored. */
const SPARE_BYTES = 16 * 1024 * 1024;

/**
 * Puts the data of a backup in the place of what is there, which is kept aside. The caller has the lock of the data directory.
 * Nothing is touched before everything is verified; from then on a kill leaves what the next start finishes.
 * @throws Error with one sentence; nothing was changed then
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { config, file, step } = options;
  finishSwitchOver(config);
  const targets = restoreTargets(config);
  const staging = new Staging(targets);
  staging.clear();
  try {
    const { manifest, key } = await receive(staging, options);
    const opened = verify(staging, manifest, key ?? keyInPlace(config), config);
    const missing = missingNames(staging, config);
    mergeRevoked(staging, targets);
    options.progress?.('making it fit to go on', 0, 0);
    const deleted = deletedSince(targets);
    const left = goOn(staging.database, targets.engine, options.now, manifest, deleted);
    if (key) staging.write(targets.key, key);
    const configuration = staging.keepConfiguration(options.configFile);
    const moves = movesOf(staging, targets, config, options.now, { key: key !== undefined, configuration });
    staging.sync();
    const aside = new Set(moves.filter(({ place }) => existsSync(place)).map(move => dirname(move.aside)));
    switchOver(config, moves, staging.folders, step);
    return {
      manifest,
      aside: [...aside],
      warnings: warningsOf({
        ...{ config, opened, missing, key: key !== undefined, configuration },
        keysUnsure: deleted === undefined && left.keys,
        usersUnsure: deleted === undefined && left.users,
      }),
    };
  } catch (error) {
    // Once it can no longer be taken back, what is staged is what the next start goes on with.
    if (!existsSync(join(config.data_dir, RESTORE_JOURNAL))) staging.clear();
    throw error instanceof Error ? error : new Error(`${file}: ${error}`);
  }
}

/** Everything of a backup beside its final place, so that a rename brings it there. */
class Staging {
  readonly #targets: RestoreTargets;

  constructor(targets: RestoreTargets) {
    this.#targets = targets;
  }

  get folders(): string[] {
    const { database, pki, key, configuration } = this.#targets;
    return [...new Set([database, pki, key, configuration].map(place => dirname(this.of(place))))];
  }

  get database(): string {
    return this.of(this.#targets.database);
  }

  get pki(): string {
    return this.of(this.#targets.pki);
  }

  of(place: string): string {
    return join(dirname(place), STAGING, basename(place));
  }

  clear(): void {
    for (const folder of this.folders) rmSync(folder, { recursive: true, force: true });
  }

  make(): void {
    for (const folder of this.folders) makeFolder(folder, 0o700);
  }

  target({ name }: Part): string {
    if (name === DATABASE) return this.database;
    if (name === CONFIGURATION) return this.of(this.#targets.configuration);
    const path = join(dirname(this.pki), name);
    makeFolder(dirname(path), 0o700);
    return path;
  }

  write(place: string, content: Uint8Array): void {
    writeFileSync(this.of(place), content, { flag: 'wx', mode: 0o600 });
  }

  /** Drops the configuration of the backup when it equals the one in use. @returns whether it stays */
  keepConfiguration(pathInUse: string | undefined): boolean {
    const staged = this.of(this.#targets.configuration);
    if (!existsSync(staged)) return false;
    const inUse = pathInUse === undefined ? undefined : asCaller(() => readIfThere(pathInUse));
    if (!inUse?.equals(readFileSync(staged))) return true;
    rmSync(staged);
    return false;
  }

  /** Modes and owner as the service needs them, and everything on the disk. */
  sync(): void {
    for (const folder of this.folders) {
      giveToOwner(folder);
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        if (entry.isFile() && entry.name.endsWith('.crt')) chmodSync(path, 0o644);
        syncPath(path);
      }
      syncPath(folder);
      syncPath(dirname(folder));
    }
  }
}

async function receive(staging: Staging, { config, file, passphrase, progress = () => {} }: RestoreOptions) {
  let exact: Buffer = Buffer.alloc(0);
  let head: Manifest | undefined;
  let key: Buffer | undefined;
  let total = 0;
  const manifest = await unpack(file, {
    manifest(found, bytes) {
      const latest = migrations.at(-1)?.id ?? 0;
      if (found.schema > latest) {
        throw new Error(
          `${file} has schema version ${found.schema}, this release knows ${latest}: restore it with release ${found.version} or a later one`,
        );
      }
      exact = bytes;
      head = found;
      total = found.parts.reduce((sum, part) => sum + part.bytes, 0);
      checkFreeSpace(config.data_dir, total);
      staging.make();
    },
    async sealedKey(content) {
      if (head) key = await openWithPassphrase(boxOf(content, file), await passphrase(head), exact);
    },
    target: part => staging.target(part),
    progress: bytes => progress('unpacking', bytes, total),
  });
  if ((manifest.key === 'sealed') !== (key !== undefined))
    throw new BadBackup(`${file} is damaged, its key is missing`);
  if (key && key.length !== MASTER_KEY_BYTES) throw new BadBackup(`${file} is damaged, its key is too short`);
  progress('checking the database', 0, 0);
  return { manifest, key };
}

function boxOf(content: Buffer, file: string): PassphraseSealed {
  try {
    return JSON.parse(content.toString('utf8')) as PassphraseSealed;
  } catch (cause) {
    throw new BadBackup(`${file} is damaged, its key cannot be read: use another backup`, { cause });
  }
}

function keyInPlace(config: Config): Uint8Array | undefined {
  const place = masterKeyPlace(config);
  return asCaller(() => existsSync(place.file)) ? loadMasterKey({ ...place, mayCreate: false }) : undefined;
}

/** @throws Error when the database is not what it was, or the key is of something else */
function verify(staging: Staging, manifest: Manifest, key: Uint8Array | undefined, config: Config): SecretsCheck {
  const engine = engineOf(config.store.engine);
  const found = verifySnapshot(staging.database, engine);
  if (found.schema !== manifest.schema)
    throw new BadBackup(`the database in the backup is not the one it was made with`);
  const opened = tryAll(staging.database, engine, staging.pki, sealer(key ?? new Uint8Array(MASTER_KEY_BYTES)));
  if (opened.count > 0 || opened.failed.length === 0) return opened;
  if (manifest.key === 'sealed')
    throw new BadBackup('the key in the backup does not belong to its data: use another backup');
  const { file } = masterKeyPlace(config);
  const why = key ? `${file} is not the master key of` : `there is no master key ${file} for`;
  throw new Error(
    `${why} this backup, which was made without its key: put that key there first; without it the certificate authority and all ${opened.failed.length} secrets of the backup are lost`,
  );
}

/** Names that stations may dial and the restored certificate does not have. */
function missingNames(staging: Staging, config: Config): string[] {
  const path = join(staging.pki, 'server.crt');
  if (!existsSync(path)) return [];
  const { dns, ip } = serverNamesOf(new X509Certificate(readFileSync(path)));
  const names = new Set([...dns, ...ip]);
  return parseServerNames(config.pki.server_names).filter(name => !names.has(name));
}

/** What was revoked since the backup stays revoked, where it is the same authority. */
function mergeRevoked(staging: Staging, { pki }: RestoreTargets): void {
  const [authorityInUse, authorityInBackup] = [pki, staging.pki].map(dir => linesOf(join(dir, 'ca.crt')).join('\n'));
  if (authorityInUse === '' || authorityInUse !== authorityInBackup) return;
  const known = linesOf(join(staging.pki, REVOKED_FILE));
  const added = linesOf(join(pki, REVOKED_FILE)).filter(line => !known.includes(line));
  if (added.length === 0) return;
  const all = [...known, ...added].map(line => `${line}\n`).join('');
  writeFileSync(join(staging.pki, REVOKED_FILE), all, { mode: 0o600 });
}

function linesOf(path: string): string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
}

/** What the database in place has seen deleted of whom it lets in. */
interface Deleted {
  /** API keys, by uuid. */
  readonly keys: readonly string[];
  readonly accounts: GoneAccounts;
}

const NOTHING_DELETED: Deleted = { keys: [], accounts: { users: [], organizations: [], members: [] } };

/** Undefined when it cannot be read. */
function deletedSince({ database, engine }: RestoreTargets): Deleted | undefined {
  if (!existsSync(database)) return NOTHING_DELETED;
  try {
    return withReader(database, engine, db => ({ keys: deletedKeys(db), accounts: goneAccounts(db) }));
  } catch {
    // That it is damaged may be why there is a restore.
    return undefined;
  }
}

/**
 * Brings the copy to this schema; what was given out after the backup was made is not given out again. Its audit says that it went on.
 * @returns whether there are API keys and users
 */
function goOn(
  path: string,
  engine: Engine,
  now: number,
  manifest: Manifest,
  deleted = NOTHING_DELETED,
): { keys: boolean; users: boolean } {
  const db = openDb(path, { engine, mode: 'upkeep' });
  try {
    migrate(db, migrations);
    return db.atomic(() => {
      startOver(db, now);
      const { created_at: createdAt, sc_eui: sourceId, parts } = manifest;
      const data = { size: parts.reduce((sum, { bytes }) => sum + bytes, 0), createdAt };
      eventStore(db).raise({ type: 'system.restore_started', org: null, sourceId, at: now, storedAt: now, data });
      takeAwayAgain(db, deleted.accounts, now);
      deleteAgain(db, deleted.keys, now);
      return { keys: hasKeys(db), users: hasUsers(db) };
    });
  } finally {
    db.close();
  }
}

function movesOf(
  staging: Staging,
  targets: RestoreTargets,
  config: Config,
  now: number,
  has: { key: boolean; configuration: boolean },
): Move[] {
  const folders = [...staging.folders.map(folder => dirname(folder)), config.backup.dir];
  const name = freeName(folders, `${ASIDE}${timeText(now)}`);
  const aside = (place: string) => join(dirname(place), name, basename(place));
  const replaced = (place: string): Move => ({ place, staged: staging.of(place), aside: aside(place) });
  const gone = (place: string): Move => ({ place, aside: aside(place) });
  const { database, pki, key, dataDir, configuration } = targets;
  return [
    replaced(database),
    ...besideDatabase(database).map(gone),
    ...(existsSync(staging.pki) ? [replaced(pki)] : [gone(pki)]),
    ...(has.key ? [replaced(key)] : []),
    gone(join(dataDir, NEXT_MASTER_KEY)),
    // They are of what was here before, and perhaps under another key: nothing to fall back to.
    ...listSnapshots(config.backup.dir).map(({ path }) => gone(path)),
    ...(has.configuration ? [replaced(configuration)] : []),
  ];
}

function freeName(folders: readonly string[], name: string): string {
  const taken = (tried: string) => folders.some(folder => existsSync(join(folder, tried)));
  let free = name;
  for (let n = 2; taken(free); n += 1) free = `${name}-${n}`;
  return free;
}

interface Outcome {
  readonly config: Config;
  readonly opened: SecretsCheck;
  readonly missing: readonly string[];
  readonly key: boolean;
  readonly configuration: boolean;
  /** There are API keys, and it is not known whether some were deleted since. */
  readonly keysUnsure: boolean;
  /** Likewise of users. */
  readonly usersUnsure: boolean;
}

function warningsOf({ config, opened, missing, key, configuration, keysUnsure, usersUnsure }: Outcome): string[] {
  const place = masterKeyPlace(config);
  const credential = key && place.credentialsDirectory !== undefined;
  return [
    ...opened.failed.map(secret => `${secret} cannot be opened with the master key: set it anew`),
    ...(missing.length > 0
      ? [
          `the server certificate lacks ${missing.join(', ')}: run waystation certs renew, or let base stations dial a name it has`,
        ]
      : []),
    ...(credential
      ? [
          `the master key is a credential here: put ${join(config.data_dir, 'master.key')} in its place before the start`,
        ]
      : []),
    ...(configuration
      ? [
          `the configuration in the backup differs from the one in use: compare ${join(config.data_dir, RESTORED_CONFIGURATION)}`,
        ]
      : []),
    ...(keysUnsure ? ['API keys that were deleted since may be back: look at waystation api-keys list'] : []),
    ...(usersUnsure
      ? ['users, members and organizations that were deleted since may be back: look at their lists']
      : []),
  ];
}

function checkFreeSpace(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const [free, needed] = [bavail * bsize, bytes + SPARE_BYTES];
  if (free >= needed) return;
  const mb = (count: number) => Math.floor(count / 1e6);
  throw new Error(`${folder} has ${mb(free)} MB of free space, and the backup needs ${mb(needed)}: make room first`);
}
