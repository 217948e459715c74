import { packaged } from '../kit/program.ts';

/** Where the Debian package has the program; anywhere else it is the single file. */
const DEBIAN_PATH = '/usr/bin/waystation';

/** How the program that runs came here. */
export type ProgramForm = 'deb' | 'executable' | 'source';

export function programForm(): ProgramForm {
  if (!packaged) return 'source';
  return process.execPath === DEBIAN_PATH ? 'deb' : 'executable';
}
