import { existsSync, lstatSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Config } from '../../config/load.ts';
import { makeFolder, syncPath } from '../../kit/folder.ts';
import { readTrusted, writeDurably } from '../../pki/files.ts';
import { giveToOwner } from '../owner.ts';
import { mayBeExchanged, restoreTargets } from './restore-targets.ts';

/** One thing of the data directory that a restore exchanges. */
export interface Move {
  readonly place: string;
  /** What comes to this place; absent where nothing takes over, as for the log of a database that is replaced. */
  readonly staged?: string | undefined;
  /** Where goes what was in the place. */
  readonly aside: string;
}

interface Journal {
  readonly moves: readonly Move[];
  /** Folders that are removed at the end. */
  readonly emptied: readonly string[];
}

/** Folder beside the place of what is restored, until everything is verified. */
export const STAGING = 'restoring';

/** Begins the name of the folder that takes what was in a place. */
export const ASIDE = 'before-restore-';

/** There from the moment a restore can no longer be taken back, until it is done. */
export const RESTORE_JOURNAL = 'restore.json';

/**
 * Exchanges everything or, for the next start, nothing: once the journal is on the disk, the next start or
 * restore finishes what it says. What is staged is complete and synced by then.
 * @param step called with the name of each step before it; what it throws ends the exchange there, as a kill would
 */
export function switchOver(
  config: Config,
  moves: readonly Move[],
  emptied: readonly string[],
  step: (name: string) => void = () => {},
): void {
  const { data_dir: dataDir } = config;
  const near = (path: string) => relative(dataDir, path);
  // Relative paths: the folder may be mounted elsewhere by the time it is read.
  const journal: Journal = {
    moves: moves.map(({ place, staged, aside }) => ({
      place: near(place),
      ...(staged !== undefined && { staged: near(staged) }),
      aside: near(aside),
    })),
    emptied: emptied.map(near),
  };
  step('journal');
  writeDurably(join(dataDir, RESTORE_JOURNAL), `${JSON.stringify(journal)}\n`, 0o600);
  carryOut(dataDir, journal, step);
}

/**
 * Finishes what a killed restore had begun. The caller has the lock. @returns whether there was anything to do
 * @throws Error, and nothing is moved, when the journal is none that a restore into these places writes
 */
export function finishSwitchOver(config: Config, step: (name: string) => void = () => {}): boolean {
  const file = join(config.data_dir, RESTORE_JOURNAL);
  if (!existsSync(file)) return false;
  const journal = journalIn(readTrusted(file).toString('utf8'));
  if (!journal) throw new Error(`${file} is no journal of a restore: see who has made it, and remove it`);
  const stray = strayIn(journal, config);
  if (stray !== undefined) {
    throw new Error(
      `${file} names ${stray}, which no restore into ${config.data_dir} moves: run this with the configuration it was begun with, or see who has made that file`,
    );
  }
  carryOut(config.data_dir, journal, step);
  return true;
}

/** @returns undefined when it has another form */
function journalIn(text: string): Journal | undefined {
  let content: Partial<Journal> | null;
  try {
    content = JSON.parse(text) as Partial<Journal> | null;
  } catch {
    return undefined;
  }
  const { moves, emptied } = content ?? {};
  if (!Array.isArray(moves) || !Array.isArray(emptied)) return undefined;
  const paths = moves.flatMap((move: Partial<Move> | null) => [move?.place, move?.aside, move?.staged ?? '']);
  return [...paths, ...emptied].every(path => typeof path === 'string') ? { moves, emptied } : undefined;
}

/**
 * The first path of a journal that no restore can have written: the file lies in a folder that the service may write, and may be
 * carried out by root.
 */
function strayIn({ moves, emptied }: Journal, config: Config): string | undefined {
  const { data_dir: dataDir } = config;
  const owners = [0, statSync(dataDir).uid];
  const full = (path: string) => resolve(dataDir, path);
  const staging = (place: string) => join(dirname(place), STAGING);
  /** A folder that a restore has made, or will make. */
  const plain = (folder: string) => {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    return found === undefined || (found.isDirectory() && owners.includes(found.uid));
  };
  for (const { place: near, staged, aside } of moves) {
    const place = full(near);
    const name = basename(place);
    if (!mayBeExchanged(place, config)) return place;
    if (staged !== undefined && (full(staged) !== join(staging(place), name) || !plain(staging(place))))
      return full(staged);
    const asideFolder = dirname(full(aside));
    const beside = dirname(asideFolder) === dirname(place) && basename(asideFolder).startsWith(ASIDE);
    if (!beside || basename(full(aside)) !== name || !plain(asideFolder)) return full(aside);
  }
  const stagings = [...moves.map(({ place }) => full(place)), restoreTargets(config).key].map(staging);
  return emptied.map(full).find(folder => !stagings.includes(folder));
}

function carryOut(dataDir: string, { moves, emptied }: Journal, step: (name: string) => void): void {
  for (const move of moves) exchange(dataDir, move, step);
  for (const folder of emptied) {
    step(`end of ${folder}`);
    rmSync(resolve(dataDir, folder), { recursive: true, force: true });
  }
  step('end');
  rmSync(join(dataDir, RESTORE_JOURNAL));
  syncPath(dataDir);
}

/** Each half is done once, however often it is begun: what is staged is there until it has taken over. */
function exchange(dataDir: string, move: Move, step: (name: string) => void): void {
  const [place, aside] = [resolve(dataDir, move.place), resolve(dataDir, move.aside)];
  const staged = move.staged === undefined ? undefined : resolve(dataDir, move.staged);
  if (existsSync(place) && !existsSync(aside) && (staged === undefined || existsSync(staged))) {
    step(`${move.place} aside`);
    if (!existsSync(dirname(aside))) {
      makeFolder(dirname(aside), 0o700);
      giveToOwner(dirname(aside));
    }
    renameSync(place, aside);
    syncPath(dirname(aside));
    syncPath(dirname(place));
  }
  if (staged !== undefined && existsSync(staged)) {
    step(move.place);
    renameSync(staged, place);
    syncPath(dirname(staged));
    syncPath(dirname(place));
  }
}
