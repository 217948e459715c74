import { readRelease } from '../../config/release.ts';
import { packaged } from '../../kit/program.ts';
import { programForm } from '../../update/program-form.ts';
import type { ReleaseFile } from '../../update/releases.ts';

/** What runs here, and on what. */
export type Box = ReturnType<typeof boxOf>;

export function boxOf() {
  const form: ReleaseFile['form'] = programForm() === 'deb' ? 'deb' : 'executable';
  return { version: readRelease().version, architecture: process.arch, form };
}

export const kindOf = ({ version, form, architecture }: Box): string =>
  `${version}, ${packaged ? (form === 'deb' ? 'Debian package' : 'single file') : 'from source'} for ${architecture}`;
