import type { TargetFile } from '@tufjs/models';
import { UpdateRefused } from './refusal.ts';
import { compareVersions, isReleaseVersion } from './release-version.ts';
import { targetPath } from './source.ts';

/** Processors that releases are made for, as Node.js calls them. */
export const ARCHITECTURES = ['x64', 'arm64'] as const;
/** `deb`: the Debian package; `executable`: the single file. */
export const FORMS = ['deb', 'executable'] as const;

/** One file of a release, as its signed list describes it. */
export interface ReleaseFile {
  readonly version: string;
  readonly architecture: (typeof ARCHITECTURES)[number];
  readonly form: (typeof FORMS)[number];
  /** File name, as people know it. */
  readonly name: string;
  /** Where it lies in the repository. */
  readonly path: string;
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /** It closes a hole. */
  readonly security: boolean;
  /** Releases before this one come to it by way of another; three numbers. */
  readonly minVersion: string | undefined;
  /** What is new, a few lines. */
  readonly notes: string | undefined;
  /** Of all boxes, so many percent are to take it by themselves; 0 to 100. */
  readonly rollout: number;
  /** None takes it by itself before, milliseconds. */
  readonly notBefore: number | undefined;
}

/** More bytes than any release has. */
const MOST_BYTES = 1024 * 1024 * 1024;
const SHA256 = /^[0-9a-f]{64}$/;
const FILE_NAME = /^[A-Za-z0-9_][A-Za-z0-9._~+-]{0,99}$/;
/** Of what is said of a release, as much as a terminal shows. */
const MOST_NOTES = 4000;

/** The files of releases in a list that was verified; what later releases of this program may add to it is left aside. */
export function releaseFiles(targets: readonly TargetFile[]): ReleaseFile[] {
  return targets.flatMap(target => {
    const found = releaseFileOf(target);
    return found ? [found] : [];
  });
}

function releaseFileOf({ path: name, length: bytes, hashes, custom }: TargetFile): ReleaseFile | undefined {
  const { version, architecture: processor, form: kind, security, minVersion, notes, rollout, notBefore } = custom;
  const { sha256 } = hashes;
  const architecture = ARCHITECTURES.find(each => each === processor);
  const form = FORMS.find(each => each === kind);
  if (!architecture || !form || !isReleaseVersion(version)) return undefined;
  if (!FILE_NAME.test(name) || sha256 === undefined || !SHA256.test(sha256)) return undefined;
  if (!Number.isSafeInteger(bytes) || bytes < 1 || bytes > MOST_BYTES) return undefined;
  return {
    version,
    architecture,
    form,
    name,
    path: targetPath(name, sha256),
    bytes,
    sha256,
    security: security === true,
    minVersion: isReleaseVersion(minVersion) ? minVersion : undefined,
    notes: typeof notes === 'string' ? notes.slice(0, MOST_NOTES) : undefined,
    rollout: isPercent(rollout) ? rollout : EVERYONE,
    notBefore:
      typeof notBefore === 'string' && !Number.isNaN(Date.parse(notBefore)) ? Date.parse(notBefore) : undefined,
  };
}

const EVERYONE = 100;
const isPercent = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= EVERYONE;

/** What a release has to suit. */
export interface Box {
  /** What runs here. */
  readonly version: string;
  readonly architecture: string;
  readonly form: ReleaseFile['form'];
  /** The highest version that ever ran here for good. */
  readonly committed: string | undefined;
}

/**
 * The newest release that suits a box.
 * @param options.downgrade below the highest version that ever ran here
 * @returns undefined where the box has the newest
 * @throws UpdateRefused `unsuitable`, `downgrade`
 */
export function suitableRelease(
  files: readonly ReleaseFile[],
  box: Box,
  options: { readonly downgrade?: boolean } = {},
): ReleaseFile | undefined {
  const highest = [box.committed ?? box.version, box.version].toSorted(compareVersions).at(-1) ?? box.version;
  const ofMachine = files.filter(each => each.architecture === box.architecture && each.form === box.form);
  const newest = ofMachine.toSorted((a, b) => compareVersions(a.version, b.version)).at(-1);
  if (!newest) {
    const others = [...new Set(files.map(each => `${each.form} for ${each.architecture}`))].sort();
    const there = others.length === 0 ? 'no release at all' : others.join(', ');
    throw new UpdateRefused('unsuitable', `there is no ${box.form} for ${box.architecture}, only ${there}`);
  }
  if (compareVersions(newest.version, box.version) === 0) return undefined;
  if (compareVersions(newest.version, highest) < 0 && !options.downgrade) {
    throw new UpdateRefused(
      'downgrade',
      `${newest.version} is older than ${highest}, which this box has run: what was mended since would be open again. Say --downgrade if you want it`,
    );
  }
  if (newest.minVersion !== undefined && compareVersions(box.version, newest.minVersion) < 0) {
    const step = `install ${newest.minVersion} first, or a release between`;
    throw new UpdateRefused(
      'unsuitable',
      `${newest.version} follows ${newest.minVersion} at least, and this is ${box.version}: ${step}`,
    );
  }
  return newest;
}
