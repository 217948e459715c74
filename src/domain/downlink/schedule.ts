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

/** Stations that could not take a downlink (row id), and until when each is not asked again (milliseconds). */
export type Avoided = Readonly<Record<number, number>>;

/** One station more, and those whose time is over no longer. */
export function avoiding(avoided: Avoided, station: number, until: number, now: number): Avoided {
  const still = Object.entries(avoided).filter(([, at]) => at > now);
  return { ...Object.fromEntries(still), [station]: until };
}

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
  now: number,
): C | undefined {
  for (const candidate of pending) {
    const { avoided, expiresAt } = candidate;
    if (expiresAt <= now || (avoided[station] ?? 0) > now) continue;
    if (window === undefined || fits(candidate, window)) return candidate;
  }
  return undefined;
}
