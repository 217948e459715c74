import { compareVersions } from './release-version.ts';
import { type Box, type ReleaseFile, releaseFiles, suitableRelease } from './releases.ts';
import type { Source } from './source.ts';
import type { TrustStore } from './trust-store.ts';
import { followRoots, type Verified, verifyRepository } from './verification.ts';

export interface LookOptions {
  readonly source: Source;
  readonly store: TrustStore;
  /** What time it is at least: the later of clock and time floor, milliseconds since 1970. */
  readonly now: number;
  readonly box: Omit<Box, 'committed'>;
  /** The highest version that is known to have run here for good, beside what the store knows of. */
  readonly committed?: string | undefined;
  /** Timestamp and snapshot may be past their date. */
  readonly stale?: boolean;
  /** What is offered may be older than what was seen before, and than what ran here. */
  readonly downgrade?: boolean;
}

export interface Looked {
  readonly verified: Verified;
  /** The release to go to; undefined where the box has the newest. */
  readonly release: ReleaseFile | undefined;
}

/**
 * Which release a repository has for a box. What was found good is remembered, so that the next look takes nothing older.
 * @throws UpdateRefused with a sentence
 */
export async function lookForRelease(options: LookOptions): Promise<Looked> {
  const { source, store, now, box, committed, stale = false, downgrade = false } = options;
  const verified = downgrade
    ? await verifyRepository({ source, trusted: await rootOnly(options), now, stale })
    : await verifyRepository({ source, trusted: store.trusted, now, stale, keep: store.keep });
  const release = suitableRelease(
    releaseFiles(verified.targets),
    {
      ...box,
      committed: [committed, store.committed]
        .filter(each => each !== undefined)
        .toSorted(compareVersions)
        .at(-1),
    },
    { downgrade },
  );
  return { verified, release };
}

/** Keys are followed as ever; what was seen of releases is neither asked nor forgotten. */
async function rootOnly({ source, store }: LookOptions) {
  const { root } = await followRoots({ source, trusted: store.trusted, keep: store.keep });
  return { root };
}
