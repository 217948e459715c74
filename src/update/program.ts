import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { parseMetadata } from './metadata.ts';
import { UpdateRefused } from './refusal.ts';
import { releaseFiles } from './releases.ts';
import type { TrustStore } from './trust-store.ts';

/** The program as it lies on the disk. */
export interface InstalledProgram {
  readonly path: string;
  readonly version: string;
  readonly architecture: string;
}

/**
 * Compares the program with the one that the list of releases has of its version; the Debian package has the same one as the single file.
 * @returns its SHA-256, lower-case hex
 * @throws UpdateRefused `missing` where no list is known, `unsuitable` where that has not this version, `content` where it is another
 */
export async function verifyProgram(
  program: InstalledProgram,
  { trusted }: Pick<TrustStore, 'trusted'>,
): Promise<string> {
  const { path, version, architecture } = program;
  if (!trusted.targets) {
    throw new UpdateRefused('missing', 'no list of releases is known here yet: run waystation update check first');
  }
  const { targets } = parseMetadata('targets', trusted.targets).signed;
  const listed = releaseFiles(Object.values(targets)).find(
    each => each.form === 'executable' && each.version === version && each.architecture === architecture,
  );
  if (!listed) {
    throw new UpdateRefused(
      'unsuitable',
      `the list of releases does not have ${version} for ${architecture}: run waystation update check, which may bring a newer one`,
    );
  }
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  const sha256 = hash.digest('hex');
  if (sha256 === listed.sha256) return sha256;
  throw new UpdateRefused(
    'content',
    `${path} is not the program that was signed for as ${version}: its SHA-256 is ${sha256}, and ${listed.sha256} was signed for. Install the release again`,
  );
}
