import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolder, syncPath } from '../../kit/folder.ts';
import { type Layout, nextProgram, nextUnits } from './layout.ts';
import { syncedCopy } from './programs.ts';

/** Where a Debian package puts what is run, and where what was there before is kept meanwhile. */
export interface PackagePlaces extends Pick<Layout, 'programs'> {
  /** Path of the installed program. */
  readonly installed: string;
  /** Folder of the units of systemd. */
  readonly unitFolder: string;
  /** Has the service be started with the program from before, also after a cut of power. */
  readonly dropIn: string;
}

const UNIT_FOLDER = '/usr/lib/systemd/system';

export const packagePlaces = ({ programs }: Pick<Layout, 'programs'>): PackagePlaces => ({
  programs,
  installed: '/usr/bin/waystation',
  unitFolder: UNIT_FOLDER,
  dropIn: `${UNIT_FOLDER}/waystation.service.d/zz-before.conf`,
});

/** With the program an update puts these in place. */
const UNITS = ['waystation.service', 'waystation-update.service', 'waystation-update.path'] as const;
const PROGRAM = 'waystation';
const PROGRAM_MODE = 0o755;
const UNIT_MODE = 0o644;

/** Of the program that goes on while dpkg replaces the files of its package. */
const beforeFolder = ({ programs }: Pick<Layout, 'programs'>): string => join(programs, 'before');
export const programBefore = (places: Pick<Layout, 'programs'>): string => join(beforeFolder(places), PROGRAM);

/** Whether dpkg is about to replace what is installed, or has done so and it was not handed over yet. */
export const isHeld = (places: Pick<Layout, 'programs'>): boolean => existsSync(programBefore(places));

interface Steps {
  /** Called with the name of each step before it; what it throws ends this there, as a kill would. */
  readonly step?: (name: string) => void;
}

/**
 * Before dpkg replaces anything: keeps the program and the units that are installed, and has the service be started with that program whenever
 * it is started. May be done again after a cut: what was kept stays, for what is installed by then was never tried.
 * @param args with which the program is started
 */
export function keepBefore(places: PackagePlaces, args: string, { step = () => {} }: Steps = {}): void {
  const { programs, installed, unitFolder, dropIn } = places;
  const before = beforeFolder(places);
  makeFolder(programs, PROGRAM_MODE);
  step('clear');
  // Of an unpacking that was cut off.
  for (const left of [nextProgram(places), nextUnits(places)]) rmSync(left, { recursive: true, force: true });
  if (!isHeld(places)) {
    const part = `${before}.part`;
    for (const left of [before, part]) rmSync(left, { recursive: true, force: true });
    step('keep');
    mkdirSync(part, { mode: PROGRAM_MODE });
    sameFile(installed, join(part, PROGRAM));
    copyUnits(unitFolder, part);
    step('name');
    renameSync(part, before);
    syncPath(programs);
  }
  step('drop-in');
  makeFolder(dirname(dropIn), PROGRAM_MODE);
  writeSynced(
    dropIn,
    `# Its package is being replaced: waystation update status\n[Service]\nExecStart=\nExecStart=${programBefore(places)} ${args}\n`,
  );
}

/**
 * When dpkg has replaced everything: the new program lies ready as the next one, with its units, and the one from before is the installed one
 * again. May be done again after a cut.
 */
export function handOver(places: PackagePlaces, { step = () => {} }: Steps = {}): void {
  const { programs, installed, unitFolder } = places;
  const [next, units] = [nextProgram(places), nextUnits(places)];
  if (!existsSync(units)) {
    step('units');
    const part = `${units}.part`;
    rmSync(part, { recursive: true, force: true });
    mkdirSync(part, { mode: PROGRAM_MODE });
    copyUnits(unitFolder, part);
    renameSync(part, units);
    syncPath(programs);
  }
  // From here on it may be that the one from before is installed again.
  if (!existsSync(next)) {
    step('next');
    sameFile(installed, `${next}.part`);
    renameSync(`${next}.part`, next);
    syncPath(programs);
  }
  step('units before');
  placeUnits(beforeFolder(places), unitFolder);
  step('program before');
  sameFile(programBefore(places), `${installed}.part`);
  renameSync(`${installed}.part`, installed);
  syncPath(dirname(installed));
}

/** What was kept is installed, or of no use any more. */
export function letGo(places: PackagePlaces, { step = () => {} }: Steps = {}): void {
  step('let go');
  rmSync(places.dropIn, { force: true });
  removeEmpty(dirname(places.dropIn));
  step('remove');
  rmSync(beforeFolder(places), { recursive: true, force: true });
}

function removeEmpty(folder: string): void {
  if (!existsSync(folder)) return;
  if (readdirSync(folder).length === 0) rmdirSync(folder);
  syncPath(existsSync(folder) ? folder : dirname(folder));
}

/** Puts units in place, each as a whole. May be done again after a cut. */
export function placeUnits(from: string, unitFolder: string): void {
  if (!existsSync(from)) return;
  for (const unit of UNITS.filter(each => existsSync(join(from, each)))) {
    const part = join(unitFolder, `.${unit}.part`);
    copyUnit(join(from, unit), part);
    renameSync(part, join(unitFolder, unit));
  }
  syncPath(unitFolder);
}

function copyUnits(from: string, to: string): void {
  for (const unit of UNITS.filter(each => existsSync(join(from, each)))) copyUnit(join(from, unit), join(to, unit));
  syncPath(to);
}

function copyUnit(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, UNIT_MODE);
  syncPath(to);
}

/** The same bytes under another name: without a copy where both are on one file system. */
function sameFile(from: string, to: string): void {
  rmSync(to, { force: true });
  try {
    linkSync(from, to);
  } catch (cause) {
    if (!['EXDEV', 'EPERM', 'EMLINK'].includes((cause as NodeJS.ErrnoException).code ?? '')) throw cause;
    syncedCopy(from, to);
  }
}

function writeSynced(path: string, text: string): void {
  const part = join(dirname(path), `.${basename(path)}.part`);
  const opened = openSync(part, 'w', UNIT_MODE);
  try {
    writeFileSync(opened, text);
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
  renameSync(part, path);
  syncPath(dirname(path));
}
