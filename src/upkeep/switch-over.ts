import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { writeDurably } from '../pki/files.ts';
import { syncPath } from '../store/files.ts';
import { giveToOwner } from './owner.ts';

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

/** There from the moment a restore can no longer be taken back, until it is done. */
export const RESTORE_JOURNAL = 'restore.json';

/**
 * Exchanges everything or, as far as the next start can tell, nothing: once the journal is on the disk, whoever comes next
 * finishes what it says. What is staged is complete and synced by then.
 * @param step told what comes next; what it throws ends it there, as a kill would
 */
export function switchOver(
  dataDir: string,
  moves: readonly Move[],
  emptied: readonly string[],
  step: (name: string) => void = () => {},
): void {
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

/** Finishes what a killed restore had begun. The caller has the lock. @returns whether there was anything to do */
export function finishSwitchOver(dataDir: string, step: (name: string) => void = () => {}): boolean {
  const file = join(dataDir, RESTORE_JOURNAL);
  if (!existsSync(file)) return false;
  carryOut(dataDir, JSON.parse(readFileSync(file, 'utf8')) as Journal, step);
  return true;
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
      mkdirSync(dirname(aside), { recursive: true, mode: 0o700 });
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
