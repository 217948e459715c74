import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Config, masterKeyPlace } from '../config/load.ts';
import { type Engine, engineOf } from '../database/driver.ts';
import { unfinishedIn } from '../database/snapshot/snapshot-files.ts';
import { asCaller } from '../kit/caller.ts';
import { randomBytes } from '../kit/random.ts';
import { MASTER_KEY_BYTES, type Sealer, sealer } from '../kit/seal.ts';
import { createDurably, openTrusted, writeDurably } from '../pki/files.ts';
import { eitherSealer, loadMasterKey, NEXT_MASTER_KEY, nextMasterKey, sealNext } from '../pki/master-key.ts';
import { resealDatabase, resealFile, sealedFiles, tryAll } from './sealed.ts';

/** What a change of the master key has done. */
export interface Rekeyed {
  /** Secrets that are under the new key now, those of an earlier attempt included. */
  readonly secrets: number;
  /** Copies of the database below `backup.dir` whose secrets are under the new key now. */
  readonly snapshots: number;
  /** Copies that could not be changed: they need the old key. */
  readonly left: readonly string[];
  /** The new key is not where the program reads its key: it must be put there. */
  readonly toInstall: boolean;
}

export interface RekeyOptions {
  /** File for the new key, for those who hand it over as a credential. */
  readonly out?: string | undefined;
  /** Called with the name of each step before it; what it throws ends the change there, as a kill would. */
  step?(name: string): void;
}

/** The places of one data directory that know the key. */
interface Places {
  readonly dataDir: string;
  readonly database: string;
  readonly engine: Engine;
  readonly pkiDir: string;
  readonly snapshots: string;
  /** The file that is read at start. */
  readonly keyFile: string;
  /** The service manager hands the key over: we cannot replace it. */
  readonly credential: boolean;
}

/**
 * Makes a new master key and seals every secret anew. The caller has the lock of the data directory. A kill at any moment
 * leaves a directory that the next start, or the next call, brings to its end: until then the new key lies beside the old one,
 * sealed under it.
 * @throws Error with one sentence, and nothing is changed, when a secret cannot be opened
 */
export function rekey(config: Config, { out, step = () => {} }: RekeyOptions = {}): Rekeyed {
  const places = placesOf(config);
  if (!existsSync(places.database) && sealedFiles(places.pkiDir).length === 0) {
    throw new Error(`there is nothing in ${places.dataDir} that a master key has sealed: see --data-dir`);
  }
  finishRekey(config);
  const key = loadMasterKey({ ...masterKeyPlace(config), mayCreate: false });
  const waiting = nextMasterKey(places.dataDir, key);
  if (places.credential && out === undefined) {
    throw new Error(`the master key is a credential (${places.keyFile}): name a file for the new one with --out`);
  }
  const next = waiting ?? randomBytes(MASTER_KEY_BYTES);
  refuseUnreadable(places, waiting ? eitherSealer(sealer(waiting), sealer(key)) : sealer(key));
  if (out !== undefined) asCaller(() => refuseOther(out, next));
  if (!waiting) {
    step('new key');
    createDurably(join(places.dataDir, NEXT_MASTER_KEY), sealNext(next, key), 0o600);
  }
  const done = changeOver(places, key, next, step);
  if (out !== undefined) {
    step('new key for the credential');
    asCaller(() => writeDurably(out, next, 0o600));
  }
  return done;
}

/** How an unfinished change of the master key stands. */
export type Pending = 'none' | 'finished' | 'to install';

/**
 * Brings a change that was broken off to its end, as far as this process may. The caller has the lock of the data directory.
 * @throws Error when it cannot; both keys stay known then, and `masterSealer` opens everything
 */
export function finishRekey(config: Config, step: (name: string) => void = () => {}): Pending {
  const places = placesOf(config);
  const file = join(places.dataDir, NEXT_MASTER_KEY);
  if (!existsSync(file)) return 'none';
  const key = loadMasterKey({ ...masterKeyPlace(config), mayCreate: false });
  const next = nextMasterKey(places.dataDir, key);
  if (next) return changeOver(places, key, next, step).toInstall ? 'to install' : 'finished';
  refuseUnreadable(places, sealer(key));
  rmSync(file);
  return 'finished';
}

function changeOver(places: Places, key: Uint8Array, next: Uint8Array, step: (name: string) => void): Rekeyed {
  const [from, to] = [sealer(key), sealer(next)];
  step('database');
  if (existsSync(places.database)) resealDatabase(places.database, { engine: places.engine, mode: 'writer' }, from, to);
  for (const file of sealedFiles(places.pkiDir)) {
    step(file.about);
    resealFile(file, from, to);
  }
  const { changed, left } = resealSnapshots(places, from, to, step);
  const { count, failed } = tryAllOf(places, to);
  if (failed.length > 0) throw new Error(`${failed[0]} is not under the new master key: run rekey again`);
  if (!places.credential) {
    step('key in its place');
    replaceKey(places.keyFile, next);
    step('end');
    rmSync(join(places.dataDir, NEXT_MASTER_KEY));
  }
  return { secrets: count, snapshots: changed, left, toInstall: places.credential };
}

/** The old key is overwritten where it lay, which a card that spreads its writes, or a snapshot of the disk, may not care about. */
function replaceKey(file: string, key: Uint8Array): void {
  const old = openTrusted(file, constants.O_RDWR);
  try {
    writeDurably(file, key, 0o600);
    writeSync(old, randomBytes(MASTER_KEY_BYTES), 0, MASTER_KEY_BYTES, 0);
    fsyncSync(old);
  } finally {
    closeSync(old);
  }
}

/** A snapshot is what a damaged database is replaced by, so its secrets must open with the key that is there then. */
function resealSnapshots({ snapshots, engine }: Places, from: Sealer, to: Sealer, step: (name: string) => void) {
  const left: string[] = [];
  let changed = 0;
  // One that was not finished holds secrets, too, and is of no use.
  for (const path of unfinishedIn(snapshots)) rmSync(path, { force: true });
  const names = existsSync(snapshots) ? readdirSync(snapshots).filter(name => name.endsWith('.db')) : [];
  for (const name of names.sort()) {
    step(name);
    try {
      resealDatabase(join(snapshots, name), { engine, mode: 'upkeep' }, from, to);
      changed += 1;
    } catch {
      // Damaged, or of a key before this one: worth a warning, but no reason to stay with the old key.
      left.push(join(snapshots, name));
    }
  }
  return { changed, left };
}

function refuseUnreadable(places: Places, sealer: Sealer): void {
  const { count, failed } = tryAllOf(places, sealer);
  if (failed.length === 0) return;
  if (count === 0)
    throw new Error(`the master key ${places.keyFile} opens none of the secrets here: put the right one back`);
  const more = failed.length > 1 ? ` and ${failed.length - 1} more` : '';
  throw new Error(
    `${failed[0]}${more} cannot be opened with the master key: set it anew (keys of an endpoint with UpdateEndPoint) or remove it, then run rekey again; nothing was changed`,
  );
}

function refuseOther(out: string, next: Uint8Array): void {
  if (!statSync(dirname(out), { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`the folder ${dirname(out)} does not exist: make it first; nothing was changed`);
  }
  accessSync(dirname(out), constants.W_OK | constants.X_OK);
  if (!existsSync(out) || readFileSync(out).equals(next)) return;
  throw new Error(`${out} is there already: name another file with --out, or remove it`);
}

function tryAllOf({ database, engine, pkiDir }: Places, sealer: Sealer) {
  return tryAll(existsSync(database) ? database : undefined, engine, pkiDir, sealer);
}

function placesOf(config: Config): Places {
  const { file, credentialsDirectory } = masterKeyPlace(config);
  return {
    dataDir: config.data_dir,
    database: config.store.path,
    engine: engineOf(config.store.engine),
    pkiDir: join(config.data_dir, 'pki'),
    snapshots: config.backup.dir,
    keyFile: file,
    credential: credentialsDirectory !== undefined,
  };
}
