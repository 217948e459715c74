import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '../kit/units.ts';
import { compareVersions, isReleaseVersion } from './release-version.ts';
import type { ReleaseFile } from './releases.ts';

/** What a box has last seen of releases; kept as JSON. Times in milliseconds. */
export interface KnownReleases {
  /** When a look was begun last, whatever came of it. */
  readonly triedAt: number | null;
  /** When a list was found good last. */
  readonly lookedAt: number | null;
  readonly newest: NewestRelease | null;
  /** Why the list was not trusted at the last look that reached one. */
  readonly refused: { readonly reason: string; readonly message: string } | null;
  /** The release that was asked for last by itself, and when. */
  readonly requested: { readonly version: string; readonly at: number } | null;
}

/** The newest release that suits a box. */
export interface NewestRelease extends Pick<ReleaseFile, 'version' | 'security' | 'rollout'> {
  readonly notes: string | null;
  readonly notBefore: number | null;
  readonly firstSeenAt: number;
}

export const NOTHING_KNOWN: KnownReleases = {
  ...{ triedAt: null, lookedAt: null, newest: null, refused: null, requested: null },
};

/** What was kept; nothing where that is of another form. */
export function knownReleasesIn(text: string | undefined): KnownReleases {
  try {
    const found = JSON.parse(text ?? '{}') as Partial<KnownReleases>;
    const { newest = null } = found;
    const isWhole = newest === null || (isReleaseVersion(newest.version) && Number.isFinite(newest.firstSeenAt));
    return isWhole ? { ...NOTHING_KNOWN, ...found } : NOTHING_KNOWN;
  } catch {
    return NOTHING_KNOWN;
  }
}

/** What a list says of the newest release, with what was known of it before. @param release undefined: the box has the newest */
export function newestOf(release: ReleaseFile | undefined, before: KnownReleases, now: number): NewestRelease | null {
  if (!release) return null;
  const { version, security, rollout, notes = null, notBefore = null } = release;
  const firstSeenAt = before.newest?.version === version ? Math.min(before.newest.firstSeenAt, now) : now;
  return { version, security, rollout, notes, notBefore, firstSeenAt };
}

/** The newest, where it is newer than what runs. */
export function newerThan(version: string, { newest }: KnownReleases): NewestRelease | undefined {
  return newest && compareVersions(newest.version, version) > 0 ? newest : undefined;
}

/** About a day, another one for each box: those that were switched on together do not ask together. */
const [SHORTEST_MS, SPREAD_MS] = [20 * HOUR_MS, 8 * HOUR_MS];
/** After a start, and where the web server was not reached. */
const SOON_MS = HOUR_MS;

/**
 * Whether it is time to look.
 * @param id of the installation
 * @param sinceStartMs for how long this process runs
 */
export function isLookDue(known: KnownReleases, id: string, now: number, sinceStartMs: number): boolean {
  const { triedAt, lookedAt, refused } = known;
  const share = shareOf(`look ${id}`);
  // A time that lies ahead is of a clock that was wrong.
  if (triedAt === null || triedAt > now) return sinceStartMs >= share * SOON_MS;
  const reached = lookedAt === triedAt || refused !== null;
  return now - triedAt >= (reached ? SHORTEST_MS + share * SPREAD_MS : SOON_MS + share * SOON_MS);
}

/** What the settings say of releases that are taken without a person. */
export interface AutoSettings {
  readonly auto: 'off' | 'security' | 'all';
  /** `02:00-05:00`, by the clock of the machine. */
  readonly window: string | undefined;
  readonly deferMs: number;
  /** 1 to 100. */
  readonly wavePercent: number;
}

/**
 * Why a release is not taken by itself now, as a part of a sentence.
 * @param id of the installation
 * @returns undefined where it is
 */
export function whyNotNow(
  { auto, window, deferMs, wavePercent }: AutoSettings,
  { version, security, rollout, notBefore, firstSeenAt }: NewestRelease,
  id: string,
  now: number,
): string | undefined {
  if (auto === 'off') return 'update.auto is off';
  if (auto === 'security' && !security) return 'it closes no hole, and update.auto is security';
  if (notBefore !== null && now < notBefore) return `its makers ask to wait until ${new Date(notBefore).toISOString()}`;
  if (!security && now - firstSeenAt < deferMs) return 'it is not known for as long as update.defer_days says';
  if (shareOf(`${id} ${version}`) * 100 >= Math.min(rollout, wavePercent)) return 'this box is not in its wave yet';
  return window === undefined || isWithin(window, new Date(now)) ? undefined : `it waits for ${window}`;
}

/** Whether a release is to be asked for once more: what has no effect within a day may have been cut off. */
export function isAskDue({ requested }: KnownReleases, version: string, now: number): boolean {
  return requested?.version !== version || now < requested.at || now - requested.at >= DAY_MS;
}

/** A number from 0 to below 1 that follows from a text, spread evenly. */
export function shareOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;
}

function isWithin(window: string, at: Date): boolean {
  const [from = 0, until = 0] = window.split('-').map(text => {
    const [hours = 0, minutes = 0] = text.split(':').map(Number);
    return hours * 60 + minutes;
  });
  const minute = at.getHours() * 60 + at.getMinutes();
  return from < until ? minute >= from && minute < until : minute >= from || minute < until;
}
