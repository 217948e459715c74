import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../kit/folder.ts';
import { UNFINISHED } from './snapshot.ts';

/** A snapshot by its name: when it was taken, of which schema, and why. */
export interface SnapshotFile {
  readonly path: string;
  readonly name: string;
  /** Milliseconds. Snapshots are in the order of these, whatever the clock did between them. */
  readonly takenAt: number;
  readonly schema: number;
  /** Made of the database as it was before a newer release changed its schema. */
  readonly preUpgrade: boolean;
  readonly bytes: number;
  /** When the file was last written, by the clock of that moment (milliseconds). */
  readonly writtenAt: number;
}

const NAME = /^waystation-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-schema(\d{1,6})(-pre-upgrade)?\.db$/;

/** Whether a file of this name is taken for a snapshot. */
export function isSnapshotName(name: string): boolean {
  return NAME.test(name);
}

/** Snapshots of a folder, newest first; none when there is no such folder. */
export function listSnapshots(dir: string): SnapshotFile[] {
  if (!existsSync(dir)) return [];
  const found = readdirSync(dir).flatMap(name => {
    const parts = NAME.exec(name);
    if (!parts) return [];
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, schema = 0] = parts.slice(1, 8).map(Number);
    const path = join(dir, name);
    const { size: bytes, mtimeMs: writtenAt } = statSync(path);
    const takenAt = Date.UTC(year, month - 1, day, hour, minute, second);
    return [{ path, name, takenAt, schema, preUpgrade: parts[8] !== undefined, bytes, writtenAt }];
  });
  return found.sort((a, b) => b.takenAt - a.takenAt || b.name.localeCompare(a.name));
}

/** Where the next snapshot goes. By its name it is the newest, also when the clock was set back. */
export function nextSnapshot(dir: string, now: number, schema: number, preUpgrade = false): string {
  makeFolder(dir, 0o700);
  const newest = listSnapshots(dir)[0]?.takenAt ?? 0;
  const reason = preUpgrade ? '-pre-upgrade' : '';
  return join(dir, `waystation-${timeText(Math.max(now, newest + 1000))}-schema${schema}${reason}.db`);
}

/** Removes what an end in the middle of a copy has left, but for one file: most of its pages may be those of the next snapshot. */
export function removeUnfinished(dir: string): void {
  const base = unfinishedBase(dir);
  for (const path of unfinishedIn(dir)) if (path !== base) rmSync(path, { force: true });
}

/** What an end in the middle of a copy has left that another one can begin with. */
export function unfinishedBase(dir: string): string | undefined {
  const files = unfinishedIn(dir).filter(path => path.endsWith(UNFINISHED));
  return files.sort().at(-1);
}

/** What an end in the middle of a copy has left. */
export function unfinishedIn(dir: string): string[] {
  if (!existsSync(dir)) return [];
  const part = `.db${UNFINISHED}`;
  const names = readdirSync(dir).filter(name => name.startsWith('waystation-') && name.includes(part));
  return names.map(name => join(dir, name));
}

/** A time in the form that names of files have: `20261121T151530Z`. */
export function timeText(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
}
