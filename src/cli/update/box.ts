import { readRelease } from '../../config/release.ts';
import { packaged } from '../../kit/program.ts';
import type { ReleaseFile } from '../../update/releases.ts';

/** Where the Debian package has the program; anywhere else it is the single file. */
const DEBIAN_PATH = '/usr/bin/waystation';

/** What runs here, and on what. */
export type Box = ReturnType<typeof boxOf>;

export function boxOf() {
  const form: ReleaseFile['form'] = packaged && process.execPath === DEBIAN_PATH ? 'deb' : 'executable';
  return { version: readRelease().version, architecture: process.arch, form };
}

export const kindOf = ({ version, form, architecture }: Box): string =>
  `${version}, ${packaged ? (form === 'deb' ? 'Debian package' : 'single file') : 'from source'} for ${architecture}`;
