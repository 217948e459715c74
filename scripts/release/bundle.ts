import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { create } from 'tar';
import type { ReleaseRepository } from './repository.ts';

/** Writes the repository as one file for a stick (`.wsu`): a plain tar archive, the same bytes for the same files. */
export async function writeBundle(repository: ReleaseRepository, file: string): Promise<void> {
  const names = repository.bundled();
  await create({ file, cwd: repository.folder, portable: true, noPax: true, mtime: new Date(0), follow: false }, names);
}

/** As `sha256sum` writes it. */
export function sumLine(name: string, path: string): string {
  return `${createHash('sha256').update(readFileSync(path)).digest('hex')}  ${name}\n`;
}
