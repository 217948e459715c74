import { spawnSync } from 'node:child_process';
import { chmodSync, renameSync, rmSync } from 'node:fs';
import { reasonOf } from '../../kit/faults/reason.ts';
import { makeFolder, syncPath } from '../../kit/folder.ts';
import { type LookOptions, lookForRelease } from '../look.ts';
import { UpdateRefused } from '../refusal.ts';
import type { ReleaseFile } from '../releases.ts';
import { type StagingOptions, stage } from '../staging.ts';
import { type Layout, nextProgram, nextUnits, releaseFolder } from './layout.ts';
import type { TakenOver } from './machine.ts';

export interface TakeOverOptions extends LookOptions, Pick<StagingOptions, 'progress' | 'free'> {
  readonly layout: Pick<Layout, 'programs'>;
}

/**
 * Verifies a release from the root of trust down, copies it to where only the one who acts can write, and has its program lie ready. What
 * was copied is what was verified: nothing is looked at a second time.
 * @returns undefined where the box has the newest
 * @throws UpdateRefused
 */
export async function takeOver(options: TakeOverOptions): Promise<TakenOver | undefined> {
  const { source, layout, box, progress, free } = options;
  const { release } = await lookForRelease(options);
  if (!release) return undefined;
  makeFolder(layout.programs, 0o755);
  const path = await stage(source, release, {
    folder: releaseFolder(layout),
    ...(progress && { progress }),
    ...(free && { free }),
  });
  const part = `${nextProgram(layout)}.part`;
  if (release.form === 'deb') unpack(path, part, release);
  else renameSync(path, part);
  chmodSync(part, 0o755);
  syncPath(part);
  renameSync(part, nextProgram(layout));
  syncPath(layout.programs);
  return { from: box.version, to: release.version, form: release.form, sha256: release.sha256 };
}

/** Removes what lies ready. */
export function clear(layout: Pick<Layout, 'programs'>): void {
  for (const path of [nextProgram(layout), `${nextProgram(layout)}.part`, nextUnits(layout), releaseFolder(layout)]) {
    rmSync(path, { recursive: true, force: true });
  }
}

/** The program as it is inside of a package. */
const INSIDE = './usr/bin/waystation';

function unpack(path: string, part: string, { name }: ReleaseFile): void {
  rmSync(part, { force: true });
  const command = `set -e; dpkg-deb --fsys-tarfile "$1" | tar --extract --to-stdout ${INSIDE} > "$2"; test -s "$2"`;
  const { status, stderr, error } = spawnSync('sh', ['-c', command, 'sh', path, part], { encoding: 'utf8' });
  if (status === 0) return;
  const why = error ? reasonOf(error) : (stderr.trim().split('\n').at(-1) ?? 'no reason given');
  throw new UpdateRefused('content', `the program cannot be taken out of ${name}: ${why}`);
}
