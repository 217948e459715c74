import type { Moment } from '../../kit/time/clock.ts';

/** A telegram that opened a downlink window (BSSCI 11.4). */
export interface Window {
  readonly packetCnt: number;
  /** The endpoint expects an answer in it. */
  readonly responseExp: boolean;
}

/** The conditions of a downlink under which a window may carry it. */
export interface Conditions {
  /** Counters it is valid for; undefined: any. */
  readonly packetCnts: readonly number[] | undefined;
  readonly expOnly: boolean;
}

/** Whether a station that holds this downlink would send it in the window. */
export function fits({ packetCnts, expOnly }: Conditions, { packetCnt, responseExp }: Window): boolean {
  return (!expOnly || responseExp) && (packetCnts === undefined || packetCnts.includes(packetCnt));
}

/** A station that could not take a downlink is not asked again for so long. */
const AVOID_MS = 30_000;

/** Stations that could not take a downlink (row id), and until when each is not asked again (milliseconds). */
export type Avoided = Readonly<Record<number, number>>;

/** One station more, and those whose time is over no longer. */
export function avoiding(avoided: Avoided, station: number, now: number): Avoided {
  const still = Object.entries(avoided).filter(([, at]) => isAvoided(at, now));
  return { ...Object.fromEntries(still), [station]: now + AVOID_MS };
}

/** What would last longer than it may was said by a clock that was ahead. */
const isAvoided = (until: number, now: number) => until > now && until <= now + AVOID_MS;

/** What a downlink is chosen for a station by. */
export interface Candidate extends Conditions {
  readonly avoided: Avoided;
  readonly expiresAt: number;
}

/**
 * The downlink to hand to a station.
 * @param pending of one endpoint, higher priority first, then older first
 * @param window undefined: handed over before a window opens; the station keeps it until one fits
 */
export function choose<C extends Candidate>(
  pending: Iterable<C>,
  station: number,
  window: Window | undefined,
  { now, credible }: Moment,
): C | undefined {
  for (const candidate of pending) {
    const { avoided, expiresAt } = candidate;
    if (expiresAt <= credible || isAvoided(avoided[station] ?? 0, now)) continue;
    if (window === undefined || fits(candidate, window)) return candidate;
  }
  return undefined;
}
