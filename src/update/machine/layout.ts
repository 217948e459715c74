import { chmodSync, chownSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Owner } from '../../kit/caller.ts';
import { makeFolder } from '../../kit/folder.ts';

/** Where the parts of an update lie. */
export interface Layout {
  /** Journal and trust: the service may read here, and where root acts it cannot write here. */
  readonly state: string;
  /** Of programs: on a file system from which programs are run. */
  readonly programs: string;
  /** Whether systemd starts and ends the service; else the program that was started with `--supervised` does. */
  readonly systemd: boolean;
}

/** As the units of the package name them. */
const ROOT_STATE = '/var/lib/waystation-update';
const ROOT_PROGRAMS = '/usr/lib/waystation';
/** Is there where systemd is the first process. */
const SYSTEMD = '/run/systemd/system';
const FOLDER = 'update/machine';

/** In the environment of a service that is a child of what updates it, whatever else runs on the machine. */
export const SUPERVISED = 'WAYSTATION_SUPERVISED';

/** In the environment of a program on trial, where the one before could not go on with its database: it carries. */
export const TRIAL = 'WAYSTATION_TRIAL';
export const CARRYING = 'carrying';

/** @param installed path of the installed program */
export function layoutOf(dataDir: string, installed: string, systemd: boolean = isUnit()): Layout {
  if (systemd) return { state: ROOT_STATE, programs: ROOT_PROGRAMS, systemd };
  return { state: join(dataDir, FOLDER), programs: join(dirname(installed), '.waystation-update'), systemd };
}

const isUnit = (): boolean => process.env[SUPERVISED] === undefined && existsSync(SYSTEMD);

export const nextProgram = ({ programs }: Pick<Layout, 'programs'>): string => join(programs, 'next');
/** Folder of the file that was signed for. */
export const releaseFolder = ({ programs }: Pick<Layout, 'programs'>): string => join(programs, 'release');
/** Folder of the units that belong to the next program, where a package brought it. */
export const nextUnits = ({ programs }: Pick<Layout, 'programs'>): string => join(programs, 'units');
/** Where the service asks for an update: it can write there. */
export const serviceFolder = (dataDir: string): string => join(dataDir, 'update');

/** Makes the folder of the journal. @param owner of the service, whose group reads there; undefined: who makes it is the owner */
export function makeStateFolder({ state }: Layout, owner: Owner | undefined): void {
  makeFolder(state, 0o750);
  if (!owner) return;
  chownSync(state, 0, owner.gid);
  // What is made in there is of that group, too.
  chmodSync(state, 0o2750);
}
