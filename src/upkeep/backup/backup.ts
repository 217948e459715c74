import {
  copyFileSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { Writable } from 'node:stream';
import { at, type Config, masterKeyPlace } from '../../config/load.ts';
import { settings } from '../../config/schema.ts';
import { type Engine, engineOf } from '../../database/driver.ts';
import { mustExist, replaceFile } from '../../database/files.ts';
import { writeSnapshot } from '../../database/snapshot/snapshot.ts';
import { sealer } from '../../kit/seal.ts';
import { readTrusted } from '../../pki/files.ts';
import { loadMasterKey, nextMasterKey } from '../../pki/master-key.ts';
import { scEuiOf } from '../database-file.ts';
import { tryAll } from '../sealed.ts';
import {
  CONFIGURATION,
  DATABASE,
  digestOf,
  MANIFEST,
  type Manifest,
  manifestOf,
  type Part,
  PKI,
  pack,
  SEALED_KEY,
} from './archive.ts';
import { sealWithPassphrase } from './passphrase.ts';

export interface BackupOptions {
  readonly config: Config;
  /** The file the configuration was read from. */
  readonly configFile: string | undefined;
  readonly version: string;
  /** Milliseconds. */
  readonly now: number;
  /** Under which the master key goes along; undefined leaves it out. */
  readonly passphrase: string | undefined;
  /** For tests, which open many. */
  readonly scryptCost?: number;
  /**
   * Copies the database, in place of this thread, which is busy with it for as long as it takes: a running service has one for that. It knows
   * by itself which of its secrets it cannot open, so that they are not all tried here.
   */
  readonly copy?: (target: string) => Promise<{ readonly schema: number }>;
  /** Called with what is done, and how far it is of how much (bytes). */
  progress?(what: string, done: number, of: number): void;
}

export interface BackedUp {
  readonly manifest: Manifest;
  /** What the person who stores the backup should know. */
  readonly warnings: readonly string[];
}

/** Free space that is left beside what a backup takes at its worst. */
const SPARE_BYTES = 16 * 1024 * 1024;

/**
 * Makes a backup while the server runs or not: a verified copy of the database, the PKI and the configuration in one file,
 * which has its name only when all of it is on the disk.
 * @throws Error with one sentence; a backup that was there before is as it was then
 */
export async function backUpTo(file: string, options: BackupOptions): Promise<BackedUp> {
  await refuseOther(file);
  removeUnfinished(file);
  try {
    const { part, work } = besides(file);
    const sink = () => createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true });
    const done = await backUp(work, sink, options);
    replaceFile(part, file);
    return done;
  } finally {
    removeUnfinished(file);
  }
}

/** Removes what a backup into this file has beside it until it is complete. */
export function removeUnfinished(file: string): void {
  const { part, work } = besides(file);
  for (const path of [part, work]) rmSync(path, { recursive: true, force: true });
}

const besides = (file: string) => ({ part: `${file}.part`, work: `${file}.work` });

/** As `backUpTo`, into a stream. @param work a folder to be made and removed, with space for a copy of the database */
export async function backUp(work: string, sink: () => Writable, options: BackupOptions): Promise<BackedUp> {
  const { config, configFile, progress = () => {} } = options;
  const database = config.store.path;
  mustExist(database);
  const current = options.passphrase === undefined ? undefined : keyOf(config);
  checkFreeSpace(dirname(work), statSync(database).size);
  mkdirSync(work, { mode: 0o700 });
  try {
    progress('copying the database', 0, 0);
    const engine = engineOf(config.store.engine);
    const copy = join(work, DATABASE);
    const whole = (target: string) => writeSnapshot({ source: database, target, engine });
    const { schema } = await (options.copy ?? whole)(copy);
    const names = [...copyConfiguration(configFile, work), ...copyPki(join(config.data_dir, PKI), work), DATABASE];
    const unreadable = current && !options.copy ? unreadableWith(current, copy, engine, join(work, PKI)) : [];
    const parts: Part[] = [];
    for (const name of names) {
      progress('checking', parts.length, names.length);
      parts.push({ name, ...(await digestOf(join(work, name))) });
    }
    const manifest: Manifest = {
      waystation_backup: 1,
      version: options.version,
      schema,
      created_at: new Date(options.now).toISOString(),
      host: hostname(),
      sc_eui: scEuiOf({ ...config, store: { ...config.store, path: copy } }) ?? '',
      key: current ? 'sealed' : 'without',
      parts,
    };
    const exact = Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`);
    writeFileSync(join(work, MANIFEST), exact, { mode: 0o600 });
    if (current && options.passphrase !== undefined) {
      // Bound to the manifest, and by it to every file: who has the passphrase knows that nothing was exchanged.
      const box = await sealWithPassphrase(current.key, options.passphrase, exact, options.scryptCost);
      writeFileSync(join(work, SEALED_KEY), JSON.stringify(box), { mode: 0o600 });
    }
    const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    const all = [MANIFEST, ...(current ? [SEALED_KEY] : []), ...names];
    await pack(work, all, sink(), done => progress('packing', Math.min(done, total), total));
    return { manifest, warnings: [...unreadable, ...outside(config), ...withSecrets(config, configFile)] };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The key that opens what is in the data directory now. */
interface CurrentKey {
  readonly key: Uint8Array;
  /** The key is being changed: what it does not open yet is sealed under the key before. */
  readonly changing: boolean;
}

function keyOf(config: Config): CurrentKey {
  const place = masterKeyPlace(config);
  if (!existsSync(place.file)) {
    throw new Error(
      `the master key ${place.file} is not there: name its file with PLATFORM_MASTER_KEY_FILE, or leave it out with --without-key`,
    );
  }
  const key = loadMasterKey({ ...place, mayCreate: false });
  const next = nextMasterKey(config.data_dir, key);
  return { key: next ?? key, changing: next !== undefined };
}

/** @returns warnings; @throws Error when the key is of something else, or does not open everything yet */
function unreadableWith({ key, changing }: CurrentKey, path: string, engine: Engine, pki: string): string[] {
  const { count, failed } = tryAll(path, engine, pki, sealer(key));
  if (failed.length > 0 && changing) {
    throw new Error('the change of the master key is not finished: start the service, or run waystation rekey again');
  }
  if (count === 0 && failed.length > 0) {
    throw new Error(
      'the master key opens none of the secrets here: put the right one in its place, or use --without-key',
    );
  }
  return failed.map(place => `${place} cannot be opened with the master key, here and in the backup`);
}

/** A name typed wrong must not cost a file that is something else. */
async function refuseOther(file: string): Promise<void> {
  if (!existsSync(dirname(file))) throw new Error(`the folder ${dirname(file)} does not exist: make it first`);
  if (!existsSync(file)) return;
  if (statSync(file).isDirectory()) throw new Error(`${file} is a folder: name a file in it`);
  if (await manifestOf(file)) return;
  throw new Error(`${file} is there already and is no backup: name another file`);
}

/** The copy and, at worst as large, what is made of it. */
function checkFreeSpace(folder: string, databaseBytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const [free, needed] = [bavail * bsize, 2 * databaseBytes + SPARE_BYTES];
  if (free < needed) {
    throw new Error(
      `${folder} has ${megabytes(free)} MB of free space, and a backup may take ${megabytes(needed)}: name another disk`,
    );
  }
}

/** Whether there is the space for a backup that is made in this folder. */
export function hasSpaceFor(folder: string, databaseBytes: number): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= 2 * databaseBytes + SPARE_BYTES;
}

const megabytes = (bytes: number) => Math.floor(bytes / 1e6);

function copyConfiguration(file: string | undefined, work: string): string[] {
  if (file === undefined) return [];
  copyFileSync(file, join(work, CONFIGURATION));
  return [CONFIGURATION];
}

/** Names of the copied files below the folder. */
function copyPki(dir: string, work: string): string[] {
  if (!existsSync(dir)) return [];
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  return (
    entries
      .filter(entry => entry.isFile())
      .map(entry => join(PKI, relative(dir, join(entry.parentPath, entry.name))))
      // What is being written, and its folder, is nothing yet.
      .filter(name => !name.includes('.tmp'))
      .sort()
      .map(name => {
        mkdirSync(dirname(join(work, name)), { recursive: true, mode: 0o700 });
        writeFileSync(join(work, name), readTrusted(join(dir, relative(PKI, name))), { mode: 0o600 });
        return name;
      })
  );
}

/** Files that the configuration names and that belong to the operator, who must save them, too. */
function outside(config: Config): string[] {
  return [...settings]
    .filter(([key, { path }]) => path && /_tls\.(cert|key|ca)$/.test(key) && at(config, key) !== undefined)
    .map(([key]) => `${key} is a file of its own and not in the backup: ${at(config, key)}`);
}

function withSecrets(config: Config, file: string | undefined): string[] {
  if (file === undefined) return [];
  const secret = [...settings]
    .filter(([key, { secret }]) => secret && at(config, key) !== undefined)
    .map(([key]) => key);
  return secret.map(
    key => `the configuration goes along as it is; where it holds ${key} itself, keep the backup secret`,
  );
}
